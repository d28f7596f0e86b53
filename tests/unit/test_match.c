/* Results of matches, from hand-made records: points, seats, mirror images, and a
 * sequential test that depends only on the pairs in their order. */
#include "mcts/search/search_result.h"
#include "selfplay/store/record.h"
#include "tests/support/unit.h"

#include "eval/match/match.h"
#include "tests/support/variants.h"

#include <string.h>

enum { LENGTH = 12, SHARD_PAIRS = 3, SHARDS = 40 };

static game_t *game;

static int set_up(void **unused) {
    (void)unused;
    static const test_variant_t variant = {"seesaw", "size=3"};
    game = test_variant_game(&variant);
    return 0;
}

static int tear_down(void **unused) {
    (void)unused;
    game_free(game);
    return 0;
}

/* A game as played, and its image under a symmetry. */
typedef struct line {
    action_t actions[LENGTH];
} line_t;

static line_t line_of(uint64_t number) {
    line_t line;
    pcg32_t rng = pcg32_for(1, number, 0, PCG_FOR_TEST);
    for (int i = 0; i < LENGTH; i++)
        line.actions[i] = (action_t)pcg32_below(&rng, (uint32_t)game->num_actions);
    return line;
}

static line_t image_of(const line_t *line, int symmetry) {
    line_t image;
    for (int i = 0; i < LENGTH; i++)
        image.actions[i] = game_symmetry_action(game, symmetry, line->actions[i]);
    return image;
}

/* The next game of a match; points: A's half points. In even games A is player 0. */
static void add_game(record_t *record, uint64_t id, int points, uint8_t reason,
                     const line_t *line) {
    state_t state = {0};
    game_start(game, &state);
    search_result_t nothing = {.planned = -1};
    for (int i = 0; i < LENGTH; i++)
        record_add_position(record, &state, (uint32_t)i, (uint32_t)i, &nothing,
                            line->actions[i]);
    uint8_t seat = id & 1, winner = points == 1   ? NOBODY
                                    : points == 2 ? seat
                                                  : (uint8_t)(1 - seat);
    game_end_t end = {.id = id,
                      .outcome = {true, winner, reason},
                      .winner_side = winner,
                      .agents = {seat, (uint8_t)(1 - seat)},
                      .turns = LENGTH};
    record_end_game(record, &end);
}

static void add_pair(record_t *record, uint64_t pair, int first, int second) {
    line_t a = line_of(2 * pair), b = line_of(2 * pair + 1);
    add_game(record, 2 * pair, first, first == 1 ? REASON_CUT_OFF : 1, &a);
    add_game(record, 2 * pair + 1, second, 1, &b);
}

static void test_points_and_seats(void **unused) {
    (void)unused;
    record_t record;
    match_t match;
    record_init(&record, game);
    add_pair(&record, 0, 2, 2); /* A wins both */
    add_pair(&record, 1, 2, 0); /* player 1 wins both */
    add_pair(&record, 2, 1, 2); /* a draw by the cut-off, and a win */
    add_pair(&record, 3, 0, 0);
    add_pair(&record, 4, 0, 1); /* a draw of another kind */
    match_init(&match, NULL);
    match_add(&match, &record);
    static const uint64_t seats[2][MATCH_RESULTS] = {{2, 1, 2}, {2, 1, 2}};
    static const uint64_t pairs[OUTCOMES_MAX] = {1, 1, 1, 1, 1};
    assert_memory_equal(match.seats, seats, sizeof seats);
    assert_memory_equal(match.pairs.count, pairs, sizeof pairs);
    assert_int_equal(match.cut_off, 1);
    assert_int_equal(match.later, 0);
    assert_int_equal(match.state, SPRT_GO_ON);
    /* Player 0 won games 0, 2, 7 (as B), 3 (as B); lost 1 (to A), 5 (to A), 6, 8. */
    outcome_counts_t first = match.first_player;
    static const uint64_t first_points[OUTCOMES_MAX] = {0, 2, 2, 0, 1};
    assert_memory_equal(first.count, first_points, sizeof first_points);
    assert_int_equal(match_duplicates(&match).distinct, 5);
    match_clear(&match);
    record_clear(&record);
}

/* The value of a seat is distinguished from the strength of an agent. */
static void test_the_seat_is_not_the_agent(void **unused) {
    (void)unused;
    record_t record;
    match_t match;
    record_init(&record, game);
    for (uint64_t pair = 0; pair < 6; pair++)
        add_pair(&record, pair, 0, 2); /* player 1 wins whoever it is */
    match_init(&match, NULL);
    match_add(&match, &record);
    assert_int_equal(match.pairs.count[2], 6);
    outcome_counts_t first = match.first_player;
    assert_int_equal(first.count[0], 6);
    assert_int_equal(first.count[4], 0);
    match_clear(&match);
    record_clear(&record);
}

