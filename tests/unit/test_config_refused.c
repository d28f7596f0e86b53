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

enum { SAYINGS = 3 };

typedef struct refusal {
    const char *text, *words;  /* the file and the command line */
    const char *says[SAYINGS]; /* all to be found in the message */
} refusal_t;

static void check_refusal(const refusal_t *refusal, const char *source) {
    run_config_t config;
    failure_t error = {""};
    if (config_file_load(&config, refusal->text, refusal->words, &error))
        fail_msg("accepted: %s with %s", refusal->text, refusal->words);
    assert_null(config.game);
    if (strncmp(error.message, source, strlen(source)) != 0)
        fail_msg("does not begin with \"%s\": %s", source, error.message);
    for (int i = 0; i < SAYINGS && refusal->says[i]; i++)
        if (!strstr(error.message, refusal->says[i]))
            fail_msg("%s with %s\ndoes not say: %s\nbut: %s", refusal->text,
                     refusal->words, refusal->says[i], error.message);
}

#define CHECK_REFUSALS(list, source)                                                     \
    do {                                                                                 \
        for (size_t i = 0; i < sizeof(list) / sizeof(list)[0]; i++)                      \
            check_refusal(&(list)[i], source);                                           \
    } while (0)

static void test_unknown_keys(void **unused) {
    (void)unused;
    static const refusal_t refusals[] = {
        {SEESAW ", \"gmaes\": 5}", "", {"unknown key \"gmaes\"", "mean \"games\"?"}},
        {SEESAW ", \"Seed\": 5}", "", {"\"Seed\"", "mean \"seed\"?"}},
        {SEESAW ", \"search\": {\"simulatoins\": 5}}",
         "",
         {"\"search.simulatoins\"", "mean \"search.simulations\"?"}},
        {SEESAW ", \"serach\": {\"simulations\": 5}}", "", {"mean \"search\"?"}},
        {SEESAW ", \"variants\": {\"size\": 5}}", "", {"mean \"variant\"?"}},
        {SEESAW ", \"variant\": {\"swop\": true}}", "", {"mean \"variant.swap\"?"}},
        {SEESAW ", \"agent\": [{}, {}]}", "", {"mean \"agents\"?"}},
        {"{\"gmae\": \"seesaw\"}", "", {"\"gmae\"", "mean \"game\"?"}},
        {SEESAW ", \"weight\": 0.5}", "", {"mean \"noise.weight\"?"}},
        {SEESAW ", \"search\": {\"time\": 5}}", "", {"mean \"search.time_ms\"?"}},
        {SEESAW ", \"agents\": [{\"nmae\": \"x\"}, {}]}",
         "",
         {"agents[0]: unknown key \"nmae\"", "mean \"name\"?"}},
        {SEESAW ", \"noise\": {\"a\": {\"b\": 1}}}", "", {"unknown key \"noise.a\""}},
        {SEESAW ", \"zzzzzzzzzz\": 5}", "", {"the keys are:", "games", "shard_games"}},
        {SEESAW ", \"\": 5}", "", {"unknown key \"\""}},
        {SEESAW ", \"search\": {\"\": 5}}", "", {"unknown key \"search.\""}},
        {SEESAW ", \"variant\": {\"sise\": 4}}",
         "",
         {"\"variant.sise\"", "mean \"variant.size\"?"}},
        {SEESAW ", \"variant\": {\"size\": 4, \"x\": {}}}", "", {"\"variant.x\""}},
        {"{\"game\": \"seasaw\"}", "", {"\"seasaw\"", "mean \"seesaw\"?", "games are:"}},
        {"{\"game\": \"go\"}", "", {"unknown game \"go\"", "games are: ", "seesaw"}},
    };
    CHECK_REFUSALS(refusals, config_file_path);
}

/* If no key is similar, all keys of the level are listed. */
static void check_level(const char *text, const keyset_t *set, const char *above) {
    run_config_t config;
    failure_t error = {""};
    assert_false(config_file_load(&config, text, "", &error));
    const char *list = strstr(error.message, "the keys are: ");
    assert_non_null(list);
    for (int i = 0; i < set->count; i++) {
        const char *name = set->keys[i].name + strlen(above);
        if (strncmp(set->keys[i].name, above, strlen(above)) != 0)
            continue;
        char next[64];
        snprintf(next, sizeof next, " %.*s", (int)strcspn(name, "."), name);
        if (!strstr(list, next))
            fail_msg("no%s in: %s", next, error.message);
    }
}

