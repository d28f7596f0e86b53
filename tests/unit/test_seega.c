/* Seega: positions with known answers; rejected texts, and why; playouts from positions
 * that playouts hardly ever reach. */
#include "tests/support/unit.h"

#include "core/base/json.h"
#include "core/game/playout.h"
#include "core/games/seega/seega.h"
#include "tests/support/variants.h"

#include <cjson/cJSON.h>
#include <stdlib.h>

static game_t *new_game(const char *variant) {
    test_variant_t test_variant = {"seega", variant};
    return test_variant_game(&test_variant);
}

static void read_position(const game_t *game, const char *text, state_t *state) {
    failure_t error;
    if (!game_read_position(game, text, state, &error))
        fail_msg("%s\n%s", text, error.message);
}

/* --- Known answers ------------------------------------------------------------------ */

typedef struct known {
    const char *variant, *before;
    const char *action; /* NULL: the legal actions are asked for */
    const char *answer; /* the position after it; the actions in ascending order */
} known_t;

static const known_t known[] = {
    {"", "R place0 q0", NULL, "@a3 @c1 @c5 @e3"},
    {"", "R place1 q0 a3=R", NULL, "@e3"},
    {"", "B place0 q0 a3=R e3=R", NULL, "@c1 @c5"},
    {"swap=true", "B place0 q0 a3=R e3=R", NULL, "@c1 @c5 swap"},
    {"size=7", "R place0 q0", NULL, "@a4 @d1 @d7 @g4"},
    {"", "B place1 q0 a3=R c1=B e3=R", "@c5", "R place0 q0 a3=R c1=B c5=B e3=R"},
    /* The last placement ends the phase. */
    {"opening=free",
     "B place1 q0 a1=R a2=B a3=R a4=B a5=R b1=B b2=R b3=B b4=R b5=B c1=R c2=B c4=B c5=R "
     "d1=B d2=R d3=B d4=R d5=B e1=R e2=B e3=R e4=R",
     "@e5",
     "R move q0 a1=R a2=B a3=R a4=B a5=R b1=B b2=R b3=B b4=R b5=B c1=R c2=B c4=B c5=R "
     "d1=B d2=R d3=B d4=R d5=B e1=R e2=B e3=R e4=R e5=B"},
    /* All four neighbours of the centre are Blue's: Red may remove what Red touches. */
    {"opening=free",
     "R move q0 a1=R a2=R a3=R a4=R a5=R b1=R b2=B b3=B b4=B b5=B c1=R c2=B c4=B c5=R "
     "d1=R d2=R d3=B d4=R d5=B e1=B e2=B e3=B e4=R e5=B",
     NULL, "xb2 xb3 xb4 xb5 xc2 xc4 xd3 xd5 xe1 xe2 xe3 xe5"},
    /* Captures: by the mover only, not on the safe centre, up to three, the edge apart.
     */
    {"", "R move q7 a1=R a3=R b1=R b3=B c4=B c5=R d3=B e3=R c2=R e5=B e4=B", "c2-c3",
     "R move>c3 q0 a1=R a3=R b1=R c3=R c5=R e3=R e4=B e5=B"},
    {"", "R move>c3 q0 a1=R a3=R b1=R c3=R c5=R e3=R e4=B e5=B", NULL,
     "c3-b3 c3-c2 c3-c4 c3-d3 ."},
    {"", "R move>c3 q0 a1=R a3=R b1=R c3=R c5=R e3=R e4=B e5=B", "c3-c4",
     "B move q0 a1=R a3=R b1=R c4=R c5=R e3=R e4=B e5=B"},
    {"", "R move>c3 q0 a1=R a3=R b1=R c3=R c5=R e3=R e4=B e5=B", ".",
     "B move q0 a1=R a3=R b1=R c3=R c5=R e3=R e4=B e5=B"},
    {"", "R move q7 b2=R c1=B c3=B e5=R", "b2-c2", "B move q8 c1=B c2=R c3=B e5=R"},
    {"", "R move q7 b2=R c3=B c4=R e5=B a5=B", "b2-c2",
     "B move q8 a5=B c2=R c3=B c4=R e5=B"},
    {"safe_centre=false", "R move q7 b2=R c3=B c4=R e5=B a5=B", "b2-c2",
     "R move>c2 q0 a5=B c2=R c4=R e5=B"},
    {"", "R move q7 a4=R b4=B c4=B d4=R e5=B", "a4-a5",
     "B move q8 a5=R b4=B c4=B d4=R e5=B"},
    {"", "R move q7 a3=R a5=B b1=R c1=B b5=B", "a3-a4",
     "B move q8 a4=R a5=B b1=R b5=B c1=B"},
    /* A column's top is not next to the next one's bottom. */
    {"", "R move q7 a3=R a5=B b1=R b2=R c5=B d5=B", "a3-a4",
     "B move q8 a4=R a5=B b1=R b2=R c5=B d5=B"},
    /* Blocked: remove and move, pass, lose. */
    {"", "R move q3 a1=R a2=B b1=B d5=B e4=B e5=R", NULL, "xa2 xb1 xd5 xe4"},
    {"", "R move q3 a1=R a2=B b1=B d5=B e4=B e5=R", "xa2",
     "R move q0 a1=R b1=B d5=B e4=B e5=R r"},
    {"", "R move q0 a1=R b1=B d5=B e4=B e5=R r", NULL, "a1-a2"},
    {"", "R move q0 a1=R b1=B d5=B e4=B e5=R r", "a1-a2",
     "B move q0 a2=R b1=B d5=B e4=B e5=R"},
    {"blocked=pass", "R move q3 a1=R a2=B b1=B d5=B e4=B e5=R", NULL, "."},
    {"blocked=pass", "R move q3 a1=R a2=B b1=B d5=B e4=B e5=R", ".",
     "B move q4 a1=R a2=B b1=B d5=B e4=B e5=R"},
    {"blocked=loss", "R move q3 a1=R a2=B b1=B d5=B e4=B e5=R", NULL, ""},
    /* The game ends in the middle of a turn. */
    {"", "R move q3 a1=R b2=R c2=B d2=R e5=B d5=B", "a1-b1",
     "B move q4 b1=R b2=R c2=B d2=R d5=B e5=B"},
    {"", "R move q3 a2=R c2=B d2=R e5=B", "a2-b2", "B move q0 b2=R d2=R e5=B"},
    {"", "B move q0 b2=R d2=R e5=B", NULL, ""},
    {"end_at=0", "R move q3 a2=R c2=B d2=R e5=B", "a2-b2", "R move>b2 q0 b2=R d2=R e5=B"},
};

