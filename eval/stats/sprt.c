#include "eval/stats/sprt.h"

#include "core/base/portable_math.h"
#include "eval/stats/outcome_fit.h"

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

sprt_state_t sprt_state(const sprt_t *test, const outcome_counts_t *counts) {
    double llr = sprt_llr(test, counts);
    return llr >= test->upper ? SPRT_H1 : llr <= test->lower ? SPRT_H0 : SPRT_GO_ON;
}
