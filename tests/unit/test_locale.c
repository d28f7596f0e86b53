/* libfulcrum within a program whose numbers have a decimal comma: it reads and writes
 * numbers with a point, in every thread, and leaves the program's locale as it is. */
#include "tests/support/unit.h"

#include "selfplay/library/fulcrum.h"
#include "tests/support/test_folder.h"

#include <locale.h>
#include <stdbool.h>

enum { POSITIONS = 4 };

static void expect_refused(const fulcrum_game_t *game, const char *config,
                           const char *message) {
    assert_null(fulcrum_search_new(game, config, NULL, 1));
    if (!strstr(fulcrum_error(), message))
        fail_msg("\"%s\" does not say \"%s\"", fulcrum_error(), message);
}

/* Searches by two threads with an evaluator whose answers are JSON: 0.25 for everything.
 */
static void check_search(const fulcrum_game_t *game) {
    fulcrum_state_t states[POSITIONS];
    float values[POSITIONS];
    const fulcrum_found_t found = {.size = sizeof found, .value = values};
    for (int i = 0; i < POSITIONS; i++)
        fulcrum_state_start(game, &states[i]);
    fulcrum_search_t *search = fulcrum_search_new(
        game,
        "{\"search\": {\"uct_exploration\": 2.5e-1, \"simulations\": 1, "
        "\"selection\": \"puct\", \"evaluator\": \"process\"}, \"evaluator\": "
        "{\"batch\": 1, \"command\": [\"python3\", \"evaluator.py\"]}}",
        NULL, 2);
    if (!search)
        fail_msg("%s", fulcrum_error());
    if (!strstr(fulcrum_search_config(search), "\"uct_exploration\":\t0.25"))
        fail_msg("%s", fulcrum_search_config(search));
    if (fulcrum_search_run(search, states, POSITIONS, NULL, &found) != FULCRUM_OK)
        fail_msg("%s", fulcrum_error());
    for (int i = 0; i < POSITIONS; i++)
        assert_true(values[i] == 0.75f); /* of the position before the one evaluated */
    fulcrum_search_free(search);
}

static void check_numbers(void) {
    fulcrum_game_t *game = fulcrum_game_new("cascade", "size=3");
    expect_refused(game, "noise.total=0.001", "is 0.001; allowed: number from 0.01 to");
    expect_refused(game, "search.uct_exploration=0,25", "is \"0,25\"");
    check_search(game);
    fulcrum_game_free(game);
}

static void write_evaluator(void) {
    FILE *file = fopen("evaluator.py", "w");
    fputs("import json, sys\n"
          "for line in sys.stdin:\n"
          "    request = json.loads(line)\n"
          "    answer = {'id': request['id'], 'protocol': 1, 'name': 'quarter',\n"
          "              'version': '1', 'can': ['evaluate']}\n"
          "    if request['request'] == 'evaluate':\n"
          "        answer['values'] = [0.25] * request['count']\n"
          "        answer['logits'] = [[0.5] * len(one) for one in request['legal']]\n"
          "    print(json.dumps(answer), flush=True)\n",
          file);
    assert_int_equal(fclose(file), 0);
}

static bool use_decimal_comma(void) {
    char command[128];
    snprintf(command, sizeof command,
             "localedef -c -f UTF-8 -i de_DE %s/de_DE.UTF-8 >log 2>&1", test_folder);
    return system(command) == 0 && setenv("LOCPATH", test_folder, 1) == 0 &&
           setlocale(LC_ALL, "de_DE.UTF-8");
}

static void test_decimal_comma(void **unused) {
    (void)unused;
    char shown[8];
    write_evaluator();
    check_numbers();
    if (!use_decimal_comma()) {
        print_message("localedef cannot make a locale with a decimal comma\n");
        skip();
    }
    check_numbers();
    snprintf(shown, sizeof shown, "%.2f", 0.25);
    assert_string_equal(shown, "0,25");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_decimal_comma)};
    return cmocka_run_group_tests(tests, test_folder_enter, test_folder_remove);
}
