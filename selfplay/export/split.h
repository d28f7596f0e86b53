/* split.h - which games are kept for validation.
 * Use: if (split_is_validation(&record, row, 0.05)) ...
 * What decides is the game as it was played: a hash of its actions, the least one of
 * those of its mirror images. So a game falls on the same side whatever else is exported,
 * again and again; and so does the same game, or its mirror image, that was played twice,
 * in whatever run: no learner is judged by games that it has trained on.
 * Positions that different games share (their first ones) may stand on both sides.
 * Threads: pure.   Errors: none.
 */
#ifndef SELFPLAY_SPLIT_H
#define SELFPLAY_SPLIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct record record_t; /* selfplay/store/record.h */

/* The same for a game and its mirror images. */
uint64_t split_hash(const record_t *record, size_t game_row);

/* share: of the games, from 0 to 1, that are for validation. */
bool split_is_validation(const record_t *record, size_t game_row, double share);

#endif
