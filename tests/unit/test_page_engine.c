/* The engine of a play page, run natively: lines in, JSON out, for every game.
 * tests/cli/eval/cli_page.sh tests it as WebAssembly in a browser. */
#include "core/base/json.h"
#include "eval/page/page_engine.h"
#include "tests/support/unit.h"

#include "core/base/files/file.h"
#include "mcts/evaluate/integer/integer_network.h"
#include "tests/support/variants.h"
#include "tests/support/weights_writer.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <unistd.h>

static cJSON *ask(page_engine_t *engine, const char *line) {
    cJSON *json = json_read(page_engine_ask(engine, line), "test", NULL);
    assert_non_null(json);
    return json;
}

static cJSON *member(const cJSON *json, const char *name) {
    cJSON *found = cJSON_GetObjectItemCaseSensitive(json, name);
    if (!found)
        fail_msg("no %s: %s", name, json_line(cJSON_Duplicate(json, true)));
    return found;
}

static double number(const cJSON *json, const char *name) {
    return member(json, name)->valuedouble;
}

static void refused(page_engine_t *engine, const char *line, const char *why) {
    cJSON *json = ask(engine, line);
    assert_non_null(strstr(member(json, "error")->valuestring, why));
    cJSON_Delete(json);
}

static void ask_well(page_engine_t *engine, const char *line) {
    cJSON *json = ask(engine, line);
    if (cJSON_HasObjectItem(json, "error"))
        fail_msg("%s: %s", line, member(json, "error")->valuestring);
    cJSON_Delete(json);
}

static void ask_about(page_engine_t *engine, const char *verb, const char *text) {
    char line[GAME_POSITION_TEXT + 32];
    snprintf(line, sizeof line, "%s %s", verb, text);
    ask_well(engine, line);
}

/* Searches and plays the chosen action; false: the game is over. */
static bool play_one(page_engine_t *engine, int seed) {
    char line[64];
    snprintf(line, sizeof line, "think %d", seed);
    cJSON *json = ask(engine, "position");
    bool over = cJSON_IsTrue(member(json, "over"));
    assert_int_equal(cJSON_GetArraySize(member(json, "legal")) == 0, over);
    assert_int_equal(cJSON_GetArraySize(member(json, "played")),
                     cJSON_GetArraySize(member(json, "movers")));
    cJSON_Delete(json);
    if (over)
        return false;
    ask_well(engine, line);
    for (bool done = false; !done;) {
        json = ask(engine, "more 3");
        done = cJSON_IsTrue(member(json, "done"));
        cJSON_Delete(json);
    }
    json = ask(engine, "found");
    assert_true(number(json, "visits") > 0);
    ask_about(engine, "play", member(json, "action")->valuestring);
    cJSON_Delete(json);
    return true;
}

static void test_games(void **unused) {
    (void)unused;
    for (int v = 0; v < test_variant_count; v += 2) {
        game_t *game = test_variant_game(&test_variants[v]);
        page_engine_t *engine = page_engine_new();
        char line[GAME_VARIANT_TEXT + 64];
        snprintf(line, sizeof line, "%s %s", game->class->name, game->variant_text);
        ask_about(engine, "open", line);
        ask_well(engine, "seat 1 search.simulations=5 search.memory_mb=1");
        ask_well(engine,
                 "seat 2 search.simulations=8 search.memory_mb=1 search.reuse=true");
        int count = 0;
        while (count < 12 && play_one(engine, v))
            count++;
        cJSON *json = ask(engine, "go 1");
        assert_int_equal(number(json, "length"), count);
        assert_int_equal(cJSON_GetArraySize(member(json, "cells")), game->cells);
        char *position = text_copy(member(json, "position")->valuestring);
        cJSON_Delete(json);
        ask_about(engine, "start", position);
        json = ask(engine, "position");
        assert_string_equal(member(json, "position")->valuestring, position);
        cJSON_Delete(json);
        free(position);
        page_engine_free(engine);
        game_free(game);
    }
}

