#include "core/base/interval.h"

#include <math.h>

#define Z95 1.959963984540054

interval_t interval_of_score(double sum, double count) {
    if (!(count > 0))
        return (interval_t){0, 1};
    double p = sum / count, z2 = Z95 * Z95, scale = 1 + z2 / count;
    double centre = (p + z2 / (2 * count)) / scale;
    double half = Z95 * sqrt(p * (1 - p) / count + z2 / (4 * count * count)) / scale;
    /* At the ends the formula gives them but for rounding. */
    return (interval_t){sum > 0 && centre > half ? centre - half : 0,
                        sum < count && centre + half < 1 ? centre + half : 1};
}
