#include "selfplay/verify/verify.h"

#include "core/base/build_info.h"
#include "core/base/clock.h"
#include "core/base/files/file.h"
#include "core/base/files/hdf5_open.h"
#include "core/base/process/task_queue.h"
#include "mcts/evaluate/process/process_evaluator.h"
#include "selfplay/run/games_reader.h"
#include "selfplay/run/run_folder.h"
#include "selfplay/run/stop.h"
#include "selfplay/store/envelope.h"
#include "selfplay/store/games_file.h"
#include "selfplay/store/record.h"
#include "selfplay/verify/game_checker.h"
#include "selfplay/verify/replay.h"
#include "selfplay/verify/verify_mark.h"
#include "selfplay/verify/verify_programs.h"

#include <errno.h>
#include <inttypes.h>
#include <omp.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* Problems of one shard that are reported one by one; the others are only counted. */
enum { MOST_REPORTED = 10 };

/* --- Reporting ---------------------------------------------------------------------- */

static void report(verify_t *verify, verify_kind_t kind, const char *path, int64_t game,
                   int64_t ply, const char *text) {
    if (kind == VERIFY_NOTICE)
        verify->notices++;
    else
        verify->problems++;
    verify->options->report(verify->options->context,
                            &(verify_problem_t){kind, path, game, ply, text});
}

static void blame(verify_t *verify, const game_origin_t *origin) {
    for (size_t i = verify->num_at_fault; i-- > 0;)
        if (verify->at_fault[i].shard == origin->shard)
            return;
    verify->at_fault = memory_resize(verify->at_fault, verify->num_at_fault + 1,
                                     sizeof *verify->at_fault);
    verify->at_fault[verify->num_at_fault++] = *origin;
}

/* The path at the beginning of the message is removed, as `report` adds it. */
static void report_error(verify_t *verify, verify_kind_t kind, const char *path,
                         const failure_t *error) {
    const char *text = error->message;
    size_t length = strlen(path);
    if (strncmp(text, path, length) == 0 && strncmp(text + length, ": ", 2) == 0)
        text += length + 2;
    report(verify, kind, path, -1, -1, text);
}

/* A file that cannot be used at all. */
static void report_file(verify_t *verify, const game_origin_t *origin, bool damaged,
                        const failure_t *error) {
    if (damaged)
        blame(verify, origin);
    verify->unread += error_is_of_system(error);
    report_error(verify, damaged ? VERIFY_DAMAGED : VERIFY_UNKNOWN, origin->path, error);
}

/* A faulty game. Another version may search differently: differences of its searches are
 * reported, but do not count as damage. */
static void report_game(void *context, const game_fault_t *fault) {
    verify_t *verify = context;
    const game_origin_t *origin = fault->origin;
    bool at_fault = !fault->of_search || origin->same_program;
    char text[512];
    if (verify->reported_shard != origin->shard) {
        verify->reported_shard = origin->shard;
        verify->reported = 0;
    }
    if (at_fault)
        blame(verify, origin);
    if (verify->reported++ >= MOST_REPORTED) {
        verify->problems++;
        if (verify->reported == MOST_REPORTED + 1)
            report(verify, VERIFY_NOTICE, origin->path, -1, -1,
                   "has more such games, which are only counted");
        return;
    }
    snprintf(text, sizeof text, "%s%s", fault->fault->text,
             at_fault ? "" : " (made by another version of the program)");
    report(verify, at_fault ? VERIFY_DAMAGED : VERIFY_UNKNOWN, origin->path, fault->game,
           fault->fault->ply, text);
}

/* --- One file ----------------------------------------------------------------------- */

/* The games that a file has to hold. */
typedef struct holding {
    uint64_t shard;
    uint64_t first, end;  /* in a shard, each once and in order */
    game_ranges_t ranges; /* in another file: those seen so far */
} holding_t;

/* Whether the games of a batch are the next expected ones. */
static bool check_ids(const verify_t *verify, const games_file_t *file,
                      const record_t *record, uint64_t row, holding_t *holding,
                      failure_t *error) {
    const int64_t *ids = record_i64(record, GAMES_ID);
    for (size_t i = 0; i < record->rows[TABLE_GAMES]; i++) {
        uint64_t id = (uint64_t)ids[i];
        if (verify->is_run && id != holding->first + row + i)
            return error_set(
                error, "%s: holds game %" PRId64 " in the place of game %llu", file->path,
                ids[i], (unsigned long long)(holding->first + row + i));
        if (!verify->is_run && (id < holding->ranges.end || id >= RUN_MAX_GAMES))
            return error_set(error, "%s: holds game %" PRId64 " after game %lld",
                             file->path, ids[i], (long long)holding->ranges.end - 1);
        if (!verify->is_run)
            game_ranges_add(&holding->ranges, id, id + 1);
    }
    return true;
}

