/* over_networks.h - a score between networks of one kind, with an interval over networks:
 * for the score of other networks trained alike from different seeds.
 * Use: network_pairs_t pairs = {.networks = 3};
 *      network_pairs_add(&pairs, first, second, half_points);          each game
 *      over_networks_t found;
 *      if (over_networks(&pairs, 1, 0.95, &found)) ... found.score ...
 * The score is the mean over all ordered pairs of networks, including each with itself,
 * of the first one's score as player 1. Networks differ by more than chance makes games
 * differ, so the interval is over networks: each is left out with all its games (the
 * jackknife), with Student's t with one degree of freedom less than networks, for the
 * mean and for its log odds (with a smaller error probability beyond 1/4 and 3/4), and
 * the interval contains both: either alone is too narrow for some networks. So few
 * networks may agree by chance: it also contains Wilson's interval of the games. There is
 * no interval with fewer than OVER_NETWORKS_LEAST networks (with two the jackknife does
 * not hold), or if one side has fewer than OVER_NETWORKS_POINTS points: such a
 * score may depend on a few networks that are not in the sample. A fixed-sample interval:
 * for a number of games that was fixed beforehand. A difference of two kinds of networks
 * has Welch's degrees of freedom, and contains the interval of the means, that of the
 * arms of the intervals of the log odds, and Newcombe's of the games.
 * Errors: pairs without games have neither score nor interval.
 * Source: Arvesen, Jackknifing U-statistics, 1969; Welch 1947; Newcombe, Interval
 *      estimation for the difference between independent proportions, 1998 (method 10);
 *      Zou and Donner, Construction of confidence limits about effect measures, 2008 (a
 *      difference by the arms of two intervals).
 */
#ifndef EVAL_OVER_NETWORKS_H
#define EVAL_OVER_NETWORKS_H

#include "core/base/interval.h"

#include <stdbool.h>
#include <stdint.h>

enum { OVER_NETWORKS_MOST = 6, OVER_NETWORKS_LEAST = 3, OVER_NETWORKS_POINTS = 10 };

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
    bool has_interval;      /* else it is [0, 1] */
    double least, most;     /* lowest and highest score of a pairing */
    double variance;        /* of the score, over networks; 0 without an interval */
    interval_t by_log_odds; /* that of its log odds only, for differences */
    double games;           /* how many it rests on, if pairs have equally many */
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
