/* claim_difference.h - what differs between a claim and what its games give.
 * Use: claim_differences_t differences = {0};
 *      claim_differs(&differences, "%s is missing", name);
 *      claim_comparison_t as = claim_compare(&differences, "results.json", claimed,
 *                                            computed);
 *      ... differences.count, differences.first[0] ...
 *      claim_differences_clear(&differences);
 * Owns: the texts.
 */
#ifndef EVAL_CLAIM_DIFFERENCE_H
#define EVAL_CLAIM_DIFFERENCE_H

#include "core/base/error.h"

#include <stdint.h>

enum { CLAIM_MOST_LISTED = 20, CLAIM_DIFFERENCE = 500 };

typedef struct claim_differences {
    char *first[CLAIM_MOST_LISTED];
    uint64_t count;
} claim_differences_t;

void claim_differs(claim_differences_t *differences, const char *format, ...)
    PRINTF_LIKE(2, 3);
void claim_differences_clear(claim_differences_t *differences);

/* Compares two texts of a JSON object each; the first value that differs is listed:
 * "results.json: cells[3].score.value is 0.5, but the games give 0.4". Whole numbers must
 * be equal; others may differ in last digits, which depend on the C library. */
typedef enum { CLAIM_SAME, CLAIM_NEAR, CLAIM_OTHER } claim_comparison_t;
claim_comparison_t claim_compare(claim_differences_t *differences, const char *name,
                                 const char *claimed, const char *computed);

#endif
