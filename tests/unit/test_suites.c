/* Positions with known answers (suites/, one file per game) and solved small boards: the
 * answers are proven again, and searches must find them. */
#include "mcts/search/search.h"
#include "tests/support/unit.h"

#include "tests/suites/suite.h"
#include "tests/support/variants.h"

#include <stdlib.h>
#include <unistd.h>

enum {
    TABLE_MB = 64,
    LEAST_SUITES = 4,
    LEAST_ROWS = 12,        /* of a suite */
    NODES_TO_PROVE = 20000, /* of a row whose answer is always proven again */
    SEEDS = 4               /* of the SUITE_SEEDS in the table */
};

static game_t *make_game(const char *name, const char *variant) {
    const test_variant_t test = {name, variant};
    return test_variant_game(&test);
}

/* --- The suites --------------------------------------------------------------------- */

/* A row with its game. */
typedef struct position {
    const suite_row_t *row;
    const game_t *game;
    state_t state;
} position_t;

typedef void (*visit_t)(const position_t *position, void *context);

static void visit_suite(const char *name, const char *path, visit_t visit,
                        void *context) {
    suite_t suite;
    failure_t error;
    if (!suite_read(path, &suite, &error))
        fail_msg("%s", error.message);
    if (suite.count < LEAST_ROWS)
        fail_msg("%s: has %d positions", path, suite.count);
    for (int i = 0; i < suite.count; i++) {
        game_t *game = make_game(name, suite.rows[i].variant);
        position_t position = {.row = &suite.rows[i], .game = game};
        if (!game_read_position(game, suite.rows[i].position, &position.state, &error))
            fail_msg("%s, %s: %s", path, suite.rows[i].id, error.message);
        visit(&position, context);
        game_free(game);
    }
    suite_clear(&suite);
}

/* A new game may have no suite. */
static void visit_all(visit_t visit, void *context) {
    int suites = 0;
    for (int i = 0; i < game_class_count; i++) {
        char path[64];
        snprintf(path, sizeof path, "tests/suites/%s.csv", game_classes[i]->name);
        if (access(path, F_OK) == 0) {
            visit_suite(game_classes[i]->name, path, visit, context);
            suites++;
        }
    }
    assert_true(suites >= LEAST_SUITES);
}

static void fail_at(const position_t *position, const char *what, const char *got,
                    const char *expected) {
    fail_msg("%s %s, %s: %s: %s instead of %s\nat %s", position->game->class->name,
             position->game->variant_text, position->row->id, what, got, expected,
             position->row->position);
}

/* Every row: the best actions are legal, and not all actions are best. */
static void check_row(const position_t *position, void *context) {
    const suite_row_t *row = position->row;
    action_t actions[GAME_MAX_LEGAL];
    int count = game_legal(position->game, &position->state, actions), best = 0;
    token_reader_t reader = token_reader(row->best);
    token_t token;
    (void)context;
    while (token_next(&reader, &token)) {
        char text[GAME_ACTION_TEXT];
        action_t action;
        failure_t error;
        snprintf(text, sizeof text, "%.*s", token.length, token.start);
        if (!game_read_action(position->game, &position->state, text, &action, &error))
            fail_at(position, "best", error.message, "a legal action");
        best++;
    }
    if (best == 0 || best >= count)
        fail_at(position, "best", row->best, "some of the actions");
    if (strcmp(row->value, "won") != 0 && strcmp(row->value, "drawn") != 0)
        fail_at(position, "value", row->value, "won or drawn");
}

static void test_rows_are_sound(void **unused) {
    (void)unused;
    visit_all(check_row, NULL);
}

typedef struct proofs {
    int proven, left;
} proofs_t;

