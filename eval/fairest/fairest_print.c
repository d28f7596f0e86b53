#include "eval/fairest/fairest_print.h"

#include "core/base/json.h"
#include "core/base/text_layout.h"
#include "eval/fairest/fairest.h"
#include "eval/fairest/fairest_result.h"
#include "eval/fairest/fairest_table.h"
#include "eval/fairest/fairest_words.h"
#include "eval/report/tables/report_table.h"

#include <cjson/cJSON.h>

static bool is_finalist(const fairest_result_t *result, const fairest_row_t *row) {
    return result->has_answer && row->round == result->pass.plan.rounds;
}

static double share(uint64_t count, uint64_t games) {
    return games > 0 ? (double)count / (double)games : 0;
}

/* --- Text --------------------------------------------------------------------------- */

typedef struct printing {
    const fairest_result_t *result;
    FILE *file;
    int width; /* of names */
} printing_t;

static void print_row(const printing_t *printing, int i) {
    const fairest_result_t *result = printing->result;
    const fairest_row_t *row = &result->rows[i];
    FILE *file = printing->file;
    fprintf(file, "%4d  ", i + 1);
    text_print_padded(file, fairest_variant_name(result, i), printing->width);
    fprintf(file, " %6llu  %5.1f [%5.1f, %5.1f]", (unsigned long long)row->games,
            100 * row->score.value, 100 * row->score.low, 100 * row->score.high);
    if (result->num_solved > 0)
        fprintf(file, "  %-6s", study_exact_name(fairest_result_exact(result, i)));
    fprintf(file, " %6.1f %5.1f %6.1f", 100 * share(row->counts.count[1], row->judged),
            100 * share(row->cut_off, row->judged), row->turns.value);
    if (is_finalist(result, row))
        fprintf(file, " [%.1f, %.1f]", row->turns.low, row->turns.high);
    if (row->tied)
        fputs("  tied", file);
    if (row->less_fair)
        fputs("  less fair", file);
    fputc('\n', file);
}

static void print_table(const printing_t *printing) {
    const fairest_result_t *result = printing->result;
    int round = result->pass.plan.rounds;
    fprintf(printing->file,
            "\nScore of player 1, who moves first, in %% [%g %%, simultaneous]\nrank  "
            "%-*s  games  score               %s  drawn   cut  turns\n",
            100 * result->level, printing->width, "variant",
            result->num_solved > 0 ? "  solved" : "");
    for (int i = 0; i < result->num_rows; i++) {
        int of_row = result->rows[i].round;
        if (of_row != round)
            fprintf(printing->file, "  dropped in round %d\n", of_row + 1);
        round = of_row;
        print_row(printing, i);
    }
    if (result->num_solved > 0)
        fputs("  solved: the exact value for player 1, with perfect play by both\n",
              printing->file);
    if (result->num_tied > 0)
        fputs("  tied: with the first; chance alone explains the distance of both from "
              "50 %\n",
              printing->file);
    if (result->num_less_fair > 0)
        fputs("  less fair: the whole interval is farther from 50 % than that of the "
              "first\n",
              printing->file);
}

static void print_sentence(void *context, bool is_warning, const char *sentence) {
    const printing_t *printing = context;
    fputc(is_warning ? '!' : '-', printing->file);
    text_print_wrapped(printing->file, sentence, 1, 2);
}

static void print_text(const fairest_result_t *result, FILE *file) {
    printing_t printing = {.result = result, .file = file, .width = 7};
    char headline[FAIREST_HEADLINE];
    for (int i = 0; i < result->num_rows; i++) {
        int width = text_width(fairest_variant_name(result, i));
        printing.width = width > printing.width ? width : printing.width;
    }
    fairest_headline(result, headline);
    fprintf(file, "%s\n\n", result->fairest->title);
    text_print_wrapped(file, headline, 0, 0);
    fputc('\n', file);
    fairest_explain(result, print_sentence, &printing);
    print_table(&printing);
    fprintf(file, "\n%s: %s\n", result->out,
            result->is_whole ? "whole" : "games are still to be played");
}

