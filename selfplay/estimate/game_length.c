#include "selfplay/estimate/game_length.h"

#include "core/base/interval.h"
#include "core/stats/student.h"

#include <math.h>
#include <stdlib.h>

/* Skewness of the mean above which even Hall's correction is too small. */
#define MOST_SKEWNESS 0.3
enum { LEAST = 5 /* finished games, or the mean is rough */ };

static int compare(const void *a, const void *b) {
    const observed_length_t *x = a, *y = b;
    if (x->actions != y->actions)
        return x->actions < y->actions ? -1 : 1;
    return (int)y->has_ended - (int)x->has_ended; /* of equal lengths: ended ones first */
}

/* The area under the survival function; if the longest game has not ended, up to its
 * length. `at`: ascending. */
static double mean_of(const observed_length_t *at, size_t count) {
    double share = 1, mean = 0;
    uint32_t last = 0;
    for (size_t i = 0; i < count; i++) {
        mean += share * (double)(at[i].actions - last);
        last = at[i].actions;
        if (at[i].has_ended)
            share *= 1 - 1 / (double)(count - i);
    }
    return mean;
}

/* Of the distribution with this survival function, and of its mean. */
typedef struct spread {
    double variance, skewness, variance_of_mean;
} spread_t;

static spread_t spread_of(const observed_length_t *at, size_t count, double mean) {
    double share = 1, area = mean, squares = 0, cubes = 0;
    spread_t spread = {0};
    uint32_t last = 0;
    for (size_t i = 0; i < count; i++) {
        double left = (double)(count - i), off = at[i].actions - mean;
        area -= share * (double)(at[i].actions - last); /* beyond this length */
        last = at[i].actions;
        if (!at[i].has_ended)
            continue;
        squares += share / left * off * off;
        cubes += share / left * off * off * off;
        if (left > 1) {
            share *= 1 - 1 / left;
            spread.variance_of_mean += area * area / (left * (left - 1));
        }
    }
    spread.variance = squares;
    spread.skewness = squares > 0 ? cubes / pow(squares, 1.5) : 0;
    return spread;
}

static void find_interval(const observed_length_t *at, size_t count, size_t ended,
                          game_length_t *found) {
    spread_t spread = spread_of(at, count, found->mean);
    if (found->is_rough || ended < GAME_LENGTH_LEAST || !(spread.variance_of_mean > 0))
        return;
    /* Without unfinished games this is their number. */
    double effective = fmin(spread.variance / spread.variance_of_mean, (double)ended);
    if (effective < 2 || fabs(spread.skewness) > MOST_SKEWNESS * sqrt(effective))
        return;
    double error = sqrt(spread.variance_of_mean * effective / (effective - 1));
    double t = student_two_sided(INTERVAL_LEVEL, effective - 1);
    double above = student_skewed(t, spread.skewness, effective);
    double below = -student_skewed(-t, spread.skewness, effective);
    found->low = found->mean - fmax(t, above) * error;
    found->high = found->mean + fmax(t, below) * error;
    found->has_interval = found->low > 0;
}

void game_length_find(observed_length_t *observed, size_t count, game_length_t *found) {
    size_t ended = 0;
    qsort(observed, count, sizeof *observed, compare);
    for (size_t i = 0; i < count; i++)
        ended += observed[i].has_ended;
    *found = (game_length_t){.mean = count > 0 ? mean_of(observed, count) : 0};
    found->is_rough =
        ended < LEAST || !observed[count - 1].has_ended || ended < count - ended;
    find_interval(observed, count, ended, found);
}
