#include "eval/cli/cli_study_fairest.h"

#include "core/base/files/file.h"
#include "core/cli/cli.h"
#include "eval/fairest/fairest.h"
#include "eval/fairest/fairest_play.h"
#include "eval/fairest/fairest_print.h"
#include "eval/fairest/fairest_result.h"
#include "eval/study/study_question.h"
#include "selfplay/cli/play_options.h"
#include "selfplay/run/folder_kind.h"

#include <stdio.h>

bool cli_study_is_fairest(const char *folder) {
    return folder_kind_of(folder) == FOLDER_FAIREST;
}

/* The question's file, or its game, and the folder of its games. */
static void find_paths(const fairest_call_t *call, char file[RUN_PATH],
                       char out[RUN_PATH]) {
    const char *word = call->words->words[0];
    char folder[STUDY_QUESTION_FOLDER];
    int length;
    const char *stem = file_stem(word, &length);
    snprintf(file, RUN_PATH, "%s", word);
    if (file_is_folder(word)) {
        snprintf(file, RUN_PATH, "%s/" FAIREST_FILE, word);
        snprintf(out, RUN_PATH, "%s", word);
    } else if (study_question_is(word)) {
        study_question_folder(word, call->words->words + 1, call->words->count - 1,
                              folder);
        snprintf(out, RUN_PATH, "%s-fairest", folder);
    } else {
        snprintf(out, RUN_PATH, "runs/%.*s", length, stem);
    }
    if (call->play->folder)
        snprintf(out, RUN_PATH, "%s", call->play->folder);
}

static int show(const fairest_call_t *call, const fairest_t *fairest, const char *out) {
    failure_t error;
    if (call->play->quiet && !call->look && !call->json && !call->csv)
        return EXIT_DONE;
    fairest_result_t *result = fairest_result_new(fairest, out, &error);
    if (!result)
        return cli_fail(&error);
    fairest_print(result,
                  call->json  ? FAIREST_PRINT_JSON
                  : call->csv ? FAIREST_PRINT_CSV
                              : FAIREST_PRINT_TEXT,
                  stdout);
    fairest_result_free(result);
    return cli_finish_output();
}

static int play_and_show(const fairest_call_t *call, const fairest_t *fairest,
                         const char *out) {
    fairest_play_order_t order = {.threads = play_options_threads(call->play, 0),
                                  .solve_s = call->solve_s,
                                  .quiet = call->play->quiet};
    const char *stopped = NULL;
    failure_t error;
    if (!call->look) {
        play_options_listen(call->play);
        if (!play_options_share(call->play, &order.share, &error) ||
            !fairest_play(fairest, out, &order, &stopped, &error))
            return cli_fail(&error);
        if (stopped)
            cli_message("stopped by %s; the same command resumes", stopped);
    }
    int status = show(call, fairest, out);
    return status == EXIT_DONE && stopped ? EXIT_STOPPED : status;
}

int cli_study_fairest(const fairest_call_t *call) {
    char file[RUN_PATH], out[RUN_PATH];
    failure_t error;
    fairest_t fairest;
    const char *word = call->words->words[0];
    if (file_is_folder(word) && !folder_kind_is(word, FOLDER_FAIREST, &error))
        return cli_fail(&error);
    find_paths(call, file, out);
    bool is_question = study_question_is(word);
    if (!(is_question ? fairest_ask : fairest_load)(
            &fairest, file, call->words->words + 1, call->words->count - 1, &error))
        return cli_fail(&error);
    int status = play_and_show(call, &fairest, out);
    fairest_clear(&fairest);
    return status;
}
