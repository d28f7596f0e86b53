/* fulcrum verify: checks that a run or a file of games is intact; --repair sets damaged
 * shards aside and plays their games again. */
#include "core/base/duration.h"
#include "core/base/files/file.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/cli/cli.h"
#include "core/game/outside_game.h"
#include "core/game/source/recorded_game.h"
#include "selfplay/cli/play_options.h"
#include "selfplay/cli/selfplay_commands.h"
#include "selfplay/run/folder_kind.h"
#include "selfplay/run/games_reader.h"
#include "selfplay/run/run.h"
#include "selfplay/run/run_folder.h"
#include "selfplay/run/stop.h"
#include "selfplay/run/sweep.h"
#include "selfplay/run/workers/run_workers.h"
#include "selfplay/verify/game_checker.h"
#include "selfplay/verify/set_aside.h"
#include "selfplay/verify/verify.h"
#include "selfplay/verify/verify_programs.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct programs {
    const char *named[VERIFY_PROGRAMS];
    int count;
} programs_t;

/* Of all runs of a sweep or a study. */
typedef struct totals {
    size_t empty; /* runs without games so far */
    uint64_t files, games, positions, repeated;
    uint64_t intact; /* games that were checked before, by --resume */
    char without_rules[OUTSIDE_GAME_NAME]; /* a game whose games were not replayed; "" */
} totals_t;

typedef struct call {
    cli_words_t words;
    totals_t *totals; /* NULL: one run or file */
    uint64_t sample;  /* NO_SAMPLE: not given */
    games_span_t games;
    programs_t programs;
    const char *resume;
    task_share_t share;
    double limit_s; /* 0: none */
    int threads;
    bool all, repair, json, quiet;
} call_t;

enum { DEFAULT_SAMPLE = 10 };
#define NO_SAMPLE UINT64_MAX

static bool read_program(const char *word, void *field, failure_t *error) {
    programs_t *programs = field;
    if (programs->count == VERIFY_PROGRAMS)
        return error_set(error, "at most %d", VERIFY_PROGRAMS);
    programs->named[programs->count++] = word;
    return true;
}

static const option_t options[] = {
    OPTION_WHOLE("sample", 0, "N", call_t, sample, 0, 1000000000,
                 "Repeat the searches of N games, spread evenly over the run, the same "
                 "ones each time (default 10)"),
    OPTION_FLAG("all", 'a', call_t, all, "Repeat the searches of all games"),
    OPTION_GAMES(
        call_t, games,
        "Check only games FIRST ... END-1 of the run, whole shards: to split the "
        "work among processes"),
    OPTION_FILE(
        "resume", 0, "FILE", call_t, resume,
        "Remember in FILE how much of a run is intact, and go on from there after "
        "an interruption"),
    OPTION_TASK(call_t, share,
                "Check only the share of task I of N, counted from 0, and remember it in "
                "FILE.IofN of --resume; a call without --task then skips what all tasks "
                "found intact"),
    OPTION_DURATION("time-limit", 0, "TIME", call_t, limit_s,
                    "Stop early enough to exit before TIME has passed: " DURATION_FORMS),
    OPTION_FLAG("repair", 'r', call_t, repair,
                "Move damaged shards to RUN/damaged, never deleting or overwriting files "
                "there, and play their games again"),
    OPTION_FORM("program", 0, "COMMAND", call_t, programs, read_program, "a command",
                "Start this outside program, which the run names, to repeat the searches "
                "that it evaluated or to play games again; without it, no program is "
                "started. May be given once for each"),
    CLI_OPTION_JSON(call_t, json,
                    "Print JSON, one object per line: the problems, then the verdict"),
    CLI_OPTION_THREADS(call_t, threads, "Threads (default: all available)"),
    CLI_OPTION_QUIET(call_t, quiet),
};