static void test_mirror_images_are_one(void **unused) {
    (void)unused;
    record_t record;
    match_t match;
    uint64_t id = 0;
    record_init(&record, game);
    line_t a = line_of(0), b = line_of(1), c = line_of(2);
    assert_true(game->num_symmetries > 1);
    for (int symmetry = 0; symmetry < game->num_symmetries; symmetry++) {
        line_t a_image = image_of(&a, symmetry), b_image = image_of(&b, symmetry);
        add_game(&record, id++, 2, 1, &a_image);
        add_game(&record, id++, 0, 1, &b_image);
    }
    add_game(&record, id++, 2, 1, &a); /* another second game: another pair */
    add_game(&record, id++, 0, 1, &c);
    add_game(&record, id++, 2, 1, &b); /* the same games in the other order, too */
    add_game(&record, id++, 0, 1, &a);
    match_init(&match, NULL);
    match_add(&match, &record);
    duplicates_t found = match_duplicates(&match);
    assert_int_equal(found.games, game->num_symmetries + 2);
    assert_int_equal(found.distinct, 3);
    assert_int_equal(found.largest, game->num_symmetries);
    match_clear(&match);
    record_clear(&record);
}

/* A match of SHARDS shards in which A has a small edge, so that a test takes a while and
 * the points of pairs differ. */
static void make_shard(record_t *record, uint64_t seed, uint64_t shard) {
    static const int points[] = {2, 2, 2, 1, 0};
    record_init(record, game);
    for (uint64_t pair = SHARD_PAIRS * shard; pair < SHARD_PAIRS * (shard + 1); pair++) {
        pcg32_t rng = pcg32_for(seed, pair, 1, PCG_FOR_TEST);
        int first = points[pcg32_below(&rng, 5)], second = points[pcg32_below(&rng, 5)];
        add_pair(record, pair, first, second);
    }
}

static sprt_t make_test(void) {
    sprt_t test;
    failure_t error;
    assert_true(sprt_init(&test, 0, 150, 0.05, 0.05, &error));
    return test;
}

/* Counts shards in order up to `shards`, in files that end anywhere. */
static match_t count_in_order(const record_t *shards, uint64_t count,
                              const sprt_t *test) {
    match_t match;
    match_init(&match, test);
    for (uint64_t shard = 0; shard < count; shard++)
        match_add(&match, &shards[shard]);
    return match;
}

/* The result is that of the first pairs that decide; later pairs are reported separately
 * and change nothing. */
static void test_first_pairs_decide(void **unused) {
    (void)unused;
    sprt_t test = make_test();
    record_t shards[SHARDS];
    for (uint64_t shard = 0; shard < SHARDS; shard++)
        make_shard(&shards[shard], 5, shard);
    match_t all = count_in_order(shards, SHARDS, &test);
    uint64_t counted = outcome_counts_trials(&all.pairs);
    assert_int_equal(all.state, SPRT_H1);
    assert_in_range(counted, 2 * SHARD_PAIRS, SHARDS * SHARD_PAIRS / 2);
    assert_int_equal(counted + all.later, SHARDS * SHARD_PAIRS);
    assert_int_equal(all.num_hashes, counted);

    uint64_t needed = (counted + SHARD_PAIRS - 1) / SHARD_PAIRS;
    match_t fewest = count_in_order(shards, needed, &test);
    assert_memory_equal(&fewest.pairs, &all.pairs, sizeof all.pairs);
    assert_memory_equal(fewest.seats, all.seats, sizeof all.seats);
    assert_int_equal(fewest.state, all.state);
    match_t fewer = count_in_order(shards, needed - 1, &test);
    assert_int_equal(fewer.state, SPRT_GO_ON);

    /* The last of them decided: two wins, without which the test continues. */
    outcome_counts_t before = all.pairs;
    before.count[OUTCOMES_MAX - 1]--;
    assert_int_equal(sprt_state(&test, &before), SPRT_GO_ON);
    match_clear(&all);
    match_clear(&fewest);
    match_clear(&fewer);
    for (uint64_t shard = 0; shard < SHARDS; shard++)
        record_clear(&shards[shard]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_points_and_seats),
        cmocka_unit_test(test_the_seat_is_not_the_agent),
        cmocka_unit_test(test_mirror_images_are_one),
        cmocka_unit_test(test_first_pairs_decide),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
