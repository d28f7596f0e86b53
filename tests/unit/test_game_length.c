/* The mean length of games and its interval: by hand, and on made-up samples of which
 * some games are unfinished, or which end when they look precise. */
#include "tests/support/unit.h"

#include "core/base/pcg.h"
#include "core/stats/student.h"
#include "selfplay/estimate/game_length.h"
#include "selfplay/estimate/sample_games.h"
#include "tests/support/synthetic.h"
#include "tests/support/variants.h"

#include <math.h>
#include <stdio.h>

static void assert_near(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.8f is not within %g of %.8f", value, tolerance, expected);
}

/* Of 10, 20+, 30, 40: half of the share of 3/4 that is left after 10 goes to 30. */
static void test_by_hand(void **unused) {
    (void)unused;
    observed_length_t at[] = {{40, true}, {20, false}, {10, true}, {30, true}};
    game_length_t found;
    game_length_find(at, 4, &found);
    assert_near(found.mean, 10.0 / 4 + 35 * 3.0 / 4, 1e-9);
    assert_true(found.is_rough && !found.has_interval);
    game_length_find(at, 0, &found);
    assert_true(found.is_rough && found.mean == 0);
}

/* Without unfinished games and skewness the interval is Student's. */
static void test_symmetric(void **unused) {
    (void)unused;
    enum { GAMES = 31 };
    observed_length_t at[GAMES + 1];
    game_length_t found;
    for (uint32_t i = 0; i < GAMES; i++)
        at[i] = (observed_length_t){100 + i, true};
    game_length_find(at, GAMES, &found);
    double half = student_two_sided(0.95, GAMES - 1) * sqrt((GAMES + 1) / 12.0);
    assert_true(found.has_interval && !found.is_rough);
    assert_near(found.mean, 115, 1e-9);
    assert_near(found.low, 115 - half, 1e-6);
    assert_near(found.high, 115 + half, 1e-6);
    /* A game that has just begun tells nothing. */
    at[GAMES] = (observed_length_t){1, false};
    game_length_t more;
    game_length_find(at, GAMES + 1, &more);
    assert_near(more.mean, found.mean, 1e-9);
    assert_near(more.low, found.low, 1e-6);
}

static void test_no_interval(void **unused) {
    (void)unused;
    observed_length_t at[100];
    game_length_t found;
    for (uint32_t i = 0; i < 100; i++)
        at[i] = (observed_length_t){50, true};
    game_length_find(at, 100, &found);
    assert_true(!found.is_rough && !found.has_interval); /* all equal */
    at[99].actions = 500;
    game_length_find(at, 100, &found);
    assert_true(!found.is_rough && !found.has_interval); /* one decides */
    for (uint32_t i = 0; i < 100; i++)
        at[i] = (observed_length_t){50 + i, true};
    game_length_find(at, GAME_LENGTH_LEAST - 1, &found);
    assert_false(found.has_interval);
    game_length_find(at, 100, &found);
    assert_true(found.has_interval);
    at[99].has_ended = false;
    game_length_find(at, 100, &found);
    assert_true(found.is_rough && !found.has_interval);
}

/* --- Made-up games ------------------------------------------------------------------ */

typedef enum {
    NORMAL,
    NARROW,
    GEOMETRIC,
    LOG_NORMAL,
    TWO_KINDS,
    CUT_OFF,
    LENGTHS
} kind_t;
static const char *const names[LENGTHS] = {
    "normal",     "nearly equal",          "geometric",
    "log-normal", "70 % short, 30 % long", "one in ten ten times as long"};

static uint32_t draw(kind_t kind, pcg32_t *rng) {
    double length = 0;
    switch (kind) {
    case NORMAL:
        length = 40 + 8 * synthetic_normal(rng);
        break;
    case NARROW:
        length = 400 + 20 * synthetic_normal(rng);
        break;
    case GEOMETRIC:
        length = 1 - 30 * log(1 - pcg32_real(rng));
        break;
    case LOG_NORMAL:
        length = 50 * exp(0.7 * synthetic_normal(rng));
        break;
    case TWO_KINDS:
        length = pcg32_real(rng) < 0.7 ? 15 + pcg32_below(rng, 11)
                                       : 100 + pcg32_below(rng, 41);
        break;
    case CUT_OFF:
        length = pcg32_real(rng) < 0.9 ? 30 + pcg32_below(rng, 21) : 400;
        break;
    case LENGTHS:
        break;
    }
    return (uint32_t)fmax(1, floor(length + 0.5));
}

