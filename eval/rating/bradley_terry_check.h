/* bradley_terry_check.h - whether ratings explain the results: the score of each pairing
 * of agents, observed and fitted.
 * Use: bradley_terry_pairing_t pairings[N] = {{.a = 0, .b = 1}, ...};
 *      bradley_terry_check(fit, results, count, pairings, N);
 *      if (pairings[i].p < 0.05) ... one rating per agent does not explain its results
 * Ratings are one-dimensional; where A beats B, B beats C and C beats A, or where
 * strength counts more against some opponents than others, scores differ from the fit.
 * The residual of a pairing is taken after fitting all parameters; its variance is the
 * larger of the model's and the variance between clusters (rating_games.h), so that false
 * alarms are rarer than p. The p-values are adjusted by Holm's method for all pairings.
 * Source: score test of one additional parameter for the pairing; comparison.h for Holm.
 */
#ifndef EVAL_BRADLEY_TERRY_CHECK_H
#define EVAL_BRADLEY_TERRY_CHECK_H

#include "eval/rating/bradley_terry.h"

typedef struct bradley_terry_pairing {
    int a, b;               /* in: different */
    double score, expected; /* of a, per game, observed and fitted; 1/2 without games */
    double error;           /* standard error of score - expected; 0: fitted exactly */
    double p;               /* of "the model is right", adjusted for all pairings */
} bradley_terry_pairing_t;

/* model: a fit of these results without clusters; its covariance is the model's. Results
 * of a cluster are adjacent. */
void bradley_terry_check(const bradley_terry_t *model,
                         const bradley_terry_result_t *results, int count,
                         bradley_terry_pairing_t *pairings, int num_pairings);

#endif
