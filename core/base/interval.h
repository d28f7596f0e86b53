/* interval.h - the 95 % interval of the value that a search found; scores of games have
 * outcome_counts.h.
 * Use: interval_t i = interval_of_score(wins + draws / 2, games);
 * The variance of values from 0 to 1 is at most that of a yes-or-no outcome (Bernoulli)
 * of the same mean, so Wilson's interval covers them as well: it is the usual one for
 * wins and losses, and wider than needed where there are draws. Its width is never zero:
 * not at 0, at 1, nor when all games are drawn.
 * Source: Wilson 1927.   Threads: pure.
 */
#ifndef CORE_INTERVAL_H
#define CORE_INTERVAL_H

typedef struct interval {
    double low, high;
} interval_t;

/* A number and the ends of its interval. Elo may be infinite at 0 % and 100 %, then so is
 * that end. */
typedef struct estimate {
    double value, low, high;
} estimate_t;

/* The 95 % interval of a mean of `count` values from 0 to 1 whose sum is given; [0, 1]
 * when there are none. */
interval_t interval_of_score(double sum, double count);

#endif
