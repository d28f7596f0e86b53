#include "selfplay/export/export.h"

#include "core/base/files/file.h"
#include "core/base/files/hdf5_attributes.h"
#include "core/base/json.h"
#include "core/base/process/task_queue.h"
#include "core/base/text.h"
#include "core/terminal/terminal.h"
#include "selfplay/config/run_config.h"
#include "selfplay/export/export_about.h"
#include "selfplay/export/export_columns.h"
#include "selfplay/export/export_file.h"
#include "selfplay/export/export_options.h"
#include "selfplay/export/final_board.h"
#include "selfplay/export/shuffle.h"
#include "selfplay/export/sources.h"
#include "selfplay/run/games_reader.h"
#include "selfplay/store/games_file.h"
#include "selfplay/store/record.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* A row to be made: its place, and where in the window. */
typedef struct pending {
    export_place_t place;
    size_t at;
    bool ok;
} pending_t;

/* Rows are made some at a time, by all threads. */
enum { PENDING_ROWS = 1024, ROWS_AT_ONCE = 64 };

typedef struct job {
    const shard_files_t *files;
    const char *path;
    const char *reading; /* the file of games */
    const export_options_t *options;
    const export_revision_t *revision; /* or NULL */
    export_result_t *result;
    sources_t sources;
    int *source_of;      /* by file; the runs' numbers */
    task_queue_t *queue; /* its threads decompress, make rows, fill in and compress */
    shuffle_t *shuffle;
    games_header_t first; /* of the first file; all files have its game */
    final_board_t final_board;
    export_file_t *file; /* that is being made, or NULL */
    pending_t pending[PENDING_ROWS];
    size_t num_pending, window_bytes, window_room;
    unsigned char *window;        /* of the pending rows */
    record_t revised;             /* the games being read, with the new searches */
    export_position_t *positions; /* of them, to be revised */
    size_t num_positions, capacity;
} job_t;

/* Called periodically; the caller has installed handlers that remember signals. */
static bool goes_on(failure_t *error) {
    return !terminal_interrupted() ||
           error_set(error, "interrupted; nothing was written");
}

/* --- First reading: what there is --------------------------------------------------- */

static bool see_size(void *context, const export_place_t *place, failure_t *error) {
    job_t *job = context;
    export_size_t *size = &job->result->sizes[place->group];
    uint32_t legal = record_u32(place->record, POSITIONS_LEGAL)[place->row];
    if (legal > GAME_MAX_LEGAL)
        return error_set(error, "%s: a position with %u legal actions", job->reading,
                         legal);
    size->rows++;
    size->legal += legal;
    if (legal > job->result->max_legal)
        job->result->max_legal = legal;
    shuffle_count(job->shuffle, place->group, place->key, place->bytes);
    return true;
}

static bool survey_games(job_t *job, games_file_t *file, int source, export_walk_t *walk,
                         failure_t *error) {
    record_t record;
    int64_t count = 0;
    bool ok = true;
    record_init(&record, file->header.game);
    while (ok && goes_on(error) && (count = games_file_next(file, &record, error)) > 0) {
        sources_add_games(&job->sources, source, &record);
        job->result->games_read += record.rows[TABLE_GAMES];
        job->result->positions_read += record.rows[TABLE_POSITIONS];
        ok = export_walk(walk, &record, source, see_size, job, error);
    }
    record_clear(&record);
    return ok && count == 0 && goes_on(error);
}

/* The files of one folder belong to one run, except with --mixed. */
static bool check_folder(const job_t *job, size_t i, failure_t *error) {
    const source_t *sources = job->sources.sources;
    char difference[512];
    if (i == 0 || job->options->mixed ||
        job->files->words[i - 1] != job->files->words[i] ||
        job->source_of[i - 1] == job->source_of[i])
        return true;
    text_t out = text_into(difference, sizeof difference);
    run_config_difference(sources[job->source_of[i - 1]].config,
                          sources[job->source_of[i]].config, &out);
    return error_set(error,
                     "%s and %s have different configurations: %s; see fulcrum verify, "
                     "or accept them with --mixed",
                     job->files->paths[i - 1], job->files->paths[i], difference);
}

static bool survey_file(job_t *job, size_t i, export_walk_t *walk, failure_t *error) {
    games_file_t file;
    const char *path = job->reading = job->files->paths[i];
    if (!goes_on(error) || !run_file_open(&file, path, NULL, GAMES_FILE_WHOLE, error))
        return false;
    file.queue = job->queue;
    int source = sources_add_file(&job->sources, path, &file.header, error);
    bool ok = source >= 0 && survey_games(job, &file, source, walk, error);
    job->source_of[i] = source;
    ok = ok && check_folder(job, i, error);
    if (i == 0) { /* keep the game, not the games */
        job->first = file.header;
        file.header.borrowed = true;
    }
    games_file_close(&file);
    return ok;
}

