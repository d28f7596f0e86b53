/* Metrics of games: one game by hand; games of every registered game against a second
 * computation that uses only position texts and plain sums instead of traces, histories
 * and contents of cells. */
#include "core/conformance/conformance.h"
#include "mcts/search/search_result.h"
#include "selfplay/config/run_config.h"
#include "selfplay/store/record.h"
#include "tests/support/unit.h"

#include "eval/metrics/game_metrics.h"
#include "selfplay/play/resignation.h"
#include "tests/support/toy_nim.h"
#include "tests/support/variants.h"

#include <math.h>
#include <stdlib.h>

static void assert_near(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.12f is not within %g of %.12f", value, tolerance, expected);
}

/* --- Recording ---------------------------------------------------------------------- */

/* A position with a search of given visits and value; visits NULL: nobody searched. */
static void record_step(record_t *record, const game_t *game, state_t *state,
                        uint32_t ply, uint32_t *turns, const uint32_t *visits,
                        float value, action_t chosen) {
    search_result_t *result = memory_new(1, sizeof *result);
    result->count = game_legal(game, state, result->actions);
    for (int i = 0; visits && i < result->count; i++)
        result->root_visits += result->visits[i] = visits[i];
    for (int i = 0; i < result->count; i++)
        result->priors[i] = 1.0F / (float)result->count;
    result->simulations = result->root_visits;
    result->root_value = visits ? value : 0.5F;
    record_add_position(record, state, ply, *turns, result, chosen);
    int player = game_player(game, state);
    game_apply(game, state, chosen);
    *turns += game_outcome(game, state).over || game_player(game, state) != player;
    free(result);
}

static void record_end(record_t *record, const game_t *game, const state_t *state,
                       uint64_t id, uint32_t num_actions, uint32_t turns) {
    game_end_t end = {
        .id = id, .outcome = game_outcome_at(game, state, num_actions), .turns = turns};
    end.winner_side = NOBODY;
    if (end.outcome.winner != NOBODY)
        end.winner_side = (uint8_t)game_side_of(game, state, end.outcome.winner);
    record_end_game(record, &end);
}

/* --- By hand ------------------------------------------------------------------------ */

typedef struct toy_step {
    action_t chosen;
    float value;        /* to the mover */
    uint32_t visits[3]; /* of the legal actions */
} toy_step_t;

/* Toy Nim with three tokens: A takes the middle one and stops, B takes the left one,
 * which ends their turn, and A the last one. 3, 3, 2 and 1 legal actions. */
static const toy_step_t toy_steps[] = {
    {1, 0.4F, {4, 4, 0}}, {3, 0.6F, {2, 2, 2}}, {0, 0.7F, {3, 1, 0}}, {2, 1, {5, 0, 0}}};

static void record_toy_game(record_t *record, const game_t *game, uint64_t id) {
    state_t state = {0};
    uint32_t turns = 0;
    game_start(game, &state);
    for (uint32_t ply = 0; ply < 4; ply++)
        record_step(record, game, &state, ply, &turns, toy_steps[ply].visits,
                    toy_steps[ply].value, toy_steps[ply].chosen);
    record_end(record, game, &state, id, 4, turns);
}

static game_t *toy_game(const char *variant) {
    failure_t error;
    game_t *game = conformance_game(&toy_nim_class, variant, &error);
    if (!game)
        fail_msg("%s", error.message);
    return game;
}

/* The metrics of a record's games, which are all of them. */
static void add_all(game_metrics_t *metrics, const record_t *record) {
    failure_t error;
    for (size_t row = 0; row < record->rows[TABLE_GAMES]; row++)
        if (!game_metrics_add(metrics, record, row, &error))
            fail_msg("%s", error.message);
    game_metrics_finish(metrics);
}

