/* foreign_hdf5.h - reads untrusted HDF5 files: weights, exported data.
 * Use: foreign_hdf5_t *file = foreign_hdf5_open("net.h5", &error);
 *      foreign_hdf5_number(file, "channels", &number) ...
 *      foreign_hdf5_read(file, &array) ...
 *      ok = foreign_hdf5_close(file, &error) && ok;
 * The HDF5 library trusts the tables of a file: a damaged or crafted one makes it read
 * and write out of bounds, loop, or allocate without bound. Therefore only a child
 * process with limits on memory and CPU time opens such a file. It answers requests; the
 * size of each answer is checked here, its values must be checked by the caller.
 * Owns: the child, which close ends.
 * Threads: one call at a time per file; several files may be open. Do not open one while
 *      other threads of the process use the HDF5 library.
 * Errors: open: no such file, not an HDF5 file, no process could be started. Requests:
 *      false if the item does not exist, or its data lie in another file (hdf5_open.h).
 *      close: the child died early, or the system could not read the file, and an answer
 *      is not what the file holds; this message replaces the caller's.
 */
#ifndef CORE_FOREIGN_HDF5_H
#define CORE_FOREIGN_HDF5_H

#include "core/base/error.h"

#include <stdint.h>

typedef struct foreign_hdf5 foreign_hdf5_t;

foreign_hdf5_t *foreign_hdf5_open(const char *path, failure_t *error);
bool foreign_hdf5_close(foreign_hdf5_t *file, failure_t *error);

/* Attributes of the root group, each with one value. */
bool foreign_hdf5_number(foreign_hdf5_t *file, const char *name, uint64_t *number);
/* The caller frees it; NULL if there is none, or if it is larger than 1 MiB. */
char *foreign_hdf5_text(foreign_hdf5_t *file, const char *name);
/* As hdf5_read_text_into: "unknown" if there is none. */
void foreign_hdf5_text_into(foreign_hdf5_t *file, const char *name, char *buffer,
                            size_t size);

/* Number of links of the root group; -1 on failure. */
int64_t foreign_hdf5_links(foreign_hdf5_t *file);

typedef enum { FOREIGN_F32, FOREIGN_I8, FOREIGN_I16, FOREIGN_I32 } foreign_type_t;

enum { FOREIGN_NAME = 96, FOREIGN_RANK = 4 };

/* The required shape of a dataset of the root group, little-endian in the file, and a
 * buffer for its values. */
typedef struct foreign_array {
    const char *name;
    foreign_type_t type;
    int rank, dimensions[FOREIGN_RANK];
    void *values; /* room for all values */
} foreign_array_t;

typedef enum {
    FOREIGN_READ,
    FOREIGN_MISSING,
    FOREIGN_UNLIKE, /* wrong type or shape */
    FOREIGN_UNREADABLE
} foreign_answer_t;

foreign_answer_t foreign_hdf5_read(foreign_hdf5_t *file, const foreign_array_t *array);

/* For fuzz targets, which test the reading itself: read without a child from now on. */
void foreign_hdf5_stay(void);

#endif
