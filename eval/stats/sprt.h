/* sprt.h - a match that stops by itself: Wald's sequential test of two hypotheses about
 * normalised Elo, on the counts of outcomes of pairs or of games.
 * Use: sprt_t test;  if (!sprt_init(&test, 0, 10, 0.05, 0.05, &error)) ...
 *      while (sprt_state(&test, &counts) == SPRT_GO_ON) play and count a pair;
 * H0: agent A's normalised Elo is nelo0; H1: it is nelo1 > nelo0. If the truth is at or
 * below nelo0, H1 is accepted with probability at most alpha; at or above nelo1, H0 with
 * at most beta. In between either may be accepted: the smaller the gap, the longer the
 * match. The likelihoods are those of the most likely distributions of outcomes under
 * each hypothesis (generalised SPRT): nothing about draws or about the correlation of the
 * games of a pair must be known. With trials of games (not pairs) it is the same test
 * on three outcomes. Evaluate it after each pair in the order of their numbers, not of
 * their completion: pairs that finish early are not a fair sample.
 * Reproducibility: portable_math and the four operations: the same stop on every machine.
 * Errors: bounds that make no test.
 * Source: Wald 1945; Li, Liu, Ying, Generalized sequential probability ratio test, 2014;
 *      M. Van den Bergh, Normalized Elo (fishtest). Measured error rates:
 *      experiments/calibration.
 */
#ifndef EVAL_SPRT_H
#define EVAL_SPRT_H

#include "core/base/error.h"
#include "core/stats/outcome_counts.h"

typedef enum { SPRT_GO_ON, SPRT_H0, SPRT_H1 } sprt_state_t;

typedef struct sprt {
    double nelo0, nelo1, alpha, beta;
    double lower, upper; /* H0 is accepted at llr <= lower, H1 at llr >= upper */
} sprt_t;

/* The largest |nelo0|, |nelo1|. */
#define SPRT_MAX_NELO 500.0

/* nelo0 < nelo1, both within SPRT_MAX_NELO; 0 < alpha, beta < 1/2. */
bool sprt_init(sprt_t *test, double nelo0, double nelo1, double alpha, double beta,
               failure_t *error);

/* Logarithm of the likelihood ratio, H1 over H0; 0 without trials. Always finite. */
double sprt_llr(const sprt_t *test, const outcome_counts_t *counts);

sprt_state_t sprt_state(const sprt_t *test, const outcome_counts_t *counts);

/* How many more trials the test is expected to take, above 0 while it continues: only for
 * displaying the remaining time. Without trials: for a truth halfway between the
 * hypotheses, which takes longest. */
double sprt_trials_left(const sprt_t *test, const outcome_counts_t *counts);

#endif
