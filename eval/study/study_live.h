/* study_live.h - a study's scores while it is played, on standard error.
 * Use: study_live_t live; study_live_init(&live, study, quiet);
 *      study_live_show(&live, runs, count, "current activity");      repeatedly
 *      study_live_end(&live);
 * On a terminal the table is redrawn in place, at the terminal's width: if that is too
 * narrow for all strength levels, the weakest are left out. Elsewhere it is printed once,
 * at study_live_is_rough, and then a line every half minute.
 * Threads: for the main thread.
 */
#ifndef EVAL_STUDY_LIVE_H
#define EVAL_STUDY_LIVE_H

#include <stdbool.h>

typedef struct study study_t;         /* eval/study/study.h */
typedef struct study_run study_run_t; /* eval/study/study_run.h */

typedef struct study_live {
    const study_t *study;
    bool quiet, terminal, is_rough;
    int lines;          /* currently on the terminal */
    double start, last; /* seconds */
} study_live_t;

void study_live_init(study_live_t *live, const study_t *study, bool quiet);
void study_live_show(study_live_t *live, const study_run_t *runs, int count,
                     const char *now);

/* Marks that the rough answer is complete. */
void study_live_is_rough(study_live_t *live, const study_run_t *runs, int count);

/* Removes the table from the terminal. */
void study_live_end(study_live_t *live);

double study_live_seconds(const study_live_t *live);

#endif