static bool survey(job_t *job, failure_t *error) {
    export_walk_t walk = {.options = job->options};
    for (size_t i = 0; i < job->files->count; i++)
        if (!survey_file(job, i, &walk, error))
            return false;
    for (int group = 0; group < GROUP_COUNT; group++)
        job->result->games[group] = walk.games[group];
    job->result->sources = job->sources.count;
    if (walk.rows == 0)
        return error_set(error,
                         "none of the %llu positions of %s is selected: --turns, "
                         "--min-visits and --without leave nothing",
                         (unsigned long long)job->result->positions_read,
                         job->files->count == 1 ? job->files->paths[0] : "the files");
    return sources_check(&job->sources, error);
}

/* --- Second reading: the rows ------------------------------------------------------- */

/* Failures are reported when a row is put. */
static void make_rows(void *context, size_t index, int thread) {
    job_t *job = context;
    (void)thread;
    for (size_t i = index * ROWS_AT_ONCE;
         i < job->num_pending && i < (index + 1) * ROWS_AT_ONCE; i++) {
        pending_t *row = &job->pending[i];
        row->ok = export_row_make(&row->place,
                                  (export_row_t *)(void *)(job->window + row->at), NULL);
    }
}

/* Makes the pending rows and puts them, in order. */
static bool put_rows(job_t *job, failure_t *error) {
    bool ok = true;
    if (job->window_bytes > job->window_room) {
        job->window_room = job->window_bytes;
        job->window = memory_resize(job->window, job->window_room, 1);
    }
    task_queue_do_all(job->queue, true, job->num_pending, ROWS_AT_ONCE, make_rows, job);
    for (size_t i = 0; ok && i < job->num_pending; i++) {
        const pending_t *row = &job->pending[i];
        export_row_t *made = (export_row_t *)(void *)(job->window + row->at);
        ok = (row->ok || export_row_make(&row->place, made, error) ||
              error_prefix(error, "%s", job->reading)) &&
             shuffle_put(job->shuffle, row->place.group, row->place.key, made,
                         row->place.bytes, error);
    }
    job->num_pending = job->window_bytes = 0;
    return ok;
}

static bool see_row(void *context, const export_place_t *place, failure_t *error) {
    enum { ALIGNED = sizeof(uint64_t) };
    job_t *job = context;
    pending_t *row = &job->pending[job->num_pending++];
    *row = (pending_t){.place = *place, .at = job->window_bytes};
    if (job->revision)
        row->place.record = &job->revised;
    job->window_bytes += (place->bytes + ALIGNED - 1) / ALIGNED * ALIGNED;
    return job->num_pending < PENDING_ROWS || put_rows(job, error);
}

/* Images of a position are consecutive. */
static bool see_position(void *context, const export_place_t *place, failure_t *error) {
    job_t *job = context;
    (void)error;
    if (job->num_positions > 0 &&
        job->positions[job->num_positions - 1].row == place->row)
        return true;
    job->positions = memory_grow(job->positions, &job->capacity, job->num_positions + 1,
                                 sizeof *job->positions);
    job->positions[job->num_positions++] =
        (export_position_t){place->game_row, place->row};
    return true;
}

/* The walk uses the recorded data, so that it visits the places that the first pass
 * counted. */
static bool revise(job_t *job, const record_t *record, int source, failure_t *error) {
    export_walk_t ahead = {.options = job->options};
    size_t revised = 0;
    job->num_positions = 0;
    record_empty(&job->revised);
    record_append(&job->revised, record);
    bool ok = export_walk(&ahead, record, source, see_position, job, error);
    if (ok && job->num_positions > 0 &&
        !job->revision->revise(job->revision->context, &job->revised, job->positions,
                               job->num_positions, &revised, error))
        ok = goes_on(error) && error_prefix(error, "%s", job->reading);
    job->result->positions_revised += revised;
    return ok;
}

static bool gather_file(job_t *job, size_t i, export_walk_t *walk, failure_t *error) {
    games_file_t file;
    record_t record;
    int64_t count = 0;
    job->reading = job->files->paths[i];
    if (!run_file_open(&file, job->reading, NULL, GAMES_FILE_WHOLE, error))
        return false;
    file.queue = job->queue;
    bool ok = true;
    record_init(&record, file.header.game);
    record_init(&job->revised, file.header.game);
    while (ok && goes_on(error) && (count = games_file_next(&file, &record, error)) > 0)
        ok = (!job->revision || revise(job, &record, job->source_of[i], error)) &&
             export_walk(walk, &record, job->source_of[i], see_row, job, error) &&
             put_rows(job, error);
    record_clear(&job->revised);
    record_clear(&record);
    games_file_close(&file);
    return ok && count == 0 && goes_on(error);
}

