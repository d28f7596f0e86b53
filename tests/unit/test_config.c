/* What a configuration may say, and what a person is told when it says something else:
 * the keys, JSON, key=value words and texts of core, and the configuration of a run. */
#include "tests/support/unit.h"

#include "core/base/files/file.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/config/keys_document.h"
#include "selfplay/run/run_config.h"

#include <cjson/cJSON.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define SEESAW "{\"game\": \"seesaw\""

static char path[] = "/tmp/fulcrum_test_config_XXXXXX";

static int make_file(void **unused) {
    (void)unused;
    int file = mkstemp(path);
    return file < 0 ? -1 : close(file);
}

static int remove_file(void **unused) {
    (void)unused;
    return unlink(path);
}

static void write_file(const void *bytes, size_t length) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

/* Loads the file with words separated by blanks (an empty one is written ''). */
static bool load_file(run_config_t *config, const char *words, failure_t *error) {
    enum { MAX_WORDS = 8 };
    char copy[1024], *list[MAX_WORDS], *save = NULL;
    int count = 0;
    assert_true(strlen(words) < sizeof copy);
    strcpy(copy, words);
    for (char *word = strtok_r(copy, " ", &save); word;
         word = strtok_r(NULL, " ", &save)) {
        assert_true(count < MAX_WORDS);
        if (strcmp(word, "''") == 0)
            *word = 0;
        list[count++] = word;
    }
    return run_config_load(config, path, list, count, error);
}

static bool load_text(run_config_t *config, const char *text, const char *words,
                      failure_t *error) {
    write_file(text, strlen(text));
    return load_file(config, words, error);
}

/* The effective configuration; it has to load. The caller frees it. */
static char *effective(const char *text, const char *words) {
    run_config_t config;
    failure_t error;
    if (!load_text(&config, text, words, &error))
        fail_msg("%s with %s: %s", text, words, error.message);
    char *result = run_config_text(&config);
    run_config_clear(&config);
    return result;
}

/* --- What is refused ---------------------------------------------------------------- */

enum { SAYINGS = 3 };

typedef struct refusal {
    const char *text, *words;  /* the file and the command line */
    const char *says[SAYINGS]; /* all to be found in the message */
} refusal_t;

static void check_refusal(const refusal_t *refusal, const char *source) {
    run_config_t config;
    failure_t error = {""};
    if (load_text(&config, refusal->text, refusal->words, &error))
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
    CHECK_REFUSALS(refusals, path);
}

