#include "selfplay/run/stop.h"

#include "core/base/clock.h"
#include "core/base/process/process_start.h"

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

static const struct {
    int number;
    const char *name;
} signals[] = {
    {SIGTERM, "SIGTERM"}, {SIGINT, "SIGINT"}, {SIGHUP, "SIGHUP"}, {SIGUSR1, "SIGUSR1"}};
enum { NUM_SIGNALS = sizeof signals / sizeof signals[0] };

/* When each signal came first, by clock_seconds; 0: not yet. */
static _Atomic double first_s[NUM_SIGNALS];

static atomic_int received;  /* the first signal; relaxed: it publishes no other data */
static double deadline = -1; /* by clock_seconds; negative: none */

/* Threads in games, and in file access; number of changes between the two. Relaxed: the
 * alarm only has to see each eventually. */
static atomic_int playing, writing;
static atomic_uint changes;
static unsigned changes_seen; /* of the alarm's alone */

static void listen_to(int number, void (*handler)(int)) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

/* Handlers here use only async-signal-safe functions: alarm, clock_gettime, raise,
 * sigaction, write and _exit. */
static void note(int number) {
    int none = 0;
    for (int i = 0; i < NUM_SIGNALS; i++)
        if (signals[i].number == number && process_signal_repeats(&first_s[i]))
            process_end_by_signal(number);
    if (atomic_compare_exchange_strong_explicit(
            &received, &none, number, memory_order_relaxed, memory_order_relaxed))
        alarm(STOP_PATIENCE_S);
}

/* Ends the program if for a second no thread has written, but some still play. */
static void look_for_stuck_threads(int number) {
    static const char message[] = "fulcrum: asked to stop, but a game or an evaluation "
                                  "has not returned for seconds: exiting at once\n";
    unsigned now = atomic_load_explicit(&changes, memory_order_relaxed);
    int at_files = atomic_load_explicit(&writing, memory_order_relaxed);
    int in_games = atomic_load_explicit(&playing, memory_order_relaxed);
    (void)number;
    if (in_games == 0 && at_files == 0)
        return;
    if (in_games > 0 && at_files == 0 && now == changes_seen) {
        ssize_t ignored = write(STDERR_FILENO, message, sizeof message - 1);
        (void)ignored;
        _exit(STOP_STATUS);
    }
    changes_seen = now;
    alarm(1);
}

void stop_on_signals(void) {
    listen_to(SIGALRM, look_for_stuck_threads);
    for (int i = 0; i < NUM_SIGNALS; i++) {
        struct sigaction before; /* ignored at the start (nohup): keep ignoring it */
        if (sigaction(signals[i].number, NULL, &before) == 0 &&
            before.sa_handler != SIG_IGN)
            listen_to(signals[i].number, note);
    }
}

void stop_after(double seconds) {
    const double longest = 1e9; /* that alarm takes */
    deadline = clock_seconds() + seconds;
    listen_to(SIGALRM, look_for_stuck_threads);
    alarm((unsigned)(seconds < longest ? seconds : longest) + 1 + STOP_PATIENCE_S);
}

void stop_within(double limit_s) {
    stop_on_signals();
    if (limit_s > 0)
        stop_after(limit_s > 20 ? limit_s - 10 : limit_s / 2);
}

bool stop_asked(void) {
    return atomic_load_explicit(&received, memory_order_relaxed) != 0 ||
           (deadline >= 0 && clock_seconds() >= deadline);
}

const char *stop_reason(void) {
    int number = atomic_load_explicit(&received, memory_order_relaxed);
    for (int i = 0; i < NUM_SIGNALS; i++)
        if (signals[i].number == number)
            return signals[i].name;
    return stop_asked() ? "the time limit" : NULL;
}

bool stop_is_planned(void) {
    return stop_asked() && atomic_load_explicit(&received, memory_order_relaxed) == 0;
}

bool stop_goes_on(failure_t *error) {
    const char *reason = stop_reason();
    return !reason || error_set(error, "stopped by %s; nothing was written", reason);
}

void stop_thread_plays(void) {
    atomic_fetch_add_explicit(&playing, 1, memory_order_relaxed);
}

void stop_thread_leaves(void) {
    atomic_fetch_sub_explicit(&playing, 1, memory_order_relaxed);
}

void stop_thread_writes(bool begins) {
    atomic_fetch_add_explicit(&writing, begins ? 1 : -1, memory_order_relaxed);
    atomic_fetch_add_explicit(&playing, begins ? -1 : 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&changes, 1, memory_order_relaxed);
}
