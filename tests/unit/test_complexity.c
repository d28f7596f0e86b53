/* The complexity of games against exhaustive counts: trees, positions, the shortest game;
 * estimates and bounds cover the truth; mirror play wins where it is known to win.
 * Tic-tac-toe's known figures are in test_new_game.c. */
#include "tests/support/unit.h"

#include "core/conformance/conformance.h"
#include "core/game/state_set.h"
#include "eval/complexity/complexity.h"
#include "tests/support/synthetic.h"
#include "tests/support/toy_connect_four.h"
#include "tests/support/toy_nim.h"
#include "tests/support/variants.h"

#include <math.h>

static game_t *make_game(const char *name, const char *variant) {
    test_variant_t test = {name, variant};
    return test_variant_game(&test);
}

static game_t *toy_game(const game_class_t *class, const char *variant) {
    failure_t error;
    game_t *game = conformance_game(class, variant, &error);
    if (!game)
        fail_msg("%s", error.message);
    return game;
}

static tree_size_t tree_of(const game_t *game, int population, int repeats,
                           uint64_t seed) {
    const complexity_order_t order = {
        .population = population, .repeats = repeats, .seed = seed};
    tree_size_t size;
    assert_true(tree_size_find(game, &order, &size));
    return size;
}

/* The number of games, by recursion, and their lengths. */
typedef struct count {
    double games, nodes, lengths, cut_off;
    int shortest;
} count_t;

static void count_games(const game_t *game, const state_t *state, int length,
                        count_t *count) {
    action_t actions[64];
    outcome_t outcome = game_outcome_at(game, state, (uint32_t)length);
    count->nodes++;
    if (outcome.over) {
        count->games++;
        count->lengths += length;
        count->cut_off += outcome.reason == REASON_CUT_OFF;
        count->shortest = length < count->shortest ? length : count->shortest;
        return;
    }
    assert_true(game->max_legal <= 64);
    int legal = game_legal(game, state, actions);
    for (int i = 0; i < legal; i++) {
        state_t next = *state;
        game_apply(game, &next, actions[i]);
        count_games(game, &next, length + 1, count);
    }
}

static void check_counted(game_t *game) {
    count_t count = {.shortest = 1000};
    state_t state = {0};
    game_start(game, &state);
    count_games(game, &state, 0, &count);
    tree_size_t size = tree_of(game, 200000, 8, 1);
    assert_true(size.exact && size.error == 0);
    assert_true(fabs(pow(10, size.games.value) - count.games) < 1e-6 * count.games);
    assert_true(fabs(pow(10, size.nodes.value) - count.nodes) < 1e-6 * count.nodes);
    assert_true(fabs(size.length - count.lengths / count.games) < 1e-6);
    assert_true(fabs(size.cut_off - count.cut_off / count.games) < 1e-6);
    const complexity_order_t order = {
        .positions = 2000000, .playouts = 2, .population = 2, .repeats = 8, .seed = 1};
    complexity_t found;
    assert_true(complexity_find(game, &order, &found));
    if (count.cut_off == 0)
        assert_int_equal(found.space.shortest, count.shortest);
    complexity_clear(&found);
    game_free(game);
}

static void test_trees_are_counted(void **unused) {
    (void)unused;
    check_counted(make_game("seesaw", "size=2"));
    check_counted(make_game("seesaw", "size=2 swap=true max_turns=6"));
    check_counted(make_game("cascade", "size=2"));
    check_counted(toy_game(&toy_nim_class, "size=4 take=2"));
}

/* Knuth's probing, one sequence per probe, is unbiased; its logarithms are not. */
static void test_probing_is_unbiased(void **unused) {
    (void)unused;
    game_t *game = make_game("cascade", "size=2");
    double truth = tree_of(game, 4096, 8, 1).games.value;
    tree_size_t size = tree_of(game, 1, 4000, 5);
    assert_true(!size.exact && size.error < 0.02);
    assert_true(fabs(size.games.value - truth) < 0.05);
    assert_true(size.games.low < truth);
    game_free(game);
}

/* Intervals for known trees; a lower end alone is a bound. */
static void check_intervals(const test_variant_t *variant, int population, int repeats) {
    int tries = 8 + test_effort(42), held = 0, two_ends = 0;
    game_t *game = test_variant_game(variant);
    double truth = tree_of(game, 100000, repeats, 1).games.value;
    for (int i = 0; i < tries; i++) {
        tree_size_t size = tree_of(game, population, repeats, (uint64_t)i + 1);
        assert_false(size.exact);
        held += size.games.low <= truth && truth <= size.games.high;
        two_ends += isfinite(size.games.high);
    }
    char what[128];
    snprintf(what, sizeof what, "%s %s, %d of a length, %d repeats", variant->game,
             variant->variant, population, repeats);
    print_message("%s: %d of %d have an upper end\n", what, two_ends, tries);
    synthetic_check_coverage("number of games", what, held, tries, 0.95);
    game_free(game);
}

static void test_intervals_hold(void **unused) {
    (void)unused;
    static const test_variant_t variants[] = {
        {"seesaw", "size=2"}, {"cascade", "size=2"}, {"cascade", "size=3"}};
    for (int i = 0; i < 3; i++)
        for (int population = 1; population <= 64; population *= 8)
            for (int repeats = 8; repeats <= 32; repeats *= 4)
                check_intervals(&variants[i], population, repeats);
    /* A few probes of one sequence each: a lower bound, but no upper one. */
    game_t *game = make_game("seesaw", "size=2");
    assert_true(isinf(tree_of(game, 1, 8, 1).games.high));
    game_free(game);
}

static state_space_t space_of(const game_t *game, size_t most, int playouts,
                              uint64_t seed) {
    const complexity_order_t order = {
        .positions = most, .playouts = playouts, .seed = seed};
    state_space_t space;
    assert_true(state_space_find(game, &order, &space));
    return space;
}