/* Where nothing is near, all keys of the level are named, to the last. */
static void check_level(const char *text, const keyset_t *set, const char *above) {
    run_config_t config;
    failure_t error = {""};
    assert_false(load_text(&config, text, "", &error));
    const char *list = strstr(error.message, "the keys are: ");
    assert_non_null(list);
    for (int i = 0; i < set->count; i++) {
        const char *name = set->keys[i].path + strlen(above);
        if (strncmp(set->keys[i].path, above, strlen(above)) != 0)
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
        {"{\"game\": 5}", "", {"\"game\" has to be the name"}},
        {"{\"game\": null}", "", {"\"game\" has to be the name"}},
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
    CHECK_REFUSALS(refusals, path);
}

static void test_out_of_range(void **unused) {
    (void)unused;
    static const refusal_t refusals[] = {
        {SEESAW ", \"games\": 0}", "", {"\"games\" is 0", "from 1 to 1000000000"}},
        {SEESAW ", \"games\": -5}", "", {"\"games\" is -5", "from 1 to"}},
        {SEESAW ", \"games\": 1000000001}", "", {"\"games\" is 1000000001"}},
        {SEESAW ", \"games\": 2.5}", "", {"\"games\" is 2.5", "whole number"}},
        {SEESAW ", \"games\": 1e-3}", "", {"\"games\" is 0.001", "whole number"}},
        {SEESAW ", \"games\": 1e308}", "", {"\"games\" is 1e+308", "whole number"}},
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
    CHECK_REFUSALS(refusals, path);
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
        {"{\"game\": \"see\\u0000saw\"}", "", {"has \\u0000 in it, at line 1"}},
        {"[]", "", {"one JSON object {...}"}},
        {"5", "", {"one JSON object {...}"}},
        {"null", "", {"one JSON object {...}"}},
        {"\"seesaw\"", "", {"one JSON object {...}"}},
        {SEESAW ", \"search\": 5}", "", {"\"search\" has to be an object {...}"}},
        {SEESAW ", \"search\": [1]}", "", {"\"search\" has to be an object {...}"}},
        {SEESAW ", \"search\": null}", "", {"\"search\" has to be an object {...}"}},
        {SEESAW ", \"variant\": 5}", "", {"\"variant\" has to be an object {...}"}},
        {SEESAW ", \"variant\": null}", "", {"\"variant\" has to be an object {...}"}},
        {SEESAW ", \"variant\": [{}]}", "", {"\"variant\" has to be an object {...}"}},
    };
    CHECK_REFUSALS(refusals, path);
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
    CHECK_REFUSALS(refusals, path);
}

/* A key can also be spelt with its dots: that makes it no other key. */
static void test_duplicates_by_two_spellings(void **unused) {
    (void)unused;
    run_config_t config;
    failure_t error;
    assert_false(load_text(&config,
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
        {file, "search=5", {"\"search\" has to be an object"}},
        {file, "variant=5", {"\"variant\" has to be an object"}},
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
        {file, "game=7", {"\"game\" has to be the name"}},
        {file, "game=seasaw", {"mean \"seesaw\"?"}},
        {file, "search..solve=true", {"unknown key \"search.\""}},
        {file, "search.=true", {"unknown key \"search.\""}},
    };
    CHECK_REFUSALS(refusals, COMMAND_LINE);
}

/* A wrong pair of values is blamed on where it was given. */
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
    write_file(binary, sizeof binary - 1);
    assert_file_refused(path, "not a text file");
    write_file("", 0);
    assert_file_refused(path, "not valid JSON at line 1, column 1");
    assert_file_refused("/tmp", "cannot be read");
    assert_file_refused("/tmp/fulcrum_no_such_file.json", "cannot be opened");
    char *large = memory_new(FILE_READ_LIMIT, 1);
    memset(large, ' ', FILE_READ_LIMIT);
    memcpy(large, "{\"game\":\"seesaw\"}", 17);
    write_file(large, FILE_READ_LIMIT);
    assert_file_refused(path, "too large");
    write_file(large, FILE_READ_LIMIT - 1);
    run_config_t config;
    assert_true(run_config_load(&config, path, NULL, 0, NULL));
    run_config_clear(&config);
    free(large);
}

/* `depth` times the opening, a number, and `depth` times the closing. */
static void write_nested(const char *opening, const char *closing, int depth) {
    FILE *file = fopen(path, "wb");
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
        assert_file_refused(path, depths[i] < 1000 ? "\"search\" has to be an object"
                                                   : "not valid JSON at line 1");
        write_nested("{\"search\":", "}", depths[i]);
        assert_file_refused(path, depths[i] < 1000 ? "\"search.search\""
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
    assert_false(load_text(&config, text, "", &error));
    assert_non_null(strstr(error.message, "whole number from 1 to 1000000000"));
    strcpy(text, SEESAW ", \"");
    used = strlen(text);
    memset(text + used, 'x', LONG);
    strcpy(text + used + LONG, "\": 5}");
    assert_false(load_text(&config, text, "", &error));
    assert_non_null(strstr(error.message, "unknown key \"xxx"));
    assert_null(strstr(error.message, "did you mean"));
    free(text);
}

static void test_no_failure_asked_for(void **unused) {
    (void)unused;
    run_config_t config;
    assert_false(load_text(&config, "{", "", NULL));
    assert_false(load_text(&config, SEESAW ", \"gmaes\": 5}", "", NULL));
    assert_false(load_text(&config, "{\"game\": \"go\"}", "", NULL));
    assert_false(load_text(&config, SEESAW "}", "games", NULL));
}

/* --- What is accepted --------------------------------------------------------------- */

static void assert_real(double value, double expected) {
    if (value < expected || value > expected || isnan(value))
        fail_msg("%.17g is not %.17g", value, expected);
}

static void test_defaults_and_values(void **unused) {
    (void)unused;
    run_config_t config;
    failure_t error;
    assert_true(load_text(&config, SEESAW "}", "", &error));
    assert_string_equal(config.game->class->name, "seesaw");
    assert_false(config.game->swap);
    assert_int_equal(config.games, 0); /* nobody says how many */
    assert_int_equal(config.shard_games, 100);
    assert_real(config.agents[0].temperature.start, 1);
    assert_int_equal(config.agents[0].search.simulations, 400);
    assert_int_equal(config.agents[0].search.selection, SELECTION_UCT);
    assert_true(config.agents[0].search.solve);
    run_config_clear(&config);
    assert_null(config.game);
    assert_true(load_text(&config,
                          SEESAW ", \"seed\": 9007199254740991, \"games\": 1e3,"
                                 " \"search\": {\"fpu\": \"reduction\", \"fpu_value\":"
                                 " 0.125, \"solve\": false}, \"threads\": 3}",
                          "", &error));
    assert_int_equal(config.seed, INT64_C(9007199254740991));
    assert_int_equal(config.games, 1000);
    assert_int_equal(config.threads, 3);
    assert_int_equal(config.agents[0].search.fpu, FPU_REDUCTION);
    assert_real(config.agents[0].search.fpu_value, 0.125);
    assert_false(config.agents[0].search.solve);
    run_config_clear(&config);
}

/* Texts: what they are, and that a network's keys go together. */
static void test_keys_of_networks(void **unused) {
    (void)unused;
    run_config_t config;
    failure_t error;
    static const char puct[] = SEESAW ", \"search\": {\"selection\": \"puct\", "
                                      "\"evaluator\": \"network\"}}";
    assert_true(load_text(&config, puct, "network.weights=a/b.h5", &error));
    assert_string_equal(config.agents[0].search.evaluator.network.weights, "a/b.h5");
    assert_string_equal(config.agents[0].search.evaluator.network.hash, "");
    run_config_clear(&config);
    static const struct {
        const char *text, *words, *says;
    } wrong[] = {
        {puct, "", "\"network.weights\" has to name a file"},
        {puct, "network.weights=", "\"network.weights\" has to name a file"},
        {puct, "network.weights=x search.selection=uct", "use \"puct\""},
        {puct, "network.weights=x search.expand_after=2", "search.expand_after"},
        {puct, "network.weights=7", "a text of up to 255 bytes, one line of valid UTF-8"},
        {puct, "network.weights=x network.hash=0x12345678901234567",
         "a text of up to 18 bytes, one line of valid UTF-8"},
        {puct, "network.weights=x network.instructions=fast", "auto, portable"},
        {SEESAW "}", "network.weights=x", "\"search.evaluator\" is rollouts"},
        {SEESAW ", \"network\": {\"weights\": \"a\\nb\"}}", "",
         "one line of valid UTF-8"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_false(load_text(&config, wrong[i].text, wrong[i].words, &error));
        if (!strstr(error.message, wrong[i].says))
            fail_msg("\"%s\" does not say: %s", error.message, wrong[i].says);
    }
}

static void test_words_count_over_the_file(void **unused) {
    (void)unused;
    run_config_t config;
    failure_t error;
    static const char file[] = SEESAW ", \"variant\": {\"size\": 3, \"swap\": false},"
                                      " \"games\": 7, \"search\": {\"reuse\": true}}";
    if (!load_text(&config, file,
                   "variant.swap=true games=9 search.fpu_value=1e-1 "
                   "search.selection=puct search.solve=false variant.stuck=loss",
                   &error))
        fail_msg("%s", error.message);
    assert_true(config.game->swap);
    assert_non_null(strstr(config.game->variant_text, "size=3 stuck=loss"));
    assert_non_null(strstr(config.game->variant_text, "swap=true"));
    assert_int_equal(config.games, 9);
    assert_real(config.agents[0].search.fpu_value, 0.1);
    assert_int_equal(config.agents[0].search.selection, SELECTION_PUCT);
    assert_false(config.agents[0].search.solve);
    assert_true(config.agents[0]
                    .search.reuse); /* the file's, in an object that words reach into */
    run_config_clear(&config);
    assert_true(load_text(&config, "{}", "game=seesaw variant.size=5", &error));
    assert_int_equal(config.game->cells, 61);
    run_config_clear(&config);
}

/* --- The effective configuration ---------------------------------------------------- */

/* Where priors exist, so that every key can be changed on its own. */
static const char base[] = SEESAW ", \"search\": {\"selection\": \"puct\"}}";
/* The same for the keys that need a network, which is looked for only when it is bound.
 */
static const char network_base[] =
    SEESAW ", \"search\": {\"selection\": \"puct\", \"evaluator\": \"network\"}, "
           "\"network\": {\"weights\": \"weights.h5\"}}";

/* And for those that have no priors. */
static const char uct_base[] = SEESAW "}";

static const config_key_t *find_key(const keyset_t *set, const char *key) {
    for (int i = 0; i < set->count; i++)
        if (strcmp(set->keys[i].path, key) == 0)
            return &set->keys[i];
    return NULL;
}

/* The candidates for another value of a key: "path=value", number `i`; false: no more. */
static bool other_value(const char *key, const cJSON *value, int i, char *word,
                        size_t size) {
    double v = value->valuedouble, numbers[] = {v + 1, v - 1, v + 0.5, v / 2};
    if (cJSON_IsBool(value)) {
        snprintf(word, size, "%s=%s", key, cJSON_IsTrue(value) ? "false" : "true");
        return i < 1;
    }
    if (cJSON_IsNumber(value)) {
        snprintf(word, size, "%s=%.17g", key, i < 4 ? numbers[i] : 0);
        return i < 4;
    }
    const config_key_t *choice =
        strncmp(key, "variant.", 8) == 0
            ? find_key(&game_class_find("seesaw", NULL)->variant_keys, key + 8)
            : find_key(&search_keys, key);
    if (!choice || i > 0)
        return false;
    if (choice->kind == VALUE_TEXT) {
        snprintf(word, size, "%s=another", key);
        return true;
    }
    const char *first = choice->choices, *bar = strchr(first, '|');
    int length = (int)(bar - first);
    bool is_first = strncmp(value->valuestring, first, (size_t)length) == 0 &&
                    !value->valuestring[length];
    snprintf(word, size, "%s=%.*s", key, is_first ? (int)strcspn(bar + 1, "|") : length,
             is_first ? bar + 1 : first);
    return true;
}

/* All that changing one key does: to the text, its hash, and what is said of it. */
static uint64_t check_changed(const char *key, const char *before, const char *after) {
    char said[512], quoted[128];
    text_t out = text_into(said, sizeof said);
    snprintf(quoted, sizeof quoted, "\"%s\" is ", key);
    assert_true(strcmp(before, after) != 0);
    assert_true(run_config_hash(before) != run_config_hash(after));
    run_config_difference(before, after, &out);
    if (!strstr(said, quoted))
        fail_msg("the difference is in %s, not in: %s", key, said);
    char *again = effective(after, "");
    assert_string_equal(again, after);
    free(again);
    return run_config_hash(after);
}

typedef struct changes {
    uint64_t hashes[128];
    int count;
} changes_t;

static void change_leaf(changes_t *changes, const char *key, const cJSON *value) {
    char word[256];
    const char *from = strcmp(key, "network.weights") == 0         ? network_base
                       : strcmp(key, "search.amaf_reference") == 0 ? uct_base
                                                                   : base;
    for (int i = 0; other_value(key, value, i, word, sizeof word); i++) {
        run_config_t config;
        if (!load_text(&config, from, word, NULL))
            continue;
        char *after = run_config_text(&config);
        char *before = effective(from, "");
        run_config_clear(&config);
        assert_true(changes->count < 128);
        changes->hashes[changes->count++] = check_changed(key, before, after);
        free(before);
        free(after);
        return;
    }
    fail_msg("no other value of %s could be loaded", key);
}

static void change_leaves(changes_t *changes, const char *above, const cJSON *json) {
    for (const cJSON *member = json->child; member; member = member->next) {
        char key[128];
        snprintf(key, sizeof key, "%s%s%s", above, *above ? "." : "", member->string);
        if (cJSON_IsObject(member))
            change_leaves(changes, key, member);
        else if (strcmp(key, "game") != 0 && strcmp(key, "search.time_ms") != 0 &&
                 strcmp(key, "search.evaluator") != 0) /* changes with network.weights */
            change_leaf(changes, key, member);
    }
}

/* Every key that there is, found in the effective configuration itself. (A time has one
 * value where records are made: none.) */
static void test_every_key_counts(void **unused) {
    (void)unused;
    char *before = effective(base, "");
    cJSON *json = cJSON_Parse(before);
    changes_t changes = {0};
    change_leaves(&changes, "", json);
    assert_true(changes.count > search_keys.count + 3);
    for (int i = 0; i < changes.count; i++)
        for (int j = 0; j < i; j++)
            assert_true(changes.hashes[i] != changes.hashes[j]);
    cJSON_Delete(json);
    free(before);
}

static void test_round_trip(void **unused) {
    (void)unused;
    static const char *const words[] = {
        "",
        "seed=9007199254740991 games=1000000000",
        "search.uct_exploration=0.1 search.fpu_value=0.30000000000000004",
        "temperature.start=3.3333333333333335 temperature.end=1e-300",
        "variant.swap=true variant.size=6 variant.first_turn=glide",
        "search.selection=puct noise.weight=0.25 search.fpu=value",
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        char *text = effective(SEESAW "}", words[i]);
        char *again = effective(text, "");
        assert_string_equal(again, text);
        assert_int_equal(text[strlen(text) - 1], '\n');
        free(text);
        free(again);
    }
}

/* What means the same has one text: the order of keys and the spelling of numbers. */
static void test_one_text_for_one_run(void **unused) {
    (void)unused;
    static const char *const same[] = {
        "{\"seed\": 2, \"games\": 7, \"game\": \"seesaw\", \"search\": {}}",
        SEESAW ", \"games\": 7.0, \"seed\": 2e0, \"threads\": 4}",
        SEESAW ", \"seed\": 2, \"noise\": {\"weight\": 0.0}, \"games\": 70e-1}",
        SEESAW ", \"variant\": {\"swap\": false}, \"seed\": 2, \"games\": 7}",
    };
    char *text = effective(SEESAW "}", "games=7 seed=2");
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        char *other = effective(same[i], "");
        assert_string_equal(other, text);
        free(other);
    }
    free(text);
}

static void test_minus_nought_is_nought(void **unused) {
    (void)unused;
    char *text = effective(SEESAW "}", "temperature.end=0");
    char *other = effective(SEESAW "}", "temperature.end=-0");
    assert_string_equal(other, text);
    free(text);
    free(other);
}

static void test_threads_are_no_part(void **unused) {
    (void)unused;
    char *text = effective(SEESAW "}", ""), *other = effective(SEESAW "}", "threads=7");
    assert_string_equal(other, text);
    assert_null(strstr(text, "threads"));
    free(text);
    free(other);
}

/* How many games are asked for is no part of what a run is; texts that older versions
 * stored name the number, and nothing else sets them apart. */
static void test_games_are_no_part(void **unused) {
    (void)unused;
    char *text = effective(SEESAW "}", ""), *other = effective(SEESAW "}", "games=7");
    assert_string_equal(other, text);
    assert_int_equal(run_config_stored_games(text), 0);
    free(other);
    other = run_config_without_games(text);
    assert_string_equal(other, text);
    free(other);
    char stored[8192];
    const char *seed = strstr(text, "\n\t\"seed\"");
    assert_non_null(seed);
    snprintf(stored, sizeof stored, "%.*s\n\t\"games\":\t1000,%s", (int)(seed - text),
             text, seed);
    assert_int_equal(run_config_stored_games(stored), 1000);
    other = run_config_without_games(stored);
    assert_string_equal(other, text);
    free(other);
    other = effective(stored, "");
    assert_string_equal(other, text);
    free(other);
    other = run_config_without_games("{\n\t\"games\":\tmany,\n}");
    assert_string_equal(other, "{\n\t\"games\":\tmany,\n}");
    assert_int_equal(run_config_stored_games(other), 0);
    free(other);
    free(text);
}

static void test_difference(void **unused) {
    (void)unused;
    char said[512];
    char *ours = effective(SEESAW "}", "seed=5 search.simulations=6");
    char *theirs = effective(SEESAW "}", "seed=4 search.simulations=6");
    text_t out = text_into(said, sizeof said);
    run_config_difference(theirs, ours, &out);
    assert_string_equal(said, "\"seed\" is 4 there and 5 here");
    out = text_into(said, sizeof said);
    run_config_difference("{\"game\": \"seesaw\"}", ours, &out);
    assert_non_null(strstr(said, "missing there"));
    out = text_into(said, sizeof said);
    run_config_difference("not JSON", ours, &out);
    assert_string_equal(said, "the files differ");
    free(ours);
    free(theirs);
}

/* Fowler, Noll and Vo's published values of their hash 1a in 64 bits. */
static void test_hash(void **unused) {
    (void)unused;
    assert_int_equal(run_config_hash(""), UINT64_C(0xcbf29ce484222325));
    assert_int_equal(run_config_hash("a"), UINT64_C(0xaf63dc4c8601ec8c));
    assert_int_equal(run_config_hash("foobar"), UINT64_C(0x85944171f73967e8));
    assert_true(run_config_hash("\xe4") != run_config_hash("a"));
}

/* --- Keys --------------------------------------------------------------------------- */

typedef struct thing {
    int64_t whole;
    double real;
    bool yes;
    int choice;
} thing_t;

static const config_key_t thing_keys[] = {
    KEY_INT("whole", thing_t, whole, 3, -5, 9007199254740991.0, "a whole number"),
    KEY_REAL("part.real", thing_t, real, 0.1, -1e300, 1e300, "a number"),
    KEY_BOOL("part.yes", thing_t, yes, true, "a switch"),
    KEY_CHOICE("choice", thing_t, choice, "one|two|three", "a choice"),
};
static const keyset_t thing_set = {thing_keys, KEYSET_COUNT(thing_keys)};

static void test_keys_as_text(void **unused) {
    (void)unused;
    thing_t thing;
    char text[256];
    text_t out = text_into(text, sizeof text);
    keyset_set_defaults(&thing_set, &thing);
    keyset_write_text(&thing_set, &thing, &out);
    assert_string_equal(text, "whole=3 part.real=0.1 part.yes=true choice=one");
    out = text_into(text, sizeof text);
    key_write_allowed(&thing_keys[0], &out);
    assert_string_equal(text, "whole number from -5 to 9007199254740991");
    out = text_into(text, sizeof text);
    key_write_allowed(&thing_keys[3], &out);
    assert_string_equal(text, "one, two or three");
}

static void test_keys_of_text(void **unused) {
    (void)unused;
    static const char *const wrong[][2] = {{"whole", "key=value"},
                                           {"whole=9x", "whole number"},
                                           {"whole=", "whole number"},
                                           {"whole=1.5", "whole number"},
                                           {"whole=-6", "from -5"},
                                           {"part.yes=1", "true or false"},
                                           {"choice=four", "one, two"},
                                           {"choise=one", "did you mean \"choice\""},
                                           {"part.real=1e999", "number from"}};
    failure_t error;
    thing_t thing;
    keyset_set_defaults(&thing_set, &thing);
    assert_true(keyset_read_text(&thing_set, &thing, "part.real=-0.25  choice=three", "x",
                                 &error));
    assert_true(thing.whole == 3 && thing.real < -0.2 && thing.yes && thing.choice == 2);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_false(keyset_read_text(&thing_set, &thing, wrong[i][0], "x", &error));
        assert_non_null(strstr(error.message, wrong[i][1]));
    }
}

/* Whatever is written is read back as the same bits, by JSON and by words. */
static void test_values_come_back(void **unused) {
    (void)unused;
    static const double reals[] = {
        0,      0.1,  1.0 / 3,  2.0 / 3,           1e-300,   1e300, -1e300,
        5e-324, 1e22, 123456.7, 1.7976931348e+200, 0.1 + 0.2};
    for (size_t i = 0; i < sizeof reals / sizeof reals[0]; i++) {
        thing_t thing = {INT64_C(9007199254740991) - (int64_t)i, reals[i], i % 2,
                         (int)i % 3};
        thing_t read = {0, 0, 0, 0};
        cJSON *json = cJSON_CreateObject();
        keyset_write_json(&thing_set, &thing, json);
        char *text = cJSON_Print(json);
        cJSON *parsed = json_parse(text, "text", NULL);
        assert_true(keyset_read_json(&thing_set, &read, parsed, "text", "", NULL));
        assert_int_equal(read.whole, thing.whole);
        assert_real(read.real, thing.real);
        assert_int_equal(read.yes, thing.yes);
        assert_int_equal(read.choice, thing.choice);
        cJSON_Delete(json);
        cJSON_Delete(parsed);
        cJSON_free(text);
    }
}

/* Each run of blanks and line ends as one blank. */
static void join_lines(char *text) {
    char *to = text;
    for (const char *from = text; *from; from++)
        if (*from != ' ' && *from != '\n')
            *to++ = *from;
        else if (to == text || to[-1] != ' ')
            *to++ = ' ';
    *to = 0;
}

static void test_keys_are_documented(void **unused) {
    (void)unused;
    char text[16384] = {0}, *line_end;
    FILE *file = tmpfile();
    assert_non_null(file);
    run_config_document(file);
    keyset_document(&thing_set, file);
    rewind(file);
    assert_true(fread(text, 1, sizeof text - 1, file) > 0);
    fclose(file);
    for (const char *line = text; (line_end = strchr(line, '\n')); line = line_end + 1)
        if (line_end - line > 81) /* one character of two bytes */
            fail_msg("too wide: %.100s", line);
    join_lines(text);
    assert_non_null(strstr(text, "threads"));
    assert_non_null(strstr(text, "a choice"));
    assert_non_null(strstr(text, "one, two or three"));
    for (int i = 0; i < search_keys.count; i++) {
        assert_non_null(strstr(text, search_keys.keys[i].path));
        assert_non_null(strstr(text, search_keys.keys[i].help));
    }
}

static void test_keys_as_json(void **unused) {
    (void)unused;
    cJSON *made = run_config_document_json();
    char *text = cJSON_PrintUnformatted(made);
    cJSON *json = json_parse(text, "text", NULL); /* numbers are raw texts before */
    cJSON_free(text);
    cJSON_Delete(made);
    const cJSON *keys = cJSON_GetObjectItem(json, "keys");
    int found = 0;
    const cJSON *key;
    cJSON_ArrayForEach(key, keys) {
        const char *name = cJSON_GetObjectItem(key, "key")->valuestring;
        assert_non_null(cJSON_GetObjectItem(key, "help"));
        if (strcmp(name, "games") == 0) {
            found++;
            assert_int_equal(cJSON_GetObjectItem(key, "default")->valuedouble, 100);
            assert_int_equal(cJSON_GetObjectItem(key, "min")->valuedouble, 1);
        }
        if (strcmp(name, "search.selection") == 0) {
            found++;
            assert_string_equal(cJSON_GetObjectItem(key, "default")->valuestring, "uct");
            assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(key, "choices")), 2);
        }
    }
    assert_int_equal(found, 2);
    cJSON_Delete(json);
}

