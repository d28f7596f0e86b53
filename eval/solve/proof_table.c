#include "eval/solve/proof_table.h"

#include "eval/solve/win_query.h"

#include <stdlib.h>

enum { WAYS = 4 };

/* Followed by the state, game->state_bytes long. */
typedef struct entry {
    uint32_t yes, no;
    uint32_t tag; /* more bits of the hash, so that states are rarely compared in vain */
    uint16_t length;
    uint8_t work; /* its logarithm, from 1; 0: free entry */
    uint8_t salt; /* attacker and kind */
} entry_t;

void proof_table_init(proof_table_t *table, const game_t *game, size_t megabytes) {
    size_t bytes = sizeof(entry_t) + (size_t)game->state_bytes;
    *table = (proof_table_t){.game = game, .entry_bytes = (bytes + 7) / 8 * 8};
    table->buckets = (megabytes << 20) / (WAYS * table->entry_bytes);
    REQUIRE(table->buckets > 0);
    table->entries = memory_new(table->buckets * WAYS, table->entry_bytes);
}

void proof_table_clear(proof_table_t *table) {
    free(table->entries);
    *table = (proof_table_t){0};
}

size_t proof_table_entries(const proof_table_t *table) {
    return table->buckets * WAYS;
}

static unsigned char *bucket_of(const proof_table_t *table, uint64_t hash) {
    size_t bucket = (size_t)((hash >> 16) % table->buckets);
    return table->entries + bucket * WAYS * table->entry_bytes;
}

static uint8_t salt_of(const win_query_t *question) {
    return (uint8_t)(question->attacker + 2 * question->kind);
}

static bool holds(const proof_table_t *table, const unsigned char *at,
                  const win_query_t *question, uint64_t hash) {
    entry_t entry;
    memcpy(&entry, at, sizeof entry);
    return entry.work && entry.tag == (uint32_t)hash && entry.salt == salt_of(question) &&
           memcmp(at + sizeof entry, &question->state,
                  (size_t)table->game->state_bytes) == 0;
}

bool proof_table_find(const proof_table_t *table, const win_query_t *question,
                      uint64_t hash, proof_numbers_t *proof) {
    const unsigned char *at = bucket_of(table, hash);
    for (int i = 0; i < WAYS; i++, at += table->entry_bytes)
        if (holds(table, at, question, hash)) {
            entry_t entry;
            memcpy(&entry, at, sizeof entry);
            *proof = (proof_numbers_t){entry.yes, entry.no, entry.length};
            return true;
        }
    return false;
}

static uint8_t work_at(const unsigned char *at) {
    return at[offsetof(entry_t, work)];
}

/* The entry of the question, else a free one, else the one with the least work. */
static unsigned char *place_for(const proof_table_t *table, const win_query_t *question,
                                uint64_t hash) {
    unsigned char *at = bucket_of(table, hash), *place = at;
    for (int i = 0; i < WAYS; i++, at += table->entry_bytes) {
        if (holds(table, at, question, hash))
            return at;
        if (work_at(at) < work_at(place))
            place = at;
    }
    return place;
}

static uint8_t logarithm(uint64_t work) {
    uint8_t bits = 1;
    for (; work > 1; work >>= 1)
        bits++;
    return bits;
}

void proof_table_put(proof_table_t *table, const win_query_t *question, uint64_t hash,
                     proof_numbers_t proof, uint64_t work) {
    unsigned char *at = place_for(table, question, hash);
    entry_t entry = {.yes = proof.yes,
                     .no = proof.no,
                     .tag = (uint32_t)hash,
                     .length = proof.length,
                     .work = logarithm(work),
                     .salt = salt_of(question)};
    if (!work_at(at))
        table->used++;
    else if (holds(table, at, question, hash) && work_at(at) > entry.work)
        entry.work = work_at(at);
    memcpy(at, &entry, sizeof entry);
    memcpy(at + sizeof entry, &question->state, (size_t)table->game->state_bytes);
}