/* No version of the program writes a file without games. */
static bool check_not_empty(const games_file_t *file, failure_t *error) {
    return file->rows[TABLE_GAMES] > 0 ||
           error_set(error, "%s: holds no games", file->path);
}

static bool check_count(const verify_t *verify, const games_file_t *file,
                        const holding_t *holding, failure_t *error) {
    return !verify->is_run ||
           run_length_allows(&verify->run.length, holding->shard,
                             file->rows[TABLE_GAMES]) ||
           error_set(error, "%s: holds %llu games instead of %llu", file->path,
                     (unsigned long long)file->rows[TABLE_GAMES],
                     (unsigned long long)(holding->end - holding->first));
}

static bool is_stopped(verify_t *verify) {
    if (!verify->stopped)
        verify->stopped = stop_reason();
    return verify->stopped != NULL;
}

/* Reads all games for checking; false: the file is damaged, or cannot be read. */
static bool check_games(verify_t *verify, games_file_t *file, const game_origin_t *origin,
                        holding_t *holding, failure_t *error) {
    record_t record;
    int64_t count;
    uint64_t row = 0;
    bool ok = true;
    record_init(&record, file->header.game);
    while (ok && !is_stopped(verify) &&
           (count = games_file_next(file, &record, error)) != 0) {
        ok = count > 0;
        if (ok && !check_ids(verify, file, &record, row, holding, error)) {
            file->damaged = true;
            ok = false;
        }
        if (!ok)
            break;
        verify->games += (uint64_t)count;
        verify->positions += record.rows[TABLE_POSITIONS];
        if (run_config_replays(&verify->config))
            game_checker_add(verify->checker, origin,
                             verify->is_run ? holding->first + row : row, &record);
        else {
            record_clear(&record);
            for (int64_t i = 0; i < count; i++)
                progress_game(&verify->progress);
        }
        row += (uint64_t)count;
    }
    record_clear(&record);
    return ok;
}

/* A merged file's list of games has to match its games. */
static bool check_present(games_file_t *file, holding_t *holding, failure_t *error) {
    if (!file->present || strcmp(file->present, game_ranges_text(&holding->ranges)) == 0)
        return true;
    file->damaged = true;
    return error_set(error, "%s: claims to hold the games %.200s, but holds %.200s",
                     file->path, file->present, game_ranges_text(&holding->ranges));
}

static void check_open_file(verify_t *verify, games_file_t *file, game_origin_t *origin,
                            holding_t *holding) {
    failure_t error;
    file->any_numbers = true;
    file->queue = verify->queue;
    verify->files++;
    verify->bytes += file->bytes;
    origin->same_program = strcmp(file->header.maker.program, build_program) == 0;
    if (!games_header_check(&file->header, file->handle, file->path, &error) ||
        !check_not_empty(file, &error) || !check_count(verify, file, holding, &error)) {
        report_file(verify, origin, !hdf5_read_failed(file->path, &error), &error);
        return;
    }
    uint64_t end = holding->first + file->rows[TABLE_GAMES];
    if (verify->is_run && end < holding->end)
        game_ranges_add(&verify->missing, end, holding->end);
    if (check_games(verify, file, origin, holding, &error) &&
        (verify->is_run || verify->stopped || check_present(file, holding, &error)))
        return;
    bool damaged = file->damaged;
    game_checker_flush(verify->checker);
    report_file(verify, origin, damaged, &error);
}

/* --- A run -------------------------------------------------------------------------- */

/* The games of a shard. */
static void init_holding(const verify_t *verify, uint64_t shard, holding_t *holding) {
    game_ranges_init(&holding->ranges);
    holding->shard = shard;
    holding->first = run_shard_first(&verify->run, shard);
    holding->end = holding->first + run_shard_count(&verify->run, shard);
}