static void test_words_as_json(void **unused) {
    (void)unused;
    char whole[] = "a.b.c=5", real[] = "a.b.d=-1.5e2", yes[] = "a.e=true",
         word[] = "f=trueish", equals[] = "g=x=y", empty[] = "h=", null[] = "i=null";
    char *words[] = {whole, real, yes, word, equals, empty, null};
    cJSON *json = json_from_arguments(words, 7, NULL);
    assert_non_null(json);
    char *text = cJSON_PrintUnformatted(json);
    assert_string_equal(text,
                        "{\"a\":{\"b\":{\"c\":5,\"d\":-150},\"e\":true},"
                        "\"f\":\"trueish\",\"g\":\"x=y\",\"h\":\"\",\"i\":\"null\"}");
    cJSON_free(text);
    cJSON_Delete(json);
}

/* --- Texts -------------------------------------------------------------------------- */

static void test_nearest(void **unused) {
    (void)unused;
    static const char *const names[] = {"simulations", "selection", "size", "seed"};
    static const struct {
        const char *word, *nearest;
    } cases[] = {
        {"simulations", "simulations"},
        {"simulatoins", "simulations"},
        {"simulation", "simulations"},
        {"selcetion", "selection"},
        {"sise", "size"},
        {"sieze", "size"},
        {"sede", "seed"},
        {"seeed", "seed"},
        {"eed", "seed"},
        {"colour", NULL},
        {"zzzz", NULL},
        {"", NULL},
        {"x", NULL},
        {"simulationsselection", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *nearest = text_nearest(cases[i].word, names, 4);
        if (!nearest != !cases[i].nearest ||
            (nearest && strcmp(nearest, cases[i].nearest) != 0))
            fail_msg("nearest to %s is %s", cases[i].word, nearest ? nearest : "none");
    }
    assert_null(text_nearest("seed", names, 0));
}

static void test_nothing_is_near_a_long_word(void **unused) {
    (void)unused;
    static const char *const names[] = {"seed"};
    char word[1001] = {0};
    for (size_t length = 20; length < sizeof word; length += 49) {
        memset(word, 'x', length);
        if (text_nearest(word, names, 1))
            fail_msg("seed is said to be near %zu letters x", length);
    }
}

typedef struct reading {
    const char *text;
    long max, number; /* number -1: refused */
    int used;
} reading_t;

static void check_readings(const reading_t *readings, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const reading_t *r = &readings[i];
        const char *p = r->text;
        long number = -1;
        bool right = text_read_number(&p, r->max, &number);
        if (right != (r->number >= 0) || number != r->number || p != r->text + r->used)
            fail_msg("%s up to %ld was read as %ld", r->text, r->max, number);
    }
}

