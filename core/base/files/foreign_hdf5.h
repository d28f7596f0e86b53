/* foreign_hdf5.h - reading HDF5 files that others may have written: weights, exported
 * data.
 * Use: foreign_hdf5_t *file = foreign_hdf5_open("net.h5", &error);
 *      foreign_hdf5_number(file, "channels", &number) ...
 *      foreign_hdf5_read(file, &array) ...
 *      right = foreign_hdf5_close(file, &error) && right;
 * The HDF5 library trusts the tables of a file: a damaged or crafted one makes it read
 * and write out of bounds, loop, or ask for any amount of memory. So it sees such a file
 * in a child process alone, with limits on memory and processor time, which answers
 * questions; what it answers is checked for its size, and its values are for the caller
 * to check.
 * Owns: the child ends with close.
 * Threads: one call at a time for one file; others may be open. Not to be opened while
 *      other threads of the process use the HDF5 library.
 * Errors: open: no file, none of HDF5, no process to be had. The questions: false where
 *      what is asked for is not there. close: the child did not live to the end; what it
 *      answered last is not what the file holds, and the message, which says so, is in
 *      place of the caller's.
 */
#ifndef CORE_FOREIGN_HDF5_H
#define CORE_FOREIGN_HDF5_H

#include "core/base/error.h"

#include <stdint.h>

typedef struct foreign_hdf5 foreign_hdf5_t;

foreign_hdf5_t *foreign_hdf5_open(const char *path, failure_t *error);
bool foreign_hdf5_close(foreign_hdf5_t *file, failure_t *error);

/* Attributes of the root, each of one value. */
bool foreign_hdf5_number(foreign_hdf5_t *file, const char *name, uint64_t *number);
/* For the caller to free; NULL where there is none, or one over a mebibyte. */
char *foreign_hdf5_text(foreign_hdf5_t *file, const char *name);
/* As hdf5_read_text_into: "unknown" where there is none. */
void foreign_hdf5_text_into(foreign_hdf5_t *file, const char *name, char *buffer,
                            size_t size);

/* How many links the root has; -1 where it cannot be told. */
int64_t foreign_hdf5_links(foreign_hdf5_t *file);

typedef enum { FOREIGN_F32, FOREIGN_I8, FOREIGN_I16, FOREIGN_I32 } foreign_type_t;

enum { FOREIGN_NAME = 96, FOREIGN_RANK = 4 };

/* A dataset of the root as it has to be, little-endian in the file, and room for it. */
typedef struct foreign_array {
    const char *name;
    foreign_type_t type;
    int rank, dimensions[FOREIGN_RANK];
    void *values; /* as many as the dimensions say */
} foreign_array_t;

typedef enum {
    FOREIGN_READ,
    FOREIGN_MISSING,
    FOREIGN_UNLIKE, /* of another type or shape */
    FOREIGN_UNREADABLE
} foreign_answer_t;

foreign_answer_t foreign_hdf5_read(foreign_hdf5_t *file, const foreign_array_t *array);

/* For fuzz targets, which look for what happens within: no child from now on. */
void foreign_hdf5_stay(void);

#endif
