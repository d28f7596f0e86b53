/* game_hash.h - what identifies a game: a hash of its actions, the minimum over its
 * mirror images.
 * Use: uint64_t hash = record_game_hash(&record, row);
 * It also selects the validation games, so that a game is always on the same side,
 * whatever else is exported, as are its repetitions and images in any run: no learner is
 * evaluated on games it was trained on. Positions shared by different games (early ones)
 * may be on both sides.
 */
#ifndef SELFPLAY_GAME_HASH_H
#define SELFPLAY_GAME_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct record record_t; /* selfplay/store/record.h */

uint64_t record_game_hash(const record_t *record, size_t row);

/* share: of games for validation, from 0 to 1. */
bool record_is_validation(const record_t *record, size_t row, double share);

#endif
