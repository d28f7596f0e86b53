/* Which run of a study is played next: first a rough answer from everything that is fast
 * enough, then time shared over all runs, with a made-up clock. */
#include "tests/support/unit.h"

#include "eval/study/study_schedule.h"

#include <math.h>

enum { RUNS = 6 };

/* Two variants by three strengths, a hundred simulations a second; variant 1 is four
 * times as slow. */
static void make_works(study_work_t works[RUNS]) {
    static const double simulations[] = {25, 100, 25600};
    for (int i = 0; i < RUNS; i++)
        works[i] = (study_work_t){.is_self_play = true,
                                  .variant = i / 3,
                                  .simulations = simulations[i % 3],
                                  .wanted = 1000000,
                                  .shard = 20};
}

/* Plays a slice by the made-up clock; returns its seconds. */
static double play(study_work_t *works, const study_slice_t *slice) {
    study_work_t *work = &works[slice->run];
    double seconds =
        (double)slice->games * work->simulations * (work->variant ? 4 : 1) / 1e4;
    work->count += slice->games;
    work->timed_games += slice->games;
    work->seconds += seconds;
    return seconds;
}

static void test_rough(void **unused) {
    (void)unused;
    study_work_t works[RUNS];
    study_slice_t slice;
    double elapsed = 0;
    make_works(works);
    while (!study_schedule_is_rough(works, RUNS, elapsed)) {
        assert_true(study_schedule_next(works, RUNS, elapsed, &slice));
        elapsed += play(works, &slice);
    }
    assert_true(elapsed < STUDY_ROUGH_S + 2);
    for (int i = 0; i < RUNS; i++) /* 20 games of the strongest take 51 s and more */
        assert_true(i % 3 == 2 ? works[i].count == 0 : works[i].count >= 20);
}

/* Each run of self-play gets an equal share, a control a quarter, one that wants no games
 * none. */
static void test_shares(void **unused) {
    (void)unused;
    study_work_t works[RUNS];
    study_slice_t slice;
    double elapsed = 0;
    make_works(works);
    for (int i = 0; i < RUNS; i++)
        works[i].simulations = 100;
    works[4].is_self_play = false;
    works[5].wanted = 0;
    while (elapsed < 20000) {
        assert_true(study_schedule_next(works, RUNS, elapsed, &slice));
        assert_int_equal(slice.games % works[slice.run].shard, 0);
        double seconds = play(works, &slice);
        assert_true(seconds <= 16);
        elapsed += seconds;
    }
    for (int i = 0; i < 4; i++)
        assert_true(fabs(works[i].seconds / works[0].seconds - 1) < 0.02);
    assert_true(fabs(works[4].seconds / works[0].seconds - 0.25) < 0.02);
    assert_int_equal(works[5].count, 0);
}

/* To the end, in complete files; then there is nothing left. */
static void test_end(void **unused) {
    (void)unused;
    study_work_t works[RUNS];
    study_slice_t slice;
    double elapsed = 0;
    make_works(works);
    for (int i = 0; i < RUNS; i++)
        works[i].wanted = 60 + 20 * (uint64_t)i;
    while (study_schedule_next(works, RUNS, elapsed, &slice))
        elapsed += play(works, &slice);
    for (int i = 0; i < RUNS; i++)
        assert_int_equal(works[i].count, works[i].wanted);
    assert_true(study_schedule_is_rough(works, RUNS, 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rough),
        cmocka_unit_test(test_shares),
        cmocka_unit_test(test_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
