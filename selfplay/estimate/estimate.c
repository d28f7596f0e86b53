#include "selfplay/estimate/estimate.h"

#include "selfplay/config/run_config.h"
#include "selfplay/estimate/game_length.h"
#include "selfplay/estimate/sample_games.h"
#include "selfplay/play/run_resources.h"
#include "selfplay/store/shard.h"

#include <math.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/statvfs.h>

enum { PLAYOUTS = 100 /* for the length if no game has ended */ };

/* --- The length of a game ----------------------------------------------------------- */

static double playout_length(const game_t *game) {
    double sum = 0;
    for (uint64_t i = 0; i < PLAYOUTS; i++) {
        pcg32_t rng = pcg32_seed(1, i);
        state_t state = {0};
        game_start(game, &state);
        sum += game_playout(game, &state, &rng).length;
    }
    return sum / PLAYOUTS;
}

static void add_lengths(observed_length_t *to, const record_t *games, bool have_ended) {
    for (size_t i = 0; i < games->rows[TABLE_GAMES]; i++)
        to[i] = (observed_length_t){record_u32(games, GAMES_DECISIONS)[i], have_ended};
}

static void find_length(run_estimate_t *estimate, const sample_games_t *sample,
                        game_length_t *length) {
    size_t ended = sample->games.rows[TABLE_GAMES];
    size_t count = ended + sample->parts.rows[TABLE_GAMES];
    observed_length_t *all = memory_new(count + 1, sizeof *all);
    add_lengths(all, &sample->games, true);
    add_lengths(all + ended, &sample->parts, false);
    game_length_find(all, count, length);
    free(all);
    estimate->ended = ended;
    estimate->under_way = count - ended;
    if (ended == 0)
        length->mean = fmax(playout_length(sample->games.game), length->mean);
}

/* --- Disk --------------------------------------------------------------------------- */

/* Two files of different sizes give the bytes per file and per position. */
static void find_bytes(run_estimate_t *estimate, const sample_games_t *sample,
                       const run_config_t *config) {
    char *text = run_config_text(config);
    record_t all, half;
    record_init(&all, config->game);
    record_init(&half, config->game);
    record_append(&all, &sample->games);
    record_append(&all, &sample->parts);
    size_t games = all.rows[TABLE_GAMES];
    if (games > 1) {
        record_append_games(&half, &all, 0, games / 2);
        double few = (double)half.rows[TABLE_POSITIONS];
        double many = (double)all.rows[TABLE_POSITIONS];
        double small = (double)shard_bytes(&half, text);
        double large = (double)shard_bytes(&all, text);
        estimate->position_bytes = many > few ? (large - small) / (many - few) : 0;
        if (!(estimate->position_bytes > 0))
            estimate->position_bytes = large / many;
        estimate->file_bytes = small - estimate->position_bytes * few;
    } else if (games == 1) {
        estimate->position_bytes =
            (double)shard_bytes(&all, text) / (double)all.rows[TABLE_POSITIONS];
    }
    if (estimate->file_bytes < 0)
        estimate->file_bytes = 0;
    record_clear(&half);
    record_clear(&all);
    free(text);
}

/* --- The run ------------------------------------------------------------------------ */

/* In proportion to the length of a game. */
static estimate_t times_length(const game_length_t *length, double factor) {
    bool known = length->has_interval;
    return (estimate_t){factor * length->mean, known ? factor * length->low : nan(""),
                        known ? factor * length->high : nan("")};
}

static void find_run(run_estimate_t *estimate, const game_length_t *length) {
    double games = (double)estimate->games, tasks = estimate->tasks;
    estimate_t seconds = times_length(length, 1 / estimate->actions_s);
    estimate->actions_per_game = length->mean;
    estimate->is_rough = length->is_rough;
    estimate->games_s =
        (estimate_t){1 / seconds.value, 1 / seconds.high, 1 / seconds.low};
    estimate->hours = times_length(length, games / estimate->actions_s / 3600 / tasks);
    estimate->hours_in_sequence = estimate->hours.value * tasks;
    estimate->bytes = (double)estimate->files * estimate->file_bytes +
                      games * length->mean * estimate->position_bytes;
}

