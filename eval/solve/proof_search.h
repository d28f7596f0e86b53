/* proof_search.h - depth-first proof-number search for one question.
 * Use: proof_search_t *search = proof_search_new(game, &table, &limits);
 *      proof_numbers_t proof = proof_search_run(search, &question, 0, nodes);
 *      if (proof.yes == 0) { ... the attacker wins ... }
 *      proof_search_free(search);
 * Why this method: the games here have narrow forced lines beside wide quiet ones, wins
 * far beyond any depth that widens step by step, and turns of several actions. Proof
 * numbers go down the narrow lines first and know no depth; whose action it is asks the
 * mover of the state, never the parity of the depth.
 * What an answer is worth. A position that comes again on the way counts as not won for
 * the attacker there: whoever wins can win without going round.
 *   yes  is exact: it rests on ends of the game and on other yeses, never on a
 *        repetition. So it holds on every way, however the table was filled.
 *   no   is exact as long as no position ever came again (proof_search_repeats is 0).
 *        Otherwise it may depend on the way by which the position was reached (the
 *        graph-history problem), and fortress.h has to confirm it.
 * A way of more than PROOF_DEPTH actions counts as a repetition.
 * Numbers of a position are the largest of its children and one for each other child
 * that is open, not their sum: that would count a position again for each way to it.
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

/* Asked about every thousand nodes; true ends the search. */
typedef struct proof_limits {
    bool (*stop)(void *context, uint64_t nodes);
    void *context;
} proof_limits_t;

typedef struct proof_search proof_search_t;

proof_search_t *proof_search_new(const game_t *game, proof_table_t *table,
                                 proof_limits_t limits);
void proof_search_free(proof_search_t *search);

/* Goes on with a normalised question of kind ENDLESS or COUNTED, for so many nodes or
 * until the caller's stop. The game must not be over. depth: as win_query_normalise. */
proof_numbers_t proof_search_run(proof_search_t *search, const win_query_t *question,
                                 int depth, uint64_t nodes);

uint64_t proof_search_nodes(const proof_search_t *search);
/* How often a position came again on the way in questions of a kind. */
uint64_t proof_search_repeats(const proof_search_t *search, win_query_kind_t kind);

#endif
