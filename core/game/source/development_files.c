#define _GNU_SOURCE /* dladdr */
#include "core/game/source/development_files.h"

#include "core/base/build_info.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* From the folder of the program, and of libfulcrum.so, to an installation's; the build
 * sets them. */
#ifndef PROGRAM_TO_HEADERS
#define PROGRAM_TO_HEADERS "../include"
#define PROGRAM_TO_LIBRARY "../lib"
#define LIBRARY_TO_HEADERS "../include"
#endif

/* The folder of the object that contains this code; it is not the program if its name is
 * one of a shared library. */
static bool find_own_folder(char folder[FILE_PATH], failure_t *error) {
    static const char here;
    Dl_info info;
    bool is_library = dladdr(&here, &info) != 0 && info.dli_fname &&
                      strstr(info.dli_fname, ".so") != NULL;
    char *path = realpath(is_library ? info.dli_fname : "/proc/self/exe", NULL);
    if (!path)
        return error_set_system(error, "/proc/self/exe", "cannot be read");
    *strrchr(path, '/') = 0;
    bool ok = file_path(folder, error, "%s", path);
    free(path);
    return ok;
}

/* Paths as compilers print them, without links and "..". */
static bool make_real(development_files_t *files, failure_t *error) {
    char *const paths[] = {files->headers[0], files->headers[1], files->core};
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof paths / sizeof paths[0]; i++) {
        char *real = realpath(paths[i], NULL);
        ok = real ? file_path(paths[i], error, "%s", real)
                  : error_set_system(error, paths[i], "cannot be read");
        free(real);
    }
    for (int names = 2; ok && names > 0; names--) /* core/game/game.h */
        *strrchr(files->core, '/') = 0;
    return ok;
}

bool development_files_find(development_files_t *files, failure_t *error) {
    static const char *const places[][2] = {{PROGRAM_TO_HEADERS, PROGRAM_TO_LIBRARY},
                                            {LIBRARY_TO_HEADERS, "."},
                                            {"include", "."}}; /* the build tree's */
    char own[FILE_PATH];
    if (!find_own_folder(own, error))
        return false;
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        if (!file_path(files->headers[0], error, "%s/%s/fulcrum", own, places[i][0]) ||
            !file_path(files->headers[1], error, "%s/%s", own, places[i][0]) ||
            !file_path(files->library, error, "%s/%s/libfulcrum_game.a", own,
                       places[i][1]) ||
            !file_path(files->page, error, "%s/%s/fulcrum_page.o", own, places[i][1]) ||
            !file_path(files->core, error, "%s/core/game/game.h", files->headers[0]))
            return false;
        if (access(files->core, R_OK) == 0 && access(files->library, R_OK) == 0)
            return make_real(files, error);
    }
    return error_set(error,
                     "the headers of fulcrum, with which games are compiled, are not in "
                     "%s/" PROGRAM_TO_HEADERS "/fulcrum: install it by cmake --install",
                     own);
}

static void hash_folder(const char *folder, sha256_t *sum) {
    enum { MOST_HEADER = 1 << 20 };
    file_names_t names = {0};
    char path[FILE_PATH];
    size_t size;
    if (!file_names_list(&names, folder))
        return;
    for (size_t i = 0; i < names.count; i++) {
        if (!file_path(path, NULL, "%s/%s", folder, names.of[i]))
            continue;
        sha256_add(sum, names.of[i], strlen(names.of[i]) + 1);
        if (file_is_folder(path)) {
            hash_folder(path, sum);
            continue;
        }
        unsigned char *bytes = file_read_bytes(path, MOST_HEADER, &size, NULL);
        sha256_add(sum, bytes, bytes ? size : 0);
        free(bytes);
    }
    file_names_clear(&names);
}

void development_files_hash(const development_files_t *files, sha256_t *sum) {
    const char *const built[] = {files->library, files->page};
    hash_folder(files->headers[0], sum);
    for (size_t i = 0; i < sizeof built / sizeof built[0]; i++) {
        struct stat status = {0};
        (void)stat(built[i], &status);
        const int64_t file[] = {status.st_size, status.st_mtim.tv_sec,
                                status.st_mtim.tv_nsec};
        sha256_add(sum, file, sizeof file);
    }
    sha256_add(sum, build_program, strlen(build_program));
}
