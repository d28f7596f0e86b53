/* fulcrum learn: makes players of a game from nothing. */
#include "core/base/clock.h"
#include "core/base/files/file.h"
#include "core/base/json.h"
#include "core/cli/cli.h"
#include "core/config/value_lists.h"
#include "core/game/game.h"
#include "eval/cli/eval_commands.h"
#include "eval/learn/learn.h"
#include "eval/learn/learn_folder.h"
#include "selfplay/cli/play_options.h"
#include "selfplay/run/folder_kind.h"
#include "selfplay/run/stop.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST_GENERATIONS = 999 };

typedef struct call {
    cli_words_t words; /* the game and its variants */
    cli_words_t keys;  /* of learning */
    const char *generations, *out, *check, *start;
    long seed; /* -1: not given */
    double time, time_limit;
    task_share_t share;
    int threads;
    bool quiet;
    cli_form_t form;
} call_t;

static const option_t options[] = {
    OPTION_FOLDER("out", 'o', "FOLDER", call_t, out,
                  "Folder for everything that is made; with a plan already there, GAME "
                  "may be left out"),
    OPTION_DURATION("time", 0, "TIME", call_t, time,
                    "Begin no generation after this time, earlier calls included; the "
                    "number that is reached is all that depends on it (default, without "
                    "--generations: 15m)"),
    OPTION_DURATION("time-limit", 0, "TIME", call_t, time_limit,
                    "Stop in time to exit within this time, as under a batch system; the "
                    "same command resumes"),
    OPTION_TEXT("generations", 0, "N", call_t, generations,
                "Make so many generations; with --check: those to check, as in 3,7 "
                "(default: all)"),
    OPTION_FOLDER("check", 0, "FOLDER", call_t, check,
                  "Make generations of this folder again, in --out (default: "
                  "FOLDER.check), and compare their weights"),
    OPTION_FILE("start", 0, "WEIGHTS", call_t, start,
                "Start from a network of another size or other rules (train.start)"),
    OPTION_TASK(call_t, share, "Play task I's part of N; all tasks have the same --out"),
    CLI_OPTION_SEED(call_t, seed,
                    "Seed of games and networks (default 1; without GAME, the plan's)"),
    CLI_OPTION_THREADS(call_t, threads, "Threads (default: all available)"),
    CLI_OPTION_QUIET(call_t, quiet),
};

static bool check(const void *data, failure_t *error) {
    const call_t *call = data;
    return call->out || call->check ||
           error_set(error, "no folder given: use --out FOLDER");
}

/* --- Generations -------------------------------------------------------------------- */

/* "3,7" */
static bool read_list(const char *text, int list[MOST_GENERATIONS + 1], int *count,
                      failure_t *error) {
    *count = 0;
    while (text && *text) {
        long number;
        if (!text_read_number(&text, MOST_GENERATIONS, &number) ||
            (*text && *text != ',') || *count > MOST_GENERATIONS)
            return error_set(error, "--generations takes numbers up to %d, as in 3,7",
                             MOST_GENERATIONS);
        list[(*count)++] = (int)number;
        text += *text == ',';
    }
    return true;
}

static bool read_number(const call_t *call, int *number, failure_t *error) {
    int list[MOST_GENERATIONS + 1], count;
    *number = MOST_GENERATIONS;
    if (!call->generations)
        return true;
    if (!read_list(call->generations, list, &count, error))
        return false;
    *number = count == 1 ? list[0] : 0;
    return *number > 0 || error_set(error, "--generations takes one number from 1 to %d",
                                    MOST_GENERATIONS);
}

/* --- The plan ----------------------------------------------------------------------- */

