/* match_run.h - a match of two agents as a run: configuration, files, playing.
 * Use: match_plan_t plan = {.game = "NAME", .words = words, .num_words = count,
 *                           .agents = {a, b}, .games = 400, .seed = 1};
 *      if (match_plan_config(&plan, &config, &error) && run_open(&run, &config, ...)) {
 *          match_settle_test(&run, &test, &error)                 only with a test
 *          match_play(&run, test, &share, "", &result, &error)
 *          match_count(&run, &match, &whole, &error)
 *      }
 * Games are stored in files of MATCH_SHARD_GAMES; pairs start from openings of
 * MATCH_OPENING_TURNS random turns unless the words say otherwise. The games that count
 * are those in order up to the first that is missing, or up to the pair that decides the
 * test.
 * Errors: words that are not keys; files of another run; a test other than the stored
 * one.
 */
#ifndef EVAL_MATCH_RUN_H
#define EVAL_MATCH_RUN_H

#include "core/base/error.h"
#include "mcts/search/agent.h"
#include "selfplay/config/run_config.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct match match_t;                   /* eval/match/match.h */
typedef struct run run_t;                       /* selfplay/run/run.h */
typedef struct sprt sprt_t;                     /* eval/stats/sprt.h */
typedef struct task_share task_share_t;         /* selfplay/run/task_share.h */
typedef struct workers_result workers_result_t; /* selfplay/run/workers/run_workers.h */

enum { MATCH_SHARD_GAMES = 20, MATCH_OPENING_TURNS = 4 };

typedef struct match_plan {
    const char *game;
    char *const
        *words; /* rules of the game (size=5) and keys of the run (opening.turns=2) */
    int num_words;
    agent_t agents[RUN_MAX_AGENTS];
    int64_t games, seed;
} match_plan_t;

/* The configuration of the match as a run; free with run_config_clear. */
bool match_plan_config(const match_plan_t *plan, run_config_t *config, failure_t *error);

/* Stores the bounds of the run's test in RUN/sprt.txt: a test whose bounds change after a
 * look has no valid error rate. If another process publishes bounds at the same time,
 * those count. */
bool match_settle_test(const run_t *run, const sprt_t *test, failure_t *error);

/* The test of a stored match; *has: whether there is one. */
bool match_stored_test(const char *folder, sprt_t *test, bool *has, failure_t *error);

/* Plays until the test (NULL: none) is decided or all games are played. label: of its
 * progress; "": none; NULL: quiet. */
bool match_play(const run_t *run, const sprt_t *test, const task_share_t *share,
                const char *label, workers_result_t *result, failure_t *error);

/* Counts the stored games into a match that was initialised with the run's test; *whole:
 * nothing is left to play. */
bool match_count(const run_t *run, match_t *match, bool *whole, failure_t *error);

#endif
