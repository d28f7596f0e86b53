/* nash_average.h - what agents are worth where one number each does not tell their
 * results, as when A beats B, B beats C and C beats A.
 * Use: double mix[N], value[N];
 *      nash_average(scores, n, mix, value);    scores[i * n + k]: of i against k, 0 to 1
 * The mix is how often to field each agent so that no agent scores more than 1/2 +
 * NASH_SLACK against it; of all such mixes the most even one (of the largest entropy),
 * which is unique, so copies of an agent share its weight and change no other's. The
 * value of an agent is its score against the mix: 1/2 for those in it but for the slack,
 * less for the others. In a row of ever stronger agents the strongest has the whole mix;
 * of rock, paper and scissors each has a third.
 * Sameness: portable_math and the four operations.   Threads: pure.   Errors: none.
 * Source: Balduzzi, Tuyls, Perolat, Graepel, Re-evaluating evaluation, 2018, with scores
 *      in the place of their log odds, and the slack, by which small changes of scores
 *      make small changes of the mix; its dual by Newton's method with a barrier.
 */
#ifndef EVAL_NASH_AVERAGE_H
#define EVAL_NASH_AVERAGE_H

#define NASH_SLACK 0.005

enum { NASH_MAX_AGENTS = 100 };

/* scores: those of i against k and of k against i add up to 1; 1/2 on the diagonal. mix:
 * adds up to 1. 1 <= n <= NASH_MAX_AGENTS. */
void nash_average(const double *scores, int n, double *mix, double *value);

#endif
