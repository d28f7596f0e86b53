/* resignation.h - games given up when they are lost by all that the search says.
 * Use: if (!outcome.over && resignation_is_due(&learning, &record, first, actions) &&
 *          !resignation_is_played_out(&learning, run_seed, game))
 *          outcome = resignation_outcome(&record, last);
 * A player resigns after their own action when at each of their last
 * `resigning_actions` actions (learning.h), this one included, the search expected less
 * than `resigns_below` for them. A game that has ended by its rules has no
 * resignation. The other player is credited with a win. A share of the games, drawn by
 * their numbers, is played out all the same, to measure how often a player who would
 * have resigned does not lose. All of it depends on the recorded values, so that
 * games go on, and are checked, from these.
 * Owns: nothing.   Threads: pure.   Errors: none.
 * Source: Silver et al., Mastering the Game of Go without Human Knowledge, 2017 (a share
 *      that is played out); KataGo's analysis and GTP settings (several in a row).
 */
#ifndef SELFPLAY_RESIGNATION_H
#define SELFPLAY_RESIGNATION_H

#include "core/game/game.h"
#include "selfplay/play/learning.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct record record_t; /* selfplay/store/record.h */

/* Whether games may be given up at all. */
static inline bool resignation_is_on(const learning_t *learning) {
    return learning->resigns_below > 0;
}

/* Whether a game is played to its end whatever is expected. */
bool resignation_is_played_out(const learning_t *learning, uint64_t run_seed,
                               uint64_t game);

/* Whether who made the last of `count` actions from a row of positions on would resign.
 */
bool resignation_is_due(const learning_t *learning, const record_t *record, size_t first,
                        size_t count);

/* The end of a game by resignation, whose last position is in a row. */
outcome_t resignation_outcome(const record_t *record, size_t last);

/* Whole turns where that is how it ends: the turn in which somebody resigned is one. */
uint32_t resignation_turns(const game_t *game, const state_t *state,
                           const record_t *record, size_t last, uint32_t turns);

/* Whether the game in a row of the record counts in what depends on when and how games
 * end: their lengths, draws, cut-offs. Where games may be given up, those do that are
 * played out by lot, and no others: a game that came to its end since nobody resigned is
 * one that was open for long, a draw or cut off more often than most. */
bool resignation_end_counts(const learning_t *learning, uint64_t run_seed,
                            const record_t *record, size_t row);

/* Games that were played out though somebody would have resigned, by what it came to for
 * who would have. */
typedef struct resignations {
    uint64_t lost, drawn, won;
} resignations_t;

/* Adds the game in a row of the record. */
void resignations_add(resignations_t *counts, const learning_t *learning,
                      uint64_t run_seed, const record_t *record, size_t row);

#endif
