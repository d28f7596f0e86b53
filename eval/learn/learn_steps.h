/* learn_steps.h - the steps of a generation, each of which makes what is not there yet.
 * Use: if (learn_play(learn, 3, &row, &error) && learn_train(learn, 3, &row, &error) &&
 *          learn_gate(learn, 3, &row, &error)) ...
 * A step that is stopped sets learn->stopped and returns true.
 */
#ifndef EVAL_LEARN_STEPS_H
#define EVAL_LEARN_STEPS_H

#include "core/base/error.h"
#include "core/config/keys.h"
#include "core/stats/outcome_counts.h"
#include "eval/learn/learn.h"
#include "mcts/search/agent.h"

extern const keyset_t learn_trained_keys; /* of a learn_row_t: what training came to */

/* What another task is expected to make. */
typedef bool (*learn_made_t)(const void *context);
/* Waits until it is made, for at most so long, after which the caller makes it; false: a
 * stop. */
bool learn_wait(learn_made_t made, const void *context, double seconds);
/* How long a task that has done its part in so many seconds waits for the others. */
double learn_patience(double seconds);

/* After so long all machines see a file that one has made, over NFS, too. */
#define LEARN_LISTED_S 120.0

void learn_window_free(learn_window_t *window); /* NULL is fine */

bool learn_play(learn_t *learn, int generation, learn_row_t *row, failure_t *error);
/* The exports, and the network. */
bool learn_train(learn_t *learn, int generation, learn_row_t *row, failure_t *error);
bool learn_gate(learn_t *learn, int generation, learn_row_t *row, failure_t *error);
/* How much the best so far has gained in plan->curve.every generations. */
bool learn_curve(learn_t *learn, int generation, learn_row_t *row, failure_t *error);

typedef struct sprt sprt_t; /* eval/stats/sprt.h */

/* A match of two agents. */
typedef struct learn_match {
    const char *label;  /* of its progress */
    const char *folder; /* with the variant's label at its end, if there are several */
    agent_t agents[2];
    int64_t games; /* of all variants together, at most */
    int opening_turns;
    int64_t seed;
    const sprt_t *test; /* may stop the match of a single variant; or NULL */
} learn_match_t;

/* Keys of its pairs and of their effective number, in members of a struct. */
/* NOLINTBEGIN(bugprone-macro-parentheses): members */
#define LEARN_PAIRS_KEYS(name, type, pairs, effective)                                   \
    KEY_INT(name "lost", type, pairs.count[0], 0, 0, 1e15, "pairs with 0 points"),       \
        KEY_INT(name "half", type, pairs.count[1], 0, 0, 1e15, "with half a point"),     \
        KEY_INT(name "even", type, pairs.count[2], 0, 0, 1e15, "with 1"),                \
        KEY_INT(name "more", type, pairs.count[3], 0, 0, 1e15, "with 1 and a half"),     \
        KEY_INT(name "won", type, pairs.count[4], 0, 0, 1e15, "with 2"),                 \
        KEY_REAL(name "effective", type, effective, 0, 0, 1e15, "without duplicates")
/* NOLINTEND(bugprone-macro-parentheses) */

/* Plays it, all tasks together: its pairs are added, and the effective number of them. */
bool learn_match(learn_t *learn, const learn_match_t *match, outcome_counts_t *pairs,
                 double *effective, failure_t *error);

/* Adds the rungs of the ladder that are stored. */
bool learn_view_ladder(learn_t *learn, failure_t *error);

#endif
