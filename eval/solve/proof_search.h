/* proof_search.h - depth-first proof-number search for one question.
 * Use: proof_search_t *search = proof_search_new(game, &table, &limits);
 *      proof_numbers_t proof = proof_search_run(search, &question, 0, nodes);
 *      if (proof.yes == 0) { ... the attacker wins ... }
 *      proof_search_free(search);
 * Why this method: the games here have narrow forced lines beside wide quiet ones, wins
 * far beyond the reach of iterative deepening, and turns of several actions. Proof
 * numbers follow the narrow lines first and have no depth limit; the player to move is
 * read from the state, never from the parity of the depth.
 * Reliability of answers: a position that repeats on the path counts as not won for the
 * attacker there, because whoever wins can win without repeating.
 *   yes  is exact: it depends on ends of the game and on other yes answers, never on a
 *        repetition. So it holds for every path, however the table was filled.
 *   no   is exact if no position ever repeated (proof_search_repeats is 0). Otherwise it
 *        may depend on the path to the position (the graph-history interaction
 *        problem), and fortress.h has to confirm it.
 * A path of more than PROOF_DEPTH actions counts as a repetition.
 * The numbers of a position are the largest of its children's plus one for each other
 * open child, not their sum, which would count a position once per path to it.
 * Owns: its stack; the table is the caller's.   Threads: one search, one thread.
 * Source: Nagai 2002 (df-pn); Ueda, Hashimoto, Hashimoto and Iida 2008 (weak proof
 * numbers); Pawlewicz and Lew 2007 (thresholds a quarter above the second best child).
 */
#ifndef EVAL_PROOF_SEARCH_H
#define EVAL_PROOF_SEARCH_H

#include "eval/solve/proof_table.h"
#include "eval/solve/win_query.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct game game_t; /* core/game/game.h */

enum { PROOF_DEPTH = 4096 };

/* Called about every thousand nodes; true ends the search. */
typedef struct proof_limits {
    bool (*stop)(void *context, uint64_t nodes);
    void *context;
} proof_limits_t;

typedef struct proof_search proof_search_t;

proof_search_t *proof_search_new(const game_t *game, proof_table_t *table,
                                 proof_limits_t limits);
void proof_search_free(proof_search_t *search);

/* Continues with a normalised question of kind ENDLESS or COUNTED, for so many nodes or
 * until the caller's stop. The game must not be over. depth: as win_query_normalise. */
proof_numbers_t proof_search_run(proof_search_t *search, const win_query_t *question,
                                 int depth, uint64_t nodes);

uint64_t proof_search_nodes(const proof_search_t *search);
/* How often a position repeated on the path in questions of a kind. */
uint64_t proof_search_repeats(const proof_search_t *search, win_query_kind_t kind);

#endif
