/* Ratings from hand-made pairs of games: which are correlated, whether the intervals
 * cover the truth, the effect of duplicate games, whether warnings are justified, and
 * which pairing is played next. */
#include "tests/support/unit.h"

#include "core/base/pcg.h"
#include "core/stats/normal.h"
#include "eval/rating/bradley_terry.h"
#include "eval/rating/rating.h"
#include "eval/rating/rating_choice.h"
#include "tests/support/synthetic.h"
#include "tests/support/variants.h"

#include <math.h>
#include <stdlib.h>

#define ELO BRADLEY_TERRY_ELO

static void assert_near(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.8f is not within %g of %.8f", value, tolerance, expected);
}

static rating_games_t games_of(int agents) {
    rating_games_t games = {.agents = memory_new((size_t)agents, sizeof *games.agents),
                            .num_agents = agents};
    for (int i = 0; i < agents; i++) {
        snprintf(games.agents[i].agent.name, AGENT_NAME, "agent %d", i);
        games.agents[i].text = text_copy(i % 2 ? "does this" : "does that");
    }
    return games;
}

static void add_pair(rating_games_t *games, int a, int b, int of_a_first, int of_b_first,
                     uint64_t hash, uint64_t opening) {
    if (games->num_pairs == games->capacity) {
        games->capacity = games->capacity ? 2 * games->capacity : 16;
        games->pairs = memory_resize(games->pairs, games->capacity, sizeof *games->pairs);
    }
    games->pairs[games->num_pairs++] =
        (rating_pair_t){.agents = {a, b},
                        .results = {(uint8_t)of_a_first, (uint8_t)of_b_first},
                        .hash = hash,
                        .opening = opening};
}

static void test_clusters(void **unused) {
    (void)unused;
    rating_games_t games = games_of(3);
    add_pair(&games, 0, 1, 2, 0, 70, 1); /* with the third by the opening */
    add_pair(&games, 0, 2, 2, 0, 71, 2);
    add_pair(&games, 1, 2, 2, 0, 72, 1); /* with the fifth by the games */
    add_pair(&games, 0, 1, 2, 0, 73, 3);
    add_pair(&games, 1, 2, 2, 0, 72, 4);
    assert_int_equal(rating_games_cluster(&games), 3);
    int clusters[4] = {0};
    for (size_t i = 0; i < games.num_pairs; i++) {
        const rating_pair_t *pair = &games.pairs[i];
        assert_true(i == 0 || pair->cluster >= games.pairs[i - 1].cluster);
        clusters[pair->cluster]++;
        if (pair->hash == 70 || pair->hash == 72)
            assert_int_equal(pair->cluster, 0);
    }
    assert_int_equal(clusters[0], 3);
    assert_int_equal(clusters[1] + clusters[2], 2);
    rating_games_clear(&games);
}

static void test_names_differ(void **unused) {
    (void)unused;
    rating_games_t games = games_of(3);
    snprintf(games.agents[2].agent.name, AGENT_NAME, "agent 1"); /* its text differs */
    rating_games_cluster(&games);
    assert_string_equal(games.agents[0].name, "agent 0");
    assert_int_equal(strlen(games.agents[1].name), strlen("agent 1~0123"));
    assert_string_not_equal(games.agents[1].name, games.agents[2].name);
    assert_int_equal(rating_games_find(&games, games.agents[2].name), 2);
    assert_int_equal(rating_games_find(&games, "agent 1"), -1);
    rating_games_clear(&games);
}

/* --- Synthetic results -------------------------------------------------------------- */

enum { AGENTS = 5, PAIRINGS = AGENTS * (AGENTS - 1) / 2 };
static const double truth[AGENTS] = {-180, -60, 0, 90, 150};

/* A random result; opening: its value to the first player. 2 of 5 even games are drawn.
 */
static int draw_result(double difference, double opening, pcg32_t *rng) {
    double d = (difference + opening) / ELO;
    double won = exp(d / 2), drawn = 1.3, lost = exp(-d / 2);
    double x = pcg32_real(rng) * (won + drawn + lost);
    return x < won ? RATING_WON : x < won + drawn ? RATING_DRAWN : RATING_LOST;
}

