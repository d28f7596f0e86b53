/* complexity.h - the size of a game and of its rules, from the rules alone: no recorded
 * games are needed.
 * Use: complexity_t found;
 *      complexity_find(game, &order, &found)          false: stopped; partial results
 *      cli_print(&form, complexity_result(&found));
 *      complexity_clear(&found);
 * Owns: the shortest game's line; the game is borrowed.   Threads: pure.
 */
#ifndef EVAL_COMPLEXITY_H
#define EVAL_COMPLEXITY_H

#include "eval/complexity/complexity_order.h"
#include "eval/complexity/mirror_play.h"
#include "eval/complexity/rule_size.h"
#include "eval/complexity/state_space.h"
#include "eval/complexity/tree_size.h"

#include <stdbool.h>

typedef struct game game_t;     /* core/game/game.h */
typedef struct result result_t; /* core/base/table/result.h */

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

/* In words for people; for programs a row per figure, missing ones empty. */
result_t *complexity_result(const complexity_t *found);

#endif
