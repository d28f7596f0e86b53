#include "eval/study/study_matched.h"

#include "core/base/text.h"
#include "eval/stats/matched_score.h"
#include "eval/study/study_result.h"
#include "eval/study/study_score.h"

#include <math.h>
#include <stdio.h>

const char *const matched_kind_names[] = {[MATCHED_SIMULATIONS] = "simulations",
                                          [MATCHED_TIME] = "time",
                                          [MATCHED_DOUBLING] = "relative strength"};

/* --- Points ------------------------------------------------------------------------- */

/* The level of each interval so that those of all scores, and of all scores of twice the
 * budget, hold simultaneously. */
static double level_each(const study_result_t *result) {
    int intervals = 0;
    for (int i = 0; i < result->study->num_variants; i++)
        for (int j = 0; j < result->study->num_strengths; j++)
            intervals +=
                result->cells[i][j].is_asked + (result->cells[i][j].skill_wanted > 0);
    return comparison_level_each(result->level, intervals > 0 ? intervals : 1);
}

/* False: the cell lacks what the measure needs. */
static bool measure_of(const study_result_t *result, int variant, int strength,
                       matched_kind_t kind, estimate_t *measure) {
    const study_cell_t *cell = &result->cells[variant][strength];
    double doublings = study_doublings(&result->study->strengths[strength]);
    double speed = result->study->variants[variant].speed;
    if (study_cell_has_networks(cell) && !cell->is_done)
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
    study_matched_t matched = {.a = a, .b = b, .kind = kind, .fairer = -1};
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
    return matched;
}

void study_matched_add(study_result_t *result) {
    for (int b = 1; b < result->study->num_variants; b++)
        for (int a = 0; a < b; a++)
            for (int kind = 0; kind < MATCHED_KINDS; kind++)
                result->matched[result->num_matched++] =
                    match(result, a, b, (matched_kind_t)kind);
}

/* --- In words ----------------------------------------------------------------------- */

static void add_measure(text_t *text, const study_matched_t *matched) {
    switch (matched->kind) {
    case MATCHED_SIMULATIONS:
        text_add(text, "at %.0f simulations each", matched->measure);
        break;
    case MATCHED_TIME:
        text_add(text, "at %.3g s per action each", matched->measure);
        break;
    case MATCHED_DOUBLING:
        text_add(text, "where twice the budget scores %.1f %% on both",
                 100 * matched->measure);
        break;
    case MATCHED_KINDS:
        break;
    }
}

static void add_scores(text_t *text, const study_matched_t *matched) {
    add_measure(text, matched);
    text_add(text, " %.1f %% (%.1f to %.1f) and %.1f %% (%.1f to %.1f)",
             100 * matched->of_a.value, 100 * matched->of_a.low, 100 * matched->of_a.high,
             100 * matched->of_b.value, 100 * matched->of_b.low,
             100 * matched->of_b.high);
}

static bool has_networks_alone(const study_t *study) {
    for (int i = 0; i < study->num_strengths; i++)
        if (study->strengths[i].num_networks == 0)
            return false;
    return true;
}

bool study_matched_tell(const study_result_t *result, const study_matched_t *first,
                        char *sentence, size_t size) {
    const study_variant_t *variants = result->study->variants;
    const char *a = variants[first->a].name, *b = variants[first->b].name;
    const study_matched_t *doubling = &first[MATCHED_DOUBLING];
    text_t text = text_into(sentence, size);
    const char *before = "";
    bool over_networks = has_networks_alone(result->study);
    text_add(&text,
             "%s and %s: the first player scores, with intervals%s that hold for all "
             "comparisons simultaneously and so are wider than those of single scores, ",
             a, b, over_networks ? " over networks" : "");
    for (int kind = 0; kind < MATCHED_KINDS; kind++)
        if (first[kind].exists) {
            text_add(&text, "%s", before);
            add_scores(&text, &first[kind]);
            before = "; ";
        }
    if (!doubling->exists)
        text_add(
            &text,
            ". Which is fairer between equally strong players is open: the same "
            "budget need not be the same strength, and %s.",
            over_networks
                ? "between networks of a list the score of twice the budget was not "
                  "measured"
                : "no score of twice the budget (\"skill\") is surely reached on both");
    else if (doubling->fairer < 0)
        text_add(&text, ". Which is fairer at equal relative strength, the last of "
                        "these, is not decided.");
    else
        text_add(&text,
                 ". At equal relative strength, the last of these, %s is the fairer.",
                 doubling->fairer == 0 ? a : b);
    return !doubling->exists || doubling->fairer < 0;
}
