/* bench_work.h - the work of which `fulcrum bench` takes the speed: playouts and
 * searches of one variant, from its start.
 * Use: bench_work_t *work = bench_work_new(game, simulations);
 *      uint64_t actions = 0, units = bench_work_do(work, BENCH_PLAYOUTS, &actions);
 *      bench_work_free(work);
 * Playouts: one by one, eight at a time, and by the generic loop. Searches: of so
 * many simulations each, UCT with one playout a leaf, one by one and eight at a time. And
 * what such a search is without its tree: playouts from the positions of its leaves, with
 * its generators, in its order. A simulation's time less that of its playout is what the
 * tree costs (BENCH_TREE); playouts from the start do not tell, as they are longer or
 * shorter. And the features of some of these positions.
 * Owns: its searches and leaves; the game is the caller's.
 * Threads: one.   Errors: none.
 */
#ifndef MCTS_BENCH_WORK_H
#define MCTS_BENCH_WORK_H

#include "core/game/game.h"

typedef enum bench_figure {
    BENCH_PLAYOUTS,
    BENCH_PLAYOUTS_BATCH,
    BENCH_GENERIC,
    BENCH_SEARCH,
    BENCH_LEAVES,
    BENCH_SEARCHES_BATCH,
    BENCH_LEAVES_BATCH,
    BENCH_FEATURES,
    BENCH_FIGURES
} bench_figure_t;

typedef struct bench_work bench_work_t;

bench_work_t *bench_work_new(const game_t *game, uint32_t simulations);
void bench_work_free(bench_work_t *work);

/* A piece of it that is long enough to be timed: its playouts, simulations or
 * positions. Adds the actions of playouts from the start. */
uint64_t bench_work_do(bench_work_t *work, bench_figure_t figure, uint64_t *actions);

/* So many playouts, one by one: their actions. */
uint64_t bench_work_playouts(bench_work_t *work, long playouts);

/* One search of so many simulations; how many were run. */
uint32_t bench_work_search(bench_work_t *work, uint32_t simulations);

/* What the tree adds to the time of a simulation's playout, as a share of it, by the
 * speeds (a second) of searches and of playouts from their leaves. NAN where a proof
 * ends such searches: hardly any of their simulations plays a playout. */
double bench_work_tree(const bench_work_t *work, double simulations, double leaves);

#endif
