/* fulcrum study: is a game fair, by variants and strengths. */
#include "core/base/duration.h"
#include "core/base/files/file.h"
#include "core/cli/cli.h"
#include "core/game/game.h"
#include "eval/cli/cli_study_fairest.h"
#include "eval/cli/eval_commands.h"
#include "eval/fairest/fairest.h"
#include "eval/study/answers/study_print.h"
#include "eval/study/study_exact.h"
#include "eval/study/study_play.h"
#include "eval/study/study_question.h"
#include "eval/study/study_result.h"
#include "selfplay/cli/play_options.h"
#include "selfplay/run/folder_kind.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct call {
    cli_words_t words; /* the first is the study or its folder */
    bool look, keys, json, csv;
    enum { FIND_FAIR, FIND_FAIREST } find;
    eval_budget_t solve;
    play_options_t play;
} call_t;

bool eval_read_budget(const char *word, void *field, failure_t *error) {
    eval_budget_t *budget = field;
    (void)error;
    *budget = (eval_budget_t){.given = true};
    return strcmp(word, "0") == 0 || duration_read(word, &budget->seconds);
}

static const option_t options[] = {
    OPTION_FLAG("look", 0, call_t, look, "Play nothing; show the results so far"),
    CLI_OPTION_JSON(call_t, json, "Print one JSON object"),
    EVAL_OPTION_CSV(call_t, csv, "Print one CSV line per variant and strength level"),
    OPTION_CHOICE("find", 0, "WHAT", call_t, find, "fair|fairest",
                  "Which variants are fair, or the fairest of many: each round drops the "
                  "half whose scores are farthest from 50 %",
                  .fallback = "fair"),
    EVAL_OPTION_SOLVE(call_t, solve,
                      "Try to solve the variants exactly, for at most TIME in all "
                      "(default: 20s if a game is named, else 0)"),
    OPTION_FLAG("keys", 0, call_t, keys, "List the numeric keys of a study"),
};

static bool check(const void *data, failure_t *error) {
    const call_t *call = data;
    if (call->words.count == 0 && !call->keys)
        return error_set(error,
                         "no study given: use GAME key=value,value ..., STUDY.json or "
                         "a study's folder; examples: configs/studies/");
    return !(call->json && call->csv) ||
           error_set(error, "--json and --csv exclude each other");
}

/* The study's file and the folder of its games. */
static void find_paths(const call_t *call, char file[RUN_PATH], char out[RUN_PATH]) {
    const char *word = call->words.words[0];
    if (file_is_folder(word)) {
        snprintf(file, RUN_PATH, "%s/%s", word, STUDY_FILE);
        snprintf(out, RUN_PATH, "%s", word);
    } else if (study_question_is(word)) {
        snprintf(file, RUN_PATH, "%s", word);
        study_question_folder(word, call->words.words + 1, call->words.count - 1, out);
    } else {
        int length;
        const char *stem = file_stem(word, &length);
        snprintf(file, RUN_PATH, "%s", word);
        snprintf(out, RUN_PATH, "runs/%.*s", length, stem);
    }
    if (call->play.folder)
        snprintf(out, RUN_PATH, "%s", call->play.folder);
}

/* The exit status. */
static int show(const call_t *call, const study_t *study, const char *out) {
    failure_t error;
    if (call->play.quiet && !call->look && !call->json && !call->csv)
        return EXIT_DONE;
    study_result_t *result = study_result_new(study, out, &error);
    if (!result)
        return cli_fail(&error);
    study_print(result,
                call->json  ? STUDY_PRINT_JSON
                : call->csv ? STUDY_PRINT_CSV
                            : STUDY_PRINT_TEXT,
                stdout);
    study_result_free(result);
    return cli_finish_output();
}

static double solve_seconds(const call_t *call) {
    return call->solve.given                         ? call->solve.seconds
           : study_question_is(call->words.words[0]) ? STUDY_EXACT_SECONDS
                                                     : 0;
}

