/* fulcrum study: is a game fair, by variants and strengths; or which of many variants is
 * the fairest. */
#include "core/base/duration.h"
#include "core/base/files/file.h"
#include "core/base/table/result.h"
#include "core/cli/cli.h"
#include "core/game/game.h"
#include "eval/cli/eval_commands.h"
#include "eval/fairest/fairest.h"
#include "eval/fairest/fairest_answer.h"
#include "eval/fairest/fairest_result.h"
#include "eval/study/answers/study_answer.h"
#include "eval/study/players/study_learn.h"
#include "eval/study/players/study_players.h"
#include "eval/study/study_exact.h"
#include "eval/study/study_folder.h"
#include "eval/study/study_plan.h"
#include "eval/study/study_play.h"
#include "eval/study/study_question.h"
#include "eval/study/study_result.h"
#include "selfplay/cli/play_options.h"
#include "selfplay/run/folder_kind.h"
#include "selfplay/run/stop.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct call {
    cli_words_t words; /* the first is the study or its folder */
    bool look, keys;
    enum { FIND_FAIR, FIND_FAIREST } find;
    double solve; /* seconds; below 0: not given */
    double learn; /* seconds; 0: not given */
    int seeds;
    const char *players, *learning, *variants, *remove;
    cli_form_t form;
    play_options_t play;
} call_t;

/* One of the two questions, and where its games are. */
typedef struct question {
    bool is_fairest;
    char file[FILE_PATH], out[FILE_PATH];
    study_t study;
    fairest_t fairest;
} question_t;

bool eval_read_budget(const char *word, void *field, failure_t *error) {
    double *seconds = field;
    (void)error;
    const char *unit = word + strspn(word, "0");
    *seconds = 0;
    return (unit > word && (!*unit || (strchr("smh", *unit) && !unit[1]))) ||
           duration_read(word, seconds);
}

static const option_t options[] = {
    OPTION_FLAG("look", 0, call_t, look, "Play nothing; show the results so far"),
    OPTION_CHOICE("find", 0, "WHAT", call_t, find, "fair|fairest",
                  "Which variants are fair, or the fairest of many: each round drops the "
                  "half whose scores are farthest from 50 %",
                  .fallback = "fair"),
    EVAL_OPTION_SOLVE(call_t, solve,
                      "Try to solve the variants exactly, for at most TIME in all "
                      "(default: 20s of a GAME or a study that began so, else 0)"),
    OPTION_DURATION("learn", 0, "TIME", call_t, learn,
                    "First learn players from nothing for TIME in all: networks of "
                    "several seeds, one for all variants of a board; more TIME later "
                    "goes on from there (default: of a GAME with a --time-limit, half of "
                    "it, if that is 5m a network)"),
    OPTION_WHOLE("seeds", 0, "N", call_t, seeds, 1, STUDY_MAX_NETWORKS,
                 "Networks of each board with --learn (default 3)"),
    OPTION_TEXT("learning", 0, "KEY=VALUE,...", call_t, learning,
                "Keys of learning (fulcrum keys --learn)"),
    OPTION_TEXT("variants", 0, "NAME: KEY=VALUE ..., ...", call_t, variants,
                "Variants with names of their own instead of all combinations; of a "
                "study's folder: more of them"),
    OPTION_TEXT("remove", 0, "NAME", call_t, remove,
                "Leave a variant out of the study in FOLDER; its games stay there"),
    OPTION_TEXT("players", 0, "FILE,...", call_t, players,
                "Who plays: weights, each against each, or agents; or playouts, the "
                "default without --learn"),
    OPTION_FLAG("keys", 0, call_t, keys, "List the numeric keys of a study"),
};