static void expect(const game_metrics_t *metrics, metric_id_t id, double expected) {
    metric_t metric = game_metrics_get(metrics, id, 0.95);
    if (!(fabs(metric.estimate.value - expected) <= 1e-6))
        fail_msg("%s is %.9f, not %.9f", metric.info.key, metric.estimate.value,
                 expected);
    assert_true(metric.estimate.low <= metric.estimate.value + 1e-12 &&
                metric.estimate.value <= metric.estimate.high + 1e-12);
}

static void expect_toy_values(const game_metrics_t *metrics) {
    double entropy = -(0.75 * log(0.75) + 0.25 * log(0.25));
    expect(metrics, METRIC_TURNS, 3);
    expect(metrics, METRIC_TURNS_50, 3);
    expect(metrics, METRIC_ACTIONS, 4);
    expect(metrics, METRIC_ACTIONS_90, 4);
    expect(metrics, METRIC_BRANCHING, 2.25);
    expect(metrics, METRIC_BRANCHING_MAX, 3);
    expect(metrics, METRIC_TREE_COMPLEXITY, 4 * log10(2.25));
    expect(metrics, METRIC_ACTION_SHARE, 0.75);
    expect(metrics, METRIC_ACTION_FACTOR, 8.0 / 3);
    expect(metrics, METRIC_EFFECTIVE_CHOICES, (2 + 3 + exp(entropy)) / 3);
    expect(metrics, METRIC_CHOICE_EVENNESS, (log(2) / log(3) + 1 + entropy / log(2)) / 3);
    /* Of 4, 4, 0 two stand out, of 2, 2, 2 all, of 3, 1 one. */
    expect(metrics, METRIC_CLARITY_NARROWNESS, (2.0 / 3 + 1 + 0.5) / 3);
    expect(metrics, METRIC_OUTCOME_UNIFORMITY, 1);
    expect(metrics, METRIC_PLAYER1_SCORE, 1);
    expect(metrics, METRIC_PLAYER1_WINS, 1);
    expect(metrics, METRIC_BALANCE, 0);
    expect(metrics, METRIC_COMPLETION, 1);
    expect(metrics, METRIC_DRAWISHNESS, 0);
    expect(metrics, METRIC_CUT_OFFS, 0);
    /* Player 1's values are 0.4, 0.6, 0.3, 1. */
    expect(metrics, METRIC_OPENING_VALUE, 0.4);
    expect(metrics, METRIC_DRAMA_MEAN, (sqrt(0.2) + sqrt(0.4)) / 2);
    expect(metrics, METRIC_DRAMA_MAX, sqrt(0.4));
    expect(metrics, METRIC_BEHIND_SHARE, 0.5);
    expect(metrics, METRIC_LEAD_CHANGES, 3);
    expect(metrics, METRIC_LEAD_CHANGE_SHARE, 1);
    expect(metrics, METRIC_STABILITY, (0.16 + 0.36 + 0.09 + 1) / 4 - 0.575 * 0.575);
    expect(metrics, METRIC_UNCERTAINTY, (0.96 + 0.96 + 0.84) / 4);
    expect(metrics, METRIC_DECISIVENESS_THRESHOLD, 0.7);
    expect(metrics, METRIC_DECIDED_SHARE, 0.25);
    expect(metrics, METRIC_FOREGONE_SHARE, 0.25);
    expect(metrics, METRIC_KILLER_MOVE, -0.1); /* A's first turn: 0.4 to 0.3 */
    /* A token counts as there until the turn that takes it is over. */
    expect(metrics, METRIC_COVERAGE, 1);
    expect(metrics, METRIC_OCCUPANCY, (3 + 3 + 2 + 1 + 0) / 15.0);
    assert_int_equal(game_metrics_get(metrics, METRIC_PERMANENCE, 0.95).games, 0);
    assert_true(isnan(game_metrics_get(metrics, METRIC_PERMANENCE, 0.95).estimate.value));
}

