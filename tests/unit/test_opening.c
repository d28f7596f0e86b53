/* Openings and matches: pairs from the same random start with the seats exchanged. */
#include "mcts/search/search.h"
#include "selfplay/play/opening.h"
#include "selfplay/play/run_game.h"
#include "selfplay/store/record.h"
#include "tests/support/unit.h"

#include <math.h>
#include <stdlib.h>

static run_config_t parse(const char *text) {
    run_config_t config;
    failure_t error;
    if (!run_config_parse(&config, text, "test", NULL, 0, &error))
        fail_msg("%s", error.message);
    return config;
}

#define AGENTS                                                                           \
    "\"agents\": [{\"name\": \"strong\", \"search\": {\"simulations\": 60}}, "           \
    "{\"name\": \"weak\", \"search\": {\"simulations\": 4}}]"

static record_t play_one(const run_config_t *config, uint64_t id) {
    record_t record;
    play_t *play = play_new(config);
    record_init(&record, config->game);
    assert_true(play_game(play, id, &record, NULL, NULL));
    play_free(play);
    return record;
}

/* The number of actions without a search, all at the beginning. */
static size_t count_opening(const record_t *record) {
    size_t count = 0, positions = record->rows[TABLE_POSITIONS];
    while (count < positions && record_u32(record, POSITIONS_SIMULATIONS)[count] == 0)
        count++;
    for (size_t row = count; row < positions; row++)
        assert_true(record_u32(record, POSITIONS_SIMULATIONS)[row] > 0);
    return count;
}

static void test_pairs(void **unused) {
    (void)unused;
    run_config_t config =
        parse("{\"game\": \"seesaw\", \"variant\": {\"size\": 3}, \"opening\": "
              "{\"turns\": 4}, " AGENTS "}");
    int distinct = 0, strong_wins = 0;
    record_t before = {0};
    for (uint64_t pair = 0; pair < 20; pair++) {
        record_t a = play_one(&config, 2 * pair), b = play_one(&config, 2 * pair + 1);
        size_t opening = count_opening(&a);
        const uint16_t *chosen = record_u16(&a, POSITIONS_CHOSEN);
        assert_in_range(opening, 4, 12);
        assert_int_equal(count_opening(&b), opening);
        assert_memory_equal(chosen, record_u16(&b, POSITIONS_CHOSEN),
                            opening * sizeof *chosen);
        assert_int_equal(record_u32(&a, POSITIONS_TURN)[opening], 4);
        for (size_t row = 0; row < opening; row++) {
            assert_true(record_f32(&a, POSITIONS_ROOT_VALUE)[row] == 0.5f);
            assert_int_equal(record_u32(&a, POSITIONS_VISITS)[row], 0);
        }
        /* In even games agent 0 is player 0; budgets identify who searched. */
        for (int game = 0; game < 2; game++) {
            const record_t *record = game == 0 ? &a : &b;
            for (int player = 0; player < 2; player++)
                assert_int_equal(record_u8(record, GAMES_AGENT)[player], player ^ game);
            for (size_t row = opening; row < record->rows[TABLE_POSITIONS]; row++) {
                int player = record_u8(record, POSITIONS_PLAYER)[row];
                assert_true(record_u32(record, POSITIONS_SIMULATIONS)[row] <=
                            (player == game ? 60u : 4u));
            }
            int winner = record_u8(record, GAMES_WINNER)[0];
            strong_wins += winner == game;
        }
        if (pair > 0)
            distinct += count_opening(&before) != opening ||
                        memcmp(record_u16(&before, POSITIONS_CHOSEN), chosen,
                               opening * sizeof *chosen) != 0;
        if (pair > 0)
            record_clear(&before);
        before = a;
        record_clear(&b);
    }
    record_clear(&before);
    assert_in_range(distinct, 18, 19);
    assert_in_range(strong_wins, 30, 40); /* the score is the agent's, not the seat's */
    run_config_clear(&config);
}