static bool check(const void *data, failure_t *error) {
    const call_t *call = data;
    if (call->words.count == 0 && !call->keys)
        return error_set(error,
                         "no study given: use GAME key=value,value ..., STUDY.json or "
                         "a study's folder; examples: configs/studies/");
    if (call->learn > 0 && call->players)
        return error_set(error, "--learn and --players exclude each other");
    const char *word = call->words.count > 0 ? call->words.words[0] : "";
    if (call->variants && !study_question_is(word) && !file_is_folder(word))
        return error_set(error, "--variants is for a GAME or a study's FOLDER: in a "
                                "file, add them to \"variants\"");
    if (call->remove && !file_is_folder(word))
        return error_set(error, "--remove is for a study's FOLDER");
    const bool is_fairest =
        call->find == FIND_FAIREST || folder_kind_of(word) == FOLDER_FAIREST;
    if ((call->variants || call->remove) && is_fairest)
        return error_set(error, "--find fairest takes lists of values, not --variants, "
                                "and drops variants itself");
    return !(call->players && is_fairest) ||
           error_set(error, "--find fairest has no --players yet: name the network in "
                            "network.weights");
}

/* --- The question ------------------------------------------------------------------- */

/* The question's file, or its game, and the folder of its games. */
static void find_paths(const call_t *call, question_t *question) {
    char *const *words = call->words.words;
    char *file = question->file, *out = question->out;
    int length;
    const char *word = words[0], *stem = file_stem(word, &length);
    snprintf(file, FILE_PATH, "%s", word);
    if (file_is_folder(word)) {
        snprintf(file, FILE_PATH, "%s/%s", word,
                 question->is_fairest ? FAIREST_FILE : STUDY_FILE);
        snprintf(out, FILE_PATH, "%s", word);
    } else if (study_question_is(word)) {
        char folder[STUDY_QUESTION_FOLDER];
        study_question_folder(word, words + 1, call->words.count - 1, folder);
        snprintf(out, FILE_PATH, "%s%s%s", folder, call->variants ? "-named" : "",
                 question->is_fairest ? "-fairest"
                 : call->learn > 0    ? "-learned"
                                      : "");
    } else {
        snprintf(out, FILE_PATH, "runs/%.*s", length, stem);
    }
    if (call->play.folder)
        snprintf(out, FILE_PATH, "%s", call->play.folder);
}

static bool has_named_players(const call_t *call) {
    return call->players && strcmp(call->players, "playouts") != 0;
}

/* What variants that come and go do to the error rate. */
static void say_error_rate(const question_t *question) {
    study_t now = question->study;
    now.past = study_folder_past(&now, question->out);
    cli_message(
        "%d variants%s share the error rate of %g %%; all answers so far together "
        "have %.2g %%",
        study_plan_variants(&now), now.past.removed > 0 ? ", removed ones included," : "",
        100 * now.error_rate, 100 * study_plan_error_rate(&now));
}

static bool remove_variant(const call_t *call, failure_t *error) {
    const char *folder = call->words.words[0];
    char name[STUDY_NAME];
    uint64_t games;
    if (!study_folder_remove(folder, call->remove, &games, error))
        return false;
    study_folder_of(call->remove, name);
    cli_message("%s/%s keeps its %" PRIu64 " games, which count no more", folder, name,
                games);
    return true;
}

/* The study of a file or folder, with the variants that the call adds or removes. */
static bool load_study(const call_t *call, question_t *question, failure_t *error) {
    if (call->remove && !remove_variant(call, error))
        return false;
    if (!study_load(&question->study, question->file, call->words.words + 1,
                    call->words.count - 1, error))
        return false;
    if (call->variants && !study_question_add(&question->study, call->variants, error)) {
        study_clear(&question->study);
        return false;
    }
    if (call->remove || call->variants)
        say_error_rate(question);
    return true;
}

static bool load(const call_t *call, question_t *question, failure_t *error) {
    const char *word = call->words.words[0];
    char *const *words = call->words.words + 1;
    int count = call->words.count - 1;
    bool is_game = study_question_is(word);
    if (game_is_unknown(word, error))
        return false;
    question->is_fairest =
        call->find == FIND_FAIREST || folder_kind_of(word) == FOLDER_FAIREST;
    folder_kind_t kind = question->is_fairest ? FOLDER_FAIREST : FOLDER_STUDY;
    if (file_is_folder(word) && !folder_kind_is(word, kind, error))
        return false;
    find_paths(call, question);
    if (question->is_fairest)
        return (is_game ? fairest_ask : fairest_load)(&question->fairest, question->file,
                                                      words, count, error);
    const bool by_networks = call->learn > 0 || has_named_players(call);
    const study_question_t more = {.most = by_networks ? STUDY_QUESTION_NETWORK_GAMES
                                                       : STUDY_QUESTION_GAMES,
                                   .variants = call->variants};
    return is_game ? study_question_load(&question->study, question->file, words, count,
                                         &more, error)
                   : load_study(call, question, error);
}

