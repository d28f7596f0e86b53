#include "eval/metrics/run_metrics.h"

#include "selfplay/run/run_config.h"
#include "selfplay/store/games_file.h"
#include "selfplay/store/record.h"
#include "selfplay/store/shard_files.h"

void run_metrics_clear(run_metrics_t *run) {
    if (run->files > 0)
        game_metrics_clear(&run->metrics);
    games_header_clear(&run->header);
    *run = (run_metrics_t){0};
}

static bool add_games(run_metrics_t *run, games_file_t *file, failure_t *error) {
    record_t record;
    int64_t count;
    bool right = true;
    record_init(&record, file->header.game);
    while (right && (count = games_file_next(file, &record, error)) != 0) {
        right = count > 0;
        for (size_t row = 0; right && row < (size_t)count; row++)
            right = game_metrics_add(&run->metrics, &record, row, error) ||
                    error_prefix(error, "%s", file->path);
    }
    record_clear(&record);
    return right;
}

/* What the run was asked for. */
static bool know(game_metrics_t *metrics, const char *text, const char *path,
                 failure_t *error) {
    run_config_t config;
    if (!run_config_parse(&config, text, path, NULL, 0, error))
        return false;
    game_metrics_know(metrics, &config);
    run_config_clear(&config);
    return true;
}

/* The first file gives its game and descriptions away. */
static bool add_file(run_metrics_t *run, const char *path, failure_t *error) {
    games_file_t file;
    const games_header_t *expected = run->files > 0 ? &run->header : NULL;
    if (!games_file_open(&file, path, expected, GAMES_FILE_WHOLE, error))
        return false;
    if (run->files++ == 0) {
        run->header = file.header;
        file.header.borrowed = true;
        game_metrics_init(&run->metrics, run->header.game);
    }
    bool right =
        (run->files > 1 || know(&run->metrics, run->header.config, path, error)) &&
        add_games(run, &file, error);
    games_file_close(&file);
    return right;
}

bool run_metrics_read(run_metrics_t *run, const char *path, failure_t *error) {
    shard_files_t files = {0};
    *run = (run_metrics_t){0};
    bool right = shard_files_add(&files, path, error);
    for (size_t i = 0; right && i < files.count; i++)
        right = add_file(run, files.paths[i], error);
    shard_files_clear(&files);
    if (right && run->metrics.games == 0)
        right = error_set(error, "%s: holds no games", path);
    if (right)
        game_metrics_finish(&run->metrics);
    else
        run_metrics_clear(run);
    return right;
}
