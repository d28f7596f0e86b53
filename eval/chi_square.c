#include "eval/chi_square.h"

#include "core/error.h"
#include "eval/normal.h"

#include <math.h>

double chi_square_tail(double x, double degrees) {
    double spread = 2 / (9 * degrees);
    return normal_cdf((1 - spread - cbrt(x / degrees)) / sqrt(spread));
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
