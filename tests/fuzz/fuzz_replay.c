/* A target without a fuzzer: runs it over the files of the folders that it is called
 * with, in order of their names. Exit 0 when all went through, 2 without a file. */
#include "tests/fuzz/fuzz.h"

#include "core/base/error.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

/* One file, in memory of exactly its size. */
static void replay_file(const char *path) {
    FILE *file = fopen(path, "rb");
    REQUIRE(file && fseek(file, 0, SEEK_END) == 0);
    long size = ftell(file);
    REQUIRE(size >= 0 && fseek(file, 0, SEEK_SET) == 0);
    uint8_t *bytes = memory_new((size_t)size, 1);
    REQUIRE(fread(bytes, 1, (size_t)size, file) == (size_t)size);
    fclose(file);
    LLVMFuzzerTestOneInput(bytes, (size_t)size);
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
            replay_file(path);
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