static void print_csv(const fairest_result_t *result, FILE *file) {
    report_table_t *table = fairest_table(result);
    report_table_csv(table, file);
    report_table_free(table);
}

/* --- JSON --------------------------------------------------------------------------- */

static void add_plan(const fairest_result_t *result, cJSON *json) {
    const halving_plan_t *plan = &result->pass.plan;
    cJSON *object = cJSON_AddObjectToObject(json, "plan");
    json_add_number(object, "pass", result->pass.number);
    json_add_number(object, "games", plan->games);
    json_add_number(object, "finalists", plan->finalists);
    cJSON *rounds = cJSON_AddArrayToObject(object, "rounds");
    for (int i = 0; i <= plan->rounds; i++) {
        cJSON *round = cJSON_CreateObject();
        json_add_number(round, "variants", plan->round_arms[i]);
        json_add_number(round, "games", plan->round_games[i]);
        cJSON_AddItemToArray(rounds, round);
    }
    json_add_number(object, "stage", result->pass.state.stage);
    json_add_number(object, "fresh_from", halving_fresh_from(plan));
}

static cJSON *json_row(const fairest_result_t *result, int i) {
    const fairest_row_t *row = &result->rows[i];
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "variant", fairest_variant_name(result, i));
    cJSON_AddBoolToObject(json, "finalist", is_finalist(result, row));
    if (row->round < result->pass.plan.rounds)
        json_add_number(json, "dropped", row->round + 1);
    json_add_number(json, "games", row->games);
    json_add_number(json, "judged", row->judged);
    cJSON *counts = cJSON_AddArrayToObject(json, "counts");
    for (int k = 0; k < outcome_counts_outcomes(&row->counts); k++)
        cJSON_AddItemToArray(counts, json_number(row->counts.count[k]));
    json_add_estimate(json, "score", &row->score);
    const study_exact_t *exact = fairest_result_exact(result, i);
    if (study_exact_was_tried(exact))
        study_exact_write_json(exact, cJSON_AddObjectToObject(json, "exact"));
    json_add_number(json, "distance", row->distance);
    cJSON_AddStringToObject(json, "fair", balance_names[row->balance]);
    cJSON_AddBoolToObject(json, "tied", row->tied);
    cJSON_AddBoolToObject(json, "less_fair", row->less_fair);
    json_add_number(json, "cut_off", row->cut_off);
    json_add_number(json, "distinct", row->duplicates.distinct);
    json_add_number(json, "effective", row->duplicates.effective);
    json_add_estimate(json, "turns", &row->turns);
    return json;
}

static void print_json(const fairest_result_t *result, FILE *file) {
    cJSON *json = cJSON_CreateObject();
    char headline[FAIREST_HEADLINE];
    fairest_headline(result, headline);
    cJSON_AddStringToObject(json, "folder", result->out);
    cJSON_AddItemToObject(json, "question", fairest_json(result->fairest));
    cJSON_AddBoolToObject(json, "whole", result->is_whole);
    cJSON_AddBoolToObject(json, "answered", result->has_answer);
    cJSON_AddStringToObject(json, "headline", headline);
    json_add_number(json, "games", result->games);
    add_plan(result, json);
    cJSON *guarantee = cJSON_AddObjectToObject(json, "guarantee");
    json_add_number(guarantee, "level", result->level);
    json_add_number(guarantee, "gap", result->gap);
    cJSON *list = cJSON_AddArrayToObject(json, "variants");
    for (int i = 0; i < result->num_rows; i++)
        cJSON_AddItemToArray(list, json_row(result, i));
    json_print_line(json, file);
}

void fairest_print(const fairest_result_t *result, fairest_print_t as, FILE *file) {
    switch (as) {
    case FAIREST_PRINT_TEXT:
        print_text(result, file);
        break;
    case FAIREST_PRINT_JSON:
        print_json(result, file);
        break;
    case FAIREST_PRINT_CSV:
        print_csv(result, file);
        break;
    }
}
