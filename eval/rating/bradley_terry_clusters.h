/* bradley_terry_clusters.h - the covariance of a fit from clusters of correlated games.
 * Use: bradley_terry_clusters(&problem, at, covariance, clusters, &even);
 * The spread of the fits that leave out one cluster each (the jackknife, one Newton step
 * from the whole fit: CR3 of the literature on clusters). It is the variance that
 * clusters of any inner correlation and of different sizes make, and with few of them
 * errs to the wide side, where the plain sandwich errs to the narrow one. To it come the
 * prior's share and, for each agent, two clusters more that differ as the model has it:
 * where all its pairs came out alike its interval is short but has a width. The variance
 * of the draw parameter is never below the model's, as clusters hardly differ where
 * hardly a game was drawn. The worth of moving first may rest on a few openings: it
 * counts as many clusters as would, were they normal, have fourth powers as even.
 * Threads: pure.   Errors: none.
 * Source: Liang and Zeger 1986; Bell and McCaffrey 2002; MacKinnon, Nielsen and Webb,
 *      Cluster-robust inference: a guide to empirical practice, 2023.
 */
#ifndef EVAL_BRADLEY_TERRY_CLUSTERS_H
#define EVAL_BRADLEY_TERRY_CLUSTERS_H

typedef struct problem problem_t; /* eval/rating/bradley_terry_problem.h */

/* covariance: in the inverse of the curvature at the top `at`, out the covariance of the
 * clusters; both size * size. clusters: of each parameter, how many it rests on; even: as
 * how many the worth of moving first does. */
void bradley_terry_clusters(const problem_t *problem, const double *at,
                            double *covariance, int *clusters, int *even);

#endif
