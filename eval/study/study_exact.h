/* study_exact.h - the exact values of a study's variants, as far as a time budget settles
 * them (solver.h).
 * Use: if (!study_exact_find(&study, "OUT", &order, &error)) ...
 *      study_exact_t exact[STUDY_MAX_VARIANTS];
 *      if (!study_exact_read(exact, &study, "OUT", &error)) ...
 * OUT/VARIANT/exact.json has the value found, or how long it was tried. A variant that
 * was tried for its whole share of the time is not tried again.
 * Threads: for the main thread.
 * Errors: files that cannot be read or written; a file of another variant.
 */
#ifndef EVAL_STUDY_EXACT_H
#define EVAL_STUDY_EXACT_H

#include "core/base/error.h"
#include "eval/solve/solver.h"

#include <stdbool.h>

typedef struct cJSON cJSON;   /* cjson/cJSON.h */
typedef struct game game_t;   /* core/game/game.h */
typedef struct study study_t; /* eval/study/study.h */

#define STUDY_EXACT_FILE "exact.json"
/* Seconds for all variants together: of a study without a file; before the first game, so
 * that tiny variants are settled however soon the study is stopped. */
#define STUDY_EXACT_SECONDS 20.0
#define STUDY_EXACT_FIRST_SECONDS 1.0

typedef struct study_exact {
    solver_value_t
        value;         /* of player 1 with best play by both; VALUE_OPEN: not settled */
    int bound;         /* solution_t's; 0: not known */
    bool counts_turns; /* its unit: turns, else actions */
    double seconds;    /* taken, or tried for; 0: never tried */
} study_exact_t;

typedef struct study_exact_order {
    double seconds; /* for all variants together; 0: nothing is solved */
    int threads;    /* 0: one per processor */
    bool quiet;
} study_exact_order_t;

/* Solves one variant for at most that time, or until a request to stop (stop.h).
 * threads: of retrograde analysis; 0: one per processor. */
study_exact_t study_exact_solve(const game_t *game, double seconds, int threads);

/* Stops early on request (stop.h). */
bool study_exact_find(const study_t *study, const char *out,
                      const study_exact_order_t *order, failure_t *error);

/* Whether OUT has a file of one of the variants. */
bool study_exact_was_begun(const study_t *study, const char *out);

/* Of all variants; VALUE_OPEN without a file. */
bool study_exact_read(study_exact_t *exact, const study_t *study, const char *out,
                      failure_t *error);

/* As in the file, for the caller to delete; and back, with `path` as the name in
 * messages. A value found under other rules becomes VALUE_OPEN. */
cJSON *study_exact_json(const study_exact_t *exact, const game_t *game);
bool study_exact_of_json(study_exact_t *exact, const game_t *game, const cJSON *json,
                         const char *path, failure_t *error);

/* Whether any time was spent on it. A value that a bundle claims counts as well. */
bool study_exact_was_tried(const study_exact_t *exact);

/* "won", "drawn" or "lost" by player 1; NULL if it is not settled. */
const char *study_exact_name(const study_exact_t *exact);

/* "player 1 wins, in at most 7 turns"; for a value that is settled. */
enum { STUDY_EXACT_WORDS = 80 };
const char *study_exact_words(const study_exact_t *exact, char words[STUDY_EXACT_WORDS]);

#endif
