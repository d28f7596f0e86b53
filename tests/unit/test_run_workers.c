/* Runs: the results that an invocation reports, and its log. */
#include "core/base/files/file.h"
#include "selfplay/config/run_config.h"
#include "selfplay/run/run.h"
#include "selfplay/run/run_folder.h"
#include "selfplay/store/record.h"
#include "tests/support/unit.h"
#include "tests/support/whole_file.h"

#include "core/base/files/process_name.h"
#include "core/base/files/publish.h"
#include "selfplay/play/run_game.h"
#include "selfplay/run/journal.h"
#include "selfplay/run/workers/run_workers.h"
#include "selfplay/run/workers/shard_job.h"
#include "tests/support/test_folder.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GAMES = 5, SHARD_GAMES = 2, SHARDS = 3 };

static run_config_t config;
static run_t run;

static int set_up(void **unused) {
    static const char text[] = "{\"game\": \"seesaw\", \"variant\": {\"size\": 2}, "
                               "\"games\": 5, \"shard_games\": 2, "
                               "\"search\": {\"simulations\": 8}}";
    failure_t error;
    return test_folder_make(unused) == 0 &&
                   run_config_parse(&config, text, "test", NULL, 0, &error) &&
                   run_open(&run, &config, test_folder, &error)
               ? 0
               : -1;
}

static int tear_down(void **unused) {
    run_close(&run);
    run_config_clear(&config);
    return test_folder_remove(unused);
}

/* Journals of several killed processes may hold every game. */
static void keep_all_games(uint64_t shard) {
    journal_t *journal = journal_new(test_folder, shard, run.config_text, config.game);
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
    workers_order_t order = {.end = run.games, .share = TASK_SHARE_ALL, .quiet = true};
    workers_result_t result;
    failure_t error;
    config.threads = threads;
    if (!workers_play(&run, &order, &result, &error))
        fail_msg("%s", error.message);
    return result;
}

static void check_log(const char *state, uint64_t games) {
    size_t count;
    call_entry_t *entries = call_log_read(test_folder, &count);
    assert_int_equal(count, 1);
    assert_string_equal(life_names[entries[0].life], state);
    assert_int_equal(entries[0].counts.games, games);
    assert_int_equal(entries[0].counts.active_games, 0);
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
    check_log("finished", GAMES); /* the process goes on counting */
    workers_result_clear(&result);
}

/* Nothing is left to be played, only to be published: the call counts as finished. */
static void test_all_games_in_journals(void **unused) {
    (void)unused;
    for (uint64_t shard = 0; shard < SHARDS; shard++)
        keep_all_games(shard);
    workers_result_t result = play_all(2);
    assert_int_equal(result.games_journaled, GAMES);
    assert_int_equal(result.counts.games, 0);
    assert_int_equal(result.counts.shards_made, SHARDS);
    assert_null(result.stopped);
    check_log("finished", 0);
    workers_result_clear(&result);
}

/* The last game of a shard that cannot be published is not lost with the process. */
static void test_shard_that_cannot_be_published(void **unused) {
    (void)unused;
    workers_order_t order = {.end = SHARD_GAMES, .share = TASK_SHARE_ALL, .quiet = true};
    workers_result_t result;
    failure_t error;
    char path[FILE_PATH], unfinished[FILE_PATH];
    run_shard_path(test_folder, 0, path);
    assert_true(file_path(unfinished, NULL, "%s.%s.tmp", path, process_name()));
    assert_true(publish_folder(unfinished, &error)); /* in the way of its file */
    assert_false(workers_play(&run, &order, &result, &error));
    assert_non_null(strstr(error.message, path));
    workers_result_clear(&result);
    assert_int_equal(rmdir(unfinished), 0);
    result = play_all(1);
    assert_int_equal(result.games_journaled, SHARD_GAMES);
    assert_int_equal(result.counts.games, GAMES - SHARD_GAMES);
    workers_result_clear(&result);
}

/* Numbers that are too large saturate, without undefined behaviour. */
static void test_call_of_another_kind(void **unused) {
    (void)unused;
    static const char text[] = "{\"host\": 7, \"threads\": 100000000000000000, "
                               "\"games\": 1e300, \"started\": -5}";
    char path[FILE_PATH];
    failure_t error;
    size_t count;
    snprintf(path, sizeof path, "%s/calls", test_folder);
    assert_true(publish_folder(path, &error));
    snprintf(path, sizeof path, "%s/calls/other-1-0123abcd.json", test_folder);
    assert_true(publish_file(path, text, strlen(text), &error));
    call_entry_t *entries = call_log_read(test_folder, &count);
    assert_int_equal(count, 1);
    assert_int_equal(entries[0].threads, INT_MAX);
    assert_int_equal(entries[0].counts.games, 0);
    assert_int_equal(entries[0].started, 0);
    assert_string_equal(entries[0].host, "");
    free(entries);
}

/* --- Longer runs -------------------------------------------------------------------- */

/* Opens the run again, with more or fewer games. */
static void ask_for(int64_t games) {
    failure_t error;
    run_close(&run);
    config.games = games;
    if (!run_open(&run, &config, test_folder, &error))
        fail_msg("%s", error.message);
}