/* The metrics of that game, repeated; the caller clears them and frees the game. */
static game_metrics_t toy_metrics(game_t *game, uint64_t games) {
    game_metrics_t metrics;
    record_t record;
    record_init(&record, game);
    game_metrics_init(&metrics, game);
    for (uint64_t id = 0; id < games; id++)
        record_toy_game(&record, game, id);
    add_all(&metrics, &record);
    record_clear(&record);
    return metrics;
}

static void test_game_by_hand(void **unused) {
    (void)unused;
    game_t *game = toy_game("size=3 take=2");
    game_metrics_t metrics = toy_metrics(game, 1);
    expect_toy_values(&metrics);
    assert_near(metrics.lead[0].mean, 0.4, 1e-6);  /* at 0 */
    assert_near(metrics.lead[4].mean, 0.4, 1e-6);  /* at 20 %: still the first */
    assert_near(metrics.lead[5].mean, 0.6, 1e-6);  /* at 25 %: the second of four */
    assert_near(metrics.lead[14].mean, 0.3, 1e-6); /* at 70 % */
    assert_near(metrics.winner_lead[20].mean, 1, 1e-6);
    assert_int_equal(metrics.openings.actions[1].games, 1);
    assert_int_equal(metrics.openings.cells[1].games, 1);
    assert_int_equal(metrics.openings.cells[0].games, 0);
    assert_near(metrics.openings.actions[1].value.mean, 0.6, 1e-6);
    assert_int_equal(metrics.openings.actions[1].scores.count[2], 1);
    assert_true(metrics.shortest.exists && metrics.shortest.num_actions == 4);
    assert_int_equal(metrics.shortest.turns, 3);
    assert_int_equal(metrics.shortest.actions[1], 3);
    game_metrics_clear(&metrics);
    game_free(game);
}

/* A repeated game counts as one: the mean stays, the interval does not narrow. */
static void test_games_that_came_again(void **unused) {
    (void)unused;
    game_t *game = toy_game("size=3 take=2");
    game_metrics_t metrics = toy_metrics(game, 500);
    expect_toy_values(&metrics);
    assert_int_equal(metrics.games, 500);
    assert_int_equal(metrics.duplicates.distinct, 1);
    assert_near(game_metrics_effective(&metrics, 500), 1, 1e-9);
    assert_true(game_metrics_get(&metrics, METRIC_PLAYER1_SCORE, 0.95).estimate.low <
                0.5);
    assert_true(game_metrics_get(&metrics, METRIC_ACTION_SHARE, 0.95).estimate.low < 0.5);
    game_metrics_clear(&metrics);
    game_free(game);
}

/* --- A second computation ----------------------------------------------------------- */

enum { GAMES = 30, MOST_NAMES = 256 };

typedef struct naive {
    double branching, forced, covered, drama, behind, changes, turns, player1_points;
    int won, cut_off, searched_games;
} naive_t;

/* Names of occupied cells, from a position text: the part before "=", unless the node is
 * removed ("=X"). */
static void note_cells(const game_t *game, const state_t *state,
                       char names[MOST_NAMES][8], int *count) {
    char text[GAME_POSITION_TEXT];
    game_write_position(game, state, POSITION_FULL, text);
    for (char *save = NULL, *token = strtok_r(text, " ", &save); token;
         token = strtok_r(NULL, " ", &save)) {
        char *equals = strchr(token, '=');
        int i = 0;
        if (!equals || equals[1] == 'X')
            continue;
        *equals = 0;
        while (i < *count && strcmp(names[i], token) != 0)
            i++;
        if (i == *count)
            snprintf(names[(*count)++], sizeof names[0], "%.7s", token);
    }
}

