/* study_print.h - the result of a study as text, JSON or CSV.
 * Use: study_print(&result, STUDY_PRINT_TEXT, stdout);
 * Text: the verdict, then tables; shares in percent. JSON: one object on one line, shares
 * from 0 to 1, its members named as in study_result.h. CSV: one line per cell, with a
 * heading.
 */
#ifndef EVAL_STUDY_PRINT_H
#define EVAL_STUDY_PRINT_H

#include <stdio.h>

typedef struct study_result study_result_t; /* eval/study/study_result.h */

typedef enum { STUDY_PRINT_TEXT, STUDY_PRINT_JSON, STUDY_PRINT_CSV } study_print_t;

void study_print(const study_result_t *result, study_print_t as, FILE *file);

/* The forms with their own source file. */
void study_print_text(const study_result_t *result, FILE *file);
void study_print_json(const study_result_t *result, FILE *file);

#endif