static void test_read_number(void **unused) {
    (void)unused;
    static const reading_t readings[] = {
        {"0", 5, 0, 1},
        {"5", 5, 5, 1},
        {"6", 5, -1, 0},
        {"42x", 100, 42, 2},
        {"0x10", 100, 0, 1},
        {"007", 100, -1, 0},
        {"00", 100, -1, 0},
        {"", 100, -1, 0},
        {"-1", 100, -1, 0},
        {"+1", 100, -1, 0},
        {" 1", 100, -1, 0},
        {"x", 100, -1, 0},
        {"100", 100, 100, 3},
        {"101", 100, -1, 0},
        {"1000000000", 1000000000, 1000000000, 10},
        {"99999999999999999999999999999999", 1000000000, -1, 0},
        {"18446744073709551617", 1000000000, -1, 0},
    };
    check_readings(readings, sizeof readings / sizeof readings[0]);
}

static void test_read_number_up_to_the_largest(void **unused) {
    (void)unused;
    static const reading_t readings[] = {
        {"9223372036854775807", LONG_MAX, LONG_MAX, 19},
        {"9223372036854775808", LONG_MAX, -1, 0},
        {"18446744073709551617", LONG_MAX, -1, 0},
    };
    check_readings(readings, sizeof readings / sizeof readings[0]);
}