static void test_known_answers(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        game_t *game = new_game(known[i].variant);
        state_t state;
        action_t actions[GAME_MAX_LEGAL], action;
        char answer[GAME_POSITION_TEXT] = "";
        failure_t error;
        read_position(game, known[i].before, &state);
        if (known[i].action) {
            if (!game_read_action(game, &state, known[i].action, &action, &error))
                fail_msg("%s\n%s", known[i].before, error.message);
            game_apply(game, &state, action);
            game_write_position(game, &state, POSITION_FULL, answer);
        } else {
            text_t out = text_into(answer, sizeof answer);
            for (int k = 0, n = game_legal(game, &state, actions); k < n; k++) {
                char text[GAME_ACTION_TEXT];
                game_write_action(game, actions[k], text);
                text_add(&out, "%s%s", k ? " " : "", text);
            }
        }
        if (strcmp(answer, known[i].answer) != 0)
            fail_msg("%s %s\nat   %s\n%s\ngot  %s\nnot  %s", game->class->name,
                     known[i].variant, known[i].before,
                     known[i].action ? known[i].action : "actions", answer,
                     known[i].answer);
        game_free(game);
    }
}

typedef struct ended {
    const char *variant, *position;
    int winner;
    reason_t reason;
} ended_t;

static const ended_t ended[] = {
    {"", "B move q0 b2=R d2=R e5=B", 0, REASON_WIN},
    {"end_at=0", "B move q0 b2=R d2=R e5=B", NOBODY, REASON_NONE},
    {"end_at=0", "R move q0 b2=B", 1, REASON_WIN},
    {"", "R move q49 b2=R d2=R e5=B e4=B", NOBODY, REASON_NONE},
    {"", "R move q50 b2=R d2=R e5=B e4=B", NOBODY, REASON_DRAW},
    {"", "B move q50 b2=R d2=R e5=B", 0, REASON_WIN}, /* pieces before the limit */
    {"no_capture_limit=7", "R move q7 b2=R d2=R e5=B e4=B", NOBODY, REASON_DRAW},
    {"blocked=loss", "R move q3 a1=R a2=B b1=B d5=B e4=B e5=R", 1, REASON_STUCK},
    {"blocked=loss", "R move q50 a1=R a2=B b1=B d5=B e4=B e5=R", NOBODY, REASON_DRAW},
    {"blocked=pass", "R move q3 a1=R a2=B b1=B d5=B e4=B e5=R", NOBODY, REASON_NONE},
    {"blocked=pass", "R move q50 a1=R a2=B b1=B d5=B e4=B e5=R", NOBODY, REASON_DRAW},
};

