#include "mcts/search/analysis.h"

#include "core/base/clock.h"
#include "core/base/json.h"

#include <cjson/cJSON.h>
#include <stdlib.h>

enum { SEED = 1, FIXED_ROWS = 10 /* of a report without picture and actions */ };

static const char *const end_texts[] = {"stopped", "all simulations done",
                                        "proven",  "node limit reached",
                                        "settled", "time limit reached"};
static const char *const end_names[] = {"stopped", "simulations", "proven",
                                        "nodes",   "settled",     "time"};
static const char *const proof_names[] = {"none", "lost", "drawn", "won"};

analysis_t *analysis_new(const game_t *game, const search_config_t *config,
                         const search_parallel_t *parallel, const state_t *state,
                         int64_t multipv) {
    analysis_t *analysis = memory_new(1, sizeof *analysis);
    analysis->game = game;
    analysis->multipv = multipv;
    analysis->time_ms = config->time_ms;
    game_copy(game, &analysis->state, state);
    analysis->search = search_new_parallel(game, config, parallel);
    analysis->start = clock_seconds();
    search_start(analysis->search, state, pcg32_for(SEED, 0, 0, PCG_FOR_SEARCH));
    return analysis;
}

void analysis_free(analysis_t *analysis) {
    if (analysis)
        search_free(analysis->search);
    free(analysis);
}

