/* search.h - one Monte-Carlo tree search from one position.
 * Use: search_t *search = search_new(game, &config);
 *      search_start(search, &state, rng);      search_run(search, UINT32_MAX);
 *      search_result_t result; search_read(search, &result);     ... result.visits[i] ...
 *      search_advance(search, action);         keeps the tree below when config.reuse
 *      search_free(search);
 * A simulation walks down the tree, tries a decision that has not been tried or adds the
 * node of one that has, plays a random game to its end and adds the result on the way.
 * When the arena is full no node is added any more: simulations end at the leaves that
 * are there, each with a random game of its own, so that visits still converge within the
 * tree. What is proven of results is backed up as bounds (bounds.h): at least that of the
 * best decision, at most that of the best that is left; a proven root ends the search.
 * The result depends on position, configuration and generator alone (and, with reuse, on
 * the searches before); with search.time_ms on the clock, too, and not so at all when a
 * search has many threads: see search_new_parallel.
 * Owns: a search owns its tree and its game is borrowed; results are copies.
 * Threads: one caller at a time for one search; many searches side by side.
 * Errors: none; a position that is over is a REQUIRE.
 */
#ifndef MCTS_SEARCH_H
#define MCTS_SEARCH_H

#include "mcts/search/budget.h"
#include "mcts/search/search_config.h"
#include "mcts/tree/bounds.h"

typedef struct search search_t;
typedef struct evaluation evaluation_t; /* evaluation_cache.h */

search_t *search_new(const game_t *game, const search_config_t *config);

/* A search whose simulations are run by many threads in one tree, for matches and
 * analysis at long thinking times. Visits, proofs and the memory cap are kept as with one
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

/* The same in halves, for who evaluates the leaves of many searches together: in turn
 *      while (search_next_leaf(search, &state, &rng)) {
 *          winner = ... of a random game from the state by the generator ...
 *          search_take(search, winner, &rng);
 *      }
 * is what search_run does. next_leaf is false when the search is done; simulations that
 * need no random game are run on the way. winner: the player, or NOBODY. Until the search is
 * done nothing else may be asked of it, but it may be started anew. Not for
 * search_new_parallel's. */
bool search_next_leaf(search_t *search, state_t *state, pcg32_t *rng);
void search_take(search_t *search, int winner, const pcg32_t *rng);

/* Whether a search plays its random games itself, as it has to know their decisions: then
 * next_leaf runs all of it, and search_run is for who has to look up in between. */
bool search_plays_out(const search_t *search);

/* The same for a search with a network: the state that next_leaf gives, which may be the
 * root, is for the network, whose evaluation is taken; its generator is left alone. NULL:
 * random games value the leaves. search_run asks a network position by position, by an
 * evaluator of its own. */
const network_choice_t *search_network(const search_t *search);
void search_take_evaluation(search_t *search, const evaluation_t *evaluation);

/* A limit for search_run between two looks at keys and signals: a team of threads is
 * called for larger pieces. */
static inline uint32_t search_piece(const search_parallel_t *parallel) {
    enum { PIECE = 64, PIECES_OF_A_THREAD = 64 };
    uint32_t threads = (uint32_t)parallel->threads;
    return threads > 1 ? PIECE * PIECES_OF_A_THREAD * threads : PIECE;
}

/* Why it is done; SEARCH_GOES_ON: it is not. A time that is over stays so. */
search_end_t search_end(const search_t *search);

/* Simulations run since the start. */
uint32_t search_simulations(const search_t *search);

/* A new game: whatever tree there is will not be reused. */
void search_forget(search_t *search);

/* Tells the search of the decision taken, so that the next start can reuse its tree: of
 * every decision since the last start, in their order, or of none and search_forget. */
void search_advance(search_t *search, action_t action);

/* What a search found; decisions in ascending order, values to the player to move. */
typedef struct search_result {
    int count;
    action_t actions[GAME_MAX_LEGAL];
    uint32_t visits[GAME_MAX_LEGAL];
    uint32_t pruned[GAME_MAX_LEGAL]; /* of them, that are no policy target (forced.h) */
    float values[GAME_MAX_LEGAL]; /* mean score of the visits; 1/2 where there is none */
    float priors[GAME_MAX_LEGAL]; /* before noise; above 0, their sum is 1 */
    bounds_t bounds[GAME_MAX_LEGAL]; /* what is proven of each */
    uint32_t root_visits;            /* the sum of visits */
    uint32_t simulations;            /* run for this root; fewer than visits with reuse */
    float root_value;   /* mean score within what is proven, or the proven one */
    uint8_t root_proof; /* proof_t */
    int planned;        /* Gumbel selection's choice, which is to be played; -1: none */
} search_result_t;

void search_read(const search_t *search, search_result_t *result);

/* What the player to move is sure of: decisions that do not pay beside it (bounds_pay) are
 * proven to be no better than another one. */
in_hand_t search_in_hand(const search_result_t *result);

/* The decision that was planned, or the one with the most visits, among those that pay by
 * what is proven; ties: the better value, then the smaller number. Its index in the
 * result. */
int search_best(const search_result_t *result);

/* The way that begins with a decision of the root and goes on by the best decision (in
 * search_best's sense) of either player as far as the tree knows it: at most `max`
 * decisions; how many, 1 at least. */
int search_line(const search_t *search, action_t first, action_t *line, int max);

typedef struct search_memory {
    uint32_t nodes;
    size_t bytes_used, bytes_cap;
    bool full; /* some node did not fit */
} search_memory_t;

search_memory_t search_memory(const search_t *search);

#endif