static bool check(const void *data, failure_t *error) {
    const call_t *call = data;
    if (call->all && call->sample != NO_SAMPLE)
        return error_set(error, "--all and --sample exclude each other");
    if (call->share.count > 1 && (call->repair || !call->resume))
        return error_set(error, call->repair ? "--repair and --task exclude each other"
                                             : "--task needs --resume FILE");
    return !(call->resume && call->games.end > 0) ||
           error_set(error, "--resume and --games exclude each other");
}

/* --- Telling ------------------------------------------------------------------------ */

static const char *const kind_names[] = {[VERIFY_DAMAGED] = "damaged",
                                         [VERIFY_UNKNOWN] = "unknown",
                                         [VERIFY_NOTICE] = "notice"};

static void tell_as_json(const verify_problem_t *problem) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "kind", kind_names[problem->kind]);
    cJSON_AddStringToObject(json, "path", problem->path);
    if (problem->game >= 0)
        json_add_number(json, "game", problem->game);
    if (problem->ply >= 0)
        json_add_number(json, "ply", problem->ply);
    cJSON_AddStringToObject(json, "text", problem->text);
    json_print_line(json, stdout);
}

static void report(void *context, const verify_problem_t *problem) {
    const call_t *call = context;
    if (call->json) {
        tell_as_json(problem);
        return;
    }
    printf("%s%s: ", problem->kind == VERIFY_NOTICE ? "note: " : "", problem->path);
    if (problem->game >= 0)
        printf("game %" PRId64 ", ", problem->game);
    if (problem->ply >= 0)
        printf("ply %" PRId64 ", ", problem->ply);
    printf("%s\n", problem->text);
}

/* --- Repair ------------------------------------------------------------------------- */

/* Plays the games of a shard that was set aside, as selfplay does. */
static bool play_again(const verify_t *verify, uint64_t shard, bool quiet,
                       failure_t *error) {
    run_t run;
    workers_result_t result;
    if (shard >= verify->num_shards) /* none of the run's */
        return true;
    if (!run_open(&run, &verify->config, verify->path, error))
        return false;
    uint64_t first = run_shard_first(&run, shard);
    workers_order_t order = {.first = first,
                             .end = first + run_shard_count(&run, shard),
                             .share = TASK_SHARE_ALL,
                             .quiet = quiet};
    bool ok =
        workers_play(&run, &order, &result, error) &&
        (!result.stopped ||
         error_set(error, "%s: stopped by %s; fulcrum selfplay plays what is missing",
                   verify->path, result.stopped));
    workers_result_clear(&result);
    run_close(&run);
    return ok;
}

static bool has_rules(const verify_t *verify, failure_t *error) {
    return recorded_game_has_rules(verify->config.game->class, error) ||
           error_prefix(error, "%s", verify->path);
}

/* Nothing is moved before the games can be played. */
static bool repair(verify_t *verify, call_t *call, failure_t *error) {
    if (!call->repair || verify->num_at_fault == 0)
        return true;
    if (!has_rules(verify, error) || !verify_open_agents(verify, error))
        return false;
    for (size_t i = 0; i < verify->num_at_fault; i++) {
        const game_origin_t *origin = &verify->at_fault[i];
        char moved[FILE_PATH], text[FILE_PATH + 64];
        if (!set_aside(verify->path, origin, moved, error))
            return false;
        snprintf(text, sizeof text, "moved to %s%s", moved,
                 origin->shard < verify->num_shards ? "; its games are played again"
                                                    : "");
        report(call, &(verify_problem_t){VERIFY_NOTICE, origin->path, -1, -1, text});
        if (!play_again(verify, origin->shard, call->quiet, error))
            return false;
    }
    char text[64];
    snprintf(text, sizeof text, "%zu shard%s played again; fulcrum verify checks all",
             verify->num_at_fault, TEXT_PLURAL(verify->num_at_fault));
    report(call, &(verify_problem_t){VERIFY_NOTICE, verify->path, -1, -1, text});
    return true;
}

static bool all_read(const verify_t *verify, const call_t *call, failure_t *error) {
    return verify->unread == 0 ||
           error_set(error, "%s: %" PRIu64 " file%s could not be read%s", verify->path,
                     verify->unread, TEXT_PLURAL(verify->unread),
                     call->repair ? ", so nothing was moved" : "");
}

