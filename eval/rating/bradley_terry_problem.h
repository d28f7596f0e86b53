/* bradley_terry_problem.h - the likelihood of bradley_terry.h, for its fit and for its
 * covariance from clusters.
 * Use: problem_t problem = {...};  problem_add_result(&problem, &line, at, gradient, H);
 * The parameters are one array: ratings, advantage, draw; natural units.
 */
#ifndef EVAL_BRADLEY_TERRY_PROBLEM_H
#define EVAL_BRADLEY_TERRY_PROBLEM_H

#include "eval/rating/bradley_terry.h"

typedef struct problem {
    int agents, size; /* size: agents + 2 */
    const bradley_terry_result_t *results;
    int count;
    double *precision, *centre; /* of the prior, of each parameter */
} problem_t;

typedef struct chances {
    double won, drawn, lost;
    double log_sum; /* ln(e^(d/2) + e^draw + e^(-d/2)) */
} chances_t;

chances_t problem_chances(double d, double draw);

/* d of a result: rating of the first mover + advantage - rating of the second. */
double problem_advantage_over(const problem_t *problem, const double *at,
                              const bradley_terry_result_t *result);

/* Adds a result's contribution to the gradient and to the curvature (minus the second
 * derivatives), size * size. It touches four parameters; d contains first, second and
 * advantage with the signs 1, -1, 1. */
void problem_add_result(const problem_t *problem, const bradley_terry_result_t *result,
                        const double *at, double *gradient, double *curvature);

#endif