/* From the values of player 1 in the order of play. */
static void note_values(naive_t *naive, const double *values, int count, int winner) {
    double roots = 0;
    int behind = 0, last_sign = 0, changes = 0;
    for (int i = 0; i < count; i++) {
        double lead = values[i] - (1 - values[i]); /* of player 1 */
        int sign = (lead > 0) - (lead < 0);
        if (sign != 0 && last_sign != 0 && sign != last_sign)
            changes++;
        last_sign = sign != 0 ? sign : last_sign;
        double of_winner = winner == 0 ? lead : -lead;
        if (winner != NOBODY && of_winner < 0) {
            roots += sqrt(-of_winner);
            behind++;
        }
    }
    if (winner != NOBODY && count > 0) {
        naive->drama += behind ? roots / behind : 0;
        naive->behind += (double)behind / count;
        naive->won++;
    }
    if (count > 0) {
        naive->changes += changes;
        naive->searched_games++;
    }
}

/* Adds a playout whose first two actions have no searches to both. */
static void play_random_game(const game_t *game, uint64_t id, record_t *record,
                             naive_t *naive) {
    static double values[100000];
    static uint32_t visits[GAME_MAX_LEGAL];
    static char names[MOST_NAMES][8];
    pcg32_t rng = pcg32_for(14, id, 0, PCG_FOR_TEST);
    action_t actions[GAME_MAX_LEGAL];
    state_t state = {0};
    uint32_t turns = 0, ply = 0;
    int count, valued = 0, covered = 0;
    double legal = 0, forced = 0;
    game_start(game, &state);
    note_cells(game, &state, names, &covered);
    while ((count = game_legal(game, &state, actions)) > 0) {
        bool is_searched = ply >= 2;
        float value = (float)(pcg32_below(&rng, 17)) / 16.0F; /* often even */
        for (int i = 0; i < count; i++)
            visits[i] = 1 + pcg32_below(&rng, 9);
        if (is_searched)
            values[valued++] =
                game_player(game, &state) == 0 ? (double)value : 1 - (double)value;
        legal += count;
        forced += count == 1;
        action_t chosen = actions[pcg32_below(&rng, (uint32_t)count)];
        record_step(record, game, &state, ply++, &turns, is_searched ? visits : NULL,
                    value, chosen);
        note_cells(game, &state, names, &covered);
    }
    record_end(record, game, &state, id, ply, turns);
    outcome_t outcome = game_outcome(game, &state);
    naive->branching += legal / ply;
    naive->forced += forced / ply;
    naive->covered += (double)covered / game->cells;
    naive->turns += turns;
    naive->player1_points += outcome.winner == NOBODY ? 0.5 : outcome.winner == 0;
    naive->cut_off += outcome.reason == REASON_CUT_OFF;
    note_values(naive, values, valued, outcome.winner);
}

static void compare(const game_metrics_t *metrics, const naive_t *naive, int games) {
    expect(metrics, METRIC_BRANCHING, naive->branching / games);
    expect(metrics, METRIC_ACTION_SHARE, 1 - naive->forced / games);
    expect(metrics, METRIC_COVERAGE, naive->covered / games);
    expect(metrics, METRIC_TURNS, naive->turns / games);
    expect(metrics, METRIC_PLAYER1_SCORE, naive->player1_points / games);
    expect(metrics, METRIC_CUT_OFFS, (double)naive->cut_off / games);
    expect(metrics, METRIC_LEAD_CHANGES, naive->changes / naive->searched_games);
    assert_int_equal(game_metrics_get(metrics, METRIC_LEAD_CHANGES, 0.95).games,
                     naive->searched_games);
    assert_int_equal(game_metrics_get(metrics, METRIC_DRAMA_MEAN, 0.95).games,
                     naive->won);
    if (naive->won > 0) {
        expect(metrics, METRIC_DRAMA_MEAN, naive->drama / naive->won);
        expect(metrics, METRIC_BEHIND_SHARE, naive->behind / naive->won);
    }
}

/* --- Outcomes ----------------------------------------------------------------------- */

