/* fuzz_hdf5.h - HDF5 files that are whole, with contents that may be wrong: the library
 * trusts what it reads, so bytes of its own tables stay as it writes them.
 * Use: fuzz_edit_hdf5(path, &input, names, count);      names: of the datasets
 * What is left of the input is edits, each a letter and what it needs:
 *   n  NAME=NUMBER newline: an attribute that is a number
 *   a  NAME=TEXT newline: a text
 *   x  NAME=COUNT newline: so many numbers
 *   f  NAME=TEXT newline: a text of fixed length
 *   s  dataset, rows, columns (a byte each): another shape, of signed bytes, all 0
 *   r  dataset, type, rank (a byte each), rows (four bytes), columns, chunk (two bytes
 *      each): another shape and type; a chunk of 0 rows: contiguous
 *   v  dataset, place (four bytes), value (eight bytes): bytes of one value
 *   d  dataset: it is taken out
 *   l  dataset, dataset: the first is another name of the second
 *   g  NAME newline: a group
 * An attribute of a dataset is NAME@DATASET.   Errors: none; what cannot be done is left.
 */
#ifndef TESTS_FUZZ_HDF5_H
#define TESTS_FUZZ_HDF5_H

#include "tests/fuzz/fuzz.h"

void fuzz_edit_hdf5(const char *path, fuzz_input_t *input, const char *const *names,
                    int count);

/* The next `bytes` bytes, the first one the highest. */
uint64_t fuzz_take_number(fuzz_input_t *input, int bytes);

#endif