static bool make_plan(const call_t *call, learn_plan_t *plan, failure_t *error) {
    const game_class_t *class = game_class_find(call->words.words[0], error);
    value_lists_t lists = {0};
    bool ok = class != NULL;
    for (int i = 1; ok && i < call->words.count; i++)
        ok = value_lists_add(&lists, call->words.words[i], COMMAND_LINE, error);
    const int count = ok ? value_lists_count(&lists, LEARN_VARIANTS) : 0;
    if (count > LEARN_VARIANTS)
        ok = error_set(error, "more than %d variants: too many for a network",
                       LEARN_VARIANTS);
    char **words = memory_new((size_t)call->keys.count + 1, sizeof *words), start[512];
    int num_words = call->keys.count;
    for (int i = 0; i < num_words; i++)
        words[i] = call->keys.words[i];
    if (call->start) {
        snprintf(start, sizeof start, "train.start=%s", call->start);
        words[num_words++] = start;
    }
    cJSON *variants = cJSON_CreateArray();
    for (int i = 0; ok && i < count; i++)
        ok = cJSON_AddItemToArray(variants, value_lists_at(&lists, i, error));
    ok = ok && learn_plan_make(plan, class, variants, words, num_words,
                               call->seed < 0 ? 1 : call->seed, error);
    cJSON_Delete(variants);
    free(words);
    value_lists_clear(&lists);
    return ok;
}

static bool stored_plan(const char *folder, learn_plan_t *plan, failure_t *error) {
    char path[FILE_PATH];
    if (!file_path(path, error, "%s/" FOLDER_LEARN_FILE, folder))
        return false;
    return access(path, F_OK) == 0
               ? learn_plan_load(plan, path, error)
               : error_set(error, "%s: has no plan.json: it is no folder of learning",
                           folder);
}

/* Without a game, what is there goes on as it was begun. */
static bool goes_on(const call_t *call, learn_plan_t *plan, failure_t *error) {
    if (!stored_plan(call->out, plan, error))
        return false;
    if (call->keys.count == 0 && !call->start &&
        (call->seed < 0 || call->seed == plan->seed))
        return true;
    error_set(error,
              "%s: goes on by its plan, of seed %" PRId64
              ": a seed, a start or keys are for a call that names the game",
              call->out, plan->seed);
    learn_plan_clear(plan);
    return false;
}

/* --- Learning ----------------------------------------------------------------------- */

static void write_left(const learn_t *learn, char *text, size_t size) {
    const double now = clock_seconds();
    const size_t made = learn->made;
    double left = learn->deadline > 0 ? learn->deadline - now : -1;
    if (learn->end < MOST_GENERATIONS) {
        const double each = (now - learn->begun) / (double)made,
                     all = each * (double)(learn->end - (int)learn->count);
        left = left < 0 || all < left ? all : left;
    }
    *text = '\0';
    if (left > 0 && left < 60)
        snprintf(text, size, "; less than a minute left");
    else if (left > 0)
        snprintf(text, size, "; about %.0f min left", left / 60);
}

void eval_report_generation(const learn_t *learn, const learn_row_t *row) {
    char opponent[48] = "the playouts", left[48], elo[96] = "";
    if (row->opponent == LEARN_START)
        snprintf(opponent, sizeof opponent, "the network to start from");
    else if (row->opponent != LEARN_PLAYOUTS)
        snprintf(opponent, sizeof opponent, "generation %lld", (long long)row->opponent);
    write_left(learn, left, sizeof left);
    if (row->has_rating)
        snprintf(elo, sizeof elo, "; the best is %+.0f Elo [%.0f, %.0f] above the %s",
                 row->rating.value, row->rating.low, row->rating.high,
                 learn_first(learn->plan) == LEARN_START ? "start" : "first");
    cli_message("generation %lld: %.1f %% [%.1f, %.1f] against %s in %llu games: "
                "%s%s%s",
                (long long)row->generation, 100 * row->score.value, 100 * row->score.low,
                100 * row->score.high, opponent, (unsigned long long)row->gate_games,
                row->promoted ? "the new best" : "rejected", elo, left);
}

static int learn_game(const call_t *call, const learn_plan_t *plan, int end) {
    failure_t error;
    const double limit = call->time > 0 ? call->time : call->generations ? 0 : 15 * 60;
    learn_t learn = {.plan = plan,
                     .folder = call->out,
                     .end = end,
                     .threads = call->threads,
                     .quiet = call->quiet,
                     .share = call->share,
                     .report = call->quiet ? NULL : eval_report_generation,
                     .time = limit};
    bool ok = learn_open(&learn, &error) && learn_run(&learn, &error) &&
              (learn.stopped || learn_climb(&learn, &error));
    if (ok && learn.stopped)
        cli_message("stopped by %s; the same command resumes", learn.stopped);
    int status = ok ? cli_print(&call->form, learn_result(&learn)) : cli_fail(&error);
    if (status == EXIT_DONE && learn.stopped)
        status = EXIT_STOPPED;
    learn_clear(&learn);
    return status;
}

