#include "eval/study/study_score.h"

#include "eval/stats/budgets/matched_score.h"
#include "eval/stats/over_networks.h"
#include "eval/stats/score_interval.h"
#include "eval/study/study_plan.h"
#include "eval/study/study_result.h"

#include <math.h>

static const char *const kind_names[] = {[MATCHED_SIMULATIONS] = "simulations",
                                         [MATCHED_TIME] = "time",
                                         [MATCHED_DOUBLING] = "relative strength"};

/* --- Cells -------------------------------------------------------------------------- */

static networks_weighed_t networks_of(const study_cell_t *cell) {
    return (networks_weighed_t){&cell->networks.pairs, cell->networks.weight};
}

estimate_t study_score_at(const study_cell_t *cell, double level) {
    over_networks_t found;
    if (!study_cell_has_networks(cell))
        return score_interval(&cell->sample, level);
    if (!over_networks(&cell->networks.pairs, cell->networks.weight, level, &found))
        found.score.value = outcome_counts_score(&cell->sample.trials.counts);
    return found.score;
}

/* Pairs of games of the same number, as a match of one cell against the other: 2 half
 * points of 4 when both had the same result. */
static score_sample_t paired(const study_cell_t *a, const study_cell_t *b) {
    score_sample_t both = {
        .trials = {outcome_counts_of_pairs(),
                   fmin(a->sample.trials.weight, b->sample.trials.weight)},
        .share = a->sample.share * b->sample.share};
    uint64_t pairs = a->games < b->games ? a->games : b->games;
    for (uint64_t i = 0; i < pairs; i++)
        outcome_counts_add(&both.trials.counts, 2 + a->results[i] - b->results[i]);
    return both;
}

estimate_t study_score_difference(const study_cell_t *a, const study_cell_t *b,
                                  bool is_paired, double level) {
    if (study_cell_has_networks(a)) {
        networks_weighed_t x = networks_of(a), y = networks_of(b);
        return over_networks_difference(&x, &y, level);
    }
    if (!is_paired)
        return score_interval_difference(&a->sample, &b->sample, level);
    score_sample_t differences = paired(a, b);
    return score_interval_paired(&differences, level);
}

double study_score_difference_p(const study_cell_t *a, const study_cell_t *b,
                                bool is_paired) {
    if (study_cell_has_networks(a)) {
        networks_weighed_t x = networks_of(a), y = networks_of(b);
        return over_networks_difference_p(&x, &y);
    }
    if (!is_paired)
        return score_interval_difference_p(&a->sample, &b->sample);
    score_sample_t differences = paired(a, b);
    return score_interval_paired_p(&differences);
}

/* --- Points ------------------------------------------------------------------------- */

/* The level of each interval so that those of all scores, and of all scores of twice the
 * budget, hold simultaneously. */
static double level_each(const study_result_t *result) {
    int intervals = 0;
    for (int i = 0; i < result->study->num_variants; i++)
        for (int j = 0; j < result->study->num_strengths; j++)
            intervals +=
                result->cells[i][j].is_wanted + (result->cells[i][j].skill_wanted > 0);
    intervals *= study_plan_variants(result->study); /* removed ones as these */
    intervals /= result->study->num_variants;
    return comparison_level_each(result->level, intervals > 0 ? intervals : 1);
}

/* False: the cell lacks what the measure needs. */
static bool measure_of(const study_result_t *result, int variant, int strength,
                       matched_kind_t kind, estimate_t *measure) {
    const study_cell_t *cell = &result->cells[variant][strength];
    double doublings = study_doublings(&result->study->strengths[strength]);
    double speed = result->study->variants[variant].speed;
    if (study_cell_has_networks(cell) && !study_cell_is_over(cell))
        return false;
    if (cell->games == 0 || isnan(doublings) || (kind == MATCHED_TIME && !(speed > 0)) ||
        (kind == MATCHED_DOUBLING && cell->skill_games < 2))
        return false;
    if (kind == MATCHED_DOUBLING) {
        *measure = outcome_counts_score_of_effective(
            &cell->skill, cell->skill_pairs.effective, level_each(result));
        return true;
    }
    double at = kind == MATCHED_TIME ? doublings - log2(speed) : doublings;
    *measure = (estimate_t){at, at, at};
    return true;
}

/* Sorted by budget; returns how many. */
static int points_of(const study_result_t *result, int variant, matched_kind_t kind,
                     matched_point_t points[STUDY_MAX_STRENGTHS]) {
    double doublings[STUDY_MAX_STRENGTHS];
    int count = 0;
    for (int j = 0; j < result->study->num_strengths; j++) {
        matched_point_t point;
        if (!measure_of(result, variant, j, kind, &point.measure))
            continue;
        point.score = study_score_at(&result->cells[variant][j], level_each(result));
        double at = study_doublings(&result->study->strengths[j]);
        int place = count++;
        for (; place > 0 && doublings[place - 1] > at; place--) {
            doublings[place] = doublings[place - 1];
            points[place] = points[place - 1];
        }
        doublings[place] = at;
        points[place] = point;
    }
    return count;
}

static study_matched_t match(const study_result_t *result, int a, int b,
                             matched_kind_t kind) {
    const char *name_a = result->study->variants[a].name;
    const char *name_b = result->study->variants[b].name;
    study_matched_t matched = {.a = a,
                               .b = b,
                               .kind = kind,
                               .name_a = name_a,
                               .name_b = name_b,
                               .equal = kind_names[kind],
                               .fairer = -1};
    matched_point_t of_a[STUDY_MAX_STRENGTHS], of_b[STUDY_MAX_STRENGTHS];
    int num_a = points_of(result, a, kind, of_a),
        num_b = points_of(result, b, kind, of_b);
    matched_end_t strongest = kind == MATCHED_DOUBLING ? MATCHED_LEAST : MATCHED_LARGEST;
    double m;
    if (!matched_score_common(of_a, num_a, of_b, num_b, strongest, &m) ||
        !matched_score_at(of_a, num_a, m, &matched.of_a) ||
        !matched_score_at(of_b, num_b, m, &matched.of_b))
        return matched;
    matched.exists = true;
    matched.measure = kind == MATCHED_DOUBLING ? m : exp2(m);
    matched.difference = matched_difference(&matched.of_a, &matched.of_b);
    matched.fairer = matched_fairer(&matched.of_a, &matched.of_b);
    if (matched.fairer >= 0)
        matched.fairer_name = matched.fairer == 0 ? name_a : name_b;
    return matched;
}

void study_matched_add(study_result_t *result) {
    if (study_plan_levels(result->study) == 0)
        return;
    for (int b = 1; b < result->study->num_variants; b++)
        for (int a = 0; a < b; a++)
            for (int kind = 0; kind < MATCHED_KINDS; kind++)
                result->matched[result->num_matched++] =
                    match(result, a, b, (matched_kind_t)kind);
}
