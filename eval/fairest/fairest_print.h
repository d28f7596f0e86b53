/* fairest_print.h - the result as text, JSON or CSV.
 * Use: fairest_print(result, FAIREST_PRINT_TEXT, stdout);
 * CSV: one line per variant, in ranking order. JSON: one object on one line; scores and
 * their intervals are 0 to 1.
 * Threads: one file, one thread.   Errors: none (the caller checks the file).
 */
#ifndef EVAL_FAIREST_PRINT_H
#define EVAL_FAIREST_PRINT_H

#include <stdio.h>

typedef struct fairest_result fairest_result_t; /* eval/fairest/fairest_result.h */

typedef enum {
    FAIREST_PRINT_TEXT,
    FAIREST_PRINT_JSON,
    FAIREST_PRINT_CSV
} fairest_print_t;

void fairest_print(const fairest_result_t *result, fairest_print_t as, FILE *file);

#endif
