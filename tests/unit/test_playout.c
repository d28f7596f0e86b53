/* Final positions of Seesaw's own playouts; playouts of games whose rules are compiled
 * for several instruction sets are the same on every machine and build; and for every
 * game, playouts in batches are the same as one after the other. */
#include "tests/support/unit.h"

#include "core/game/playout.h"
#include "core/game/rules_build.h"
#include "tests/support/variants.h"

enum { BUCKETS = 256 };

/* Counts the final positions of playouts by their hash. */
static void sample(const game_t *game, const state_t *start, bool generic, int playouts,
                   int counts[BUCKETS]) {
    pcg32_t rng = pcg32_for(5, generic, 0, PCG_FOR_TEST);
    memset(counts, 0, BUCKETS * sizeof *counts);
    for (int i = 0; i < playouts; i++) {
        state_t state = *start;
        failure_t error;
        playout_t playout = generic ? playout_generic(game, &state, &rng)
                                    : game_playout(game, &state, &rng);
        outcome_t outcome = game_outcome(game, &state);
        assert_memory_equal(&outcome, &playout.outcome, sizeof outcome);
        if (!game_check(game, &state, &error))
            fail_msg("%s: %s", game->variant_text, error.message);
        counts[game_hash(game, &state) % BUCKETS]++;
    }
}

/* Chi-square of two samples of one size; its bound at p = 1e-6 (Wilson-Hilferty). */
static double chi_square(const int a[BUCKETS], const int b[BUCKETS], double *bound) {
    double sum = 0, freedom = -1;
    for (int i = 0; i < BUCKETS; i++)
        if (a[i] + b[i] > 0) {
            sum += (double)(a[i] - b[i]) * (a[i] - b[i]) / (a[i] + b[i]);
            freedom++;
        }
    double n = freedom > 0 ? freedom : 1, c = 2 / (9 * n);
    double root = 1 - c + 4.75 * __builtin_sqrt(c);
    *bound = n * root * root * root;
    return sum;
}

/* Games cut off after a few turns from positions with stacks of many sizes: each has few
 * final positions, whose frequencies depend on every action before. */
static void test_final_positions(void **unused) {
    (void)unused;
    static const char *const positions[] = {
        "S a1=S1/S a2=S1/- b3=S2/- c3=S1/S c5=-/S d4=N3/- d7=N1/N e4=N1/N",
        "N a1=S1/S a4=S4/N b3=S2/- c3=N2/S d4=S2/N d7=N1/N e4=N3/- f2=N2/N",
        "S b2=S3/- c2=S2/- c5=S1/N d2=S5/N d7=N1/N e5=N2/- g4=N1/N",
        "S a1=S1/S b4=S2/- d7=N1/N e3=S2/- g3=S2/-",
        "N c4=S2/- d1=S1/S d3=S2/- d4=S2/N d7=N1/N b4=N2/N f4=N2/N",
    };
    static const char *const rules[] = {"", "capture=optional", "recapture=optional",
                                        "stuck=loss capture=optional"};
    for (int p = 0; p < 5; p++)
        for (int r = 0; r < 4; r++)
            for (int turns = 1; turns <= 3; turns++) {
                char words[128];
                snprintf(words, sizeof words, "size=4 max_turns=%d %s", turns, rules[r]);
                test_variant_t variant = {"seesaw", words};
                game_t *game = test_variant_game(&variant);
                state_t start = {0};
                failure_t error;
                int own[BUCKETS], generic[BUCKETS], playouts = test_effort(20000);
                if (!game_read_position(game, positions[p], &start, &error))
                    fail_msg("%s: %s", positions[p], error.message);
                double bound;
                sample(game, &start, false, playouts, own);
                sample(game, &start, true, playouts, generic);
                double sum = chi_square(own, generic, &bound);
                if (sum > bound)
                    fail_msg("%s from %s: chi-square %.1f, bound %.1f", words,
                             positions[p], sum, bound);
                game_free(game);
            }
}