/* --- The verdict -------------------------------------------------------------------- */

/* The verdict before any repair. */
static const char *verdict(const verify_t *verify) {
    if (verify->unread > 0)
        return "not all of it could be read";
    if (verify->problems > 0)
        return verify->missing.games > 0 ? "damaged and incomplete" : "damaged";
    return verify->missing.games > 0 ? "intact, but incomplete"
           : verify->is_run          ? "intact and complete"
                                     : "intact";
}

static void print_missing(verify_t *verify) {
    const char *ranges = game_ranges_text(&verify->missing);
    enum { SHOWN = 300 };
    char call[OUTSIDE_GAME_CALL], folder[RUN_SHORTER];
    text_t out = text_into(folder, sizeof folder);
    text_add_shell_word(&out, verify->path);
    printf("%s: %" PRIu64 " of %" PRIu64 " game%s there; missing: %.*s%s\n"
           "  to complete it: %s selfplay %s\n",
           verify->path, verify->games_expected - verify->missing.games,
           verify->games_expected, verify->games_expected == 1 ? " is" : "s are", SHOWN,
           ranges, strlen(ranges) > SHOWN ? " ..." : "",
           outside_game_call(verify->config.game->class, call), folder);
}

static void print_checked(const char *path, const totals_t *of) {
    printf("%s: %" PRIu64 " file%s, %" PRIu64 " game%s, %" PRIu64
           " position%s %s; %" PRIu64 " game%s searched again",
           path, of->files, TEXT_PLURAL(of->files), of->games, TEXT_PLURAL(of->games),
           of->positions, TEXT_PLURAL(of->positions),
           *of->without_rules ? "read" : "replayed", of->repeated,
           TEXT_PLURAL(of->repeated));
}

static void print_without_rules(const char *game) {
    printf("; its games were not replayed: that needs the rules of %s, by fulcrum "
           "--game FILE verify ... or by --allow-code",
           game);
}

static totals_t totals_of(const verify_t *verify) {
    totals_t one = {.empty = verify->files == 0 && verify->intact.games == 0,
                    .files = verify->files,
                    .games = verify->games,
                    .positions = verify->positions,
                    .repeated = verify->repeated,
                    .intact = verify->intact.games};
    if (!run_config_replays(&verify->config))
        snprintf(one.without_rules, sizeof one.without_rules, "%s",
                 verify->config.game->class->name);
    return one;
}

static void print_closing(verify_t *verify, const call_t *call) {
    const totals_t one = totals_of(verify);
    double seconds = verify->seconds > 0 ? verify->seconds : 1e-9;
    if (verify->missing.games > 0)
        print_missing(verify);
    if (verify->intact.games > 0)
        printf("%s: games %s are intact by %s\n", verify->path,
               game_ranges_text(&verify->intact), call->resume);
    print_checked(verify->path, &one);
    printf("; %.1f s, %.1f MB/s, %.0f games/s\n", verify->seconds,
           (double)verify->bytes / 1e6 / seconds, (double)verify->games / seconds);
    printf("%s: %s", verify->path, verdict(verify));
    if (verify->problems > 0)
        printf(": %" PRIu64 " problem%s", verify->problems,
               TEXT_PLURAL(verify->problems));
    if (verify->num_at_fault > 0 && verify->is_run && !call->repair && !verify->unread)
        printf("; --repair sets aside %zu shard%s and plays their games again",
               verify->num_at_fault, TEXT_PLURAL(verify->num_at_fault));
    if (*one.without_rules)
        print_without_rules(one.without_rules);
    printf("\n");
}

