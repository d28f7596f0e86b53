/* reanalyze.h - searches recorded positions again, for instance with a newer network, as
 * they are exported; the results replace the recorded ones in the export.
 * Use: if (!reanalysis_check(&agent, "new.json", &error) || !agent_bind(&agent, ...)) ...
 *      reanalysis_t *reanalysis = reanalysis_new(&setting);
 *      export_revision_t revision = reanalysis_revision(reanalysis);
 *      if (!export_files(&files, "OUT.h5", &options, &revision, &result, &error)) ...
 *      reanalysis_free(reanalysis);
 * The search of a position, and whether it is in the share that is searched, depend only
 * on the agent, the seed and number of the game in its run, and the ply; with an outside
 * evaluator, under the condition in process_evaluator.h. Each search starts without a
 * tree; each thread runs many concurrently (search_batch.h).
 * Threads: one caller; it starts setting.threads.
 * Errors: check: an agent whose searches are not reproducible. Revision: a position that
 *      is over, or whose legal actions differ from the recorded ones; an outside
 *      evaluator that fails; interrupted (terminal.h).
 * Source: J. Schrittwieser et al., Mastering Atari, Go, Chess and Shogi by Planning
 *      with a Learned Model, 2020, "MuZero Reanalyze".
 */
#ifndef SELFPLAY_REANALYZE_H
#define SELFPLAY_REANALYZE_H

#include "core/base/error.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct agent agent_t;                     /* mcts/search/agent.h */
typedef struct export_revision export_revision_t; /* selfplay/export/export.h */
typedef struct game game_t;                       /* core/game/game.h */

typedef struct reanalysis_setting {
    game_t *game;         /* of all positions */
    const agent_t *agent; /* checked and bound */
    double share;         /* of the positions to search, 0 to 1 */
    int threads;          /* 0: all available */
    bool quiet;           /* no progress */
} reanalysis_setting_t;

typedef struct reanalysis reanalysis_t;

/* Whether the agent can reanalyze positions; sets search.reuse to false. where: its name
 * in messages. */
bool reanalysis_check(agent_t *agent, const char *where, failure_t *error);

reanalysis_t *reanalysis_new(const reanalysis_setting_t *setting);
void reanalysis_free(reanalysis_t *reanalysis); /* NULL is fine */

/* For export_files; valid until reanalysis_free. */
export_revision_t reanalysis_revision(reanalysis_t *reanalysis);

#endif