static void test_ends(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof ended / sizeof ended[0]; i++) {
        game_t *game = new_game(ended[i].variant);
        state_t state;
        read_position(game, ended[i].position, &state);
        outcome_t outcome = game_outcome(game, &state);
        pcg32_t rng = pcg32_for(1, i, 0, PCG_FOR_TEST);
        if (outcome.winner != ended[i].winner || outcome.reason != ended[i].reason)
            fail_msg("%s %s: winner %d, %s", ended[i].variant, ended[i].position,
                     outcome.winner, reason_names[outcome.reason]);
        if (outcome.over) {
            playout_t playout = game_playout(game, &state, &rng);
            assert_int_equal(playout.length, 0);
            assert_int_equal(playout.outcome.winner, outcome.winner);
            assert_int_equal(playout.outcome.reason, outcome.reason);
        }
        game_free(game);
    }
}

/* --- What is refused ---------------------------------------------------------------- */

typedef struct refused {
    const char *variant, *position;
    const char *reason; /* part of the message */
} refused_t;

static const refused_t refused[] = {
    {"", "", "the mover"},
    {"", "R", "the phase"},
    {"", "X place0 q0", "\"X\""},
    {"", "R place2 q0", "\"place2\""},
    {"", "R place0", "q0"},
    {"", "R place0 7", "\"7\""},
    {"", "R move q51 a1=R a2=R b1=B b2=B", "no_capture_limit"},
    {"", "R move q07 a1=R a2=R b1=B b2=B", "\"q07\""},
    {"", "R move q0 a1=R a1=B", "twice"},
    {"", "R move q0 a6=R", "\"a6=R\""},
    {"", "R move q0 f1=R", "\"f1=R\""},
    {"", "R move q0 a1=S", "R or B"},
    {"", "R move q0 a1=RR", "R or B"},
    {"", "R move q0", "both sides"},
    {"", "R move q0 a1=R b1=B", "both sides"},
    {"", "B place0 q0", "do not fit"},
    {"", "R place1 q0", "do not fit"},
    {"", "R place0 q0 c1=R", "do not fit"},
    {"", "R place1 q0 c1=B", "do not fit"},
    {"", "B place0 q0 c1=R c5=B", "do not fit"},
    {"", "B place0 q0 c1=R c2=R", "outer centres"},
    {"", "B place0 q0 c1=R a3=R", "outer centres"},
    {"", "R place1 q0 a1=R", "outer centres"},
    {"", "R place1 q1 c1=R", "q0"},
    {"opening=free", "R place1 q0 c3=R", "centre"},
    {"",
     "R place0 q0 a1=R a2=R a3=R a4=R a5=R b1=R b2=R b3=R b4=R b5=R c1=R c2=R c4=B c5=B "
     "d1=B d2=B d3=B d4=B d5=B e1=B e2=B e3=B e4=B e5=B",
     "all pieces are placed"},
    {"",
     "R move q0 a1=R a2=R a3=R a4=R a5=R b1=R b2=R b3=R b4=R b5=R c1=R c2=R c3=R e1=B "
     "e2=B",
     "13 red"},
    {"", "R move>c3 q0 a1=R a2=R b1=B b2=B", "not the mover's"},
    {"", "R move>b1 q0 a1=R a2=R b1=B b2=B", "not the mover's"},
    {"", "R move>a1 q1 a1=R a2=R b1=B b2=B", "q0"},
    {"", "R move>a9 q0 a1=R a2=R b1=B b2=B", "cell of the board"},
    {"", "R move>a1 q0 a1=R a2=R b1=B", "over"},
    {"",
     "R move>a1 q0 a1=R a2=R c4=B c5=B d1=B d2=B d3=B d4=B d5=B e1=B e2=B e3=B e4=B e5=B",
     "all its pieces"},
    {"", "R move>a1 q0 a1=R a2=R b1=B b2=B r", "phase move"},
    {"", "R place1 q0 c1=R r", "phase move"},
    {"", "R move q0 a1=R b1=B d5=B e4=B e5=R r r", "may follow r"},
    {"", "R move q0 r a1=R b1=B d5=B e4=B e5=R", "may follow r"},
    {"", "R move q1 a1=R b1=B d5=B e4=B e5=R r", "q0"},
    {"", "R move q0 a1=R d5=B e4=B e5=R r", "they reach 2"},
    {"", "R move q0 a1=R a2=B b1=B d5=B e4=B e5=R r", "they reach 0"},
    {"blocked=pass", "R move q0 a1=R b1=B d5=B e4=B e5=R r", "blocked=remove"},
};