/* A table of outcomes: 1 minus the variance of 1, 0 and -1. */
static void check_uniformity(uint64_t won, uint64_t drawn, uint64_t lost,
                             double expected) {
    game_t *game = toy_game("size=3 take=2");
    game_metrics_t metrics;
    game_metrics_init(&metrics, game);
    metrics.games = won + drawn + lost;
    metrics.duplicates.effective = (double)metrics.games;
    for (uint64_t i = 0; i < metrics.games; i++) {
        int points = i < won ? 2 : i < won + drawn ? 1 : 0;
        sample_add(&metrics.samples[METRIC_OUTCOME_UNIFORMITY], points / 2.0);
        outcome_counts_add(&metrics.scores[METRIC_OUTCOME_UNIFORMITY], points);
    }
    metric_t metric = game_metrics_get(&metrics, METRIC_OUTCOME_UNIFORMITY, 0.95);
    assert_near(metric.estimate.value, expected, 1e-9);
    assert_true(metric.estimate.low <= expected && expected <= metric.estimate.high);
    assert_true(metric.estimate.high - metric.estimate.low > 0.01);
    game_metrics_clear(&metrics);
    game_free(game);
}

static void test_outcome_uniformity(void **unused) {
    (void)unused;
    check_uniformity(50, 0, 50, 0);
    check_uniformity(100, 0, 0, 1);
    check_uniformity(0, 80, 0, 1);
    check_uniformity(25, 50, 25, 0.5);
    check_uniformity(75, 0, 25, 0.25);
    check_uniformity(30, 60, 10, 1 - (0.4 - 0.04));
}

/* --- Opening book ------------------------------------------------------------------- */

/* Three games of 7 tokens of toy Nim, one of them the image of another: lines are counted
 * once, and longer ones part. */
static void add_to_book(opening_book_t *book, const game_t *game, const action_t *actions,
                        size_t count, uint8_t winner) {
    trace_step_t steps[8] = {{0}};
    game_trace_t trace = {.game = game, .steps = steps, .num_actions = count};
    for (size_t i = 0; i < count; i++)
        steps[i] = (trace_step_t){.chosen = actions[i], .is_searched = i > 0};
    trace.outcome = (outcome_t){true, winner, REASON_WIN};
    opening_book_add(book, &trace);
}

static void test_opening_book(void **unused) {
    (void)unused;
    game_t *game = toy_game("size=7 take=2");
    opening_book_t book;
    book_line_t replies[BOOK_REPLIES];
    opening_book_init(&book, game);
    /* Token 0 and stop, then 1; its image, token 6 and stop, then 5; and 0, 1. */
    add_to_book(&book, game, (const action_t[]){0, 7, 1}, 3, 0);
    add_to_book(&book, game, (const action_t[]){6, 7, 5}, 3, 1);
    add_to_book(&book, game, (const action_t[]){0, 1}, 2, 0);
    add_to_book(&book, game, (const action_t[]){3, 7}, 2, 0);
    opening_book_finish(&book);
    book_line_t all = opening_book_start(&book);
    assert_int_equal(all.games, 4);
    assert_int_equal(opening_book_replies(&book, &all, replies, BOOK_REPLIES, 2), 1);
    assert_int_equal(opening_book_replies(&book, &all, replies, BOOK_REPLIES, 1), 2);
    assert_int_equal(book.games[replies[0].first].actions[replies[0].depth - 1], 0);
    assert_int_equal(replies[0].games, 3);
    assert_int_equal(replies[0].searched, 0);
    assert_int_equal(replies[0].scores.count[2], 2);
    assert_int_equal(replies[0].scores.count[0], 1);
    book_line_t first = replies[0];
    assert_int_equal(opening_book_replies(&book, &first, replies, BOOK_REPLIES, 1), 2);
    assert_int_equal(book.games[replies[0].first].actions[replies[0].depth - 1], 7);
    assert_int_equal(replies[0].games, 2);
    assert_int_equal(replies[0].searched, 2);
    assert_int_equal(book.games[replies[1].first].actions[replies[1].depth - 1], 1);
    book_line_t ended = replies[1];
    assert_int_equal(opening_book_replies(&book, &ended, replies, BOOK_REPLIES, 1), 0);
    opening_book_clear(&book);
    game_free(game);
}

