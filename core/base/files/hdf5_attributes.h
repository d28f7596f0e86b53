/* hdf5_attributes.h - attributes of one value, of whatever the HDF5 library writes.
 * Use: write_ok = hdf5_write_text(file, "game", "NAME") && hdf5_write_number(...);
 *      char *text = hdf5_read_text(file, "config");   free(text);
 * Owns: nothing; handles are the caller's.
 * Threads: the library is not safe for threads: one call at a time in the whole program,
 *      on whatever file.
 * Errors: false, NULL or a negative handle; an attribute of another shape or type is as
 *      one that is not there.
 */
#ifndef CORE_HDF5_ATTRIBUTES_H
#define CORE_HDF5_ATTRIBUTES_H

#include <hdf5.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What the library would print is said by us, and it does not tidy up at exit, where it
 * would come upon files that it could not close: to be called before a file is opened. */
void hdf5_be_silent(void);

/* Whether the file that an object is in is at least so many bytes long: what a file says
 * of itself is believed, and memory asked for it, no further. */
bool hdf5_fits_file(hid_t object, uint64_t bytes);

/* The type of texts of at most `bytes` bytes, or H5T_VARIABLE, UTF-8; H5Tclose releases
 * it. */
hid_t hdf5_text_type(size_t bytes);

/* A text of variable length, which h5py gives as str; those of fixed length are bytes. */
bool hdf5_write_text(hid_t where, const char *name, const char *text);
bool hdf5_write_number(hid_t where, const char *name, uint64_t number);

/* A text attribute, of fixed length (as versions before this one wrote it) or of
 * variable, for the caller to free, or NULL. */
char *hdf5_read_text(hid_t where, const char *name);
/* The same into a buffer, cut where it is too long; "unknown" where there is none. False
 * where the library fails. */
bool hdf5_read_text_into(hid_t where, const char *name, char *buffer, size_t size);
bool hdf5_read_number(hid_t where, const char *name, uint64_t *number);
/* Of a group or dataset below `where`, which need not be open. */
bool hdf5_read_number_of(hid_t where, const char *object, const char *name,
                         uint64_t *number);

/* Properties by which groups or datasets are made (H5P_GROUP_CREATE, H5P_DATASET_CREATE)
 * that hold no time; H5Pclose releases them. */
hid_t hdf5_untimed(hid_t class);

/* Makes a dataset of `rank` dimensions and writes all of it; type: in the file, memory:
 * of the values. */
bool hdf5_write_dataset(hid_t where, const char *name, hid_t type, hid_t memory, int rank,
                        const hsize_t *dimensions, const void *values);

#endif
