/* looks.h - a few looks at a score, at numbers of games that are fixed beforehand: for
 * games that stop as soon as the score answers a question.
 * Use: looks_t looks = {.first = 200, .most = 3200, .step = 50};
 *      for (games = looks_next(&looks, 0); games > 0; games = looks_next(&looks, games))
 *          ... play up to `games`; an interval at level 1 - alpha * looks_share(&looks,
 *              games); stop if it decides
 * Looks are at `most` games and at halves, quarters, ... of it, down to `first`. Each has
 * the share of the error probability that it has of the games: the last one half, that
 * before a quarter. As the shares sum to 1, all looks hold simultaneously (Bonferroni):
 * whatever the distribution, and whichever look is the last.
 * Why in proportion: such a test has the power of the best fixed-sample one (90 %) with
 * 1.16 times its number of games at most (normal limit; 1.2 measured), and stops after
 * 0.8 times as many on average; where the truth is twice as far off, after 1.2 times the
 * number that is best for that. O'Brien and Fleming's boundaries have 1.03, 0.85 and 1.6;
 * anytime-valid ones take 1.9 to 2.2 for that power (experiments/calibration).
 * Source: Lan and DeMets, Discrete sequential boundaries for clinical trials, 1983 (error
 *      spending); Kim and DeMets 1987 (in proportion); Jennison and Turnbull 1989
 *      (repeated confidence intervals).
 */
#ifndef EVAL_LOOKS_H
#define EVAL_LOOKS_H

#include <stdint.h>

typedef struct looks {
    uint64_t first, most; /* the least and the largest number of games */
    uint64_t step;        /* looks are at multiples of it */
} looks_t;

/* The first look after more than so many games; 0: there is none. */
uint64_t looks_next(const looks_t *looks, uint64_t games);

/* The share of the look at so many games in the error probability; 0: no look is there.
 */
double looks_share(const looks_t *looks, uint64_t games);

#endif
