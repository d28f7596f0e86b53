/* Agents: valid and invalid files, the same actions as in self-play, reproducibility, and
 * that every file in configs/agents can be used. */
#include "mcts/search/search.h"
#include "selfplay/config/run_config.h"
#include "selfplay/store/record.h"
#include "tests/support/unit.h"

#include "mcts/search/agent.h"
#include "selfplay/play/run_game.h"

#include <dirent.h>
#include <stdlib.h>
#include <unistd.h>

#define AGENTS "configs/agents"

static agent_t parse(const char *text, char **words, int count) {
    agent_t agent;
    failure_t error;
    if (!agent_parse(&agent, text, "here", words, count, &error))
        fail_msg("%s", error.message);
    return agent;
}

/* The error message contains `says`. */
static void assert_refused(const char *text, char *word, const char *says) {
    agent_t agent;
    failure_t error = {""};
    assert_false(agent_parse(&agent, text, "here", &word, word ? 1 : 0, &error));
    if (!strstr(error.message, says))
        fail_msg("\"%s\" does not say \"%s\"", error.message, says);
}

static void test_values(void **unused) {
    (void)unused;
    char *words[] = {(char[]){"search.threads=2"}, (char[]){"name=mine"}};
    agent_t agent = parse(
        "{\"search\": {\"simulations\": 7}, \"temperature\": {\"end\": 2}}", words, 2);
    assert_string_equal(agent.name, "mine");
    assert_int_equal(agent.search.simulations, 7);
    assert_int_equal(agent.parallel.threads, 2);
    assert_float_equal(agent.temperature.end, 2, 0);
    assert_int_equal(agent.temperature.turns, 10);
    assert_string_equal(parse("{}", NULL, 0).name, "here");
    agent_t fallback;
    failure_t error;
    assert_true(agent_default(&fallback, NULL, 0, &error));
    assert_int_equal(fallback.search.time_ms, 1000);
    char *told[] = {(char[]){"search.simulations=9"}};
    assert_true(agent_default(&fallback, told, 1, &error));
    assert_int_equal(fallback.search.time_ms, 0);
    assert_int_equal(fallback.search.simulations, 9);
}

static void test_mistakes_are_named(void **unused) {
    (void)unused;
    assert_refused("{\"search\": {\"simulation\": 7}}", NULL,
                   "did you mean \"search.simulations\"");
    assert_refused("{\"search\": {\"simulations\": 0}}", NULL,
                   "whole number from 1 to 67108863");
    assert_refused("{\"name\": \"\"}", NULL, "text of 1 to 63 bytes");
    assert_refused("{\"name\": 3}", NULL, "here: \"name\"");
    assert_refused("{\"name\": \"a\\nb\"}", NULL, "one line of valid UTF-8");
    assert_refused("{\"noise\": {\"weight\": 0.2}}", NULL, "here: \"noise.weight\"");
    assert_refused("{}", (char[]){"noise.weight=0.2"}, "command line: \"noise.weight\"");
    assert_refused("{\"search\": {\"root\": \"gumbel\", \"threads\": 2}}", NULL,
                   "\"search.threads\" must be 1");
    assert_refused("{\"games\": 3}", NULL, "unknown key \"games\"");
    assert_refused("[]", NULL, "one JSON object");
    agent_t agent;
    failure_t error;
    assert_false(agent_load(&agent, "/nowhere/x.json", NULL, 0, &error));
    assert_non_null(strstr(error.message, "/nowhere/x.json: cannot be opened"));
}

/* The effective text is complete: it gives the same agent, text and hash. */
static void test_effective_text(void **unused) {
    (void)unused;
    agent_t agent =
        parse("{\"name\": \"n\", \"search\": {\"uct_exploration\": 0.1}}", NULL, 0);
    char *text = agent_text(&agent);
    agent_t again = parse(text, NULL, 0);
    char *text_again = agent_text(&again);
    assert_string_equal(text, text_again);
    assert_int_equal(text_hash(text), text_hash(text_again));
    char *word = (char[]){"search.virtual_loss=2"};
    agent_t other = parse(text, &word, 1);
    char *other_text = agent_text(&other);
    assert_true(text_hash(text) != text_hash(other_text));
    free(text);
    free(text_again);
    free(other_text);
}

