/* outcome_fit.h - the maximum-likelihood distribution of outcomes with a given mean or
 * t-value. Only the score test of outcome_counts.c and the likelihood ratio of sprt.c
 * call it.
 * Use: outcome_shares_t seen = outcome_counts_shares(&counts);
 *      outcome_shares_t fit = outcome_fit_mean(&seen, 0.5);
 * Outcome i of k has the value i / (k - 1): the mean score of a game or of a pair.
 * Every outcome is possible: one that was not observed counts as 1/1000 of a trial, so
 * that a constraint can give it any share. That keeps every result finite at 0 %, at
 * 100 % and when all games are drawn.
 * Reproducibility: only the four basic operations and sqrt, hence bit-identical results
 * on every machine.
 * Errors: a constraint that no distribution meets fails a REQUIRE.
 * Source: M. Van den Bergh, A note on the maximum likelihood of a multinomial
 *      distribution (support_MLE_multinomial, Proposition 1.1) for the mean; Normalized
 *      Elo, practical (section 4.1) for the t-value; the 1/1000 is fishtest's.
 */
#ifndef CORE_OUTCOME_FIT_H
#define CORE_OUTCOME_FIT_H

#include "core/stats/outcome_counts.h"

#include <stdbool.h>

typedef struct outcome_shares {
    int outcomes;               /* 3 or 5 */
    double share[OUTCOMES_MAX]; /* sum to 1 */
    double trials;              /* observed, plus 1/1000 per outcome not observed */
} outcome_shares_t;

typedef struct outcome_moments {
    double mean, variance;
    double skewness, kurtosis; /* standardised; of a normal distribution: 0 and 3 */
} outcome_moments_t;

outcome_moments_t outcome_moments(const outcome_shares_t *shares);

/* 0 < mean < 1. */
outcome_shares_t outcome_fit_mean(const outcome_shares_t *seen, double mean);

/* t-value: (mean - 1/2) / standard deviation of one trial; |t| at most
 * OUTCOME_FIT_MAX_T. */
#define OUTCOME_FIT_MAX_T 3.0
outcome_shares_t outcome_fit_t_value(const outcome_shares_t *seen, double t);

#endif
