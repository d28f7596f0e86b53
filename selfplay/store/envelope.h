/* envelope.h - the first 512 bytes of a file of games: a line of text with the length of
 * the file and the CRC-32 of the remaining bytes, in what HDF5 calls its user block.
 * Use: envelope_write(image, size);                 before a file is published
 *      envelope_file(path, &size, &error)           the same for a file on the disk
 *      envelope_check(path, quick, &damaged, &error)  before the HDF5 library sees it
 * A flipped bit in its tables can make the library read out of bounds, so it is never
 * given a damaged file.
 */
#ifndef SELFPLAY_ENVELOPE_H
#define SELFPLAY_ENVELOPE_H

#include "core/base/error.h"

#include <stdint.h>

enum { ENVELOPE_BYTES = 512 };
#define ENVELOPE_START "fulcrum games, sealed: " /* first bytes of such a file */

/* Fills in the first ENVELOPE_BYTES of a file of `size` bytes in memory. */
void envelope_write(unsigned char *image, size_t size);

/* Reads a file whose first ENVELOPE_BYTES are reserved, and fills them in; *size: its
 * bytes. Does not sync. */
bool envelope_file(const char *path, uint64_t *size, failure_t *error);

/* *damaged: on failure, whether the file is damaged, as opposed to a system error or a
 * wrong path. quick: for a file whose HDF5 tables have checksums (those made by merge;
 * superblock version 2 and later) only the line and the length are checked, to read a
 * part of a file larger than memory. */
bool envelope_check(const char *path, bool quick, bool *damaged, failure_t *error);

/* Whether any of what marks a file of games is left: else the path was a wrong one. */
bool envelope_is_likely(const char *path);

#endif
