/* fortress.h - sets of positions that a defender never has to leave.
 * Use: fortress_answer_t answer = fortress_build(game, &question, &limits);
 * The question, of kind ENDLESS, is whether the attacker can force a win. A fortress is a
 * set of positions that contains the first one and no win for the attacker, that no
 * action of the attacker leaves, and in which every position with the defender to move
 * has an action that stays inside. Then the attacker never wins, however long the game;
 * this holds for every cut-off. If there is no such set, the attacker wins. Nothing
 * depends on the path to a position, so this decides what proof_search.h leaves open in
 * games with repetitions.
 * How: the set grows from the first position by all of the attacker's actions and one of
 * the defender's, preferring those that stay inside. A position from which the attacker
 * is found to win is lost: the defender's choices that led to it are revised, and where
 * none is left the preceding position is lost, too (backward induction, the least fixed
 * point; Kleene's and Zermelo's). It ends when nothing is open, or the first is lost.
 * Owns: nothing when it returns.   Threads: independent calls run side by side.
 * Errors: FORTRESS_OPEN at the limits.
 */
#ifndef EVAL_FORTRESS_H
#define EVAL_FORTRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct game game_t;           /* core/game/game.h */
typedef struct win_query win_query_t; /* eval/solve/win_query.h */

typedef enum { FORTRESS_OPEN, FORTRESS_STANDS, FORTRESS_FALLS } fortress_answer_t;

typedef struct fortress_limits {
    size_t bytes;                                    /* of memory, approximately */
    bool (*stop)(void *context, uint64_t positions); /* may be NULL */
    void *context;
    uint64_t positions; /* out: size of the set, lost ones included */
} fortress_limits_t;

fortress_answer_t fortress_build(const game_t *game, const win_query_t *question,
                                 fortress_limits_t *limits);

#endif
