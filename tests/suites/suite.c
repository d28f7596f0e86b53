#include "tests/suites/suite.h"

#include "core/base/files/file.h"
#include "mcts/search/search.h"

#include <stdlib.h>

const char suite_columns[] = "id,theme,variant,position,value,best,simulations,nodes,"
                             "uct_found,uct_proven,puct_found,puct_proven,remark";

enum { COLUMNS = 13 };

/* Splits a line at its commas; the last field may contain commas. */
static bool split(char *line, char *fields[COLUMNS]) {
    for (int i = 0; i < COLUMNS; i++) {
        fields[i] = line;
        if (i + 1 == COLUMNS)
            return true;
        line = strchr(line, ',');
        if (!line)
            return false;
        *line++ = 0;
    }
    return true;
}

static bool read_row(char *line, suite_row_t *row) {
    char *fields[COLUMNS];
    if (!split(line, fields))
        return false;
    *row = (suite_row_t){.id = fields[0],
                         .theme = fields[1],
                         .variant = fields[2],
                         .position = fields[3],
                         .value = fields[4],
                         .best = fields[5],
                         .simulations = strtol(fields[6], NULL, 10),
                         .nodes = strtol(fields[7], NULL, 10),
                         .remark = fields[12]};
    for (int s = 0; s < SUITE_SELECTIONS; s++) {
        row->rates[s].found = (int)strtol(fields[8 + 2 * s], NULL, 10);
        row->rates[s].proven = (int)strtol(fields[9 + 2 * s], NULL, 10);
    }
    return row->simulations > 0;
}

bool suite_read(const char *path, suite_t *suite, failure_t *error) {
    *suite = (suite_t){.text = file_read_text(path, error)};
    if (!suite->text)
        return false;
    char *save = NULL, *line = strtok_r(suite->text, "\n", &save);
    bool ok = line && strcmp(line, suite_columns) == 0;
    for (int number = 2; ok && (line = strtok_r(NULL, "\n", &save)); number++) {
        suite->rows =
            memory_resize(suite->rows, (size_t)suite->count + 1, sizeof *suite->rows);
        ok = read_row(line, &suite->rows[suite->count++]);
        if (!ok)
            error_set(error, "%s, line %d: is not %s", path, number, suite_columns);
    }
    if (suite->count == 0)
        error_set(error, "%s: does not begin with %s", path, suite_columns);
    if (!ok || suite->count == 0)
        suite_clear(suite);
    return suite->text != NULL;
}

void suite_clear(suite_t *suite) {
    free(suite->rows);
    free(suite->text);
    *suite = (suite_t){0};
}

void suite_write_row(const suite_row_t *row, FILE *file) {
    fprintf(file, "%s,%s,%s,%s,%s,%s,%ld,%ld,%d,%d,%d,%d,%s\n", row->id, row->theme,
            row->variant, row->position, row->value, row->best, row->simulations,
            row->nodes, row->rates[0].found, row->rates[0].proven, row->rates[1].found,
            row->rates[1].proven, row->remark);
}

/* --- Exact values ------------------------------------------------------------------- */

static solver_value_t solve_one(solver_t *solver, const state_t *state, int player,
                                uint64_t *nodes) {
    solution_t *solution = solver_solve(solver, state);
    solver_value_t value = solver_value_to(solution->value, player);
    *nodes += solution->nodes + solution->members;
    solution_free(solution);
    return value;
}

bool suite_solve(solver_t *solver, const game_t *game, const state_t *state,
                 suite_answer_t *answer) {
    int player = game_player(game, state);
    solver_value_t best = VALUE_LOST;
    answer->nodes = 0;
    answer->count = game_legal(game, state, answer->actions);
    answer->value = solve_one(solver, state, player, &answer->nodes);
    if (answer->value == VALUE_OPEN)
        return false;
    for (int i = 0; i < answer->count; i++) {
        state_t next;
        game_copy(game, &next, state);
        game_apply(game, &next, answer->actions[i]);
        answer->values[i] = solve_one(solver, &next, player, &answer->nodes);
        if (answer->values[i] == VALUE_OPEN)
            return false;
        if (answer->values[i] > best)
            best = answer->values[i];
    }
    return best == answer->value;
}

void suite_write_best(const game_t *game, const suite_answer_t *answer, text_t *out) {
    char text[GAME_ACTION_TEXT];
    for (int i = 0; i < answer->count; i++)
        if (answer->values[i] == answer->value) {
            game_write_action(game, answer->actions[i], text);
            text_add(out, "%s%s", out->used ? " " : "", text);
        }
}

bool suite_is_best(const game_t *game, const char *best, action_t action) {
    char text[GAME_ACTION_TEXT];
    token_reader_t reader = token_reader(best);
    token_t token;
    game_write_action(game, action, text);
    while (token_next(&reader, &token))
        if (token_is(&token, text))
            return true;
    return false;
}

/* --- Search results ----------------------------------------------------------------- */

search_config_t suite_config(int selection, int64_t simulations) {
    search_config_t config;
    keyset_set_defaults(&search_keys, &config);
    config.selection = selection;
    config.simulations = simulations;
    return config;
}

static const char *value_of_proof(uint8_t proof) {
    return solver_value_names[proof == PROOF_WIN    ? VALUE_WON
                              : proof == PROOF_DRAW ? VALUE_DRAWN
                                                    : VALUE_LOST];
}

suite_rate_t suite_rate(const game_t *game, const search_config_t *config,
                        const state_t *state, const suite_row_t *row, int seeds,
                        bool *wrong) {
    suite_rate_t rate = {0};
    search_t *search = search_new(game, config);
    search_result_t result;
    *wrong = false;
    for (int seed = 0; seed < seeds; seed++) {
        search_forget(search);
        search_start(search, state, pcg32_for((uint64_t)seed, 0, 0, PCG_FOR_TEST));
        search_run(search, UINT32_MAX);
        search_read(search, &result);
        if (result.root_proof != PROOF_NONE &&
            strcmp(value_of_proof(result.root_proof), row->value) != 0) {
            *wrong = true;
            continue;
        }
        rate.found +=
            suite_is_best(game, row->best, result.actions[search_best(&result)]);
        rate.proven += result.root_proof != PROOF_NONE;
    }
    search_free(search);
    return rate;
}
