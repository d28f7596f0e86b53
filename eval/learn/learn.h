/* learn.h - players from nothing: generations of self-play, training and a gate, each of
 * which is made from the ones before, in one folder.
 * Use: learn_t learn = {.plan = &plan, .folder = "runs/learn", .end = 10, ...};
 *      if (learn_open(&learn, &error) && learn_run(&learn, &error)) ...
 *      cli_print(&form, learn_result(&learn));        learn_clear(&learn);
 * Files, all ordinary ones; what has its name is whole, and is not made again:
 *      FOLDER/plan.json                   the plan (learn_plan.h)
 *      FOLDER/games/003.json, games/003/  generation 3's configuration and run
 *      FOLDER/exports/003.h5              its training data
 *      FOLDER/weights/003.safetensors     the network trained on the window
 *      FOLDER/agents/003.json             an agent that plays with it
 *      FOLDER/gates/003/                  its match against the best so far
 *      FOLDER/best.json                   the agent of the best so far: at first playouts
 * The same call resumes after a stop or kill at any instant.
 * Threads: as run_workers.h.
 * Errors: another plan in the folder; those of runs, exports and training.
 */
#ifndef EVAL_LEARN_H
#define EVAL_LEARN_H

#include "core/base/error.h"
#include "core/base/interval.h"
#include "eval/learn/learn_plan.h"
#include "mcts/evaluate/weights.h"

#include <stdbool.h>

typedef struct learn learn_t;
typedef struct result result_t; /* core/base/table/result.h */

enum { LEARN_PLAYOUTS = -1 }; /* in place of a generation: the search before the first */

typedef struct learn_row {
    int generation;
    int64_t games, simulations;
    uint64_t positions, steps; /* steps: 0: trained by an earlier call */
    double policy, policy_floor, value, value_floor; /* NaN: likewise */
    char hash[WEIGHTS_HASH];
    char opponent[16];
    estimate_t score, elo; /* against the opponent */
    uint64_t gate_games;
    bool promoted;
} learn_row_t;

struct learn {
    const learn_plan_t *plan;
    const char *folder;
    int end;     /* generations to make, at most */
    int threads; /* 0: all available */
    bool quiet;
    /* Called after each generation; or NULL. */
    void (*report)(const learn_t *learn, const learn_row_t *row);
    double deadline; /* clock_seconds, after which no generation begins; 0: none */
    learn_row_t *rows;
    size_t count, capacity;
    int best, rejections; /* LEARN_PLAYOUTS, or a generation */
    const char *stopped;  /* by what; NULL */
    bool is_over;         /* stop.rejections */
};

bool learn_open(learn_t *learn, failure_t *error);
bool learn_run(learn_t *learn, failure_t *error);
result_t *learn_result(const learn_t *learn);
void learn_clear(learn_t *learn);

#endif
