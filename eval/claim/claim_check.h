/* claim_check.h - checks a claim: its files, its figures, its games.
 * Use: claim_check_t *check = claim_check_new("BUNDLE", &order, &error);   NULL: error
 *      if (check->differences.count > 0) ... check->differences.first[0] ...
 *      claim_check_gaps(check, gaps);           what nobody has checked; "": nothing
 *      cli_print(&form, claim_result(check));
 *      char *page = claim_check_page(check, &size);   free(page);
 *      claim_check_free(check);
 * In this order: the files of the folder against SHA256SUMS, and nothing further if one
 * differs, is missing or is not named; the files that a claim has, and no other; all of
 * claim.json and results.json, made again from the question and the table of games; exact
 * values, by solving; and randomly drawn games, replayed (claim_replay.h). The program's
 * name and the question's texts are only repeated.
 * A page is made from what has been checked; the bundle has none.
 * Owns: check has its texts.   Threads: for the main thread.
 * Errors: a folder that is not a bundle, or of another version; malformed parts; no
 *      games.
 */
#ifndef EVAL_CLAIM_CHECK_H
#define EVAL_CLAIM_CHECK_H

#include "core/base/error.h"
#include "eval/claim/claim.h"
#include "eval/claim/claim_difference.h"
#include "eval/claim/claim_figures.h"
#include "eval/claim/claim_files.h"
#include "eval/claim/claim_replay.h"
#include "eval/claim/claim_table.h"

#include <stdbool.h>

typedef struct result result_t; /* core/base/table/result.h */

/* Exact values: claimed; of these, settled again; and not as claimed. An exact value
 * differs if solving the variant gives another one, or no win in as few turns. */
typedef struct claim_solve {
    int values, solved, differ;
} claim_solve_t;

typedef struct claim_check {
    claim_check_order_t order;
    claim_files_t files;
    claim_t *claim; /* NULL: not read, as a file differs */
    claim_table_t table;
    claim_figures_t *figures;
    bool is_same_program; /* as this one, by its name */
    bool is_complete;     /* all files matched, and the rest was checked */
    claim_comparison_t results;
    claim_solve_t solve;
    claim_replay_t replay;
    claim_differences_t differences;
} claim_check_t;

claim_check_t *claim_check_new(const char *bundle, const claim_check_order_t *order,
                               failure_t *error);
void claim_check_free(claim_check_t *check); /* NULL is fine */

/* What of the claim has not been checked, in words; empty only if all has. Games are
 * checked by the sample of them that is replayed. */
enum { CLAIM_GAPS = 400 };
const char *claim_check_gaps(const claim_check_t *check, char gaps[CLAIM_GAPS]);

/* What was found, in words and for programs. */
result_t *claim_result(const claim_check_t *check);

/* The page of a claim without differences, whose check is complete; the caller frees it.
 * It says what has been checked. */
char *claim_check_page(const claim_check_t *check, size_t *size);

#endif
