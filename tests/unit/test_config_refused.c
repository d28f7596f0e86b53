/* Error messages for invalid configurations, in files and in key=value arguments. */
#include "tests/support/unit.h"
#include "tests/unit/config_file.h"

#include "core/base/files/file.h"
#include "core/base/json.h"
#include "selfplay/config/run_config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEESAW "{\"game\": \"seesaw\""

enum { SAYINGS = 2 };

typedef struct refusal {
    const char *given;         /* members of the file after "game", a file, or words */
    const char *says[SAYINGS]; /* all to be found in the message */
} refusal_t;

static void check_refusal(const char *text, const char *words, const char *source,
                          const refusal_t *refusal) {
    run_config_t config;
    failure_t error = {""};
    if (config_file_load(&config, text, words, &error))
        fail_msg("accepted: %s with %s", text, words);
    assert_null(config.game);
    if (strncmp(error.message, source, strlen(source)) != 0)
        fail_msg("does not begin with \"%s\": %s", source, error.message);
    for (int i = 0; i < SAYINGS && refusal->says[i]; i++)
        if (!strstr(error.message, refusal->says[i]))
            fail_msg("%s with %s\ndoes not say: %s\nbut: %s", text, words,
                     refusal->says[i], error.message);
}

static void test_members(void **unused) {
    (void)unused;
    static const refusal_t refusals[] = {
        /* Unknown keys, and what may have been meant. */
        {"\"gmaes\": 5", {"unknown key \"gmaes\"", "mean \"games\"?"}},
        {"\"Seed\": 5", {"\"Seed\"", "mean \"seed\"?"}},
        {"\"search\": {\"simulatoins\": 5}", {"mean \"search.simulations\"?"}},
        {"\"serach\": {\"simulations\": 5}", {"mean \"search\"?"}},
        {"\"variants\": {\"size\": 5}", {"mean \"variant\"?"}},
        {"\"variant\": {\"swop\": true}", {"mean \"variant.swap\"?"}},
        {"\"variant\": {\"size\": 4, \"x\": {}}", {"\"variant.x\""}},
        {"\"agent\": [{}, {}]", {"mean \"agents\"?"}},
        {"\"agents\": [{\"nmae\": \"x\"}, {}]", {"agents[0]: unknown", "mean \"name\"?"}},
        {"\"weight\": 0.5", {"mean \"noise.weight\"?"}},
        {"\"search\": {\"time\": 5}", {"mean \"search.time_ms\"?"}},
        {"\"noise\": {\"a\": {\"b\": 1}}", {"unknown key \"noise.a\""}},
        {"\"zzzzzzzzzz\": 5", {"the keys are:", "shard_games"}},
        {"\"\": 5", {"unknown key \"\""}},
        {"\"search\": {\"\": 5}", {"unknown key \"search.\""}},
        {"\"search.simulations\": 5", {"use nested objects"}},
        /* Wrong types. */
        {"\"games\": \"5\"", {"\"games\" is \"5\"", "whole number from 1 to 1000000000"}},
        {"\"games\": true", {"\"games\" is true", "whole number"}},
        {"\"games\": null", {"\"games\" is null", "whole number"}},
        {"\"games\": [5]", {"\"games\" is [5]", "whole number"}},
        {"\"games\": {\"a\": 5}", {"\"games\" is {\"a\":5}", "whole"}},
        {"\"search\": {\"solve\": 1}", {"\"search.solve\" is 1", "true or false"}},
        {"\"search\": {\"solve\": \"true\"}", {"true or false"}},
        {"\"search\": {\"selection\": \"UCT\"}", {"is \"UCT\"", "uct or puct"}},
        {"\"search\": {\"selection\": \"uct|puct\"}", {"uct or puct"}},
        {"\"search\": {\"selection\": \"\"}", {"uct or puct"}},
        {"\"search\": {\"selection\": 1}", {"uct or puct"}},
        {"\"search\": {\"fpu\": null}", {"first, value or reduction"}},
        {"\"search\": {\"fpu\": \"valeu\"}", {"mean \"value\"?"}},
        {"\"search\": 5", {"\"search\" must be an object {...}"}},
        {"\"search\": [1]", {"\"search\" must be an object {...}"}},
        {"\"variant\": null", {"\"variant\" must be an object {...}"}},
        {"\"variant\": [{}]", {"\"variant\" must be an object {...}"}},
        {"\"variant\": {\"swap\": 1}", {"variant.swap", "true or false"}},
        {"\"variant\": {\"stuck\": \"draw\"}", {"variant.stuck", "loss"}},
        /* Out of range. */
        {"\"games\": 0", {"\"games\" is 0", "from 1 to 1000000000"}},
        {"\"games\": 1000000001", {"\"games\" is 1000000001"}},
        {"\"games\": 2.5", {"\"games\" is 2.5", "whole number"}},
        {"\"games\": 1e-3", {"\"games\" is 0.001", "whole number"}},
        {"\"games\": 1e999", {"\"games\"", "from 1 to"}},
        {"\"games\": 99999999999999999999999", {"\"games\"", "from 1 to"}},
        {"\"seed\": -1", {"\"seed\" is -1", "from 0"}},
        {"\"seed\": 9007199254740993", {"to 9007199254740991"}},
        {"\"noise\": {\"weight\": 1.0000000000000002}", {"number from 0 to 1"}},
        {"\"noise\": {\"weight\": -1e-9}", {"from 0 to 1"}},
        {"\"noise\": {\"total\": 1e999}", {"from 0.01 to 1000"}},
        {"\"variant\": {\"size\": 4.5}", {"variant.size\" is 4.5"}},
        {"\"noise\": {\"weight\": 0.5}", {"\"search.selection\"", "\"puct\""}},
        /* Twice. */
        {"\"games\": 1, \"games\": 1", {"\"games\" is given twice"}},
        {"\"game\": \"seesaw\"", {"\"game\" is given twice"}},
        {"\"search\": {\"solve\": true, \"solve\": false}", {"solve\" is given twice"}},
    };
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        char text[256];
        snprintf(text, sizeof text, SEESAW ", %s}", refusals[i].given);
        check_refusal(text, "", config_file_path, &refusals[i]);
    }
}