/* If games may be resigned, figures that depend on the end of games use only those chosen
 * by lot to be played out, though here all came to their end. */
static void test_ends_by_lot(void **unused) {
    (void)unused;
    enum { TOYS = 50 };
    static const metric_id_t of_ends[] = {
        METRIC_TURNS,           METRIC_TURNS_90,   METRIC_ACTIONS,     METRIC_ACTIONS_50,
        METRIC_TREE_COMPLEXITY, METRIC_COMPLETION, METRIC_DRAWISHNESS, METRIC_CUT_OFFS};
    static const double shares[] = {0, 0.4, 1};
    game_t *game = toy_game("size=3 take=2");
    record_t record;
    record_init(&record, game);
    for (uint64_t id = 0; id < TOYS; id++)
        record_toy_game(&record, game, id);
    for (int s = 0; s < 3; s++) {
        run_config_t config = {
            .seed = 3, .learning = {.resigns_below = 0.1, .played_out = shares[s]}};
        game_metrics_t metrics;
        uint64_t by_lot = 0;
        for (uint64_t id = 0; id < TOYS; id++)
            by_lot += resignation_is_played_out(&config.learning, 3, id);
        assert_true(s == 0 ? by_lot == 0 : s == 2 ? by_lot == TOYS : by_lot > 5);
        game_metrics_init(&metrics, game);
        game_metrics_know(&metrics, &config);
        add_all(&metrics, &record);
        for (size_t i = 0; i < sizeof of_ends / sizeof of_ends[0]; i++) {
            metric_t metric = game_metrics_get(&metrics, of_ends[i], 0.95);
            assert_int_equal(metric.games, by_lot);
            assert_int_equal(isnan(metric.estimate.value), by_lot == 0);
        }
        assert_int_equal(metrics.turns.games, by_lot);
        assert_int_equal(game_metrics_get(&metrics, METRIC_BRANCHING, 0.95).games, TOYS);
        assert_int_equal(game_metrics_get(&metrics, METRIC_PLAYER1_SCORE, 0.95).games,
                         TOYS);
        game_metrics_clear(&metrics);
    }
    record_clear(&record);
    game_free(game);
}

/* First actions by cell: the end of an action's text, on a board whose columns begin with
 * these cells. */
static void test_first_cells(void **unused) {
    (void)unused;
    static const int first_of_column[] = {0, 3, 7, 12, 16};
    const test_variant_t variant = {"seesaw", "size=3"};
    uint64_t expected[19] = {0}, glides = 0;
    game_t *game = test_variant_game(&variant);
    naive_t naive = {0};
    game_metrics_t metrics;
    record_t record;
    record_init(&record, game);
    game_metrics_init(&metrics, game);
    for (uint64_t id = 0; id < GAMES; id++) {
        char text[GAME_ACTION_TEXT];
        size_t row = record.rows[TABLE_POSITIONS];
        play_random_game(game, id, &record, &naive);
        game_write_action(game, record_u16(&record, POSITIONS_CHOSEN)[row], text);
        const char *cell = text + strlen(text) - 2;
        expected[first_of_column[cell[0] - 'a'] + cell[1] - '1']++;
        glides += strchr(text, '-') != NULL;
    }
    add_all(&metrics, &record);
    assert_true(glides > 0);
    for (int cell = 0; cell < 19; cell++)
        assert_int_equal(metrics.openings.cells[cell].games, expected[cell]);
    record_clear(&record);
    game_metrics_clear(&metrics);
    game_free(game);
}

