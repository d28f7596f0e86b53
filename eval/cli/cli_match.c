/* fulcrum match: two agents against each other, in pairs of games. */
#include "core/base/files/file.h"
#include "core/base/text.h"
#include "core/cli/cli.h"
#include "eval/cli/eval_commands.h"
#include "eval/match/match.h"
#include "eval/match/match_run.h"
#include "selfplay/cli/play_options.h"
#include "selfplay/run/journal.h"
#include "selfplay/run/run.h"
#include "selfplay/run/run_folder.h"
#include "selfplay/run/stop.h"
#include "selfplay/run/workers/run_workers.h"

#include <stdio.h>
#include <stdlib.h>

enum { DEFAULT_GAMES = 400, DEFAULT_MOST = 100000 };

typedef struct call {
    cli_words_t words; /* A, B, the game, its variant and keys of the run */
    const char *test;
    double alpha, beta;
    long games, seed;
    cli_form_t form;
    play_options_t play;
} call_t;

static bool read_rate(const char *word, void *field, failure_t *error) {
    char *rest;
    double rate = strtod(word, &rest), *to = field;
    (void)error;
    if (rest == word || *rest || !(rate > 0 && rate < 0.5))
        return false;
    *to = rate;
    return true;
}
#define RATES "an error rate above 0 and below 0.5"

static const option_t options[] = {
    OPTION_WHOLE("games", 0, "N", call_t, games, 2, 1000000000,
                 "Number of games, even (default 400; with --sprt, at most 100000)"),
    OPTION_TEXT("sprt", 0, "ELO0:ELO1", call_t, test,
                "Stop as soon as a sequential test decides whether A's normalised Elo is "
                "at most ELO0 or at least ELO1"),
    OPTION_FORM("alpha", 0, "P", call_t, alpha, read_rate, RATES,
                "Error rate if ELO0 is true", .fallback = "0.05"),
    OPTION_FORM("beta", 0, "P", call_t, beta, read_rate, RATES,
                "Error rate if ELO1 is true", .fallback = "0.05"),
    CLI_OPTION_SEED(call_t, seed, "Seed of the match", .fallback = "1"),
};

/* --- The run ------------------------------------------------------------------------ */

/* The configuration of the match as a run. */
static bool make_config(run_config_t *config, const call_t *call, failure_t *error) {
    char *const *words = call->words.words;
    for (int i = 3; i < call->words.count; i++)
        if (strncmp(words[i], "games=", 6) == 0)
            return error_set(error, "the number of games is --games %s, not %s",
                             words[i] + 6, words[i]);
    match_plan_t plan = {.game = words[2],
                         .words = words + 3,
                         .num_words = call->words.count - 3,
                         .games = call->games  ? call->games
                                  : call->test ? DEFAULT_MOST
                                               : DEFAULT_GAMES,
                         .seed = call->seed};
    for (int i = 0; i < RUN_MAX_AGENTS; i++)
        if (!agent_load(&plan.agents[i], words[i], NULL, 0, error))
            return false;
    return match_plan_config(&plan, config, error);
}

static bool read_test(sprt_t *test, const call_t *call, failure_t *error) {
    char *rest;
    double nelo0 = strtod(call->test, &rest);
    bool ok = rest != call->test && *rest == ':';
    const char *second = rest + 1;
    double nelo1 = ok ? strtod(second, &rest) : 0;
    if (!ok || rest == second || *rest)
        return error_set(error, "--sprt is ELO0:ELO1, as in 0:20, not \"%s\"",
                         call->test);
    return sprt_init(test, nelo0, nelo1, call->alpha, call->beta, error);
}

/* --- The result --------------------------------------------------------------------- */

static int finish(const run_t *run, const call_t *call, const sprt_t *test,
                  const char *stopped, failure_t *error) {
    match_t match;
    sprt_t stored;
    match_init(&match, test);
    bool whole = false,
         ok = match_stored_test(run->folder, &stored, &match.had_test, error) &&
              match_count(run, &match, &whole, error);
    int status =
        ok ? cli_print(&call->form, match_result(&match, run, whole)) : cli_fail(error);
    bool is_no = test && match.state != SPRT_H1;
    match_clear(&match);
    return status != EXIT_DONE ? status
           : stopped           ? EXIT_STOPPED
           : is_no             ? EXIT_ANSWER_NO
                               : EXIT_DONE;
}

