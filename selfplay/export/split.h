/* split.h - selects the validation games.
 * Use: if (split_is_validation(&record, row, 0.05)) ...
 * The split depends only on a hash of the game's actions, the minimum over its mirror
 * images. A game therefore always falls on the same side, whatever else is exported; so
 * do its repetitions and mirror images, in any run: no learner is evaluated on games it
 * was trained on. Positions shared by different games (early ones) may be on both sides.
 */
#ifndef SELFPLAY_SPLIT_H
#define SELFPLAY_SPLIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct record record_t; /* selfplay/store/record.h */

/* The same for a game and its mirror images. */
uint64_t split_hash(const record_t *record, size_t game_row);

/* share: of games for validation, from 0 to 1. */
bool split_is_validation(const record_t *record, size_t game_row, double share);

#endif
