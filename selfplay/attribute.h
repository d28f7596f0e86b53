/* attribute.h - attributes of HDF5 files, groups and datasets: texts and numbers.
 * Use: attribute_write_text(file, "format", text) && attribute_write_game(file, game)
 * A text is of fixed length, UTF-8; a number is u64.
 * Threads: the library is not safe for threads.   Errors: false, when HDF5 says no.
 */
#ifndef SELFPLAY_ATTRIBUTE_H
#define SELFPLAY_ATTRIBUTE_H

#include "core/game.h"

#include <hdf5.h>

bool attribute_write_text(hid_t where, const char *name, const char *text);
bool attribute_write_number(hid_t where, const char *name, uint64_t number);

/* What every file says of its game: game, rules_version, variant, num_actions, cells,
 * sides ("FIRST|SECOND"), reasons ("goes on|win|..."). */
bool attribute_write_game(hid_t where, const game_t *game);

/* The type of texts of at most `bytes` bytes; H5Tclose releases it. */
hid_t attribute_text_type(size_t bytes);

#endif
