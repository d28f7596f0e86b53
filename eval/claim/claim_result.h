/* claim_result.h - the result of checking a claim, in words and for programs.
 * Use: cli_print(&form, claim_result(check));
 * Owns: the caller the result.
 */
#ifndef EVAL_CLAIM_RESULT_H
#define EVAL_CLAIM_RESULT_H

typedef struct claim_check claim_check_t; /* eval/claim/claim_check.h */
typedef struct result result_t;           /* core/base/table/result.h */

result_t *claim_result(const claim_check_t *check);

#endif
