/* report_answers.h - the head of a report: the answers, before the figures.
 * Use: report_headline(&report, page);    one sentence
 *      report_answers(&report, page);     five cards per variant, a table, next steps
 *      report_verdict(&report, page);     every sentence of study_verdict.h, folded
 */
#ifndef EVAL_REPORT_ANSWERS_H
#define EVAL_REPORT_ANSWERS_H

#include "eval/study/answers/study_verdict.h"

#include <stdio.h>

typedef struct report report_t; /* eval/report/report.h */

void report_headline(const report_t *report, FILE *page);
void report_answers(const report_t *report, FILE *page);
void report_verdict(const report_t *report, FILE *page);

/* The verdict on one topic, as lists: warnings first; many others are folded. */
void report_tell(const report_t *report, verdict_topic_t topic, FILE *page);

#endif
