/* A run from inside: what a call says that it has done, and what its log says. */
#include "selfplay/run/run.h"
#include "selfplay/run/run_config.h"
#include "selfplay/store/record.h"
#include "tests/support/unit.h"

#include "core/base/publish.h"
#include "selfplay/play/run_game.h"
#include "selfplay/run/run_workers.h"
#include "selfplay/store/journal.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GAMES = 5, SHARD_GAMES = 2, SHARDS = 3 };

static char folder[] = "/tmp/fulcrum-workers-XXXXXX";
static run_config_t config;
static run_t run;

static int set_up(void **unused) {
    (void)unused;
    static const char text[] = "{\"game\": \"seesaw\", \"variant\": {\"size\": 2}, "
                               "\"games\": 5, \"shard_games\": 2, "
                               "\"search\": {\"simulations\": 8}}";
    failure_t error;
    memcpy(strrchr(folder, '-'), "-XXXXXX", 7);
    return mkdtemp(folder) && run_config_parse(&config, text, "test", NULL, 0, &error) &&
                   run_open(&run, &config, folder, &error)
               ? 0
               : -1;
}

static int tear_down(void **unused) {
    (void)unused;
    char command[128];
    run_close(&run);
    run_config_clear(&config);
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

/* What journals of several processes may hold when all were killed: every game. */
static void keep_all_games(uint64_t shard) {
    journal_t *journal = journal_new(folder, shard, run.config_text, config.game);
    play_t *play = play_new(&config);
    for (uint64_t i = 0; i < run_shard_count(&run, shard); i++) {
        record_t record;
        failure_t error;
        uint64_t id = run_shard_first(&run, shard) + i;
        record_init(&record, config.game);
        assert_true(play_game(play, id, &record, NULL, NULL));
        assert_true(journal_add(journal, id, &record, &error));
        record_clear(&record);
    }
    play_free(play);
    journal_free(journal);
}

static workers_result_t play_all(int threads) {
    workers_order_t order = {.end = GAMES, .share = TASK_SHARE_ALL, .quiet = true};
    workers_result_t result;
    failure_t error;
    config.threads = threads;
    if (!workers_play(&run, &order, &result, &error))
        fail_msg("%s", error.message);
    return result;
}

static void check_log(const char *state, uint64_t games) {
    size_t count;
    call_entry_t *entries = call_log_read(folder, &count);
    assert_int_equal(count, 1);
    assert_string_equal(entries[0].state, state);
    assert_int_equal(entries[0].counts.games, games);
    assert_int_equal(entries[0].counts.in_flight, 0);
    free(entries);
}

static void test_more_threads_than_games(void **unused) {
    (void)unused;
    workers_result_t result = play_all(16);
    assert_int_equal(result.counts.games, GAMES);
    assert_int_equal(result.counts.shards_made, SHARDS);
    assert_int_equal(result.summary.games, GAMES);
    assert_null(result.stopped);
    check_log("finished", GAMES);
    workers_result_clear(&result);
    result = play_all(16);
    assert_int_equal(result.shards_found, SHARDS);
    assert_int_equal(result.counts.games, 0);
    workers_result_clear(&result);
}

/* Nothing is left to be played, only to be published: that is a call that has finished. */
static void test_all_games_in_journals(void **unused) {
    (void)unused;
    for (uint64_t shard = 0; shard < SHARDS; shard++)
        keep_all_games(shard);
    workers_result_t result = play_all(2);
    assert_int_equal(result.games_kept, GAMES);
    assert_int_equal(result.counts.games, 0);
    assert_int_equal(result.counts.shards_made, SHARDS);
    assert_null(result.stopped);
    check_log("finished", 0);
    workers_result_clear(&result);
}

/* Numbers that are too large for us are as large as can be, and nothing undefined. */
static void test_call_of_another_kind(void **unused) {
    (void)unused;
    static const char text[] =
        "{\"host\": 7, \"threads\": 1e17, \"games\": 1e300, \"started\": -5}";
    char path[RUN_PATH];
    failure_t error;
    size_t count;
    snprintf(path, sizeof path, "%s/calls", folder);
    assert_true(publish_folder(path, &error));
    snprintf(path, sizeof path, "%s/calls/other-1-0123abcd.json", folder);
    assert_true(publish_file(path, text, strlen(text), &error));
    call_entry_t *entries = call_log_read(folder, &count);
    assert_int_equal(count, 1);
    assert_int_equal(entries[0].threads, INT_MAX);
    assert_int_equal(entries[0].counts.games, 0);
    assert_int_equal(entries[0].started, 0);
    assert_string_equal(entries[0].host, "");
    free(entries);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_more_threads_than_games, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_all_games_in_journals, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_call_of_another_kind, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
