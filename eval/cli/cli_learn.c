/* fulcrum learn: makes players of a game from nothing. */
#include "core/base/clock.h"
#include "core/cli/cli.h"
#include "core/game/game.h"
#include "eval/cli/eval_commands.h"
#include "eval/learn/learn.h"
#include "selfplay/cli/play_options.h"
#include "selfplay/run/stop.h"

#include <stdio.h>
#include <string.h>

enum { MOST_GENERATIONS = 999 };

typedef struct call {
    cli_words_t words; /* the game and its variant */
    cli_words_t keys;  /* of learning */
    long generations, seed;
    double time;
    const char *out;
    int threads;
    bool quiet;
    cli_form_t form;
} call_t;

static const option_t options[] = {
    OPTION_FOLDER("out", 'o', "FOLDER", call_t, out, "Folder for everything that is made",
                  .required = true),
    OPTION_DURATION("time", 0, "TIME", call_t, time,
                    "Begin no generation after this time; the number that is reached is "
                    "all that depends on it (default, without --generations: 15m)"),
    OPTION_WHOLE("generations", 0, "N", call_t, generations, 1, MOST_GENERATIONS,
                 "Make so many generations"),
    CLI_OPTION_SEED(call_t, seed, "Seed of games and networks", .fallback = "1"),
    CLI_OPTION_THREADS(call_t, threads, "Threads (default: all available)"),
    CLI_OPTION_QUIET(call_t, quiet),
};

static bool check(const void *data, failure_t *error) {
    return cli_form_check(&((const call_t *)data)->form, error);
}

static void report(const learn_t *learn, const learn_row_t *row) {
    (void)learn;
    cli_message("generation %d: %.1f %% [%.1f, %.1f] against %s%s in %llu games: %s",
                row->generation, 100 * row->score.value, 100 * row->score.low,
                100 * row->score.high,
                strcmp(row->opponent, "playouts") == 0 ? "" : "generation ",
                row->opponent, (unsigned long long)row->gate_games,
                row->promoted ? "the new best" : "rejected");
}

static int learn_game(const call_t *call, const learn_plan_t *plan) {
    failure_t error;
    const double limit = call->time > 0          ? call->time
                         : call->generations > 0 ? 0
                                                 : 15 * 60;
    learn_t learn = {.plan = plan,
                     .folder = call->out,
                     .end = call->generations > 0 ? (int)call->generations
                                                  : MOST_GENERATIONS,
                     .threads = call->threads,
                     .quiet = call->quiet,
                     .report = call->quiet ? NULL : report,
                     .deadline = limit > 0 ? clock_seconds() + limit : 0};
    bool ok = learn_open(&learn, &error) && learn_run(&learn, &error);
    if (ok && learn.stopped)
        cli_message("stopped by %s; the same command resumes", learn.stopped);
    int status = ok ? cli_print(&call->form, learn_result(&learn)) : cli_fail(&error);
    if (status == EXIT_DONE && learn.stopped)
        status = EXIT_STOPPED;
    learn_clear(&learn);
    return status;
}

static int run(void *data) {
    const call_t *call = data;
    learn_plan_t plan;
    failure_t error;
    stop_on_signals();
    game_t *game = cli_game(&call->words, &error);
    int status = game && learn_plan_make(&plan, game, call->keys.words, call->keys.count,
                                         call->seed, &error)
                     ? learn_game(call, &plan)
                     : cli_fail(&error);
    game_free(game);
    return status;
}

const command_t learn_command = {
    .name = "learn",
    .summary = "make strong players of a game from nothing",
    .description =
        "Make players of a game from nothing: generations of self-play, training of an "
        "integer network, and a match against the best network so far. Weights depend on "
        "game, variant, keys, seed and generation alone, to the bit.",
    .notes = "key=value is a rule of the game, as in size=5, or a key of learning, as in "
             "train.units=256; eval/learn/README.md lists them. The same command resumes "
             "or extends what is in the folder.",
    .statuses = {[3] = "stopped before the end; the same command resumes"},
    .arguments = {ARGUMENTS_GAME(call_t, words),
                  ARGUMENT("KEY.KEY=value", WORD_DOTTED, 0, 0, call_t, keys, NULL)},
    .groups = {{.options = options, .count = OPTION_COUNT(options)},
               CLI_FORM_OPTIONS(call_t, form)},
    .check = check,
    .call_bytes = sizeof(call_t),
    .run = run,
};
