/* outcome_counts.h - results of a match between two agents: score, Elo, normalised Elo,
 * each with a fixed-sample interval, and the likelihood of superiority.
 * Use: outcome_counts_t counts = outcome_counts_of_pairs();
 *      outcome_counts_add(&counts, half_points_of_a);   ... each pair, 0 to 4
 *      estimate_t score = outcome_counts_score_estimate(&counts, 0.95);
 * A trial is a pair of games from one opening with seats swapped (five outcomes, the
 * pentanomial counts: 0, 1/2, 1, 3/2, 2 points), or a single game (three). Games of a
 * pair are correlated through their opening, pairs are independent: the variance is that
 * of pairs. Everything is from agent A's point of view. No interval has zero width: not
 * at 0 %, at 100 %, nor when all is drawn.
 * Interval of the score: the means that a score test does not reject, with the variance
 * that the most likely distribution of such a mean has (outcome_fit.h), with allowance
 * for its skewness and for the steps in which scores come (continuity correction), so
 * that 95 % are 95 % at least. For games without draws that is Wilson's interval with
 * continuity correction but for the other allowance (none at 1/2); draws and pairs make
 * it narrower, as they should.
 * Threads: pure functions of the counts.   Errors: none.
 * Source: Wilson 1927; Rao 1948 (score test); Cornish and Fisher 1938 (skewness); Brown,
 *      Cai and DasGupta, Interval estimation for a binomial proportion, 2001 (why);
 *      Newcombe, Two-sided confidence intervals for the single proportion, 1998 (method
 *      4);
 *      M. Van den Bergh's notes for fishtest (normalized_elo, normalized_elo_practical)
 *      for the scale of normalised Elo.
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
    int games;                    /* in a trial: 1 or 2 */
    uint64_t count[OUTCOMES_MAX]; /* by half points in a trial, 0 to 2 * games */
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

/* Mean score of a game, 0 to 1, and the variance of a trial's mean score as seen; without
 * trials 1/2 and 0. */
double outcome_counts_score(const outcome_counts_t *counts);
double outcome_counts_variance(const outcome_counts_t *counts);

/* Shares of the outcomes, for outcome_fit.h. */
outcome_shares_t outcome_counts_shares(const outcome_counts_t *counts);

/* level: the share of intervals that hold the truth, as 0.95. Without trials the widest.
 */
estimate_t outcome_counts_score_estimate(const outcome_counts_t *counts, double level);

/* _of_effective, here and below: the same when the trials tell as little as so many:
 * duplicates.h. */
estimate_t outcome_counts_score_of_effective(const outcome_counts_t *counts,
                                             double effective_trials, double level);

/* 400 log10(score / (1 - score)). */
estimate_t outcome_counts_elo_of_effective(const outcome_counts_t *counts,
                                           double effective_trials, double level);

/* (score - 1/2) / standard deviation of a game's score, where that of pairs counts as
 * sqrt(2) times the pairs', in units of NORMALIZED_ELO_SCALE. It tells how many games are
 * needed to see the difference: the same number at the same normalised Elo, whatever the
 * game and its draws. All drawn: 0, in an interval of both signs. */
estimate_t outcome_counts_normalized_elo_of_effective(const outcome_counts_t *counts,
                                                      double effective_trials,
                                                      double level);

/* How likely A is the stronger, by the score test of "equally strong": above 97.5 %
 * wherever the 95 % interval of the score is above 1/2, and, but for its two allowances,
 * only there. 50 % without trials or when all is drawn. */
double outcome_counts_superiority_of_effective(const outcome_counts_t *counts,
                                               double effective_trials);

#endif
