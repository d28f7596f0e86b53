/* search.h - one Monte-Carlo tree search from one position.
 * Use: search_t *search = search_new(game, &config);
 *      search_start(search, &state, rng);      search_run(search, UINT32_MAX);
 *      search_result_t result; search_read(search, &result);     ... result.visits[i] ...
 *      search_advance(search, action);         keeps the tree below when config.reuse
 *      search_free(search);
 * A simulation selects a path to a leaf, expands it, has it evaluated and backs its value
 * up (simulation.h). When the arena is full no node is added any more: simulations end at
 * the leaves that are there and each is evaluated again, so that visits still converge
 * within the tree. What is proven of results is backed up as bounds (bounds.h): at least
 * that of the best action, at most that of the best that is left; a proven root ends the
 * search. The result depends on position, configuration and generator alone (and, with
 * reuse, on the searches before); with search.time_ms on the clock, too, and on the
 * threads when a search has many: see search_new_parallel.
 * Owns: a search owns its tree and its evaluators, and its game is borrowed; results are
 *      copies.
 * Threads: one caller at a time for one search; many searches side by side.
 * Errors: none; a position that is over is a REQUIRE.
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

/* A search whose simulations are run by many threads in one tree, for analysis
 * and play at long thinking times. Visits, proofs and the memory cap are kept as with one
 * thread, but which simulation sees which results depends on the threads' speed: nothing
 * comes out the same again, and records are never made so. Simulations and all virtual
 * losses together are at most SEARCH_MAX_SIMULATIONS. With one thread it is search_new.
 * The threads are an OpenMP team and run inside search_run only. */
search_t *search_new_parallel(const game_t *game, const search_config_t *config,
                              const search_parallel_t *parallel);
void search_free(search_t *search);

/* Makes the position the root, which must not be over. */
void search_start(search_t *search, const state_t *state, pcg32_t rng);

/* Runs until the root has config.simulations visits, is proven, or the budget is spent
 * (budget.h), or for `limit` simulations. true: done. */
bool search_run(search_t *search, uint32_t limit);

/* The same between two looks at keys and signals: 64 simulations, or, of many threads,
 * which wait for each other at the end, what they run in 20 ms. */
bool search_run_piece(search_t *search);

/* The same for a caller that evaluates the leaves of many searches together
 * (search_batch.h): backs up the leaf before, which has been evaluated, runs simulations
 * that need no evaluation, and gives the next leaf; NULL: the search is done. Until then
 * nothing else may be asked of the search, but it may be started anew. Not for
 * search_new_parallel's. */
struct leaf *search_next_leaf(search_t *search);

/* What its leaves have to be evaluated by. search_run has an evaluator of its own. */
const evaluator_choice_t *search_evaluator(const search_t *search);

/* Why it is done; SEARCH_GOES_ON: it is not. A time that is over stays so. */
search_end_t search_end(const search_t *search);

/* Simulations run since the start. */
uint32_t search_simulations(const search_t *search);

/* A new game: the tree will not be reused. */
void search_forget(search_t *search);

/* Says which action was played, so that the next start can reuse the tree: call it for
 * every action since the last start, in their order, or for none and search_forget. */
void search_advance(search_t *search, action_t action);

void search_read(const search_t *search, search_result_t *result);

/* The line of play that begins with an action of the root and goes on by the best action
 * (in search_best's sense) of either player as far as the tree has them: at most `max`
 * actions; how many, 1 at least. */
int search_line(const search_t *search, action_t first, action_t *line, int max);

typedef struct search_memory {
    uint32_t nodes;
    size_t bytes_used, bytes_cap;
    bool full; /* some node did not fit */
} search_memory_t;

search_memory_t search_memory(const search_t *search);

#endif