/* Adds a run to the totals of its folder; what is wrong with it has lines of its own. */
static void add_to_totals(verify_t *verify, const call_t *call) {
    totals_t *sum = call->totals;
    const totals_t one = totals_of(verify);
    sum->empty += one.empty;
    sum->files += one.files;
    sum->games += one.games;
    sum->positions += one.positions;
    sum->repeated += one.repeated;
    sum->intact += one.intact;
    if (*one.without_rules)
        memcpy(sum->without_rules, one.without_rules, sizeof sum->without_rules);
    if (call->json)
        return;
    if (verify->problems > 0)
        print_closing(verify, call);
    else if (verify->missing.games > 0 && !one.empty)
        printf("%s: intact, but incomplete: %" PRIu64 " of %" PRIu64 " games\n",
               verify->path, verify->games_expected - verify->missing.games,
               verify->games_expected);
}

static void print_json(verify_t *verify) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "kind", "verdict");
    cJSON_AddStringToObject(json, "path", verify->path);
    cJSON_AddStringToObject(json, "text", verdict(verify));
    cJSON_AddBoolToObject(json, "whole", verify->problems == 0);
    cJSON_AddBoolToObject(json, "complete", verify->missing.games == 0);
    cJSON_AddBoolToObject(json, "replayed", run_config_replays(&verify->config));
    json_add_number(json, "problems", verify->problems);
    json_add_number(json, "unread_files", verify->unread);
    json_add_number(json, "damaged_files", verify->num_at_fault);
    json_add_number(json, "files", verify->files);
    json_add_number(json, "games", verify->games);
    json_add_number(json, "games_expected", verify->games_expected);
    json_add_number(json, "games_missing", verify->missing.games);
    cJSON_AddStringToObject(json, "missing", game_ranges_text(&verify->missing));
    json_add_number(json, "positions", verify->positions);
    json_add_number(json, "searched_again", verify->repeated);
    json_add_number(json, "bytes", verify->bytes);
    json_add_number(json, "seconds", verify->seconds);
    json_print_line(json, stdout);
}

static int stopped(verify_t *verify) {
    cli_message(
        "stopped by %s after %" PRIu64 " games, with %" PRIu64 " problem%s so far",
        verify->stopped, verify->games, verify->problems, TEXT_PLURAL(verify->problems));
    verify_clear(verify);
    return EXIT_STOPPED;
}

/* resume: a file as of --resume, or NULL. */
static int verify_one(call_t *call, const char *path, const char *resume) {
    failure_t error;
    verify_t verify;
    verify_options_t how = {.sample = call->all                   ? UINT64_MAX
                                      : call->sample == NO_SAMPLE ? DEFAULT_SAMPLE
                                                                  : call->sample,
                            .must_repeat = call->all || call->sample != NO_SAMPLE,
                            .num_programs = call->programs.count,
                            .first = call->games.first,
                            .end = call->games.end,
                            .share = call->share,
                            .resume = resume,
                            .threads = call->threads,
                            .quiet = call->quiet,
                            .report = report,
                            .context = call};
    memcpy(how.programs, call->programs.named, sizeof how.programs);
    if (!verify_path(&verify, path, &how, &error))
        return cli_fail(&error);
    if ((call->repair || call->games.end > 0 || call->resume) && !verify.is_run) {
        verify_clear(&verify);
        error_set(&error,
                  "%s: is not a run: --repair, --games and --resume apply to the shards "
                  "of a run",
                  path);
        return cli_fail(&error);
    }
    if (verify.stopped)
        return stopped(&verify);
    if (call->totals)
        add_to_totals(&verify, call);
    if (call->json)
        print_json(&verify);
    else if (!call->totals)
        print_closing(&verify, call);
    bool ok = verify.problems == 0 && verify.missing.games == 0;
    bool done = all_read(&verify, call, &error) && repair(&verify, call, &error);
    verify_clear(&verify);
    if (!done)
        return cli_fail(&error);
    int status = cli_finish_output();
    return status != EXIT_DONE ? status : ok ? EXIT_DONE : EXIT_ANSWER_NO;
}

/* Adds the runs of a sweep, also those that are not there yet. */
static bool add_sweep(run_tree_t *runs, const char *folder, failure_t *error) {
    char path[FILE_PATH];
    sweep_t sweep;
    bool ok = sweep_read(&sweep, folder, error);
    for (size_t i = 0; ok && i < sweep.count; i++) {
        ok = sweep_path(&sweep, folder, i, path, error);
        if (ok)
            run_tree_add_run(runs, path);
    }
    sweep_clear(&sweep);
    return ok;
}

