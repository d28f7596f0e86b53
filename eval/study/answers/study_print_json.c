/* A study's result as JSON. */
#include "core/base/json.h"
#include "eval/study/answers/study_fairest.h"
#include "eval/study/answers/study_print.h"
#include "eval/study/answers/study_print_networks.h"
#include "eval/study/study_matched.h"
#include "eval/study/study_result.h"

#include <cjson/cJSON.h>
#include <stdlib.h>

/* Pairs or games by half points, 0 first. */
static void add_outcomes(cJSON *json, const char *key, const outcome_counts_t *counts) {
    cJSON *list = cJSON_AddArrayToObject(json, key);
    for (int i = 0; i < outcome_counts_outcomes(counts); i++)
        cJSON_AddItemToArray(list, json_number(counts->count[i]));
}

static void add_turns(cJSON *json, const char *key, const first_turns_t *turns,
                      double level) {
    cJSON *list = cJSON_AddArrayToObject(json, key);
    for (size_t i = 0; i < turns->count; i++) {
        cJSON *item = cJSON_CreateObject();
        outcome_counts_t counts = first_turn_counts(&turns->turns[i]);
        estimate_t score = first_turn_score(turns, &turns->turns[i], level);
        cJSON_AddStringToObject(item, "turn", turns->turns[i].text);
        json_add_number(item, "games", outcome_counts_trials(&counts));
        json_add_estimate(item, "score", &score);
        cJSON_AddItemToArray(list, item);
    }
}

static void add_contingency(cJSON *json, const char *key, const contingency_t *found) {
    cJSON *object = cJSON_AddObjectToObject(json, key);
    json_add_number(object, "chi_square", found->chi_square);
    json_add_number(object, "degrees", found->degrees);
    json_add_number(object, "p_value", found->p_value);
}

static void add_controls(cJSON *json, const study_cell_t *cell) {
    cJSON *list;
    add_contingency(json, "orientations", &cell->orientations);
    add_contingency(json, "directions", &cell->directions);
    list = cJSON_AddArrayToObject(json, "by_orientation");
    for (int i = 0; i < cell->num_orientations; i++)
        cJSON_AddItemToArray(list, json_number(cell->by_orientation[i]));
    json_add_number(json, "seats_games", cell->seats_games);
    if (cell->seats_games == 0)
        return;
    add_outcomes(json, "seats", &cell->seats);
    json_add_estimate(json, "seats_score", &cell->seats_score);
    json_add_number(json, "seats_p", cell->seats_p);
    cJSON_AddBoolToObject(json, "seats_even", cell->seats_even);
}

static void add_drawn(cJSON *json, const study_cell_t *cell, bool has_pie_rule,
                      double level) {
    json_add_number(json, "drawn_games", cell->drawn_games);
    if (cell->drawn_games == 0)
        return;
    const first_turns_value_t *value = &cell->drawn_value;
    cJSON *object = cJSON_AddObjectToObject(json, "drawn_value");
    json_add_number(object, "turns", value->turns);
    if (value->turns > 1) {
        json_add_number(object, "spread", value->spread);
        json_add_number(object, "lowest", value->lowest);
        json_add_number(object, "highest", value->highest);
    }
    if (first_turns_value_tells(value)) {
        cJSON_AddStringToObject(object, "fairest", value->fairest->text);
        json_add_estimate(object, "fairest_score", &value->fairest_score);
        if (!has_pie_rule)
            json_add_estimate(object, "under_pie", &value->under_pie);
    }
    add_turns(json, "drawn", &cell->drawn, level);
}

static cJSON *cell_json(const study_result_t *result, int variant, int strength) {
    const study_cell_t *cell = &result->cells[variant][strength];
    const study_strength_t *with = &result->study->strengths[strength];
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "variant", result->study->variants[variant].name);
    cJSON_AddStringToObject(json, "strength", with->name);
    json_add_number(json, "doublings", study_doublings(with));
    cJSON_AddStringToObject(json, "folder", cell->folder);
    json_add_number(json, "games", cell->games);
    json_add_number(json, "wanted", cell->wanted);
    cJSON_AddBoolToObject(json, "done", cell->is_done);
    add_outcomes(json, "counts", &cell->counts);
    json_add_estimate(json, "score", &cell->score);
    json_add_estimate(json, "sure", &cell->sure);
    cJSON_AddStringToObject(json, "balance", balance_names[cell->balance]);
    json_add_number(json, "distinct", cell->duplicates.distinct);
    json_add_number(json, "effective", cell->duplicates.effective);
    json_add_number(json, "cut_off", cell->cut_off);
    json_add_number(json, "turns", cell->turns);
    json_add_number(json, "decisions", cell->num_actions);
    study_networks_json(cell, json);
    add_controls(json, cell);
    add_turns(json, "first_turns", &cell->first_turns, result->level);
    add_drawn(json, cell, result->study->variants[variant].game->swap, result->level);
    if (cell->swap_offered > 0) {
        json_add_number(json, "swap_offered", cell->swap_offered);
        json_add_number(json, "swapped", cell->swaps.count[2]);
        json_add_estimate(json, "swap_share", &cell->swap_share);
    }
    json_add_number(json, "skill_games", cell->skill_games);
    if (cell->skill_games > 0) {
        add_outcomes(json, "skill", &cell->skill);
        json_add_estimate(json, "skill_score", &cell->skill_score);
    }
    return json;
}