static void test_lists_are_whole(void **unused) {
    (void)unused;
    check_level(SEESAW ", \"qqqqqqqqqqqq\": 5}", &search_keys, "");
    check_level(SEESAW ", \"qqqqqqqqqqqq\": 5}", &learning_keys, "");
    check_level(SEESAW ", \"qqqqqqqqqqqq\": 5}", &temperature_keys, "");
    check_level(SEESAW ", \"search\": {\"qqqqqqqqqqqq\": 5}}", &search_keys, "search.");
    check_level(SEESAW ", \"search\": {\"qqqqqqqqqqqq\": 5}}", &search_parallel_keys,
                "search.");
    check_level(SEESAW ", \"agents\": [{\"qqqqqqqqqqqq\": 5}, {}]}", &search_keys, "");
}

static void test_wrong_types(void **unused) {
    (void)unused;
    static const refusal_t refusals[] = {
        {"{}", "", {"\"game\" is missing"}},
        {"{\"game\": 5}", "", {"\"game\" must be the name"}},
        {"{\"game\": null}", "", {"\"game\" must be the name"}},
        {SEESAW ", \"games\": \"5\"}",
         "",
         {"\"games\" is \"5\"", "whole number from 1 to 1000000000"}},
        {SEESAW ", \"games\": true}", "", {"\"games\" is true", "whole number"}},
        {SEESAW ", \"games\": null}", "", {"\"games\" is null", "whole number"}},
        {SEESAW ", \"games\": [5]}", "", {"\"games\" is [5]", "whole number"}},
        {SEESAW ", \"games\": {\"a\": 5}}", "", {"\"games\" is {\"a\":5}", "whole"}},
        {SEESAW ", \"search\": {\"solve\": 1}}",
         "",
         {"\"search.solve\" is 1", "true or false"}},
        {SEESAW ", \"search\": {\"solve\": \"true\"}}", "", {"true or false"}},
        {SEESAW ", \"search\": {\"selection\": \"UCT\"}}",
         "",
         {"\"search.selection\" is \"UCT\"", "uct or puct"}},
        {SEESAW ", \"search\": {\"selection\": \"uc\"}}", "", {"uct or puct"}},
        {SEESAW ", \"search\": {\"selection\": \"uct|puct\"}}", "", {"uct or puct"}},
        {SEESAW ", \"search\": {\"selection\": \"\"}}", "", {"uct or puct"}},
        {SEESAW ", \"search\": {\"selection\": 1}}", "", {"uct or puct"}},
        {SEESAW ", \"search\": {\"fpu\": null}}", "", {"first, value or reduction"}},
        {SEESAW ", \"variant\": {\"swap\": 1}}", "", {"variant.swap", "true or false"}},
        {SEESAW ", \"variant\": {\"stuck\": \"draw\"}}", "", {"variant.stuck", "loss"}},
    };
    CHECK_REFUSALS(refusals, config_file_path);
}

static void test_out_of_range(void **unused) {
    (void)unused;
    static const refusal_t refusals[] = {
        {SEESAW ", \"games\": 0}", "", {"\"games\" is 0", "from 1 to 1000000000"}},
        {SEESAW ", \"games\": -5}", "", {"\"games\" is -5", "from 1 to"}},
        {SEESAW ", \"games\": 1000000001}", "", {"\"games\" is 1000000001"}},
        {SEESAW ", \"games\": 2.5}", "", {"\"games\" is 2.5", "whole number"}},
        {SEESAW ", \"games\": 1e-3}", "", {"\"games\" is 0.001", "whole number"}},
        {SEESAW ", \"games\": 1e308}", "", {"\"games\" is 1e308", "whole number"}},
        {SEESAW ", \"games\": 1e999}", "", {"\"games\"", "from 1 to"}},
        {SEESAW ", \"games\": -1e999}", "", {"\"games\"", "from 1 to"}},
        {SEESAW ", \"games\": 99999999999999999999999}", "", {"\"games\"", "from 1 to"}},
        {SEESAW ", \"seed\": -1}", "", {"\"seed\" is -1", "from 0"}},
        {SEESAW ", \"seed\": 9007199254740992}", "", {"to 9007199254740991"}},
        {SEESAW ", \"seed\": 9007199254740993}", "", {"to 9007199254740991"}},
        {SEESAW ", \"seed\": 18446744073709551617}", "", {"to 9007199254740991"}},
        {SEESAW ", \"threads\": 1025}", "", {"\"threads\" is 1025", "from 0 to 1024"}},
        {SEESAW ", \"search\": {\"simulations\": 67108864}}", "", {"1 to 67108863"}},
        {SEESAW ", \"noise\": {\"weight\": 1.5}}", "", {"is 1.5", "number from 0 to 1"}},
        {SEESAW ", \"noise\": {\"weight\": 1.0000000000000002}}", "", {"from 0 to 1"}},
        {SEESAW ", \"noise\": {\"weight\": -1e-9}}", "", {"from 0 to 1"}},
        {SEESAW ", \"noise\": {\"total\": 1e999}}", "", {"from 0.01 to 1000"}},
        {SEESAW ", \"variant\": {\"size\": 4.5}}", "", {"variant.size\" is 4.5"}},
        {SEESAW ", \"variant\": {\"size\": 1}}", "", {"variant.size\" is 1", "from 2"}},
        {SEESAW ", \"noise\": {\"weight\": 0.5}}",
         "",
         {"\"noise.weight\"", "\"search.selection\"", "\"puct\""}},
    };
    CHECK_REFUSALS(refusals, config_file_path);
}

