/* claim_about.h - what a bundle says of itself besides its games: claim.json.
 * Use: claim_about_t *about = claim_about_new(&study, "OUT", false, &error);  NULL: error
 *      char *text = claim_about_text(about, &table);   free(text);
 *      claim_about_t *about = claim_about_read(&files, "FOLDER", &error);
 *      claim_about_free(about);
 * {"format": "fulcrum claim", "version": 1,
 *  "program": ..., "compiler": ..., "instructions": ...,  that made the bundle
 *  "folder": "runs/x"                    what the results call the study's folder
 *  "seed": 1, "games": 74900
 *  "runs": [{"folder": "side-4/25/self-play", "games": 4000}, ...]   as games.csv.gz
 *  "agents": [[{...}, ...], ...]         of each variant those of all strengths, with the
 *                                        path and the hash of their weights; of a list of
 *                                        networks a list, one for each
 *  "weights": [{"path": "net.h5", "file": "weights/1.h5"}, ...]   without "file" they
 *                                        are apart: who checks says where
 *                                        (claim_replay.h)
 *  "exact": [{...}, ...]}                of each variant, as the study's exact.json
 * Seed, games, agents and weights are said for people and programs alike; what they have
 * to be follows from study.json and the table, and is held to it.
 * Nothing of what a bundle names outside its folder is ever opened: paths of weights are
 * names that `weights` translates, or without their folders names in a folder that the
 * checker says, and outside programs are never started.
 * Owns: about has the study of a bundle that is read; of one that is made it borrows it.
 * Threads: one thread.   Errors: another version; a part that is missing or malformed.
 */
#ifndef EVAL_CLAIM_ABOUT_H
#define EVAL_CLAIM_ABOUT_H

#include "core/base/error.h"
#include "eval/claim/claim_files.h"
#include "eval/study/study.h"
#include "eval/study/study_exact.h"
#include "eval/study/study_run.h"
#include "mcts/evaluate/network_choice.h"
#include "mcts/search/agent.h"
#include "selfplay/run/run_folder.h"
#include "selfplay/store/games_header.h"

typedef struct claim_table claim_table_t; /* eval/claim/claim_table.h */

#define CLAIM_ABOUT_FILE "claim.json"
enum {
    CLAIM_MOST_WEIGHTS = STUDY_MAX_VARIANTS * STUDY_MAX_STRENGTHS,
    CLAIM_MOST_RUNS = STUDY_MAX_VARIANTS * STUDY_MAX_STRENGTHS * STUDY_CELL_PARTS
};

/* The agent of a strength on a variant: as many as it has networks. */
typedef struct claim_agents {
    agent_t of[STUDY_MAX_NETWORKS];
} claim_agents_t;

typedef struct claim_weights {
    char path[NETWORK_PATH];    /* as the study names it */
    char file[CLAIM_FILE_NAME]; /* in the bundle; "": apart */
} claim_weights_t;

typedef struct claim_about {
    study_t study;
    bool owns_study;
    producer_t maker;
    char folder[RUN_PATH];
    /* With the path and the hash of their weights: as bound. */
    claim_agents_t agents[STUDY_MAX_VARIANTS][STUDY_MAX_STRENGTHS];
    claim_weights_t weights[CLAIM_MOST_WEIGHTS];
    int num_weights;
    study_exact_t exact[STUDY_MAX_VARIANTS];
    study_part_t runs[CLAIM_MOST_RUNS]; /* that the study asks for, in their order */
    int num_runs;
} claim_about_t;

/* Opens the weights that the study's agents name; apart: the bundle is not to have them.
 */
claim_about_t *claim_about_new(const study_t *study, const char *out, bool apart,
                               failure_t *error);
char *claim_about_text(const claim_about_t *about, const claim_table_t *table);

claim_about_t *claim_about_read(const claim_files_t *files, const char *where,
                                failure_t *error);
void claim_about_free(claim_about_t *about); /* NULL is fine */

/* Whether claim.json says of the games what the table holds. */
bool claim_about_fits(const claim_about_t *about, const claim_files_t *files,
                      const claim_table_t *table, failure_t *error);

/* "side-4/25/self-play" */
enum { CLAIM_RUN_NAME = STUDY_PART_NAME };
void claim_run_name(const claim_about_t *about, int run, char name[CLAIM_RUN_NAME]);

/* The name of a file of weights without its folders; weights apart differ in it. */
const char *claim_weights_name(const claim_weights_t *weights);

/* Whether an agent has weights; whether its games can be played again: an
 * outside program's cannot. */
bool claim_agent_has_weights(const agent_t *agent);
bool claim_agent_repeats(const agent_t *agent);

#endif
