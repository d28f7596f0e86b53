/* search.h - one Monte-Carlo tree search from one position.
 * Use: search_t *search = search_new(game, &config);
 *      search_start(search, &state, rng);      search_run(search, UINT32_MAX);
 *      search_result_t result; search_read(search, &result);     ... result.visits[i] ...
 *      search_advance(search, action);         keeps the subtree if config.reuse
 *      search_free(search);
 * A simulation selects a path to a leaf, expands it, has it evaluated and backs up its
 * value (simulation.h). Once the arena is full no nodes are added: simulations end at the
 * existing leaves and evaluate them again, so visits still converge within the tree.
 * Proven results are backed up as bounds (bounds.h): at least that of the best action, at
 * most the best that is still possible; a proven root ends the search. The result depends
 * on position, configuration and generator alone (and, with reuse, on the preceding
 * searches); with search.time_ms also on the clock, and with many threads also on their
 * timing: see search_new_parallel.
 * Owns: a search owns its tree and its evaluators; its game is borrowed; results are
 *      copies.
 * Threads: one caller at a time per search; many searches may run concurrently.
 * Errors: a position that is over is a REQUIRE.
 */
#ifndef MCTS_SEARCH_H
#define MCTS_SEARCH_H

#include "core/base/pcg.h"
#include "core/game/game.h"
#include "mcts/evaluate/evaluator_choice.h"
#include "mcts/search/search_config.h"
#include "mcts/search/search_result.h"

typedef struct search search_t;
struct leaf;

search_t *search_new(const game_t *game, const search_config_t *config);

/* A search whose simulations are run by many threads in one tree, for analysis and for
 * play at long time limits. Visits, proofs and the memory cap work as with one thread,
 * but which simulation sees which results depends on timing: results are not
 * reproducible, and recorded games never use it. Simulations plus all virtual losses are
 * at most SEARCH_MAX_SIMULATIONS. With one thread it is search_new. The threads are an
 * OpenMP team that runs only inside search_run. */
search_t *search_new_parallel(const game_t *game, const search_config_t *config,
                              const search_parallel_t *parallel);
void search_free(search_t *search);

/* Makes the position, which must not be over, the root. */
void search_start(search_t *search, const state_t *state, pcg32_t rng);

/* Runs until the root has config.simulations visits or is proven, the budget is spent
 * (budget.h), or `limit` simulations have run. true: the search is done. */
bool search_run(search_t *search, uint32_t limit);

/* The same, for the time between two checks of keys and signals: 64 simulations, or, with
 * many threads, which wait for each other at the end, 20 ms. */
bool search_run_piece(search_t *search);

/* The same for a caller that evaluates the leaves of many searches together
 * (search_batch.h): backs up the previous leaf, which must have been evaluated, runs
 * simulations that need no evaluation, and returns the next leaf; NULL: the search is
 * done. Until then no other function may be called on the search, except that it may be
 * started anew. Not for searches of search_new_parallel. */
struct leaf *search_next_leaf(search_t *search);

/* The evaluator that its leaves need. search_run has its own. */
const evaluator_choice_t *search_evaluator(const search_t *search);

/* Why the search ended; SEARCH_GOES_ON: it has not. A time limit that has passed stays
 * passed. */
search_end_t search_end(const search_t *search);

/* Simulations run since the start. */
uint32_t search_simulations(const search_t *search);

/* A new game: the tree will not be reused. */
void search_forget(search_t *search);

/* Reports an action that was played, so that the next start can reuse the tree: call it
 * for every action since the last start, in order, or else call search_forget. */
void search_advance(search_t *search, action_t action);

void search_read(const search_t *search, search_result_t *result);

/* The line of play that begins with an action of the root and continues with the best
 * action (in search_best's sense) of either player as far as the tree reaches: at most
 * `max` actions. Returns their number, at least 1. */
int search_line(const search_t *search, action_t first, action_t *line, int max);

typedef struct search_memory {
    uint32_t nodes;
    size_t bytes_used, bytes_cap;
    bool full; /* some node did not fit */
} search_memory_t;

search_memory_t search_memory(const search_t *search);

#endif
