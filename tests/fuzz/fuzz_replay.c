/* Runs a target without a fuzzer over the inputs of the files on its command line
 * (tests/tools/fuzz_corpus.py), and over reproducible mutants of each. Exit status: 0 if
 * all passed, 2 if there are none. */
#include "tests/fuzz/fuzz.h"

#include "core/base/error.h"
#include "core/base/pcg.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MUTANTS = 20 }; /* per input, at full effort (FULCRUM_TEST_EFFORT, in %) */

static int num_mutants(void) {
    const char *effort = getenv("FULCRUM_TEST_EFFORT");
    return effort ? (MUTANTS * atoi(effort) + 99) / 100 : MUTANTS;
}

/* --- Mutants ------------------------------------------------------------------------ */

/* Replaces `removed` bytes at a place by `added` others. */
typedef struct change {
    size_t at, removed, added;
    const uint8_t *bytes;
} change_t;

/* Extends the place to the number or word around it. */
static void find_token(const uint8_t *data, size_t size, change_t *change) {
    size_t end = change->at;
    while (end < size && isalnum(data[end]))
        end++;
    while (change->at > 0 && isalnum(data[change->at - 1]))
        change->at--;
    change->removed = end - change->at;
}

static change_t draw_change(const uint8_t *data, size_t size, pcg32_t *rng) {
    static const char *const tokens[] = {
        "",     "0",    "-1",   "7", "1e9", "99999999999", "{}", "[]",
        "\"\"", "null", "true", "x", " ",   "0.25",        ",",  "\n"};
    static const uint8_t bytes[] = {0,   1,   127, 128,  255, '"',
                                    '0', '9', ' ', '\n', '{', ']'};
    const char *token = tokens[pcg32_below(rng, sizeof tokens / sizeof tokens[0])];
    change_t change = {.at = pcg32_below(rng, (uint32_t)size)};
    switch (pcg32_below(rng, 5)) {
    case 0: /* a byte */
        change.removed = change.added = 1;
        change.bytes = &bytes[pcg32_below(rng, sizeof bytes)];
        break;
    case 1: /* removes some bytes, or all from here on */
        change.removed = 1 + pcg32_below(rng, 8);
        if (pcg32_below(rng, 4) == 0)
            change.removed = size;
        break;
    case 2: /* repeats a part */
        change.added = 1 + pcg32_below(rng, 40);
        if (change.added > size - change.at)
            change.added = size - change.at;
        change.bytes = data + change.at;
        break;
    default: /* replaces a number or word */
        find_token(data, size, &change);
        change.added = strlen(token);
        change.bytes = (const uint8_t *)token;
        break;
    }
    if (change.removed > size - change.at)
        change.removed = size - change.at;
    return change;
}

static void try_mutant(const uint8_t *data, size_t size, pcg32_t *rng) {
    change_t change = draw_change(data, size, rng);
    size_t rest = change.at + change.removed;
    size_t length = size - change.removed + change.added;
    uint8_t *mutant = memory_new(length, 1);
    memcpy(mutant, data, change.at);
    if (change.added > 0)
        memcpy(mutant + change.at, change.bytes, change.added);
    if (rest < size)
        memcpy(mutant + change.at + change.added, data + rest, size - rest);
    LLVMFuzzerTestOneInput(mutant, length);
    free(mutant);
}

/* --- Inputs ------------------------------------------------------------------------- */

/* Decodes an input in place: \n, and \xNN for a byte. Returns its size. */
static size_t decode(char *text) {
    size_t size = 0;
    for (const char *at = text; *at; size++) {
        if (*at != '\\') {
            text[size] = *at++;
        } else if (at[1] == 'n') {
            text[size] = '\n';
            at += 2;
        } else {
            const char byte[] = {at[2], at[3], 0};
            text[size] = (char)strtol(byte, NULL, 16);
            at += 4;
        }
    }
    return size;
}

/* Runs one input, in memory of exactly its size. */
static void replay_input(const char *name, char *text, uint64_t number) {
    size_t size = decode(text);
    uint8_t *bytes = memory_new(size, 1);
    memcpy(bytes, text, size);
    fprintf(stderr, "%s\n", name); /* the last is the one that failed */
    LLVMFuzzerTestOneInput(bytes, size);
    pcg32_t rng = pcg32_for(1, number, 0, PCG_FOR_TEST);
    for (int i = 0; i < num_mutants() && size > 0; i++) {
        fprintf(stderr, "%s, mutant %d\n", name, i);
        try_mutant(bytes, size, &rng);
    }
    free(bytes);
}

static uint64_t replay_file(const char *path) {
    FILE *file = fopen(path, "r");
    REQUIRE(file);
    char *line = NULL;
    size_t capacity = 0;
    uint64_t replayed = 0;
    while (getline(&line, &capacity, file) > 0) {
        char *text = strchr(line, '\t');
        REQUIRE(text);
        *text++ = '\0';
        text[strcspn(text, "\n")] = '\0';
        replay_input(line, text, replayed++);
    }
    free(line);
    fclose(file);
    return replayed;
}

int main(int argc, char **argv) {
    uint64_t replayed = 0;
    for (int i = 1; i < argc; i++)
        replayed += replay_file(argv[i]);
    printf("%llu inputs\n", (unsigned long long)replayed);
    return replayed > 0 ? 0 : 2;
}
