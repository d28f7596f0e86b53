#include "core/base/files/sha256.h"

#include <stdio.h>
#include <string.h>

enum { BLOCK = SHA256_BLOCK, WORDS = 8, ROUNDS = 64, LENGTH_BYTES = 8 };

/* The first 32 bits of the fractional parts of the square roots of the first 8 primes,
 * and of the cube roots of the first 64. */
static const uint32_t start[WORDS] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
static const uint32_t round_constants[ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
    0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
    0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
    0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
    0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
    0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116,
    0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
    0xc67178f2};

static uint32_t rotate(uint32_t x, int bits) {
    return x >> bits | x << (32 - bits);
}

static void add_block(uint32_t hash[WORDS], const unsigned char *block) {
    uint32_t w[ROUNDS], v[WORDS];
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
               (uint32_t)block[4 * i + 2] << 8 | (uint32_t)block[4 * i + 3];
    for (int i = 16; i < ROUNDS; i++) {
        uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) + w[i - 7] +
               (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
    }
    memcpy(v, hash, sizeof v);
    for (int i = 0; i < ROUNDS; i++) {
        uint32_t e = v[4], a = v[0];
        uint32_t choice = (e & v[5]) ^ (~e & v[6]);
        uint32_t majority = (a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]);
        uint32_t first = v[7] + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice +
                         round_constants[i] + w[i];
        uint32_t second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority;
        memmove(v + 1, v, (WORDS - 1) * sizeof *v);
        v[4] += first;
        v[0] = first + second;
    }
    for (int i = 0; i < WORDS; i++)
        hash[i] += v[i];
}

void sha256_begin(sha256_t *sum) {
    sum->size = 0;
    memcpy(sum->hash, start, sizeof start);
}

void sha256_add(sha256_t *sum, const void *bytes, size_t size) {
    const unsigned char *next = bytes;
    size_t used = sum->size % BLOCK;
    sum->size += size;
    while (size > 0) {
        size_t part = size < BLOCK - used ? size : BLOCK - used;
        memcpy(sum->block + used, next, part);
        next += part;
        size -= part;
        used += part;
        if (used == BLOCK) {
            add_block(sum->hash, sum->block);
            used = 0;
        }
    }
}

static void finish(sha256_t *sum) {
    static const unsigned char padding[BLOCK] = {0x80};
    unsigned char length[LENGTH_BYTES];
    for (int i = 0; i < LENGTH_BYTES; i++)
        length[i] = (unsigned char)(sum->size * 8 >> 8 * (LENGTH_BYTES - 1 - i));
    size_t used = sum->size % BLOCK, room = BLOCK - LENGTH_BYTES;
    sha256_add(sum, padding, (used < room ? room : BLOCK + room) - used);
    sha256_add(sum, length, sizeof length);
}

static sha256_t sum_of(const void *bytes, size_t size) {
    sha256_t sum;
    sha256_begin(&sum);
    sha256_add(&sum, bytes, size);
    finish(&sum);
    return sum;
}

void sha256_end(sha256_t *sum, char text[SHA256_TEXT]) {
    finish(sum);
    for (size_t i = 0; i < WORDS; i++)
        snprintf(text + 8 * i, SHA256_TEXT - 8 * i, "%08x", (unsigned)sum->hash[i]);
}

void sha256_digest(const void *bytes, size_t size, unsigned char digest[SHA256_BYTES]) {
    const sha256_t sum = sum_of(bytes, size);
    for (size_t i = 0; i < SHA256_BYTES; i++)
        digest[i] = (unsigned char)(sum.hash[i / 4] >> (24 - 8 * (i % 4)));
}

void sha256_write(const void *bytes, size_t size, char text[SHA256_TEXT]) {
    sha256_t sum;
    sha256_begin(&sum);
    sha256_add(&sum, bytes, size);
    sha256_end(&sum, text);
}

uint64_t sha256_first64(const void *bytes, size_t size) {
    const sha256_t sum = sum_of(bytes, size);
    return (uint64_t)sum.hash[0] << 32 | sum.hash[1];
}
