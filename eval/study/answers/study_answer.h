/* study_answer.h - the result of a study, to be put out in any form (result.h): the
 * answer first, then the scores, caveats and next steps, then every figure.
 * Use: result_t *out = study_answer(&study_result);   result_free(out);
 * Its parts are below, in the order of their files.
 */
#ifndef EVAL_STUDY_ANSWER_H
#define EVAL_STUDY_ANSWER_H

#include "core/base/table/figures.h"
#include "core/base/table/result.h"

typedef struct study_result study_result_t; /* eval/study/study_result.h */

result_t *study_answer(const study_result_t *result);

/* The first screen: a row a variant with its score drawn, the doubts that could turn the
 * answer, and the first of the next steps; at most 24 lines of 80 columns for eight
 * variants. Programs read the tables instead: these parts have no key. */
void study_summary(result_t *out, const study_result_t *result,
                   const result_part_t *steps);

/* The answer in a few sentences, for the level that represents a variant
 * (study_strongest). */
enum { STUDY_HEADLINE = 4096 };
void study_headline(const study_result_t *result, char words[STUDY_HEADLINE]);

/* Reasons not to take figures at face value; and those that could turn the answer:
 * stronger play that comes to another, and controls that found an artefact of the search.
 */
void study_caveats(result_t *out, const study_result_t *result);
void study_doubts(result_t *out, const study_result_t *result);

/* What would settle the open questions: about how many more games, how long they take,
 * and the command; an empty list: nothing is open. The width of an interval falls about
 * as the square root of the games, and how far it has to fall is estimated from the
 * current figures: all numbers are rough. */
#define STUDY_NEXT_TITLE "Next step"
void study_next(result_t *out, const study_result_t *result);

/* Scores, variant by strength level; everything else. A figure is one row of an array of
 * columns in study_tables.c or, of controls, first turns and skill, in
 * study_tables_more.c. */
void study_tables_first(result_t *out, const study_result_t *result);
void study_tables_rest(result_t *out, const study_result_t *result);
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
            "More is stronger.",                                                         \
            FIGURE_FIELD(type, field)                                                    \
    }

#endif