/* Loads every file of configs/agents; returns how many. */
static int load_all(agent_t *agents, int max) {
    DIR *folder = opendir(AGENTS);
    int count = 0;
    assert_non_null(folder);
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char path[512];
        failure_t error;
        if (!strstr(entry->d_name, ".json"))
            continue;
        assert_true(count < max);
        snprintf(path, sizeof path, AGENTS "/%s", entry->d_name);
        if (!agent_load(&agents[count], path, NULL, 0, &error))
            fail_msg("%s", error.message);
        /* It is called what its file is called. */
        assert_int_equal(strcspn(entry->d_name, "."), strlen(agents[count].name));
        assert_memory_equal(entry->d_name, agents[count].name,
                            strlen(agents[count].name));
        count++;
    }
    closedir(folder);
    return count;
}

static void test_examples_play(void **unused) {
    (void)unused;
    enum { MOST = 64 };
    agent_t agents[MOST];
    int count = load_all(agents, MOST);
    assert_true(count >= 4);
    for (int i = 0; i < count; i++)
        for (int g = 0; g < game_class_count; g++) {
            failure_t error;
            search_result_t result;
            state_t state;
            game_t *game = game_new(game_classes[g]->name, NULL, 0, &error);
            assert_non_null(game);
            if (agents[i].search.time_ms > 0)
                agents[i].search.time_ms = 5;
            search_t *search = agent_search_new(&agents[i], game);
            game_start(game, &state);
            int chosen = agent_choose(&agents[i], search, &state,
                                      (agent_moment_t){.seed = 1}, &result);
            assert_true(game_is_legal(game, &state, result.actions[chosen]));
            search_free(search);
            game_free(game);
        }
}

/* An agent with a run's search chooses the run's actions, one by one. */
static void test_decides_as_self_play(void **unused) {
    (void)unused;
    enum { GAME = 3, SEED = 11 };
    static const char agents_text[] =
        "{\"search\": {\"simulations\": 40}, \"temperature\": {\"turns\": 6}}";
    static const char run_text[] =
        "{\"game\": \"seesaw\", \"variant\": {\"size\": 4}, \"seed\": 11, "
        "\"search\": {\"simulations\": 40}, \"temperature\": {\"turns\": 6}}";
    agent_t agent = parse(agents_text, NULL, 0);
    run_config_t config;
    failure_t error;
    assert_true(run_config_parse(&config, run_text, "run", NULL, 0, &error));
    search_t *search = agent_search_new(&agent, config.game);
    record_t record;
    record_init(&record, config.game);
    play_t *play = play_new(&config);
    assert_true(play_game(play, GAME, &record, NULL, NULL));
    play_free(play);
    const uint16_t *chosen = record_u16(&record, POSITIONS_CHOSEN);
    const uint32_t *turns = record_u32(&record, POSITIONS_TURN);
    uint32_t count = (uint32_t)record.rows[TABLE_POSITIONS];
    state_t state;
    game_start(config.game, &state);
    assert_true(count > 10);
    for (uint32_t ply = 0; ply < count; ply++) {
        search_result_t result;
        agent_moment_t moment = {SEED, GAME, ply, turns[ply]};
        int i = agent_choose(&agent, search, &state, moment, &result);
        assert_int_equal(result.actions[i], chosen[ply]);
        game_apply(config.game, &state, result.actions[i]);
    }
    assert_true(game_outcome(config.game, &state).over);
    record_clear(&record);
    search_free(search);
    run_config_clear(&config);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_mistakes_are_named),
        cmocka_unit_test(test_effective_text),
        cmocka_unit_test(test_examples_play),
        cmocka_unit_test(test_decides_as_self_play),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
