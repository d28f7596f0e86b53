/* study_learn.h - players for a study, learned from nothing before its games: networks of
 * several seeds, one for all variants that share a board.
 * Use: const study_learn_order_t order = {.seconds = 300, .seeds = 3, .share = {0, 1}};
 *      if (!study_learn(&study, "OUT", &order, &stopped, &error)) ...
 *      if (!stopped && !study_learn_levels(&study, "OUT", true, &error)) ...
 *   OUT/learn/size-4-seed-1/                    a folder of learning (learn_folder.h)
 *   OUT/networks/5m/size-4-generations.json     how many generations five minutes made
 *   OUT/networks/5m/size-4-playouts.json        how many playouts are as strong, at 95 %
 *   OUT/networks/5m/size-4-seed-1.safetensors   the best of these generations
 * For a search for the fairest variant: study_learn of its study with one seed, then
 *      cJSON *agent = study_learn_agent(study, "OUT", 300, &error);
 * Boards and seeds share the time equally. The first seed of a board learns for its
 * share, all calls together; the number of generations that it reaches is kept, and the
 * other seeds make as many. So networks depend on game, variants, seeds and that number
 * alone. With more time later, learning goes on from there: the study has one level of
 * strength more.
 * Threads: as run_workers.h.   Errors: those of learn.h; a board without planes;
 *      more than STUDY_MAX_VARIANTS variants; a path too long for an agent
 *      (NETWORK_PATH).
 */
#ifndef EVAL_STUDY_LEARN_H
#define EVAL_STUDY_LEARN_H

#include "core/base/error.h"
#include "selfplay/run/task_share.h"

#include <stdbool.h>

typedef struct cJSON cJSON;           /* cjson/cJSON.h */
typedef struct learn learn_t;         /* eval/learn/learn.h */
typedef struct learn_row learn_row_t; /* eval/learn/learn.h */
typedef struct study study_t;         /* eval/study/study.h */

enum { STUDY_LEARN_SEEDS = 3 }; /* unless the user says another number */

typedef struct study_learn_order {
    double seconds; /* by the clock, all boards and seeds together */
    int seeds;
    const char *keys; /* of learning, "train.units=256,gate.games=20"; NULL: none */
    int threads;      /* 0: all available */
    bool quiet;
    task_share_t share;
    /* Called after each generation; or NULL. */
    void (*report)(const learn_t *learn, const learn_row_t *row);
} study_learn_order_t;

/* The least time in seconds, for `seeds` networks a board, after which learned players
 * are the default; 0: the game's rules do not say what networks need. */
double study_learn_enough(const study_t *study, int seeds);

/* Makes what is not there yet. *stopped: by what, or NULL. */
bool study_learn(const study_t *study, const char *out, const study_learn_order_t *order,
                 const char **stopped, failure_t *error);

/* Gives a study the levels of strength that were learned in OUT, the least time first,
 * instead of its own or after them. */
bool study_learn_levels(study_t *study, const char *out, bool instead, failure_t *error);

/* The time in the name of a learned level, "10m" of "learned 10m"; NULL: another level.
 */
const char *study_learn_time(const char *level);

/* The agent that plays with the first seed's networks of a time, "5m", for the caller to
 * delete; NULL: an error, or nothing has been learned for that time. */
cJSON *study_learn_agent(const study_t *study, const char *out, double seconds,
                         failure_t *error);

#endif
