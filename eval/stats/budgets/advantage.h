/* advantage.h - what moving first is worth, in doublings of the other's search: how much
 * more the second player has to search for an even game.
 * Use: advantage_point_t points[] = {{.doublings = 1, .points = 51.5, .games = 60}, ...};
 *      advantage_t found;
 *      if (advantage_of(points, 5, 0.95, &found)) ... found.doublings ...
 *      estimate_t mean = advantage_mean(values, 4, 0.95);      of players trained alike
 *      advantage_pair_t pair = advantage_compare(on_a, on_b, 4, 0.95);
 * A point is a number of games in which the first player had 2^doublings times the
 * second's simulations, and the first player's points in them. Its score is taken to be
 * logistic in the doublings, 1 / (1 + exp(-slope (doublings + advantage))), and fitted by
 * maximum likelihood, each point with half a point more for each side. The interval is
 * Fieller's: all advantages that the two fitted numbers do not contradict; a draw counts
 * as half of each, which makes it a little wide. advantage_mean has Student's interval
 * for the mean over such players. advantage_compare has that for the mean of their
 * differences: player i of both is the same, or of the same seed. The nearer to 0 is
 * known where difference and sum surely have signs: |a| > |b| if these are the same.
 * Of two as near as each other one is called so in 5 % at level 0.95, if players differ
 * normally; up to 11 % where one in eight is unlike the others (test_advantage.c).
 * Errors: false where the interval has no end: where searching more does not surely help,
 *      or there are fewer than two ratios with games.
 * Source: Fieller, Some problems in interval estimation, 1954.
 */
#ifndef EVAL_ADVANTAGE_H
#define EVAL_ADVANTAGE_H

#include "core/base/interval.h"

#include <stdbool.h>

enum { ADVANTAGE_PLAYERS = 24 }; /* at most */

typedef struct advantage_point {
    double doublings, points, games;
} advantage_point_t;

typedef struct advantage {
    bool exists;
    estimate_t doublings;
    double slope; /* change of the log odds a doubling */
} advantage_t;

bool advantage_of(const advantage_point_t *points, int count, double level,
                  advantage_t *found);

/* At least two values. */
estimate_t advantage_mean(const double *values, int count, double level);

typedef struct advantage_pair {
    estimate_t difference; /* a minus b */
    int nearer;            /* to 0, surely: 0: a, 1: b, -1: not known */
} advantage_pair_t;

/* Of at least two players, at most ADVANTAGE_PLAYERS. */
advantage_pair_t advantage_compare(const double *a, const double *b, int count,
                                   double level);

#endif
