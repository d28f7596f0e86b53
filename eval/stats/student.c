#include "eval/stats/student.h"

#include "core/base/error.h"
#include "core/stats/normal.h"

#include <math.h>

/* From here on the expansion around the normal distribution is accurate enough. */
#define MANY 30.0
#define PI 3.14159265358979324

enum { STEPS = 200, HALVINGS = 60 };

/* With t = sqrt(freedom) tan(angle) the density is cos(angle)^(freedom - 1); its integral
 * from 0 by Simpson's rule. */
static double integral(double angle, double freedom) {
    double step = angle / STEPS, sum = 0;
    for (int i = 0; i <= STEPS; i++) {
        double weight = i == 0 || i == STEPS ? 1 : i % 2 == 1 ? 4 : 2;
        sum += weight * pow(cos(i * step), freedom - 1);
    }
    return sum * step / 3;
}

static double by_bisection(double level, double freedom) {
    double whole = sqrt(PI) * tgamma(freedom / 2) / tgamma((freedom + 1) / 2) / 2;
    double low = 0, high = PI / 2;
    for (int i = 0; i < HALVINGS; i++) {
        double middle = (low + high) / 2;
        if (integral(middle, freedom) < level * whole)
            low = middle;
        else
            high = middle;
    }
    return sqrt(freedom) * tan(low);
}

double student_two_sided(double level, double freedom) {
    REQUIRE(level > 0 && level < 1 && freedom >= 1);
    if (freedom < MANY)
        return by_bisection(level, freedom);
    double z = normal_two_sided(level), z2 = z * z, n = freedom;
    return z * (1 + (z2 + 1) / (4 * n) + (5 * z2 * z2 + 16 * z2 + 3) / (96 * n * n) +
                (3 * z2 * z2 * z2 + 19 * z2 * z2 + 17 * z2 - 15) / (384 * n * n * n));
}
