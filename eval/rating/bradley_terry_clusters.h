/* bradley_terry_clusters.h - the covariance of a fit from clusters of correlated games.
 * Use: bradley_terry_clusters(&problem, at, covariance, clusters, &even);
 * The spread of the fits that leave out one cluster each (the jackknife, one Newton step
 * from the full fit: CR3 in the literature on clusters). It is valid for clusters of any
 * internal correlation and of different sizes; with few clusters it errs on the wide
 * side, where the plain sandwich estimator errs on the narrow one. Added to it are the
 * prior's share and, for each agent, two clusters with the variance of the model: an
 * agent whose pairs all came out alike has a short interval, but one with a width. The
 * variance of the draw parameter is never below the model's, because clusters hardly
 * differ where hardly any game was drawn. The advantage of moving first may depend on a
 * few openings: its number of clusters is the number of normal ones whose fourth powers
 * would be as even.
 * Source: Liang and Zeger 1986; Bell and McCaffrey 2002; MacKinnon, Nielsen and Webb,
 *      Cluster-robust inference: a guide to empirical practice, 2023.
 */
#ifndef EVAL_BRADLEY_TERRY_CLUSTERS_H
#define EVAL_BRADLEY_TERRY_CLUSTERS_H

typedef struct problem problem_t; /* eval/rating/bradley_terry_problem.h */

/* covariance: in: the inverse of the curvature at the maximum `at`; out: the covariance
 * from clusters; both size * size. clusters: of each parameter, how many are behind it;
 * even: the effective number behind the advantage of moving first. */
void bradley_terry_clusters(const problem_t *problem, const double *at,
                            double *covariance, int *clusters, int *even);

#endif
