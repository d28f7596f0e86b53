/* claim_print.h - the result of checking a claim, as text and as JSON.
 * Use: claim_print_text(check, stdout);
 *      claim_print_json(check, stdout);
 * Shares in JSON are from 0 to 1.
 */
#ifndef EVAL_CLAIM_PRINT_H
#define EVAL_CLAIM_PRINT_H

#include <stdio.h>

typedef struct claim_check claim_check_t; /* eval/claim/claim_check.h */

void claim_print_text(const claim_check_t *check, FILE *file);
void claim_print_json(const claim_check_t *check, FILE *file);

#endif