static void test_malformed(void **unused) {
    (void)unused;
    static const refusal_t refusals[] = {
        {"", "", {"not valid JSON at line 1, column 1"}},
        {" \n\t\n", "", {"not valid JSON at line"}},
        {"{\n  \"game\": \"seesaw\",\n  \"games\": oops\n}", "", {"line 3, column 12"}},
        {"{\"game\": \"seesaw\"} x", "", {"not valid JSON at line 1, column 20"}},
        {"{\"game\": \"seesaw\"}\n{}", "", {"not valid JSON at line 2, column 1"}},
        {SEESAW, "", {"not valid JSON at line 1"}},
        {SEESAW ",}", "", {"not valid JSON at line 1"}},
        {"{\"game\": \"seesaw", "", {"not valid JSON at line 1"}},
        {"{'game': 'seesaw'}", "", {"not valid JSON at line 1, column"}},
        {"{\"game\" \"seesaw\"}", "", {"not valid JSON at line 1"}},
        {"{game: \"seesaw\"}", "", {"not valid JSON at line 1, column"}},
        {SEESAW ", \"games\": NaN}", "", {"not valid JSON at line 1, column 29"}},
        {SEESAW ", \"games\": nan}", "", {"not valid JSON"}},
        {SEESAW ", \"games\": Infinity}", "", {"not valid JSON"}},
        {SEESAW ", \"games\": -inf}", "", {"not valid JSON"}},
        {SEESAW ", \"games\": 0x10}", "", {"not valid JSON"}},
        {SEESAW ", \"games\": 1.2.3}", "", {"not valid JSON"}},
        {"\xff\xfe{\"game\"", "", {"not valid UTF-8 at line 1, column 1"}},
        {"{\"game\": \"see\\u0000saw\"}", "", {"contains \\u0000, at line 1"}},
        {"[]", "", {"one JSON object {...}"}},
        {"5", "", {"one JSON object {...}"}},
        {"null", "", {"one JSON object {...}"}},
        {"\"seesaw\"", "", {"one JSON object {...}"}},
        {SEESAW ", \"search\": 5}", "", {"\"search\" must be an object {...}"}},
        {SEESAW ", \"search\": [1]}", "", {"\"search\" must be an object {...}"}},
        {SEESAW ", \"search\": null}", "", {"\"search\" must be an object {...}"}},
        {SEESAW ", \"variant\": 5}", "", {"\"variant\" must be an object {...}"}},
        {SEESAW ", \"variant\": null}", "", {"\"variant\" must be an object {...}"}},
        {SEESAW ", \"variant\": [{}]}", "", {"\"variant\" must be an object {...}"}},
    };
    CHECK_REFUSALS(refusals, config_file_path);
}

static void test_duplicates(void **unused) {
    (void)unused;
    static const refusal_t refusals[] = {
        {SEESAW ", \"games\": 1, \"games\": 1}", "", {"\"games\" is given twice"}},
        {SEESAW ", \"game\": \"seesaw\"}", "", {"\"game\" is given twice"}},
        {SEESAW ", \"search\": {\"solve\": true, \"reuse\": true, \"solve\": false}}",
         "",
         {"solve\" is given twice"}},
        {SEESAW ", \"search\": {}, \"search\": {}}", "", {"\"search\" is given twice"}},
        {SEESAW ", \"variant\": {\"swap\": true, \"swap\": true}}",
         "",
         {"swap\" is given twice"}},
    };
    CHECK_REFUSALS(refusals, config_file_path);
}

/* A key can also be spelt with dots; it is the same key. */
static void test_duplicates_by_two_spellings(void **unused) {
    (void)unused;
    run_config_t config;
    failure_t error;
    assert_false(config_file_load(&config,
                                  SEESAW ", \"search.simulations\": 5,"
                                         " \"search\": {\"simulations\": 6}}",
                                  "", &error));
}

