/* study_tables.h - the tables of a study's result: every figure, with what it means.
 * Use: study_tables_first(out, result);   scores, variant by strength level
 *      study_tables_rest(out, result);    everything else
 * A figure is one row of an array of columns in study_tables.c, or, of controls, first
 * turns and skill, in study_tables_more.c: text, JSON, CSV, the page and its explanations
 * of columns have it by itself.
 */
#ifndef EVAL_STUDY_TABLES_H
#define EVAL_STUDY_TABLES_H

#include "core/base/table/figures.h"

typedef struct result result_t;             /* core/base/table/result.h */
typedef struct study_result study_result_t; /* eval/study/study_result.h */

void study_tables_first(result_t *out, const study_result_t *result);
void study_tables_rest(result_t *out, const study_result_t *result);

/* The tables of study_tables_more.c. */
void study_tables_more(result_t *out, const study_result_t *result);

/* The columns of a cell's variant and strength level. */
#define STUDY_VARIANT(type, field)                                                       \
    {                                                                                    \
        FIGURE_WORD, "variant", "Variant", "The rules or the board played.",             \
            FIGURE_FIELD(type, field)                                                    \
    }
#define STUDY_STRENGTH(type, field)                                                      \
    {                                                                                    \
        FIGURE_WORD, "strength", "Strength",                                             \
            "Who played: usually the number of simulations of the search per action. "   \
            "More is "                                                                   \
            "stronger.",                                                                 \
            FIGURE_FIELD(type, field)                                                    \
    }

#endif
