/* A session, and its answers to the requests of PROTOCOL.md, for every game. The same as
 * WebAssembly in a browser: tests/cli/eval/cli_page.sh. */
#include "mcts/play/session.h"
#include "tests/support/unit.h"

#include "core/base/json.h"
#include "mcts/play/session_protocol.h"
#include "mcts/search/search.h"
#include "tests/support/variants.h"

#include <cjson/cJSON.h>
#include <stdlib.h>

static const cJSON *member(const cJSON *json, const char *name) {
    const cJSON *found = cJSON_GetObjectItemCaseSensitive(json, name);
    if (!found)
        fail_msg("no %s", name);
    return found;
}

static cJSON *ask(session_protocol_t *protocol, const char *request) {
    char *answer = session_protocol_answer(protocol, request);
    while (!answer)
        answer = session_protocol_continue(protocol, false);
    cJSON *json = json_parse(answer, "answer", NULL);
    assert_non_null(json);
    free(answer);
    return json;
}

/* A request that is carried out. */
static cJSON *ask_well(session_protocol_t *protocol, const char *request) {
    cJSON *json = ask(protocol, request);
    const cJSON *error = cJSON_GetObjectItemCaseSensitive(json, "error");
    if (error)
        fail_msg("%s: %s", request, error->valuestring);
    return json;
}

static void tell(session_protocol_t *protocol, const char *request) {
    cJSON_Delete(ask_well(protocol, request));
}

static char *request_with(const char *what, const char *key, cJSON *item) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "request", what);
    cJSON_AddItemToObject(json, key, item);
    return json_line(json);
}

static void tell_with(session_protocol_t *protocol, const char *what, const char *key,
                      cJSON *item) {
    char *request = request_with(what, key, item);
    tell(protocol, request);
    free(request);
}

#define AGENT(player, keys)                                                              \
    "{\"request\": \"agent\", \"player\": " #player ", \"agent\": {\"search\": {" keys   \
    ", \"memory_mb\": 1}, \"temperature\": {\"start\": 0}}}"

/* Searches, plays the chosen action in the session and in `mirror`, and compares both;
 * false: the game is over. */
static bool play_one(session_protocol_t *protocol, session_t *mirror, cJSON *played) {
    cJSON *shown = ask_well(protocol, "{\"request\": \"show\"}");
    bool over = cJSON_IsTrue(member(shown, "over"));
    char position[GAME_POSITION_TEXT];
    game_write_position(mirror->game, &mirror->state, POSITION_FULL, position);
    assert_string_equal(member(shown, "position")->valuestring, position);
    assert_int_equal(cJSON_GetArraySize(member(shown, "legal")) == 0, over);
    assert_int_equal(cJSON_GetArraySize(member(shown, "cells")), mirror->game->cells);
    assert_int_equal(over, session_outcome(mirror).over);
    cJSON_Delete(shown);
    if (over)
        return false;
    failure_t error;
    session_found_t found;
    cJSON *answer = ask_well(protocol, "{\"request\": \"go\", \"seed\": 7}");
    assert_true(session_search(mirror, session_moment(mirror, 7), 0, 0, &error));
    while (!search_run_piece(mirror->thinking->search))
        continue;
    session_decide(mirror, &found);
    char text[GAME_ACTION_TEXT];
    game_write_action(mirror->game, found.result.actions[found.chosen], text);
    assert_string_equal(member(answer, "action")->valuestring, text);
    assert_true(member(answer, "value")->valuedouble == (double)found.result.root_value);
    assert_int_equal(cJSON_GetArraySize(member(answer, "line")), found.line_length);
    cJSON_Delete(answer);
    cJSON_AddItemToArray(played, cJSON_CreateString(text));
    session_play(mirror, found.result.actions[found.chosen]);
    tell_with(protocol, "position", "played", cJSON_Duplicate(played, true));
    return true;
}

/* Both reuse their trees alike, as both follow the game; also after undoing, which makes
 * them forget. */