static int run_learn(const call_t *call) {
    learn_plan_t plan = {0};
    failure_t error;
    int end;
    bool ok = read_number(call, &end, &error) &&
              (call->words.count > 0 ? make_plan(call, &plan, &error)
                                     : goes_on(call, &plan, &error));
    if (!ok)
        return cli_fail(&error);
    int status = learn_game(call, &plan, end);
    learn_plan_clear(&plan);
    return status;
}

/* --- Checking ----------------------------------------------------------------------- */

static void checked(int generation, const char *hash, bool is_equal) {
    printf("generation %d: %s %s\n", generation, hash,
           is_equal ? "again" : "is not what comes out");
    fflush(stdout);
}

static bool check_folder(const call_t *call, learn_t *learn, bool *all_equal,
                         failure_t *error) {
    int list[MOST_GENERATIONS + 1], count, equal;
    char scratch[FILE_PATH];
    if (!learn_view(learn, error) || !read_list(call->generations, list, &count, error) ||
        !(call->out ? file_path(scratch, error, "%s", call->out)
                    : file_path(scratch, error, "%s.check", call->check)))
        return false;
    for (; !call->generations && count < (int)learn->count; count++)
        list[count] = count;
    const bool ok = learn_check(learn, list, count, scratch, &equal, error);
    *all_equal = equal == count;
    return ok;
}

static int run_check(const call_t *call) {
    learn_plan_t plan;
    failure_t error;
    bool all_equal = false;
    if (!stored_plan(call->check, &plan, &error))
        return cli_fail(&error);
    learn_t learn = {.plan = &plan,
                     .folder = call->check,
                     .threads = call->threads,
                     .quiet = call->quiet,
                     .checked = checked};
    const bool ok = check_folder(call, &learn, &all_equal, &error);
    learn_clear(&learn);
    learn_plan_clear(&plan);
    if (!ok) {
        cli_fail(&error);
        return stop_asked() ? EXIT_STOPPED : EXIT_WRONG_CALL;
    }
    const int status = cli_finish_output();
    return status == EXIT_DONE && !all_equal ? EXIT_ANSWER_NO : status;
}

static int run(void *data) {
    const call_t *call = data;
    stop_within(call->time_limit);
    return call->check ? run_check(call) : run_learn(call);
}

static const call_t defaults = {.seed = -1};

const command_t learn_command = {
    .name = "learn",
    .summary = "make strong players of a game from nothing",
    .description =
        "Make players of a game from nothing: generations of self-play, training of an "
        "integer network, and a match against the best network so far. Weights depend on "
        "game, variants, keys, seed and generation alone, to the bit.",
    .notes = "key=value is a rule of the game, as in size=5; with several values, as in "
             "swap=false,true, one network learns all variants. A key with a dot is one "
             "of learning, as in train.units=256 (fulcrum keys --learn), or of the "
             "configuration of "
             "games between networks, as in search.root=gumbel (fulcrum keys). The same "
             "command resumes or extends what is in the folder.",
    .statuses = {[1] = "with --check: weights differ",
                 [3] = "stopped before the end; the same command resumes"},
    .arguments = {ARGUMENT("GAME", WORD_GAME, 0, 1, call_t, words, NULL),
                  ARGUMENT("key=value[,value]", WORD_KEY, 0, 0, call_t, words, NULL),
                  ARGUMENT("KEY.KEY=value", WORD_DOTTED, 0, 0, call_t, keys, NULL)},
    .groups = {{.options = options, .count = OPTION_COUNT(options)},
               CLI_FORM_OPTIONS(call_t, form)},
    .check = check,
    .call_bytes = sizeof(call_t),
    .defaults = &defaults,
    .run = run,
};
