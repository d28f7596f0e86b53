/* calls_layer.h - redirects the C library's calls by which a program changes files to
 * functions that a layer defines. For tests only.
 * Use: a preloaded library is built from calls_layer.c, which defines open, write, rename
 *      etc. under all their names, and one NAME_layer.c, which implements them. A layer
 *      makes real calls through syscall, which is not redirected.
 * Threads: any number; each layer has its own lock.
 * Errors: those of the calls, in errno. */
#ifndef FULCRUM_CALLS_LAYER_H
#define FULCRUM_CALLS_LAYER_H

#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

/* --- Defined by calls_layer.c ------------------------------------------------------- */

/* A call that changes names: paths as given by the caller. */
typedef struct layer_name {
    const char *call; /* rename, exchange, link, unlink, rmdir, mkdir, symlink */
    int folder, to_folder;
    const char *path, *to; /* to: of rename, exchange and link; else NULL */
    const char *text;      /* the target of a symbolic link; else NULL */
    long number, words[5]; /* of the system call */
} layer_name_t;

/* Watches the folder named by the environment variable VARIABLE. */
void layer_begin(const char *variable);

/* A file to which all processes append lines, or -1. */
int layer_open_log(const char *variable);

bool layer_is_below(const char *path); /* the folder, or in it */

/* The absolute path of a name that need not exist, or "" and false. */
bool layer_absolute(int folder, const char *name, char path[PATH_MAX]);

bool layer_path_of(int file, char path[PATH_MAX]); /* "" and false: it has none */

/* --- Defined by a layer ------------------------------------------------------------- */

int layer_open(int folder, const char *name, int flags, mode_t mode);
ssize_t layer_write(int file, const void *bytes, size_t size,
                    off_t offset);        /* offset -1: the file's position */
int layer_cut(int file, off_t size);      /* ftruncate */
int layer_sync(int file, bool only_data); /* fsync, fdatasync */
int layer_change_name(const layer_name_t *call);

#endif
