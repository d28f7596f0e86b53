/* The game interface, exercised by a game that omits what it can (toy_nim.h): it
 * conforms, a search proves its value, self-play records it. */
#include "core/conformance/conformance.h"
#include "mcts/search/search.h"
#include "selfplay/config/run_config.h"
#include "selfplay/store/record.h"
#include "tests/support/unit.h"

#include "selfplay/play/run_game.h"
#include "tests/support/brute_force.h"
#include "tests/support/conformance_holds.h"
#include "tests/support/toy_nim.h"

enum { MIN_SIZE = 3, MAX_SIZE = 12, MIN_TAKE = 2, MAX_TAKE = 3 };

/* Every size; together they cover everything else. */
static const test_variant_t variants[] = {
    {"toynim", ""},
    {"toynim", "size=3 take=3"},
    {"toynim", "size=4 take=2 misere=true"},
    {"toynim", "size=5 take=3 swap=true"},
    {"toynim", "size=6"},
    {"toynim", "size=8 take=2 swap=true"},
    {"toynim", "size=9 take=3 misere=true swap=true"},
    {"toynim", "size=10"},
    {"toynim", "size=11 take=3"},
    {"toynim", "size=12 take=3 misere=true"},
};
enum { VARIANTS = sizeof variants / sizeof variants[0] };

static game_t *make_game(const char *variant) {
    failure_t error;
    game_t *game = conformance_game(&toy_nim_class, variant, &error);
    if (!game)
        fail_msg("%s: %s", variant, error.message);
    return game;
}

static void test_conforms(void **unused) {
    (void)unused;
    for (int i = 0; i < VARIANTS; i++) {
        game_t *game = make_game(variants[i].variant);
        conformance_holds(game);
        game_free(game);
    }
    conformance_coverage(&toy_nim_class, variants, VARIANTS);
}

typedef struct text_case {
    const char *position;
    const char *message; /* a part of it; NULL: the position is right */
} text_case_t;

/* The row is 7 long, and a turn takes up to 2. */
static void test_positions_as_text(void **unused) {
    (void)unused;
    const text_case_t cases[] = {
        {"A ooooooo 0", NULL},
        {"A ooo*ooo 0", NULL},
        {"B oo..ooo 1", NULL},
        {"A ....... 2", NULL},
        {"C ooooooo 0", "column 1"},
        {"A oooooo 0", "column 3"},
        {"A oooxooo 0", "column 6"},
        {"A ooooooo 3", "column 11"},
        {"A ooooooo 0 0", "column 13"},
        {"A ooooooo", "a side, a row"},
        {"A o*o*ooo 0", "no turn under way"},
        {"A ..*.ooo 2", "no turn under way"},
        {"B o.o.ooo 1", "one turn"},
        {"A ooooooo 1", "no turn has been played"},
        {"B ooooooo 0", "A has the first turn"},
    };
    game_t *game = make_game("");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        state_t state;
        failure_t error = {""};
        bool ok = game_read_position(game, cases[i].position, &state, &error);
        if (ok != !cases[i].message || (!ok && !strstr(error.message, cases[i].message)))
            fail_msg("%s: %s", cases[i].position, error.message);
    }
    game_free(game);
}

/* --- What the game is worth, by rows of bits and whole turns ------------------------ */

typedef struct solver {
    int size, take;
    bool misere;
    signed char mover_wins[1 << MAX_SIZE]; /* -1: not known */
} solver_t;

static void solver_init(solver_t *solver, int size, int take, bool misere) {
    *solver = (solver_t){.size = size, .take = take, .misere = misere};
    memset(solver->mover_wins, -1, sizeof solver->mover_wins);
}

/* In an empty row, the player to move faces an opponent who has taken the last token. */
static bool mover_wins(solver_t *solver, unsigned row) {
    signed char *known = &solver->mover_wins[row];
    if (row == 0)
        return solver->misere;
    if (*known < 0) {
        *known = 0;
        for (int length = 1; length <= solver->take; length++)
            for (int at = 0; at + length <= solver->size; at++) {
                unsigned run = ((1U << length) - 1) << at;
                if ((row & run) == run && !mover_wins(solver, row & ~run))
                    *known = 1;
            }
    }
    return *known == 1;
}

/* With the pie rule player 2 takes the winning side, unless the first turn ended the
 * game. */
static bool first_player_wins(solver_t *solver, bool swap) {
    bool at_once = solver->take >= solver->size && !solver->misere;
    return swap ? at_once : mover_wins(solver, (1U << solver->size) - 1);
}

static search_config_t make_config(int simulations) {
    search_config_t config;
    keyset_set_defaults(&search_keys, &config);
    config.simulations = simulations;
    return config;
}

/* Proves the start position; false: a loss for the first player. */
static bool proven_win(const game_t *game) {
    enum { ENOUGH = 20000000 };
    search_config_t config = make_config(ENOUGH);
    search_result_t result;
    state_t state = {0};
    game_start(game, &state);
    search_t *search = search_new(game, &config);
    search_start(search, &state, pcg32_for(1, 0, 0, PCG_FOR_TEST));
    search_run(search, UINT32_MAX);
    search_read(search, &result);
    search_free(search);
    if (result.root_proof != PROOF_WIN && result.root_proof != PROOF_LOSS)
        fail_msg("%s: not proven by %u simulations", game->variant_text,
                 result.simulations);
    return result.root_proof == PROOF_WIN;
}

