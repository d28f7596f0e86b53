/* seal.h - the first 512 bytes of a file of games: a line of text that says how long the
 * file is, and the CRC-32 of all that follows.
 * Use: seal_write(image, size);                 before a file is published
 *      seal_check(path, &error)                 before the HDF5 library sees it
 * HDF5 leaves these bytes (its "user block") to the program that makes a file. The
 * library trusts what it reads: a bit flipped in its own tables can make it read out of
 * bounds, so a damaged file is kept from it.
 * Threads: pure, but for the file.
 * Errors: cannot be opened or read; not a file of games; cut off; changed.
 */
#ifndef SELFPLAY_SEAL_H
#define SELFPLAY_SEAL_H

#include "core/error.h"

enum { SEAL_BYTES = 512 };

/* Fills in the first SEAL_BYTES of a file that is `size` bytes long in memory. */
void seal_write(unsigned char *image, size_t size);

bool seal_check(const char *path, failure_t *error);

#endif
