/* complexity.h - the size of a game and of its rules, from the rules alone: no recorded
 * games are needed.
 * Use: complexity_order_t order = {.positions = 2000000, .playouts = 50000,
 *                                  .population = 1024, .repeats = 16, .seed = 1};
 *      complexity_t found;
 *      complexity_find(game, &order, &found)          false: stopped; partial results
 *      complexity_report_text(&found, stdout);        complexity_report.h
 *      complexity_clear(&found);
 * The same order gives the same results on every machine, except for the last digits of
 * the C library.
 * Owns: the shortest game's line; the game is borrowed.   Threads: pure.
 */
#ifndef EVAL_COMPLEXITY_H
#define EVAL_COMPLEXITY_H

#include "eval/complexity/mirror_play.h"
#include "eval/complexity/rule_size.h"
#include "eval/complexity/state_space.h"
#include "eval/complexity/tree_size.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct game game_t; /* core/game/game.h */

typedef struct complexity_progress {
    const char *doing; /* "positions", "playouts", "games", "copying" */
    uint64_t count;    /* done so far; for "games": thousandths of the work */
} complexity_progress_t;

typedef struct complexity_order {
    size_t positions; /* state_space_order_t.most */
    int playouts;
    int population, repeats; /* tree_size_order_t */
    int mirror_games;        /* for each symmetry and seat; 0: none */
    int64_t simulations;     /* of the search that the copying player faces */
    uint64_t seed;
    /* May be NULL; false stops. */
    bool (*go_on)(void *context, const complexity_progress_t *progress);
    void *context;
} complexity_order_t;

/* One way to copy. */
typedef struct complexity_mirror {
    int symmetry, seat; /* seat: the player who copies */
    mirror_play_t play;
} complexity_mirror_t;

typedef struct complexity {
    const game_t *game;
    complexity_order_t order;
    rule_size_t rules;
    bool has_space, has_tree; /* false: stopped earlier */
    state_space_t space;
    tree_size_t tree;
    complexity_mirror_t *mirrors;
    int num_mirrors;
} complexity_t;

bool complexity_find(const game_t *game, const complexity_order_t *order,
                     complexity_t *found);
void complexity_clear(complexity_t *found);

#endif