/* The values of openings to the first player, and how far they suit single agents. */
typedef struct openings {
    const char *name;
    int pairs;       /* of each two agents */
    bool are_shared; /* by all pairings: matches of one seed */
    double worth, share, suit;
} openings_t;

/* share 0: +worth and -worth equally often; else worth in that share of openings and 0 in
 * the rest. */
static double draw_worth(const openings_t *of, pcg32_t *rng) {
    if (!(of->share > 0))
        return pcg32_below(rng, 2) ? of->worth : -of->worth;
    return pcg32_real(rng) < of->share ? of->worth : 0;
}

typedef struct opening {
    double worth, suits[AGENTS];
} opening_t;

static opening_t draw_opening(const openings_t *of, pcg32_t *rng) {
    opening_t opening = {.worth = draw_worth(of, rng)};
    for (int i = 0; i < AGENTS && of->suit > 0; i++)
        opening.suits[i] = of->suit * synthetic_normal(rng);
    return opening;
}

/* Pairs of all agents against all. */
static rating_games_t draw_games(int agents, const openings_t *of, pcg32_t *rng) {
    rating_games_t games = games_of(agents);
    opening_t *shared = memory_new((size_t)of->pairs, sizeof *shared);
    uint64_t number = 0;
    for (int i = 0; i < of->pairs; i++)
        shared[i] = draw_opening(of, rng);
    for (int a = 0; a < agents; a++)
        for (int b = a + 1; b < agents; b++)
            for (int i = 0; i < of->pairs; i++) {
                opening_t opening = of->are_shared ? shared[i] : draw_opening(of, rng);
                double d = truth[a] - truth[b] + opening.suits[a] - opening.suits[b];
                int first = draw_result(d, opening.worth, rng);
                int second = draw_result(-d, opening.worth, rng);
                number++;
                add_pair(&games, a, b, first, second, number,
                         of->are_shared ? (uint64_t)i : number);
            }
    free(shared);
    rating_games_cluster(&games);
    return games;
}

/* The limit of ratings with decisive openings, which the model does not include: the
 * difference of the strongest and the weakest, and the advantage. */
static void limit_of(const openings_t *of, double limit[2]) {
    openings_t many = *of;
    /* A few Elo with the fewest; intervals are 50 and more wide. */
    int most = many.are_shared ? 20000 : 5000, least = 2000, pairs = test_effort(most);
    many.pairs = pairs < least ? least : pairs < most ? pairs : most;
    pcg32_t rng = pcg32_for(2, (uint64_t)of->worth, (uint64_t)of->pairs, PCG_FOR_TEST);
    rating_games_t games = draw_games(AGENTS, &many, &rng);
    rating_t *rating = rating_new(&games, NULL);
    limit[0] = rating->fit->rating[4] - rating->fit->rating[0];
    limit[1] = rating->fit->advantage;
    rating_free(rating);
    rating_games_clear(&games);
}

/* From the fewest openings that give intervals; all matches of one seed share them. */
static const openings_t settings[] = {
    {"worth nothing", 5, false, 0, 0, 0},
    {"+-300 Elo", 5, false, 300, 0, 0},
    {"+-300 Elo", 20, false, 300, 0, 0},
    {"6 shared, +-300 Elo", 6, true, 300, 0, 0},
    {"20 shared, +-300 Elo", 20, true, 300, 0, 0},
    {"20 shared, one in ten 600 Elo", 20, true, 600, 0.1, 0},
    {"50 shared, one in ten 600 Elo", 50, true, 600, 0.1, 0},
    {"10 shared, that suit agents", 10, true, 0, 0, 150},
    {"30 shared, +-300 Elo, that suit agents", 30, true, 300, 0, 150},
};

