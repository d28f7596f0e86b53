#include "eval/study/answers/study_print_networks.h"

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/base/text_layout.h"
#include "eval/study/answers/study_words.h"
#include "eval/study/study_result.h"

#include <cjson/cJSON.h>

/* --- Text --------------------------------------------------------------------------- */

enum { STRENGTH_WIDTH = 8, OPENING_INDENT = 4 };

static void print_found(const over_networks_t *found, FILE *file) {
    fprintf(file, "  %5.1f ", 100 * found->score.value);
    if (found->has_interval)
        fprintf(file, "[%5.1f, %5.1f]", 100 * found->score.low, 100 * found->score.high);
    else
        fprintf(file, "%-14s", "no interval");
    fprintf(file, "  %5.1f %5.1f", 100 * found->least, 100 * found->most);
}

static void print_cell(const study_result_t *result, int variant, int strength, int width,
                       FILE *file) {
    const study_cell_t *cell = &result->cells[variant][strength];
    const char *name = result->study->strengths[strength].name;
    int blanks = STRENGTH_WIDTH - text_width(name);
    fputs("  ", file);
    text_print_padded(file, result->study->variants[variant].name, width);
    fprintf(file, " %*s%s %8d %7llu", blanks > 0 ? blanks : 0, "", name,
            cell->networks.pairs.networks, (unsigned long long)cell->games);
    if (cell->networks.found.games > 0) {
        print_found(&cell->networks.found, file);
        fprintf(file, "  %s\n", balance_names[cell->balance]);
    } else {
        fprintf(file, "  not all pairs have games yet\n");
    }
}

static void print_openings(const study_cell_t *cell, int width, FILE *file) {
    int columns = width + 1 + STRENGTH_WIDTH + 9 + 2 - OPENING_INDENT;
    for (int i = 0; i < cell->networks.count; i++) {
        const network_opening_t *opening = &cell->networks.openings[i];
        if (opening->found.games <= 0)
            continue;
        fprintf(file, "%*s", OPENING_INDENT, "");
        text_print_padded(file, opening->text, columns);
        fprintf(file, " %7llu", (unsigned long long)network_pairs_games(&opening->pairs));
        print_found(&opening->found, file);
        fputc('\n', file);
    }
}

void study_print_networks(const study_result_t *result, int width, FILE *file) {
    const study_t *study = result->study;
    if (!study_has_networks(result))
        return;
    fprintf(file,
            "\nScore of player 1 between networks, in %% (%g %% over networks), least "
            "and most of a\npairing, and from each opening\n  %-*s %8s %8s %7s  %-20s  "
            "%5s %5s  %s\n",
            100 * result->level, width, "variant", "strength", "networks", "games",
            "score", "least", "most", "balanced");
    for (int i = 0; i < study->num_variants; i++)
        for (int j = 0; j < study->num_strengths; j++)
            if (study_cell_has_networks(&result->cells[i][j])) {
                print_cell(result, i, j, width, file);
                print_openings(&result->cells[i][j], width, file);
            }
    fprintf(file,
            "  intervals: the jackknife over networks, for the number of games "
            "requested;\n  none with fewer than %d networks, or %d points of one side\n",
            OVER_NETWORKS_LEAST, OVER_NETWORKS_POINTS);
}

/* --- JSON --------------------------------------------------------------------------- */

static void add_pairs(cJSON *json, const network_pairs_t *pairs) {
    cJSON *rows = cJSON_AddArrayToObject(json, "pairings");
    for (int i = 0; i < pairs->networks; i++) {
        cJSON *row = cJSON_CreateArray();
        cJSON_AddItemToArray(rows, row);
        for (int j = 0; j < pairs->networks; j++) {
            cJSON *item = cJSON_CreateObject();
            cJSON_AddItemToArray(row, item);
            json_add_number(item, "games", pairs->games[i][j]);
            json_add_number(item, "half_points", pairs->half_points[i][j]);
        }
    }
}

static void add_found(cJSON *json, const char *key, const over_networks_t *found) {
    if (found->has_interval)
        json_add_estimate(json, key, &found->score);
    else
        cJSON_AddNullToObject(json, key);
}

static void add_score(cJSON *json, const network_pairs_t *pairs,
                      const over_networks_t *found) {
    json_add_number(json, "games", network_pairs_games(pairs));
    if (found->games > 0) {
        json_add_number(json, "score", found->score.value);
        json_add_number(json, "least", found->least);
        json_add_number(json, "most", found->most);
    }
    add_found(json, "over_networks", found);
    add_pairs(json, pairs);
}

void study_networks_json(const study_cell_t *cell, cJSON *json) {
    const network_scores_t *scores = &cell->networks;
    if (!study_cell_has_networks(cell))
        return;
    cJSON *object = cJSON_AddObjectToObject(json, "networks");
    json_add_number(object, "networks", scores->pairs.networks);
    add_score(object, &scores->pairs, &scores->found);
    cJSON *list = cJSON_AddArrayToObject(object, "openings");
    for (int i = 0; i < scores->count; i++) {
        cJSON *item = cJSON_CreateObject();
        cJSON_AddItemToArray(list, item);
        cJSON_AddStringToObject(item, "opening", scores->openings[i].text);
        add_score(item, &scores->openings[i].pairs, &scores->openings[i].found);
        add_found(item, "sure", &scores->openings[i].sure);
    }
}

/* --- CSV ---------------------------------------------------------------------------- */

static void print_columns(int networks, const char *opening, const over_networks_t *found,
                          FILE *file) {
    fprintf(file, ",%d,", networks);
    if (*opening)
        text_print_quoted(file, '"', opening);
    if (found->games > 0)
        fprintf(file, ",%.6f,%.6f", found->least, found->most);
    else
        fputs(",,", file);
}

void study_networks_csv_columns(const study_cell_t *cell, FILE *file) {
    if (study_cell_has_networks(cell))
        print_columns(cell->networks.pairs.networks, "", &cell->networks.found, file);
    else
        fputs(",,,,", file);
}

/* ",low,high": nothing without an interval. */
static void print_bounds(const over_networks_t *found, FILE *file) {
    if (found->has_interval)
        fprintf(file, ",%.6f,%.6f", found->score.low, found->score.high);
    else
        fputs(",,", file);
}

void study_networks_csv_openings(const study_result_t *result, int variant, int strength,
                                 study_csv_begin_t begin, FILE *file) {
    const network_scores_t *scores = &result->cells[variant][strength].networks;
    for (int i = 0; i < scores->count; i++) {
        const network_opening_t *opening = &scores->openings[i];
        begin(result, variant, strength, file);
        fprintf(file, ",%llu,,,",
                (unsigned long long)network_pairs_games(&opening->pairs));
        if (opening->found.games > 0)
            fprintf(file, ",%.6f", opening->found.score.value);
        else
            fputc(',', file);
        print_bounds(&opening->found, file);
        print_bounds(&opening->sure, file);
        fputs(",,,,,,,,,,,", file); /* from `balanced` to `exact` */
        print_columns(scores->pairs.networks, opening->text, &opening->found, file);
        fputc('\n', file);
    }
}
