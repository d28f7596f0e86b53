/* complexity_result.h - the complexity of a game as tables.
 * Use: cli_print(&form, complexity_result(&found));
 * In words for people; for programs a row per figure, missing ones empty.
 * Owns: the caller the result.
 */
#ifndef EVAL_COMPLEXITY_RESULT_H
#define EVAL_COMPLEXITY_RESULT_H

typedef struct complexity complexity_t; /* eval/complexity/complexity.h */
typedef struct result result_t;         /* core/base/table/result.h */

result_t *complexity_result(const complexity_t *found);

#endif
