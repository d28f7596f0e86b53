/* game_result.h - what statistics need of a recorded game, decoded.
 * Use: game_result_t game = game_result_of(&record, row);
 *      points += game_result_points(&game);                    of player 1
 *      points += game_result_points_of_agent(&game);           of agent 0, in a match
 */
#ifndef SELFPLAY_GAME_RESULT_H
#define SELFPLAY_GAME_RESULT_H

#include "core/base/pcg.h"
#include "core/game/game.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct record record_t; /* selfplay/store/record.h */

/* What identifies a game: a hash of its actions, the minimum over its mirror images. */
uint64_t record_game_hash(const record_t *record, size_t row);

/* Whether it is one of this share of games for validation. By the hash, so that a game is
 * always on the same side, as are its repetitions and images in any run: no learner is
 * evaluated on games it was trained on. Positions shared by different games may be on
 * both sides. */
bool record_is_validation(const record_t *record, size_t row, double share);

typedef struct game_result {
    uint64_t hash; /* record_game_hash */
    uint32_t turns, num_actions;
    uint8_t winner;      /* player 0 or 1, or NOBODY */
    uint8_t first_agent; /* who was player 0 */
    uint8_t reason;      /* reason_t */
    uint8_t orientation; /* among its mirror images: set by the study (orientation.h) */
    bool swap_offered;   /* under a pie rule it continued past its first turn */
    bool swapped;
} game_result_t;

game_result_t game_result_of(const record_t *record, size_t row);

/* Half points: 0, 1 or 2. */
static inline int game_result_points(const game_result_t *game) {
    return half_points(game->winner, 0);
}
static inline int game_result_points_of_agent(const game_result_t *game) {
    return half_points(game->winner, game->first_agent != 0);
}

/* Of the hashes of a pair's games: equal for pairs of the same games or their mirror
 * images. */
static inline uint64_t game_result_pair_hash(uint64_t first, uint64_t second) {
    return mix64(first) ^ second;
}

#endif
