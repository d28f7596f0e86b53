#include "eval/claim/claim_power.h"

#include "core/base/error.h"

#include <math.h>

/* C(games - false, replayed) / C(games, replayed), factor by factor of the smaller of the
 * two numbers, which may be exchanged. */
double claim_power(uint64_t games, uint64_t false_ones, uint64_t replayed) {
    REQUIRE(false_ones <= games && replayed <= games);
    uint64_t less = false_ones < replayed ? false_ones : replayed;
    uint64_t more = false_ones < replayed ? replayed : false_ones;
    double log_none = 0;
    if (less == 0)
        return 0;
    if (less + more > games)
        return 1;
    for (uint64_t i = 0; i < less; i++)
        log_none += log1p(-(double)more / (double)(games - i));
    return -expm1(log_none);
}

uint64_t claim_power_least(uint64_t games, uint64_t replayed, double chance) {
    uint64_t low = 0, high = games; /* low is too few, high is enough */
    if (games == 0 || replayed == 0)
        return 0;
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        if (claim_power(games, middle, replayed) >= chance)
            high = middle;
        else
            low = middle;
    }
    return high;
}
