/* cli_study_fairest.h - `fulcrum study --find fairest`: which of many variants is the
 * fairest (fairest.h).
 * Use: cli_study_fairest(&call), the exit status.
 */
#ifndef EVAL_CLI_STUDY_FAIREST_H
#define EVAL_CLI_STUDY_FAIREST_H

#include "core/cli/option_table.h"
#include "selfplay/cli/play_options.h"

#include <stdbool.h>

typedef struct fairest_call {
    const cli_words_t *words; /* the game, the file or the folder, and key=value */
    const play_options_t *play;
    double solve_s; /* for exact values of all variants together */
    bool look, json, csv;
} fairest_call_t;

int cli_study_fairest(const fairest_call_t *call);

/* Whether a folder holds such a search. */
bool cli_study_is_fairest(const char *folder);

#endif
