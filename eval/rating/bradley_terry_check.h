/* bradley_terry_check.h - whether ratings explain the results: the score of each pairing
 * of agents, observed and fitted.
 * Use: bradley_terry_pairing_t pairings[N] = {{.a = 0, .b = 1}, ...};
 *      bradley_terry_check(fit, results, count, pairings, N);
 *      if (pairings[i].p < 0.05) ... one number an agent does not explain its results
 * Ratings put agents in a row; where A beats B, B beats C and C beats A, or where
 * strength counts more against some than against others, scores differ from the fit's.
 * The residual of a pairing is what is left when all parameters are fitted; its variance
 * is the larger of the model's and of the one between clusters (rating_games.h), so that
 * false alarms are rarer than p says. The p-values are Holm's, for all pairings at once.
 * Threads: pure.   Errors: none.
 * Source: score test of one parameter more for the pairing; comparison.h for Holm.
 */
#ifndef EVAL_BRADLEY_TERRY_CHECK_H
#define EVAL_BRADLEY_TERRY_CHECK_H

#include "eval/rating/bradley_terry.h"

typedef struct bradley_terry_pairing {
    int a, b;               /* in: different */
    double score, expected; /* of a, a game, as seen and as fitted; 1/2 without games */
    double error; /* standard error of score - expected; 0: the fit follows it */
    double p;     /* of "the model is right", for all pairings at once */
} bradley_terry_pairing_t;

/* model: a fit of these results without clusters; its covariance is the model's. Lines of
 * a cluster stand next to each other. */
void bradley_terry_check(const bradley_terry_t *model,
                         const bradley_terry_result_t *results, int count,
                         bradley_terry_pairing_t *pairings, int num_pairings);

#endif
