/* Leaves evaluated through symmetries of the board: an integer network that applies them
 * itself against one that gets the images, for every variant; searches alone and in
 * batches; which symmetries a search draws. */
#include "core/game/features.h"
#include "mcts/evaluate/evaluator.h"
#include "mcts/evaluate/evaluator_choice.h"
#include "mcts/evaluate/symmetric_evaluator.h"
#include "mcts/search/search.h"
#include "mcts/search/search_config.h"
#include "tests/support/integer_search.h"
#include "tests/support/unit.h"
#include "tests/support/variants.h"

#include <stdlib.h>

enum { LEAVES = 5, POSITIONS = 12 };

/* Leaves of one game, evaluated until none is left. */
typedef struct asked {
    leaf_t leaves[POSITIONS], *batch[LEAVES];
    int count, next;
} asked_t;

static void fill(asked_t *asked, const game_t *game) {
    asked->count = asked->next = 0;
    for (int i = 0; i < POSITIONS; i++) {
        leaf_t *leaf = &asked->leaves[asked->count];
        *leaf = (leaf_t){.symmetry = i % game->num_symmetries};
        while (game_symmetry_exchanges_sides(game, leaf->symmetry))
            leaf->symmetry--;
        if (test_random_position(game, 67, (uint64_t)(i / 4), 1 + 4 * (i % 4),
                                 &leaf->state) &&
            !game_outcome(game, &leaf->state).over)
            asked->count++;
    }
}

static bool refill(void *context, int i) {
    asked_t *asked = context;
    if (asked->next == asked->count)
        return false;
    asked->batch[i] = &asked->leaves[asked->next++];
    return true;
}

static void ask(asked_t *asked, const game_t *game, evaluator_t *evaluator) {
    leaf_batch_t batch = {.leaves = asked->batch, .refill = refill, .context = asked};
    fill(asked, game);
    while (batch.count < LEAVES && refill(asked, batch.count))
        batch.count++;
    evaluator_run(evaluator, &batch);
    assert_int_equal(asked->next, asked->count);
    evaluator_free(evaluator);
}

static void hold_same(const game_t *game, const leaf_t *a, const leaf_t *b) {
    const evaluation_t *one = &a->evaluation, *other = &b->evaluation;
    assert_memory_equal(&a->state, &b->state, (size_t)game->state_bytes);
    assert_int_equal(one->value, other->value);
    assert_int_equal(one->bounds, other->bounds);
    assert_int_equal(one->count, other->count);
    size_t count = (size_t)one->count;
    assert_memory_equal(one->actions, other->actions, count * sizeof *one->actions);
    assert_memory_equal(one->priors, other->priors, count * sizeof *one->priors);
}

/* Whether some leaf's evaluation differs from that through the identity. */
static bool differ(const asked_t *turned, const asked_t *plain) {
    for (int i = 0; i < turned->count; i++) {
        const evaluation_t *a = &turned->leaves[i].evaluation,
                           *b = &plain->leaves[i].evaluation;
        if (a->value != b->value ||
            memcmp(a->priors, b->priors, (size_t)a->count * sizeof *a->priors) != 0)
            return true;
    }
    return false;
}

static int keeping_sides(const game_t *game) {
    int count = 0;
    for (int s = 0; s < game->num_symmetries; s++)
        count += !game_symmetry_exchanges_sides(game, s);
    return count;
}