/* The best action, which need not have the most visits, and the others by visits. */
static void sort(analysis_t *analysis) {
    const search_result_t *result = &analysis->result;
    int *order = analysis->order, best = search_best(result);
    for (int i = 0; i < result->count; i++) {
        int at = i;
        for (; at > 0 && order[at - 1] != best &&
               (i == best || result->visits[i] > result->visits[order[at - 1]]);
             at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

void analysis_look(analysis_t *analysis) {
    search_read(analysis->search, &analysis->result);
    analysis->memory = search_memory(analysis->search);
    analysis->end = search_end(analysis->search);
    analysis->seconds = clock_seconds() - analysis->start;
    sort(analysis);
}

static double rate(const analysis_t *analysis) {
    return analysis->seconds > 0 ? analysis->result.simulations / analysis->seconds : 0;
}

/* --- Text --------------------------------------------------------------------------- */

static void write_heading(const analysis_t *analysis, FILE *file) {
    const game_t *game = analysis->game;
    fprintf(file, "%s %s\n%s\n", game->class->name, game->variant_text,
            game_position_text(game, &analysis->state).text);
    fprintf(file, "%s (player %d) to move, %d action%s\n",
            game->class->side_names[game_side(game, &analysis->state)],
            game_player(game, &analysis->state) + 1, analysis->result.count,
            TEXT_PLURAL(analysis->result.count));
}

static void write_line(const analysis_t *analysis, action_t first, int max, FILE *file) {
    action_t line[ANALYSIS_LINE];
    int length = search_line(analysis->search, first, line, max);
    for (int i = 0; i < length; i++) {
        fprintf(file, "%s%s", i ? " " : "",
                game_action_text(analysis->game, line[i]).text);
    }
    fputc('\n', file);
}

static void write_value(double value, proof_t proof, FILE *file) {
    if (proof != PROOF_NONE)
        fprintf(file, "  %-14s",
                proof == PROOF_WIN    ? "proven win"
                : proof == PROOF_LOSS ? "proven loss"
                                      : "proven draw");
    else
        fprintf(file, "  %5.1f %%%7s", 100 * value, "");
}

static void write_actions(const analysis_t *analysis, int rows, FILE *file) {
    const search_result_t *result = &analysis->result;
    enum { SHORT_LINE = 5 };
    fprintf(file, "  %3s  %-10s %10s  %7s  %-14s  %s\n", "", "action", "visits", "share",
            "value to mover", "line");
    for (int row = 0; row < rows; row++) {
        int i = analysis->order[row];
        double share =
            result->root_visits ? (double)result->visits[i] / result->root_visits : 0;
        fprintf(file, "  %3d  %-10s %10u  %5.1f %%", row + 1,
                game_action_text(analysis->game, result->actions[i]).text,
                result->visits[i], 100 * share);
        write_value((double)result->values[i], bounds_proof(result->bounds[i]), file);
        fprintf(file, "  ");
        write_line(analysis, result->actions[i], SHORT_LINE, file);
    }
}

static void write_root(const analysis_t *analysis, FILE *file) {
    const search_result_t *result = &analysis->result;
    fprintf(file, "value");
    write_value((double)result->root_value, (proof_t)result->root_proof, file);
    fprintf(file, "\n");
    fprintf(file, "line   ");
    write_line(analysis, result->actions[analysis->order[0]], ANALYSIS_LINE, file);
}

/* A search that was to end otherwise has an implicit limit that the user did not set. */
static const char *end_text(const analysis_t *analysis) {
    return analysis->end == SEARCH_SIMULATIONS &&
                   analysis->result.root_visits >= SEARCH_MOST_SIMULATIONS
               ? "the maximum number of simulations"
               : end_texts[analysis->end];
}

static void write_effort(const analysis_t *analysis, bool live, FILE *file) {
    const search_memory_t *memory = &analysis->memory;
    fprintf(file, "%u simulation%s, %.0f/s, %u node%s, %.1f of %.1f MiB%s\n%.1f s",
            analysis->result.simulations, TEXT_PLURAL(analysis->result.simulations),
            rate(analysis), memory->nodes, TEXT_PLURAL(memory->nodes),
            (double)memory->bytes_used / (1 << 20), (double)memory->bytes_cap / (1 << 20),
            memory->full ? " (full)" : "", analysis->seconds);
    if (!live)
        fprintf(file, ": %s\n", end_text(analysis));
    else if (analysis->time_ms > 0)
        fprintf(file, " of %.1f s; any key ends it\n", (double)analysis->time_ms / 1000);
    else
        fprintf(file, "; any key ends it\n");
}

static int count_lines(const char *text) {
    int lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

void analysis_write_text(const analysis_t *analysis, const analysis_form_t *form,
                         FILE *file) {
    enum { FEW_ACTIONS = 3 };
    int64_t count = analysis->result.count;
    int listed = (int)(analysis->multipv < count ? analysis->multipv : count);
    char picture[GAME_PICTURE_TEXT];
    text_t out = text_into(picture, sizeof picture);
    game_picture(analysis->game, &analysis->state, form->colour, &out);
    int room = form->rows - FIXED_ROWS, lines = count_lines(picture);
    int few = listed < FEW_ACTIONS ? listed : FEW_ACTIONS;
    bool shown = form->rows == 0 || lines + few <= room;
    if (form->rows > 0)
        room -= shown ? lines : 0;
    if (form->rows > 0 && listed > room)
        listed = room > 1 ? room : 1;
    write_heading(analysis, file);
    if (shown)
        fprintf(file, "\n%s\n", picture);
    else
        fprintf(file, "(the board needs %d more line%s)\n\n", lines + few - room,
                TEXT_PLURAL(lines + few - room));
    write_root(analysis, file);
    write_actions(analysis, listed, file);
    write_effort(analysis, form->live, file);
}

/* --- JSON --------------------------------------------------------------------------- */

static void add_real(cJSON *json, const char *name, double value) {
    json_add_rounded(json, name, value, 6); /* exceeds the statistical precision */
}

static void add_value(cJSON *json, double value, uint8_t proof) {
    add_real(json, "value", value);
    cJSON_AddStringToObject(json, "proof", proof_names[proof]);
}

static void add_line(const analysis_t *analysis, action_t first, cJSON *json) {
    action_t line[ANALYSIS_LINE];
    int length = search_line(analysis->search, first, line, ANALYSIS_LINE);
    cJSON *texts = cJSON_AddArrayToObject(json, "line");
    for (int i = 0; i < length; i++) {
        cJSON_AddItemToArray(
            texts, cJSON_CreateString(game_action_text(analysis->game, line[i]).text));
    }
}

static void add_action(const analysis_t *analysis, int i, cJSON *list) {
    const search_result_t *result = &analysis->result;
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "action",
                            game_action_text(analysis->game, result->actions[i]).text);
    json_add_number(json, "number", result->actions[i]);
    json_add_number(json, "visits", result->visits[i]);
    add_real(json, "share",
             result->root_visits ? (double)result->visits[i] / result->root_visits : 0);
    add_value(json, (double)result->values[i], (uint8_t)bounds_proof(result->bounds[i]));
    add_line(analysis, result->actions[i], json);
    cJSON_AddItemToArray(list, json);
}

static void add_mover(const analysis_t *analysis, cJSON *json) {
    const game_t *game = analysis->game;
    cJSON_AddStringToObject(json, "side",
                            game->class->side_names[game_side(game, &analysis->state)]);
    json_add_number(json, "player", game_player(game, &analysis->state) + 1);
}

static void add_effort(const analysis_t *analysis, cJSON *json) {
    json_add_number(json, "simulations", analysis->result.simulations);
    json_add_number(json, "visits", analysis->result.root_visits);
    add_real(json, "seconds", analysis->seconds);
    add_real(json, "simulations_per_s", rate(analysis));
    json_add_number(json, "nodes", analysis->memory.nodes);
    json_add_number(json, "memory_bytes", analysis->memory.bytes_used);
    json_add_number(json, "memory_cap_bytes", analysis->memory.bytes_cap);
    cJSON_AddBoolToObject(json, "memory_full", analysis->memory.full);
    cJSON_AddStringToObject(json, "end", end_names[analysis->end]);
}

void analysis_add_json(const analysis_t *analysis, cJSON *json) {
    const search_result_t *result = &analysis->result;
    add_mover(analysis, json);
    add_effort(analysis, json);
    add_value(json, (double)result->root_value, result->root_proof);
    add_line(analysis, result->actions[analysis->order[0]], json);
    json_add_number(json, "legal", result->count);
    cJSON *list = cJSON_AddArrayToObject(json, "actions");
    for (int row = 0; row < result->count && row < analysis->multipv; row++)
        add_action(analysis, analysis->order[row], list);
}