static const test_variant_t compared[] = {
    {"seesaw", "size=3"},
    {"seesaw", "size=4 max_turns=30"},
    {"seesaw", "size=4 swap=true"},
    {"situ", "order=3"},
    {"situ", "order=4 swap=true"},
    {"seega", "size=5 opening=free"},
    {"seega", "size=5 swap=true no_capture_limit=20"},
    {"cascade", "size=5 direction=both"},
    {"cascade", "size=4 swap=true"},
};

static void test_against_a_second_computation(void **unused) {
    (void)unused;
    int games = test_effort(GAMES);
    for (size_t v = 0; v < sizeof compared / sizeof compared[0]; v++) {
        game_t *game = test_variant_game(&compared[v]);
        naive_t naive = {0};
        game_metrics_t metrics;
        record_t record;
        record_init(&record, game);
        game_metrics_init(&metrics, game);
        for (uint64_t id = 0; id < (uint64_t)games; id++)
            play_random_game(game, id, &record, &naive);
        add_all(&metrics, &record);
        compare(&metrics, &naive, games);
        for (metric_id_t m = 0; m < METRIC_COUNT; m++) {
            metric_t metric = game_metrics_get(&metrics, m, 0.95);
            assert_true(metric.games == 0 ||
                        (metric.estimate.low >= metric.info.low - 1e-12 &&
                         metric.estimate.value <= metric_high(m, game)));
        }
        record_clear(&record);
        game_metrics_clear(&metrics);
        game_free(game);
    }
}

/* --- What is no game ---------------------------------------------------------------- */

static void expect_refused(const game_t *game, const record_t *record, const char *word) {
    game_metrics_t metrics;
    failure_t error;
    game_metrics_init(&metrics, game);
    assert_false(game_metrics_add(&metrics, record, 0, &error));
    if (!strstr(error.message, word))
        fail_msg("\"%s\" does not say \"%s\"", error.message, word);
    assert_int_equal(metrics.games, 0);
    game_metrics_clear(&metrics);
}

static void test_records_that_are_no_games(void **unused) {
    (void)unused;
    game_t *game = toy_game("size=3 take=2");
    record_t record;
    record_init(&record, game);
    record_toy_game(&record, game, 7);
    record_u16(&record, POSITIONS_CHOSEN)[2] = 1;
    expect_refused(game, &record, "game 7, action 2: the recorded action is not legal");
    record_u16(&record, POSITIONS_CHOSEN)[2] = 0;
    record_u8(&record, GAMES_WINNER)[0] = 1;
    expect_refused(game, &record, "game 7, action 4: the game ends differently");
    record_u8(&record, GAMES_WINNER)[0] = 0;
    record_u32(&record, GAMES_TURNS)[0] = 4;
    expect_refused(game, &record, "the game ends differently");
    record_clear(&record);
    game_free(game);
}

/* Every metric has all its texts, and a key of its own. */
static void test_table(void **unused) {
    (void)unused;
    for (metric_id_t m = 0; m < METRIC_COUNT; m++) {
        const metric_info_t *info = &metric_table[m];
        assert_true(info->key && info->title && info->unit && info->source);
        assert_true(strlen(info->definition) > 10 && strlen(info->formula) > 10);
        for (metric_id_t other = 0; other < m; other++)
            assert_string_not_equal(info->key, metric_table[other].key);
        assert_true(info->bound != BOUND_NUMBER || info->high > info->low);
        assert_true((info->kind == METRIC_IS_QUANTILE) == (info->quantile > 0));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_game_by_hand),
        cmocka_unit_test(test_ends_by_lot),
        cmocka_unit_test(test_outcome_uniformity),
        cmocka_unit_test(test_opening_book),
        cmocka_unit_test(test_games_that_came_again),
        cmocka_unit_test(test_first_cells),
        cmocka_unit_test(test_against_a_second_computation),
        cmocka_unit_test(test_records_that_are_no_games),
        cmocka_unit_test(test_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
