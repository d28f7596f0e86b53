/* Games in `play`: typed input, undoing, saving and reading, on every variant. */
#include "tests/support/unit.h"

#include "core/base/files/publish.h"
#include "core/game/perft.h"
#include "mcts/play/play_table.h"
#include "mcts/play/saved_game.h"
#include "mcts/play/typed_turn.h"
#include "tests/support/variants.h"

#include <ctype.h>
#include <stdlib.h>
#include <unistd.h>

static char path[] = "/tmp/fulcrum_test_play_XXXXXX";

static int make_file(void **unused) {
    (void)unused;
    int file = mkstemp(path);
    return file < 0 ? -1 : close(file);
}

static int remove_file(void **unused) {
    (void)unused;
    return unlink(path);
}

/* Plays a playout between two people, to its end or for a number of actions. */
static void play_random(play_table_t *table, const game_t *game, uint64_t seed,
                        uint32_t num_actions) {
    pcg32_t rng = pcg32_for(seed, 0, 0, PCG_FOR_TEST);
    action_t actions[GAME_MAX_LEGAL];
    failure_t error;
    *table = (play_table_t){.seed = 5};
    session_init(&table->session, game, NULL);
    for (int i = 0; i < 2; i++)
        assert_true(play_table_seat(table, i, "human", &error));
    for (uint32_t i = 0; i < num_actions; i++) {
        uint32_t count = (uint32_t)session_legal(&table->session, actions);
        if (count == 0)
            return;
        assert_true(play_table_play(table, actions[pcg32_below(&rng, count)], &error));
    }
}

/* A complete turn from a state, as it is shown, optionally in capitals; and the resulting
 * state. */
static int random_turn(const game_t *game, state_t *state, pcg32_t *rng, text_t *text) {
    action_t actions[GAME_MAX_LEGAL];
    int player = game_player(game, state), num_actions = 0;
    do {
        uint32_t count = (uint32_t)game_legal(game, state, actions);
        action_t action = actions[pcg32_below(rng, count)];
        turn_text_add(game, action, text);
        game_apply(game, state, action);
        num_actions++;
    } while (!game_outcome(game, state).over && game_player(game, state) == player);
    return num_actions;
}

static void check_typed(const game_t *game, const state_t *state, const char *line,
                        const state_t *end) {
    typed_turn_t turn;
    state_t reached = *state;
    if (!typed_turn_read_whole(game, state, line, &turn))
        fail_msg("%s: \"%s\" is not read", game->class->name, line);
    for (int i = 0; i < turn.count; i++)
        game_apply(game, &reached, turn.actions[i]);
    assert_true(game_equal(game, &reached, end));
}

/* Turns can be typed as they are shown, joined, in capitals, or with blanks. */
static void test_turns_are_read_as_shown(void **unused) {
    (void)unused;
    for (int v = 0; v < test_variant_count; v++) {
        game_t *game = test_variant_game(&test_variants[v]);
        int longest = 0;
        for (int seed = 0; seed < test_effort(60); seed++) {
            char buffer[TURN_TEXT];
            text_t text = text_into(buffer, sizeof buffer);
            pcg32_t rng = pcg32_for((uint64_t)seed, 1, 0, PCG_FOR_TEST);
            state_t state, end;
            if (!test_random_position(game, 7, (uint64_t)seed, seed, &state) ||
                game_outcome(game, &state).over)
                continue;
            end = state;
            int num_actions = random_turn(game, &end, &rng, &text);
            longest = num_actions > longest ? num_actions : longest;
            if (text.used + 2 >= TYPED_TURN_TEXT)
                continue;
            check_typed(game, &state, buffer, &end);
            text_add(&text, " ");
            for (char *p = buffer; *p; p++)
                *p = (char)toupper((unsigned char)*p);
            check_typed(game, &state, buffer, &end);
        }
        assert_true(longest > 0);
        game_free(game);
    }
}

