/* resignation.h - resignation of games that are lost according to the search.
 * Use: if (!outcome.over && resignation_is_due(&learning, &record, first, actions) &&
 *          !resignation_is_played_out(&learning, run_seed, game))
 *          outcome = resignation_outcome(&record, last);
 * A player resigns after their own action when at each of their last `resigning_actions`
 * actions (learning.h) the search expected less than `resigns_below` for them; the other
 * player wins. A share of the games, selected by number, is played out regardless, to
 * measure how often a player who would have resigned does not lose. All of this depends
 * only on recorded values.
 * Source: Silver et al., Mastering the Game of Go without Human Knowledge, 2017 (a share
 *      that is played out); KataGo's analysis and GTP settings (several in a row).
 */
#ifndef SELFPLAY_RESIGNATION_H
#define SELFPLAY_RESIGNATION_H

#include "core/game/game.h"
#include "selfplay/config/learning.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct record record_t; /* selfplay/store/record.h */

/* Whether players may resign at all. */
static inline bool resignation_is_on(const learning_t *learning) {
    return learning->resigns_below > 0;
}

/* Whether a game is selected to be played out. */
bool resignation_is_played_out(const learning_t *learning, uint64_t run_seed,
                               uint64_t game);

/* Whether the player of the last of `count` actions from a row of positions on would
 * resign. */
bool resignation_is_due(const learning_t *learning, const record_t *record, size_t first,
                        size_t count);

/* The outcome of a game that ends by resignation; last: row of its last position. */
outcome_t resignation_outcome(const record_t *record, size_t last);

/* Complete turns of a game that ends by resignation, the turn of resignation included. */
uint32_t resignation_turns(const game_t *game, const state_t *state,
                           const record_t *record, size_t last, uint32_t turns);

/* Whether the game in a row of the record counts in statistics of when and how games end:
 * lengths, draws, cut-offs. If players may resign, only the games selected to be played
 * out do: a game that ended without a resignation was undecided for long, and is more
 * often a draw or cut off than others. */
bool resignation_end_counts(const learning_t *learning, uint64_t run_seed,
                            const record_t *record, size_t row);

/* Games played out although a player would have resigned, by that player's result. */
typedef struct resignations {
    uint64_t lost, drawn, won;
} resignations_t;

/* Adds the game in a row of the record. */
void resignations_add(resignations_t *counts, const learning_t *learning,
                      uint64_t run_seed, const record_t *record, size_t row);

#endif