static void check_shard(verify_t *verify, uint64_t shard) {
    holding_t holding;
    char path[FILE_PATH];
    game_origin_t origin;
    games_file_t file;
    failure_t error;
    run_shard_path(verify->path, shard, path);
    game_origin_init(&origin, path, shard);
    init_holding(verify, shard, &holding);
    if (games_file_open(&file, path, &verify->header, GAMES_FILE_WHOLE, &error)) {
        check_open_file(verify, &file, &origin, &holding);
        games_file_close(&file);
    } else if (access(path, F_OK) != 0 && errno == ENOENT) {
        game_ranges_add(&verify->missing, holding.first, holding.end);
    } else {
        verify->files++;
        game_checker_flush(verify->checker);
        report_file(verify, &origin, file.damaged, &error);
    }
}

/* Other files in the folder, which are not shards of the run. */
static void report_folder(verify_t *verify, const run_folder_t *list) {
    char path[FILE_PATH];
    for (size_t i = 0; i < list->num_unfinished; i++) {
        snprintf(path, sizeof path, "%s/%s", verify->path, list->unfinished[i]);
        report(verify, VERIFY_NOTICE, path, -1, -1,
               "is unfinished: a process is writing it, or was killed while writing");
    }
    for (size_t i = 0; i < list->num_foreign; i++) {
        snprintf(path, sizeof path, "%s/%s", verify->path, list->foreign[i]);
        report(verify, VERIFY_NOTICE, path, -1, -1, "is not a file of a run");
    }
    for (size_t i = 0; i < list->num_journals; i++)
        if (run_folder_has(list, list->journals[i]) &&
            run_shard_held(&verify->run, list->journals[i]) >=
                run_length_of_shard(&verify->run.length, list->journals[i])) {
            snprintf(path, sizeof path, "%s/journal/shard-%06" PRIu64, verify->path,
                     list->journals[i]);
            report(verify, VERIFY_NOTICE, path, -1, -1, "is obsolete: the shard exists");
        }
}

static void report_surplus(verify_t *verify, uint64_t shard) {
    char path[FILE_PATH];
    game_origin_t origin;
    run_shard_path(verify->path, shard, path);
    game_origin_init(&origin, path, shard);
    blame(verify, &origin);
    report(verify, VERIFY_DAMAGED, path, -1, -1,
           "has a number beyond the shards of this run");
}

/* The games of the shards first ... end-1 are missing. */
static void miss_shards(verify_t *verify, uint64_t first, uint64_t end) {
    holding_t from, last;
    if (first >= end)
        return;
    init_holding(verify, first, &from);
    init_holding(verify, end - 1, &last);
    game_ranges_add(&verify->missing, from.first, last.end);
}

/* The check that a mark is about. */
static verify_mark_t mark_of(const verify_t *verify) {
    return (verify_mark_t){.config = verify->header.config,
                           .games = verify->run.games,
                           .sample = verify->options->sample};
}

/* Remembers that the shards before `end` are intact, once the games read are replayed. */
static void remember(verify_t *verify, uint64_t end) {
    const verify_options_t *options = verify->options;
    const verify_mark_t of = mark_of(verify);
    uint64_t games = run_shard_first(&verify->run, end);
    game_checker_flush(verify->checker);
    if (verify->problems == 0 && verify->missing.games == 0 &&
        !process_evaluator_failed(NULL))
        verify_mark_write(options->resume, &options->share, &of,
                          run_shard_first(&verify->run, verify->first_shard),
                          games < of.games ? games : of.games);
    verify->marked = clock_seconds();
}

/* Whether the shard, which exists, was intact before. */
static bool is_intact(verify_t *verify, uint64_t shard) {
    uint64_t place;
    return verify->intact.games > 0 &&
           game_ranges_find(game_ranges_text(&verify->intact),
                            run_shard_first(&verify->run, shard), &place);
}

static void check_shards(verify_t *verify, const run_folder_t *list) {
    bool remembers = verify->options->resume != NULL;
    uint64_t next = verify->first_shard, end = next + verify->files_expected;
    for (size_t i = 0; i < list->num_shards; i++) {
        uint64_t shard = list->shards[i];
        if (shard >= verify->num_shards)
            report_surplus(verify, shard);
        if (shard < verify->first_shard || shard >= end)
            continue;
        miss_shards(verify, next, shard);
        next = shard + 1;
        if (is_intact(verify, shard))
            continue;
        check_shard(verify, shard);
        if (is_stopped(verify)) {
            next = shard;
            break;
        }
        if (remembers && clock_seconds() - verify->marked > VERIFY_MARK_S)
            remember(verify, next);
    }
    if (!verify->stopped)
        miss_shards(verify, next, end);
    if (remembers)
        remember(verify, verify->stopped ? next : end);
}