static void test_games(void **unused) {
    (void)unused;
    for (int v = 0; v < test_variant_count; v += 2) {
        game_t *game = test_variant_game(&test_variants[v]);
        session_protocol_t *protocol = session_protocol_new(NULL);
        session_t mirror;
        failure_t error;
        cJSON *played = cJSON_CreateArray(), *json = cJSON_CreateObject();
        cJSON_AddStringToObject(json, "request", "game");
        cJSON_AddStringToObject(json, "game", game->class->name);
        game_write_variant(game, cJSON_AddObjectToObject(json, "variant"));
        char *request = json_line(json);
        tell(protocol, request);
        session_init(&mirror, game, NULL);
        static const char *const agents[] = {
            AGENT(1, "\"simulations\": 5"),
            AGENT(2, "\"simulations\": 8, \"reuse\": true")};
        for (int i = 0; i < 2; i++) {
            agent_t agent;
            tell(protocol, agents[i]);
            json = json_read(agents[i], "", NULL);
            assert_true(agent_read_json(&agent,
                                        cJSON_GetObjectItemCaseSensitive(json, "agent"),
                                        "", NULL, 0, &error));
            assert_true(session_set_agent(&mirror, i, &agent, "", &error));
            cJSON_Delete(json);
        }
        int count = 0;
        while (count < 12 && play_one(protocol, &mirror, played))
            count++;
        while (cJSON_GetArraySize(played) > 1)
            cJSON_Delete(
                cJSON_DetachItemViaPointer(played, cJSON_GetArrayItem(played, 1)));
        tell_with(protocol, "position", "played", cJSON_Duplicate(played, true));
        session_go_to(&mirror, 1);
        play_one(protocol, &mirror, played);
        char position[GAME_POSITION_TEXT];
        game_write_position(game, &mirror.state, POSITION_FULL, position);
        tell_with(protocol, "position", "start", cJSON_CreateString(position));
        json = ask_well(protocol, "{\"request\": \"show\"}");
        assert_string_equal(member(json, "position")->valuestring, position);
        assert_string_equal(member(json, "turns")->valuestring, "");
        cJSON_Delete(json);
        cJSON_Delete(played);
        free(request);
        session_protocol_free(protocol);
        session_clear(&mirror);
        game_free(game);
    }
}

/* The actions of a complete game of Seesaw on the smallest board, as a JSON list, and its
 * final position. */
static void whole_game(char *list, size_t size, char end[GAME_POSITION_TEXT]) {
    test_variant_t variant = {"seesaw", "size=2"};
    game_t *game = test_variant_game(&variant);
    text_t out = text_into(list, size);
    state_t state = {0};
    game_start(game, &state);
    while (!game_outcome(game, &state).over) {
        action_t actions[GAME_MAX_LEGAL];
        char text[GAME_ACTION_TEXT];
        game_legal(game, &state, actions);
        game_write_action(game, actions[0], text);
        text_add(&out, "%s\"%s\"", out.used > 0 ? ", " : "", text);
        game_apply(game, &state, actions[0]);
    }
    game_write_position(game, &state, POSITION_FULL, end);
    game_free(game);
}

