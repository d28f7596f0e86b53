/* rating_choice.h - which pairings tell most of what ratings do not know yet.
 * Use: rating_offer_t offers[N] = {{.a = 0, .b = 1, .games = 20, .left = 10}, ...};
 *      uint64_t all = rating_choose(rating, 30, offers, N, least, most);
 *      offers[i].chosen ...
 * A rating with n games of agents a and b more has a covariance that is known before they
 * are played, but for their results: each game adds the information that the model gives
 * it, most between equals. One by one that block of games is chosen which takes most from
 * the variances that are too large; equals in the order of the offers.
 * The same ratings make the same choice on every machine (four operations, square roots
 * and portable_math).
 * Threads: pure.   Errors: none.
 * Source: sequential design, greedy in the trace of the covariance (A-optimal), by
 *      Sherman and Morrison's update.
 */
#ifndef EVAL_RATING_CHOICE_H
#define EVAL_RATING_CHOICE_H

#include <stdint.h>

typedef struct rating rating_t; /* eval/rating/rating.h */

typedef struct rating_offer {
    int a, b;        /* agents */
    uint64_t games;  /* of a block, as many with each first */
    uint64_t left;   /* blocks that can be played */
    uint64_t chosen; /* out: blocks that should be */
} rating_offer_t;

/* Chooses blocks until every rating's standard error is thought to be at most `until`
 * Elo, at least `least` of them and at most `most`; none when the errors are that
 * already, or when nothing is left. Returns how many it would take, or more than `most`
 * when that is far off. */
uint64_t rating_choose(const rating_t *rating, double until, rating_offer_t *offers,
                       int count, uint64_t least, uint64_t most);

#endif
