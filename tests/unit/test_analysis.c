/* Analysis: lines through the tree, the order of actions, reports that fit the screen. */
#include "tests/support/unit.h"

#include "mcts/search/analysis.h"
#include "tests/support/variants.h"

#include <stdlib.h>

static analysis_t *analyze(const game_t *game, const char *position, int simulations) {
    search_config_t config;
    state_t state;
    failure_t error;
    keyset_set_defaults(&search_keys, &config);
    config.simulations = simulations;
    if (!game_read_position(game, position, &state, &error))
        fail_msg("%s", error.message);
    analysis_t *analysis =
        analysis_new(game, &config, &(search_parallel_t){.threads = 1}, &state, 10);
    search_run(analysis->search, UINT32_MAX);
    analysis_look(analysis);
    return analysis;
}

/* Every line begins with its action and is legal; a longer one only extends it. */
static void check_lines(const analysis_t *analysis) {
    for (int i = 0; i < analysis->result.count; i++) {
        action_t line[ANALYSIS_LINE], shorter[2];
        action_t first = analysis->result.actions[i];
        state_t state = analysis->state;
        int length = search_line(analysis->search, first, line, ANALYSIS_LINE);
        assert_in_range(length, 1, ANALYSIS_LINE);
        assert_int_equal(line[0], first);
        for (int step = 0; step < length; step++) {
            assert_true(game_is_legal(analysis->game, &state, line[step]));
            game_apply(analysis->game, &state, line[step]);
        }
        assert_int_equal(search_line(analysis->search, first, shorter, 2),
                         length < 2 ? length : 2);
        assert_memory_equal(shorter, line, sizeof *line * (length < 2 ? 1 : 2));
    }
}

static void check_order(const analysis_t *analysis) {
    const search_result_t *result = &analysis->result;
    bool seen[GAME_MAX_LEGAL] = {false};
    assert_int_equal(analysis->order[0], search_best(result));
    for (int row = 0; row < result->count; row++) {
        assert_in_range(analysis->order[row], 0, result->count - 1);
        assert_false(seen[analysis->order[row]]);
        seen[analysis->order[row]] = true;
        if (row > 1)
            assert_true(result->visits[analysis->order[row - 1]] >=
                        result->visits[analysis->order[row]]);
    }
}

static void test_lines_and_order(void **unused) {
    (void)unused;
    for (int v = 0; v < test_variant_count; v++) {
        game_t *game = test_variant_game(&test_variants[v]);
        analysis_t *analysis = analyze(game, NULL, 20 + test_effort(1000));
        check_lines(analysis);
        check_order(analysis);
        analysis_free(analysis);
        game_free(game);
    }
}

/* The lines shown are the most searched ones of the tree: a forced win. */
static void test_line_of_a_proof(void **unused) {
    (void)unused;
    test_variant_t variant = {"seesaw", "size=4"};
    game_t *game = test_variant_game(&variant);
    analysis_t *analysis = analyze(game, "S c3=N1/- d3=S3/S d5=N1/N", 2000);
    action_t line[4];
    char text[GAME_ACTION_TEXT];
    assert_int_equal(analysis->end, SEARCH_PROVEN);
    action_t best = analysis->result.actions[analysis->order[0]];
    game_write_action(game, best, text);
    assert_string_equal(text, "d3xc3");
    assert_int_equal(search_line(analysis->search, best, line, 4), 2);
    game_write_action(game, line[1], text);
    assert_string_equal(text, "c3xd5");
    analysis_free(analysis);
    game_free(game);
}

/* A default limit is not reported as "all" simulations requested. */
static void test_most_simulations(void **unused) {
    (void)unused;
    test_variant_t variant = {"seesaw", "size=4"};
    game_t *game = test_variant_game(&variant);
    analysis_t *analysis = analyze(game, NULL, 20);
    for (int most = 0; most <= 1; most++) {
        char *text = NULL;
        size_t size = 0;
        FILE *file = open_memstream(&text, &size);
        assert_non_null(file);
        analysis->result.root_visits = most ? SEARCH_MOST_SIMULATIONS : 20;
        analysis_write_text(analysis, &(analysis_form_t){.rows = 0}, file);
        assert_int_equal(fclose(file), 0);
        assert_non_null(strstr(text, most ? " s: the maximum number of simulations\n"
                                          : " s: all simulations done\n"));
        free(text);
    }
    analysis_free(analysis);
    game_free(game);
}

/* No report is longer than the screen, unless a single action does not fit. */
static void test_report_fits_its_screen(void **unused) {
    (void)unused;
    test_variant_t variant = {"cascade", "size=8"};
    game_t *game = test_variant_game(&variant);
    analysis_t *analysis = analyze(game, NULL, 500);
    int last = 0;
    for (int rows = 11; rows < 60; rows++) {
        char *text = NULL;
        size_t size = 0;
        analysis_form_t form = {.live = true, .rows = rows};
        FILE *file = open_memstream(&text, &size);
        assert_non_null(file);
        analysis_write_text(analysis, &form, file);
        assert_int_equal(fclose(file), 0);
        int lines = 0;
        for (const char *at = text; (at = strchr(at, '\n')); at++)
            lines++;
        assert_in_range(lines, 1, rows);
        assert_non_null(strstr(text, "any key ends it"));
        assert_true(rows < 50 || strstr(text, "   10  "));
        last = lines;
        free(text);
    }
    assert_true(last < 50); /* all is shown, and there is room */
    analysis_free(analysis);
    game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines_and_order),
        cmocka_unit_test(test_line_of_a_proof),
        cmocka_unit_test(test_most_simulations),
        cmocka_unit_test(test_report_fits_its_screen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