static void test_coverage(void **unused) {
    (void)unused;
    int repetitions = test_effort(400);
    for (size_t s = 0; s < sizeof settings / sizeof settings[0]; s++) {
        int held[2] = {0}, alarms = 0;
        double limit[2];
        limit_of(&settings[s], limit);
        pcg32_t rng = pcg32_for(1, s, 0, PCG_FOR_TEST);
        for (int r = 0; r < repetitions; r++) {
            rating_games_t games = draw_games(AGENTS, &settings[s], &rng);
            rating_t *rating = rating_new(&games, NULL);
            assert_true(rating_has_interval(rating, AGENTS));
            double half =
                bradley_terry_difference_half_width(rating->fit, 4, 0, INTERVAL_LEVEL);
            estimate_t advantage = rating_advantage(rating);
            held[0] +=
                fabs(rating->fit->rating[4] - rating->fit->rating[0] - limit[0]) <= half;
            held[1] += advantage.low <= limit[1] && limit[1] <= advantage.high;
            for (int i = 0; i < PAIRINGS; i++)
                if (rating->pairings[i].p < 0.05) {
                    alarms++;
                    break;
                }
            rating_free(rating);
            rating_games_clear(&games);
        }
        synthetic_check_coverage("difference of ratings", settings[s].name, held[0],
                                 repetitions, 0.94);
        synthetic_check_coverage("worth of moving first", settings[s].name, held[1],
                                 repetitions, 0.94);
        if (!(settings[s].suit > 0))
            synthetic_check_share("false alarms of \"one number does not tell all\"",
                                  (double)alarms / repetitions, repetitions, 0, 0.05);
    }
}

/* Pairs drawn repeatedly from a pool have only the pool's information. */
static void test_duplicates(void **unused) {
    (void)unused;
    enum { FEW = 3, DRAWN = 60 };
    static const int pools[] = {25, 10};
    int repetitions = test_effort(2000);
    for (size_t s = 0; s < 2; s++) {
        int held[2] = {0};
        pcg32_t rng = pcg32_for(3, s, 0, PCG_FOR_TEST);
        for (int r = 0; r < repetitions; r++) {
            const openings_t equal = {"", pools[s], false, 0, 0, 0};
            rating_games_t pool = draw_games(FEW, &equal, &rng);
            for (int known = 0; known < 2; known++) {
                rating_games_t games = games_of(FEW);
                for (int pairing = 0; pairing < FEW; pairing++)
                    for (int i = 0; i < DRAWN; i++) {
                        uint32_t which = pcg32_below(&rng, (uint32_t)pools[s]);
                        rating_pair_t pair =
                            pool.pairs[(uint32_t)(pairing * pools[s]) + which];
                        uint64_t number = (uint64_t)(1000 + pairing * DRAWN + i);
                        add_pair(&games, pair.agents[0], pair.agents[1], pair.results[0],
                                 pair.results[1], known ? pair.hash : number, number);
                    }
                rating_games_cluster(&games);
                rating_t *rating = rating_new(&games, NULL);
                assert_true(rating_has_interval(rating, FEW));
                double half = bradley_terry_difference_half_width(rating->fit, 2, 0,
                                                                  INTERVAL_LEVEL);
                held[known] += fabs(rating->fit->rating[2] - rating->fit->rating[0] -
                                    truth[2] + truth[0]) <= half;
                rating_free(rating);
                rating_games_clear(&games);
            }
            rating_games_clear(&pool);
        }
        double n = repetitions;
        print_message("60 pairs from %d: %.4f, taken as different %.4f\n", pools[s],
                      held[1] / n, held[0] / n);
        synthetic_check_share("known", held[1] / n, repetitions, 0.925, 0.985);
        synthetic_check_share("taken as different", held[0] / n, repetitions, 0.3, 0.85);
    }
}

/* Every pair is one win each, by the seat that the opening favours: the pairs do not
 * differ, but still nothing is certain. An agent with few pairs has no interval, others
 * have one. */
static void test_pairs_that_do_not_differ(void **unused) {
    (void)unused;
    rating_games_t games = games_of(4);
    for (uint64_t i = 0; i < 120; i++) {
        int third = (int)(i % 3), result = i / 3 % 2 ? RATING_WON : RATING_LOST;
        add_pair(&games, third == 2, 1 + (third > 0), result, result, i, i);
    }
    for (uint64_t i = 0; i < 20; i++)
        add_pair(&games, 2, 3, RATING_LOST, i ? RATING_WON : RATING_LOST, 2000 + i,
                 2000 + i);
    for (int few = 0; few < 2; few++) {
        games.num_pairs -= few ? (size_t)(20 - RATING_CLUSTERS + 1) : 0;
        rating_games_cluster(&games);
        rating_t *rating = rating_new(&games, NULL);
        double error = bradley_terry_difference_deviation(rating->fit, 0, 1);
        print_message("standard error %.1f Elo\n", error);
        assert_true(error > 3 && error < 20);
        assert_true(isfinite(rating_interval(rating, 0).low));
        assert_true(isfinite(rating_advantage(rating).high));
        assert_true((isfinite(rating_interval(rating, 3).low) != 0) == (few == 0));
        rating_free(rating);
    }
    games.num_pairs = (size_t)RATING_CLUSTERS - 1;
    rating_games_cluster(&games);
    rating_t *rating = rating_new(&games, NULL);
    assert_true(!isfinite(rating_interval(rating, 0).low));
    assert_true(!isfinite(rating_advantage(rating).high));
    assert_true(rating_draws(rating).high >= 1 && rating_draws(rating).low <= 0);
    rating_free(rating);
    rating_games_clear(&games);
}

