/* claim_power.h - the power of replaying some of many games to detect false ones.
 * Use: double chance = claim_power(games, false_ones, replayed);
 *      uint64_t least = claim_power_least(games, replayed, 0.95);
 * Of `games` games, `replayed` are drawn without replacement: the probability that a
 * false one is among them is 1 minus the hypergeometric probability of none.
 */
#ifndef EVAL_CLAIM_POWER_H
#define EVAL_CLAIM_POWER_H

#include <stdint.h>

/* The probability with which a check states what it finds. */
#define CLAIM_POWER_CHANCE 0.95

/* Both at most `games`. */
double claim_power(uint64_t games, uint64_t false_ones, uint64_t replayed);

/* The least number of false games of which one is found with that probability; 0: nothing
 * is replayed. */
uint64_t claim_power_least(uint64_t games, uint64_t replayed, double chance);

#endif
