#include "selfplay/run/progress.h"

#include "core/base/clock.h"
#include "core/base/duration.h"
#include "core/base/text.h"
#include "core/terminal/terminal.h"

#include <string.h>
#include <unistd.h>

enum { BAR_WIDTH = 28, BAR_LEAST = 4 };

void progress_init(progress_t *progress, uint64_t games, bool quiet) {
    atomic_init(&progress->total, games);
    atomic_init(&progress->games, 0);
    atomic_init(&progress->simulations, 0);
    atomic_init(&progress->work, 0);
    atomic_init(&progress->total_work, 0);
    progress->weight = 0;
    atomic_init(&progress->estimated, false);
    atomic_flag_clear(&progress->drawing);
    status_line_init(&progress->line, quiet);
    progress->start = clock_seconds();
    progress->label = "";
    progress->whole = NULL;
}

double progress_seconds(const progress_t *progress) {
    return clock_seconds() - progress->start;
}

static void add_count(text_t *line, double count) {
    if (count >= 1e6)
        text_add(line, "%.2fM", count / 1e6);
    else if (count >= 1e4)
        text_add(line, "%.0fk", count / 1e3);
    else
        text_add(line, "%.0f", count);
}

/* Seconds left, extrapolated from those taken so far. */
static double seconds_left(const progress_t *progress, uint64_t games, uint64_t total) {
    uint64_t all = atomic_load_explicit(&progress->total_work, memory_order_relaxed);
    uint64_t done = atomic_load_explicit(&progress->work, memory_order_relaxed);
    if (all == 0 || done == 0 || done > all)
        return progress_seconds(progress) * (double)(total - games) / (double)games;
    return progress_seconds(progress) * (double)(all - done) / (double)done;
}

/* "LABEL120/400 games, 31 games/s, 1.20M simulations/s, 0:09 left" */
static void write_state(const progress_t *progress, uint64_t games, uint64_t total,
                        text_t *line) {
    uint64_t sims = atomic_load_explicit(&progress->simulations, memory_order_relaxed);
    bool estimated = atomic_load_explicit(&progress->estimated, memory_order_relaxed);
    double seconds = progress_seconds(progress);
    char duration[DURATION_TEXT];
    double rate = seconds > 0 ? (double)games / seconds : 0;
    text_add(line, estimated ? "%s%llu of about %llu games" : "%s%llu/%llu games",
             progress->label, (unsigned long long)games, (unsigned long long)total);
    text_add(line, ", %.*f games/s, ", rate < 10 ? 2 : 0, rate);
    if (sims > 0) {
        add_count(line, seconds > 0 ? (double)sims / seconds : 0);
        text_add(line, " simulations/s, ");
    }
    if (games > 0 || total == 0) {
        double shown = games >= total ? seconds : seconds_left(progress, games, total);
        duration_write(shown, duration);
        text_add(line,
                 games >= total ? "took %s"
                 : estimated    ? "about %s left"
                                : "%s left",
                 duration);
    } else {
        text_add(line, "time left not known yet");
    }
}

/* "[####....] ", as wide as the terminal allows beside the text; or nothing. */
static void write_bar(char out[BAR_WIDTH + 4], int text, uint64_t games, uint64_t total) {
    int bar = terminal_columns(STDERR_FILENO) - 1 - text - 3;
    bar = bar > BAR_WIDTH ? BAR_WIDTH : bar;
    out[0] = 0;
    if (bar < BAR_LEAST)
        return;
    int full = total && games < total ? (int)(games * (uint64_t)bar / total) : bar;
    *out++ = '[';
    memset(out, '#', (size_t)full);
    memset(out + full, '.', (size_t)(bar - full));
    strcpy(out + bar, "] ");
}

static void print_state(progress_t *progress) {
    uint64_t games = atomic_load_explicit(&progress->games, memory_order_relaxed);
    uint64_t total = atomic_load_explicit(&progress->total, memory_order_relaxed);
    char words[240], bar[BAR_WIDTH + 4] = "";
    text_t line = text_into(words, sizeof words);
    write_state(progress, games, total, &line);
    if (progress->line.terminal)
        write_bar(bar, (int)strlen(words), games, total);
    status_line_print(&progress->line, "%s%s", bar, words);
}

static void tick(progress_t *progress) {
    if (progress->line.quiet ||
        atomic_flag_test_and_set_explicit(&progress->drawing, memory_order_acquire))
        return;
    if (status_line_is_due(&progress->line))
        print_state(progress);
    atomic_flag_clear_explicit(&progress->drawing, memory_order_release);
}

void progress_simulations(progress_t *progress, uint32_t simulations) {
    atomic_fetch_add_explicit(&progress->simulations, simulations, memory_order_relaxed);
    if (progress->whole)
        progress_simulations(progress->whole, simulations);
    tick(progress);
}

void progress_game(progress_t *progress) {
    atomic_fetch_add_explicit(&progress->games, 1, memory_order_relaxed);
    if (progress->whole) {
        atomic_fetch_add_explicit(&progress->whole->work, progress->weight,
                                  memory_order_relaxed);
        progress_game(progress->whole);
    }
    tick(progress);
}

static void subtract(atomic_uint_fast64_t *from, uint64_t amount) {
    uint64_t old = atomic_load_explicit(from, memory_order_relaxed), less;
    do {
        less = old > amount ? old - amount : 0;
    } while (!atomic_compare_exchange_weak_explicit(
        from, &old, less, memory_order_relaxed, memory_order_relaxed));
}

void progress_less(progress_t *progress, uint64_t games) {
    subtract(&progress->total, games);
    if (progress->whole) {
        subtract(&progress->whole->total_work, games * progress->weight);
        progress_less(progress->whole, games);
    }
}

void progress_weigh(progress_t *progress, uint64_t total_work) {
    atomic_store_explicit(&progress->total_work, total_work, memory_order_relaxed);
}

void progress_expect(progress_t *progress, uint64_t games) {
    uint64_t done = atomic_load_explicit(&progress->games, memory_order_relaxed);
    atomic_store_explicit(&progress->total, done + games, memory_order_relaxed);
    atomic_store_explicit(&progress->estimated, games > 0, memory_order_relaxed);
}

void progress_finish(progress_t *progress) {
    if (progress->line.quiet)
        return;
    print_state(progress);
    status_line_end(&progress->line);
}
