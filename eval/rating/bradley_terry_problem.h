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

/* The covariance from clusters of correlated games: the spread of the fits that leave out
 * one cluster each (the jackknife, one Newton step from the full fit: CR3 in the
 * literature). It is valid for clusters of any internal correlation and of different
 * sizes; with few clusters it errs on the wide side, where the plain sandwich estimator
 * errs on the narrow one. Added to it are the prior's share and, for each agent, two
 * clusters with the variance of the model: an agent whose pairs all came out alike has a
 * short interval, but one with a width. The variance of the draw parameter is never below
 * the model's, because clusters hardly differ where hardly any game was drawn. The
 * advantage of moving first may depend on a few openings: its number of clusters is the
 * number of normal ones whose fourth powers would be as even.
 * covariance: in: the inverse of the curvature at the maximum `at`; out: the covariance
 * from clusters; both size * size. clusters: of each parameter, how many are behind it;
 * even: the effective number behind the advantage of moving first.
 * Source: Liang and Zeger 1986; Bell and McCaffrey 2002; MacKinnon, Nielsen and Webb,
 *      Cluster-robust inference: a guide to empirical practice, 2023. */
void bradley_terry_clusters(const problem_t *problem, const double *at,
                            double *covariance, int *clusters, int *even);

#endif
