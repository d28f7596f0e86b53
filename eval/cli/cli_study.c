/* fulcrum study: is a game fair, by variants and strengths. */
#include "core/base/file.h"
#include "core/cli/cli.h"
#include "eval/cli/eval_commands.h"
#include "eval/study/study_play.h"
#include "eval/study/study_print.h"
#include "eval/study/study_result.h"
#include "selfplay/cli/play_options.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

typedef struct call {
    cli_words_t words; /* the first is the study, or the folder of one */
    study_print_t as;
    bool look, keys;
    play_options_t play;
} call_t;

enum { KEY_KEYS = 256 };

static const struct argp_option options[] = {
    {"look", 'l', NULL, 0, "Play nothing: only show what there is", 0},
    {"json", 'j', NULL, 0, "Print one JSON object", 0},
    {"csv", 'c', NULL, 0, "Print a line of CSV for each variant and strength", 0},
    {"keys", KEY_KEYS, NULL, 0, "List the keys of numbers of a study", 0},
    {0}};

static int parse(int key, char *word, struct argp_state *state) {
    call_t *call = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &call->play;
        return 0;
    case 'l':
        call->look = true;
        return 0;
    case 'j':
        call->as = STUDY_PRINT_JSON;
        return 0;
    case 'c':
        call->as = STUDY_PRINT_CSV;
        return 0;
    case KEY_KEYS:
        call->keys = true;
        return 0;
    case ARGP_KEY_END:
        if (call->words.count == 0 && !call->keys)
            argp_error(state, "which study? Say STUDY.json, or the folder of one; "
                              "examples are in configs/studies/");
        return 0;
    default:
        return cli_take_word(&call->words, CLI_MAX_WORDS, key, word, state);
    }
}

static const struct argp parser = {
    .options = options,
    .parser = parse,
    .children = play_options_children,
    .args_doc = "STUDY.json|FOLDER [key=value ...]",
    .doc =
        "Play variants of a game against themselves at several strengths until the "
        "first player's score is known well enough, and say which of them are "
        "balanced, how they differ, and where stronger play goes."
        "\v"
        "A study is a grid: \"variants\" (board sizes, rules) by \"strengths\" (agents); "
        "configs/studies/ has examples, `fulcrum study --keys` lists the keys of "
        "numbers, and key=value changes them: precision=0.01. Each cell is an ordinary "
        "run below the study's folder. A study that was cut is finished by the same "
        "command, with the same games; several tasks (--task, or a Slurm array) share "
        "the work. `fulcrum report FOLDER` makes a page of it. Exit status: 0 done, 2 "
        "the call was wrong, 3 stopped before the end.",
};

/* The study's file, and the folder of its games. */
static void find_paths(const call_t *call, char file[RUN_PATH], char out[RUN_PATH]) {
    const char *word = call->words.words[0];
    if (file_is_folder(word)) {
        snprintf(file, RUN_PATH, "%s/%s", word, STUDY_FILE);
        snprintf(out, RUN_PATH, "%s", word);
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
    study_result_t *result = study_result_new(study, out, &error);
    if (!result)
        return cli_fail(&error);
    study_print(result, call->as, stdout);
    study_result_free(result);
    return cli_finish_output();
}

static int run(const call_t *call, const study_t *study, const char *out) {
    study_play_order_t order = {.threads = play_options_threads(&call->play, 0),
                                .quiet = call->play.quiet};
    const char *stopped = NULL;
    failure_t error;
    if (!call->look) {
        play_options_listen(&call->play);
        if (!play_options_share(&call->play, &order.share, &error) ||
            !study_play(study, out, &order, &stopped, &error))
            return cli_fail(&error);
        if (stopped)
            cli_message("stopped by %s; the same command goes on", stopped);
    }
    int status = show(call, study, out);
    return status == EXIT_DONE && stopped ? EXIT_STOPPED : status;
}

int command_study(int argc, char **argv) {
    call_t call = {.as = STUDY_PRINT_TEXT};
    char file[RUN_PATH], out[RUN_PATH];
    failure_t error;
    argp_parse(&parser, argc, argv, 0, NULL, &call);
    if (call.keys) {
        study_document(stdout);
        return cli_finish_output();
    }
    find_paths(&call, file, out);
    study_t *study = memory_new(1, sizeof *study);
    int status = EXIT_WRONG_CALL;
    if (study_load(study, file, call.words.words + 1, call.words.count - 1, &error)) {
        status = run(&call, study, out);
        study_clear(study);
    } else
        status = cli_fail(&error);
    free(study);
    return status;
}
