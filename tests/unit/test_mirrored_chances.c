/* With the games' own fast playouts, mirrored positions do not get the same random
 * numbers, but the same distributions: of the result and the length of a playout, of a
 * search's value, and of each action's share of its visits. All comparisons of this file
 * together raise a false alarm with probability at most ERROR_RATE (Bonferroni); the
 * seeds are fixed. */
#include "tests/support/unit.h"

#include "core/game/playout.h"
#include "mcts/search/search.h"
#include "tests/support/variants.h"

#include <math.h>
#include <stdlib.h>

#define ERROR_RATE 1e-3

enum { STREAM = 12, PAIRS = 1500, SEARCHES = 24, SIMULATIONS = 100 };
#define STEP (1.0 / SIMULATIONS)

/* --- Comparing means ---------------------------------------------------------------- */

typedef struct sample {
    double count, mean, squares; /* squares: of the distances from the mean, summed */
} sample_t;

static void sample_add(sample_t *sample, double value) {
    double before = value - sample->mean;
    sample->count++;
    sample->mean += before / sample->count;
    sample->squares += before * (value - sample->mean);
}

/* Variance of the mean of discrete values: as if one of them was a step off, so that a
 * few equal values do not count as certain. */
static double variance_of_mean(const sample_t *sample, double step) {
    return (sample->squares + step * step) / (sample->count - 1) / sample->count;
}

/* Student's t as a normal deviate (Wallace 1959). */
static double normal_deviate(double difference, double variance, double freedom) {
    double t_squared = difference * difference / variance;
    return (8 * freedom + 1) / (8 * freedom + 3) *
           sqrt(freedom * log(1 + t_squared / freedom));
}

/* Whether differences of pairs have mean 0; whether two samples have the same mean
 * (Welch 1947). */
static double deviate_of_pairs(const sample_t *differences, double step) {
    return normal_deviate(differences->mean, variance_of_mean(differences, step),
                          differences->count - 1);
}

static double deviate_of_two(const sample_t *a, const sample_t *b, double step) {
    double of_a = variance_of_mean(a, step), of_b = variance_of_mean(b, step);
    double sum = of_a + of_b;
    double freedom =
        sum * sum / (of_a * of_a / (a->count - 1) + of_b * of_b / (b->count - 1));
    return normal_deviate(a->mean - b->mean, sum, freedom);
}

/* All comparisons of a test; keeps the most extreme one. */
typedef struct verdict {
    int comparisons;
    double farthest;
    char where[GAME_VARIANT_TEXT + 96];
} verdict_t;

static void compare(verdict_t *verdict, double deviate, const game_t *game, int symmetry,
                    const char *what) {
    verdict->comparisons++;
    if (deviate > verdict->farthest) {
        verdict->farthest = deviate;
        snprintf(verdict->where, sizeof verdict->where, "%s %s, symmetry %d: %s",
                 game->class->name, game->variant_text, symmetry, what);
    }
}

static void judge(const verdict_t *verdict) {
    double chance = verdict->comparisons * erfc(verdict->farthest / sqrt(2));
    print_message("%d comparisons, the farthest off by %.2f standard deviations\n",
                  verdict->comparisons, verdict->farthest);
    if (chance < ERROR_RATE / 2) /* two tests share it */
        fail_msg("%s, off by %.2f standard deviations, one of %d comparisons",
                 verdict->where, verdict->farthest, verdict->comparisons);
}

/* Equal distributions seldom appear different, and slightly different ones do. */
static void test_comparing_means(void **unused) {
    (void)unused;
    enum { TRIALS = 4000, SIZE = 24 };
    pcg32_t rng = pcg32_for(1, 0, 0, PCG_FOR_TEST);
    int alarms[2] = {0};
    for (int trial = 0; trial < TRIALS; trial++)
        for (int shifted = 0; shifted < 2; shifted++) {
            sample_t a = {0}, b = {0};
            for (int i = 0; i < SIZE; i++) {
                sample_add(&a, pcg32_real(&rng));
                sample_add(&b, pcg32_real(&rng) + 0.3 * shifted);
            }
            alarms[shifted] += deviate_of_two(&a, &b, 0) > 1.96;
        }
    /* 5 % of 4000, give or take four standard deviations; and a shift of 3.6 of them. */
    assert_in_range(alarms[0], 200 - 56, 200 + 56);
    assert_true(alarms[1] > TRIALS * 9 / 10);
}

/* --- Playouts ----------------------------------------------------------------------- */

typedef struct chance {
    double score, length; /* of the given player, 0 to 1; actions */
} chance_t;

static chance_t play(const game_t *game, const state_t *state, int player, pcg32_t rng) {
    state_t end = *state;
    playout_t playout = game_playout(game, &end, &rng);
    int winner = playout.outcome.winner;
    double score = winner == NOBODY ? 0.5 : winner == player ? 1 : 0;
    return (chance_t){score, playout.length};
}

/* Actions of a playout. */
static int random_length(const game_t *game) {
    pcg32_t rng = pcg32_for(STREAM, 0, 0, PCG_FOR_TEST);
    state_t state = {0};
    game_start(game, &state);
    return (int)playout_generic(game, &state, &rng).length;
}

