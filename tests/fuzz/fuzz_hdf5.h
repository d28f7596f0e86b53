/* fuzz_hdf5.h - valid HDF5 files whose contents may be wrong: the library trusts its own
 * tables, so these are never corrupted.
 * Use: fuzz_edit_hdf5(path, &input, names, count);      names: of the datasets
 * The rest of the input is edits, each a letter and its operands:
 *   n  NAME=NUMBER newline: a numeric attribute
 *   a  NAME=TEXT newline: a text attribute
 *   x  NAME=COUNT newline: an attribute of COUNT numbers
 *   f  NAME=TEXT newline: a text attribute of fixed length
 *   s  dataset, rows, columns (a byte each): another shape, of signed bytes, all 0
 *   r  dataset, type, rank (a byte each), rows (four bytes), columns, chunk (two bytes
 *      each): another shape and type; a chunk of 0 rows: contiguous
 *   v  dataset, place (four bytes), value (eight bytes): the bytes of one value
 *   d  dataset: deletes it
 *   l  dataset, dataset: makes the first a link to the second
 *   g  NAME newline: a group
 * NAME@DATASET is an attribute of a dataset.   Errors: impossible edits are
 * skipped.
 */
#ifndef TESTS_FUZZ_HDF5_H
#define TESTS_FUZZ_HDF5_H

#include "tests/fuzz/fuzz.h"

void fuzz_edit_hdf5(const char *path, fuzz_input_t *input, const char *const *names,
                    int count);

/* The next `bytes` bytes as a big-endian number. */
uint64_t fuzz_take_number(fuzz_input_t *input, int bytes);

#endif