static void check_file(verify_t *verify, games_file_t *file) {
    holding_t holding = {0};
    game_origin_t origin;
    game_origin_init(&origin, verify->path, 0);
    check_open_file(verify, file, &origin, &holding);
}

/* Run by the first thread of the team while the others replay games; of list and file
 * one is NULL. */
static void lead(verify_t *verify, const checker_setting_t *setting,
                 const run_folder_t *list, games_file_t *file) {
    verify->checker = game_checker_new(setting);
    if (list)
        check_shards(verify, list);
    else
        check_file(verify, file);
    game_checker_flush(verify->checker);
    verify->repeated = game_checker_repeated(verify->checker);
    game_checker_free(verify->checker);
    verify->checker = NULL;
    task_queue_close(setting->queue);
}

/* --- The sample -------------------------------------------------------------------- */

/* Players are not asked for their actions again. */
static uint64_t sample_of(verify_t *verify) {
    return run_config_has_engine(&verify->config) || verify_unnamed_program(verify)
               ? 0
               : verify->options->sample;
}

/* Opens what repeating the searches of the sample takes, or says that they are not
 * repeated. */
static bool prepare_sample(verify_t *verify, failure_t *error) {
    static const char not_repeated[] = "searches are not repeated";
    const engine_program_t *unnamed = verify_unnamed_program(verify);
    if (!verify_check_programs(verify, error))
        return false;
    if (sample_of(verify) > 0) {
        if (verify_open_agents(verify, error))
            return true;
        const failure_t said = *error;
        return error_set(error,
                         "%.1500s; --sample 0 checks all but the repeated searches",
                         said.message);
    }
    if (verify->options->sample == 0)
        return true;
    if (run_config_has_engine(&verify->config)) {
        report(verify, VERIFY_NOTICE, verify->path, -1, -1,
               "searches are not repeated: an outside program plays, and is not asked "
               "for its actions again");
        return true;
    }
    verify_ask_for_name(unnamed, verify->path, not_repeated, error);
    if (verify->options->must_repeat)
        return false;
    report(verify, VERIFY_NOTICE, verify->path, -1, -1,
           error->message + strlen(verify->path) + 2);
    return true;
}

/* --- The team ----------------------------------------------------------------------- */

/* total: games to sample from; in_files: games that probably exist. */
static void with_team(verify_t *verify, uint64_t total, uint64_t in_files,
                      const run_folder_t *list, games_file_t *file) {
    const verify_options_t *options = verify->options;
    checker_setting_t setting = {.config = &verify->config,
                                 .total = total,
                                 .sample = sample_of(verify),
                                 .queue = task_queue_new(),
                                 .threads = options->threads > 0 ? options->threads
                                                                 : omp_get_max_threads(),
                                 .progress = &verify->progress,
                                 .report = report_game,
                                 .context = verify};
    verify->queue = setting.queue;
    verify->reported_shard = UINT64_MAX;
    progress_init(&verify->progress, in_files, options->quiet || in_files == 0);
#pragma omp parallel num_threads(setting.threads)
    if (omp_get_thread_num() == 0)
        lead(verify, &setting, list, file);
    else
        task_queue_work(setting.queue, omp_get_thread_num());
    verify->seconds = progress_seconds(&verify->progress);
    progress_finish(&verify->progress);
    task_queue_free(setting.queue);
    verify->queue = NULL;
}

/* Reads RUN/config.json, whose text must be as written by selfplay. */
static bool read_run_config(verify_t *verify, failure_t *error) {
    char path[FILE_PATH];
    char *text = run_folder_read_config(verify->path, path, error);
    if (!text)
        return false;
    bool has_rules = run_config_has_rules(text, path, error);
    bool ok = has_rules && run_config_parse(&verify->config, text, path, NULL, 0, error);
    if (ok) {
        verify->header.config = run_config_text(&verify->config);
        verify->header.game = verify->config.game;
        ok = strcmp(text, verify->header.config) == 0;
        error_set(error, "%s: differs from what this program writes: it was changed",
                  path);
    }
    if (has_rules && !ok)
        report_error(verify, VERIFY_DAMAGED, path, error);
    free(text);
    return has_rules;
}

