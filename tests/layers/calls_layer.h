/* calls_layer.h - the C library's calls by which a program changes files, each led to one
 * of the functions that a layer defines. Of the tests alone.
 * Use: a library to be preloaded is made of calls_layer.c, which has open, write, rename
 *      and the like by all their names, and of one NAME_layer.c, which says what each of
 *      them does. A layer makes a call itself by syscall, which is led to nobody.
 * Threads: any number; a layer keeps a lock of its own.
 * Errors: as of the calls, in errno. */
#ifndef FULCRUM_CALLS_LAYER_H
#define FULCRUM_CALLS_LAYER_H

#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

/* --- What calls_layer.c has --------------------------------------------------------- */

/* A call that changes names: paths are as they were given. */
typedef struct layer_name {
    const char *call; /* rename, exchange, link, unlink, rmdir, mkdir, symlink */
    int folder, to_folder;
    const char *path, *to; /* to: NULL but of rename, exchange and link */
    const char *text;      /* of a symbolic link: what it says; otherwise NULL */
    long number, words[5]; /* of the system's call */
} layer_name_t;

/* The folder that environment variable VARIABLE names is the one looked at. */
void layer_begin(const char *variable);

/* A file to which all processes append lines, or -1. */
int layer_open_log(const char *variable);

bool layer_is_below(const char *path); /* the folder, or in it */

/* The absolute path of a name that need not be there, or "" and false. */
bool layer_absolute(int folder, const char *name, char path[PATH_MAX]);

bool layer_path_of(int file, char path[PATH_MAX]); /* "" and false: it has none */

/* --- What a layer defines ----------------------------------------------------------- */

int layer_open(int folder, const char *name, int flags, mode_t mode);
ssize_t layer_write(int file, const void *bytes, size_t size,
                    off_t offset);        /* offset -1: where the file is */
int layer_cut(int file, off_t size);      /* ftruncate */
int layer_sync(int file, bool only_data); /* fsync, fdatasync */
int layer_change_name(const layer_name_t *call);

#endif
