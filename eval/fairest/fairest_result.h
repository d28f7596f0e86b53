/* fairest_result.h - which variant is the fairest, as far as known: a ranking in which
 * every figure has its interval.
 * Use: fairest_result_t *result = fairest_result_new(&fairest, "OUT", &error);
 *      fairest_result_free(result);                                NULL: error
 * Scores are expected scores of player 1, who moves first. Once a pass is complete, the
 * intervals of all scores hold simultaneously with probability 1 - error_rate, whichever
 * variants were dropped and however many passes followed: finalists' are of their fresh
 * games only, whose number was fixed before they were played and which had no part in
 * choosing; those of dropped variants are of all their games, anytime-valid
 * (confidence_sequence.h). Before that all are anytime-valid, and there is no ranking.
 * Duplicate games count once in intervals. The intervals of the finalists' lengths hold
 * simultaneously among themselves. Ranks are by all games of a variant, including fresh
 * ones, and have no interval: a row's score may be nearer to 1/2 than that of the row
 * above it. Point scores of dropped variants look a little farther from 1/2 than they
 * are: that is why they were dropped. Exact values change no rank. Which games are to be
 * played next, and which answer holds, depends only on the existing games, counted from
 * number 0 on.
 */
#ifndef EVAL_FAIREST_RESULT_H
#define EVAL_FAIREST_RESULT_H

#include "core/base/error.h"
#include "core/base/files/file.h"
#include "core/base/interval.h"
#include "core/stats/duplicates.h"
#include "core/stats/outcome_counts.h"
#include "eval/stats/comparison.h"
#include "eval/stats/halving.h"
#include "eval/study/study_exact.h"
#include "eval/study/study_play.h"
#include "eval/study/study_result.h"
#include "eval/study/study_run.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct fairest fairest_t; /* eval/fairest/fairest.h */

/* --- The runs of all variants, and the progress of the plan ------------------------- */

typedef struct fairest_runs {
    const fairest_t *fairest;
    study_runs_t runs;   /* one of each variant, in their order */
    uint8_t **points;    /* half points of player 1, game by game */
    halving_arm_t *arms; /* the same in the form of halving.h */
} fairest_runs_t;

bool fairest_runs_open(fairest_runs_t *runs, const fairest_t *fairest,
                       const study_opener_t *opener, failure_t *error);
void fairest_runs_close(fairest_runs_t *runs);

/* After games were added to the runs. */
void fairest_runs_update(fairest_runs_t *runs);

/* A plan and its progress. */
typedef struct fairest_pass {
    int number; /* fairest_plan()'s */
    halving_plan_t plan;
    halving_state_t state;
} fairest_pass_t;

typedef struct fairest_standing {
    bool has_answer, has_next;
    fairest_pass_t answer; /* the last complete pass */
    fairest_pass_t next;   /* the one to play next */
} fairest_standing_t;

void fairest_follow(const fairest_runs_t *runs, fairest_standing_t *standing);

/* --- The ranking -------------------------------------------------------------------- */

typedef struct fairest_row {
    int variant;
    int round;       /* in which it was dropped, from 0; plan.rounds: a finalist */
    uint64_t games;  /* that it was ranked by, fresh ones included */
    uint64_t judged; /* of these, those of score, interval and lengths */
    outcome_counts_t counts; /* of the latter: one trial per game */
    estimate_t score;
    double distance;   /* the ranking criterion, of all games (halving_distance) */
    balance_t balance; /* of `score` */
    bool tied;         /* a finalist, and chance alone explains its distance and that of
                          the first */
    bool less_fair;    /* its interval is farther from 1/2 than the first one's */
    duplicates_t duplicates; /* of the judged games */
    uint64_t cut_off;        /* of these, ended by a limit: they are among the draws */
    estimate_t turns;        /* mean; an interval only for finalists, else NAN ends */
} fairest_row_t;

typedef struct fairest_result {
    const fairest_t *fairest;
    char out[FILE_PATH];
    bool has_answer;  /* rows are a ranking */
    bool is_settled;  /* the first is shown to be fair or the fairest; never for a map */
    bool is_complete; /* nothing is left to play */
    fairest_pass_t pass; /* the one of the answer; else the one being played */
    fairest_pass_t next; /* the one being played, if not complete */
    fairest_row_t rows[HALVING_ARMS];
    int num_rows, num_less_fair;
    int num_tied;                      /* with the first */
    study_exact_t exact[HALVING_ARMS]; /* of each variant, in the question's order */
    int num_tried, num_solved;         /* by the solver */
    uint64_t games;                    /* of all variants, played so far */
    double level;                      /* 1 - error_rate */
    halving_levels_t levels;
    double gap; /* halving_gap() of the pass at `level` */
} fairest_result_t;

/* Reads the games so far and changes nothing on disk. */
fairest_result_t *fairest_result_new(const fairest_t *fairest, const char *out,
                                     failure_t *error);
/* The same for runs from elsewhere: `out` is their folder's name in the result. */
fairest_result_t *fairest_result_from(const fairest_t *fairest, const char *out,
                                      const study_source_t *source, failure_t *error);
/* The same for open runs; the caller sets `out`. exact: one per variant; NULL: nothing
 * was tried. */
fairest_result_t *fairest_result_of(const fairest_runs_t *runs,
                                    const study_exact_t *exact);
/* The exact value of the variant in a row. */
const study_exact_t *fairest_result_exact(const fairest_result_t *result, int row);
void fairest_result_free(fairest_result_t *result);

#endif
