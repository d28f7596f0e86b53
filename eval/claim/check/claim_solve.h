/* claim_solve.h - solves the variants of a claim again that have exact values.
 * Use: claim_solve_order_t order = {.seconds = 60, .tell = tell};
 *      claim_solve_t solve;
 *      claim_solve(about, &order, &solve);
 * An exact value differs if solving the variant gives another one, or no win in as few
 * turns as claimed. Variants without an exact value claim nothing, and are not solved.
 * Threads: for the main thread; those of retrograde analysis are its own.
 * Errors: what is not settled in time, or before a request to stop (stop.h), is
 *      counted.
 */
#ifndef EVAL_CLAIM_SOLVE_H
#define EVAL_CLAIM_SOLVE_H

#include <stdbool.h>

typedef struct claim_about claim_about_t; /* eval/claim/claim_about.h */

typedef struct claim_solve_order {
    double seconds; /* for all variants together; 0: nothing is solved */
    int threads;    /* 0: one per processor */
    bool quiet;
    void (*tell)(void *context, const char *what); /* an exact value that differs */
    void *context;
} claim_solve_order_t;

typedef struct claim_solve {
    int values; /* exact values that are claimed */
    int solved; /* of these, settled again */
    int differ;
} claim_solve_t;

void claim_solve(const claim_about_t *about, const claim_solve_order_t *order,
                 claim_solve_t *solve);

#endif
