/* Several runs played by the same threads: the same games as each alone; a run that ends
 * early, a run that fails, and an early stop. */
#include "core/base/files/file.h"
#include "tests/support/unit.h"
#include "tests/support/whole_file.h"

#include "selfplay/config/run_config.h"
#include "selfplay/run/call_log.h"
#include "selfplay/run/run.h"
#include "selfplay/run/run_folder.h"
#include "selfplay/run/stop.h"
#include "selfplay/run/workers/run_workers.h"
#include "tests/support/test_folder.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { RUNS = 4, GAMES = 7, SHARDS = 4 };

typedef struct several {
    char folders[RUNS][64];
    run_config_t configs[RUNS];
    run_t runs[RUNS];
    workers_part_t parts[RUNS];
    workers_result_t results[RUNS];
} several_t;

/* Runs with longer and shorter games, in a separate folder. */
static void open_all(several_t *several, const char *name, int threads) {
    static const char *const texts[RUNS] = {
        "{\"game\": \"seesaw\", \"variant\": {\"size\": 2}, \"games\": 7, "
        "\"shard_games\": 2, \"search\": {\"simulations\": 8}}",
        "{\"game\": \"cascade\", \"variant\": {\"size\": 4}, \"games\": 7, "
        "\"shard_games\": 2, \"search\": {\"simulations\": 30}}",
        "{\"game\": \"seesaw\", \"variant\": {\"size\": 3}, \"games\": 7, "
        "\"shard_games\": 2, \"search\": {\"simulations\": 200}}",
        "{\"game\": \"seesaw\", \"variant\": {\"size\": 2}, \"games\": 7, "
        "\"shard_games\": 2, \"seed\": 9, \"search\": {\"simulations\": 8}}"};
    failure_t error;
    for (int i = 0; i < RUNS; i++) {
        snprintf(several->folders[i], sizeof several->folders[i], "%s/%s-%d", test_folder,
                 name, i);
        assert_true(
            run_config_parse(&several->configs[i], texts[i], "test", NULL, 0, &error));
        several->configs[i].threads = threads;
        assert_true(run_open(&several->runs[i], &several->configs[i], several->folders[i],
                             &error));
        several->parts[i] = (workers_part_t){
            .run = &several->runs[i],
            .order = {.end = GAMES, .share = TASK_SHARE_ALL, .quiet = true},
            .result = &several->results[i]};
    }
}

static void close_all(several_t *several) {
    for (int i = 0; i < RUNS; i++) {
        workers_result_clear(&several->results[i]);
        run_close(&several->runs[i]);
        run_config_clear(&several->configs[i]);
    }
}

static unsigned char *image_of(const run_t *run, uint64_t shard, size_t *bytes) {
    char path[FILE_PATH];
    failure_t error;
    whole_file_t whole;
    run_shard_path(run->folder, shard, path);
    if (!whole_file_read(&whole, path, &error))
        fail_msg("%s", error.message);
    *bytes = record_image_bytes(&whole.record);
    unsigned char *image = memory_new(*bytes, 1);
    record_write_image(&whole.record, image);
    whole_file_clear(&whole);
    return image;
}

static void hold_same_games(const run_t *a, const run_t *b) {
    for (uint64_t shard = 0; shard < SHARDS; shard++) {
        size_t bytes_a, bytes_b;
        unsigned char *image_a = image_of(a, shard, &bytes_a);
        unsigned char *image_b = image_of(b, shard, &bytes_b);
        assert_int_equal(bytes_a, bytes_b);
        assert_memory_equal(image_a, image_b, bytes_a);
        free(image_a);
        free(image_b);
    }
}

/* Checks the state in the log of a run's only call; "": there is no log. */
static void hold_state(const run_t *run, const char *state) {
    size_t count;
    call_entry_t *entries = call_log_read(run->folder, &count);
    assert_int_equal(count, *state ? 1 : 0);
    if (count > 0)
        assert_string_equal(life_names[entries[0].life], state);
    free(entries);
}

