/* study_plan.h - what ends the games of a study, and so which intervals hold.
 * Use: if (study_plan_is_watched(&study)) ... anytime-valid intervals only
 *      looks_t looks = study_plan_looks(&study, strength);           PURPOSE_DECIDE
 *      study.past = study_plan_past(&study, &stored);
 * The plan is what the purpose names; it may not depend on results. So once a study has
 * begun, a change of what ends its games makes all its intervals anytime-valid, as if the
 * user had watched it. More variants, strength levels or networks change no plan; only
 * where looks decide, more variants do, as each then has another level.
 * Variants that were removed after games of theirs had been seen still count: intervals
 * of the others hold simultaneously with theirs, as choosing by results would else break
 * the error rate. Added ones have their share of it from then on; together with what was
 * answered before, all answers ever given have study_plan_error_rate.
 */
#ifndef EVAL_STUDY_PLAN_H
#define EVAL_STUDY_PLAN_H

#include "eval/stats/looks.h"

#include <stdbool.h>

typedef struct study study_t;           /* eval/study/study.h */
typedef struct study_past study_past_t; /* eval/study/study.h */

/* To be stopped at any time, by plan or because the plan was changed. */
bool study_plan_is_watched(const study_t *study);

/* The looks at a cell that is played until its balance is known: at most the games at
 * which an interval without draws has the precision. */
looks_t study_plan_looks(const study_t *study, int strength);

/* The past of a study that replaces the stored one. */
study_past_t study_plan_past(const study_t *study, const study_t *stored);

/* All variants, also those removed. */
int study_plan_variants(const study_t *study);

/* Strength levels with self-play. */
int study_plan_levels(const study_t *study);

/* The probability that any verdict of a strength level was wrong in any answer so far, at
 * most: the study's error rate, and more if variants were added. */
double study_plan_error_rate(const study_t *study);

/* The level of each interval so that those of all variants at one strength level hold
 * simultaneously, and those of all their differences; of a study to watch, those of all
 * strength levels. */
double study_plan_level_of_cells(const study_t *study);
double study_plan_level_of_differences(const study_t *study);

#endif
