/* reanalyze.h - positions of recorded games searched anew, by a newer network say.
 * Use: if (!reanalysis_check(&agent, "new.json", &error) || !agent_bind(&agent, ...)) ...
 *      reanalysis_t *reanalysis = reanalysis_new(&setting);
 *      export_revision_t revision = reanalysis_revision(reanalysis);
 *      if (!export_files(&files, "OUT.h5", &options, &revision, &result, &error)) ...
 *      reanalysis_free(reanalysis);
 * What is found at a position depends on the agent, and on the seed and number of the
 * game in its run and on the ply alone: so does whether it is drawn for the share. Of an
 * agent with an outside evaluator that is as far as process_evaluator.h promises. Each
 * search begins without a tree; many run side by side on each thread (search_batch.h).
 * Owns: its searches; setting, game and agent are borrowed.
 * Threads: one caller; it starts setting.threads.
 * Errors: of check: an agent whose searches cannot be repeated. Of a revision: a position
 *      that is over, or has other legal actions than were recorded; an outside evaluator
 *      that fails; interrupted (terminal.h).
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
    game_t *game;         /* of all that is revised */
    const agent_t *agent; /* checked and bound */
    double share;         /* of the positions that is searched anew, 0 to 1 */
    int threads;          /* 0: as many as there are */
    bool quiet;           /* no progress */
} reanalysis_setting_t;

typedef struct reanalysis reanalysis_t;

/* Whether recorded positions can be searched by it; sets search.reuse to false. where:
 * what messages call it. */
bool reanalysis_check(agent_t *agent, const char *where, failure_t *error);

reanalysis_t *reanalysis_new(const reanalysis_setting_t *setting);
void reanalysis_free(reanalysis_t *reanalysis); /* NULL is fine */

/* For export_files; it dies with the reanalysis. */
export_revision_t reanalysis_revision(reanalysis_t *reanalysis);

/* Of all searches so far. */
uint64_t reanalysis_simulations(const reanalysis_t *reanalysis);

#endif
