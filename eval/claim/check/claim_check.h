/* claim_check.h - checks a claim: its files, its figures, its games.
 * Use: claim_check_t *check = claim_check_new("BUNDLE", &order, &error);   NULL: error
 *      if (check->num_differences > 0) ... check->differences[0] ...
 *      claim_check_gaps(check, gaps);           what nobody has checked; "": nothing
 *      char *page = claim_check_page(check, &order, &size);   free(page);
 *      claim_check_free(check);
 * In this order: the files of the folder against SHA256SUMS, and nothing further if one
 * differs, is missing or is not named; the files that a claim has, and no other; all of
 * claim.json and results.json, written again from the question and the table of games;
 * exact values, by solving (claim_solve.h); and randomly drawn games, replayed
 * (claim_replay.h). The program's name and the question's texts are only said.
 * A page is made from what has been checked; the bundle has none.
 * Owns: check has its texts.   Threads: for the main thread.
 * Errors: a folder that is not a bundle, or of another version; malformed parts; no
 *      games.
 */
#ifndef EVAL_CLAIM_CHECK_H
#define EVAL_CLAIM_CHECK_H

#include "core/base/error.h"
#include "eval/claim/check/claim_replay.h"
#include "eval/claim/check/claim_solve.h"
#include "eval/claim/claim_about.h"
#include "eval/claim/claim_files.h"
#include "eval/claim/claim_kind.h"
#include "eval/claim/claim_result.h"
#include "eval/claim/claim_table.h"

#include <stdbool.h>
#include <stdint.h>

enum { CLAIM_MOST_TOLD = 20 };

typedef struct claim_check_order {
    double share;        /* of games to replay; 0: none */
    const char *weights; /* folder of weights kept apart; NULL: none */
    double solve_s;      /* for solving variants that have exact values; 0: none is */
    uint64_t seed;
    int threads; /* 0: one per processor */
    bool quiet;
} claim_check_order_t;

typedef struct claim_check {
    claim_files_t files;
    claim_about_t *about; /* NULL: not read, as a file differs */
    claim_table_t table;
    claim_result_t *result; /* computed from the table */
    bool is_same_program;   /* as this one, by its name */
    bool is_complete;       /* all files matched, and the rest was checked */
    uint64_t numbers;       /* of the result */
    bool results_hold;
    bool same_bytes;                    /* else last digits differ, due to C libraries */
    claim_solve_t solve;                /* exact values */
    claim_replay_t replay;              /* games */
    char *differences[CLAIM_MOST_TOLD]; /* the first */
    uint64_t num_differences;
} claim_check_t;

claim_check_t *claim_check_new(const char *bundle, const claim_check_order_t *order,
                               failure_t *error);
void claim_check_free(claim_check_t *check); /* NULL is fine */

/* What of the claim has not been checked, in words; empty only if all has. Games are
 * checked by the sample of them that is replayed. */
enum { CLAIM_GAPS = 400 };
const char *claim_check_gaps(const claim_check_t *check, char gaps[CLAIM_GAPS]);

/* The page of a claim without differences, whose check is complete; the caller frees it.
 * It says what has been checked. */
char *claim_check_page(const claim_check_t *check, const claim_check_order_t *order,
                       size_t *size);

#endif
