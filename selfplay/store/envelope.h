/* envelope.h - the first 512 bytes of a file of games: a line of text that says how long
 * the file is, and the CRC-32 of all that follows.
 * Use: envelope_write(image, size);                 before a file is published
 *      envelope_file(path, &size, &error)           the same for a file on the disk
 *      envelope_check(path, quick, &damaged, &error)  before the HDF5 library sees it
 * HDF5 leaves these bytes (its "user block") to the program that makes a file. The
 * library trusts what it reads: a bit flipped in its own tables can make it read out of
 * bounds, so a damaged file is kept from it.
 * Threads: pure, but for the file.
 * Errors: cannot be opened or read; not a file of games; cut off; changed.
 */
#ifndef SELFPLAY_ENVELOPE_H
#define SELFPLAY_ENVELOPE_H

#include "core/base/error.h"

#include <stdint.h>

enum { ENVELOPE_BYTES = 512 };
#define ENVELOPE_START "fulcrum games, sealed: " /* how such a file begins */

/* Fills in the first ENVELOPE_BYTES of a file that is `size` bytes long in memory. */
void envelope_write(unsigned char *image, size_t size);

/* Reads a file whose first ENVELOPE_BYTES are left free and fills them in; *size: its
 * bytes. Nothing is synced. */
bool envelope_file(const char *path, uint64_t *size, failure_t *error);

/* *damaged: on failure, whether the file is at fault and not the system or the call.
 * quick: a file whose HDF5 tables have checksums of their own (those that merge makes;
 * superblock version 2 and later) is not read to its end: its line and its length have to
 * be right. For looking at a part of a file that is larger than memory. */
bool envelope_check(const char *path, bool quick, bool *damaged, failure_t *error);

/* Whether a file begins as HDF5 writes one that has no envelope. */
bool envelope_is_missing(const char *path);

#endif
