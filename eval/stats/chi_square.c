#include "eval/stats/chi_square.h"

#include "core/base/error.h"
#include <math.h>

#define EPSILON 1e-15
#define TINY 1e-300
#define MAX_STEPS 10000

/* The upper incomplete gamma function over the whole one: by the series of the lower one
 * where that converges fast, else by the continued fraction (Lentz). */
static double gamma_tail(double shape, double x) {
    double scale = exp(shape * log(x) - x - lgamma(shape));
    if (x < shape + 1) {
        double term = 1 / shape, sum = term;
        for (int i = 1; term > sum * EPSILON; i++)
            sum += term *= x / (shape + i);
        return fmax(0, 1 - scale * sum);
    }
    double b = x + 1 - shape, c = 1 / TINY, d = 1 / b, value = d, factor = 0;
    for (int i = 1; i < MAX_STEPS && fabs(factor - 1) > EPSILON; i++) {
        double a = -i * (i - shape);
        b += 2;
        d = a * d + b;
        d = 1 / (fabs(d) < TINY ? TINY : d);
        c = b + a / c;
        c = fabs(c) < TINY ? TINY : c;
        value *= factor = c * d;
    }
    return fmin(1, scale * value);
}

double chi_square_tail(double x, double degrees) {
    return x > 0 ? gamma_tail(degrees / 2, x / 2) : 1;
}

contingency_t contingency_of(const uint64_t *counts, int rows, int columns) {
    double row[CONTINGENCY_MAX] = {0}, column[CONTINGENCY_MAX] = {0}, all = 0;
    int used_rows = 0, used_columns = 0;
    contingency_t found = {.p_value = 1};
    REQUIRE(rows <= CONTINGENCY_MAX && columns <= CONTINGENCY_MAX);
    for (int i = 0; i < rows * columns; i++) {
        row[i / columns] += (double)counts[i];
        column[i % columns] += (double)counts[i];
        all += (double)counts[i];
    }
    for (int i = 0; i < rows; i++)
        used_rows += row[i] > 0;
    for (int i = 0; i < columns; i++)
        used_columns += column[i] > 0;
    found.degrees = (double)(used_rows - 1) * (used_columns - 1);
    if (used_rows < 2 || used_columns < 2)
        return (contingency_t){.p_value = 1};
    for (int i = 0; i < rows * columns; i++) {
        double expected = row[i / columns] * column[i % columns] / all;
        double off = (double)counts[i] - expected;
        found.chi_square += expected > 0 ? off * off / expected : 0;
    }
    found.p_value = chi_square_tail(found.chi_square, found.degrees);
    return found;
}

contingency_t goodness_of_fit_uniform(const uint64_t *counts, int kinds) {
    contingency_t found = {.degrees = kinds - 1, .p_value = 1};
    double all = 0;
    for (int i = 0; i < kinds; i++)
        all += (double)counts[i];
    for (int i = 0; i < kinds && all > 0; i++) {
        double off = (double)counts[i] - all / kinds;
        found.chi_square += off * off / (all / kinds);
    }
    if (kinds > 1 && all > 0)
        found.p_value = chi_square_tail(found.chi_square, found.degrees);
    return found;
}