/* The exact solver finds the value, and that exactly the best actions keep it. */
static void prove_row(const position_t *position, void *context) {
    static suite_answer_t answer;
    proofs_t *proofs = context;
    if (position->row->nodes > test_effort(NODES_TO_PROVE)) {
        proofs->left++;
        return;
    }
    char best[GAME_POSITION_TEXT];
    text_t out = text_into(best, sizeof best);
    solver_limits_t limits = {.table_mb = TABLE_MB};
    solver_t *solver = solver_new(position->game, &limits);
    if (!suite_solve(solver, position->game, &position->state, &answer))
        fail_at(position, "solver", "a contradiction", position->row->value);
    if (strcmp(solver_value_names[answer.value], position->row->value) != 0)
        fail_at(position, "value", solver_value_names[answer.value],
                position->row->value);
    suite_write_best(position->game, &answer, &out);
    if (strcmp(best, position->row->best) != 0)
        fail_at(position, "best", best, position->row->best);
    solver_free(solver);
    proofs->proven++;
}

static void test_answers_are_proven(void **unused) {
    (void)unused;
    proofs_t proofs = {0};
    visit_all(prove_row, &proofs);
    print_message("%d answers proven again, %d left out as too long\n", proofs.proven,
                  proofs.left);
    assert_true(proofs.proven >= LEAST_SUITES);
}

typedef struct findings {
    int sure, weak;
} findings_t;

/* Answers found by 20 of 20 searches must be found by all; others are printed, and must
 * equal the table when all 20 are run (FULCRUM_TEST_EFFORT=500). No search may prove
 * anything else. */
static void search_row(const position_t *position, void *context) {
    const char *const names[SUITE_SELECTIONS] = {"UCT", "PUCT"};
    findings_t *findings = context;
    int seeds = test_effort(SEEDS);
    seeds = seeds < SUITE_SEEDS ? seeds : SUITE_SEEDS;
    for (int s = 0; s < SUITE_SELECTIONS; s++) {
        const suite_row_t *row = position->row;
        const suite_rate_t *known = &row->rates[s];
        bool wrong;
        search_config_t config = suite_config(s, row->simulations);
        suite_rate_t rate =
            suite_rate(position->game, &config, &position->state, row, seeds, &wrong);
        if (wrong)
            fail_at(position, names[s], "a proof of another value", row->value);
        bool sure = known->found == SUITE_SEEDS;
        if (sure && rate.found < seeds)
            fail_at(position, names[s], "another action", row->best);
        if (known->proven == SUITE_SEEDS && rate.proven < seeds)
            fail_at(position, names[s], "no proof", row->value);
        if (seeds == SUITE_SEEDS &&
            (rate.found != known->found || rate.proven != known->proven))
            fail_msg("%s %s: %s: %d found, %d proven; the table has %d and %d",
                     position->game->class->name, row->id, names[s], rate.found,
                     rate.proven, known->found, known->proven);
        if (!sure)
            print_message("weak: %s %s: %s, %ld simulations: %d of %d, here %d of %d\n",
                          position->game->class->name, row->id, names[s],
                          row->simulations, known->found, SUITE_SEEDS, rate.found, seeds);
        findings->sure += sure;
        findings->weak += !sure;
    }
}

static void test_searches_find_them(void **unused) {
    (void)unused;
    findings_t findings = {0};
    visit_all(search_row, &findings);
    print_message("%d sure, %d weak\n", findings.sure, findings.weak);
    assert_true(findings.sure > findings.weak);
}

/* --- Solved boards ------------------------------------------------------------------ */

enum {
    SOLVED_FIELDS = 7,
    SOLVED_SIMULATIONS = 50000,
    REACH_SIMULATIONS = 5000,
    NODES_IN_REACH = 150 /* of boards that a search proves, too */
};

/* A line of solved.csv: game,variant,value (for player 1),best,bound,unit,nodes,... */
typedef struct solved {
    char *fields[SOLVED_FIELDS];
    game_t *game;
    state_t start;
} solved_t;

static const char *solved_value(const solved_t *solved) {
    return solved->fields[2];
}

static double solved_nodes(const solved_t *solved) {
    return strtod(solved->fields[6], NULL);
}

/* False for an unsolved line. */
static bool read_solved(char *line, solved_t *solved) {
    for (int i = 0; i < SOLVED_FIELDS; i++) {
        solved->fields[i] = line;
        line = strchr(line, ',');
        assert_non_null(line);
        *line++ = 0;
    }
    if (strcmp(solved_value(solved), "open") == 0)
        return false;
    solved->game = make_game(solved->fields[0], solved->fields[1]);
    memset(&solved->start, 0, sizeof solved->start);
    game_start(solved->game, &solved->start);
    return true;
}