static void test_refused_positions(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        game_t *game = new_game(refused[i].variant);
        state_t state;
        failure_t error;
        if (game_read_position(game, refused[i].position, &state, &error))
            fail_msg("%s accepts %s", refused[i].variant, refused[i].position);
        if (!strstr(error.message, refused[i].reason))
            fail_msg("%s\nis refused without \"%s\": %s", refused[i].position,
                     refused[i].reason, error.message);
        game_free(game);
    }
}

static void test_refused_packed_states(void **unused) {
    (void)unused;
    enum { PACKED = 33, CELL_A1 = 8 };
    static const struct {
        int at;
        unsigned char value;
    } wrong[] = {{0, 2}, {1, 9}, {1, SEEGA_GO_ON}, {2, 1},       {4, 0},
                 {5, 1}, {6, 1}, {7, 1},           {CELL_A1, 1}, {CELL_A1 + 2, 3}};
    game_t *game = new_game("");
    state_t state;
    unsigned char bytes[GAME_PACKED_BYTES];
    failure_t error;
    assert_int_equal(game->packed_bytes, PACKED);
    read_position(game, "B place0 q0 a3=R e3=R", &state);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        game_pack(game, &state, bytes);
        bytes[wrong[i].at] = wrong[i].value;
        if (game_unpack(game, bytes, &state, &error))
            fail_msg("byte %d may be %d", wrong[i].at, wrong[i].value);
    }
    game_free(game);
}

static void test_sizes(void **unused) {
    (void)unused;
    const game_class_t *class = game_class_find("seega", NULL);
    assert_non_null(class);
    for (int size = 3; size <= 11; size++) {
        char text[32];
        failure_t error;
        snprintf(text, sizeof text, "{\"size\": %d}", size);
        cJSON *variant = json_read(text, "test", NULL);
        game_t *game =
            game_new_overridden(class, variant, "FILE", "variant.", NULL, &error);
        if (size == 5 || size == 7 || size == 9) {
            assert_non_null(game);
            assert_int_equal(game->cells, size * size);
            assert_int_equal(game->num_actions,
                             2 * size * size + 4 * size * (size - 1) + 1);
            assert_true(game->state_bytes <= 128);
        } else {
            assert_null(game);
            assert_non_null(strstr(error.message, "size"));
            if (size == 6 || size == 8)
                assert_non_null(strstr(error.message, "5, 7 or 9"));
        }
        game_free(game);
        cJSON_Delete(variant);
    }
}

/* Every number of an action has a text, and the text that number. */
static void test_all_actions_have_texts(void **unused) {
    (void)unused;
    const char *const sizes[] = {"size=5", "size=7", "size=9"};
    for (int i = 0; i < 3; i++) {
        game_t *game = new_game(sizes[i]);
        for (int action = 0; action < game->num_actions; action++) {
            char text[GAME_ACTION_TEXT];
            action_t read;
            game_write_action(game, (action_t)action, text);
            assert_true(game_parse_action(game, text, &read));
            assert_int_equal(read, action);
        }
        game_free(game);
    }
    game_t *game = new_game("");
    static const struct {
        action_t action;
        const char *text;
    } documented[] = {{0, "@a1"},    {1, "@a2"},    {5, "@b1"},   {25, "a1-a2"},
                      {26, "a1-b1"}, {28, "a2-a3"}, {105, "xa1"}, {130, "."}};
    for (size_t i = 0; i < sizeof documented / sizeof documented[0]; i++) {
        char text[GAME_ACTION_TEXT];
        game_write_action(game, documented[i].action, text);
        assert_string_equal(text, documented[i].text);
    }
    const char *const wrong[] = {"",      "a1",    "@",     "@a6",    "@a1x", "x",
                                 "a1-a1", "a1-b2", "a1xa2", "a1-a2-", "..",   "pass"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        action_t read;
        if (game_parse_action(game, wrong[i], &read))
            fail_msg("\"%s\" is read as an action", wrong[i]);
    }
    game_free(game);
}

