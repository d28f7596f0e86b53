#include "eval/stats/budgets/advantage.h"

#include "core/stats/normal.h"
#include "core/stats/student.h"

#include <math.h>

/* Log odds a + b x, with the covariance of a and b. */
typedef struct line {
    double a, b, aa, ab, bb;
} line_t;

/* Newton's method; false: without a maximum. */
static bool fit(const advantage_point_t *points, int count, line_t *line) {
    *line = (line_t){.b = 0.5};
    for (int round = 0; round < 60; round++) {
        double da = 0, db = 0, aa = 0, ab = 0, bb = 0;
        for (int i = 0; i < count; i++) {
            if (!(points[i].games > 0))
                continue;
            const double x = points[i].doublings, n = points[i].games + 1,
                         p = 1 / (1 + exp(-line->a - line->b * x)),
                         off = points[i].points + 0.5 - n * p, weight = n * p * (1 - p);
            da += off;
            db += off * x;
            aa += weight;
            ab += weight * x;
            bb += weight * x * x;
        }
        const double determinant = aa * bb - ab * ab;
        if (!(determinant > 1e-9))
            return false;
        const double step_a = (bb * da - ab * db) / determinant,
                     step_b = (aa * db - ab * da) / determinant,
                     most = fmax(fabs(step_a), fabs(step_b)),
                     scale = most > 1 ? 1 / most : 1;
        line->a += scale * step_a;
        line->b += scale * step_b;
        line->aa = bb / determinant;
        line->ab = -ab / determinant;
        line->bb = aa / determinant;
        if (most < 1e-10)
            return true;
    }
    return false;
}

/* All x with (a - b x)^2 <= z^2 Var(a - b x). */
bool advantage_of(const advantage_point_t *points, int count, double level,
                  advantage_t *found) {
    const double z = normal_two_sided(level);
    line_t line;
    *found = (advantage_t){.exists = false};
    if (!fit(points, count, &line))
        return false;
    const double square = line.b * line.b - z * z * line.bb,
                 middle = line.a * line.b - z * z * line.ab,
                 constant = line.a * line.a - z * z * line.aa,
                 root = middle * middle - square * constant;
    found->slope = line.b;
    if (!(line.b > 0 && square > 0 && root >= 0))
        return false;
    found->exists = true;
    found->doublings = (estimate_t){line.a / line.b, (middle - sqrt(root)) / square,
                                    (middle + sqrt(root)) / square};
    return true;
}

estimate_t advantage_mean(const double *values, int count, double level) {
    double mean = 0, squares = 0;
    for (int i = 0; i < count; i++)
        mean += values[i] / count;
    for (int i = 0; i < count; i++)
        squares += (values[i] - mean) * (values[i] - mean);
    const double half =
        student_two_sided(level, count - 1) * sqrt(squares / (count - 1) / count);
    return (estimate_t){mean, mean - half, mean + half};
}

static int sign_of(const estimate_t *estimate) {
    return (estimate->low > 0) - (estimate->high < 0);
}

advantage_pair_t advantage_compare(const double *a, const double *b, int count,
                                   double level) {
    double differences[ADVANTAGE_PLAYERS], sums[ADVANTAGE_PLAYERS];
    for (int i = 0; i < count; i++) {
        differences[i] = a[i] - b[i];
        sums[i] = a[i] + b[i];
    }
    const estimate_t sum = advantage_mean(sums, count, level);
    advantage_pair_t pair = {advantage_mean(differences, count, level), -1};
    const int signs = sign_of(&pair.difference) * sign_of(&sum);
    if (signs != 0)
        pair.nearer = signs > 0;
    return pair;
}
