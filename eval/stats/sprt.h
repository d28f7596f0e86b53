/* sprt.h - a match that stops by itself: Wald's sequential test of two hypotheses about
 * normalised Elo, on the counts of outcomes of pairs or of games.
 * Use: sprt_t test;  if (!sprt_init(&test, 0, 10, 0.05, 0.05, &error)) ...
 *      while (sprt_state(&test, &counts) == SPRT_GO_ON) play and count a pair;
 * H0: agent A's normalised Elo is nelo0; H1: it is nelo1 > nelo0. Where the truth is at
 * or below nelo0, H1 is accepted with probability alpha at most; at or above nelo1, H0
 * with beta. In between either may be accepted: the smaller the gap, the longer the
 * match. The likelihoods are those of the most likely distributions of outcomes under
 * each (generalised SPRT): nothing about draws or about how games of a pair are
 * correlated has to be known. With trials of games (not pairs) the same test on three
 * outcomes. To be asked after each pair in the order of their numbers, not of their end:
 * pairs that end early are not a fair sample.
 * Sameness: portable_math and the four operations: the same stop on every machine.
 * Threads: pure.   Errors: bounds that make no test.
 * Source: Wald 1945; Li, Liu, Ying, Generalized sequential probability ratio test, 2014;
 *      M. Van den Bergh, Normalized Elo (fishtest). Error rates as measured:
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

/* Logarithm of the likelihood ratio, H1 over H0; 0 without trials. Finite always. */
double sprt_llr(const sprt_t *test, const outcome_counts_t *counts);

sprt_state_t sprt_state(const sprt_t *test, const outcome_counts_t *counts);

/* How many trials more the test is expected to take, above 0 as long as it goes on: for
 * the time left that people are shown, and for nothing else. Without trials: where the
 * truth lies halfway between the hypotheses, which takes longest. */
double sprt_trials_left(const sprt_t *test, const outcome_counts_t *counts);

#endif