/* Whether an action is the table's best one or an image of it: the start is the same
 * from all sides. */
static bool is_known_best(const solved_t *solved, action_t action) {
    action_t best;
    failure_t error;
    if (!game_read_action(solved->game, &solved->start, solved->fields[3], &best, &error))
        fail_msg("%s", error.message);
    for (int s = 0; s < solved->game->num_symmetries; s++)
        if (!game_symmetry_exchanges_sides(solved->game, s) &&
            game_symmetry_action(solved->game, s, best) == action)
            return true;
    return false;
}

/* Whether an action keeps the board's value, by the exact solver. */
static bool keeps_value(const solved_t *solved, action_t action) {
    solver_limits_t limits = {.table_mb = TABLE_MB};
    solver_t *solver = solver_new(solved->game, &limits);
    state_t next = solved->start;
    game_apply(solved->game, &next, action);
    solution_t *solution = solver_solve(solver, &next);
    bool keeps = strcmp(solver_value_names[solution->value], solved_value(solved)) == 0;
    solution_free(solution);
    solver_free(solver);
    return keeps;
}

typedef struct boards {
    int proven, kept, unknown;
} boards_t;

/* Proofs are correct, and small boards are proven, draws as well as wins. */
static void check_proof(const solved_t *solved, uint8_t root_proof) {
    static const char *const proofs[] = {[PROOF_NONE] = "nothing",
                                         [PROOF_LOSS] = "lost",
                                         [PROOF_DRAW] = "drawn",
                                         [PROOF_WIN] = "won"};
    bool in_reach = solved_nodes(solved) <= NODES_IN_REACH;
    if ((root_proof != PROOF_NONE || in_reach) &&
        strcmp(proofs[root_proof], solved_value(solved)) != 0)
        fail_msg("%s %s: proven %s instead of %s", solved->fields[0], solved->fields[1],
                 proofs[root_proof], solved_value(solved));
}

static void search_board(const solved_t *solved, int selection, boards_t *boards) {
    static search_result_t result;
    bool in_reach = solved_nodes(solved) <= NODES_IN_REACH;
    search_config_t config = suite_config(
        selection, in_reach ? REACH_SIMULATIONS : test_effort(SOLVED_SIMULATIONS));
    search_t *search = search_new(solved->game, &config);
    search_start(search, &solved->start, pcg32_for(1, 0, 0, PCG_FOR_TEST));
    search_run(search, UINT32_MAX);
    search_read(search, &result);
    search_free(search);
    action_t chosen = result.actions[search_best(&result)];
    check_proof(solved, result.root_proof);
    boards->proven += result.root_proof != PROOF_NONE;
    if (result.count > 1 && is_known_best(solved, chosen)) {
        boards->kept++;
    } else if (result.count > 1 && test_effort(100) >= 100 &&
               solved_nodes(solved) <= test_effort(NODES_TO_PROVE)) {
        if (!keeps_value(solved, chosen))
            fail_msg("%s %s: action %d throws the value away", solved->fields[0],
                     solved->fields[1], chosen);
        boards->kept++;
    } else if (result.count > 1) {
        boards->unknown++;
    }
}

static void test_solved_boards(void **unused) {
    (void)unused;
    char line[1024];
    boards_t boards = {0};
    FILE *file = fopen("experiments/solved/solved.csv", "r");
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file)); /* the names of the columns */
    while (fgets(line, sizeof line, file)) {
        solved_t solved;
        if (!read_solved(line, &solved))
            continue;
        for (int s = 0; s < SUITE_SELECTIONS; s++)
            search_board(&solved, s, &boards);
        game_free(solved.game);
    }
    fclose(file);
    print_message("%d searches proved the value, %d kept it, of %d nothing is known\n",
                  boards.proven, boards.kept, boards.unknown);
    assert_true(boards.proven >= 10 && boards.kept >= 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows_are_sound),
        cmocka_unit_test(test_answers_are_proven),
        cmocka_unit_test(test_searches_find_them),
        cmocka_unit_test(test_solved_boards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
