/* export_read_back.h - whether a file of training data that was just written and closed
 * holds what was written.
 * Use: export_about_sum(file, &about)                      before it is closed
 *      crc = export_rows_sum(dataset, rows, at_once, &sum)    after it was opened again
 * The rows of the large datasets have a checksum of their own each, made as they were
 * written; what else the file says (attributes, small datasets, names) has one together.
 * Threads: as hdf5_attributes.h.   Errors: false: something cannot be read.
 */
#ifndef SELFPLAY_EXPORT_READ_BACK_H
#define SELFPLAY_EXPORT_READ_BACK_H

#include <hdf5.h>
#include <stdbool.h>
#include <stdint.h>

/* CRC-32 of all below an object but the values of chunked datasets. */
bool export_about_sum(hid_t object, uint32_t *sum);

/* CRC-32 of the values of a dataset that has `rows` rows, of the type that it is stored
 * in, read `at_once` rows at a time. */
bool export_rows_sum(hid_t dataset, uint64_t rows, uint64_t at_once, uint32_t *sum);

#endif
