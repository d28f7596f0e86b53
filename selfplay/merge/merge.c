#include "selfplay/merge/merge.h"

#include "core/base/clock.h"
#include "core/base/files/file.h"
#include "core/base/files/output_file.h"
#include "core/base/files/publish.h"
#include "core/base/memory_stream.h"
#include "core/base/process/task_queue.h"
#include "selfplay/config/run_config.h"
#include "selfplay/merge/merge_kept.h"
#include "selfplay/run/progress.h"
#include "selfplay/run/run.h"
#include "selfplay/run/run_folder.h"
#include "selfplay/run/stop.h"
#include "selfplay/store/envelope.h"
#include "selfplay/store/game_ranges.h"
#include "selfplay/store/games_file.h"
#include "selfplay/store/games_writer.h"
#include "selfplay/store/record.h"

#include <errno.h>
#include <inttypes.h>
#include <libdeflate.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* A merge in progress. */
typedef struct merger {
    merge_t *merge;
    const merge_options_t *options;
    const char *out;
    merge_kept_t kept;
    run_config_t config;
    run_t run;             /* of a folder */
    games_header_t header; /* of the run */
    producer_t maker;
    game_ranges_t ranges; /* games so far */
    task_queue_t *queue;  /* decompresses and compresses */
    games_writer_t *writer;
    progress_t progress;
    uint64_t done; /* input files that are merged */
    uint32_t mark; /* CRC-32 of their envelopes */
    double next_save_s;
} merger_t;

static bool cannot_write(merger_t *merger, failure_t *error) {
    return publish_cannot_write(merger->kept.data, merger->out, error);
}

/* --- Resuming ----------------------------------------------------------------------- */

/* What is kept besides the writer's own. */
typedef struct merge_state {
    uint64_t done;
    uint32_t mark;
    merge_t merge;
    producer_t maker;
    game_ranges_t ranges;
} merge_state_t;

/* An envelope has its file's length and checksum. */
static bool add_mark(const char *path, uint32_t *mark, failure_t *error) {
    unsigned char line[ENVELOPE_BYTES];
    int file = file_open(path, error);
    if (file < 0)
        return false;
    bool ok = file_read_at(file, line, sizeof line, 0) == sizeof line ||
              error_set(error, "%s: cannot be read", path);
    close(file);
    if (ok)
        *mark = libdeflate_crc32(*mark, line, sizeof line);
    return ok;
}

static bool save(merger_t *merger, bool releases, failure_t *error) {
    const merge_state_t state = {.done = merger->done,
                                 .mark = merger->mark,
                                 .merge = *merger->merge,
                                 .maker = merger->maker,
                                 .ranges = merger->ranges};
    char *bytes;
    size_t size;
    FILE *out = memory_stream_open(&bytes, &size);
    fwrite(&state, sizeof state, 1, out);
    games_writer_save(merger->writer, out);
    memory_stream_close(out);
    bool saved = merge_kept_save(&merger->kept, bytes, size, releases, error);
    free(bytes);
    return saved;
}

/* Keeps what is merged, after a whole file: now and then, and when a stop is requested.
 * Saving takes a twentieth of the time at most. */
static bool keep(merger_t *merger, uint64_t files, failure_t *error) {
    double now = clock_seconds();
    const char *reason = stop_reason();
    if (!reason && now < merger->next_save_s)
        return true;
    if (!save(merger, reason != NULL, error))
        return false;
    double end = clock_seconds(), pause = 20 * (end - now);
    merger->next_save_s = end + (pause > MERGE_SAVE_S ? pause : MERGE_SAVE_S);
    merger->merge->resumes = reason != NULL;
    return !reason || error_set(error,
                                "stopped by %s after %" PRIu64 " file%s of games; the "
                                "same command resumes the merge",
                                reason, files, TEXT_PLURAL(files));
}

/* Whether the files that are merged are still those at the beginning of the inputs. */
static bool is_of_inputs(const merge_state_t *state, const run_folder_t *list,
                         const merger_t *merger, char *const *paths, size_t count) {
    char path[FILE_PATH];
    uint32_t mark = 0;
    if (state->done > (list ? list->num_shards : count))
        return false;
    for (size_t i = 0; i < state->done; i++) {
        if (list)
            run_shard_path(merger->run.folder, list->shards[i], path);
        if (!add_mark(list ? path : paths[i], &mark, NULL))
            return false;
    }
    return mark == state->mark;
}