bool estimate_run(run_estimate_t *estimate, const run_config_t *config, int threads,
                  int tasks, const sample_limits_t *limits, failure_t *error) {
    sample_games_t sample;
    struct rusage usage;
    uint64_t size = (uint64_t)config->shard_games;
    struct statvfs disk;
    game_length_t length;
    if (!sample_games_play(&sample, config, threads, limits, error))
        return false;
    *estimate = (run_estimate_t){
        .games = config->games > 0 ? (uint64_t)config->games : RUN_DEFAULT_GAMES,
        .threads = threads,
        .tasks = tasks,
        .seconds = sample.seconds,
        .actions_s = sample.actions / sample.seconds,
        .simulations_s = (double)sample.simulations / sample.seconds,
        .memory_mb = run_memory_of_thread(config)};
    estimate->files = (estimate->games + size - 1) / size;
    if (getrusage(RUSAGE_SELF, &usage) == 0)
        estimate->peak_memory_mb = (double)usage.ru_maxrss / 1024;
    if (statvfs(".", &disk) == 0)
        estimate->free_bytes = (double)disk.f_bavail * (double)disk.f_frsize;
    find_length(estimate, &sample, &length);
    find_bytes(estimate, &sample, config);
    sample_games_clear(&sample);
    find_run(estimate, &length);
    return (estimate->actions_s > 0 && length.mean > 0) ||
           error_set(error,
                     "no action was played within %.1f s: give it more time, by "
                     "--time-limit",
                     estimate->seconds);
}

/* --- As a table --------------------------------------------------------------------- */

#define FIELD(field) FIGURE_FIELD(run_estimate_t, field)
enum { DETAIL = FIGURE_DETAIL, DATA = FIGURE_DATA };

const figure_column_t estimate_columns[ESTIMATE_COLUMNS] = {
    {FIGURE_ESTIMATE, "hours", "Hours", "The interval is that of the mean length.",
     FIELD(hours)},
    {FIGURE_COUNT, "tasks", "Tasks at once", NULL, FIELD(tasks)},
    {FIGURE_NUMBER, "hours_in_sequence", "Hours of one task", NULL,
     FIELD(hours_in_sequence), .flags = DATA},
    {FIGURE_COUNT, "games", "Games of the run", NULL, FIELD(games)},
    {FIGURE_COUNT, "files", "Files", NULL, FIELD(files)},
    {FIGURE_BYTES, "bytes", "Disk", "Merging needs as much again.", FIELD(bytes)},
    {FIGURE_BYTES, "free_bytes", "Free in this folder", NULL, FIELD(free_bytes)},
    {FIGURE_NUMBER, "peak_memory_mb", "Memory here, MB", NULL, FIELD(peak_memory_mb)},
    {FIGURE_COUNT, "memory_mb_per_thread", "At most per thread, MB",
     "By the configuration.", FIELD(memory_mb)},
    {FIGURE_ESTIMATE, "games_per_second", "Games/s", NULL, FIELD(games_s)},
    {FIGURE_NUMBER, "actions_per_second", "Actions/s", NULL, FIELD(actions_s)},
    {FIGURE_NUMBER, "simulations_per_second", "Simulations/s", NULL,
     FIELD(simulations_s)},
    {FIGURE_NUMBER, "actions_per_game", "Actions a game", NULL, FIELD(actions_per_game)},
    {FIGURE_NUMBER, "bytes_per_position", "Bytes/pos.", NULL, FIELD(position_bytes),
     .flags = DETAIL},
    {FIGURE_NUMBER, "bytes_per_file", "Bytes a file", "Beside those of positions.",
     FIELD(file_bytes), .flags = DETAIL},
    {FIGURE_NUMBER, "seconds", "Sample, seconds", NULL, FIELD(seconds)},
    {FIGURE_COUNT, "threads", "Threads", NULL, FIELD(threads)},
    {FIGURE_COUNT, "games_ended", "Games ended in it", NULL, FIELD(ended)},
    {FIGURE_COUNT, "games_under_way", "Games in progress", NULL, FIELD(under_way)},
    {FIGURE_YES_NO, "rough", "Rough", NULL, FIELD(is_rough), .flags = DATA},
};
