/* claim_power.h - what playing some of many games again would have found.
 * Use: double chance = claim_power(games, false_ones, replayed);
 *      uint64_t least = claim_power_least(games, replayed, 0.95);
 * Of `games` games so many are replayed that were drawn without replacement: the chance
 * that a false one is among them is 1 less the hypergeometric chance of none.
 * Threads: pure.   Errors: none.
 */
#ifndef EVAL_CLAIM_POWER_H
#define EVAL_CLAIM_POWER_H

#include <stdint.h>

/* Both at most `games`. */
double claim_power(uint64_t games, uint64_t false_ones, uint64_t replayed);

/* The least number of false games of which one is found with that chance; 0: none is, as
 * nothing is replayed. */
uint64_t claim_power_least(uint64_t games, uint64_t replayed, double chance);

#endif
