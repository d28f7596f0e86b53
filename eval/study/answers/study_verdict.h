/* study_verdict.h - the answers of a study in plain sentences.
 * Use: study_verdict(&result, add_sentence, context);
 * Sentences come in reading order, by headings: is each variant balanced; do the variants
 * differ; which is fairer; does the score change with the budget; the worth of first
 * turns; can the search be trusted. Open questions are named.
 * Figures: one level represents a variant (study_strongest); others are named where their
 * answer differs.
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

/* warning: a reason not to take the study's figures at face value. */
typedef void (*verdict_visit_t)(void *context, verdict_topic_t topic, bool warning,
                                const char *sentence);

void study_verdict(const study_result_t *result, verdict_visit_t visit, void *context);

#endif