/* --- The alarm ---------------------------------------------------------------------- */

/* Each beats the next: equal ratings, and no pairing as they predict. */
static void test_circle(void **unused) {
    (void)unused;
    rating_games_t games = games_of(3);
    for (uint64_t i = 0; i < 120; i++) {
        int a = (int)(i % 3), b = (a + 1) % 3, won = i % 4 < 3 ? RATING_WON : RATING_LOST;
        bool in_order = a < b;
        add_pair(&games, in_order ? a : b, in_order ? b : a, in_order ? won : 2 - won,
                 in_order ? 2 - won : won, i, i);
    }
    rating_games_cluster(&games);
    rating_t *rating = rating_new(&games, NULL);
    assert_int_equal(rating->num_pairings, 3);
    for (int i = 0; i < 3; i++) {
        const rating_pairing_t *check = &rating->pairings[i];
        assert_near(rating->fit->rating[i], 0, 1e-6);
        assert_near(check->score, check->a == 0 && check->b == 2 ? 0.25 : 0.75, 1e-12);
        assert_near(check->expected, 0.5, 1e-9);
        assert_true(check->p < RATING_ALARM / 5);
    }
    rating_free(rating);
    rating_games_clear(&games);
}

/* Two agents are fitted exactly: there is nothing left to check. */
static void test_two_are_followed(void **unused) {
    (void)unused;
    rating_games_t games = games_of(2);
    for (uint64_t i = 0; i < 60; i++)
        add_pair(&games, 0, 1, i % 3 ? RATING_WON : RATING_LOST,
                 i % 5 ? RATING_LOST : RATING_WON, i, i);
    rating_games_cluster(&games);
    rating_t *rating = rating_new(&games, NULL);
    assert_int_equal(rating->num_pairings, 1);
    const rating_pairing_t *check = &rating->pairings[0];
    assert_near(check->score, (40 + 48) / 120.0, 1e-12);
    assert_near(check->expected, check->score, 0.005); /* but for the prior */
    assert_true(check->p > 0.5);
    assert_int_equal(rating->records[0].games, 120);
    assert_int_equal(rating->records[0].won, 88);
    assert_int_equal(rating->records[1].games, 120);
    rating_free(rating);
    rating_games_clear(&games);
}

/* An agent against itself gives only the advantage, and does not count as a game against
 * others. */
static void test_one_against_itself(void **unused) {
    (void)unused;
    rating_games_t games = games_of(2);
    for (uint64_t i = 0; i < 60; i++) {
        add_pair(&games, 0, 1, RATING_WON, i % 2 ? RATING_WON : RATING_LOST, i, i);
        add_pair(&games, 1, 1, RATING_WON, RATING_WON, 100 + i, 100 + i);
    }
    rating_games_cluster(&games);
    rating_t *rating = rating_new(&games, NULL);
    assert_int_equal(rating->num_pairings, 2);
    assert_near(rating->pairings[1].p, 1, 0);
    assert_int_equal(rating->records[1].games, 120);
    assert_true(rating_advantage(rating).low > 100);
    rating_free(rating);
    rating_games_clear(&games);
}

/* --- Anchors and choices ------------------------------------------------------------ */

