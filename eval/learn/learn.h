/* learn.h - players from nothing: generations of self-play, training and a gate, each of
 * which is made from the ones before, in one folder (learn_folder.h).
 * Use: learn_t learn = {.plan = &plan, .folder = "runs/learn", .end = 10, ...};
 *      if (learn_open(&learn, &error) && learn_run(&learn, &error)) ...
 *      cli_print(&form, learn_result(&learn));        learn_clear(&learn);
 *      if (learn_view(&learn, &error)) ...     what is there, without changing anything
 * The same call resumes after a stop or kill at any instant. Several processes with
 * shares of the same folder make it together: each plays its games; a step that only one
 * need do, all can do, with the same result, and one that waits in vain does it.
 * Threads: as run_workers.h.
 * Errors: another plan in the folder; those of runs, exports and training.
 */
#ifndef EVAL_LEARN_H
#define EVAL_LEARN_H

#include "core/base/error.h"
#include "core/base/interval.h"
#include "core/stats/outcome_counts.h"
#include "eval/learn/learn_plan.h"
#include "mcts/evaluate/weights.h"
#include "selfplay/run/task_share.h"

#include <stdbool.h>

typedef struct learn learn_t;
typedef struct learn_window learn_window_t; /* eval/learn/learn_steps.h */
typedef struct result result_t;             /* core/base/table/result.h */

/* What a generation came to: its file, and from `score` on what follows. */
typedef struct learn_row {
    int64_t generation, games, simulations, opponent; /* LEARN_..., a generation */
    uint64_t rows, steps;                             /* of training */
    double policy, policy_floor, value, value_floor;  /* losses at its end */
    double games_s, train_s, gate_s; /* CPU time of the task that wrote it; gate_s: of
                                        all matches */
    double clock_s;                  /* the same by the clock, all together */
    char hash[WEIGHTS_HASH];
    outcome_counts_t pairs; /* the gate's */
    double effective;       /* number of them */
    bool promoted;
    bool has_rating;       /* on the curve: */
    outcome_counts_t gain; /* pairs of the best after it against the best before */
    double effective_gain; /* number of them */
    double seconds;        /* of the three */
    estimate_t score, elo; /* against the opponent; whenever a test stops it */
    uint64_t gate_games;
    estimate_t rating; /* Elo of the best after it above the first best, or the start: the
                          sum of the gains so far; a score of 1 is the near end of its
                          interval */
} learn_row_t;

/* The best network against one number of playouts: its file, and what follows. */
typedef struct learn_rung {
    outcome_counts_t pairs;
    double effective;               /* number of them */
    double network_ms, playouts_ms; /* of a search, one thread */
    int64_t simulations;
    uint64_t games;
    estimate_t score;
} learn_rung_t;

struct learn {
    const learn_plan_t *plan;
    const char *folder;
    int end;     /* generations to make, at most */
    int threads; /* 0: all available */
    bool quiet;
    task_share_t share;
    /* Called after each generation; or NULL. */
    void (*report)(const learn_t *learn, const learn_row_t *row);
    /* Called after each generation that is made again; or NULL. */
    void (*checked)(int generation, const char *hash, bool is_equal);
    double time;     /* seconds by the clock, all calls together but for steps that were
                        killed, near which generations end, except the first; 0: none */
    double deadline; /* clock_seconds when that is; 0 before learn_run */
    double begun;    /* clock_seconds of learn_run */
    double counted;  /* clock_seconds up to which the time is part of a generation */
    learn_row_t *rows;
    size_t count, capacity;
    learn_rung_t *rungs;
    size_t num_rungs, room_rungs;
    size_t made;            /* by this call */
    int best, rejections;   /* LEARN_..., or a generation */
    const char *stopped;    /* by what; NULL */
    bool is_over;           /* stop.rejections */
    learn_window_t *window; /* training data in memory; NULL: none yet */
};

bool learn_open(learn_t *learn, failure_t *error);
bool learn_run(learn_t *learn, failure_t *error);
/* Plays the best network against growing numbers of playouts (learn_ladder.c). */
bool learn_climb(learn_t *learn, failure_t *error);
bool learn_view(learn_t *learn, failure_t *error);
result_t *learn_result(const learn_t *learn);
/* The number of playouts as strong as the best network, to two digits, by a straight line
 * through the logits of two rungs: 0 below the first, or without any, INFINITY beyond
 * the last. Its ends are rungs: the last that is surely not stronger than the network, 0
 * if none is, and the first that surely is, INFINITY if none is; each at 97.5 %, if more
 * playouts are never weaker. */
estimate_t learn_playouts(const learn_t *learn);
/* Whether the playouts of a rung are surely stronger than the network: at a level at
 * which several rungs that are even, of which the ladder ends at the second that it
 * loses, are taken for stronger in 2.5 % together. */
bool learn_is_weaker(const learn_rung_t *rung);
void learn_clear(learn_t *learn);

/* Makes generations of a folder again, from what was there before each, in `scratch`, and
 * compares the hashes of their weights (learn_check.c). generations: ascending. *equal:
 * how many have the same. */
bool learn_check(const learn_t *learn, const int *generations, int count,
                 const char *scratch, int *equal, failure_t *error);

#endif
