/* kit_class.h - what the library makes of a game's setup: all of the game table but the
 * rules. For kit.h, which a game includes.
 * Use: return kit_make_game(game, &layout, error);     in the game's `make`
 * Functions of the game table that the game's class has stay as they are.
 */
#ifndef CORE_KIT_CLASS_H
#define CORE_KIT_CLASS_H

#include "core/base/error.h"
#include "core/game/game.h"
#include "core/game/planes.h"
#include "core/kit/kit_board.h"

/* How a game's positions lie in memory, and those of its functions that depend on it. */
typedef struct kit_layout {
    int words, owners, layers, history, bytes;
    void (*setup)(kit_t *k);
    void (*start)(const kit_t *k, void *state);
    uint8_t (*result)(const kit_t *k, const void *state);
} kit_layout_t;

/* The game's `make`: calls its setup, completes the tables and sets the numbers of the
 * game. layout must live as long as the game. */
bool kit_make_game(game_t *game, const kit_layout_t *layout, failure_t *error);

/* An outcome in a byte; 0: unfinished. */
static inline uint8_t kit_encode(outcome_t outcome) {
    return outcome.over ? (uint8_t)(1 + outcome.winner + 3 * outcome.reason) : 0;
}
static inline outcome_t kit_decode(uint8_t result) {
    if (result == 0)
        return (outcome_t){false, NOBODY, REASON_NONE};
    return (outcome_t){true, (uint8_t)((result - 1) % 3), (uint8_t)((result - 1) / 3)};
}
enum { KIT_CUT_OFF = 1 + NOBODY + 3 * REASON_CUT_OFF };

static inline bool kit_is_cut_off(const kit_t *k, int played) {
    return k->cut_off > 0 && played >= k->cut_off;
}

outcome_t kit_outcome_of_stuck(const kit_t *k, int side, int pieces0, int pieces1);

extern const planes_class_t kit_planes;

#endif
