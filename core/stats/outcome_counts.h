/* outcome_counts.h - results of a match between two agents: score, Elo, normalised Elo,
 * each with a fixed-sample interval, and the likelihood of superiority.
 * Use: outcome_counts_t counts = outcome_counts_of_pairs();
 *      outcome_counts_add(&counts, half_points_of_a);   ... each pair, 0 to 4
 *      estimate_t score = outcome_counts_score_estimate(&counts, 0.95);
 * A trial is a pair of games from one opening with seats swapped (five outcomes, the
 * pentanomial counts: 0, 1/2, 1, 3/2, 2 points), or a single game (three). The games of a
 * pair are correlated through their opening, pairs are independent: the variance is that
 * of pairs. Everything is from agent A's point of view. No interval has zero width, not
 * even at 0 %, at 100 % or when all games are drawn.
 * Interval of the score: the means that a score test does not reject. The test takes the
 * variance of the maximum-likelihood distribution with that mean (outcome_fit.h), and
 * corrects for its skewness and for the discreteness of scores (continuity correction),
 * so that a 95 % interval covers at least 95 %. For games without draws it is Wilson's
 * interval with continuity correction, except for the skewness term (none at 1/2); draws
 * and pairs make it narrower, as they should.
 * Threads: pure functions of the counts.
 * Source: Wilson 1927; Rao 1948 (score test); Cornish and Fisher 1938 (skewness); Brown,
 *      Cai and DasGupta, Interval estimation for a binomial proportion, 2001
 *      (motivation); Newcombe, Two-sided confidence intervals for the single proportion,
 *      1998 (method 4); M. Van den Bergh's notes for fishtest (normalized_elo,
 *      normalized_elo_practical) for the scale of normalised Elo.
 */
#ifndef CORE_OUTCOME_COUNTS_H
#define CORE_OUTCOME_COUNTS_H

#include "core/base/interval.h"

#include <stdint.h>

typedef struct outcome_shares outcome_shares_t; /* core/stats/outcome_fit.h */

enum { OUTCOMES_MAX = 5 };

/* Elo of a t-value per game of 1: 800 / ln 10. */
#define NORMALIZED_ELO_SCALE 347.43558552260146

typedef struct outcome_counts {
    int games;                    /* per trial: 1 or 2 */
    uint64_t count[OUTCOMES_MAX]; /* by half points of a trial, 0 to 2 * games */
} outcome_counts_t;

/* Empty counts. */
outcome_counts_t outcome_counts_of_pairs(void);
outcome_counts_t outcome_counts_of_games(void);

void outcome_counts_add(outcome_counts_t *counts, int half_points);
void outcome_counts_merge(outcome_counts_t *into, const outcome_counts_t *from);

/* The same results with the seats of A and B exchanged. */
outcome_counts_t outcome_counts_mirrored(const outcome_counts_t *counts);

int outcome_counts_outcomes(const outcome_counts_t *counts); /* 3 or 5 */
uint64_t outcome_counts_trials(const outcome_counts_t *counts);

/* Mean score of a game, 0 to 1, and the observed variance of a trial's mean score; 1/2
 * and 0 without trials. */
double outcome_counts_score(const outcome_counts_t *counts);
double outcome_counts_variance(const outcome_counts_t *counts);

/* Shares of the outcomes, as input to outcome_fit.h. */
outcome_shares_t outcome_counts_shares(const outcome_counts_t *counts);

/* level: the confidence level, such as 0.95. Without trials, the widest interval. */
estimate_t outcome_counts_score_estimate(const outcome_counts_t *counts, double level);

/* _of_effective, here and below: the same with an effective number of trials
 * (duplicates.h). */
estimate_t outcome_counts_score_of_effective(const outcome_counts_t *counts,
                                             double effective_trials, double level);

/* 400 log10(score / (1 - score)), of any score with its interval. */
estimate_t outcome_counts_elo_of_score(estimate_t score);
estimate_t outcome_counts_elo_of_effective(const outcome_counts_t *counts,
                                           double effective_trials, double level);

/* (score - 1/2) / standard deviation of a game's score, in units of NORMALIZED_ELO_SCALE;
 * for pairs that deviation is sqrt(2) times the pairs'. It determines how many games are
 * needed to detect the difference: equal normalised Elo needs equally many, whatever the
 * game and its draw rate. When all games are drawn: 0, in an interval around it. */
estimate_t outcome_counts_normalized_elo_of_effective(const outcome_counts_t *counts,
                                                      double effective_trials,
                                                      double level);

/* Likelihood that A is stronger, from the score test of equal strength: above 97.5 %
 * wherever the 95 % interval of the score is above 1/2 and, apart from the interval's two
 * corrections, only there. 50 % without trials or when all games are drawn. */
double outcome_counts_superiority_of_effective(const outcome_counts_t *counts,
                                               double effective_trials);

#endif