static void test_anchor(void **unused) {
    (void)unused;
    pcg32_t rng = pcg32_seed(5, 1);
    rating_games_t games =
        draw_games(AGENTS, &(openings_t){"", 20, false, 100, 0, 0}, &rng);
    rating_t *rating = rating_new(&games, NULL);
    double gap = rating->fit->rating[3] - rating->fit->rating[1];
    double error = bradley_terry_difference_deviation(rating->fit, 3, 1);
    double stronger = bradley_terry_superiority(rating->fit, 3, 1);
    rating_free(rating);
    rating_anchors_t anchors = {{{.elo = 1500}, {.elo = 1700}}, 1};
    for (int i = 0; i < 2; i++)
        memcpy(anchors.list[i].name, games.agents[2 * i + 1].name, RATING_NAME);
    rating = rating_new(&games, &anchors);
    assert_near(rating->fit->rating[1], 1500, 1e-9);
    assert_near(bradley_terry_deviation(rating->fit, 1), 0, 1e-9);
    assert_near(rating->fit->rating[3], 1500 + gap, 1e-9);
    assert_near(bradley_terry_deviation(rating->fit, 3), error, 1e-6);
    assert_near(bradley_terry_difference_deviation(rating->fit, 3, 1), error, 1e-6);
    assert_near(bradley_terry_superiority(rating->fit, 3, 1), stronger, 1e-9);
    for (int i = 0; i + 1 < AGENTS; i++)
        assert_true(rating->fit->rating[rating->order[i]] >=
                    rating->fit->rating[rating->order[i + 1]]);
    rating_free(rating);
    anchors.count = 2; /* neither is moved */
    rating = rating_new(&games, &anchors);
    assert_near(rating->fit->rating[3] - rating->fit->rating[1], 200, 0.01);
    assert_true(rating_interval(rating, 3).low == rating_interval(rating, 3).high);
    rating_free(rating);
    rating_games_clear(&games);
}

/* The predicted number of games is about right; the least known agent is chosen, against
 * those of its strength; the choice is reproducible. */
static void test_choice(void **unused) {
    (void)unused;
    pcg32_t rng = pcg32_seed(6, 1);
    rating_games_t games =
        draw_games(AGENTS, &(openings_t){"", 20, false, 0, 0, 0}, &rng);
    rating_t *rating = rating_new(&games, NULL);
    rating_offer_t offers[PAIRINGS], again[PAIRINGS];
    int count = 0;
    for (int a = 0; a < AGENTS; a++)
        for (int b = a + 1; b < AGENTS; b++)
            offers[count++] = (rating_offer_t){.a = a, .b = b, .games = 20, .left = 500};
    memcpy(again, offers, sizeof again);
    double before = rating_largest_error(rating), goal = before / 2;
    assert_int_equal(rating_choose(rating, before + 0.001, offers, count, 5, 100), 0);
    uint64_t steps = rating_choose(rating, goal, offers, count, 1, 1000), chosen = 0;
    assert_int_equal(rating_choose(rating, goal, again, count, 1, 1000), steps);
    assert_memory_equal(offers, again, sizeof offers);
    assert_true(steps > 20 && steps < 200); /* four times as many in all: 60 more */
    for (int i = 0; i < count; i++) {
        chosen += offers[i].chosen;
        for (uint64_t k = 0; k < offers[i].chosen * 10; k++) {
            double difference = truth[offers[i].a] - truth[offers[i].b];
            uint64_t number = 10000 + 5000 * (uint64_t)i + k;
            add_pair(&games, offers[i].a, offers[i].b, draw_result(difference, 0, &rng),
                     draw_result(-difference, 0, &rng), number, number);
        }
    }
    assert_int_equal(chosen, steps);
    rating_free(rating);
    rating_games_cluster(&games);
    rating = rating_new(&games, NULL);
    assert_near(rating_largest_error(rating) / goal, 1, 0.15);
    /* No more than exist, and no more than requested. */
    for (int i = 0; i < count; i++)
        offers[i].left = i == 3;
    assert_int_equal(rating_choose(rating, 1, offers, count, 5, 100), 1);
    assert_int_equal(offers[3].chosen, 1);
    for (int i = 0; i < count; i++)
        offers[i].left = 1000;
    chosen = 0;
    assert_true(rating_choose(rating, 1, offers, count, 2, 7) > 7);
    for (int i = 0; i < count; i++)
        chosen += offers[i].chosen;
    assert_int_equal(chosen, 7);
    rating_free(rating);
    rating_games_clear(&games);
}