/* Each request after the one before it; %s is the list. */
static void test_requests(void **unused) {
    static char whole[4000], end[GAME_POSITION_TEXT], zeros[8200], request[9000];
    char first[40];
    (void)unused;
    whole_game(whole, sizeof whole, end);
    for (int i = 0; i < 4097; i++) /* one more than are allowed */
        memcpy(zeros + 2 * i, i < 4096 ? "0," : "0", 3 - (i == 4096));
    snprintf(first, sizeof first, "%.*s", (int)strcspn(whole, ","), whole);
    const struct {
        const char *what, *keys, *list, *answer;
    } cases[] = {
        {"show", "", "", "show: needs a \"game\" request first"},
        {"go", "", "", "go: needs a \"game\" request first"},
        {"dance", "", "", "no such request: dance"},
        {"game", "", "", "must be the name of a game"},
        {"game", "\"game\": \"chess\"", "", "unknown game"},
        {"game", "\"game\": \"seesaw\", \"variant\": {\"size\": 99}", "", "allowed"},
        {"game", "\"game\": \"seesaw\", \"variant\": {\"size\": 2}", "", "{}"},
        {"game", "\"game\": \"seesaw\", \"variant\": {\"siez\": 2}", "", "variant.siez"},
        {"go", "", "", "no agent plays for player 1"},
        {"evaluate", "\"positions\": []", "", "no agent evaluates"},
        {"agent", "\"agent\": 5", "", "must be an object"},
        {"agent", "\"agent\": {}, \"player\": 3", "", "from 1 to 2"},
        {"agent", "\"agent\": {\"serch\": {}}", "", "did you mean"},
        {"agent", "\"agent\": {\"engine\": {\"command\": [\"x\"]}}", "",
         "starts no outside program"},
        {"agent",
         "\"agent\": {\"search\": {\"evaluator\": \"process\", \"selection\": \"puct\"}, "
         "\"evaluator\": {\"command\": [\"x\"]}}",
         "", "starts no outside program"},
        {"agent", "\"agent\": {\"search\": {\"simulations\": 5}}, \"player\": 2", "",
         "{}"},
        {"go", "", "", "no agent plays for player 1"},
        {"agent", "\"agent\": {\"search\": {\"simulations\": 20}}", "", "{}"},
        {"position", "\"start\": 5", "", "\"start\" must be a text"},
        {"position", "\"start\": \"x\"", "", "\"x\""},
        {"position", "\"position\": 7", "", "\"position\" must be a text"},
        {"position", "\"position\": \"x\"", "", "\"x\""},
        {"position", "\"played\": 5", "", "must be a list of texts"},
        {"position", "\"played\": [5]", "", "must be a list of texts"},
        {"position", "\"played\": [\"x\"]", "", "action 1 of \"played\""},
        {"position", "\"played\": [%s, \"a1\"]", whole, "after the end of"},
        {"position", "\"played\": [%s], \"position\": \"S b1=S1/S b3=N1/N t0\"", first,
         "does not lead to"},
        {"position", "\"played\": []", "", "{\"over\":false,\"player\":1}"},
        {"go", "\"simulations\": 3", "", "\"simulations\":3,"},
        {"position", "\"played\": [%s]", first, "\"over\":false"},
        {"go", "\"simulations\": 3", "", "\"simulations\":3,"},
        {"position", "", "", "{\"over\":false,\"player\":1}"},
        {"go", "\"simulations\": 0.5", "",
         "\"simulations\" must be a whole number from 0 to 67083263"},
        {"go", "\"simulations\": 1e12", "", "\"simulations\" must be a whole number"},
        {"go", "\"simulations\": \"10\"", "", "\"simulations\" must be a whole number"},
        {"go", "\"time_ms\": -1", "",
         "\"time_ms\" must be a whole number from 0 to 86400000"},
        {"go", "\"seed\": 1.5", "", "\"seed\" must be a whole number"},
        {"go", "\"moment\": [1]", "", "\"moment\" must be an object"},
        {"go", "\"moment\": {\"ply\": 1000000000}", "",
         "\"ply\" must be a whole number from 0 to 999999999"},
        {"go", "\"moment\": {\"game\": -1}", "", "\"game\" must be a whole number"},
        {"go",
         "\"moment\": {\"seed\": 9007199254740991, \"game\": 1, \"ply\": 999999999, "
         "\"turn\": 0}",
         "", "\"action\":"},
        {"position", "\"played\": [%s]", whole, "\"over\":true,\"winner\":"},
        {"go", "", "", "the game is over in this position"},
        {"actions", "", "", "{\"actions\":[]}"},
        {"evaluate", "", "", "a list of at most 4096 texts"},
        {"evaluate", "\"positions\": {}", "", "a list of at most 4096 texts"},
        {"evaluate", "\"positions\": [%s]", zeros, "at most 4096 texts"},
        {"evaluate", "\"positions\": [7]", "", "a position is a text"},
        {"evaluate", "\"positions\": [\"%s\"]", end, "position 0: the game is over"},
        {"evaluate", "\"positions\": [\"x\", \"y\"]", "", "\"x\""},
        {"evaluate", "\"positions\": []", "", "{\"values\":[]}"},
        {"position", "\"position\": \"%s\"", end, "\"over\":true"},
        {"stop", "", "", "{}"},
        {"quit", "", "", "{}"},
    };
    session_protocol_t *protocol = session_protocol_new(NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *keys = cases[i].keys, *at = strstr(keys, "%s");
        int before = at ? (int)(at - keys) : (int)strlen(keys);
        snprintf(request, sizeof request, "{\"request\": \"%s\"%s%.*s%s%s}",
                 cases[i].what, *keys ? ", " : "", before, keys, cases[i].list,
                 at ? at + 2 : "");
        cJSON *json = ask(protocol, request);
        const cJSON *error = cJSON_GetObjectItemCaseSensitive(json, "error");
        char *line = error ? text_copy(error->valuestring)
                           : json_line(cJSON_Duplicate(json, true));
        if (!strstr(line, cases[i].answer))
            fail_msg("%.200s: %s", request, line);
        assert_int_equal(session_protocol_has_quit(protocol),
                         strcmp(cases[i].what, "quit") == 0);
        free(line);
        cJSON_Delete(json);
    }
    session_protocol_free(protocol);
    session_protocol_free(NULL);
}

/* Undoing and playing again gives each position and the number of turns again. */
static void test_back_and_forth(void **unused) {
    (void)unused;
    for (int v = 0; v < test_variant_count; v++) {
        game_t *game = test_variant_game(&test_variants[v]);
        session_t session;
        state_t states[41];
        pcg32_t rng = pcg32_for((uint64_t)v, 0, 0, PCG_FOR_TEST);
        action_t actions[GAME_MAX_LEGAL];
        session_init(&session, game, NULL);
        for (int count;
             session.count < 40 && (count = session_legal(&session, actions)) > 0;)
            session_play(&session, actions[pcg32_below(&rng, (uint32_t)count)]);
        uint32_t count = session.count, turn = session.turn, turns = 0;
        for (uint32_t i = count; i > 0; i--) {
            states[i] = session.state;
            session_go_to(&session, i - 1);
            assert_int_equal(session.count, i - 1);
        }
        assert_true(game_equal(game, &session.state, &session.start));
        assert_int_equal(session.turn, 0);
        for (uint32_t i = 1; i <= count; i++) {
            session_go_to(&session, i);
            assert_true(game_equal(game, &session.state, &states[i]));
        }
        assert_int_equal(session.turn, turn);
        session_turn_t one = {.end = 0};
        while (session_next_turn(&session, &one)) {
            assert_true(game_equal(game, &one.after, &states[one.end]));
            turns++;
        }
        assert_in_range(turns, turn, turn + 1); /* the last one may go on */
        session.resigned = session_player(&session);
        assert_true(session_outcome(&session).over);
        assert_int_equal(session_legal(&session, actions), 0);
        session_clear(&session);
        game_free(game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games),
        cmocka_unit_test(test_requests),
        cmocka_unit_test(test_back_and_forth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