static void test_same_games_as_alone(void **unused) {
    (void)unused;
    static several_t alone, together;
    failure_t error;
    const char *stopped;
    open_all(&alone, "alone", 1);
    for (int i = 0; i < RUNS; i++)
        assert_true(workers_play(alone.parts[i].run, &alone.parts[i].order,
                                 alone.parts[i].result, &error));
    for (int threads = 1; threads <= 5; threads += 2) {
        char name[16];
        snprintf(name, sizeof name, "together-%d", threads);
        open_all(&together, name, threads);
        if (!workers_play_several(together.parts, RUNS, &stopped, &error))
            fail_msg("%s", error.message);
        assert_null(stopped);
        for (int i = 0; i < RUNS; i++) {
            hold_same_games(&alone.runs[i], &together.runs[i]);
            hold_state(&together.runs[i], "finished");
            assert_int_equal(together.results[i].counts.games, GAMES);
            assert_int_equal(together.results[i].counts.active_games, 0);
            assert_int_equal(together.results[i].counts.shards_made, SHARDS);
            assert_int_equal(together.results[i].summary.games, GAMES);
            assert_null(together.results[i].stopped);
            workers_result_clear(&together.results[i]);
        }
        assert_true(workers_play_several(together.parts, RUNS, &stopped,
                                         &error)); /* all is there */
        for (int i = 0; i < RUNS; i++)
            assert_int_equal(together.results[i].shards_found, SHARDS);
        close_all(&together);
    }
    close_all(&alone);
}

static bool one_is_enough(void *context, uint64_t shard, const record_t *games) {
    (void)shard, (void)games;
    ++*(int *)context;
    return false;
}

static void test_enough_of_one(void **unused) {
    (void)unused;
    static several_t several;
    failure_t error;
    int published = 0;
    const char *stopped;
    open_all(&several, "enough", 3);
    several.parts[1].order.more = one_is_enough;
    several.parts[1].order.context = &published;
    several.parts[0].result = NULL; /* nobody asks for it */
    assert_true(workers_play_several(several.parts, RUNS, &stopped, &error));
    assert_null(stopped);
    for (int i = 0; i < RUNS; i++) {
        assert_null(several.results[i].stopped);
        hold_state(&several.runs[i], "finished");
        assert_int_equal(run_shard_held(&several.runs[i], SHARDS - 1) >=
                             run_shard_count(&several.runs[i], SHARDS - 1),
                         i != 1);
    }
    assert_in_range(published, 1, SHARDS - 1);
    close_all(&several);
}

/* The run with the longest games comes first and cannot be started; then no other is. */
static void test_one_fails(void **unused) {
    (void)unused;
    static several_t several;
    failure_t error;
    char command[128];
    const char *stopped;
    open_all(&several, "fails", 3);
    snprintf(command, sizeof command, "rm -r %s", several.folders[2]);
    assert_int_equal(system(command), 0);
    assert_false(workers_play_several(several.parts, RUNS, &stopped, &error));
    assert_non_null(strstr(error.message, "fails-2"));
    for (int i = 0; i < RUNS; i++)
        if (i != 2)
            hold_state(&several.runs[i], "");
    close_all(&several);
}

static void test_a_wrong_order(void **unused) {
    (void)unused;
    static several_t several;
    failure_t error;
    const char *stopped;
    open_all(&several, "wrong", 2);
    several.parts[2].order.end = 3;
    assert_false(workers_play_several(several.parts, RUNS, &stopped, &error));
    assert_non_null(strstr(error.message, "multiples of shard_games"));
    for (int i = 0; i < RUNS; i++)
        hold_state(&several.runs[i], "");
    close_all(&several);
}

/* In a separate process, since a stop cannot be undone. */
static void test_asked_to_stop(void **unused) {
    (void)unused;
    static several_t several;
    int status;
    pid_t child = fork();
    if (child == 0) {
        failure_t error;
        const char *stopped;
        alarm(60);
        open_all(&several, "stopped", 1);
        stop_on_signals();
        raise(SIGTERM);
        bool ok = workers_play_several(several.parts, RUNS, &stopped, &error) &&
                  stopped && strcmp(stopped, "SIGTERM") == 0;
        for (int i = 0; i < RUNS; i++) {
            ok = ok && several.results[i].stopped &&
                 strcmp(several.results[i].stopped, "SIGTERM") == 0 &&
                 several.results[i].counts.games == 0;
        }
        close_all(&several);
        _exit(ok ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_same_games_as_alone, test_folder_make,
                                        test_folder_remove),
        cmocka_unit_test_setup_teardown(test_enough_of_one, test_folder_make,
                                        test_folder_remove),
        cmocka_unit_test_setup_teardown(test_one_fails, test_folder_make,
                                        test_folder_remove),
        cmocka_unit_test_setup_teardown(test_a_wrong_order, test_folder_make,
                                        test_folder_remove),
        cmocka_unit_test_setup_teardown(test_asked_to_stop, test_folder_make,
                                        test_folder_remove),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
