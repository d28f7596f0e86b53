/* report_answers.h - the head of a report: the answers, before any figure has to be
 * looked for.
 * Use: report_answers(&report, page);
 * For each variant the first player's score at the strongest level, drawn on a scale with
 * the margin, and whether that is balanced; which variant is the fairer, where that is
 * shown; then what the verdict of study_verdict.h says of balance, differences, trend and
 * controls. (What it says of first turns and of skill is beside their figures.)
 * Threads: pure but for the file.   Errors: none.
 */
#ifndef EVAL_REPORT_ANSWERS_H
#define EVAL_REPORT_ANSWERS_H

#include "eval/study/study_verdict.h"

#include <stdio.h>

typedef struct report report_t;                     /* eval/report/report.h */
typedef struct study_difference study_difference_t; /* eval/study/study_result.h */
typedef struct study_result study_result_t;         /* eval/study/study_result.h */

void report_answers(const report_t *report, FILE *page);

/* What the verdict says of one topic, as lists: warnings first; many others folded. */
void report_tell(const report_t *report, verdict_topic_t topic, FILE *page);

/* Which of the two variants of a difference is nearer to even: 0 for a, 1 for b; NOBODY
 * where it is not shown, with all answers right together at the study's error rate. */
int report_fairer(const study_result_t *result, const study_difference_t *found);

#endif