/* A run's file of --resume: FILE.PATH, of its path below the folder with ":" for "/". */
static bool resume_path(const call_t *call, const char *below, char path[FILE_PATH],
                        failure_t *error) {
    if (!call->resume || !file_path(path, error, "%s.%s", call->resume, below))
        return !call->resume;
    for (char *at = path + strlen(call->resume); *at; at++)
        *at = *at == '/' ? ':' : *at;
    return true;
}

/* Verifies every run of a folder, whatever is wrong with others. Returns the gravest exit
 * status; a stop ends it. */
static int verify_several(call_t *call, const char *folder, bool is_sweep) {
    char resume[FILE_PATH];
    run_tree_t runs = {.all = true};
    totals_t totals = {0};
    size_t intact = 0;
    call->totals = &totals;
    failure_t error;
    int gravest = EXIT_DONE, status = EXIT_DONE;
    if (!(is_sweep ? add_sweep : run_tree_add)(&runs, folder, &error))
        gravest = cli_fail(&error);
    for (size_t i = 0; status != EXIT_STOPPED && i < runs.count; i++) {
        const char *path = runs.paths[i];
        if (is_sweep && !run_folder_is_run(path) && errno == ENOENT) {
            cli_message("%s: is not there yet; the sweep's command plays it", path);
            status = EXIT_ANSWER_NO;
        } else
            status = resume_path(call, path + strlen(folder) + 1, resume, &error)
                         ? verify_one(call, path, call->resume ? resume : NULL)
                         : cli_fail(&error);
        intact += status == EXIT_DONE;
        gravest = status > gravest ? status : gravest;
    }
    if (status != EXIT_STOPPED && !call->json && runs.count > 0) {
        print_checked(folder, &totals);
        if (totals.intact > 0)
            printf("; %" PRIu64 " games are intact by --resume", totals.intact);
        if (*totals.without_rules)
            print_without_rules(totals.without_rules);
        printf("\n%s: %zu of %zu run%s intact and complete", folder, intact, runs.count,
               runs.count == 1 ? " is" : "s are");
        if (totals.empty > 0)
            printf(", %zu without games so far", totals.empty);
        printf("\n");
    }
    run_tree_clear(&runs);
    return gravest;
}

static int run(void *data) {
    call_t *call = data;
    const char *path = call->words.words[0];
    failure_t error;
    stop_within(call->limit_s);
    const folder_kind_t kind = folder_kind_of(path);
    const bool is_sweep = kind == FOLDER_SWEEP;
    if (!is_sweep && !folder_kind_is_tree(kind))
        return verify_one(call, path, call->resume);
    if (call->games.end == 0)
        return verify_several(call, path, is_sweep);
    error_set(&error, "%s: holds several runs; --games is for one of them", path);
    return cli_fail(&error);
}

static const call_t defaults = {.sample = NO_SAMPLE};

const command_t verify_command = {
    .name = "verify",
    .summary = "verify that a run or a file is intact; repair it",
    .description =
        "Verify that a run, or a file of games, is intact: checksums match, "
        "each game exists once, each game is legal when replayed by the "
        "rules, and the searches of some or all games are reproduced visit "
        "for visit. A run can be verified while it is being played. Of a sweep or "
        "a study, every run is verified; --resume FILE has a FILE.RUN for each.",
    .statuses = {[0] = "intact and complete",
                 [1] = "something is missing or damaged",
                 [3] = "stopped before the end"},
    .arguments = {ARGUMENT("RUN|SWEEP|STUDY|FILE.h5", WORD_FILE, 1, 1, call_t, words,
                           "no run or file of games given")},
    .groups = {{.options = options, .count = OPTION_COUNT(options)}},
    .without_rules = true,
    .call_bytes = sizeof(call_t),
    .defaults = &defaults,
    .check = check,
    .run = run,
};
