/* A stop takes effect even if a game never returns: in separate processes, with a thread
 * that plays for ever and one that writes for a while. */
#include "tests/support/unit.h"

#include "core/base/clock.h"
#include "core/base/process/process_start.h"
#include "selfplay/run/stop.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PLAYS_FOR_EVER, WRITES_FIRST, HEARS, HEARS_TWICE, HEARS_AGAIN_LATER };

/* Waits without using the processor, for the other tests' sake. */
static void pass_time(void) {
    nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
}

static void play_for_ever(void) {
    for (;;)
        pass_time();
}

static void child(int what, int seconds) {
    alarm(60); /* if all else fails */
    stop_on_signals();
    if (seconds > 0)
        stop_after(seconds);
    stop_thread_plays();
    if (seconds == 0)
        raise(SIGTERM);
    if (what == PLAYS_FOR_EVER)
        play_for_ever();
    if (what == WRITES_FIRST) {
        stop_thread_writes(true);
        double until = clock_seconds() + STOP_PATIENCE_S + 3;
        while (clock_seconds() < until)
            pass_time();
        ssize_t ignored = write(STDERR_FILENO, "written\n", 8);
        (void)ignored;
        stop_thread_writes(false);
        play_for_ever();
    }
    if (what == HEARS_TWICE) {
        raise(SIGTERM);
        _exit(stop_asked() ? 0 : 1);
    }
    if (what == HEARS_AGAIN_LATER) {
        double until = clock_seconds() + SIGNAL_ECHO_S + 0.1;
        while (clock_seconds() < until)
            pass_time();
        raise(SIGTERM);
    }
    stop_thread_leaves();
    sleep(STOP_PATIENCE_S + 2);
    sleep(STOP_PATIENCE_S + 2); /* the first ended by the alarm */
    _exit(stop_asked() ? 0 : 1);
}

/* The exit status of a child, 128 + the signal that ended it; its output, and how long it
 * took. */
static int run_child(int what, int seconds, char said[200], double *took) {
    int ends[2], status;
    assert_int_equal(pipe(ends), 0);
    double begin = clock_seconds();
    pid_t process = fork();
    if (process == 0) {
        dup2(ends[1], STDERR_FILENO);
        child(what, seconds);
    }
    close(ends[1]);
    assert_int_equal(waitpid(process, &status, 0), process);
    ssize_t length = read(ends[0], said, 199);
    said[length > 0 ? length : 0] = '\0';
    close(ends[0]);
    *took = clock_seconds() - begin;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void test_a_signal(void **unused) {
    (void)unused;
    char said[200];
    double took;
    assert_int_equal(run_child(PLAYS_FOR_EVER, 0, said, &took), STOP_STATUS);
    assert_non_null(strstr(said, "has not returned"));
    assert_true(took < 5);
}

static void test_a_limit(void **unused) {
    (void)unused;
    char said[200];
    double took;
    assert_int_equal(run_child(PLAYS_FOR_EVER, 1, said, &took), STOP_STATUS);
    assert_true(took < 1 + 6);
}

static void test_what_is_written_first(void **unused) {
    (void)unused;
    char said[200];
    double took;
    assert_int_equal(run_child(WRITES_FIRST, 0, said, &took), STOP_STATUS);
    assert_non_null(strstr(said, "written"));
    assert_non_null(strstr(said, "has not returned"));
}

static void test_who_hears_is_left_alone(void **unused) {
    (void)unused;
    char said[200];
    double took;
    assert_int_equal(run_child(HEARS, 0, said, &took), 0);
    assert_string_equal(said, "");
}

/* timeout(1) signals its child, and then its process group with the child in it. */
static void test_a_signal_sent_twice_is_one_request(void **unused) {
    (void)unused;
    char said[200];
    double took;
    assert_int_equal(run_child(HEARS_TWICE, 0, said, &took), 0);
    assert_int_equal(run_child(HEARS_AGAIN_LATER, 0, said, &took), 128 + SIGTERM);
    assert_true(took < STOP_PATIENCE_S);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_signal),
        cmocka_unit_test(test_a_limit),
        cmocka_unit_test(test_what_is_written_first),
        cmocka_unit_test(test_who_hears_is_left_alone),
        cmocka_unit_test(test_a_signal_sent_twice_is_one_request),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