/* All shards, or those of a range of games. */
static bool choose_shards(verify_t *verify, failure_t *error) {
    const verify_options_t *options = verify->options;
    const task_share_t *share = &options->share;
    uint64_t size = (uint64_t)verify->config.shard_games;
    uint64_t games = verify->run.games, shards = verify->run.num_shards;
    uint64_t first = options->first, end = options->end > 0 ? options->end : games;
    const verify_mark_t of = mark_of(verify);
    game_ranges_init(&verify->intact);
    if (options->resume &&
        !verify_marks_read(options->resume, &of, &verify->intact, error))
        return false;
    if (share->count > 1) {
        first = shards * share->index / share->count * size;
        end = shards * (share->index + 1) / share->count * size;
        end = end < games ? end : games;
    }
    if (end > games || (first % size != 0 && first != games) ||
        (end % size != 0 && end != games))
        return error_set(error,
                         "--games: %" PRIu64 ":%" PRIu64 " must begin and end at "
                         "multiples of shard_games, %" PRIu64 ", or at the last game, "
                         "%" PRIu64,
                         first, end, size, games);
    verify->num_shards = verify->run.num_shards;
    verify->first_shard = (first + size - 1) / size;
    verify->files_expected = (end + size - 1) / size - verify->first_shard;
    verify->games_expected = end - first;
    return true;
}

/* Lists the shards, then reads the run's length: a short shard's length was requested
 * before. */
static bool read_folder(verify_t *verify, run_folder_t *list, failure_t *error) {
    if (!run_folder_list(list, verify->path, error))
        return false;
    bool ok = run_view(&verify->run, &verify->config, verify->path, error);
    verify->config.games = 0; /* --repair opens the run at its full length */
    if (ok && choose_shards(verify, error))
        return true;
    run_folder_clear(list);
    return false;
}

static bool verify_run(verify_t *verify, failure_t *error) {
    run_folder_t list;
    verify->is_run = true;
    if (!read_run_config(verify, error))
        return false;
    if (verify->problems > 0) /* nothing to compare the files with */
        return true;
    if (!prepare_sample(verify, error) || !read_folder(verify, &list, error))
        return false;
    uint64_t size = (uint64_t)verify->config.shard_games;
    uint64_t there = list.num_shards * size > verify->intact.games
                         ? list.num_shards * size - verify->intact.games
                         : 0;
    verify->marked = clock_seconds();
    with_team(verify, verify->run.games,
              there < verify->games_expected ? there : verify->games_expected, &list,
              NULL);
    report_folder(verify, &list);
    run_folder_clear(&list);
    return !process_evaluator_failed(error);
}

/* --- A file ------------------------------------------------------------------------- */

static bool verify_file(verify_t *verify, failure_t *error) {
    games_file_t file;
    game_origin_t origin;
    failure_t reason;
    char run[FILE_PATH];
    game_origin_init(&origin, verify->path, 0);
    if (!games_file_open(&file, verify->path, NULL, GAMES_FILE_WHOLE, &reason)) {
        if (!file.damaged ||
            !(run_file_run(verify->path, run) || envelope_is_likely(verify->path))) {
            *error = reason;
            return false;
        }
        report_file(verify, &origin, true, &reason);
        return true;
    }
    bool ok = run_config_parse(&verify->config, file.header.config, verify->path, NULL, 0,
                               error) &&
              prepare_sample(verify, error);
    if (ok) {
        verify->games_expected = file.rows[TABLE_GAMES];
        verify->files_expected = 1;
        with_team(verify, file.rows[TABLE_GAMES], file.rows[TABLE_GAMES], NULL, &file);
        ok = !process_evaluator_failed(error);
    }
    games_file_close(&file);
    return ok;
}

bool verify_path(verify_t *verify, const char *path, const verify_options_t *options,
                 failure_t *error) {
    struct stat status;
    *verify = (verify_t){.options = options};
    game_ranges_init(&verify->missing);
    if (stat(path, &status) != 0)
        return error_set(error, "%s: cannot be opened: %s", path, strerror(errno));
    verify->path = text_copy(path);
    bool ok =
        S_ISDIR(status.st_mode) ? verify_run(verify, error) : verify_file(verify, error);
    if (!ok)
        verify_clear(verify);
    return ok;
}

void verify_clear(verify_t *verify) {
    run_close(&verify->run);
    run_config_clear(&verify->config);
    free(verify->header.config);
    free(verify->at_fault);
    free(verify->path);
    *verify = (verify_t){0};
}
