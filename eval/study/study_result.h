/* study_result.h - the results of a study: every figure with its interval, and the
 * verdicts.
 * Use: study_result_t *result = study_result_new(&study, "OUT", &error);   NULL: error
 *      study_result_free(result);
 * Scores are expected scores of player 1, who moves first: 1 won, 1/2 drawn, 0 lost;
 * those of controls and of skill are agent 0's. Intervals of cells and of their
 * differences are for the number of games where these ended as planned (study_plan.h),
 * otherwise anytime-valid: they hold however often a study is looked at and wherever it
 * is stopped (score_interval.h). `score` and `difference` each hold alone, at level 1 -
 * error_rate; verdicts hold together: with probability 1 - error_rate no verdict of
 * balance at one strength level is wrong, and the same for those of differences; in a
 * study to watch, no verdict at any.
 * Intervals of seats, first turns and skill are fixed-sample intervals, for the number of
 * games that the study requests; those between networks of a list (network_scores.h) for
 * that number, too. All are about the games that these
 * players play, and duplicate games or pairs count once (duplicates.h).
 * Owns: study_result_free releases all; the study is borrowed.
 * Threads: one result, one thread.   Errors: files that cannot be read.
 */
#ifndef EVAL_STUDY_RESULT_H
#define EVAL_STUDY_RESULT_H

#include "core/base/error.h"
#include "core/base/files/file.h"
#include "core/base/interval.h"
#include "core/stats/duplicates.h"
#include "core/stats/outcome_counts.h"
#include "eval/metrics/skill_trace.h"
#include "eval/stats/budgets/score_trend.h"
#include "eval/stats/chi_square.h"
#include "eval/stats/comparison.h"
#include "eval/stats/length_counts.h"
#include "eval/stats/score_interval.h"
#include "eval/study/first_turns.h"
#include "eval/study/networks/network_advantage.h"
#include "eval/study/networks/network_scores.h"
#include "eval/study/orientation.h"
#include "eval/study/study.h"
#include "eval/study/study_exact.h"
#include "eval/study/study_run.h"
#include "selfplay/run/folder_kind.h"

#include <stdbool.h>
#include <stdint.h>

/* A run of the games that a cell's score rests on. */
typedef struct study_cell_run {
    char *folder;          /* where its files are */
    uint64_t games, shard; /* shard: games a file */
} study_cell_run_t;

/* A variant at a strength level: self-play, and what depends on it. With a list of
 * networks, "self-play" is the games of all their pairs, `score` and `simultaneous` are
 * intervals between networks, and there are no orientations and first turns: the openings
 * are fixed.
 */
typedef struct study_cell {
    const char *variant, *strength; /* names; all texts are the study's */
    double doublings;               /* log2 of the simulations, or NAN */
    const char *exact;              /* "won" by player 1, "drawn", "lost"; NULL */
    study_exact_t solved;           /* the same in full */
    bool is_wanted, is_done;        /* done: no more games are wanted */
    char
        folder[FILE_PATH]; /* of self-play below `out`; for networks that of their runs */
    study_cell_run_t runs[STUDY_CELL_PARTS]; /* of self-play */
    int num_runs;
    network_scores_t networks;
    uint64_t games, wanted;
    uint8_t *results; /* half points of player 1, game by game */
    estimate_t score; /* at 1 - error_rate for this cell alone */
    estimate_t
        simultaneous; /* wide enough for the verdicts of all cells simultaneously */
    bool is_planned;  /* its games ended as the study planned: intervals of the score are
                         for their number; else anytime-valid */
    score_sample_t sample; /* of `results`: one trial per game; duplicates count once */
    balance_t balance;     /* of `simultaneous` */
    duplicates_t duplicates;
    uint64_t cut_off;          /* games ended by a limit; they are among the draws */
    double turns, num_actions; /* mean */
    double decided; /* share of a won game before the winner is clear, mean; NAN: none */
    length_counts_t lengths;    /* in turns, of all games */
    uint64_t swap_offered;      /* under a pie rule: games past their first turn, */
    outcome_counts_t swaps;     /* won: player 2 swapped; lost: they did not */
    estimate_t swap_share;      /* at 1 - error_rate; [0, 1] without games */
    contingency_t orientations; /* result against orientation: a control */
    contingency_t directions;   /* are all orientations as frequent? */
    uint64_t by_orientation[ORIENTATIONS_MAX]; /* games */
    int num_orientations;
    first_turns_t first_turns; /* chosen by the agents; sorted */

    uint64_t seats_games, seats_wanted;
    duplicates_t seats_pairs;
    outcome_counts_t seats; /* of an agent against itself: one trial per pair */
    estimate_t seats_score; /* contains 1/2 if no seat is favoured */
    double seats_p;         /* of "no seat is favoured": exact (symmetry_test.h) */
    bool seats_even;        /* not rejected at the level of all controls together */

    uint64_t drawn_games, drawn_wanted; /* after a random first turn */
    first_turns_t drawn;                /* sorted */
    first_turns_value_t drawn_value;
    estimate_t under_pie; /* the same as in that; NAN where the variant has the rule */

    network_advantage_t advantage; /* what moving first is worth */
    uint64_t skill_games, skill_wanted;
    duplicates_t skill_pairs;
    outcome_counts_t skill; /* of twice the simulations: one trial per pair */
    estimate_t skill_score, skill_elo;
} study_cell_t;