static void test_images_are_evaluated(void **unused) {
    (void)unused;
    asked_t *native = memory_new(1, sizeof *native);
    asked_t *images = memory_new(1, sizeof *images);
    asked_t *plain = memory_new(1, sizeof *plain);
    for (int v = 0; v < test_variant_count; v++) {
        game_t *game = test_variant_game(&test_variants[v]);
        integer_network_t *network = test_integer_network(game, 64, (uint64_t)v);
        search_config_t config = test_integer_config(network, 1);
        evaluator_choice_t once = config.evaluator, turned = config.evaluator;
        turned.symmetry = SYMMETRY_RANDOM;
        assert_true(features_have_images(game));
        ask(native, game, evaluator_choice_make(&turned, game, LEAVES));
        ask(images, game,
            symmetric_evaluator_new(evaluator_choice_make(&once, game, LEAVES), game,
                                    LEAVES));
        assert_int_equal(native->count, images->count);
        for (int i = 0; i < native->count; i++)
            hold_same(game, &native->leaves[i], &images->leaves[i]);
        fill(plain, game);
        for (int i = 0; i < plain->count; i++)
            plain->leaves[i].symmetry = 0;
        evaluator_t *as_is = evaluator_choice_make(&once, game, 1);
        for (int i = 0; i < plain->count; i++) {
            leaf_t *leaf = &plain->leaves[i];
            evaluator_run(as_is, &(leaf_batch_t){.leaves = &leaf, .count = 1});
        }
        evaluator_free(as_is);
        if (native->count > LEAVES && keeping_sides(game) > 1)
            assert_true(differ(native, plain));
        integer_network_free(network);
        game_free(game);
    }
    free(native);
    free(images);
    free(plain);
}

/* A search draws one symmetry for all its leaves, each equally often. */
static void test_symmetries_are_drawn(void **unused) {
    (void)unused;
    enum { SEARCHES = 240 };
    static const test_variant_t games[] = {{"seesaw", "size=3"}, {"seega", "size=5"}};
    for (int g = 0; g < 2; g++) {
        game_t *game = test_variant_game(&games[g]);
        integer_network_t *network = test_integer_network(game, 64, 3);
        search_config_t config = test_integer_config(network, 8);
        config.evaluator.symmetry = SYMMETRY_RANDOM;
        search_t *search = search_new(game, &config);
        int drawn[16] = {0}, ways = keeping_sides(game);
        state_t state = {0};
        game_start(game, &state);
        for (int i = 0; i < SEARCHES; i++) {
            search_start(search, &state, pcg32_for(7, (uint64_t)i, 0, PCG_FOR_SEARCH));
            leaf_t *leaf = search_next_leaf(search);
            int symmetry = leaf->symmetry;
            drawn[symmetry]++;
            evaluator_t *evaluator = evaluator_choice_make(&config.evaluator, game, 1);
            for (; leaf; leaf = search_next_leaf(search)) {
                assert_int_equal(leaf->symmetry, symmetry);
                evaluator_run(evaluator, &(leaf_batch_t){.leaves = &leaf, .count = 1});
            }
            evaluator_free(evaluator);
        }
        for (int s = 0; s < game->num_symmetries; s++) {
            int expected = game_symmetry_exchanges_sides(game, s) ? 0 : SEARCHES / ways;
            assert_in_range(drawn[s], expected / 2, 3 * expected / 2);
        }
        search_free(search);
        integer_network_free(network);
        game_free(game);
    }
}

static void test_playouts_have_no_symmetry(void **unused) {
    (void)unused;
    search_config_t config;
    failure_t error;
    keyset_set_defaults(&search_keys, &config);
    assert_int_equal(config.evaluator.symmetry, SYMMETRY_NONE);
    config.evaluator.symmetry = SYMMETRY_RANDOM;
    assert_false(search_config_check(&config, "agent.json", &error));
    assert_string_equal(error.message, "agent.json: playouts are symmetric already; "
                                       "\"search.symmetry\" must be \"none\"");
}

/* A game with its own features, whose images are unknown. */
static void test_unknown_images_are_refused(void **unused) {
    (void)unused;
    static const test_variant_t seesaw = {"seesaw", "size=3"};
    game_t *game = test_variant_game(&seesaw);
    game->features.image = NULL;
    assert_false(features_have_images(game));
    game->num_symmetries = 1;
    assert_true(features_have_images(game));
    game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_images_are_evaluated),
        cmocka_unit_test(test_symmetries_are_drawn),
        cmocka_unit_test(test_playouts_have_no_symmetry),
        cmocka_unit_test(test_unknown_images_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
