/* rating_choice.h - which pairings are most informative for the ratings.
 * Use: rating_offer_t offers[N] = {{.a = 0, .b = 1, .games = 20, .left = 10}, ...};
 *      uint64_t all = rating_choose(rating, 30, offers, N, least, most);
 *      offers[i].chosen ...
 * The covariance of a rating after n more games of agents a and b is known before they
 * are played, except for their results: each game adds the information that the model
 * assigns it, most between equals. Blocks of games are chosen one by one, each time the
 * one that most reduces the variances that are too large; ties in the order of the
 * offers. The same ratings give the same choice on every machine (four operations, square
 * roots and portable_math).
 * Source: sequential design, greedy in the trace of the covariance (A-optimal), by
 *      Sherman and Morrison's update.
 */
#ifndef EVAL_RATING_CHOICE_H
#define EVAL_RATING_CHOICE_H

#include <stdint.h>

typedef struct rating rating_t; /* eval/rating/rating.h */

typedef struct rating_offer {
    int a, b;        /* agents */
    uint64_t games;  /* of a block, half with each agent first */
    uint64_t left;   /* blocks that can be played */
    uint64_t chosen; /* out: blocks that should be */
} rating_offer_t;

/* Chooses between `least` and `most` blocks, until every rating's standard error is
 * predicted to be at most `until` Elo; none if that is already reached or nothing is
 * left. Returns how many it would take, or more than `most` if that is far off. */
uint64_t rating_choose(const rating_t *rating, double until, rating_offer_t *offers,
                       int count, uint64_t least, uint64_t most);

#endif
