/* hdf5_attributes.h - single-valued HDF5 attributes, and complete datasets.
 * Use: write_ok = hdf5_write_text(file, "game", "NAME") && hdf5_write_number(...);
 *      char *text = hdf5_read_text(file, "config");   free(text);
 * Owns: nothing; handles are the caller's.
 * Threads: the library is not thread-safe: one call at a time in the whole program, for
 *      all files together.
 * Errors: false, NULL or a negative handle; an attribute of another shape or type counts
 *      as missing.
 */
#ifndef CORE_HDF5_ATTRIBUTES_H
#define CORE_HDF5_ATTRIBUTES_H

#include <hdf5.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Turns off the library's own error messages and its cleanup at exit, where it would find
 * files that it could not close. Call before opening a file. */
void hdf5_be_silent(void);

/* From then on hdf5_be_silent also stops the library from loading shared objects, the
 * plugins with which a file says that it was compressed. For our own processes: a program
 * that uses libfulcrum may need them for its own files. */
void hdf5_load_no_plugins(void);

/* Whether the file of an object has at least `bytes` bytes. A size declared in a file is
 * trusted, and memory allocated for it, only up to the size of the file. */
bool hdf5_fits_file(hid_t object, uint64_t bytes);

/* The type of UTF-8 strings of at most `bytes` bytes, or H5T_VARIABLE; release with
 * H5Tclose. */
hid_t hdf5_text_type(size_t bytes);

/* Writes a variable-length string, which h5py returns as str (fixed-length ones are bytes
 * there). */
bool hdf5_write_text(hid_t where, const char *name, const char *text);
bool hdf5_write_number(hid_t where, const char *name, uint64_t number);

/* Returns a string attribute of fixed length (written by earlier versions) or variable
 * length, which the caller frees, or NULL. */
char *hdf5_read_text(hid_t where, const char *name);
/* The same into a buffer, truncated if too long; "unknown" if there is none. False if the
 * library fails. */
bool hdf5_read_text_into(hid_t where, const char *name, char *buffer, size_t size);
bool hdf5_read_number(hid_t where, const char *name, uint64_t *number);

/* Creation properties for groups or datasets (H5P_GROUP_CREATE, H5P_DATASET_CREATE)
 * without timestamps; release with H5Pclose. */
hid_t hdf5_untimed(hid_t class);

/* Creates a dataset of `rank` dimensions and writes all of it. type: in the file; memory:
 * of the values. */
bool hdf5_write_dataset(hid_t where, const char *name, hid_t type, hid_t memory, int rank,
                        const hsize_t *dimensions, const void *values);

#endif