static double unevenness(const run_config_t *config, uint64_t number) {
    search_config_t judge;
    action_t actions[OPENING_MAX];
    state_t state = {0};
    search_result_t result;
    search_t *own = opening_judge_new(config);
    int count = opening_draw(config, number, own, actions);
    search_free(own);
    keyset_set_defaults(&search_keys, &judge);
    judge.simulations = 2000;
    search_t *search = search_new(config->game, &judge);
    game_start(config->game, &state);
    for (int i = 0; i < count; i++) {
        assert_true(game_is_legal(config->game, &state, actions[i]));
        game_apply(config->game, &state, actions[i]);
        assert_false(game_outcome(config->game, &state).over);
    }
    search_start(search, &state, pcg32_for(5, number, 0, PCG_FOR_TEST));
    search_run(search, UINT32_MAX);
    search_read(search, &result);
    search_free(search);
    return fabs((double)result.root_value - 0.5);
}

/* Openings chosen as even are even according to a search with another seed. */
static void test_even_openings(void **unused) {
    (void)unused;
    run_config_t any = parse("{\"game\": \"seesaw\", \"variant\": {\"size\": 3}, "
                             "\"opening\": {\"turns\": 6}}");
    run_config_t even = parse("{\"game\": \"seesaw\", \"variant\": {\"size\": 3}, "
                              "\"opening\": {\"turns\": 6, \"tries\": 10}}");
    double sum_any = 0, sum_even = 0;
    for (uint64_t number = 0; number < 30; number++) {
        sum_any += unevenness(&any, number);
        sum_even += unevenness(&even, number);
    }
    assert_true(sum_even < 0.6 * sum_any);
    run_config_clear(&any);
    run_config_clear(&even);
}

/* Lines in turn, pair by pair, followed by random turns. */
static void test_lines(void **unused) {
    (void)unused;
    static const char *const lines[] = {"@b1", "@c2 @b4 @d1", "c1-b1"};
    run_config_t config =
        parse("{\"game\": \"seesaw\", \"variant\": {\"size\": 3}, \"opening\": "
              "{\"actions\": \" @b1;@c2 @b4  @d1 ;c1-b1\", \"turns\": 2}, " AGENTS "}");
    for (uint64_t id = 0; id < 12; id++) {
        record_t record = play_one(&config, id);
        const uint16_t *chosen = record_u16(&record, POSITIONS_CHOSEN);
        char played[128];
        text_t out = text_into(played, sizeof played);
        uint32_t line = (uint32_t)(id / 2 % 3), given = line == 1 ? 3 : 1;
        for (size_t row = 0; row < given; row++) {
            char action[GAME_ACTION_TEXT];
            game_write_action(config.game, chosen[row], action);
            text_add(&out, "%s%s", row == 0 ? "" : " ", action);
        }
        assert_string_equal(played, lines[line]);
        assert_int_equal(record_u32(&record, POSITIONS_TURN)[given], given);
        assert_true(count_opening(&record) >= given + 2);
        assert_int_equal(record_u32(&record, POSITIONS_TURN)[count_opening(&record)],
                         given + 2);
        record_clear(&record);
    }
    run_config_clear(&config);
}

/* A line without actions among others; a long text is not truncated. */
static void test_many_lines(void **unused) {
    (void)unused;
    enum { LINES = 500 };
    char *given = memory_new(LINES * 16 + 256, 1);
    text_t out = text_into(given, LINES * 16 + 256);
    text_add(&out, "{\"game\": \"seesaw\", \"variant\": {\"size\": 3}, "
                   "\"opening\": {\"actions\": \"");
    for (int i = 0; i < LINES; i++)
        text_add(&out, "%s", i % 2 == 0 ? "@c2 @b4;" : " start ;");
    text_add(&out, "@b1\"}}");
    run_config_t config = parse(given);
    char *text = run_config_text(&config);
    run_config_t again = parse(text);
    assert_string_equal(again.opening.actions, config.opening.actions);
    for (uint64_t number = 0; number <= LINES; number++) {
        action_t actions[OPENING_MAX];
        int count =
            opening_lines_read(again.opening.actions, again.game, number, actions);
        assert_int_equal(count, number == LINES ? 1 : number % 2 == 0 ? 2 : 0);
    }
    record_t record = play_one(&again, 1);
    assert_int_equal(count_opening(&record), 0);
    record_clear(&record);
    free(given);
    free(text);
    run_config_clear(&config);
    run_config_clear(&again);
}

