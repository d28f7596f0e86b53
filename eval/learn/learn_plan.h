/* learn_plan.h - what a folder of `fulcrum learn` will do, with every number, fixed
 * before its first game.
 * Use: learn_plan_t plan;
 *      if (learn_plan_make(&plan, game, words, count, seed, &error)) ...
 *      char *text = learn_plan_text(&plan);                       plan.json
 *      learn_step_t step = learn_plan_step(&plan, generation);
 * Words are keys of learning (README.md), as in train.units=256. Numbers count games,
 * positions and steps, never seconds: so weights depend on game, variant, keys, seed and
 * generation alone.
 * Errors: those of keys.h; a game without planes.
 */
#ifndef EVAL_LEARN_PLAN_H
#define EVAL_LEARN_PLAN_H

#include "core/base/error.h"

#include <stdint.h>

typedef struct game game_t; /* core/game/game.h */

typedef struct learn_plan {
    const game_t *game;
    int64_t seed;
    struct {
        int64_t positions, least, most; /* of a generation; games, at least and at most */
        int64_t first_simulations;      /* of the playouts of generation 0 */
        int64_t least_simulations, simulations, growth;
        int64_t temperature_turns;
        double noise;
    } games;
    struct {
        int64_t window, steps, units, batch;
        double passes, rate, average, root_share;
        bool later;
    } train;
    struct {
        int64_t games, opening_turns, simulations;
        double elo;
    } gate;
    int64_t rejections;  /* in a row, after which learning stops */
    double mean_actions; /* of a game of uniform playouts */
} learn_plan_t;

typedef struct learn_step {
    int64_t games, simulations; /* simulations: 0: playouts */
    int first_export;           /* of the window */
} learn_step_t;

bool learn_plan_make(learn_plan_t *plan, const game_t *game, char *const *words,
                     int count, int64_t seed, failure_t *error);
char *learn_plan_text(const learn_plan_t *plan);

/* by_network: whether a network plays the games: the best so far. */
learn_step_t learn_plan_step(const learn_plan_t *plan, int generation, bool by_network);

#endif
