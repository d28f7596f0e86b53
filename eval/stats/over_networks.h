/* over_networks.h - a score between several networks of one kind, with an interval that
 * holds for these networks, and whichever of them is left out.
 * Use: network_pairs_t pairs = {.networks = 3};
 *      network_pairs_add(&pairs, first, second, half_points);          each game
 *      over_networks_t found;
 *      if (over_networks(&pairs, 1, 0.95, &found)) ... found.score ...
 * The score is the mean over all ordered pairs of networks, including each with itself,
 * of the first one's score as player 1. The interval is Wilson's with continuity
 * correction, of the games: pairs of equally many games make the score vary no more than
 * equal chances would. Networks differ by more than chance makes games differ, so one
 * of them must not decide: the interval contains those of all networks but one, too.
 * Why not an interval for other networks trained alike: it rests on how networks differ,
 * which so few do not show. If one in four is unlike the others, three to five often have
 * none of these, and a jackknife over networks held the mean of all in 51 to 76 % at
 * 95 %. A fixed-sample interval: for a number of games that was fixed beforehand. That of
 * a difference is by the arms of the two.
 * Errors: pairs without games have neither score nor interval.
 * Source: Newcombe, Two-sided confidence intervals for the single proportion, 1998
 *      (method 4); the same, Interval estimation for the difference between independent
 *      proportions (method 11); Zou and Donner 2008.
 */
#ifndef EVAL_OVER_NETWORKS_H
#define EVAL_OVER_NETWORKS_H

#include "core/base/interval.h"

#include <stdbool.h>
#include <stdint.h>

enum { OVER_NETWORKS_MOST = 24 };

typedef struct network_pairs {
    int networks; /* at most OVER_NETWORKS_MOST */
    /* [first][second]: half points of player 1, and games. */
    uint64_t half_points[OVER_NETWORKS_MOST][OVER_NETWORKS_MOST];
    uint64_t games[OVER_NETWORKS_MOST][OVER_NETWORKS_MOST];
} network_pairs_t;

void network_pairs_add(network_pairs_t *pairs, int first, int second, int half_points);

uint64_t network_pairs_games(const network_pairs_t *pairs);

typedef struct over_networks {
    estimate_t score;
    bool has_interval;  /* else it is [0, 1] */
    double least, most; /* lowest and highest score of a pairing */
    double games;       /* how many it rests on, if pairs have equally many */
} over_networks_t;

/* weight: of a game (duplicates_weight). False: a pair has no games; then the score is
 * 1/2 in [0, 1]. */
bool over_networks(const network_pairs_t *pairs, double weight, double level,
                   over_networks_t *found);

/* The score of `a` minus that of `b`; [-1, 1] if one has no interval. */
typedef struct networks_weighed {
    const network_pairs_t *pairs;
    double weight;
} networks_weighed_t;
estimate_t over_networks_difference(const networks_weighed_t *a,
                                    const networks_weighed_t *b, double level);

/* The p-value of "no difference": the interval at 1 - p just ends at 0. 1 without
 * intervals, or if it contains 0 at any level. */
double over_networks_difference_p(const networks_weighed_t *a,
                                  const networks_weighed_t *b);

#endif
