/* fulcrum match: two agents against each other, in pairs of games. */
#include "core/cli/cli.h"
#include "eval/cli/eval_commands.h"
#include "eval/match/match.h"
#include "eval/match/match_report.h"
#include "eval/match/match_run.h"
#include "selfplay/cli/play_options.h"
#include "selfplay/run/run.h"
#include "selfplay/run/run_folder.h"
#include "selfplay/run/run_workers.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>

enum { DEFAULT_GAMES = 400, DEFAULT_MOST = 100000 };

typedef struct call {
    cli_words_t words; /* A, B, the game, its variant and keys of the run */
    const char *test;
    double alpha, beta;
    long games, seed;
    bool json;
    play_options_t play;
} call_t;

enum { KEY_SPRT = 256, KEY_ALPHA, KEY_BETA, KEY_SEED };

static const struct argp_option options[] = {
    {"games", 'g', "N", 0,
     "Games, an even number (default 400; with --sprt at most 100000)", 0},
    {"sprt", KEY_SPRT, "ELO0:ELO1", 0,
     "Stop as soon as it is decided whether A's normalised Elo is ELO0 or less, or ELO1 "
     "or more",
     0},
    {"alpha", KEY_ALPHA, "P", 0, "Error rate where ELO0 is the truth (default 0.05)", 0},
    {"beta", KEY_BETA, "P", 0, "Error rate where ELO1 is the truth (default 0.05)", 0},
    {"seed", KEY_SEED, "N", 0, "Of the match (default 1)", 0},
    {"json", 'j', NULL, 0, "Print one JSON object", 0},
    {0}};

static double read_rate(const char *option, const char *word, struct argp_state *state) {
    char *rest;
    double rate = strtod(word, &rest);
    if (*rest || !(rate > 0 && rate < 0.5))
        argp_error(state, "--%s is an error rate above 0 and below 0.5, not \"%s\"",
                   option, word);
    return rate;
}

static int parse(int key, char *word, struct argp_state *state) {
    call_t *call = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &call->play;
        return 0;
    case 'g':
        call->games = cli_read_whole("games", word, 2, 1000000000, state);
        return 0;
    case KEY_SPRT:
        call->test = word;
        return 0;
    case KEY_ALPHA:
        call->alpha = read_rate("alpha", word, state);
        return 0;
    case KEY_BETA:
        call->beta = read_rate("beta", word, state);
        return 0;
    case KEY_SEED:
        call->seed = cli_read_whole("seed", word, 0, 9007199254740991, state);
        return 0;
    case 'j':
        call->json = true;
        return 0;
    case ARGP_KEY_END:
        if (call->words.count < 3)
            argp_error(state, "say two agents and a game: A.json B.json GAME; agents are "
                              "in configs/agents/");
        return 0;
    default:
        return cli_take_word(&call->words, CLI_MAX_WORDS, key, word, state);
    }
}

static const struct argp parser = {
    .options = options,
    .parser = parse,
    .children = play_options_children,
    .args_doc = "A.json B.json GAME [key=value ...]",
    .doc =
        "Play two agents against each other, in pairs of games from the same random "
        "opening with the seats exchanged, and say which is stronger."
        "\v"
        "key=value is a rule of the game, as in size=5, or a key of openings: "
        "opening.turns=4 turns are drawn at random, opening.tries=20 takes the most even "
        "of so many. Games are kept as those of a run are; the same call goes on where "
        "one was stopped, or with more games, and any number of threads plays the same "
        "games. Exit status: "
        "0 done (with --sprt: A is stronger), 1 with --sprt: it is not, or the games do "
        "not decide it, 2 the call was wrong, 3 stopped before the end.",
};

/* --- The run ------------------------------------------------------------------------- */

/* The configuration of the run that the match is. */
static bool make_config(run_config_t *config, const call_t *call, failure_t *error) {
    char *const *words = call->words.words;
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
    bool right = rest != call->test && *rest == ':';
    const char *second = rest + 1;
    double nelo1 = right ? strtod(second, &rest) : 0;
    if (!right || rest == second || *rest)
        return error_set(error, "--sprt is ELO0:ELO1, as in 0:20, not \"%s\"",
                         call->test);
    return sprt_init(test, nelo0, nelo1, call->alpha, call->beta, error);
}

/* --- The result ---------------------------------------------------------------------- */

static int finish(const run_t *run, const call_t *call, const sprt_t *test,
                  const char *stopped, failure_t *error) {
    match_t match;
    match_init(&match, test);
    bool whole = false, right = match_count(run, &match, &whole, error);
    if (right)
        match_report(&match, run, whole, call->json, stdout);
    int status = !right                           ? cli_fail(error)
                 : stopped                        ? EXIT_STOPPED
                 : test && match.state != SPRT_H1 ? EXIT_ANSWER_NO
                                                  : EXIT_DONE;
    match_clear(&match);
    return status == EXIT_DONE ? cli_finish_output() : status;
}

/* The result is of the games that are asked for. */
static void note_length(const run_t *run, bool quiet) {
    char text[RUN_PATH + 128];
    text_t out = text_into(text, sizeof text);
    if (quiet || run->games >= run->length.games)
        return;
    run_write_there(run, run->games, &out);
    cli_message("%s: %s", run->folder, text);
}

static int play_match(const call_t *call, const run_config_t *config, const char *folder,
                      failure_t *error) {
    sprt_t bounds;
    const sprt_t *test = call->test ? &bounds : NULL;
    task_share_t share = TASK_SHARE_ALL;
    workers_result_t result = {0};
    run_t run;
    if ((test && !read_test(&bounds, call, error)) ||
        !play_options_share(&call->play, &share, error) ||
        !run_open(&run, config, folder, error))
        return cli_fail(error);
    note_length(&run, call->play.quiet);
    bool right = (!test || match_settle_test(&run, test, error)) &&
                 match_play(&run, test, &share, call->play.quiet, &result, error);
    if (right && result.stopped)
        cli_message("stopped by %s; the same command goes on", result.stopped);
    int status =
        right ? finish(&run, call, test, result.stopped, error) : cli_fail(error);
    workers_result_clear(&result);
    run_close(&run);
    return status;
}

int command_match(int argc, char **argv) {
    call_t call = {.alpha = 0.05, .beta = 0.05, .seed = 1};
    run_config_t config;
    failure_t error;
    argp_parse(&parser, argc, argv, 0, NULL, &call);
    play_options_listen(&call.play);
    if (!make_config(&config, &call, &error))
        return cli_fail(&error);
    config.threads = play_options_threads(&call.play, 0);
    char folder[RUN_PATH];
    snprintf(folder, sizeof folder, "runs/%s-against-%s", config.agents[0].name,
             config.agents[1].name);
    int status =
        play_match(&call, &config, call.play.folder ? call.play.folder : folder, &error);
    run_config_clear(&config);
    return status;
}