/* Two variants at one strength level: the score of `a` minus that of `b`. */
typedef struct study_difference {
    int a, b, strength;
    const char *name_a, *name_b, *level;
    bool exists;   /* both have games */
    bool is_shown; /* `adjusted` is at most the error rate */
    bool paired;
    bool has_p;            /* not between networks: which ones there are is chance, too */
    estimate_t difference; /* at 1 - error_rate for this one alone */
    estimate_t simultaneous; /* simultaneous: without 0 it is a difference */
    double p_value;          /* of "none": the interval at 1 - p just ends at 0;
                                anytime-valid, except between networks, where it holds
                                for these, whichever is left out */
    double adjusted;         /* adjusted for their number: Holm */
} study_difference_t;

/* A variant's score over the budgets played; its ids are strength levels. */
typedef struct study_trend {
    bool exists; /* games at two different budgets */
    score_trend_t fit;
    const char *variant, *first, *before, *last; /* names of it and of levels */
} study_trend_t;

/* A variant's skill trace, over strength levels whose simulations double each time. */
typedef struct study_skill {
    bool exists; /* at least SKILL_MIN_LEVELS of them with games of `skill` */
    skill_trace_t trace;
    const char *variant;
} study_skill_t;

/* A score that changes by at most this between the two largest budgets is level. */
#define STUDY_LEVEL_CHANGE 0.025
enum {
    STUDY_MAX_DIFFERENCES =
        STUDY_MAX_VARIANTS * (STUDY_MAX_VARIANTS - 1) / 2 * STUDY_MAX_STRENGTHS
};

/* Two variants at budgets that are equal in some measure: in simulations, in time by the
 * variants' speeds, or in the score of twice the budget against it, a measure of relative
 * strength. Each at the largest common budget, or the least common score of twice the
 * budget; all scores and answers hold simultaneously (matched_score.h). */
typedef enum {
    MATCHED_SIMULATIONS,
    MATCHED_TIME,
    MATCHED_DOUBLING,
    MATCHED_KINDS
} matched_kind_t;

typedef struct study_matched {
    int a, b;
    matched_kind_t kind;
    bool exists;    /* some measure is surely reached by both */
    double measure; /* simulations; seconds; score of twice the budget */
    estimate_t of_a, of_b, difference;
    int fairer;                                        /* 0: a, 1: b, -1: not decided */
    const char *name_a, *name_b, *equal, *fairer_name; /* equal: in what; or NULL */
} study_matched_t;

enum {
    STUDY_MAX_MATCHED = STUDY_MAX_VARIANTS * (STUDY_MAX_VARIANTS - 1) / 2 * MATCHED_KINDS
};

typedef struct study_result {
    const study_t *study;
    study_t *own; /* the study, with another past; or NULL */
    char out[FILE_PATH];
    bool is_complete; /* nothing is left to play */
    study_cell_t cells[STUDY_MAX_VARIANTS][STUDY_MAX_STRENGTHS];
    study_difference_t differences[STUDY_MAX_DIFFERENCES];
    int num_differences;
    study_matched_t matched[STUDY_MAX_MATCHED]; /* a, b; of these all kinds */
    int num_matched;
    study_trend_t trends[STUDY_MAX_VARIANTS];
    study_skill_t skills[STUDY_MAX_VARIANTS];
    study_exact_t exact[STUDY_MAX_VARIANTS];
    outcome_counts_t seats; /* of all cells together: one trial per pair */
    estimate_t seats_score;
    double seats_p;
    bool seats_even;
    contingency_t orientations; /* of all cells together */
    double level;               /* 1 - error_rate */
    double level_cells;         /* of `simultaneous` of cells, and of differences below */
    double level_differences;
    double level_controls;
} study_result_t;

/* The cells of all variants and strength levels, variant by variant. */
static inline int study_num_cells(const study_result_t *result) {
    return result->study->num_variants * result->study->num_strengths;
}
static inline const study_cell_t *study_cell_at(const study_result_t *result, int i) {
    int strengths = result->study->num_strengths;
    return &result->cells[i / strengths][i % strengths];
}

/* Whether no more games of self-play are to come, or the time planned is over. */
static inline bool study_cell_is_over(const study_cell_t *cell) {
    return cell->is_done || cell->is_planned;
}

/* Of all cells, with controls. */
uint64_t study_all_games(const study_result_t *result);

/* Whether the cell was played by a list of networks. */
static inline bool study_cell_has_networks(const study_cell_t *cell) {
    return cell->networks.pairs.networks > 0;
}

/* study_common_strength: the level that represents all variants, so that they can be
 * compared: the strongest at which each has at least STUDY_LEVEL_GAMES games; failing
 * that, the one whose variant with fewest games has most; -1: at no level all have games.
 * study_strongest: the level that represents one variant: the common one, else its own.
 */
enum { STUDY_LEVEL_GAMES = 100 };
int study_strongest(const study_result_t *result, int variant);
int study_common_strength(const study_result_t *result);

/* Reads the games so far and changes nothing on disk; runs not begun have no games. */
study_result_t *study_result_new(const study_t *study, const char *out, failure_t *error);

/* The same for runs from elsewhere: `out` is their folder's name in the result. exact:
 * one per variant. */
typedef struct study_source {
    study_opener_t runs;
    const study_exact_t *exact;
    const study_past_t *past; /* NULL: the study's */
} study_source_t;
study_result_t *study_result_of(const study_t *study, const char *out,
                                const study_source_t *source, failure_t *error);
void study_result_free(study_result_t *result);

/* The file in OUT with the effective study; study_load reads it. */
#define STUDY_FILE FOLDER_STUDY_FILE

#endif