static void clear(question_t *question) {
    if (question->is_fairest)
        fairest_clear(&question->fairest);
    else
        study_clear(&question->study);
}

/* --- Players ------------------------------------------------------------------------ */

static const study_t *study_of(const question_t *question) {
    return question->is_fairest ? question->fairest.study : &question->study;
}

/* Of a game, with a time limit of which half is enough for strong players: learns them.
 * Where nothing changes, 0. */
static double time_to_learn(const call_t *call, const question_t *question) {
    const double half = call->play.limit_s / 2;
    const int seeds = question->is_fairest ? 1 : call->seeds;
    const bool may_learn = study_question_is(call->words.words[0]) && !call->players &&
                           call->learn <= 0 && !call->look && half > 0;
    const double enough = may_learn ? study_learn_enough(study_of(question), seeds) : 0;
    return enough > 0 && half >= enough ? half : 0;
}

static bool learn_players(const call_t *call, question_t *question, const char **stopped,
                          failure_t *error) {
    study_learn_order_t order = {.seconds = call->learn,
                                 .seeds = question->is_fairest ? 1 : call->seeds,
                                 .keys = call->learning,
                                 .share = call->play.share,
                                 .threads = (int)play_options_threads(&call->play, 0),
                                 .quiet = call->play.quiet,
                                 .report =
                                     call->play.quiet ? NULL : eval_report_generation};
    return folder_kind_may_hold(question->out,
                                question->is_fairest ? FOLDER_FAIREST : FOLDER_STUDY,
                                error) &&
           study_learn(study_of(question), question->out, &order, stopped, error);
}

/* Gives the study its players; learns them first. */
static bool find_players(const call_t *call, question_t *question, const char **stopped,
                         failure_t *error) {
    const bool is_game = study_question_is(call->words.words[0]);
    if (has_named_players(call))
        return study_players_named(&question->study, call->players, error);
    if (call->learn <= 0)
        return true;
    if (!call->look && !learn_players(call, question, stopped, error))
        return false;
    if (*stopped || !question->is_fairest)
        return *stopped ||
               study_learn_levels(&question->study, question->out, is_game, error);
    cJSON *agent =
        study_learn_agent(study_of(question), question->out, call->learn, error);
    return agent && fairest_set_agent(&question->fairest, agent, error);
}

/* --- Playing and showing ------------------------------------------------------------ */

static bool play(const call_t *call, const question_t *question, const char **stopped,
                 failure_t *error) {
    const char *word = call->words.words[0];
    const bool is_game = study_question_is(word);
    const bool may_solve =
        is_game || (file_is_folder(word) &&
                    study_exact_was_begun(study_of(question), question->out));
    double solve_s = call->solve >= 0 ? call->solve : may_solve ? STUDY_EXACT_SECONDS : 0;
    int64_t threads = play_options_threads(&call->play, 0);
    const task_share_t share = call->play.share;
    const study_play_order_t order = {.input = file_is_folder(word) ? NULL : word,
                                      .threads = threads,
                                      .quiet = call->play.quiet,
                                      .solve_s = solve_s,
                                      .share = share,
                                      .spread = share.count == 1 &&
                                                (call->play.limit_s > 0 || is_game)};
    return question->is_fairest
               ? fairest_play(&question->fairest, question->out, &order, stopped, error)
               : study_play(&question->study, question->out, &order, stopped, error);
}

