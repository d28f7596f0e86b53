#include "eval/metrics/run_metrics.h"

#include "core/base/process/task_queue.h"

#include <stdlib.h>

void run_metrics_clear(run_metrics_t *run) {
    game_metrics_clear(&run->metrics);
    games_reader_close(&run->reader);
}

/* Games of a record, measured by threads and taken in order. */
enum { GAMES_AT_ONCE = 8, WINDOW_GAMES = 256 };

typedef struct window {
    const game_metrics_t *metrics;
    const record_t *record;
    size_t first, count; /* rows */
    measured_game_t games[WINDOW_GAMES];
    bool ok[WINDOW_GAMES];
} window_t;

static void measure(void *context, size_t index, int thread) {
    window_t *window = context;
    failure_t ignored; /* reported when the games are taken */
    (void)thread;
    for (size_t i = index * GAMES_AT_ONCE;
         i < window->count && i < (index + 1) * GAMES_AT_ONCE; i++)
        window->ok[i] =
            game_metrics_measure(window->metrics, window->record, window->first + i,
                                 &window->games[i], &ignored);
}

static bool add_window(run_metrics_t *run, window_t *window, task_queue_t *queue,
                       failure_t *error) {
    task_queue_do_all(queue, true, window->count, GAMES_AT_ONCE, measure, window);
    for (size_t i = 0; i < window->count; i++) {
        if (!window->ok[i] &&
            !game_metrics_measure(&run->metrics, window->record, window->first + i,
                                  &window->games[i], error))
            return false;
        game_metrics_take(&run->metrics, &window->games[i]);
    }
    return true;
}

static window_t *new_window(const run_metrics_t *run, const record_t *record) {
    window_t *window = memory_new(1, sizeof *window);
    window->metrics = &run->metrics;
    window->record = record;
    for (size_t i = 0; i < WINDOW_GAMES; i++)
        measured_game_init(&window->games[i], run->reader.header.game);
    return window;
}

static void free_window(window_t *window) {
    for (size_t i = 0; i < WINDOW_GAMES; i++)
        measured_game_clear(&window->games[i]);
    free(window);
}

static bool add_games(run_metrics_t *run, games_reader_t *reader, failure_t *error) {
    int64_t count;
    bool ok = true;
    window_t *window = new_window(run, &reader->record);
    while (ok && (count = games_reader_next(reader, error)) != 0) {
        ok = count > 0;
        for (size_t row = 0; ok && row < (size_t)count; row += WINDOW_GAMES) {
            size_t left = (size_t)count - row;
            window->first = row;
            window->count = left < WINDOW_GAMES ? left : WINDOW_GAMES;
            ok = add_window(run, window, reader->queue, error) ||
                 error_prefix(error, "%s", reader->file.path);
        }
    }
    free_window(window);
    return ok;
}

bool run_metrics_read(run_metrics_t *run, const char *path, task_queue_t *queue,
                      failure_t *error) {
    *run = (run_metrics_t){0};
    games_reader_t *reader = &run->reader;
    if (!games_reader_open(reader, path, GAMES_FILE_WHOLE, error)) {
        games_reader_close(reader);
        return false;
    }
    reader->queue = queue;
    game_metrics_init(&run->metrics, reader->header.game);
    game_metrics_know(&run->metrics, &reader->config);
    bool ok = add_games(run, reader, error) &&
              (run->metrics.games > 0 || error_set(error, "%s: holds no games", path));
    if (ok)
        game_metrics_finish(&run->metrics);
    else
        run_metrics_clear(run);
    return ok;
}
