#define _XOPEN_SOURCE 700 /* nftw */
#include "tests/fuzz/fuzz_files.h"

#include "core/base/error.h"
#include "core/base/files/publish.h"

#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAMES = 16, PATH = 512 };

static char folder[PATH];

static int remove_one(const char *path, const struct stat *facts, int kind,
                      struct FTW *place) {
    (void)facts;
    (void)kind;
    (void)place;
    return remove(path);
}

static void remove_folder(void) {
    nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

const char *fuzz_folder(void) {
    if (!*folder) {
        const char *base = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
        snprintf(folder, sizeof folder, "%s/fulcrum-fuzz-XXXXXX", base);
        REQUIRE(mkdtemp(folder));
        atexit(remove_folder);
    }
    return folder;
}

const char *fuzz_path(const char *name) {
    static char paths[NAMES][PATH];
    const char *slash = strrchr(name, '/');
    failure_t error;
    size_t length = strlen(fuzz_folder()) + 1;
    for (int i = 0;; i++) {
        REQUIRE(i < NAMES);
        if (*paths[i] && strcmp(paths[i] + length, name) != 0)
            continue;
        if (!*paths[i]) {
            int below = slash ? (int)(slash - name) : 0;
            REQUIRE(snprintf(paths[i], PATH, "%.64s/%.*s", folder, below, name) < PATH);
            REQUIRE(publish_folder(paths[i], &error));
            REQUIRE(snprintf(paths[i], PATH, "%.64s/%s", folder, name) < PATH);
        }
        return paths[i];
    }
}

const char *fuzz_file(const char *name, const void *bytes, size_t size) {
    const char *path = fuzz_path(name);
    int file = open(path, O_RDWR | O_CREAT, 0600);
    REQUIRE(file >= 0 && pwrite(file, bytes, size, 0) == (ssize_t)size);
    REQUIRE(ftruncate(file, (off_t)size) == 0 && close(file) == 0);
    return path;
}

unsigned char *fuzz_read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    REQUIRE(file && fseek(file, 0, SEEK_END) == 0);
    *size = (size_t)ftell(file);
    REQUIRE(fseek(file, 0, SEEK_SET) == 0);
    unsigned char *bytes = memory_new(*size, 1);
    REQUIRE(fread(bytes, 1, *size, file) == *size && fclose(file) == 0);
    return bytes;
}
