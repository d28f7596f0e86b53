/* Files in envelopes. An input begins with a letter:
 *   s  place (two bytes), mask, then a file's contents after the envelope: with a valid
 *      envelope it must be accepted; truncated or with a byte changed, rejected
 *   any other: the rest is a file
 * Files that pass are not opened here: the HDF5 library trusts what it reads. */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/fuzz_files.h"

#include "selfplay/store/envelope.h"
#include "tests/support/whole_file.h"

#include <stdlib.h>

static const char *path;

/* Whether a file of these bytes passes the envelope check. */
static bool is_accepted(const unsigned char *bytes, size_t size) {
    failure_t error = {""};
    path = fuzz_file("envelope.h5", bytes, size);
    bool damaged, ok = envelope_check(path, false, &damaged, &error);
    REQUIRE(ok == !error.message[0]);
    return ok;
}

/* Bytes are accepted if and only if rewriting the envelope would not change them. */
static void check_raw(const fuzz_input_t *input) {
    size_t size = input->size;
    unsigned char *bytes = memory_new(size + 1, 1);
    whole_file_t whole;
    failure_t error = {""};
    memcpy(bytes, input->data, size);
    bool accepted = is_accepted(bytes, size), ok = size > ENVELOPE_BYTES;
    if (ok) {
        envelope_write(bytes, size);
        ok = memcmp(bytes, input->data, size) == 0;
    }
    REQUIRE(accepted == ok);
    REQUIRE(accepted || (!whole_file_read(&whole, path, &error) && error.message[0]));
    free(bytes);
}

static void check_enveloped(fuzz_input_t *input) {
    size_t place = fuzz_take_byte(input), size;
    place = place << 8 | fuzz_take_byte(input);
    uint8_t mask = fuzz_take_byte(input);
    size = ENVELOPE_BYTES + input->size + (input->size == 0);
    unsigned char *bytes = memory_new(size, 1);
    if (input->size > 0)
        memcpy(bytes + ENVELOPE_BYTES, input->data, input->size);
    envelope_write(bytes, size);
    REQUIRE(is_accepted(bytes, size));
    REQUIRE(!is_accepted(bytes, place % size));
    bytes[place % size] ^= mask;
    REQUIRE(is_accepted(bytes, size) == (mask == 0));
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_input_t input = {data, size};
    if (fuzz_take_byte(&input) == 's')
        check_enveloped(&input);
    else
        check_raw(&input);
    return 0;
}
