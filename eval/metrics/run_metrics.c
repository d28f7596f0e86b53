#include "eval/metrics/run_metrics.h"

#include "core/base/process/task_queue.h"
#include "selfplay/config/run_config.h"
#include "selfplay/run/run_file.h"
#include "selfplay/run/shard_files.h"
#include "selfplay/store/games_file.h"
#include "selfplay/store/record.h"

#include <stdlib.h>

void run_metrics_clear(run_metrics_t *run) {
    if (run->files > 0)
        game_metrics_clear(&run->metrics);
    games_header_clear(&run->header);
    *run = (run_metrics_t){0};
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
        measured_game_init(&window->games[i], run->header.game);
    return window;
}

static void free_window(window_t *window) {
    for (size_t i = 0; i < WINDOW_GAMES; i++)
        measured_game_clear(&window->games[i]);
    free(window);
}

static bool add_games(run_metrics_t *run, games_file_t *file, failure_t *error) {
    record_t record;
    int64_t count;
    bool ok = true;
    record_init(&record, file->header.game);
    window_t *window = new_window(run, &record);
    while (ok && (count = games_file_next(file, &record, error)) != 0) {
        ok = count > 0;
        for (size_t row = 0; ok && row < (size_t)count; row += WINDOW_GAMES) {
            size_t left = (size_t)count - row;
            window->first = row;
            window->count = left < WINDOW_GAMES ? left : WINDOW_GAMES;
            ok = add_window(run, window, file->queue, error) ||
                 error_prefix(error, "%s", file->path);
        }
    }
    free_window(window);
    record_clear(&record);
    return ok;
}

/* Passes on the configuration of the run. */
static bool know(game_metrics_t *metrics, const char *text, const char *path,
                 failure_t *error) {
    run_config_t config;
    if (!run_config_parse(&config, text, path, NULL, 0, error))
        return false;
    game_metrics_know(metrics, &config);
    run_config_clear(&config);
    return true;
}

/* Takes over the game and the descriptions of the first file. */
static bool add_file(run_metrics_t *run, const char *path, task_queue_t *queue,
                     failure_t *error) {
    games_file_t file;
    const games_header_t *expected = run->files > 0 ? &run->header : NULL;
    if (!run_file_open(&file, path, expected, GAMES_FILE_WHOLE, error))
        return false;
    file.queue = queue;
    if (run->files++ == 0) {
        run->header = file.header;
        file.header.borrowed = true;
        game_metrics_init(&run->metrics, run->header.game);
    }
    bool ok = (run->files > 1 || know(&run->metrics, run->header.config, path, error)) &&
              add_games(run, &file, error);
    games_file_close(&file);
    return ok;
}

bool run_metrics_read(run_metrics_t *run, const char *path, task_queue_t *queue,
                      failure_t *error) {
    shard_files_t files = {0};
    *run = (run_metrics_t){0};
    bool ok = shard_files_add(&files, path, error);
    for (size_t i = 0; ok && i < files.count; i++)
        ok = add_file(run, files.paths[i], queue, error);
    shard_files_clear(&files);
    if (ok && run->metrics.games == 0)
        ok = error_set(error, "%s: holds no games", path);
    if (ok)
        game_metrics_finish(&run->metrics);
    else
        run_metrics_clear(run);
    return ok;
}
