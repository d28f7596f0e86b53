/* Runs a target without a fuzzer over the files of the folders on its command line, in
 * order of their names, and over reproducible mutants of each. Exit status: 0 if all
 * passed, 2 if there are no files. */
#include "tests/fuzz/fuzz.h"

#include "core/base/error.h"
#include "core/base/pcg.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MUTANTS = 20 }; /* per file, at full effort (FULCRUM_TEST_EFFORT, in %) */

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

/* --- Files -------------------------------------------------------------------------- */

/* Runs one file, in memory of exactly its size. */
static void replay_file(const char *path, uint64_t number) {
    FILE *file = fopen(path, "rb");
    REQUIRE(file && fseek(file, 0, SEEK_END) == 0);
    long size = ftell(file);
    REQUIRE(size >= 0 && fseek(file, 0, SEEK_SET) == 0);
    uint8_t *bytes = memory_new((size_t)size, 1);
    REQUIRE(fread(bytes, 1, (size_t)size, file) == (size_t)size);
    fclose(file);
    LLVMFuzzerTestOneInput(bytes, (size_t)size);
    pcg32_t rng = pcg32_for(1, number, 0, PCG_FOR_TEST);
    for (int i = 0; i < num_mutants() && size > 0; i++) {
        fprintf(stderr, "%s, mutant %d\n", path, i);
        try_mutant(bytes, (size_t)size, &rng);
    }
    free(bytes);
}

static int replay_folder(const char *folder) {
    struct dirent **entries;
    int count = scandir(folder, &entries, NULL, alphasort), replayed = 0;
    for (int i = 0; i < count; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        if (entries[i]->d_name[0] != '.') {
            fprintf(stderr, "%s\n", path); /* the last is the one that failed */
            replay_file(path, (uint64_t)i);
            replayed++;
        }
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    return replayed;
}

int main(int argc, char **argv) {
    int replayed = 0;
    for (int i = 1; i < argc; i++)
        replayed += replay_folder(argv[i]);
    printf("%d inputs\n", replayed);
    return replayed > 0 ? 0 : 2;
}