static void test_tokens(void **unused) {
    (void)unused;
    token_reader_t reader = token_reader("  one\ttwo \r\n x ");
    token_t token;
    assert_true(token_next(&reader, &token));
    assert_true(token_is(&token, "one") && token.column == 3 && token.length == 3);
    assert_false(token_is(&token, "on") || token_is(&token, "ones"));
    assert_true(token_next(&reader, &token));
    assert_true(token_is(&token, "two") && token.column == 7);
    assert_true(token_next(&reader, &token));
    assert_true(token_is(&token, "x") && token.column == 14);
    assert_false(token_next(&reader, &token));
    assert_false(token_next(&reader, &token));
    reader = token_reader("");
    assert_false(token_next(&reader, &token));
}

static void test_writing(void **unused) {
    (void)unused;
    char buffer[16];
    text_t out = text_into(buffer, sizeof buffer);
    text_add_number(&out, 0);
    text_add_char(&out, ' ');
    text_add_number(&out, 1203);
    text_add(&out, "%s=%d  ", "k", -7);
    assert_string_equal(buffer, "0 1203k=-7  ");
    text_trim(&out);
    assert_string_equal(buffer, "0 1203k=-7");
    assert_int_equal(out.used, 10);
    text_add(&out, "12345"); /* to the last byte */
    assert_string_equal(buffer, "0 1203k=-712345");
    out = text_into(buffer, sizeof buffer);
    text_trim(&out);
    assert_string_equal(buffer, "");
}