/* All reachable positions, depth first and without a turn counter. */
static void visit(const game_t *game, const state_t *state, state_set_t *seen) {
    action_t actions[64];
    state_t plain = *state;
    (void)game_forget_turns(game, &plain);
    if (!state_set_add(seen, &plain))
        return;
    int legal = game_legal(game, &plain, actions);
    for (int i = 0; i < legal; i++) {
        state_t next = plain;
        game_apply(game, &next, actions[i]);
        visit(game, &next, seen);
    }
}

static void test_positions_are_counted(void **unused) {
    (void)unused;
    const test_variant_t variants[] = {
        {"seesaw", "size=2"}, {"seesaw", "size=2 swap=true"}, {"cascade", "size=2"}};
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++) {
        game_t *game = test_variant_game(&variants[i]);
        state_t state = {0};
        state_set_t seen;
        state_set_init(&seen, game);
        game_start(game, &state);
        visit(game, &state, &seen);
        state_space_t space = space_of(game, 100000, 8, 1);
        assert_true(space.exact && space.shortest_played < 0);
        assert_int_equal(space.positions, seen.count);
        assert_true(fabs(space.at_least - log10((double)seen.count)) < 1e-9);
        /* The line is a game. */
        game_start(game, &state);
        for (int a = 0; a < space.shortest; a++) {
            assert_true(game_is_legal(game, &state, space.line[a]));
            game_apply(game, &state, space.line[a]);
        }
        assert_true(game_outcome(game, &state).over && space.outcome.over);
        state_space_clear(&space);
        state_set_clear(&seen);
        game_free(game);
    }
}

/* Bounds from collisions are below the truth, and above the number of positions seen. */
static void test_bounds_hold(void **unused) {
    (void)unused;
    game_t *game = make_game("cascade", "size=3");
    state_space_t whole = space_of(game, 1000000, 2, 1);
    assert_true(whole.exact);
    for (int i = 0; i < 10; i++) {
        state_space_t space = space_of(game, 100, 500, (uint64_t)i + 1);
        assert_false(space.exact);
        assert_int_equal(space.positions, 100);
        assert_true(space.at_length > 0 && space.at_least > log10(1000));
        assert_true(space.at_least <= whole.at_least);
        assert_true(space.shortest < 0 && space.whole_length < whole.shortest);
        assert_true(space.shortest_played >= whole.shortest);
        assert_true(space.boards >= log10(pow(3, 9)));
        state_space_clear(&space);
    }
    state_space_clear(&whole);
    game_free(game);
}

static mirror_play_t copied(const game_t *game, int symmetry, int seat) {
    const complexity_order_t order = {.mirror_games = 6, .simulations = 200, .seed = 3};
    mirror_play_t found;
    assert_true(mirror_play_find(game, symmetry, seat, &order, &found));
    assert_int_equal(found.won + found.drawn + found.lost, 6);
    assert_true(found.score.low <= found.score.value &&
                found.score.value <= found.score.high);
    return found;
}

/* In a row of an odd number of tokens the first player takes the middle one and copies
 * from then on: they take the last one, whatever the opponent does. */
static void test_copying_wins(void **unused) {
    (void)unused;
    game_t *game = toy_game(&toy_nim_class, "size=7 take=2");
    mirror_play_t first = copied(game, 1, 0);
    assert_int_equal(first.won, 6);
    assert_true(first.copied > 0 && first.copied < 1); /* not the first turn */
    assert_true(first.score.high > 1 - 1e-9 && first.score.low > 0.1);
    game_free(game);
    /* In misere play it loses. */
    game = toy_game(&toy_nim_class, "size=7 take=2 misere=true");
    assert_int_equal(copied(game, 1, 0).lost, 6);
    game_free(game);
}

static void test_rules(void **unused) {
    (void)unused;
    game_t *game = make_game("cascade", "size=4");
    rule_size_t size = rule_size_of(game);
    assert_true(size.guide_words > 20 && size.page_words > size.guide_words);
    assert_true(size.compressed_bytes > 0 && size.compressed_bytes < size.page_bytes);
    game_free(game);
    game = toy_game(&toy_connect_four_class, "");
    size = rule_size_of(game);
    assert_true(size.guide_words > 0 && size.page_words == 0);
    assert_int_equal(size.page_bytes, 0);
    game_free(game);
}

/* When stopped anywhere, nothing leaks and the earlier parts are there. */
static bool stop_later(void *context, const char *doing, uint64_t count) {
    int *left = context;
    (void)count;
    assert_non_null(doing);
    return --*left > 0;
}

static void test_stops(void **unused) {
    (void)unused;
    game_t *game = toy_game(&toy_nim_class, "size=5 take=2");
    for (int left = 1, whole = 0; !whole; left++) {
        int asked = left;
        complexity_order_t order = {.positions = 10,
                                    .playouts = 10,
                                    .population = 4,
                                    .repeats = 8,
                                    .mirror_games = 1,
                                    .simulations = 4,
                                    .go_on = stop_later,
                                    .context = &asked};
        complexity_t found;
        whole = complexity_find(game, &order, &found);
        assert_true(!found.has_tree || found.has_space);
        assert_int_equal(whole, found.num_mirrors == 2);
        complexity_clear(&found);
    }
    game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_trees_are_counted),
        cmocka_unit_test(test_probing_is_unbiased),
        cmocka_unit_test(test_intervals_hold),
        cmocka_unit_test(test_positions_are_counted),
        cmocka_unit_test(test_bounds_hold),
        cmocka_unit_test(test_copying_wins),
        cmocka_unit_test(test_rules),
        cmocka_unit_test(test_stops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
