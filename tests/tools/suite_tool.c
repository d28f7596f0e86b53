/* suite_tool: makes rows of tests/suites/GAME.csv; a tool, not a test.
 *   suite_tool fill GAME FILE          prints the file with recomputed answers and rates:
 *                                      only id, theme, variant, position, simulations
 *                                      and remark of a row are kept; a missing remark
 *                                      is generated
 *   suite_tool find GAME VARIANT GAMES SEED
 *                                      plays games and prints rows of late positions in
 *                                      which few actions keep the value
 * `find` skips positions that cannot be solved within the limit; `fill` leaves their rows
 * out and exits with status 1. */
#include "core/conformance/conformance.h"
#include "mcts/search/search.h"
#include "mcts/select/action_choice.h"
#include "mcts/select/selection_rules.h"
#include "tests/suites/suite.h"
#include "tests/support/variants.h"

#include <stdlib.h>

enum {
    TABLE_MB = 64,
    PLAY_SIMULATIONS = 200,
    MAX_PLIES = 4096,
    FIRST_SIMULATIONS = 200,
    MORE_SIMULATIONS = 5,
    LAST_SIMULATIONS = 5000,
    PLAYOUTS = 300,
    FEW = 3 /* actions that keep the value */
};
#define SECONDS_TO_FIND 0.4
#define SECONDS_TO_FILL 300.0

static game_t *make_game(const char *name, const char *variant) {
    failure_t error;
    const game_class_t *class = game_class_find(name, &error);
    game_t *game = class ? conformance_game(class, variant, &error) : NULL;
    if (!game) {
        fprintf(stderr, "suite_tool: %s\n", error.message);
        exit(2);
    }
    return game;
}

static bool is_sure(const suite_row_t *row) {
    return row->rates[0].found == SUITE_SEEDS && row->rates[1].found == SUITE_SEEDS;
}

static void rate_row(const game_t *game, const state_t *state, suite_row_t *row) {
    for (int s = 0; s < SUITE_SELECTIONS; s++) {
        search_config_t config = suite_config(s, row->simulations);
        bool wrong;
        row->rates[s] = suite_rate(game, &config, state, row, SUITE_SEEDS, &wrong);
        REQUIRE(!wrong);
    }
}

/* The index of the action with the best playout score. */
static int favourite(const game_t *game, const state_t *state,
                     const suite_answer_t *answer) {
    pcg32_t rng = pcg32_for(1, 0, 0, PCG_FOR_TEST);
    int player = game_player(game, state), best = 0, most = -1;
    for (int i = 0; i < answer->count; i++) {
        int score = 0;
        for (int p = 0; p < PLAYOUTS; p++) {
            state_t next;
            game_copy(game, &next, state);
            game_apply(game, &next, answer->actions[i]);
            int winner = game_playout(game, &next, &rng).outcome.winner;
            score += winner == player ? 2 : winner == NOBODY ? 1 : 0;
        }
        if (score > most) {
            most = score;
            best = i;
        }
    }
    return best;
}

static int count_keepers(const suite_answer_t *answer) {
    int keepers = 0;
    for (int i = 0; i < answer->count; i++)
        keepers += answer->values[i] == answer->value;
    return keepers;
}

/* "2 of 9 actions; playouts like d3-d4 best, which is lost" */
static void write_remark(const game_t *game, const state_t *state,
                         const suite_answer_t *answer, text_t *out) {
    char text[GAME_ACTION_TEXT];
    int best = favourite(game, state, answer);
    game_write_action(game, answer->actions[best], text);
    text_add(out, "%d of %d actions; playouts like %s best", count_keepers(answer),
             answer->count, text);
    if (answer->values[best] != answer->value)
        text_add(out, ", which is %s", solver_value_names[answer->values[best]]);
}

/* --- fill --------------------------------------------------------------------------- */

static bool fill_row(const char *name, suite_row_t *row) {
    game_t *game = make_game(name, row->variant);
    char best[GAME_POSITION_TEXT];
    text_t out = text_into(best, sizeof best);
    state_t state = {0};
    failure_t error;
    suite_answer_t answer;
    solver_limits_t limits = {.table_mb = TABLE_MB, .seconds = SECONDS_TO_FILL};
    solver_t *solver = solver_new(game, &limits);
    bool solved = game_read_position(game, row->position, &state, &error);
    if (!solved)
        fprintf(stderr, "suite_tool: %s: %s\n", row->id, error.message);
    else if (!(solved = suite_solve(solver, game, &state, &answer)))
        fprintf(stderr, "suite_tool: %s: not solved\n", row->id);
    if (solved) {
        char value[8], remark[128];
        text_t about = text_into(remark, sizeof remark);
        suite_write_best(game, &answer, &out);
        if (row->remark[0] == 0) {
            write_remark(game, &state, &answer, &about);
            row->remark = remark;
        }
        snprintf(value, sizeof value, "%s", solver_value_names[answer.value]);
        row->value = value;
        row->best = best;
        row->nodes = (long)answer.nodes;
        rate_row(game, &state, row);
        suite_write_row(row, stdout);
        fflush(stdout);
    }
    solver_free(solver);
    game_free(game);
    return solved;
}

