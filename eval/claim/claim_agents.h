/* claim_agents.h - the agents that play the games of a claim: per variant those of all
 * strength levels, and the files of their weights.
 * Use: claim_agents_t agents;
 *      if (!claim_agents_bind(&agents, &subject, apart, &error)) ...    as they are here
 *      if (!claim_agents_read(&agents, &subject, json, &files, "FOLDER", &error)) ...
 *      claim_agents_write(&agents, json);                       to and from claim.json
 *      claim_agents_clear(&agents);
 * Binding opens the weights that the subject's agents name. In a bundle these are only
 * names: weights/1.h5 is the first that an agent names, and nothing else is ever opened.
 * Owns: the lists; the subject is borrowed.   Threads: constant once made.
 * Errors: missing weights; agents that are not the subject's.
 */
#ifndef EVAL_CLAIM_AGENTS_H
#define EVAL_CLAIM_AGENTS_H

#include "core/base/error.h"
#include "eval/claim/claim_files.h"
#include "eval/study/study.h"
#include "mcts/evaluate/network_choice.h"
#include "mcts/search/agent.h"

typedef struct cJSON cJSON;                   /* cjson/cJSON.h */
typedef struct claim_subject claim_subject_t; /* eval/claim/claim_subject.h */

enum { CLAIM_MOST_WEIGHTS = 192 };

/* The agents of a strength level on a variant: one per network. */
typedef struct claim_players {
    agent_t of[STUDY_MAX_NETWORKS];
} claim_players_t;

typedef struct claim_weights {
    char path[NETWORK_PATH];    /* as the question names it */
    char file[CLAIM_FILE_NAME]; /* in the bundle; "": apart */
} claim_weights_t;

typedef struct claim_agents {
    const claim_subject_t *subject;
    /* As bound, with path and hash of their weights; by variant, then by strength level.
     */
    claim_players_t *players;
    claim_weights_t weights[CLAIM_MOST_WEIGHTS];
    int num_weights;
} claim_agents_t;

/* apart: the bundle does not contain the weights. */
bool claim_agents_bind(claim_agents_t *agents, const claim_subject_t *subject, bool apart,
                       failure_t *error);
void claim_agents_write(const claim_agents_t *agents, cJSON *json);
bool claim_agents_read(claim_agents_t *agents, const claim_subject_t *subject,
                       const cJSON *json, const claim_files_t *files, const char *where,
                       failure_t *error);
void claim_agents_clear(claim_agents_t *agents);

const claim_players_t *claim_agents_at(const claim_agents_t *agents, int variant,
                                       int strength);

/* The name of a weights file without its folders; weights kept apart differ in it. */
const char *claim_weights_name(const claim_weights_t *weights);

/* Whether an agent has weights; whether its games can be replayed: those of an outside
 * program cannot. */
bool claim_agent_has_weights(const agent_t *agent);
bool claim_agent_repeats(const agent_t *agent);

#endif