/* By exhaustive search through the interface. */
static bool exact_win(const game_t *game) {
    brute_force_t brute_force;
    state_t state = {0};
    game_start(game, &state);
    brute_force_init(&brute_force, game);
    int value = brute_force_value(&brute_force, &state);
    brute_force_clear(&brute_force);
    assert_true(value == 0 || value == 2);
    return value == 2;
}

/* Calls a test with all combinations of sizes and rules; `first_wins` is the solver's. */
static void for_all_games(int max_size, bool with_swap,
                          void (*test)(const game_t *game, bool first_wins)) {
    for (int size = MIN_SIZE; size <= max_size; size++)
        for (int rules = 0; rules < (with_swap ? 8 : 4); rules++) {
            bool misere = rules & 1, swap = rules & 4;
            int take = rules & 2 ? MAX_TAKE : MIN_TAKE;
            char variant[64];
            solver_t solver;
            solver_init(&solver, size, take, misere);
            snprintf(variant, sizeof variant, "size=%d take=%d misere=%s swap=%s", size,
                     take, misere ? "true" : "false", swap ? "true" : "false");
            game_t *game = make_game(variant);
            test(game, first_player_wins(&solver, swap));
            game_free(game);
        }
}

static void check_exact(const game_t *game, bool first_wins) {
    if (exact_win(game) != first_wins)
        fail_msg("%s: first player %s", game->variant_text,
                 first_wins ? "wins" : "loses");
}

static void check_proven(const game_t *game, bool first_wins) {
    if (proven_win(game) != first_wins)
        fail_msg("%s: first player %s", game->variant_text,
                 first_wins ? "wins" : "loses");
}

/* The interface's rules agree with the solver. */
static void test_values_are_exact(void **unused) {
    (void)unused;
    for_all_games(MAX_SIZE, true, check_exact);
}

/* All sizes; with the pie rule, which multiplies the tree, the smaller ones. */
static void test_search_proves_values(void **unused) {
    (void)unused;
    bool in_full = test_effort(100) >= 100;
    for_all_games(in_full ? MAX_SIZE : 8, false, check_proven);
    for_all_games(in_full ? 9 : 7, true, check_proven);
}

/* --- Self-play ---------------------------------------------------------------------- */

/* Replays a recorded game by the rules; returns the number of turns of several actions.
 */
static int follow(const record_t *record, size_t row) {
    const game_t *game = record->game;
    size_t first = record_first_position(record, row);
    size_t end = first + record_u32(record, GAMES_DECISIONS)[row];
    size_t bytes = (size_t)game->packed_bytes;
    state_t state = {0};
    int longer = 0;
    game_start(game, &state);
    for (size_t at = first; at < end; at++) {
        state_t recorded = {0};
        failure_t error;
        const unsigned char *packed = record_u8(record, POSITIONS_STATE) + at * bytes;
        assert_true(game_unpack(game, packed, &recorded, &error));
        assert_true(game_equal(game, &state, &recorded));
        assert_int_equal(record_u8(record, POSITIONS_SIDE)[at], game_side(game, &state));
        longer += at > first && record_u32(record, POSITIONS_TURN)[at] ==
                                    record_u32(record, POSITIONS_TURN)[at - 1];
        action_t chosen = record_u16(record, POSITIONS_CHOSEN)[at];
        assert_true(game_is_legal(game, &state, chosen));
        game_apply(game, &state, chosen);
    }
    outcome_t outcome = game_outcome(game, &state);
    assert_true(outcome.over);
    assert_int_equal(record_u8(record, GAMES_WINNER)[row], outcome.winner);
    assert_int_equal(record_u8(record, GAMES_REASON)[row], REASON_WIN);
    assert_true(record_u32(record, GAMES_TURNS)[row] <= end - first);
    return longer;
}

static void test_self_play_records_it(void **unused) {
    (void)unused;
    enum { GAMES = 40 };
    const char *const played[] = {"", "size=12 take=3 misere=true", "size=9 swap=true"};
    for (size_t v = 0; v < sizeof played / sizeof played[0]; v++) {
        run_config_t config = {.game = make_game(played[v]), .seed = 1, .num_agents = 1};
        config.agents[0] = (agent_t){.temperature = {.start = 1, .turns = 4},
                                     .search = make_config(40),
                                     .parallel = {.threads = 1}};
        record_t record;
        int longer = 0;
        record_init(&record, config.game);
        play_t *play = play_new(&config);
        for (uint64_t id = 0; id < GAMES; id++)
            assert_true(play_game(play, id, &record, NULL, NULL));
        assert_int_equal(record.rows[TABLE_GAMES], GAMES);
        for (size_t row = 0; row < GAMES; row++)
            longer += follow(&record, row);
        assert_true(longer > 0);
        play_free(play);
        record_clear(&record);
        run_config_clear(&config);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_conforms),
        cmocka_unit_test(test_positions_as_text),
        cmocka_unit_test(test_values_are_exact),
        cmocka_unit_test(test_search_proves_values),
        cmocka_unit_test(test_self_play_records_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