static void test_short_forms(void **unused) {
    (void)unused;
    failure_t error;
    char *words[] = {(char[]){"size=4"}};
    game_t *game = game_new("seesaw", words, 1, &error);
    state_t state;
    typed_turn_t turn;
    action_t actions[GAME_MAX_LEGAL];
    game_start(game, &state);
    game_legal(game, &state, actions);
    assert_true(typed_turn_read_short(game, &state, "2", &turn, &error));
    assert_int_equal(turn.actions[0], actions[1]);
    assert_true(typed_turn_read_short(game, &state, "@C", &turn, &error));
    assert_int_equal(turn.actions[0], actions[0]);
    static const char *const wrong[][2] = {
        {"@", "is ambiguous: @c1 @d2 @e1"},
        {"0", "numbers from 1 to 6"},
        {"7", "numbers from 1 to 6"},
        {"99999999999999999999", "numbers from 1 to 6"},
        {"d1-d9", "did you mean d1-d2?"},
        {"e1x", "is not an action"},
        {"@g1", "\"@g1\" is not legal here"},
        {"xyzzy", "Legal: @c1 @d2 @e1 d1-c1 d1-d2 d1-e1"},
        {"   ", "empty"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_false(typed_turn_read_whole(game, &state, wrong[i][0], &turn));
        assert_false(typed_turn_read_short(game, &state, wrong[i][0], &turn, &error));
        if (!strstr(error.message, wrong[i][1]))
            fail_msg("\"%s\": \"%s\"", wrong[i][0], error.message);
    }
    /* An invalid chain: the message says how far it was valid. */
    assert_true(
        game_read_position(game, "S d3=S3/S d4=N1/N e4=N1/N g1=N1/N", &state, &error));
    assert_true(typed_turn_read_whole(game, &state, "d3xd4xe4", &turn));
    assert_int_equal(turn.count, 2);
    assert_true(typed_turn_read_whole(game, &state, "d3xd4 d4xe4", &turn));
    assert_false(typed_turn_read_short(game, &state, "d3xd4xa1", &turn, &error));
    assert_non_null(strstr(error.message, "d3xd4 is, but not followed by \"xa1\""));
    game_free(game);
}

/* Undoing goes back to a person's last action, and redoing forward to their next. */
static void test_undo(void **unused) {
    (void)unused;
    failure_t error;
    for (int v = 0; v < test_variant_count; v += 3) {
        game_t *game = test_variant_game(&test_variants[v]);
        play_table_t table;
        const session_t *session = &table.session;
        play_random(&table, game, (uint64_t)v, 20);
        assert_true(play_table_seat(&table, 1, "search", &error));
        uint32_t count = session->count;
        while (play_table_undo(&table)) {
            assert_int_equal(session_player(session), 0);
            assert_true(session->count < count);
            count = session->count;
        }
        while (play_table_redo(&table))
            assert_true(session->count == session->length ||
                        session_player(session) == 0);
        assert_int_equal(session->count, session->length);
        if (!session_outcome(session).over) {
            count = session->count;
            play_table_resign(&table);
            assert_true(session_outcome(session).over);
            assert_false(play_table_redo(&table));
            assert_true(play_table_undo(&table));
            assert_int_equal(session->count, count);
            assert_false(session_outcome(session).over);
        }
        play_table_clear(&table);
        game_free(game);
    }
}

/* A game that is saved and read is the same. */
static void test_saved_is_loaded(void **unused) {
    (void)unused;
    failure_t error;
    for (int v = 0; v < test_variant_count; v++) {
        game_t *game = test_variant_game(&test_variants[v]);
        play_table_t table;
        saved_game_t saved;
        play_random(&table, game, (uint64_t)v, v % 2 ? 17 : 100000);
        if (v % 2 && !session_outcome(&table.session).over)
            play_table_resign(&table);
        assert_false(play_table_save(&table, path, &error)); /* it exists */
        assert_int_equal(unlink(path), 0);
        assert_true(play_table_save(&table, path, &error));
        assert_true(play_table_save(&table, path, &error)); /* it is its own */
        if (!saved_game_read(&saved, path, &error))
            fail_msg("%s", error.message);
        const session_t *a = &table.session, *b = &saved.session;
        assert_string_equal(saved.game->variant_text, game->variant_text);
        assert_true(game_equal(game, &a->state, &b->state));
        assert_int_equal(a->count, b->count);
        assert_int_equal(a->turn, b->turn);
        assert_memory_equal(a->actions, b->actions, a->count * sizeof *a->actions);
        assert_int_equal(a->resigned, b->resigned);
        assert_int_equal(saved.seed, 5);
        saved_game_clear(&saved);
        play_table_clear(&table);
        game_free(game);
    }
}

static void test_wrong_files(void **unused) {
    (void)unused;
    static const char head[] = "{\"game\": \"seesaw\", \"rules_version\": 1, "
                               "\"players\": [\"human\", \"human\"], ";
    static const char *const wrong[][2] = {
        {"{}", "\"game\" must be the name of a game"},
        {"{\"game\": \"chess\"}", "unknown game \"chess\""},
        {"{\"game\": \"seesaw\", \"variant\": {\"sise\": 3}}", "\"variant.sise\""},
        {"{\"game\": \"seesaw\"}", "\"rules_version\" is missing"},
        {"{\"game\": \"seesaw\", \"rules_version\": 99}", "rules version 99"},
        {"+\"played\": 3}", "\"played\" must be a list of texts"},
        {"+\"played\": [3]}", "\"played\" must be a list of texts"},
        {"+\"played\": [\"@e1\", \"@e1\"]}",
         "action 2 of \"played\": \"@e1\" is not legal"},
        {"+\"played\": [], \"start\": \"S d8=S1/S\"}", "\"start\""},
        {"+\"played\": [], \"seed\": -1}", "\"seed\" must be a whole number"},
        {"+\"played\": [], \"resigned\": 3}", "\"resigned\""},
        {"{\"game\": \"seesaw\", \"rules_version\": 1, \"played\": []}", "array of two"},
        {"{\"game\": \"seesaw\", \"rules_version\": 1, \"played\": [], "
         "\"players\": [1]}",
         "array of two"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[512];
        bool headed = wrong[i][0][0] == '+';
        snprintf(text, sizeof text, "%s%s", headed ? head : "", wrong[i][0] + headed);
        failure_t error = {""};
        saved_game_t saved;
        assert_true(publish_file(path, text, strlen(text), &error));
        assert_false(saved_game_read(&saved, path, &error));
        if (!strstr(error.message, wrong[i][1]) || !strstr(error.message, path))
            fail_msg("%s: \"%s\"", wrong[i][0], error.message);
        assert_null(saved.game);
    }
}

/* Every game has a short guide for beginners, in lines that fit. */
static void test_guides(void **unused) {
    (void)unused;
    for (int i = 0; i < game_class_count; i++) {
        const char *guide = game_classes[i]->guide;
        assert_non_null(guide);
        assert_memory_equal(guide, "Aim: ", 5);
        for (const char *line = guide; *line; line = strchr(line, '\n') + 1)
            assert_in_range(strcspn(line, "\n"), 1, 78);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_turns_are_read_as_shown),
        cmocka_unit_test(test_short_forms),
        cmocka_unit_test(test_guides),
        cmocka_unit_test(test_undo),
        cmocka_unit_test(test_saved_is_loaded),
        cmocka_unit_test(test_wrong_files),
    };
    return cmocka_run_group_tests(tests, make_file, remove_file);
}