static int play_and_show(const call_t *call, const study_t *study, const char *out) {
    const char *word = call->words.words[0];
    study_play_order_t order = {.input = file_is_folder(word) ? NULL : word,
                                .threads = play_options_threads(&call->play, 0),
                                .quiet = call->play.quiet,
                                .solve_s = solve_seconds(call)};
    const char *stopped = NULL;
    failure_t error;
    if (!call->look) {
        play_options_listen(&call->play);
        bool ok = play_options_share(&call->play, &order.share, &error);
        order.spread =
            order.share.count == 1 && (call->play.limit_s > 0 || study_question_is(word));
        if (!ok || !study_play(study, out, &order, &stopped, &error))
            return cli_fail(&error);
        if (stopped)
            cli_message("stopped by %s; the same command resumes", stopped);
    }
    int status = show(call, study, out);
    return status == EXIT_DONE && stopped ? EXIT_STOPPED : status;
}

static int find_fairest(const call_t *call) {
    const fairest_call_t fairest = {.words = &call->words,
                                    .play = &call->play,
                                    .solve_s = solve_seconds(call),
                                    .look = call->look,
                                    .json = call->json,
                                    .csv = call->csv};
    return cli_study_fairest(&fairest);
}

/* A bare word that is not a file: an unknown game. */
static bool is_unknown_game(const char *word, failure_t *error) {
    for (const char *at = word; *at; at++)
        if (!isalpha((unsigned char)*at))
            return false;
    return access(word, F_OK) != 0 && !game_class_find(word, error);
}

static int run(void *data) {
    const call_t *call = data;
    char file[RUN_PATH], out[RUN_PATH];
    failure_t error;
    if (call->keys) {
        (call->find == FIND_FAIREST ? fairest_document : study_document)(stdout);
        return cli_finish_output();
    }
    const char *word = call->words.words[0];
    if (is_unknown_game(word, &error))
        return cli_fail(&error);
    if (call->find == FIND_FAIREST || cli_study_is_fairest(word))
        return find_fairest(call);
    if (file_is_folder(word) && !folder_kind_is(word, FOLDER_STUDY, &error))
        return cli_fail(&error);
    find_paths(call, file, out);
    study_t *study = memory_new(1, sizeof *study);
    int status = EXIT_WRONG_CALL;
    bool is_question = study_question_is(word);
    if ((is_question ? study_question_load : study_load)(
            study, file, call->words.words + 1, call->words.count - 1, &error)) {
        status = play_and_show(call, study, out);
        study_clear(study);
    } else
        status = cli_fail(&error);
    free(study);
    return status;
}

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
        "--csv or --look asks for is printed. `fulcrum report "
        "FOLDER` writes its report. With a list of networks, \"network\": {\"weights\": "
        "[...]}, an agent stands for all of them against each other, from the "
        "\"openings\" of each variant, with intervals over networks. --find fairest "
        "finds the fairest of up to 256 variants by sequential halving, with a budget of "
        "games=N for all of them together (without it, pass after pass of twice the "
        "games) and simulations=N per action, and with exact values beside the scores; "
        "`fulcrum study --find fairest --keys` lists its keys.",
    .synopsis = "GAME [key=value,value ...]\nSTUDY.json|FOLDER [key=value ...]\n--keys",
    .statuses = {[3] = "stopped before the end; the same command resumes the study"},
    .arguments = {ARGUMENT("GAME|STUDY.json|FOLDER", WORD_FILE, 0, 1, call_t, words,
                           NULL),
                  ARGUMENT("key=value", 0, 0, 0, call_t, words, NULL)},
    .groups = {{.options = options, .count = OPTION_COUNT(options)},
               PLAY_OPTIONS(call_t, play)},
    .call_bytes = sizeof(call_t),
    .check = check,
    .run = run,
};