static void test_wrong_lines(void **unused) {
    (void)unused;
    static const struct {
        const char *actions, *message;
    } cases[] = {
        {"@b1; @b1 @b1",
         "run.json: \"opening.actions\": line 2: \"@b1\" is not legal here"},
        {"@b1; ", "run.json: \"opening.actions\": line 2 is empty"},
        {";", "run.json: \"opening.actions\": line 1 is empty"},
        {"start start",
         "run.json: \"opening.actions\": line 1: \"start\" is not an action of Seesaw"},
        {"x", "run.json: \"opening.actions\": line 1: \"x\" is not an action of Seesaw"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[256];
        run_config_t config;
        failure_t error;
        snprintf(text, sizeof text,
                 "{\"game\": \"seesaw\", \"variant\": {\"size\": 3}, \"opening\": "
                 "{\"actions\": \"%s\"}}",
                 cases[i].actions);
        assert_false(run_config_parse(&config, text, "run.json", NULL, 0, &error));
        assert_string_equal(error.message, cases[i].message);
    }
}

static bool stop_later(void *context, uint32_t simulations) {
    int *left = context;
    (void)simulations;
    return --*left > 0;
}

/* A stopped game of a match resumes after its opening. */
static void test_goes_on(void **unused) {
    (void)unused;
    run_config_t config =
        parse("{\"game\": \"seesaw\", \"variant\": {\"size\": 3}, \"opening\": "
              "{\"turns\": 3}, " AGENTS "}");
    record_t whole = play_one(&config, 7), cut;
    record_init(&cut, config.game);
    int calls = 0;
    for (bool over = false; !over; calls++) {
        play_t *play = play_new(&config);
        int patience = 1 + calls % 3;
        over = play_game(play, 7, &cut, stop_later, &patience);
        play_free(play);
    }
    assert_true(calls > 5);
    size_t bytes = record_image_bytes(&whole);
    unsigned char *a = memory_new(bytes, 1), *b = memory_new(bytes, 1);
    assert_int_equal(record_image_bytes(&cut), bytes);
    record_write_image(&whole, a);
    record_write_image(&cut, b);
    assert_memory_equal(a, b, bytes);
    free(a);
    free(b);
    record_clear(&whole);
    record_clear(&cut);
    run_config_clear(&config);
}

static void test_configurations(void **unused) {
    (void)unused;
    static const struct {
        const char *text, *says;
    } wrong[] = {
        {"{\"game\": \"seesaw\", \"agents\": []}", "list of 2 objects"},
        {"{\"game\": \"seesaw\", \"agents\": [{}, 3]}", "agents[1]"},
        {"{\"game\": \"seesaw\", \"agents\": [{}, {\"serch\": {}}]}", "agents[1]"},
        {"{\"game\": \"seesaw\", \"agents\": [{\"search\": {\"time_ms\": 5}}, {}]}",
         "agents[0]"},
        {"{\"game\": \"seesaw\", \"search\": {\"simulations\": 5}, " AGENTS "}",
         "unknown key \"search\""},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        run_config_t config;
        failure_t error;
        assert_false(run_config_parse(&config, wrong[i].text, "test", NULL, 0, &error));
        if (!strstr(error.message, wrong[i].says))
            fail_msg("\"%s\" does not say \"%s\"", error.message, wrong[i].says);
    }
    run_config_t config = parse("{\"game\": \"seesaw\", " AGENTS "}");
    char *text = run_config_text(&config);
    run_config_t again = parse(text);
    char *same = run_config_text(&again);
    assert_string_equal(text, same);
    assert_string_equal(again.agents[1].name, "weak");
    free(text);
    free(same);
    run_config_clear(&config);
    run_config_clear(&again);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pairs),          cmocka_unit_test(test_even_openings),
        cmocka_unit_test(test_lines),          cmocka_unit_test(test_many_lines),
        cmocka_unit_test(test_wrong_lines),    cmocka_unit_test(test_goes_on),
        cmocka_unit_test(test_configurations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