/* The exit status. */
static int show(const call_t *call, const question_t *question) {
    bool is_text = !call->form.json && !call->form.csv;
    result_t *out = NULL;
    failure_t error;
    if (call->play.quiet && !call->look && is_text)
        return EXIT_DONE;
    if (question->is_fairest) {
        fairest_result_t *result =
            fairest_result_new(&question->fairest, question->out, &error);
        out = result ? fairest_answer(result) : NULL;
        fairest_result_free(result);
    } else {
        study_result_t *result =
            study_result_new(&question->study, question->out, &error);
        out = result ? study_answer(result) : NULL;
        study_result_free(result);
    }
    return out ? cli_print(&call->form, out) : cli_fail(&error);
}

static int play_and_show(const call_t *call, question_t *question) {
    const char *stopped = NULL;
    failure_t error;
    stop_within(call->play.limit_s);
    if (!find_players(call, question, &stopped, &error))
        return cli_fail(&error);
    if (stopped) { /* while learning */
        cli_message("stopped by %s; the same command resumes", stopped);
        return EXIT_STOPPED;
    }
    if (!call->look && !play(call, question, &stopped, &error))
        return cli_fail(&error);
    if (stopped)
        cli_message("stopped by %s; the same command resumes", stopped);
    int status = show(call, question);
    return status == EXIT_DONE && stopped ? EXIT_STOPPED : status;
}

static int run(void *data) {
    call_t *call = data;
    failure_t error;
    if (call->keys) {
        (call->find == FIND_FAIREST ? fairest_document : study_document)(stdout);
        return cli_finish_output();
    }
    question_t *question = memory_new(1, sizeof *question);
    int status = EXIT_WRONG_CALL;
    bool ok = load(call, question, &error);
    const double learn = ok ? time_to_learn(call, question) : 0;
    if (learn > 0) {
        char time[DURATION_TEXT];
        duration_write(learn, time);
        if (!call->play.quiet)
            cli_message("first learns players, for half of the time, %s; without them: "
                        "--players playouts",
                        time);
        call->learn = learn;
        clear(question);
        ok = load(call, question, &error);
    }
    if (ok) {
        status = play_and_show(call, question);
        clear(question);
    } else {
        status = cli_fail(&error);
    }
    free(question);
    return status;
}

static const call_t defaults = {.solve = -1, .seeds = STUDY_LEARN_SEEDS};

const command_t study_command = {
    .name = "study",
    .summary = "find out by self-play whether variants of a game are fair",
    .description =
        "Play variants of a game by self-play at several strength levels until the first "
        "player's score is known precisely enough, and report which variants are "
        "balanced, how they differ, and how scores change with the budget.",
    .notes =
        "A study is a grid: \"variants\" (board sizes, rules) by \"strengths\" (agents); "
        "configs/studies/ has examples, `fulcrum study --keys` lists the numeric keys, "
        "and key=value sets them: precision=0.01. Each cell is an ordinary run below the "
        "study's folder. The same command resumes an interrupted study, with the same "
        "games; several tasks (--task) share the work. With --quiet, only what --json, "
        "--csv or --look asks for is printed; --long prints every figure. `fulcrum "
        "report FOLDER` writes its report. With a list of networks, \"network\": "
        "{\"weights\": "
        "[...]}, an agent stands for all of them against each other, from the "
        "\"openings\" of each variant, with intervals for these; --learn makes such "
        "networks first. --find fairest "
        "finds the fairest of up to 256 variants by sequential halving, with a budget of "
        "games=N for all of them together (without it, pass after pass of twice the "
        "games) and simulations=N per action, and with exact values beside the scores; "
        "`fulcrum study --find fairest --keys` lists its keys.",
    .synopsis = "GAME [key=value,value ...]\nSTUDY.json|FOLDER [key=value ...]\n--keys",
    .statuses = {[3] = "stopped before the end; the same command resumes the study"},
    .arguments = {ARGUMENT("GAME|STUDY.json|FOLDER", WORD_GAME | WORD_FILE, 0, 1, call_t,
                           words, NULL),
                  ARGUMENT("key=value", 0, 0, 0, call_t, words, NULL)},
    .groups = {{.options = options, .count = OPTION_COUNT(options)},
               CLI_FORM_OPTIONS(call_t, form),
               PLAY_OPTIONS(call_t, play)},
    .call_bytes = sizeof(call_t),
    .defaults = &defaults,
    .check = check,
    .run = run,
};
