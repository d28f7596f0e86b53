/* bench_work.h - the work that `fulcrum bench` times: playouts and searches of one
 * variant from its start position.
 * Use: bench_work_t *work = bench_work_new(game, simulations);
 *      uint64_t actions = 0, units = bench_work_do(work, BENCH_PLAYOUTS, &actions);
 *      bench_work_free(work);
 * Playouts: one at a time, eight at a time, and with the generic loop. Searches: UCT with
 * one playout per leaf and `simulations` each, one at a time and eight at a time. And the
 * same without the tree: playouts from the positions of the search's leaves, with its
 * generators, in its order. A simulation's time minus that of its playout is the cost of
 * the tree (bench_work_tree); playouts from the start cannot tell, as their length
 * differs. Finally, the features of some of these positions.
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

/* Does a piece of work long enough to be timed; returns its playouts, simulations or
 * positions. actions: adds those of playouts from the start. */
uint64_t bench_work_do(bench_work_t *work, bench_figure_t figure, uint64_t *actions);

/* Plays `playouts` playouts, one at a time; returns their actions. */
uint64_t bench_work_playouts(bench_work_t *work, long playouts);

/* Runs one search with this limit; returns the simulations run. */
uint32_t bench_work_search(bench_work_t *work, uint32_t simulations);

/* The tree's overhead as a share of a simulation's playout time, from the rates (per
 * second) of searches and of playouts from their leaves. NAN if a proof ends such
 * searches, as hardly any of their simulations then plays a playout. */
double bench_work_tree(const bench_work_t *work, double simulations, double leaves);

#endif
