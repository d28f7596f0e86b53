/* study_exact.h - the exact values of a study's variants, as far as a budget of time
 * settles them (solver.h).
 * Use: if (!study_exact_find(&study, "OUT", &order, &error)) ...
 *      study_exact_t exact;
 *      if (!study_exact_read(&exact, &study, variant, "OUT", &error)) ...
 * OUT/VARIANT/exact.json says what has been found, or how long it was tried. A variant
 * that was tried for as long as its share is not tried again.
 * Threads: for the main thread.
 * Errors: files that cannot be read or written; a file of another variant.
 */
#ifndef EVAL_STUDY_EXACT_H
#define EVAL_STUDY_EXACT_H

#include "core/base/error.h"
#include "eval/solve/solver.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct cJSON cJSON;   /* cjson/cJSON.h */
typedef struct game game_t;   /* core/game/game.h */
typedef struct study study_t; /* eval/study/study.h */

#define STUDY_EXACT_FILE "exact.json"
/* For all variants together: of a study without a file; before the first game, so that
 * tiny ones are settled however soon somebody stops the study. */
#define STUDY_EXACT_SECONDS 20.0
#define STUDY_EXACT_FIRST_SECONDS 1.0

typedef struct study_exact {
    solver_value_t
        value;         /* of player 1 with best play by both; VALUE_OPEN: not settled */
    int bound;         /* solution_t's; 0: not known */
    bool counts_turns; /* its unit: turns, else actions */
    double seconds;    /* that it took, or was tried for; 0: never tried */
} study_exact_t;

typedef struct study_exact_order {
    double seconds; /* for all variants together; 0: nothing is solved */
    int threads;    /* 0: as many as the machine offers */
    bool quiet;
} study_exact_order_t;

/* Stops early when somebody asks to (stop.h). */
bool study_exact_find(const study_t *study, const char *out,
                      const study_exact_order_t *order, failure_t *error);

/* Nothing there is VALUE_OPEN. */
bool study_exact_read(study_exact_t *exact, const study_t *study, int variant,
                      const char *out, failure_t *error);

/* As in the file: the caller deletes it; and back, where `path` names it in messages.
 * What was found by other rules is VALUE_OPEN. */
cJSON *study_exact_json(const study_exact_t *exact, const game_t *game);
bool study_exact_of_json(study_exact_t *exact, const game_t *game, const cJSON *json,
                         const char *path, failure_t *error);

/* "player 1 wins, in at most 7 turns"; for a value that is settled. */
enum { STUDY_EXACT_WORDS = 80 };
const char *study_exact_words(const study_exact_t *exact, char words[STUDY_EXACT_WORDS]);

#endif