static cJSON *difference_json(const study_t *study, const study_difference_t *found) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "a", study->variants[found->a].name);
    cJSON_AddStringToObject(json, "b", study->variants[found->b].name);
    cJSON_AddStringToObject(json, "strength", study->strengths[found->strength].name);
    cJSON_AddBoolToObject(json, "paired", found->paired);
    json_add_estimate(json, "difference", &found->difference);
    json_add_estimate(json, "sure", &found->sure);
    json_add_number(json, "p_value", found->p_value);
    json_add_number(json, "adjusted", found->adjusted);
    return json;
}

static void add_matched(cJSON *json, const study_result_t *result) {
    static const char *const measures[] = {[MATCHED_SIMULATIONS] = "simulations",
                                           [MATCHED_TIME] = "seconds",
                                           [MATCHED_DOUBLING] = "twice_the_budget"};
    const study_variant_t *variants = result->study->variants;
    cJSON *list = cJSON_AddArrayToObject(json, "matched");
    for (int i = 0; i < result->num_matched; i++) {
        const study_matched_t *found = &result->matched[i];
        cJSON *item = cJSON_CreateObject();
        cJSON_AddItemToArray(list, item);
        cJSON_AddStringToObject(item, "a", variants[found->a].name);
        cJSON_AddStringToObject(item, "b", variants[found->b].name);
        cJSON_AddStringToObject(item, "equal", matched_kind_names[found->kind]);
        cJSON_AddBoolToObject(item, "there", found->exists);
        if (!found->exists)
            continue;
        json_add_number(item, measures[found->kind], found->measure);
        json_add_estimate(item, "score_a", &found->of_a);
        json_add_estimate(item, "score_b", &found->of_b);
        json_add_estimate(item, "difference", &found->difference);
        cJSON_AddItemToObject(
            item, "fairer",
            found->fairer < 0
                ? cJSON_CreateNull()
                : cJSON_CreateString(variants[found->fairer ? found->b : found->a].name));
    }
}

static void add_trends(cJSON *json, const study_result_t *result) {
    const study_strength_t *strengths = result->study->strengths;
    cJSON *list = cJSON_AddArrayToObject(json, "trends");
    for (int i = 0; i < result->study->num_variants; i++) {
        const study_trend_t *trend = &result->trends[i];
        if (!trend->exists)
            continue;
        cJSON *item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "variant", result->study->variants[i].name);
        cJSON_AddStringToObject(item, "first", strengths[trend->fit.first].name);
        cJSON_AddStringToObject(item, "before", strengths[trend->fit.before].name);
        cJSON_AddStringToObject(item, "last", strengths[trend->fit.last].name);
        json_add_estimate(item, "step", &trend->fit.step);
        json_add_estimate(item, "whole", &trend->fit.whole);
        cJSON_AddStringToObject(item, "state", trend_state_names[trend->fit.state]);
        cJSON_AddItemToArray(list, item);
    }
}

/* Of the variants that were solved or tried. */
static void add_exact(cJSON *json, const study_result_t *result) {
    cJSON *list = cJSON_AddArrayToObject(json, "exact");
    for (int i = 0; i < result->study->num_variants; i++) {
        const study_exact_t *exact = &result->exact[i];
        if (!study_exact_was_tried(exact))
            continue;
        cJSON *item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "variant", result->study->variants[i].name);
        study_exact_write_json(exact, item);
        cJSON_AddItemToArray(list, item);
    }
}

static void add_pooled(cJSON *json, const study_result_t *result) {
    cJSON *pooled = cJSON_AddObjectToObject(json, "controls");
    add_contingency(pooled, "orientations", &result->orientations);
    if (outcome_counts_trials(&result->seats) == 0)
        return;
    add_outcomes(pooled, "seats", &result->seats);
    json_add_estimate(pooled, "seats_score", &result->seats_score);
    json_add_number(pooled, "seats_p", result->seats_p);
    cJSON_AddBoolToObject(pooled, "seats_even", result->seats_even);
}

static void add_skills(cJSON *json, const study_result_t *result) {
    cJSON *list = cJSON_AddArrayToObject(json, "skill_traces");
    for (int i = 0; i < result->study->num_variants; i++) {
        if (!result->skills[i].exists)
            continue;
        cJSON *item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "variant", result->study->variants[i].name);
        json_add_estimate(item, "skill_trace", &result->skills[i].trace.value);
        cJSON_AddItemToArray(list, item);
    }
}

void study_print_json(const study_result_t *result, FILE *file) {
    const study_t *study = result->study;
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "title", study->title);
    char headline[STUDY_HEADLINE];
    study_headline(result, headline);
    cJSON_AddStringToObject(json, "headline", headline);
    cJSON_AddStringToObject(json, "folder", result->out);
    cJSON_AddBoolToObject(json, "whole", result->is_whole);
    json_add_number(json, "level", result->level);
    json_add_number(json, "margin", study->margin);
    cJSON *cells = cJSON_AddArrayToObject(json, "cells");
    for (int i = 0; i < study->num_variants; i++)
        for (int j = 0; j < study->num_strengths; j++)
            cJSON_AddItemToArray(cells, cell_json(result, i, j));
    cJSON *differences = cJSON_AddArrayToObject(json, "differences");
    for (int i = 0; i < result->num_differences; i++)
        cJSON_AddItemToArray(differences,
                             difference_json(study, &result->differences[i]));
    add_pooled(json, result);
    add_matched(json, result);
    add_trends(json, result);
    add_skills(json, result);
    add_exact(json, result);
    cJSON_AddItemToObject(json, "study", study_json(study));
    json_print_line(json, file);
}