/* A text that is too long for its buffer ends the program, whichever call adds it. */
static void test_thousands(void **unused) {
    (void)unused;
    char text[TEXT_THOUSANDS];
    assert_string_equal(text_thousands(0, text), "0");
    assert_string_equal(text_thousands(999, text), "999");
    assert_string_equal(text_thousands(1000, text), "1,000");
    assert_string_equal(text_thousands(1234567, text), "1,234,567");
    assert_string_equal(text_thousands(UINT64_MAX, text), "18,446,744,073,709,551,615");
}

static void test_overflow_ends_the_program(void **unused) {
    (void)unused;
    for (int call = 0; call < 3; call++) {
        fflush(NULL);
        pid_t child = fork();
        if (child == 0) {
            char buffer[4];
            text_t out = text_into(buffer, sizeof buffer);
            signal(SIGABRT, SIG_DFL);
            if (!freopen("/dev/null", "w", stderr))
                _exit(1);
            text_add(&out, "%d", 12);
            if (call == 0)
                text_add(&out, "%d", 34);
            else if (call == 1)
                text_add_number(&out, 34);
            else
                for (int i = 0; i < 2; i++)
                    text_add_char(&out, 'x');
            _exit(0);
        }
        int status = 0;
        assert_true(child > 0 && waitpid(child, &status, 0) == child);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    }
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
        cmocka_unit_test(test_defaults_and_values),
        cmocka_unit_test(test_keys_of_networks),
        cmocka_unit_test(test_words_count_over_the_file),
        cmocka_unit_test(test_every_key_counts),
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_one_text_for_one_run),
        cmocka_unit_test(test_minus_nought_is_nought),
        cmocka_unit_test(test_threads_are_no_part),
        cmocka_unit_test(test_games_are_no_part),
        cmocka_unit_test(test_difference),
        cmocka_unit_test(test_hash),
        cmocka_unit_test(test_keys_as_text),
        cmocka_unit_test(test_keys_of_text),
        cmocka_unit_test(test_values_come_back),
        cmocka_unit_test(test_keys_are_documented),
        cmocka_unit_test(test_keys_as_json),
        cmocka_unit_test(test_words_as_json),
        cmocka_unit_test(test_nearest),
        cmocka_unit_test(test_nothing_is_near_a_long_word),
        cmocka_unit_test(test_read_number),
        cmocka_unit_test(test_read_number_up_to_the_largest),
        cmocka_unit_test(test_tokens),
        cmocka_unit_test(test_writing),
        cmocka_unit_test(test_thousands),
        cmocka_unit_test(test_overflow_ends_the_program),
    };
    return cmocka_run_group_tests(tests, make_file, remove_file);
}