static const struct golden {
    test_variant_t variant;
    uint64_t sum;
} golden[] = {
    {{"seesaw", "size=2"}, UINT64_C(0x45d20cf681554181)},
    {{"seesaw", "size=3 stuck=loss"}, UINT64_C(0x55a51f2530488ddb)},
    {{"seesaw", "size=4"}, UINT64_C(0xaad47fca3148f18f)},
    {{"seesaw", "size=4 recapture=optional"}, UINT64_C(0x8dffb38cb43428bd)},
    {{"seesaw", "size=5"}, UINT64_C(0x5b336b25d6c3933c)},
    {{"seesaw", "size=5 capture=optional recapture=optional"},
     UINT64_C(0x15a4aa522cc853a1)},
    {{"seesaw", "size=5 first_turn=glide max_turns=40"}, UINT64_C(0x6d25f4154e1b2d4f)},
    {{"seesaw", "size=6"}, UINT64_C(0xbad6220d3c68b93c)},
    {{"seega", "size=5"}, UINT64_C(0x82f22fbfe343fea1)},
    {{"seega", "size=7 opening=free blocked=pass"}, UINT64_C(0xd81c42914551a84b)},
    {{"seega", "size=9 safe_centre=false"}, UINT64_C(0x2f2e7cc9659a453d)},
    {{"seega", "size=5 blocked=loss end_at=0"}, UINT64_C(0x14e53d3a90d10ac2)},
    {{"situ", "grid=hex order=4"}, UINT64_C(0x1eba5f7184de2de3)},
    {{"situ", "grid=square order=4 cut=0"}, UINT64_C(0xa81cc5053c3416ea)},
    {{"situ", "grid=diagonal order=3 surplus=1"}, UINT64_C(0xbe3442f7731b6b38)},
    {{"situ", "grid=hex order=6 surplus=2 cut=1"}, UINT64_C(0x2342e9b71c832d7a)},
};

/* The actions of a seed are recorded: they change only on purpose. */
static void check_golden_sums(void) {
    for (size_t i = 0; i < sizeof golden / sizeof golden[0]; i++) {
        game_t *game = test_variant_game(&golden[i].variant);
        pcg32_t rng = pcg32_seed(1, 2);
        uint64_t sum = 0;
        for (int n = 0; n < 200; n++) {
            state_t state = {0};
            game_start(game, &state);
            playout_t playout = game_playout(game, &state, &rng);
            sum = mix64(sum ^ (playout.length << 8 | playout.outcome.winner));
        }
        if (sum != golden[i].sum)
            fail_msg("%s %s: 0x%016llx", golden[i].variant.game,
                     golden[i].variant.variant, (unsigned long long)sum);
        game_free(game);
    }
}

/* With every available build of the rules. */
static void test_same_on_every_machine(void **unused) {
    (void)unused;
    for (int build = 0; build < RULES_BUILD_COUNT; build++) {
        rules_build_bound((rules_build_t)build);
        check_golden_sums();
    }
}

/* Playouts from random positions, and their results. */
typedef struct batch {
    const game_t *game;
    const state_t *start; /* of all; NULL: random ones */
    playout_slot_t slots[PLAYOUT_SLOTS];
    int begun[PLAYOUT_SLOTS], each;
    uint64_t sums[PLAYOUT_SLOTS];
} batch_t;

/* A generator with this output after `before` others. */
static pcg32_t rng_with_output(uint32_t output, uint64_t seed, int before) {
    pcg32_t rng = {(uint64_t)(output ^ output >> 18) << 27, mix64(seed + 1) | 1};
    uint64_t inverse = PCG32_MULTIPLIER; /* modulo 2^64, by Newton's method */
    for (int i = 0; i < 5; i++)
        inverse *= 2 - PCG32_MULTIPLIER * inverse;
    for (int i = 0; i < before; i++)
        rng.state = (rng.state - rng.increment) * inverse;
    return rng;
}

/* Outputs that not every uniform choice accepts: 0; and one that a choice among `choices`
 * may reject. */
static pcg32_t rng_with_rejection(uint64_t seed, int number) {
    uint64_t choices = 2 + seed % 40;
    uint32_t output = (uint32_t)((UINT64_C(1) << 32) / choices + 1);
    return rng_with_output(number % 8 == 3 ? 0 : output, seed, number / 8 % 24);
}

