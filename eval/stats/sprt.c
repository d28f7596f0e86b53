#include "eval/stats/sprt.h"

#include "core/base/portable_math.h"
#include "core/stats/outcome_fit.h"

#include <math.h>

static bool is_rate(double rate) {
    return rate > 0 && rate < 0.5;
}

bool sprt_init(sprt_t *test, double nelo0, double nelo1, double alpha, double beta,
               failure_t *error) {
    if (!(fabs(nelo0) <= SPRT_MAX_NELO && fabs(nelo1) <= SPRT_MAX_NELO && nelo0 < nelo1))
        return error_set(error,
                         "%g and %g are no bounds of a sequential test: the first is to "
                         "be the smaller, both from %g to %g normalised Elo",
                         nelo0, nelo1, -SPRT_MAX_NELO, SPRT_MAX_NELO);
    if (!is_rate(alpha) || !is_rate(beta))
        return error_set(error,
                         "%g and %g are no error rates of a sequential test: both have "
                         "to be above 0 and below 0.5",
                         alpha, beta);
    *test = (sprt_t){nelo0,
                     nelo1,
                     alpha,
                     beta,
                     portable_log(beta / (1 - alpha)),
                     portable_log((1 - beta) / alpha)};
    return true;
}

double sprt_llr(const sprt_t *test, const outcome_counts_t *counts) {
    if (outcome_counts_trials(counts) == 0)
        return 0;
    outcome_shares_t seen = outcome_counts_shares(counts);
    double scale = sqrt(counts->games) / NORMALIZED_ELO_SCALE, sum = 0;
    outcome_shares_t fit0 = outcome_fit_t_value(&seen, test->nelo0 * scale);
    outcome_shares_t fit1 = outcome_fit_t_value(&seen, test->nelo1 * scale);
    for (int i = 0; i < seen.outcomes; i++)
        sum += seen.share[i] * portable_log(fit1.share[i] / fit0.share[i]);
    return sum * seen.trials;
}

/* --- Its expected length ------------------------------------------------------------ */

/* The mean exit time of a Brownian motion from an interval: it begins `low` above the
 * lower end and `high` below the upper one, with `drift` and `variance` per unit of time.
 */
static double exit_time(double low, double high, double drift, double variance) {
    if (drift < 0)
        return exit_time(high, low, -drift, variance);
    double width = low + high, rate = 2 * drift / variance;
    if (rate * width < 1e-4)
        return low * high / variance;
    double above =
        expm1(-rate * low) / expm1(-rate * width); /* leaves at the upper end */
    return (width * above - low) / drift;
}

/* The log-likelihood ratio is nearly such a motion: if outcomes have t-value t per trial,
 * its variance is (t1 - t0)^2 and its drift (t1 - t0) (t - (t0 + t1) / 2). The ratio so
 * far gives t to within 1 / sqrt(trials): the result is averaged over these t, or a lucky
 * beginning would promise an early end. */
double sprt_trials_left(const sprt_t *test, const outcome_counts_t *counts) {
    enum { STEPS = 4 }; /* a standard deviation; two to either side */
    double trials = (double)outcome_counts_trials(counts), llr = sprt_llr(test, counts);
    double low = llr - test->lower, high = test->upper - llr;
    double apart =
        (test->nelo1 - test->nelo0) * sqrt(counts->games) / NORMALIZED_ELO_SCALE;
    double sum = 0, weights = 0;
    if (!(low > 0 && high > 0))
        return 0;
    if (!(trials > 0))
        return exit_time(low, high, 0, apart * apart);
    for (int i = -2 * STEPS; i <= 2 * STEPS; i++) {
        double z = (double)i / STEPS, weight = exp(-z * z / 2);
        double drift = llr / trials + apart * z / sqrt(trials);
        sum += weight * exit_time(low, high, drift, apart * apart);
        weights += weight;
    }
    return sum / weights;
}

sprt_state_t sprt_state(const sprt_t *test, const outcome_counts_t *counts) {
    double llr = sprt_llr(test, counts);
    return llr >= test->upper ? SPRT_H1 : llr <= test->lower ? SPRT_H0 : SPRT_GO_ON;
}