/* --- The playout -------------------------------------------------------------------- */

enum { LENGTHS = 64, KINDS = 3 * REASON_COUNT };

static void sample(const game_t *game, const state_t *start, bool generic, int playouts,
                   int counts[LENGTHS][KINDS]) {
    pcg32_t rng = pcg32_for(5, generic, 0, PCG_FOR_TEST);
    memset(counts, 0, LENGTHS * sizeof *counts);
    for (int i = 0; i < playouts; i++) {
        state_t state = *start;
        playout_t p = generic ? playout_generic(game, &state, &rng)
                              : game_playout(game, &state, &rng);
        int length = p.length < LENGTHS ? (int)p.length : LENGTHS - 1;
        counts[length][p.outcome.winner * REASON_COUNT + p.outcome.reason]++;
    }
}

/* Every length and result is as frequent as in the generic playout, within 6 standard
 * errors. */
static void compare_playouts(const char *variant, const char *position) {
    int own[LENGTHS][KINDS], generic[LENGTHS][KINDS], playouts = test_effort(20000);
    game_t *game = new_game(variant);
    state_t state;
    read_position(game, position, &state);
    sample(game, &state, false, playouts, own);
    sample(game, &state, true, playouts, generic);
    for (int length = 0; length < LENGTHS; length++)
        for (int kind = 0; kind < KINDS; kind++) {
            int a = own[length][kind], b = generic[length][kind];
            if ((a - b) * (a - b) > 36 * (a + b))
                fail_msg("%s from %s\n%d actions, winner %d, %s: %d, generic %d", variant,
                         position, length, kind / REASON_COUNT,
                         reason_names[kind % REASON_COUNT], a, b);
        }
    game_free(game);
}

/* Limits are short, so that early events show in the lengths. */
static void test_playouts_from_rare_positions(void **unused) {
    (void)unused;
    const char *const variants[] = {
        "no_capture_limit=4",
        "no_capture_limit=5 end_at=0 safe_centre=false",
        "no_capture_limit=4 blocked=pass",
        "no_capture_limit=4 blocked=loss end_at=0",
    };
    const char *const positions[] = {
        "R move q3 a1=R a2=B b1=B d5=B e4=B e5=R",
        "B move q2 a1=B a2=R b1=R e1=B d1=R e2=R",
        "R move q0 a1=R a2=R a3=B b1=R b2=B c1=B c4=B",
        "R move q0 c3=B a3=R b2=R b3=R b4=R c1=B c2=B c4=B d3=B",
        "R move q3 c2=R b3=B a3=R d3=B e3=R c4=B c5=R e1=B e5=B",
        "R move>c3 q0 a1=R c3=R c4=B c5=R d2=B e5=B",
        "B move>e1 q0 a1=R a2=R b2=R d1=R e1=B e2=R b5=B",
        "R move>c3 q0 a4=R b3=R b4=B c2=R c3=R d3=R e1=B", /* half win at once */
        "B place0 q0 a3=R e3=R",
        "R place1 q0 a1=R a3=R c1=B c5=B e3=R",
    };
    for (size_t v = 0; v < sizeof variants / sizeof variants[0]; v++)
        for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++)
            compare_playouts(variants[v], positions[i]);
    const char *removed = "R move q0 a1=R b1=B d5=B e4=B e5=R r";
    compare_playouts("no_capture_limit=1", removed);
    compare_playouts("no_capture_limit=4 end_at=0", removed);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_answers),
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_refused_positions),
        cmocka_unit_test(test_refused_packed_states),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_all_actions_have_texts),
        cmocka_unit_test(test_playouts_from_rare_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