static void test_refusals(void **unused) {
    (void)unused;
    page_engine_t *engine = page_engine_new();
    refused(engine, "position", "no game is open");
    refused(engine, "seat 1 search.simulations=5", "no game is open");
    refused(engine, "open chess", "unknown game");
    refused(engine, "open seesaw size=99", "allowed");
    ask_well(engine, "open seesaw size=2");
    refused(engine, "open seesaw siz=2", "did you mean");
    refused(engine, "play a9", "a9");
    refused(engine, "think 1", "no search plays");
    refused(engine, "more 1", "no search is running");
    refused(engine, "seat 3 search.simulations=5", "1 or 2");
    refused(engine, "seat 1 search.simulations=x", "whole number");
    refused(engine, "seat 1 search.evaluator=integer", "no weights");
    refused(engine, "seat 1 search.evaluator=network", "cannot run this evaluator");
    refused(engine, "go 1", "whole number");
    refused(engine, "start nonsense", "nonsense");
    refused(engine, "dance", "unknown request");
    ask_well(engine, "seat 1 search.simulations=5");
    ask_well(engine, "think 1");
    refused(engine, "found", "no simulation");
    cJSON *json = ask(engine, "resign");
    assert_true(cJSON_IsTrue(member(json, "over")));
    assert_int_equal(number(json, "resigned"), 1);
    cJSON_Delete(json);
    refused(engine, "resign", "is over");
    refused(engine, "think 1", "is over");
    json = ask(engine, "go 0");
    assert_false(cJSON_IsTrue(member(json, "over")));
    cJSON_Delete(json);
    page_engine_free(engine);
    page_engine_free(NULL);
}

/* The only cell of a list; -1 if the list is empty. */
static int only_cell(const cJSON *json, const char *name) {
    const cJSON *list = member(json, name);
    assert_in_range(cJSON_GetArraySize(list), 0, 1);
    return cJSON_GetArraySize(list) ? (int)cJSON_GetArrayItem(list, 0)->valuedouble : -1;
}

static void test_changes(void **unused) {
    (void)unused;
    page_engine_t *engine = page_engine_new();
    ask_well(engine, "open cascade size=3");
    ask_well(engine, "play w:a2");
    cJSON *json = ask(engine, "play b:b1");
    assert_int_equal(only_cell(json, "fell"), 4); /* b2, below both */
    assert_int_equal(only_cell(json, "lost"), -1);
    cJSON_Delete(json);
    ask_well(engine, "open seega size=5");
    ask_well(engine, "start R move q0 a1=R b1=B c2=R e5=B d5=B");
    json = ask(engine, "play c2-c1");
    assert_int_equal(only_cell(json, "lost"), 5); /* b1, between a1 and c1 */
    assert_int_equal(only_cell(json, "fell"), -1);
    cJSON_Delete(json);
    page_engine_free(engine);
}

static void test_weights(void **unused) {
    (void)unused;
    failure_t error;
    size_t size;
    game_t *game = test_variant_game(&(test_variant_t){"seesaw", "size=2"});
    integer_network_t *network = integer_network_new(game, 64, &error);
    integer_network_randomize(network, 3);
    char path[] = "/tmp/fulcrum-test-page-XXXXXX";
    close(mkstemp(path));
    test_weights_write(&network->weights, path);
    unsigned char *bytes = file_read_bytes(path, SIZE_MAX, &size, &error);
    unlink(path);
    page_engine_t *engine = page_engine_new();
    assert_non_null(strstr(page_engine_weights(engine, bytes, size), "no game"));
    ask_well(engine, "open seesaw size=2");
    assert_non_null(strstr(page_engine_weights(engine, bytes, size - 1), "bytes"));
    assert_string_equal(page_engine_weights(engine, bytes, size), "{}");
    static const char seat[] = "seat 1 search.simulations=9 search.selection=puct "
                               "search.evaluator=integer";
    ask_well(engine, seat);
    assert_true(play_one(engine, 1));
    ask_well(engine, "open seesaw size=2");
    refused(engine, seat, "no weights");
    page_engine_free(engine);
    free(bytes);
    integer_network_free(network);
    game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_changes),
        cmocka_unit_test(test_weights),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