static void test_words_refused(void **unused) {
    (void)unused;
    static const char file[] = SEESAW ", \"games\": 7}";
    static const refusal_t refusals[] = {
        {file, "games", {"\"games\" is not of the form key=value"}},
        {file, "seed=5 =5", {"\"=5\" is not of the form key=value"}},
        {file, "''", {"\"\" is not of the form key=value"}},
        {file, "=", {"is not of the form key=value"}},
        {file, "games=1 games=2", {"\"games\" is given twice"}},
        {file, "game=seesaw game=seesaw", {"\"game\" is given twice"}},
        {file,
         "search.solve=true search.solve=true",
         {"\"search.solve\" is given twice"}},
        {file, "search.solve=true search=5", {"\"search\" is given twice"}},
        {file, "search=5 search.solve=true", {"search.solve"}},
        {file, "search=5", {"\"search\" must be an object"}},
        {file, "variant=5", {"\"variant\" must be an object"}},
        {file, "games.x=5", {"\"games\" is {\"x\":5}", "whole number"}},
        {file, "gmaes=5", {"unknown key \"gmaes\"", "mean \"games\"?"}},
        {file, "search.simulatoins=5", {"mean \"search.simulations\"?"}},
        {file, "variant.swop=true", {"unknown key \"variant.swop\""}},
        {file, "variant.sise=4", {"mean \"variant.size\"?"}},
        {file, "variant.swap=yes", {"variant.swap", "true or false"}},
        {file, "variant.swap=1", {"variant.swap", "true or false"}},
        {file, "variant.size=7x", {"variant.size\" is \"7x\"", "whole number"}},
        {file, "games=", {"\"games\" is \"\"", "whole number"}},
        {file, "games=2.5", {"\"games\" is 2.5", "whole number"}},
        {file, "games=nan", {"\"games\" is \"nan\"", "whole number"}},
        {file, "games=inf", {"\"games\" is \"inf\"", "whole number"}},
        {file, "games=1e999", {"\"games\"", "whole number"}},
        {file, "games=0x10", {"\"games\" is \"0x10\"", "whole number"}},
        {file, "games=5=5", {"\"games\" is \"5=5\"", "whole number"}},
        {file, "games={}", {"\"games\" is \"{}\"", "whole number"}},
        {file, "game=7", {"\"game\" must be the name"}},
        {file, "game=seasaw", {"mean \"seesaw\"?"}},
        {file, "search..solve=true", {"unknown key \"search.\""}},
        {file, "search.=true", {"unknown key \"search.\""}},
    };
    CHECK_REFUSALS(refusals, COMMAND_LINE);
}

/* An invalid pair of values is attributed to where it was given. */
static void test_words_are_blamed_for_pairs(void **unused) {
    (void)unused;
    static const refusal_t refusals[] = {
        {SEESAW "}", "noise.weight=0.5", {"noise.weight", "\"search.selection\""}},
    };
    CHECK_REFUSALS(refusals, COMMAND_LINE);
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
    enum { LONG = 5000 };
    char *text = memory_new(LONG + 100, 1);
    run_config_t config;
    failure_t error;
    strcpy(text, SEESAW ", \"games\": \"");
    size_t used = strlen(text);
    memset(text + used, 'x', LONG);
    strcpy(text + used + LONG, "\"}");
    assert_false(config_file_load(&config, text, "", &error));
    assert_non_null(strstr(error.message, "whole number from 1 to 1000000000"));
    strcpy(text, SEESAW ", \"");
    used = strlen(text);
    memset(text + used, 'x', LONG);
    strcpy(text + used + LONG, "\": 5}");
    assert_false(config_file_load(&config, text, "", &error));
    assert_non_null(strstr(error.message, "unknown key \"xxx"));
    assert_null(strstr(error.message, "did you mean"));
    free(text);
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
        cmocka_unit_test(test_unknown_keys),
        cmocka_unit_test(test_lists_are_whole),
        cmocka_unit_test(test_wrong_types),
        cmocka_unit_test(test_out_of_range),
        cmocka_unit_test(test_malformed),
        cmocka_unit_test(test_duplicates),
        cmocka_unit_test(test_duplicates_by_two_spellings),
        cmocka_unit_test(test_words_refused),
        cmocka_unit_test(test_words_are_blamed_for_pairs),
        cmocka_unit_test(test_files_that_are_no_text),
        cmocka_unit_test(test_deep_nesting),
        cmocka_unit_test(test_long_texts),
        cmocka_unit_test(test_no_failure_asked_for),
    };
    return cmocka_run_group_tests(tests, config_file_make, config_file_remove);
}