/* With an agent of which hardly anything is known, its games are chosen. */
static void test_choice_serves_the_unknown(void **unused) {
    (void)unused;
    pcg32_t rng = pcg32_seed(7, 1);
    rating_games_t games = draw_games(4, &(openings_t){"", 100, false, 0, 0, 0}, &rng),
                   all = games_of(5);
    for (size_t i = 0; i < games.num_pairs; i++) {
        const rating_pair_t *pair = &games.pairs[i];
        add_pair(&all, pair->agents[0], pair->agents[1], pair->results[0],
                 pair->results[1], pair->hash, pair->opening);
    }
    for (uint64_t i = 0; i < 4; i++) /* all drawn with the weakest */
        add_pair(&all, 0, 4, RATING_DRAWN, RATING_DRAWN, 5000 + i, 5000 + i);
    rating_games_cluster(&all);
    rating_t *rating = rating_new(&all, NULL);
    rating_offer_t offers[] = {{.a = 0, .b = 1, .games = 20, .left = 9},
                               {.a = 1, .b = 4, .games = 20, .left = 9},
                               {.a = 0, .b = 4, .games = 20, .left = 9},
                               {.a = 2, .b = 3, .games = 20, .left = 9}};
    rating_choose(rating, 40, offers, 4, 1, 3);
    assert_true(offers[1].chosen + offers[2].chosen > 0);
    assert_int_equal(offers[0].chosen + offers[3].chosen, 0);
    rating_free(rating);
    rating_games_clear(&games);
    rating_games_clear(&all);
}

/* Plays until the errors are small, round by round, chosen by the results so far. */
static void test_coverage_of_chosen_games(void **unused) {
    (void)unused;
    enum { GOAL = 15 };
    int repetitions = test_effort(400), held = 0, rounds = 0;
    size_t pairs = 0;
    pcg32_t rng = pcg32_for(4, 0, 0, PCG_FOR_TEST);
    for (int r = 0; r < repetitions; r++) {
        rating_games_t games =
            draw_games(AGENTS, &(openings_t){"", 10, false, 0, 0, 0}, &rng);
        rating_offer_t offers[PAIRINGS];
        int count = 0;
        for (int a = 0; a < AGENTS; a++)
            for (int b = a + 1; b < AGENTS; b++)
                offers[count++] =
                    (rating_offer_t){.a = a, .b = b, .games = 20, .left = 500};
        rating_t *rating = rating_new(&games, NULL);
        while (rating_choose(rating, GOAL, offers, count, 1 + games.num_pairs / 160,
                             1 + games.num_pairs / 20) > 0) {
            for (int i = 0; i < count; i++)
                for (uint64_t k = 0; k < 10 * offers[i].chosen; k++) {
                    double difference = truth[offers[i].a] - truth[offers[i].b];
                    uint64_t number = 10000 + games.num_pairs;
                    add_pair(&games, offers[i].a, offers[i].b,
                             draw_result(difference, 0, &rng),
                             draw_result(-difference, 0, &rng), number, number);
                }
            rating_games_cluster(&games);
            rating_free(rating);
            rating = rating_new(&games, NULL);
            rounds++;
        }
        assert_true(rating_largest_error(rating) <= GOAL);
        double error = bradley_terry_difference_deviation(rating->fit, 4, 0);
        held += fabs(rating->fit->rating[4] - rating->fit->rating[0] - truth[4] +
                     truth[0]) <= normal_two_sided(INTERVAL_LEVEL) * error;
        pairs += games.num_pairs;
        rating_free(rating);
        rating_games_clear(&games);
    }
    double n = repetitions;
    print_message(
        "until %d Elo: difference %.4f, %.1f pairs and %.1f rounds in the mean\n", GOAL,
        held / n, (double)pairs / n, rounds / n);
    synthetic_check_share("chosen", held / n, repetitions, 0.925, 0.975);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clusters),
        cmocka_unit_test(test_names_differ),
        cmocka_unit_test(test_coverage),
        cmocka_unit_test(test_duplicates),
        cmocka_unit_test(test_pairs_that_do_not_differ),
        cmocka_unit_test(test_circle),
        cmocka_unit_test(test_two_are_followed),
        cmocka_unit_test(test_one_against_itself),
        cmocka_unit_test(test_anchor),
        cmocka_unit_test(test_choice),
        cmocka_unit_test(test_choice_serves_the_unknown),
        cmocka_unit_test(test_coverage_of_chosen_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
