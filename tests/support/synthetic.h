/* synthetic.h - results of matches whose truth is known: what statistics are tried on.
 * Use: outcome_shares_t truth = synthetic_with_nelo(&synthetic_matches[i], 30);
 *      outcome_counts_add(&counts, synthetic_draw(&truth, &rng));
 */
#ifndef TESTS_SYNTHETIC_H
#define TESTS_SYNTHETIC_H

#include "core/base/pcg.h"
#include "core/stats/outcome_fit.h"

typedef struct synthetic_match {
    const char *name;
    int games;                  /* in a trial: 1 or 2 */
    double share[OUTCOMES_MAX]; /* of each outcome: the shape that is tilted */
} synthetic_match_t;

/* Even pairs and single games of all sorts: few and many draws, games of a pair that
 * agree or disagree, long tails to one side. */
extern const synthetic_match_t synthetic_matches[];
extern const int synthetic_match_count;

/* The match's shape, tilted to this normalised Elo or to this mean score. */
outcome_shares_t synthetic_with_nelo(const synthetic_match_t *match, double nelo);
outcome_shares_t synthetic_with_mean(const synthetic_match_t *match, double mean);

/* An outcome, in half points. */
int synthetic_draw(const outcome_shares_t *truth, pcg32_t *rng);

/* A normal variable (Box and Muller). */
double synthetic_normal(pcg32_t *rng);

/* Ends the test when a share of intervals that held the truth is not from `least` to
 * `most`, four standard errors of a share from `repetitions` allowed. Prints the line
 * that tests/tools/interval_coverage.py reads. */
void synthetic_check_share(const char *what, double share, int repetitions, double least,
                           double most);

/* The same of intervals of a level that held in so many repetitions; wider ones may hold
 * more often. */
void synthetic_check_coverage(const char *statistic, const char *truth, int held,
                              int repetitions, double level);

#endif