static bool gather_rows(job_t *job, failure_t *error) {
    char path[FILE_PATH];
    export_walk_t walk = {.options = job->options};
    if (job->options->final_board) {
        final_board_init(&job->final_board, job->first.game);
        walk.final_board = &job->final_board;
    }
    if (!file_path(path, error, "%s.rows.tmp", job->path))
        return false;
    if (!shuffle_open(job->shuffle, job->options->memory, path, error))
        return false;
    job->result->through_file = shuffle_uses_file(job->shuffle);
    if (job->revision)
        job->revision->begin(job->revision->context,
                             job->result->games[GROUP_TRAIN] +
                                 job->result->games[GROUP_VALIDATION]);
    for (size_t i = 0; i < job->files->count; i++)
        if (!gather_file(job, i, &walk, error))
            return false;
    return true;
}

/* --- Writing ------------------------------------------------------------------------ */

static uint64_t raw_bytes(const export_layout_t *layout, const export_size_t *size) {
    uint64_t bytes = 0;
    for (int i = 0; i < EXPORT_COLUMNS; i++) {
        const export_column_t *column = &export_columns[i];
        if (export_column_exists(column, layout->options))
            bytes += export_column_bytes(column, layout) *
                     (export_column_is_flat(column) ? size->legal : size->rows);
    }
    return bytes;
}

cJSON *export_revision_json(const export_revision_t *revision) {
    cJSON *json = cJSON_CreateObject();
    char hash[20];
    snprintf(hash, sizeof hash, "%016" PRIx64, text_hash(revision->agent));
    json_add_value(json, "agent", revision->agent);
    cJSON_AddStringToObject(json, "agent_hash", hash);
    json_add_number(json, "share", revision->share);
    return json;
}

static bool write_about_revision(const job_t *job, hid_t file) {
    cJSON *json = export_revision_json(job->revision);
    json_add_number(json, "positions", job->result->positions_revised);
    char *text = json_lines(json);
    bool written = hdf5_write_text(file, "reanalysis", text);
    free(text);
    return written;
}

static bool write_about_games(const job_t *job, const export_file_t *file) {
    bool written = sources_write(&job->sources, export_file_root(file)) &&
                   (!job->revision || write_about_revision(job, export_file_root(file)));
    for (int group = 0; written && group < GROUP_COUNT; group++)
        written = hdf5_write_number(export_file_group(file, group), "games",
                                    job->result->games[group]);
    return written;
}

static bool write_rows(job_t *job, export_file_t *file, failure_t *error) {
    enum { ROWS_BETWEEN_QUESTIONS = 4096 };
    bucket_t bucket;
    while (shuffle_take(job->shuffle, &bucket, error))
        for (size_t first = 0; first < bucket.count; first += ROWS_BETWEEN_QUESTIONS) {
            size_t left = bucket.count - first;
            if (!goes_on(error) ||
                !export_file_add(
                    file, bucket.group, bucket.rows + first,
                    left < ROWS_BETWEEN_QUESTIONS ? left : ROWS_BETWEEN_QUESTIONS, error))
                return false;
        }
    return error->message[0] == 0;
}

/* Before the rows are read, so that a file that cannot be created is an error at once. */
static bool begin_file(job_t *job, failure_t *error) {
    export_result_t *result = job->result;
    export_layout_t layout = {job->first.game, job->options, result->max_legal};
    if (!export_about_check(&layout, error))
        return false;
    for (int group = 0; group < GROUP_COUNT; group++)
        result->raw_bytes += raw_bytes(&layout, &result->sizes[group]);
    job->file = export_file_new(job->path, &layout, result->sizes, job->queue, error);
    return job->file != NULL;
}

static bool write_file(job_t *job, failure_t *error) {
    export_file_t *file = job->file;
    if (!write_about_games(job, file))
        return export_file_failed(file, error);
    if (!write_rows(job, file, error))
        return false;
    job->file = NULL;
    return export_file_finish(file, job->options->replace, &job->result->file_bytes,
                              error);
}

bool export_files(const shard_files_t *files, const char *path,
                  const export_options_t *options, const export_revision_t *revision,
                  export_result_t *result, failure_t *error) {
    REQUIRE(files->count > 0);
    *result = (export_result_t){0};
    job_t job = {.files = files,
                 .path = path,
                 .options = options,
                 .revision = revision,
                 .result = result};
    job.source_of = memory_new(files->count, sizeof *job.source_of);
    job.queue = task_queue_start(options->threads);
    job.shuffle = shuffle_new(GROUP_COUNT);
    bool done = survey(&job, error) && begin_file(&job, error) &&
                gather_rows(&job, error) && write_file(&job, error);
    if (done && revision)
        result->simulations = revision->simulations(revision->context);
    if (job.file)
        export_file_abandon(job.file);
    task_queue_free(job.queue);
    shuffle_free(job.shuffle);
    sources_clear(&job.sources);
    games_header_clear(&job.first);
    free(job.source_of);
    free(job.window);
    free(job.positions);
    return done;
}