static bool resume(merger_t *merger, const merge_state_t *state, FILE *in) {
    merger->writer =
        games_writer_resume(merger->kept.data, merger->config.game, merger->queue, in);
    if (!merger->writer)
        return false;
    merger->done = state->done;
    merger->mark = state->mark;
    merger->maker = state->maker;
    merger->ranges = state->ranges;
    *merger->merge = state->merge;
    return true;
}

/* Opens the writer: where the merge was interrupted, or at the beginning. list: of a
 * folder, or NULL. */
static bool open_writer(merger_t *merger, const run_folder_t *list, char *const *paths,
                        size_t count, failure_t *error) {
    merge_state_t *state = memory_new(1, sizeof *state);
    merge_kept_t *kept = &merger->kept;
    bool ok = merge_kept_take(kept, merger->out, error);
    merger->next_save_s = clock_seconds() + MERGE_SAVE_S;
    merger->merge->resumes = kept->is_busy;
    if (ok && kept->state && kept->state_size > sizeof *state) {
        FILE *in = fmemopen(kept->state, kept->state_size, "r");
        if (in && fread(state, sizeof *state, 1, in) == 1 &&
            is_of_inputs(state, list, merger, paths, count))
            (void)resume(merger, state, in);
        if (in)
            fclose(in);
    }
    free(state);
    if (ok && !merger->writer) {
        ok = merge_kept_begin(kept, error);
        merger->writer =
            ok ? games_writer_new(kept->data, merger->config.game, merger->queue) : NULL;
        ok = ok && (merger->writer || cannot_write(merger, error));
    }
    return ok;
}

/* --- One file ----------------------------------------------------------------------- */

/* Each game once, in ascending order; in a shard, its own games: first ... end-1. */
static bool check_ids(merger_t *merger, const games_file_t *file, const record_t *record,
                      uint64_t first, uint64_t end, failure_t *error) {
    const int64_t *ids = record_i64(record, GAMES_ID);
    for (size_t i = 0; i < record->rows[TABLE_GAMES]; i++) {
        uint64_t id = (uint64_t)ids[i];
        if (id < first || id >= end)
            return error_set(error,
                             "%s: holds game %" PRId64
                             ", which is not one of its games, %" PRIu64 ":%" PRIu64,
                             file->path, ids[i], first, end);
        if (id < merger->ranges.end)
            return error_set(error,
                             "%s: holds game %" PRId64 ", and game %" PRIu64
                             " comes before it: files are merged in the order of their "
                             "games, each game once",
                             file->path, ids[i], merger->ranges.end - 1);
        game_ranges_add(&merger->ranges, id, id + 1);
    }
    return true;
}

/* A merged file can be too large to be completed before a stop. */
static bool stops_within(merger_t *merger, const games_file_t *file, failure_t *error) {
    const char *reason = stop_reason();
    merger->merge->resumes = reason != NULL;
    return reason &&
           !error_set(error,
                      "stopped by %s within %s; the same command merges it from "
                      "its beginning",
                      reason, file->path);
}

static bool add_games(merger_t *merger, games_file_t *file, uint64_t first, uint64_t end,
                      failure_t *error) {
    record_t record;
    int64_t count;
    bool ok = true;
    record_init(&record, file->header.game);
    while (ok && (count = games_file_next(file, &record, error)) != 0) {
        ok = count > 0 && check_ids(merger, file, &record, first, end, error) &&
             (end < RUN_MAX_GAMES || !stops_within(merger, file, error));
        if (ok && !games_writer_add(merger->writer, &record))
            ok = cannot_write(merger, error);
        for (int64_t i = 0; ok && i < count; i++)
            progress_game(&merger->progress);
    }
    record_clear(&record);
    return ok;
}

/* Whether a shard holds an allowed number of games. */
static bool check_count(const merger_t *merger, const char *path, uint64_t shard,
                        uint64_t games, failure_t *error) {
    const run_length_t *length = &merger->run.length;
    return run_length_allows(length, shard, games) ||
           error_set(error, "%s: holds %" PRIu64 " games instead of %" PRIu64, path,
                     games, run_length_of_shard(length, shard));
}

