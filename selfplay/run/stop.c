#include "selfplay/run/stop.h"

#include "core/base/clock.h"

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

static const struct {
    int number;
    const char *name;
} signals[] = {
    {SIGTERM, "SIGTERM"}, {SIGINT, "SIGINT"}, {SIGHUP, "SIGHUP"}, {SIGUSR1, "SIGUSR1"}};
enum { NUM_SIGNALS = sizeof signals / sizeof signals[0] };

static atomic_int received;  /* the first signal; relaxed: it stands for nothing else */
static double deadline = -1; /* by clock_seconds; negative: none */

static void note(int number) {
    int none = 0;
    atomic_compare_exchange_strong_explicit(&received, &none, number,
                                            memory_order_relaxed, memory_order_relaxed);
}

void stop_on_signals(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = note;
    action.sa_flags = SA_RESTART | (int)SA_RESETHAND;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < NUM_SIGNALS; i++) {
        struct sigaction before; /* who started it with nohup wants it to go on */
        if (sigaction(signals[i].number, NULL, &before) == 0 &&
            before.sa_handler != SIG_IGN)
            sigaction(signals[i].number, &action, NULL);
    }
}

void stop_after(double seconds) {
    deadline = clock_seconds() + seconds;
}

double stop_usable_time(double limit_s) {
    return limit_s > 20 ? limit_s - 10 : limit_s / 2;
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