static int fill(const char *name, const char *path) {
    suite_t suite;
    failure_t error;
    if (!suite_read(path, &suite, &error)) {
        fprintf(stderr, "suite_tool: %s\n", error.message);
        return 2;
    }
    int status = 0;
    puts(suite_columns);
    for (int i = 0; i < suite.count; i++)
        if (!fill_row(name, &suite.rows[i]))
            status = 1;
    suite_clear(&suite);
    return status;
}

/* --- find --------------------------------------------------------------------------- */

/* Plays one game and stores its states; returns the number of actions. */
static int play(const game_t *game, uint64_t seed, uint64_t number, state_t *states) {
    search_config_t config = suite_config(SELECTION_UCT, PLAY_SIMULATIONS);
    search_t *search = search_new(game, &config);
    search_result_t result;
    int plies = 0;
    game_start(game, &states[0]);
    while (plies + 1 < MAX_PLIES && !game_outcome(game, &states[plies]).over) {
        pcg32_t rng = pcg32_for(seed, number, (uint64_t)plies, PCG_FOR_CHOICE);
        search_forget(search);
        search_start(search, &states[plies],
                     pcg32_for(seed, number, (uint64_t)plies, PCG_FOR_SEARCH));
        search_run(search, UINT32_MAX);
        search_read(search, &result);
        game_copy(game, &states[plies + 1], &states[plies]);
        game_apply(game, &states[plies + 1],
                   result.actions[choose_action(&result, 0.5, &rng)]);
        plies++;
    }
    search_free(search);
    return plies;
}

static const char *theme_of(const suite_answer_t *answer, int keepers, bool trap) {
    if (trap)
        return "trap";
    if (answer->value == VALUE_DRAWN)
        return keepers == 1 ? "only draw" : "draw";
    return keepers == 1 ? "only move" : "forced win";
}

/* Prints the position if it is worth keeping; returns whether it was. */
static bool consider(const game_t *game, solver_t *solver, const char *variant,
                     const char *id, const state_t *state) {
    suite_answer_t answer;
    action_t actions[GAME_MAX_LEGAL];
    int count = game_legal(game, state, actions);
    if (count < 4)
        return false;
    if (!suite_solve(solver, game, state, &answer) || answer.value == VALUE_LOST)
        return false;
    int keepers = count_keepers(&answer);
    bool trap = answer.values[favourite(game, state, &answer)] != answer.value;
    if (keepers > (trap ? 2 * FEW : FEW) || keepers * 3 > count)
        return false;
    char best[GAME_POSITION_TEXT], position[GAME_POSITION_TEXT], name[64], keys[128];
    char value[8], theme[16], remark[128];
    text_t out = text_into(best, sizeof best), about = text_into(remark, sizeof remark);
    suite_write_best(game, &answer, &out);
    game_write_position(game, state, POSITION_WITHOUT_TURN, position);
    snprintf(name, sizeof name, "%s", id);
    snprintf(keys, sizeof keys, "%s", variant);
    snprintf(value, sizeof value, "%s", solver_value_names[answer.value]);
    snprintf(theme, sizeof theme, "%s", theme_of(&answer, keepers, trap));
    write_remark(game, state, &answer, &about);
    suite_row_t row = {.id = name,
                       .theme = theme,
                       .variant = keys,
                       .position = position,
                       .value = value,
                       .best = best,
                       .remark = remark,
                       .simulations = FIRST_SIMULATIONS,
                       .nodes = (long)answer.nodes};
    rate_row(game, state, &row);
    while (!is_sure(&row) && row.simulations < LAST_SIMULATIONS) {
        row.simulations *= MORE_SIMULATIONS;
        rate_row(game, state, &row);
    }
    suite_write_row(&row, stdout);
    fflush(stdout);
    return true;
}

/* Works backwards from the end of each game, as far as the solver gets. */
static void find(const game_t *game, const char *variant, int games, uint64_t seed) {
    state_t *states = memory_new(MAX_PLIES, sizeof *states);
    for (int g = 0; g < games; g++) {
        int plies = play(game, seed, (uint64_t)g, states), failed = 0;
        for (int ply = plies - 1; ply >= 0 && failed < 4; ply--) {
            char id[64];
            solver_limits_t limits = {.table_mb = TABLE_MB, .seconds = SECONDS_TO_FIND};
            solver_t *solver = solver_new(game, &limits);
            solution_t *solution = solver_solve(solver, &states[ply]);
            bool open = solution->value == VALUE_OPEN;
            solution_free(solution);
            snprintf(id, sizeof id, "s%dg%dp%d", (int)seed, g, ply);
            failed += open;
            if (!open)
                consider(game, solver, variant, id, &states[ply]);
            solver_free(solver);
        }
    }
    free(states);
}

int main(int argc, char **argv) {
    long games, seed;
    if (argc == 4 && strcmp(argv[1], "fill") == 0)
        return fill(argv[2], argv[3]);
    if (argc == 6 && strcmp(argv[1], "find") == 0) {
        const char *rest[] = {argv[4], argv[5]};
        if (text_read_number(&rest[0], INT_MAX, &games) && *rest[0] == 0 &&
            text_read_number(&rest[1], INT_MAX, &seed) && *rest[1] == 0) {
            game_t *game = make_game(argv[2], argv[3]);
            find(game, argv[3], (int)games, (uint64_t)seed);
            game_free(game);
            return 0;
        }
    }
    fputs("usage: suite_tool fill GAME FILE | find GAME VARIANT GAMES SEED\n", stderr);
    return 2;
}