/* Adds a file with expected games first ... end-1; shard: NULL for any file. */
static bool add_file(merger_t *merger, const char *path, uint64_t first, uint64_t end,
                     const uint64_t *shard, failure_t *error) {
    games_file_t file;
    if (!games_file_open(&file, path, &merger->header, GAMES_FILE_WHOLE, error))
        return false;
    file.queue = merger->queue;
    bool ok = !shard || check_count(merger, path, *shard, file.rows[TABLE_GAMES], error);
    ok = ok && add_games(merger, &file, first, end, error);
    producer_add(&merger->maker, &file.header.maker);
    merger->merge->files++;
    merger->merge->bytes_read += file.bytes;
    games_file_close(&file);
    return ok && add_mark(path, &merger->mark, error) &&
           keep(merger, ++merger->done, error);
}

/* --- Where games come from ---------------------------------------------------------- */

static bool fails_for_missing(const char *where, uint64_t there, uint64_t games,
                              failure_t *error) {
    return error_set(error,
                     "%s: %" PRIu64 " of the run's %" PRIu64
                     " games are there; fulcrum selfplay plays the others, --partial "
                     "merges the existing ones",
                     where, there, games);
}

/* Whether all games exist, by the names of the shards: checked before hours of work. */
static bool check_complete(const merger_t *merger, const run_folder_t *list,
                           failure_t *error) {
    const run_t *run = &merger->run;
    uint64_t there = 0;
    if (list->num_shards > 0 && list->shards[list->num_shards - 1] >= run->num_shards)
        return error_set(error,
                         "%s: holds shard %" PRIu64 ", and the run has %" PRIu64
                         " shards; see: fulcrum verify",
                         run->folder, list->shards[list->num_shards - 1],
                         run->num_shards);
    if (list->num_shards == 0)
        return error_set(error, "%s: holds no games yet", run->folder);
    for (size_t i = 0; i < list->num_shards; i++)
        there += run_shard_held(run, list->shards[i]);
    return there >= run->games || merger->options->is_partial ||
           fails_for_missing(run->folder, there, run->games, error);
}

static bool add_shards(merger_t *merger, const run_folder_t *list, failure_t *error) {
    const run_t *run = &merger->run;
    for (size_t i = merger->done; i < list->num_shards; i++) {
        char path[FILE_PATH];
        uint64_t shard = list->shards[i], first = run_shard_first(run, shard);
        run_shard_path(run->folder, shard, path);
        if (!add_file(merger, path, first, first + run->length.shard_games, &shard,
                      error))
            return false;
    }
    return merger->ranges.games >= run->games || merger->options->is_partial ||
           fails_for_missing(run->folder, merger->ranges.games, run->games, error);
}

/* Files do not contain the run's length: check only that no game before their last is
 * missing. */
static bool add_paths(merger_t *merger, char *const *paths, int count, failure_t *error) {
    for (int i = (int)merger->done; i < count; i++)
        if (!add_file(merger, paths[i], 0, RUN_MAX_GAMES, NULL, error))
            return false;
    return merger->ranges.games == merger->ranges.end || merger->options->is_partial ||
           error_set(error,
                     "%s: games are missing before game %" PRIu64
                     ": these are there: %.200s; --partial merges them",
                     paths[count - 1], merger->ranges.end - 1,
                     game_ranges_text(&merger->ranges));
}

/* The run's configuration: a folder's config.json, or that of the first file. */
static bool read_config(merger_t *merger, const char *path, bool is_folder,
                        failure_t *error) {
    char file_path[FILE_PATH];
    const char *where = path;
    char *text = NULL;
    if (is_folder) {
        text = run_folder_read_config(path, file_path, error);
        where = file_path;
    } else {
        games_file_t file;
        if (!games_file_open(&file, path, NULL, GAMES_FILE_PART, error))
            return false;
        text = text_copy(file.header.config);
        games_file_close(&file);
    }
    bool ok = text && run_config_parse(&merger->config, text, where, NULL, 0, error);
    merger->header.config = text;
    merger->header.game = merger->config.game;
    return ok;
}

/* Lists a folder's shards, then reads the run's length: a short shard's length was
 * requested before. */
static bool read_folder(merger_t *merger, const char *folder, run_folder_t *list,
                        failure_t *error) {
    if (!run_folder_list(list, folder, error))
        return false;
    return run_view(&merger->run, &merger->config, folder, error) &&
           check_complete(merger, list, error);
}

/* Only for the progress bar; a file that cannot be opened is reported later. */
static uint64_t games_of_files(const merger_t *merger, char *const *paths, int count) {
    uint64_t games = 0, held;
    for (int i = 0; i < count; i++)
        games += run_length_look(paths[i], &merger->header, &held, NULL) ? held : 0;
    return games;
}

/* --- The new file ------------------------------------------------------------------- */

