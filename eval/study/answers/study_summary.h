/* study_summary.h - the first screen of a study: a row a variant with its score drawn,
 * the doubts that could turn the answer, and the next step; at most 24 lines of 80
 * columns for eight variants.
 * Use: study_summary(out, result, steps);
 * Rows are of the level that represents a variant (study_strongest). Programs read the
 * tables of study_tables.h instead: these parts have no key.
 */
#ifndef EVAL_STUDY_SUMMARY_H
#define EVAL_STUDY_SUMMARY_H

typedef struct result result_t;             /* core/base/table/result.h */
typedef struct result_part result_part_t;   /* core/base/table/result.h */
typedef struct study_result study_result_t; /* eval/study/study_result.h */

/* steps: the list of study_next. */
void study_summary(result_t *out, const study_result_t *result,
                   const result_part_t *steps);

#endif