static void test_files(void **unused) {
    (void)unused;
    static const refusal_t refusals[] = {
        {"{\"gmae\": \"seesaw\"}", {"\"gmae\"", "mean \"game\"?"}},
        {"{\"game\": \"seasaw\"}", {"mean \"seesaw\"?", "games are:"}},
        {"{\"game\": \"go\"}", {"unknown game \"go\"", "seesaw"}},
        {"{}", {"\"game\" is missing"}},
        {"{\"game\": null}", {"\"game\" must be the name"}},
        {"", {"not valid JSON at line 1, column 1"}},
        {"{\n  \"game\": \"seesaw\",\n  \"games\": oops\n}", {"line 3, column 12"}},
        {"{\"game\": \"seesaw\"}\n{}", {"not valid JSON at line 2, column 1"}},
        {"\xff\xfe{\"game\"", {"not valid UTF-8 at line 1, column 1"}},
        {"[]", {"one JSON object {...}"}},
    };
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++)
        check_refusal(refusals[i].given, "", config_file_path, &refusals[i]);
}

/* An invalid pair of values is attributed to where it was given. */
static void test_words(void **unused) {
    (void)unused;
    static const refusal_t refusals[] = {
        {"games", {"\"games\" is not of the form key=value"}},
        {"seed=5 =5", {"\"=5\" is not of the form key=value"}},
        {"''", {"\"\" is not of the form key=value"}},
        {"games=1 games=2", {"\"games\" is given twice"}},
        {"search.solve=true search.solve=true", {"\"search.solve\" is given twice"}},
        {"search.solve=true search=5", {"\"search\" is given twice"}},
        {"search=5 search.solve=true", {"search.solve"}},
        {"search=5", {"\"search\" must be an object"}},
        {"variant=5", {"\"variant\" must be an object"}},
        {"games.x=5", {"\"games\" is {\"x\":5}", "whole number"}},
        {"gmaes=5", {"unknown key \"gmaes\"", "mean \"games\"?"}},
        {"search.simulatoins=5", {"mean \"search.simulations\"?"}},
        {"variant.swop=true", {"unknown key \"variant.swop\""}},
        {"variant.swap=yes", {"variant.swap", "true or false"}},
        {"variant.size=7x", {"variant.size\" is \"7x\"", "whole number"}},
        {"games=", {"\"games\" is \"\"", "whole number"}},
        {"games=nan", {"\"games\" is \"nan\"", "whole number"}},
        {"games=0x10", {"\"games\" is \"0x10\"", "whole number"}},
        {"games=5=5", {"\"games\" is \"5=5\"", "whole number"}},
        {"game=7", {"\"game\" must be the name"}},
        {"game=seasaw", {"mean \"seesaw\"?"}},
        {"search..solve=true", {"unknown key \"search.\""}},
        {"noise.weight=0.5", {"noise.weight", "\"search.selection\""}},
    };
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++)
        check_refusal(SEESAW ", \"games\": 7}", refusals[i].given, COMMAND_LINE,
                      &refusals[i]);
}