static bool batch_next(void *context, int slot) {
    batch_t *batch = context;
    playout_slot_t *place = &batch->slots[slot];
    int number = batch->begun[slot]++;
    uint64_t seed = (uint64_t)number * PLAYOUT_SLOTS + (uint64_t)slot;
    if (number > 0) {
        uint64_t *sum = &batch->sums[slot];
        *sum = mix64(*sum ^ place->rng.state);
        *sum = mix64(*sum ^ place->result.length);
        *sum = mix64(*sum ^ place->result.outcome.reason);
        *sum = mix64(*sum ^ place->result.outcome.winner);
        assert_true(place->result.outcome.over);
    }
    if (batch->start)
        place->state = *batch->start;
    else
        test_random_position(batch->game, 6, seed, (int)(seed * 7 % 60), &place->state);
    place->rng = number % 4 == 3 ? rng_with_rejection(seed, number)
                                 : pcg32_for(6, seed, 0, PCG_FOR_TEST);
    return number < batch->each;
}

static void play_batch(const game_t *game, const state_t *start, int slots, int each,
                       bool in_turn, batch_t *batch) {
    *batch = (batch_t){.game = game, .start = start, .each = each};
    playout_feed_t feed = {batch->slots, slots, batch_next, batch};
    if (in_turn)
        playouts_in_turn(game, &feed);
    else
        game_playouts(game, &feed);
    for (int i = 0; i < slots; i++)
        assert_int_equal(batch->begun[i], each + 1);
}

/* A playout depends only on its own position and generator. */
static void compare_batch(const game_t *game, const state_t *start, int each) {
    static batch_t together, in_turn, alone;
    play_batch(game, start, PLAYOUT_SLOTS, each, false, &together);
    play_batch(game, start, PLAYOUT_SLOTS, each, true, &in_turn);
    play_batch(game, start, 1, each, false, &alone);
    assert_int_equal(alone.sums[0], in_turn.sums[0]);
    for (int i = 0; i < PLAYOUT_SLOTS; i++)
        if (together.sums[i] != in_turn.sums[i])
            fail_msg("%s: slot %d is not the same side by side", game->variant_text, i);
}

static void test_batches(void **unused) {
    (void)unused;
    for (int v = 0; v < test_variant_count; v++) {
        game_t *game = test_variant_game(&test_variants[v]);
        bool has_own = game_has_playouts(game);
        compare_batch(game, NULL, test_effort(has_own ? 400 : 20));
        game_free(game);
    }
}

/* Rare cases: a pass, a turn and a stuck side; the same with a chain as the turn; chains
 * with choices; more stacks that capture, or of size 2, than lanes count. */
static void test_rare_turns_in_batches(void **unused) {
    (void)unused;
    static const struct {
        const char *variant, *position;
    } starts[] = {
        {"size=2", "S a2=S1/S b1=N1/- p1"},
        {"size=2 stuck=loss", "S a2=S1/S b1=N1/-"},
        {"size=4", "S d1=N1/- d4=S2/- d5=N1/- p1"},
        {"size=4 stuck=loss", "S d1=N1/- d4=S2/- d5=N1/-"},
        {"size=4", "N d1=N1/N d4=N2/S d5=S1/S d6=S2/- e6=S1/- c6=S3/N"},
        {"size=4", "S a1=S1/S b2=S1/- c3=S1/- b4=S2/- c2=S1/- c4=N1/N d3=N2/- b3=N1/-"},
        {"size=4", "S a4=S2/S b3=S2/- d4=S2/- f4=S2/- g3=S2/S d7=N1/N"},
        {"size=5", "S a5=S2/S b4=S2/- e5=S2/- h4=S2/- i3=S2/S e9=N1/N"},
        {"size=5 max_turns=3", "S e1=S1/S e5=S2/- e6=N1/N e7=N3/- d6=N1/-"},
    };
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        test_variant_t variant = {"seesaw", starts[i].variant};
        game_t *game = test_variant_game(&variant);
        state_t start = {0};
        failure_t error;
        if (!game_read_position(game, starts[i].position, &start, &error))
            fail_msg("%s: %s", starts[i].position, error.message);
        compare_batch(game, &start, test_effort(400));
        game_free(game);
    }
}

enum { NOTES = 8192 };

/* The recorded actions are the game that was played; and if a game's own playout records
 * them, it is the same game as without recording. */
