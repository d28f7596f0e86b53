/* study_verdict.h - the answers of a study in plain sentences, for people.
 * Use: study_verdict(&result, add_sentence, context);
 * Sentences come in the order in which they should be read, by headings: is each variant
 * balanced; do the variants differ; which is fairer; does the score change with the
 * budget; what are first turns worth; can the search be trusted. What is not settled is
 * said.
 * Figures: one level speaks for a variant (study_strongest); others are named where their
 * answer is another.
 * Threads: pure.   Errors: none.
 */
#ifndef EVAL_STUDY_VERDICT_H
#define EVAL_STUDY_VERDICT_H

#include <stdbool.h>

typedef struct study_result study_result_t; /* eval/study/study_result.h */

typedef enum {
    VERDICT_BALANCE,
    VERDICT_DIFFERENCE,
    VERDICT_FAIRER,
    VERDICT_TREND,
    VERDICT_FIRST_TURNS,
    VERDICT_SKILL,
    VERDICT_CONTROLS,
    VERDICT_TOPICS
} verdict_topic_t;

extern const char *const verdict_headings[VERDICT_TOPICS];

/* warning: something that speaks against taking the study's figures as they stand. */
typedef void (*verdict_visit_t)(void *context, verdict_topic_t topic, bool warning,
                                const char *sentence);

void study_verdict(const study_result_t *result, verdict_visit_t visit, void *context);

#endif