enum { MAX_SYMMETRIES = 8 };

/* Pairs of a random position and its image, from all stages of playouts: the score of
 * player 0, whoever is to move, and of the same player in the image. A bias for a side
 * then adds up, while it would cancel in scores of the movers. */
static void compare_playouts(const game_t *game, verdict_t *verdict) {
    sample_t scores[MAX_SYMMETRIES] = {0}, lengths[MAX_SYMMETRIES] = {0};
    int usual = random_length(game), pairs = test_effort(PAIRS);
    assert_true(game->num_symmetries <= MAX_SYMMETRIES);
    for (int i = 0; i < 10 + pairs; i++) {
        state_t state = {0}, image = {0};
        if (!test_random_position(game, STREAM, (uint64_t)i, i % usual, &state) ||
            game_outcome(game, &state).over)
            continue;
        chance_t here = play(game, &state, 0, pcg32_for(1, (uint64_t)i, 0, PCG_FOR_TEST));
        for (int s = 1; s < game->num_symmetries; s++) {
            game_symmetry(game, s, &state, &image);
            pcg32_t rng = pcg32_for(2, (uint64_t)i, (uint64_t)s, PCG_FOR_TEST);
            int player = game_symmetry_exchanges_sides(game, s) ? 1 : 0;
            chance_t there = play(game, &image, player, rng);
            sample_add(&scores[s], there.score - here.score);
            sample_add(&lengths[s], there.length - here.length);
        }
    }
    for (int s = 1; s < game->num_symmetries; s++) {
        assert_true(scores[s].count >= 5);
        compare(verdict, deviate_of_pairs(&scores[s], 0.5), game, s, "who wins playouts");
        compare(verdict, deviate_of_pairs(&lengths[s], 1), game, s,
                "how long playouts are");
    }
}

static void test_mirrored_playouts(void **unused) {
    (void)unused;
    verdict_t verdict = {0};
    for (int v = 0; v < test_variant_count; v++) {
        game_t *game = test_variant_game(&test_variants[v]);
        compare_playouts(game, &verdict);
        game_free(game);
    }
    assert_true(verdict.comparisons > 400);
    judge(&verdict);
}

/* --- Searches ----------------------------------------------------------------------- */

/* The results of many searches of one position: its value, and each action's share of
 * visits. */
typedef struct opinion {
    sample_t value, *shares;
} opinion_t;

static opinion_t ask(const game_t *game, const state_t *state, int selection,
                     uint64_t seed) {
    opinion_t opinion = {.shares =
                             memory_new((size_t)game->num_actions, sizeof(sample_t))};
    search_config_t config;
    keyset_set_defaults(&search_keys, &config);
    config.simulations = SIMULATIONS;
    config.selection = selection;
    search_t *search = search_new(game, &config);
    static search_result_t result;
    for (int i = 0; i < 6 + test_effort(SEARCHES - 6); i++) {
        search_forget(search);
        search_start(search, state, pcg32_for(seed, (uint64_t)i, 0, PCG_FOR_TEST));
        search_run(search, UINT32_MAX);
        search_read(search, &result);
        sample_add(&opinion.value, (double)result.root_value);
        for (int a = 0; a < result.count; a++)
            sample_add(&opinion.shares[result.actions[a]],
                       (double)result.visits[a] / result.root_visits);
    }
    search_free(search);
    return opinion;
}

static void compare_opinions(const game_t *game, int symmetry, const opinion_t *here,
                             const opinion_t *there, verdict_t *verdict) {
    compare(verdict, deviate_of_two(&here->value, &there->value, STEP), game, symmetry,
            "the value of a search");
    for (int a = 0; a < game->num_actions; a++) {
        const sample_t *share = &here->shares[a];
        int image = game_symmetry_action(game, symmetry, (action_t)a);
        assert_true(share->count == there->shares[image].count);
        if (share->count > 0)
            compare(verdict, deviate_of_two(share, &there->shares[image], STEP), game,
                    symmetry, "the visits of an action");
    }
}

static void test_mirrored_search_chances(void **unused) {
    (void)unused;
    verdict_t verdict = {0};
    for (int v = 0; v < test_variant_count; v++) {
        game_t *game = test_variant_game(&test_variants[v]);
        state_t state = {0}, image = {0};
        int num_actions = random_length(game) * (v % 4) / 4;
        bool goes_on =
            test_random_position(game, STREAM, (uint64_t)v, num_actions, &state) &&
            !game_outcome(game, &state).over;
        if (!goes_on)
            game_start(game, &state);
        opinion_t here = ask(game, &state, v % 2, 3);
        for (int s = 1; s < game->num_symmetries; s++) {
            game_symmetry(game, s, &state, &image);
            opinion_t there = ask(game, &image, v % 2, 4 + (uint64_t)s);
            compare_opinions(game, s, &here, &there, &verdict);
            free(there.shares);
        }
        free(here.shares);
        game_free(game);
    }
    assert_true(verdict.comparisons > 4000);
    judge(&verdict);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_comparing_means),
        cmocka_unit_test(test_mirrored_playouts),
        cmocka_unit_test(test_mirrored_search_chances),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