static void play(uint64_t games, uint64_t made, uint64_t held) {
    workers_result_t result = play_all(2);
    assert_int_equal(result.counts.games, games);
    assert_int_equal(result.counts.shards_made, made);
    assert_int_equal(result.games_in_short, held);
    workers_result_clear(&result);
}

static void read_shard_file(uint64_t number, whole_file_t *shard) {
    char path[FILE_PATH];
    failure_t error;
    run_shard_path(test_folder, number, path);
    if (!whole_file_read(shard, path, &error))
        fail_msg("%s", error.message);
}

static void test_longer_and_shorter(void **unused) {
    (void)unused;
    play(5, 3, 0);
    assert_int_equal(run_shard_held(&run, 2), 1);
    ask_for(9);
    assert_int_equal(run.num_shards, 5);
    assert_int_equal(run_shard_held(&run, 2), 1);
    assert_false(run_shard_held(&run, 2) >= run_shard_count(&run, 2));
    play(4, 3, 1);
    assert_int_equal(run_shard_held(&run, 2), 2);
    ask_for(3);
    assert_int_equal(run.length.games, 9);
    play(0, 0, 0);
    ask_for(0); /* its own number */
    assert_int_equal(run.games, 9);
    play(0, 0, 0);
}

/* The games of a short shard are those of the longer one, which says of whom they are. */
static void test_games_are_copied(void **unused) {
    (void)unused;
    whole_file_t before, after;
    play(5, 3, 0);
    read_shard_file(2, &before);
    ask_for(6);
    play(1, 1, 1);
    read_shard_file(2, &after);
    assert_int_equal(after.record.rows[TABLE_GAMES], 2);
    assert_string_equal(after.maker.program, before.maker.program);
    for (column_id_t id = 0; id < COLUMN_COUNT; id++) {
        table_t table = schema_columns[id].table;
        assert_memory_equal(before.record.data[id], after.record.data[id],
                            before.record.rows[table] * column_width(id, config.game) *
                                column_type_bytes(schema_columns[id].type));
    }
    whole_file_clear(&before);
    whole_file_clear(&after);
}

/* Fills in a job's games, as threads do. */
static void play_job(shard_job_t *job) {
    play_t *player = play_new(&config);
    for (uint64_t i = 0; i < job->count; i++)
        if (!journal_is_whole(&job->games[i]))
            assert_true(play_game(player, job->first + i, &job->games[i], NULL, NULL));
    job->done = job->count;
    play_free(player);
}

/* A short shard does not replace a longer one that has appeared meanwhile. */
static void test_short_shards_meet(void **unused) {
    (void)unused;
    shard_job_t job = {.shard = 2, .first = 4, .count = 1};
    record_t all;
    failure_t error;
    size_t bytes;
    bool published;
    int held;
    assert_true(run_folder_open(run.folder, &held, &error));
    assert_true(shard_job_begin(&job, &run, &error));
    play_job(&job);
    ask_for(9);
    play(9, 5, 0);
    record_init(&all, config.game);
    assert_true(shard_job_publish(&job, &run, held, &all, &bytes, &published, &error));
    assert_false(published);
    record_clear(&all);
    assert_true(run_shard_held(&run, 2) >= run_shard_count(&run, 2));
    shard_job_end(&job);
    run_folder_close(held);
}

/* A journal stays if its shard was extended meanwhile. */
static void test_journal_of_a_longer_run(void **unused) {
    (void)unused;
    run_t longer;
    run_config_t more = config;
    failure_t error;
    more.games = 6;
    assert_true(run_open(&longer, &more, test_folder, &error));
    keep_all_games(2); /* of the shorter run */
    workers_order_t order = {
        .first = 4, .end = 5, .share = TASK_SHARE_ALL, .quiet = true};
    workers_result_t result;
    assert_true(workers_play(&run, &order, &result, &error));
    assert_int_equal(result.games_journaled, 1);
    assert_int_equal(result.counts.shards_made, 1);
    workers_result_clear(&result);
    char path[FILE_PATH];
    snprintf(path, sizeof path, "%s/journal/shard-000002", test_folder);
    assert_int_equal(access(path, F_OK), 0);
    run_close(&longer);
    ask_for(6);
    play(5, 3, 1);
    assert_int_not_equal(access(path, F_OK), 0);
}

/* A shard that cannot be read is not taken for a missing one: it is not played again, and
 * its journal stays. */
static void test_shard_that_cannot_be_looked_at(void **unused) {
    (void)unused;
    shard_job_t job = {.shard = 2, .first = 4, .count = 1};
    failure_t error;
    char path[FILE_PATH];
    run_shard_path(test_folder, 2, path);
    assert_true(run_lacks_shard(&run, 2));
    play(5, 3, 0);
    keep_all_games(2);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(symlink(path, path), 0); /* unreadable even for root */
    assert_false(run_lacks_shard(&run, 2));
    assert_int_equal(run_shard_held(&run, 2), 1);
    ask_for(5);
    assert_false(shard_job_begin(&job, &run, &error));
    assert_non_null(strstr(error.message, path));
    snprintf(path, sizeof path, "%s/journal/shard-000002", test_folder);
    assert_int_equal(access(path, F_OK), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_more_threads_than_games, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_all_games_in_journals, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_shard_that_cannot_be_published, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(test_call_of_another_kind, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_longer_and_shorter, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_games_are_copied, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_short_shards_meet, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_journal_of_a_longer_run, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_shard_that_cannot_be_looked_at, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