static void compare_noted(const game_t *game, uint64_t number, uint32_t room) {
    static noted_t actions[NOTES];
    playout_notes_t notes = {.actions = actions, .room = room};
    state_t start = {0}, noted, replayed;
    test_random_position(game, 9, number, (int)(number * 5 % 40), &start);
    pcg32_t rng = pcg32_for(9, number, 0, PCG_FOR_TEST), plain = rng;
    game_copy(game, &noted, &start);
    game_copy(game, &replayed, &start);
    playout_t playout = game_playout_noted(game, &noted, &rng, &notes);
    assert_int_equal(notes.count, playout.length < room ? playout.length : room);
    for (uint32_t i = 0; i < notes.count; i++) {
        assert_int_equal(game_player(game, &replayed), actions[i].player);
        assert_true(game_is_legal(game, &replayed, actions[i].action));
        game_apply(game, &replayed, actions[i].action);
    }
    if (notes.count < room) {
        assert_true(game_equal(game, &replayed, &noted));
        assert_true(game_outcome(game, &noted).over);
        assert_int_equal(game_outcome(game, &noted).winner, playout.outcome.winner);
    }
    if (!game->rules.playout_noted || game->swap)
        return;
    state_t state;
    game_copy(game, &state, &start);
    playout_t same = game_playout(game, &state, &plain);
    assert_int_equal(same.length, playout.length);
    assert_int_equal(same.outcome.winner, playout.outcome.winner);
    assert_int_equal(plain.state, rng.state);
    assert_true(game_equal(game, &state, &noted));
}

static void test_noted(void **unused) {
    (void)unused;
    for (int v = 0; v < test_variant_count; v++) {
        game_t *game = test_variant_game(&test_variants[v]);
        for (int i = 0; i < test_effort(40); i++) {
            compare_noted(game, (uint64_t)i, NOTES);
            compare_noted(game, (uint64_t)i, 3);
        }
        game_free(game);
    }
}

/* A position that random turns hardly ever leave: playouts are cut off at the limit, also
 * with recording and in batches. */
static void check_endless(const char *words, const char *position) {
    const test_variant_t variant = {"situ", words};
    game_t *game = test_variant_game(&variant);
    static noted_t noted[NOTES];
    uint32_t most = (uint32_t)game->max_game_length, cut = 0;
    state_t start = {0};
    failure_t error;
    assert_true(most < NOTES);
    if (!game_read_position(game, position, &start, &error))
        fail_msg("%s", error.message);
    for (uint64_t i = 0; i < 20; i++) {
        pcg32_t rng = pcg32_for(31, i, 0, PCG_FOR_TEST), again = rng;
        playout_notes_t notes = {.actions = noted, .room = NOTES};
        state_t state, same;
        game_copy(game, &state, &start);
        game_copy(game, &same, &start);
        playout_t playout = game_playout(game, &state, &rng);
        playout_t with_notes = game_playout_noted(game, &same, &again, &notes);
        assert_true(playout.outcome.over && playout.length <= most);
        assert_int_equal(with_notes.length, playout.length);
        assert_int_equal(with_notes.outcome.reason, playout.outcome.reason);
        assert_true(game_equal(game, &state, &same));
        assert_int_equal(notes.count, playout.length);
        cut += playout.outcome.reason == REASON_CUT_OFF;
        assert_int_equal(playout.outcome.reason == REASON_CUT_OFF,
                         playout.length == most);
    }
    assert_true(cut > 0);
    compare_batch(game, &start, 4);
    game_free(game);
}

#define ENDLESS                                                                          \
    "M double0 a1=M a2=M a3=M a4=W a5=W a6=W b1=M b2=M b3=M b4=W b5=W b6=W c1=M c2=M "   \
    "c4=X c6=M d1=W d2=W d3=W d5=M d6=M e1=W e2=W e3=W e4=W e5=M e6=M f1=W f2=X f3=W "   \
    "f4=W f5=M f6=M"

static void test_endless(void **unused) {
    (void)unused;
    check_endless("grid=diagonal order=3 surplus=1", ENDLESS);
    check_endless("grid=diagonal order=3 surplus=1 swap=true", ENDLESS " swapped");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_final_positions),
        cmocka_unit_test(test_same_on_every_machine),
        cmocka_unit_test(test_batches),
        cmocka_unit_test(test_rare_turns_in_batches),
        cmocka_unit_test(test_noted),
        cmocka_unit_test(test_endless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
