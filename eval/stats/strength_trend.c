#include "eval/stats/strength_trend.h"

#include "core/stats/normal.h"
#include "eval/stats/chi_square.h"

#include <math.h>

/* A form whose chi^2 is larger than the best's by more is left out. The best of so many
 * forms makes use of noise, so the right one is often behind by some 4. */
#define PLAUSIBLE 6.0

static const double halvings[TREND_FORMS] = {
    0, 0.5, 0.6, 0.7, 0.84, 1,   1.2,  1.4, 1.7,  2,  2.4,  2.8, 3.4,
    4, 4.8, 5.7, 6.7, 8,    9.5, 11.3, -2,  -2.8, -4, -5.7, -8,  -11.3};

static bool is_line(double halves_in) {
    return fabs(halves_in) < 1e-9;
}

/* x: doublings from the largest budget. */
static double function_of(double halves_in, double x) {
    return is_line(halves_in) ? x : exp2(-x / halves_in);
}

/* a + b f(x) by the normal equations, f taken from its weighted mean. */
static trend_form_t fit_form(double halves_in, const trend_point_t *points, int count,
                             double last) {
    double sum = 0, mean_f = 0, mean_y = 0, ff = 0, fy = 0;
    for (int i = 0; i < count; i++) {
        double weight = 1 / (points[i].error * points[i].error);
        sum += weight;
        mean_f += weight * function_of(halves_in, points[i].doublings - last);
        mean_y += weight * points[i].value;
    }
    mean_f /= sum;
    mean_y /= sum;
    for (int i = 0; i < count; i++) {
        double weight = 1 / (points[i].error * points[i].error);
        double f = function_of(halves_in, points[i].doublings - last) - mean_f;
        ff += weight * f * f;
        fy += weight * f * (points[i].value - mean_y);
    }
    trend_form_t form = {.halves_in = halves_in, .b = fy / ff, .var_b = 1 / ff};
    form.a = mean_y - form.b * mean_f;
    form.var_a = 1 / sum + mean_f * mean_f / ff;
    form.cov_ab = -mean_f / ff;
    for (int i = 0; i < count; i++) {
        double f = function_of(halves_in, points[i].doublings - last);
        double off = (points[i].value - form.a - form.b * f) / points[i].error;
        form.chi_square += off * off;
    }
    return form;
}

static bool check_points(const trend_point_t *points, int count, failure_t *error) {
    if (count < TREND_MIN_POINTS)
        return error_set(error, "%d budgets are too few for a trend: at least %d", count,
                         TREND_MIN_POINTS);
    bool differ = false;
    for (int i = 0; i < count; i++) {
        const trend_point_t *point = &points[i];
        if (!isfinite(point->doublings) || !isfinite(point->value) ||
            !isfinite(point->error) || !(point->error > 0))
            return error_set(error,
                             "point %d of the trend (%g doublings, value %g, error %g): "
                             "numbers have to be finite and the error above 0",
                             i, point->doublings, point->value, point->error);
        differ |= fabs(point->doublings - points[0].doublings) > 1e-9;
    }
    return differ || error_set(error, "a trend needs different budgets");
}

bool strength_trend_fit(strength_trend_t *trend, const trend_point_t *points, int count,
                        failure_t *error) {
    if (!check_points(points, count, error))
        return false;
    *trend = (strength_trend_t){
        .points = count, .first = points[0].doublings, .last = points[0].doublings};
    for (int i = 1; i < count; i++) {
        trend->first = fmin(trend->first, points[i].doublings);
        trend->last = fmax(trend->last, points[i].doublings);
    }
    double least = HUGE_VAL, sum = 0;
    for (int i = 0; i < TREND_FORMS; i++) {
        trend->form[i] = fit_form(halvings[i], points, count, trend->last);
        least = fmin(least, trend->form[i].chi_square);
    }
    for (int i = 0; i < TREND_FORMS; i++)
        sum += trend->form[i].weight = exp(-(trend->form[i].chi_square - least) / 2);
    for (int i = 0; i < TREND_FORMS; i++) {
        trend->form[i].weight /= sum;
        trend->form[i].is_plausible = trend->form[i].chi_square - least <= PLAUSIBLE;
    }
    return true;
}

/* What one form says of by_a a + by_b b is normal. The interval reaches as far as that of
 * any form the points do not speak against. */
static void add_form(estimate_t *estimate, const trend_form_t *form, double by_a,
                     double by_b, double z) {
    double variance = by_a * by_a * form->var_a + 2 * by_a * by_b * form->cov_ab +
                      by_b * by_b * form->var_b;
    double mean = by_a * form->a + by_b * form->b, half = z * sqrt(fmax(variance, 0));
    estimate->value += form->weight * mean;
    if (form->is_plausible) {
        estimate->low = fmin(estimate->low, mean - half);
        estimate->high = fmax(estimate->high, mean + half);
    }
}

estimate_t strength_trend_at(const strength_trend_t *trend, double doublings,
                             double level) {
    estimate_t estimate = {0, HUGE_VAL, -HUGE_VAL};
    double z = normal_two_sided(level), x = doublings - trend->last;
    for (int i = 0; i < TREND_FORMS; i++) {
        const trend_form_t *form = &trend->form[i];
        add_form(&estimate, form, 1, function_of(form->halves_in, x), z);
    }
    return estimate;
}

estimate_t strength_trend_change(const strength_trend_t *trend, double from, double to,
                                 double level) {
    estimate_t estimate = {0, HUGE_VAL, -HUGE_VAL};
    double z = normal_two_sided(level);
    for (int i = 0; i < TREND_FORMS; i++) {
        const trend_form_t *form = &trend->form[i];
        double by_b = function_of(form->halves_in, to - trend->last) -
                      function_of(form->halves_in, from - trend->last);
        add_form(&estimate, form, 0, by_b, z);
    }
    return estimate;
}

const char *const trend_state_names[] = {"not decided", "settled", "moving"};

trend_state_t strength_trend_settled(const strength_trend_t *trend, double bound,
                                     double level) {
    REQUIRE(bound > 0);
    if (strength_trend_fits(trend) < TREND_FITS)
        return TREND_NOT_DECIDED;
    estimate_t change = strength_trend_change(trend, trend->last, trend->last + 1, level);
    if (change.low > bound || change.high < -bound)
        return TREND_MOVING;
    return change.low >= -bound && change.high <= bound ? TREND_SETTLED
                                                        : TREND_NOT_DECIDED;
}

/* Two parameters are fitted, and which form is best is nearly a third. */
double strength_trend_fits(const strength_trend_t *trend) {
    double least = HUGE_VAL, degrees = trend->points - 3;
    for (int i = 0; i < TREND_FORMS; i++)
        least = fmin(least, trend->form[i].chi_square);
    return chi_square_tail(least, degrees);
}

/* The trials of a coin that would tell as much: more than there are where draws or pairs
 * make the score vary less. One coin is added, so that all draws are not certainty. */
trend_point_t trend_point_of_score(const outcome_counts_t *counts, double doublings) {
    double trials = (double)outcome_counts_trials(counts);
    double score = outcome_counts_score(counts), coin = score * (1 - score);
    double variance = (outcome_counts_variance(counts) * trials + coin) / (trials + 1);
    double coins = coin > 0 ? trials * coin / variance : trials;
    double won = coins * score + 0.5, lost = coins * (1 - score) + 0.5;
    return (trend_point_t){doublings, log(won / lost), sqrt(1 / won + 1 / lost)};
}

double score_of_log_odds(double log_odds) {
    return 1 / (1 + exp(-log_odds));
}
