/* study_next.h - what would settle the open questions of a study: about how many more
 * games, how long they take, and the command.
 * Use: study_next(&result, visit, context);
 * The width of an interval falls about as the square root of the games; how far it has to
 * fall is estimated from the current figures, which are subject to chance: all numbers
 * are rough. Time is that of the games played so far (call_log.h), on as many threads.
 * A precision applies to all cells of a study: games and minutes are those of all cells
 * that it would extend.
 * Threads: pure except for reading the call logs.
 */
#ifndef EVAL_STUDY_NEXT_H
#define EVAL_STUDY_NEXT_H

#include <stdbool.h>

typedef struct study_result study_result_t; /* eval/study/study_result.h */

typedef struct study_step {
    char question[256];
    char command[8 * 4096 + 512]; /* room for two paths made of quotes, as shell words */
    double games;                 /* about how many more, of all cells; NAN: unknown */
    double minutes;               /* NAN: unknown */
    bool is_far;                  /* even these may not suffice */
} study_step_t;

typedef void (*study_step_visit_t)(void *context, const study_step_t *step);

/* Visits nothing if nothing is open. */
void study_next(const study_result_t *result, study_step_visit_t visit, void *context);

/* "about 1,200 games and 3 minutes" */
enum { STUDY_STEP_WORDS = 96 };
const char *study_step_words(const study_step_t *step, char words[STUDY_STEP_WORDS]);

#endif