/* Notes that the result covers only the games asked for. */
static void note_length(const run_t *run, bool quiet) {
    char text[FILE_PATH + 128];
    text_t out = text_into(text, sizeof text);
    if (quiet || run->games >= run->length.games)
        return;
    (void)run_write_there(run, run->games, &out);
    cli_message("%s: %s", run->folder, text);
}

static void add_journal(void *context, uint64_t shard, const journal_count_t *count) {
    journal_count_t *sum = context;
    (void)shard;
    sum->whole += count->whole;
    sum->parts += count->parts;
}

/* The printed result covers complete files of games; other games played are in the
 * journals. */
static void tell_of_stop(const run_t *run, const char *why) {
    journal_count_t kept = {0};
    failure_t ignored;
    (void)journal_survey(run->folder, run->config_text, run->config->game, add_journal,
                         &kept, &ignored);
    cli_message(
        "stopped by %s; the same command resumes, with %llu complete game%s and %llu "
        "partial that are kept but not yet counted in the result",
        why, (unsigned long long)kept.whole, TEXT_PLURAL(kept.whole),
        (unsigned long long)kept.parts);
}

static int play_match(const call_t *call, const run_config_t *config, const char *folder,
                      failure_t *error) {
    sprt_t bounds;
    const sprt_t *test = call->test ? &bounds : NULL;
    const task_share_t share = call->play.share;
    workers_result_t result = {0};
    run_t run;
    if ((test && !read_test(&bounds, call, error)) ||
        !run_open(&run, config, folder, error))
        return cli_fail(error);
    note_length(&run, call->play.quiet);
    bool ok =
        (!test || match_settle_test(&run, test, error)) &&
        match_play(&run, test, &share, call->play.quiet ? NULL : "", &result, error);
    if (ok && result.stopped)
        tell_of_stop(&run, result.stopped);
    if (ok && share.index >= run.num_shards)
        play_options_say_empty(&call->play, run.folder);
    int status = ok ? finish(&run, call, test, result.stopped, error) : cli_fail(error);
    workers_result_clear(&result);
    run_close(&run);
    return status;
}

static int run(void *data) {
    const call_t *call = data;
    run_config_t config;
    failure_t error;
    stop_within(call->play.limit_s);
    if (!make_config(&config, call, &error))
        return cli_fail(&error);
    config.threads = play_options_threads(&call->play, 0);
    char folder[FILE_PATH];
    snprintf(folder, sizeof folder, "runs/%s-against-%s", config.agents[0].name,
             config.agents[1].name);
    int status =
        play_match(call, &config, call->play.folder ? call->play.folder : folder, &error);
    run_config_clear(&config);
    return status;
}

#define MISSING                                                                          \
    "two agents and a game are needed: A.json B.json GAME; examples: configs/agents/"

const command_t match_command = {
    .name = "match",
    .summary = "play two agents against each other to find the stronger one",
    .description =
        "Play two agents against each other, in pairs of games from the same random "
        "opening with the seats exchanged, and report which is stronger.",
    .notes =
        "key=value is a rule of the game, as in size=5, or an opening key: "
        "opening.turns=4 plays four random turns, opening.tries=20 takes the most even "
        "of 20 openings. Games are stored like those of a run; the same command resumes "
        "a stopped match or extends it with more games, and any number of threads plays "
        "the same games.",
    .statuses = {[0] = "done; with --sprt: A is stronger",
                 [1] = "with --sprt: A is not stronger, or the games do not decide it",
                 [2] = "usage error, or the command failed; a game in which an outside "
                       "program failed does not count",
                 [3] = "stopped before the end; the same command resumes the match"},
    .arguments = {ARGUMENT("A.json", WORD_FILE, 1, 1, call_t, words, MISSING),
                  ARGUMENT("B.json", WORD_FILE, 1, 1, call_t, words, MISSING),
                  ARGUMENT("GAME", WORD_GAME, 1, 1, call_t, words, MISSING),
                  ARGUMENT("key=value", WORD_KEY, 0, 0, call_t, words, NULL)},
    .groups = {{.options = options, .count = OPTION_COUNT(options)},
               CLI_FORM_OPTIONS(call_t, form),
               PLAY_OPTIONS(call_t, play)},
    .instead = {{"pairs", "--games=N: two are a pair"}},
    .call_bytes = sizeof(call_t),
    .run = run,
};