/* If no key is similar, all keys of the level are listed. */
static void test_lists_are_complete(void **unused) {
    (void)unused;
    run_config_t config;
    failure_t error = {""};
    assert_false(
        config_file_load(&config, SEESAW ", \"search\": {\"qqqqqq\": 5}}", "", &error));
    for (int i = 0; i < search_keys.count; i++)
        if (strncmp(search_keys.keys[i].name, "search.", 7) == 0)
            assert_non_null(strstr(error.message, search_keys.keys[i].name + 7));
    assert_non_null(strstr(error.message, "virtual_loss")); /* of another table */
}

static void assert_file_refused(const char *file, const char *says) {
    run_config_t config;
    failure_t error = {""};
    assert_false(run_config_load(&config, file, NULL, 0, &error));
    assert_null(config.game);
    if (!strstr(error.message, says) || !strstr(error.message, file))
        fail_msg("does not say %s and %s: %s", file, says, error.message);
}

static void test_files_that_are_no_text(void **unused) {
    (void)unused;
    static const char binary[] = "{\"game\":\0\"seesaw\"}";
    config_file_write(binary, sizeof binary - 1);
    assert_file_refused(config_file_path, "not a text file");
    config_file_write("", 0);
    assert_file_refused(config_file_path, "not valid JSON at line 1, column 1");
    assert_file_refused("/tmp", "cannot be read");
    assert_file_refused("/tmp/fulcrum_no_such_file.json", "cannot be opened");
    char *large = memory_new(FILE_READ_LIMIT, 1);
    memset(large, ' ', FILE_READ_LIMIT);
    memcpy(large, "{\"game\":\"seesaw\"}", 17);
    config_file_write(large, FILE_READ_LIMIT);
    assert_file_refused(config_file_path, "too large");
    config_file_write(large, FILE_READ_LIMIT - 1);
    run_config_t config;
    assert_true(run_config_load(&config, config_file_path, NULL, 0, NULL));
    run_config_clear(&config);
    free(large);
}

/* `depth` times the opening, a number, and `depth` times the closing. */
static void write_nested(const char *opening, const char *closing, int depth) {
    FILE *file = fopen(config_file_path, "wb");
    assert_non_null(file);
    fputs(SEESAW ", \"search\": ", file);
    for (int i = 0; i < depth; i++)
        fputs(opening, file);
    fputs("1", file);
    for (int i = 0; i < depth; i++)
        fputs(closing, file);
    fputs("}", file);
    assert_int_equal(fclose(file), 0);
}

static void test_deep_nesting(void **unused) {
    (void)unused;
    static const int depths[] = {1, 2, 30, 900, 50000};
    for (size_t i = 0; i < sizeof depths / sizeof depths[0]; i++) {
        write_nested("[", "]", depths[i]);
        assert_file_refused(config_file_path, depths[i] < 1000
                                                  ? "\"search\" must be an object"
                                                  : "not valid JSON at line 1");
        write_nested("{\"search\":", "}", depths[i]);
        assert_file_refused(config_file_path, depths[i] < 1000
                                                  ? "\"search.search\""
                                                  : "not valid JSON at line 1");
    }
}

static void test_long_texts(void **unused) {
    (void)unused;
    static const char *const says[] = {"whole number from 1 to 1000000000",
                                       "unknown key \"xxx"};
    char text[5100], x[5000];
    memset(x, 'x', sizeof x);
    x[sizeof x - 1] = 0;
    for (int i = 0; i < 2; i++) {
        run_config_t config;
        failure_t error;
        snprintf(text, sizeof text,
                 i == 0 ? SEESAW ", \"games\": \"%s\"}" : SEESAW ", \"%s\": 5}", x);
        assert_false(config_file_load(&config, text, "", &error));
        assert_non_null(strstr(error.message, says[i]));
        assert_null(strstr(error.message, "did you mean"));
    }
}

static void test_no_failure_asked_for(void **unused) {
    (void)unused;
    run_config_t config;
    assert_false(config_file_load(&config, "{", "", NULL));
    assert_false(config_file_load(&config, SEESAW ", \"gmaes\": 5}", "", NULL));
    assert_false(config_file_load(&config, "{\"game\": \"go\"}", "", NULL));
    assert_false(config_file_load(&config, SEESAW "}", "games", NULL));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_members),
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_lists_are_complete),
        cmocka_unit_test(test_files_that_are_no_text),
        cmocka_unit_test(test_deep_nesting),
        cmocka_unit_test(test_long_texts),
        cmocka_unit_test(test_no_failure_asked_for),
    };
    return cmocka_run_group_tests(tests, config_file_make, config_file_remove);
}