/* Whether the existing file may be replaced: merged games, but neither one of the inputs
 * nor a shard. */
static bool check_out(const char *out, char *const *paths, int count, bool is_forced,
                      failure_t *error) {
    const output_rule_t rule = {.kind = "merged file",
                                .begins = ENVELOPE_START,
                                .inputs = paths,
                                .num_inputs = (size_t)count,
                                .needs_force = true,
                                .is_forced = is_forced};
    const char *slash = strrchr(out, '/');
    uint64_t shard;
    if (!output_check(out, &rule, error))
        return false;
    return access(out, F_OK) != 0 ||
           !run_folder_shard_of(slash ? slash + 1 : out, ".h5", &shard) ||
           error_set(error, "%s: is a shard of a run, and is never replaced", out);
}

/* Whether the file just written holds what was written. */
static bool reads_back(merger_t *merger, failure_t *error) {
    games_file_t file;
    const games_writer_t *writer = merger->writer;
    const uint64_t *rows = games_writer_rows(writer);
    bool same = games_file_open(&file, merger->kept.data, &merger->header,
                                GAMES_FILE_PART, error);
    if (same) {
        same = memcmp(file.rows, rows, sizeof file.rows) == 0 && file.present &&
               strcmp(file.present, game_ranges_text(&merger->ranges)) == 0;
        for (column_id_t id = 0; id < COLUMN_COUNT; id++)
            same = same && file.checksums[id] == games_writer_checksum(writer, id);
        same = same && games_writer_reads_back(writer, &file);
        if (!same)
            error_set(error, "rows, checksums or chunks differ");
        games_file_close(&file);
    }
    return same ||
           error_prefix(error, "%s: the data read back differ from the data written",
                        merger->out);
}

/* Completes the file, writes its envelope, reads it back and renames it. */
static bool publish(merger_t *merger, failure_t *error) {
    const uint64_t *rows = games_writer_rows(merger->writer);
    merger->merge->games = rows[TABLE_GAMES];
    merger->merge->positions = rows[TABLE_POSITIONS];
    if (!games_writer_finish(merger->writer, merger->header.config, &merger->maker,
                             game_ranges_text(&merger->ranges)))
        return cannot_write(merger, error);
    return envelope_file(merger->kept.data, &merger->merge->bytes, error) &&
           reads_back(merger, error) &&
           (merger->options->is_forced ? publish_finish : publish_finish_new)(
               merger->kept.data, merger->out, error);
}

static bool merge_all(merger_t *merger, char *const *paths, int count, bool is_folder,
                      failure_t *error) {
    run_folder_t list = {0};
    if (!check_out(merger->out, paths, count, merger->options->is_forced, error) ||
        !read_config(merger, paths[0], is_folder, error))
        return false;
    bool ok = !is_folder || read_folder(merger, paths[0], &list, error);
    ok = ok && open_writer(merger, is_folder ? &list : NULL, paths, (size_t)count, error);
    progress_init(&merger->progress,
                  is_folder ? merger->run.games : games_of_files(merger, paths, count),
                  !ok || merger->options->quiet);
    progress_less(&merger->progress, merger->ranges.games);
    ok = ok && (is_folder ? add_shards(merger, &list, error)
                          : add_paths(merger, paths, count, error));
    ok = ok && publish(merger, error);
    merger->merge->seconds = progress_seconds(&merger->progress);
    progress_finish(&merger->progress);
    run_folder_clear(&list);
    return ok;
}

bool merge_files(merge_t *merge, char *const *paths, int count, const char *out,
                 const merge_options_t *options, failure_t *error) {
    struct stat status;
    merger_t merger = {.merge = merge, .options = options, .out = out};
    *merge = (merge_t){0};
    game_ranges_init(&merger.ranges);
    if (stat(paths[0], &status) != 0)
        return error_set(error, "%s: cannot be opened: %s", paths[0], strerror(errno));
    bool is_folder = S_ISDIR(status.st_mode);
    if (is_folder && count > 1)
        return error_set(error, "%s: is a folder: give one run, or files of one run",
                         paths[0]);
    merger.queue = task_queue_start(options->threads);
    bool ok = merge_all(&merger, paths, count, is_folder, error);
    games_writer_free(merger.writer);
    task_queue_free(merger.queue);
    if (!merge->resumes)
        merge_kept_remove(&merger.kept);
    merge_kept_clear(&merger.kept);
    run_close(&merger.run);
    run_config_clear(&merger.config);
    free(merger.header.config);
    return ok;
}
