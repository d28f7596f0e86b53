/* nash_average.h - the worth of agents where one rating each does not explain the
 * results, as when A beats B, B beats C and C beats A.
 * Use: double mix[N], value[N];
 *      nash_average(scores, n, mix, value);    scores[i * n + k]: of i against k, 0 to 1
 * The mix is how often to field each agent so that no agent scores more than 1/2 +
 * NASH_SLACK against it; of all such mixes, the one of maximum entropy, which is unique:
 * copies of an agent share its weight and do not change the others'. The value of an
 * agent is its score against the mix: 1/2 up to the slack for those in it, less for the
 * others. In a transitive order of agents the strongest has the whole mix; rock, paper
 * and scissors have a third each.
 * Reproducibility: portable_math and the four operations.   Errors:
 * none.
 * Source: Balduzzi, Tuyls, Perolat, Graepel, Re-evaluating evaluation, 2018, with scores
 *      instead of their log odds, and with the slack, so that small changes of scores
 *      make small changes of the mix; the dual by Newton's method with a barrier.
 */
#ifndef EVAL_NASH_AVERAGE_H
#define EVAL_NASH_AVERAGE_H

#define NASH_SLACK 0.005

enum { NASH_MAX_AGENTS = 100 };

/* scores: those of i against k and of k against i sum to 1; 1/2 on the diagonal. mix:
 * sums to 1. 1 <= n <= NASH_MAX_AGENTS. */
void nash_average(const double *scores, int n, double *mix, double *value);

#endif
