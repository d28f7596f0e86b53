/* claim_check.h - checks a claim: its files, its figures, its games.
 * Use: claim_check_t *check = claim_check_new("BUNDLE", &order, &error);   NULL: error
 *      if (check->num_differences > 0) ... check->differences[0] ...
 *      claim_check_free(check);
 * In this order: every file against SHA256SUMS, and nothing further if one differs; all
 * figures of results.json and results.csv, recomputed from the table of games; the parts
 * of the page that rest on these figures; the complete games of the sample against the
 * rules; exact values, if there is time for solving (claim_solve.h); and randomly drawn
 * games, replayed (claim_replay.h). Metrics of a study's page are recomputed if the
 * bundle has those of each game.
 * Owns: check has its texts.   Threads: for the main thread.
 * Errors: a folder that is not a bundle, or of another version; malformed parts.
 */
#ifndef EVAL_CLAIM_CHECK_H
#define EVAL_CLAIM_CHECK_H

#include "core/base/error.h"
#include "core/base/files/sha256.h"
#include "eval/claim/check/claim_replay.h"
#include "eval/claim/check/claim_solve.h"

#include <stdbool.h>
#include <stdint.h>

enum { CLAIM_MOST_TOLD = 20, CLAIM_TITLE = 128, CLAIM_PROGRAM = 256 };

typedef struct claim_check_order {
    double share;        /* of games to replay; 0: none */
    const char *weights; /* folder of weights kept apart; NULL: none */
    double solve_s;      /* for solving variants that have exact values; 0: none is */
    uint64_t seed;
    int threads; /* 0: one per processor */
    bool quiet;
} claim_check_order_t;

typedef struct claim_check {
    char id[SHA256_TEXT]; /* checksum of SHA256SUMS: the claim's id */
    char title[CLAIM_TITLE], program[CLAIM_PROGRAM];
    bool is_same_program; /* this one */
    int files, files_right;
    int others;       /* other files, which are not part of the claim */
    bool is_complete; /* all files matched, and the rest was checked */
    uint64_t games, numbers;
    bool results_hold;
    bool same_bytes;           /* else last digits differ, due to C libraries */
    int page_parts, page_held; /* of another version, some may look different */
    int sample_games;
    bool sample_holds;
    const char *unchecked; /* of the page; NULL: nothing */
    bool lacks_metrics;    /* without metrics.csv.gz, the page's are not recomputed */
    claim_solve_t solve;   /* exact values */
    claim_replay_t replay;
    char *differences[CLAIM_MOST_TOLD]; /* the first */
    uint64_t num_differences;
} claim_check_t;

claim_check_t *claim_check_new(const char *bundle, const claim_check_order_t *order,
                               failure_t *error);
void claim_check_free(claim_check_t *check); /* NULL is fine */

#endif