static double true_mean(kind_t kind) {
    enum { DRAWS = 1000000 };
    pcg32_t rng = pcg32_seed(2, kind);
    double sum = 0;
    for (int i = 0; i < DRAWS; i++)
        sum += draw(kind, &rng);
    return sum / DRAWS;
}

/* Places whose games follow each other, one action of each at a time. */
typedef struct sampling {
    const char *name;
    int places;
    double time;      /* per place, in mean lengths; 0: until all games have ended */
    int games;        /* at most */
    double precision; /* relative standard error that ends it; 0: none */
} sampling_t;
static const sampling_t samplings[] = {{"30 whole games", 1, 0, 30, 0},
                                       {"200 whole games", 1, 0, 200, 0},
                                       {"2 places, 30 lengths", 2, 30, 1000, 0},
                                       {"16 places, 10 lengths", 16, 10, 1000, 0},
                                       {"4 places, up to 5 %", 4, 200, 1000, 0.05},
                                       {"4 places, up to 2 %", 4, 200, 1000, 0.02}};
enum { SAMPLINGS = sizeof samplings / sizeof samplings[0], MOST = 1100, PLACES = 16 };

static bool is_precise(const observed_length_t *at, size_t count, double precision) {
    double sum = 0, squares = 0, n = (double)count;
    if (!(precision > 0) || count < SAMPLE_GAMES_LEAST)
        return false;
    for (size_t i = 0; i < count; i++) {
        sum += at[i].actions;
        squares += (double)at[i].actions * at[i].actions;
    }
    return sqrt((squares / n - sum * sum / n / n) / n) <= precision * sum / n;
}

/* Returns the number of games. */
static size_t play(const sampling_t *how, kind_t kind, double mean, pcg32_t *rng,
                   observed_length_t at[MOST]) {
    uint32_t begun[PLACES] = {0}, end[PLACES];
    size_t count = 0;
    double now = 0, last = how->time > 0 ? floor(how->time * mean) : HUGE_VAL;
    for (int i = 0; i < how->places; i++)
        end[i] = draw(kind, rng);
    while (count < (size_t)how->games && !is_precise(at, count, how->precision)) {
        int next = 0;
        for (int i = 1; i < how->places; i++)
            next = end[i] < end[next] ? i : next;
        if (end[next] > last)
            break;
        now = end[next];
        at[count++] = (observed_length_t){end[next] - begun[next], true};
        begun[next] = end[next];
        end[next] += draw(kind, rng);
    }
    if (how->time > 0 && count < (size_t)how->games &&
        !is_precise(at, count, how->precision))
        now = last;
    for (int i = 0; i < how->places; i++)
        if (now > begun[i])
            at[count++] = (observed_length_t){(uint32_t)now - begun[i], false};
    return count;
}

/* A missing interval cannot be wrong: it counts as held. */
static void check(const sampling_t *how, int sampling, kind_t kind, double mean) {
    int repetitions = test_effort(1000), held = 0, given = 0;
    pcg32_t rng = pcg32_for(15, (uint64_t)sampling, kind, PCG_FOR_TEST);
    observed_length_t at[MOST];
    double width = 0;
    for (int r = 0; r < repetitions; r++) {
        game_length_t found;
        game_length_find(at, play(how, kind, mean, &rng, at), &found);
        given += found.has_interval;
        width += found.has_interval ? (found.high - found.low) / 2 / mean : 0;
        held += !found.has_interval || (found.low <= mean && mean <= found.high);
    }
    char truth[120];
    snprintf(truth, sizeof truth, "%s, %s", names[kind], how->name);
    print_message("%s: given to %d of %d, half width %.1f %%\n", truth, given,
                  repetitions, given > 0 ? 100 * width / given : 0);
    synthetic_check_coverage("mean length", truth, held, repetitions, 0.95);
}

static void test_interval_holds(void **unused) {
    (void)unused;
    for (kind_t kind = 0; kind < LENGTHS; kind++) {
        double mean = true_mean(kind);
        for (int i = 0; i < SAMPLINGS; i++)
            check(&samplings[i], i, kind, mean);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_symmetric),
        cmocka_unit_test(test_no_interval),
        cmocka_unit_test(test_interval_holds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
