/* synthetic.h - match results with known truth, for testing statistics.
 * Use: outcome_shares_t truth = synthetic_with_nelo(&synthetic_matches[i], 30);
 *      outcome_counts_add(&counts, synthetic_draw(&truth, &rng));
 */
#ifndef TESTS_SYNTHETIC_H
#define TESTS_SYNTHETIC_H

#include "core/base/pcg.h"
#include "core/stats/outcome_fit.h"

typedef struct synthetic_match {
    const char *name;
    int games;                  /* per trial: 1 or 2 */
    double share[OUTCOMES_MAX]; /* of each outcome, before tilting */
} synthetic_match_t;

/* Evenly matched pairs and single games: few and many draws, positively and negatively
 * correlated games of a pair, a long tail to one side. */
extern const synthetic_match_t synthetic_matches[];
extern const int synthetic_match_count;

/* The match's outcome shares, tilted to this normalised Elo or mean score. */
outcome_shares_t synthetic_with_nelo(const synthetic_match_t *match, double nelo);
outcome_shares_t synthetic_with_mean(const synthetic_match_t *match, double mean);

/* A random outcome, in half points. */
int synthetic_draw(const outcome_shares_t *truth, pcg32_t *rng);

/* A standard normal variate (Box and Muller). */
double synthetic_normal(pcg32_t *rng);

/* Fails the test when the share of intervals that cover the truth lies outside `least` to
 * `most` by more than four standard errors of a share of `repetitions`. Prints the line
 * that tests/tools/interval_coverage.py reads. */
void synthetic_check_share(const char *what, double share, int repetitions, double least,
                           double most);

/* The same for intervals of confidence `level`, of which `held` covered the truth; wider
 * intervals may cover it more often. */
void synthetic_check_coverage(const char *statistic, const char *truth, int held,
                              int repetitions, double level);

#endif
