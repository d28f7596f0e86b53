#include "tests/support/synthetic.h"

#include "tests/support/unit.h"

#include <math.h>
#include <stdio.h>

const synthetic_match_t synthetic_matches[] = {
    {"pairs, half drawn", 2, {0.01, 0.23, 0.52, 0.23, 0.01}},
    {"pairs, no draws", 2, {0.25, 0, 0.5, 0, 0.25}},
    {"pairs, the opening decides", 2, {0.05, 0, 0.9, 0, 0.05}},
    {"pairs, both or neither", 2, {0.48, 0.01, 0.02, 0.01, 0.48}},
    {"pairs, nearly all drawn", 2, {0.0001, 0.0199, 0.96, 0.0199, 0.0001}},
    {"pairs, small wins, large losses", 2, {0.3, 0.02, 0.1, 0.5, 0.08}},
    {"games, no draws", 1, {0.5, 0, 0.5}},
    {"games, 60 % drawn", 1, {0.2, 0.6, 0.2}},
};
const int synthetic_match_count = sizeof synthetic_matches / sizeof synthetic_matches[0];

static outcome_shares_t shape(const synthetic_match_t *match) {
    outcome_shares_t shares = {.outcomes = 2 * match->games + 1, .trials = 1};
    for (int i = 0; i < shares.outcomes; i++)
        shares.share[i] = match->share[i];
    return shares;
}

outcome_shares_t synthetic_with_mean(const synthetic_match_t *match, double mean) {
    outcome_shares_t shares = shape(match);
    return outcome_fit_mean(&shares, mean);
}

outcome_shares_t synthetic_with_nelo(const synthetic_match_t *match, double nelo) {
    double t = nelo / NORMALIZED_ELO_SCALE * sqrt(match->games), low = 0.01, high = 0.99;
    for (int i = 0; i < 60; i++) {
        double mean = (low + high) / 2;
        outcome_shares_t shares = synthetic_with_mean(match, mean);
        double deviation = sqrt(outcome_moments(&shares).variance);
        *(mean - 0.5 < t * deviation ? &low : &high) = mean;
    }
    return synthetic_with_mean(match, low);
}

int synthetic_draw(const outcome_shares_t *truth, pcg32_t *rng) {
    double x = pcg32_real(rng);
    int outcome = 0;
    while (outcome < truth->outcomes - 1 && x >= truth->share[outcome])
        x -= truth->share[outcome++];
    return outcome;
}

double synthetic_normal(pcg32_t *rng) {
    double radius = sqrt(-2 * log(1 - pcg32_real(rng)));
    return radius * cos(6.283185307179586 * pcg32_real(rng));
}

void synthetic_check_share(const char *what, double share, int repetitions, double least,
                           double most) {
    double half_step = 0.5 / repetitions; /* the continuity correction */
    double allowed_low = 4 * sqrt(least * (1 - least) / repetitions) + half_step;
    double allowed_high = 4 * sqrt(most * (1 - most) / repetitions) + half_step;
    print_message("share: %s: %.2f %% of %d, to be from %.1f to %.1f\n", what,
                  100 * share, repetitions, 100 * least, 100 * most);
    if (!(share >= least - allowed_low && share <= most + allowed_high))
        fail_msg("%s: %.4f of %d, not from %.4f to %.4f", what, share, repetitions, least,
                 most);
}

void synthetic_check_coverage(const char *statistic, const char *truth, int held,
                              int repetitions, double level) {
    char what[160];
    snprintf(what, sizeof what, "%s; %s", statistic, truth);
    synthetic_check_share(what, (double)held / repetitions, repetitions, level, 1);
}
