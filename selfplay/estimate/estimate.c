#include "selfplay/estimate/estimate.h"

#include "core/base/duration.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "selfplay/config/run_config.h"
#include "selfplay/estimate/sample_games.h"
#include "selfplay/play/run_resources.h"
#include "selfplay/store/shard.h"

#include <cjson/cJSON.h>
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

static void find_length(run_estimate_t *estimate, const sample_games_t *sample) {
    size_t ended = sample->games.rows[TABLE_GAMES];
    size_t count = ended + sample->parts.rows[TABLE_GAMES];
    observed_length_t *all = memory_new(count + 1, sizeof *all);
    add_lengths(all, &sample->games, true);
    add_lengths(all + ended, &sample->parts, false);
    game_length_find(all, count, &estimate->length);
    free(all);
    estimate->ended = ended;
    estimate->under_way = count - ended;
    if (ended == 0)
        estimate->length.mean =
            fmax(playout_length(sample->games.game), estimate->length.mean);
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

/* --- All of it ---------------------------------------------------------------------- */

bool estimate_run(run_estimate_t *estimate, const run_config_t *config, int threads,
                  const sample_limits_t *limits, failure_t *error) {
    sample_games_t sample;
    struct rusage usage;
    uint64_t size = (uint64_t)config->shard_games;
    struct statvfs disk;
    if (!sample_games_play(&sample, config, threads, limits, error))
        return false;
    *estimate = (run_estimate_t){
        .games = config->games > 0 ? (uint64_t)config->games : RUN_DEFAULT_GAMES,
        .threads = threads,
        .seconds = sample.seconds,
        .actions_s = sample.actions / sample.seconds,
        .simulations_s = (double)sample.simulations / sample.seconds,
        .memory_mb = run_memory_of_thread(config)};
    estimate->files = (estimate->games + size - 1) / size;
    if (getrusage(RUSAGE_SELF, &usage) == 0)
        estimate->peak_memory_mb = (double)usage.ru_maxrss / 1024;
    if (statvfs(".", &disk) == 0)
        estimate->free_bytes = (double)disk.f_bavail * (double)disk.f_frsize;
    find_length(estimate, &sample);
    find_bytes(estimate, &sample, config);
    sample_games_clear(&sample);
    return (estimate->actions_s > 0 && estimate->length.mean > 0) ||
           error_set(error,
                     "no action was played within %.1f s: give it more time, by "
                     "--time-limit",
                     estimate->seconds);
}

static double games_s(const run_estimate_t *estimate, double length) {
    return estimate->actions_s / length;
}

static double find_hours(const run_estimate_t *estimate, long tasks) {
    return (double)estimate->games / games_s(estimate, estimate->length.mean) / 3600 /
           (double)tasks;
}

static double find_disk(const run_estimate_t *estimate) {
    return (double)estimate->files * estimate->file_bytes +
           (double)estimate->games * estimate->length.mean * estimate->position_bytes;
}

static void write_bytes(double bytes, char text[32]) {
    static const char *const units[] = {"bytes", "kB", "MB", "GB", "TB", "PB"};
    size_t unit = 0;
    while (bytes >= 1000 && unit + 1 < sizeof units / sizeof units[0]) {
        bytes /= 1000;
        unit++;
    }
    snprintf(text, 32, bytes < 10 && unit > 0 ? "%.1f %s" : "%.0f %s", bytes,
             units[unit]);
}

/* "4,520", "14.7", "0.206" */
static const char *rate_text(double rate, char text[TEXT_THOUSANDS]) {
    if (rate >= 100)
        return text_thousands((uint64_t)(rate + 0.5), text);
    snprintf(text, TEXT_THOUSANDS, "%.3g", rate);
    return text;
}

static void print_rate(const run_estimate_t *estimate, FILE *file) {
    char text[3][TEXT_THOUSANDS];
    const game_length_t *length = &estimate->length;
    fprintf(file, "  %-10s %s games/s", "rate",
            rate_text(games_s(estimate, length->mean), text[0]));
    if (length->has_interval)
        fprintf(file, " [%s, %s]", rate_text(games_s(estimate, length->high), text[0]),
                rate_text(games_s(estimate, length->low), text[1]));
    fprintf(file, ", %s actions/s, %s simulations/s, %s actions a game\n",
            rate_text(estimate->actions_s, text[0]),
            rate_text(estimate->simulations_s, text[1]),
            rate_text(length->mean, text[2]));
}

static void print_time(const run_estimate_t *estimate, long tasks, FILE *file) {
    const game_length_t *length = &estimate->length;
    double hours = find_hours(estimate, tasks);
    char duration[DURATION_TEXT], text[2][TEXT_THOUSANDS];
    duration_write(hours * 3600, duration);
    fprintf(file, "  %-10s %s, %s hours", "time", duration, rate_text(hours, text[0]));
    if (length->has_interval)
        fprintf(file, " [%s, %s]", rate_text(hours * length->low / length->mean, text[0]),
                rate_text(hours * length->high / length->mean, text[1]));
    if (tasks > 1)
        fprintf(file, " with %ld tasks, %s in sequence", tasks,
                rate_text(hours * (double)tasks, text[0]));
    fputc('\n', file);
}

void estimate_print(const run_estimate_t *estimate, long tasks, FILE *file) {
    char games[TEXT_THOUSANDS], disk[32], there[32];
    write_bytes(find_disk(estimate), disk);
    write_bytes(estimate->free_bytes, there);
    fprintf(file, "  %-10s %.1f s on %d thread%s: %llu game%s ended, %llu in progress\n",
            "sample", estimate->seconds, estimate->threads,
            TEXT_PLURAL(estimate->threads), (unsigned long long)estimate->ended,
            TEXT_PLURAL(estimate->ended), (unsigned long long)estimate->under_way);
    print_rate(estimate, file);
    fprintf(file, "  %-10s %s games in %llu file%s\n", "run",
            text_thousands(estimate->games, games), (unsigned long long)estimate->files,
            TEXT_PLURAL(estimate->files));
    print_time(estimate, tasks, file);
    fprintf(file, "  %-10s %s; merging needs as much again; %s free in this folder\n",
            "disk", disk, there);
    fprintf(file,
            "  %-10s %.0f MB here; at most %ld MB per thread by the configuration\n",
            "memory", estimate->peak_memory_mb, estimate->memory_mb);
    if (estimate->length.is_rough)
        fprintf(file, "  rough: %s; a longer --time-limit gives a better estimate\n",
                estimate->ended == 0
                    ? "no game ended, so lengths are those of random playouts"
                    : "few games ended, so actual lengths may be longer");
}

cJSON *estimate_json(const run_estimate_t *estimate, long tasks) {
    const game_length_t *length = &estimate->length;
    const struct {
        const char *name;
        double value;
    } numbers[] = {{"games", (double)estimate->games},
                   {"files", (double)estimate->files},
                   {"tasks", (double)tasks},
                   {"threads", estimate->threads},
                   {"seconds", estimate->seconds},
                   {"games_ended", (double)estimate->ended},
                   {"games_under_way", (double)estimate->under_way},
                   {"games_per_second", games_s(estimate, estimate->length.mean)},
                   {"actions_per_second", estimate->actions_s},
                   {"simulations_per_second", estimate->simulations_s},
                   {"actions_per_game", length->mean},
                   {"hours", find_hours(estimate, tasks)},
                   {"bytes", find_disk(estimate)},
                   {"free_bytes", estimate->free_bytes},
                   {"bytes_per_position", estimate->position_bytes},
                   {"bytes_per_file", estimate->file_bytes},
                   {"peak_memory_mb", estimate->peak_memory_mb},
                   {"memory_mb_per_thread", (double)estimate->memory_mb}};
    cJSON *json = cJSON_CreateObject();
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        json_add_number(json, numbers[i].name, numbers[i].value);
    cJSON *interval =
        length->has_interval ? cJSON_AddArrayToObject(json, "hours_interval") : NULL;
    if (interval) {
        double hours = find_hours(estimate, tasks) / length->mean;
        cJSON_AddItemToArray(interval, json_number(hours * length->low));
        cJSON_AddItemToArray(interval, json_number(hours * length->high));
    } else {
        cJSON_AddNullToObject(json, "hours_interval");
    }
    cJSON_AddBoolToObject(json, "rough", estimate->length.is_rough);
    return json;
}
