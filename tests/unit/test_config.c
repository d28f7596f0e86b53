/* Configurations: keys, JSON and key=value arguments; the effective configuration of a
 * run. */
#include "tests/support/unit.h"
#include "tests/unit/config_file.h"

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/config/keys_document.h"
#include "mcts/select/selection_rules.h"
#include "selfplay/config/run_config.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEESAW "{\"game\": \"seesaw\""

/* --- What is accepted --------------------------------------------------------------- */

static void assert_real(double value, double expected) {
    if (value < expected || value > expected || isnan(value))
        fail_msg("%.17g is not %.17g", value, expected);
}

static void test_defaults_and_values(void **unused) {
    (void)unused;
    run_config_t config;
    failure_t error;
    assert_true(config_file_load(&config, SEESAW "}", "", &error));
    assert_string_equal(config.game->class->name, "seesaw");
    assert_false(config.game->swap);
    assert_int_equal(config.games, 0); /* not given */
    assert_int_equal(config.shard_games, 100);
    assert_real(config.agents[0].temperature.start, 1);
    assert_int_equal(config.agents[0].search.simulations, 400);
    assert_int_equal(config.agents[0].search.selection, SELECTION_UCT);
    assert_true(config.agents[0].search.solve);
    run_config_clear(&config);
    assert_null(config.game);
    assert_true(config_file_load(&config,
                                 SEESAW
                                 ", \"seed\": 9007199254740991, \"games\": 1e3,"
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

/* Text values, and that a network's keys go together. */
static void test_keys_of_networks(void **unused) {
    (void)unused;
    run_config_t config;
    failure_t error;
    static const char puct[] = SEESAW ", \"search\": {\"selection\": \"puct\", "
                                      "\"evaluator\": \"network\"}}";
    assert_true(config_file_load(&config, puct, "network.weights=a/b.h5", &error));
    assert_string_equal(config.agents[0].search.evaluator.network.weights, "a/b.h5");
    assert_string_equal(config.agents[0].search.evaluator.network.hash, "");
    run_config_clear(&config);
    static const struct {
        const char *text, *words, *says;
    } wrong[] = {
        {puct, "", "\"network.weights\" must name a file"},
        {puct, "network.weights=", "\"network.weights\" must name a file"},
        {puct, "network.weights=x search.selection=uct", "use \"puct\""},
        {puct, "network.weights=x search.expand_after=2", "search.expand_after"},
        {puct, "network.weights=7",
         "a string of up to 255 bytes, one line of valid UTF-8"},
        {puct, "network.weights=x network.hash=0x12345678901234567",
         "a string of up to 18 bytes, one line of valid UTF-8"},
        {puct, "network.weights=x network.instructions=fast", "auto, portable"},
        {SEESAW "}", "network.weights=x", "\"search.evaluator\" is rollouts"},
        {SEESAW ", \"network\": {\"weights\": \"a\\nb\"}}", "",
         "one line of valid UTF-8"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_false(config_file_load(&config, wrong[i].text, wrong[i].words, &error));
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
    if (!config_file_load(&config, file,
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
    assert_true(config_file_load(&config, "{}", "game=seesaw variant.size=5", &error));
    assert_int_equal(config.game->cells, 61);
    run_config_clear(&config);
}

/* --- The effective configuration ---------------------------------------------------- */

/* A configuration with priors, so that every key can be changed on its own. */
static const char base[] = SEESAW ", \"search\": {\"selection\": \"puct\"}}";
/* The same for the keys that need a network, which is looked for only when it is bound.
 */
static const char network_base[] =
    SEESAW ", \"search\": {\"selection\": \"puct\", \"evaluator\": \"network\"}, "
           "\"network\": {\"weights\": \"weights.safetensors\"}}";

/* And for those that exclude priors. */
static const char uct_base[] = SEESAW "}";

static const config_key_t *find_key(const keyset_t *set, const char *key) {
    for (int i = 0; i < set->count; i++)
        if (strcmp(set->keys[i].name, key) == 0)
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

/* The effects of changing one key: on the text, its hash, and the reported difference. */
static uint64_t check_changed(const char *key, const char *before, const char *after) {
    char said[512], quoted[128];
    text_t out = text_into(said, sizeof said);
    snprintf(quoted, sizeof quoted, "\"%s\" is ", key);
    assert_true(strcmp(before, after) != 0);
    assert_true(run_config_hash(before) != run_config_hash(after));
    run_config_difference(before, after, &out);
    if (!strstr(said, quoted))
        fail_msg("the difference is in %s, not in: %s", key, said);
    char *again = config_file_effective(after, "");
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
        if (!config_file_load(&config, from, word, NULL))
            continue;
        char *after = run_config_text(&config);
        char *before = config_file_effective(from, "");
        run_config_clear(&config);
        assert_true(changes->count < 128);
        changes->hashes[changes->count++] = check_changed(key, before, after);
        free(before);
        free(after);
        return;
    }
    fail_msg("no other value of %s could be loaded", key);
}

/* Rare keys appear in a configuration only if set, so that older runs can be resumed. */
static void test_keys_that_few_have(void **unused) {
    (void)unused;
    static const struct {
        const char *word, *text;
    } cases[] = {{"search.symmetry=random", "\"symmetry\":\t\"random\""},
                 {"opening.actions=@d2;@e1", "\"actions\":\t\"@d2;@e1\""}};
    char *before = config_file_effective(network_base, "");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *after = config_file_effective(network_base, cases[i].word);
        assert_null(strstr(before, cases[i].text));
        assert_non_null(strstr(after, cases[i].text));
        check_changed(i == 0 ? "search.symmetry" : "opening.actions", before, after);
        free(after);
    }
    char *same = config_file_effective(network_base, "search.symmetry=none");
    assert_string_equal(same, before);
    free(same);
    free(before);
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

/* Every key, taken from the effective configuration itself. (A time limit has only one
 * value where games are recorded: none.) */
static void test_every_key_counts(void **unused) {
    (void)unused;
    char *before = config_file_effective(base, "");
    cJSON *json = json_read(before, "test", NULL);
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
        char *text = config_file_effective(SEESAW "}", words[i]);
        char *again = config_file_effective(text, "");
        assert_string_equal(again, text);
        assert_int_equal(text[strlen(text) - 1], '\n');
        free(text);
        free(again);
    }
}

/* Equivalent configurations have one text, whatever the order of keys, the spelling of
 * numbers, the threads and the number of games. */
static void test_one_text_for_one_run(void **unused) {
    (void)unused;
    static const char *const same[][2] = {
        {"{\"seed\": 2, \"games\": 7, \"game\": \"seesaw\", \"search\": {}}", ""},
        {SEESAW ", \"games\": 7.0, \"seed\": 2e0, \"threads\": 4}", ""},
        {SEESAW ", \"seed\": 2, \"noise\": {\"weight\": 0.0}, \"games\": 70e-1}", ""},
        {SEESAW ", \"variant\": {\"swap\": false}, \"seed\": 2}", "games=9 threads=7"},
        {SEESAW "}", "seed=2 temperature.end=-0"},
    };
    char *text = config_file_effective(SEESAW "}", "games=7 seed=2");
    assert_null(strstr(text, "threads"));
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        char *other = config_file_effective(same[i][0], same[i][1]);
        assert_string_equal(other, text);
        free(other);
    }
    free(text);
}

static void test_difference(void **unused) {
    (void)unused;
    char *ours = config_file_effective(SEESAW "}", "seed=5 search.simulations=6");
    char *theirs = config_file_effective(SEESAW "}", "seed=4 search.simulations=6");
    const char *const cases[][3] = {
        {theirs, ours, "\"seed\" is 4 there and 5 here"},
        {"{\"game\": \"seesaw\"}", ours, "missing there"},
        {"{\"agents\": [{\"n\": 1, \"search\": {\"simulations\": 50}}]}",
         "{\"agents\": [{\"n\": 1, \"search\": {\"simulations\": 60}}]}",
         "\"agents[0].search.simulations\" is 50 there and 60 here"},
        {"{\"agents\": [1]}", "{\"agents\": [1, 2]}",
         "\"agents\" is [1] there and [1,2] here"},
        {"not JSON", ours, "the files differ"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char said[512];
        text_t out = text_into(said, sizeof said);
        run_config_difference(cases[i][0], cases[i][1], &out);
        assert_non_null(strstr(said, cases[i][2]));
    }
    free(ours);
    free(theirs);
}

/* Published values of the 64-bit FNV-1a hash. */
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
    text_add(&out, "; ");
    value_write_allowed(&thing_keys[0], &out);
    text_add(&out, "; ");
    value_write_allowed(&thing_keys[3], &out);
    assert_string_equal(text,
                        "whole=3 part.real=0.1 part.yes=true choice=one; whole number "
                        "from -5 to 9007199254740991; one, two or three");
}

/* Written values are read back as the same bits, from JSON and from arguments. */
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
        char *text = json_lines(json);
        cJSON *parsed = json_parse(text, "text", NULL);
        assert_true(keyset_read_json(&thing_set, &read, parsed, "text", "", NULL));
        assert_int_equal(read.whole, thing.whole);
        assert_real(read.real, thing.real);
        assert_int_equal(read.yes, thing.yes);
        assert_int_equal(read.choice, thing.choice);
        cJSON_Delete(parsed);
        free(text);
    }
}

/* Replaces each run of blanks and line ends by one blank. */
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
        assert_non_null(strstr(text, search_keys.keys[i].name));
        assert_non_null(strstr(text, search_keys.keys[i].help));
    }
}

static void test_keys_as_json(void **unused) {
    (void)unused;
    cJSON *made = run_config_document_json();
    char *text = json_line(cJSON_Duplicate(made, true));
    cJSON *json = json_parse(text, "text", NULL); /* numbers are raw texts before */
    free(text);
    cJSON_Delete(made);
    const cJSON *keys = cJSON_GetObjectItemCaseSensitive(json, "keys");
    int found = 0;
    const cJSON *key;
    cJSON_ArrayForEach(key, keys) {
        const char *name = cJSON_GetObjectItemCaseSensitive(key, "key")->valuestring;
        assert_non_null(cJSON_GetObjectItemCaseSensitive(key, "help"));
        if (strcmp(name, "games") == 0) {
            found++;
            assert_int_equal(
                cJSON_GetObjectItemCaseSensitive(key, "default")->valuedouble, 100);
            assert_int_equal(cJSON_GetObjectItemCaseSensitive(key, "min")->valuedouble,
                             1);
        }
        if (strcmp(name, "search.selection") == 0) {
            found++;
            assert_string_equal(
                cJSON_GetObjectItemCaseSensitive(key, "default")->valuestring, "uct");
            assert_int_equal(
                cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(key, "choices")), 2);
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
    char *text = json_line(cJSON_Duplicate(json, true));
    assert_string_equal(text,
                        "{\"a\":{\"b\":{\"c\":5,\"d\":-150},\"e\":true},"
                        "\"f\":\"trueish\",\"g\":\"x=y\",\"h\":\"\",\"i\":\"null\"}");
    free(text);
    cJSON_Delete(json);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defaults_and_values),
        cmocka_unit_test(test_keys_of_networks),
        cmocka_unit_test(test_words_count_over_the_file),
        cmocka_unit_test(test_every_key_counts),
        cmocka_unit_test(test_keys_that_few_have),
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_one_text_for_one_run),
        cmocka_unit_test(test_difference),
        cmocka_unit_test(test_hash),
        cmocka_unit_test(test_keys_as_text),
        cmocka_unit_test(test_values_come_back),
        cmocka_unit_test(test_keys_are_documented),
        cmocka_unit_test(test_keys_as_json),
        cmocka_unit_test(test_words_as_json),
    };
    return cmocka_run_group_tests(tests, config_file_make, config_file_remove);
}
