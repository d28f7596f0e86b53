/* study_networks.h - strengths whose agent has a list of networks: how they are said, who
 * plays whom, and how many games.
 * Use: study_networks_read(&strength, agent_json, "study.json", &error) ...
 *      for (int i = 0; i < study_networks_pairs(strength); i++)
 *          study_networks_pair(strength, i, &a, &b);
 * Each two of them, and each and itself, are a run of their own: OUT/VARIANT/STRENGTH/
 * networks/A-B, numbered from 1. Two play pairs of games, the seats exchanged; a network
 * with itself plays self-play. So every network is first player against every one in as
 * many games, behind every line of "openings" in as many, and all of them together are
 * at least "games.most": the least number that whole files of all pairs can hold. Their
 * number is fixed beforehand: the interval over networks (over_networks.h) does not get
 * narrower by more games. Each pair has a seed of its own, which the two networks'
 * numbers make: a list that gets longer at its end goes on with the same runs.
 * Threads: pure.   Errors: what is no list of paths; what does not go together.
 */
#ifndef EVAL_STUDY_NETWORKS_H
#define EVAL_STUDY_NETWORKS_H

#include "core/base/error.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct cJSON cJSON;                     /* cjson/cJSON.h */
typedef struct run_config run_config_t;         /* selfplay/run/run_config.h */
typedef struct study study_t;                   /* eval/study/study.h */
typedef struct study_strength study_strength_t; /* eval/study/study.h */
typedef struct study_variant study_variant_t;   /* eval/study/study.h */

/* Takes the list out of an agent's JSON, and leaves its first network there; an agent
 * without a list stays as it is. And back into it. */
bool study_networks_read(study_strength_t *strength, cJSON *agent, const char *where,
                         failure_t *error);
void study_networks_write(const study_strength_t *strength, cJSON *agent);

/* "openings" of a variant, which has its game; json: NULL where nothing is said. */
bool study_networks_read_openings(study_variant_t *variant, const cJSON *json,
                                  const char *where, failure_t *error);

/* Whether all that is said goes together. */
bool study_networks_check(const study_t *study, const char *where, failure_t *error);

/* Pairs of networks, each and itself among them: 0 without a list. The two of a pair,
 * first <= second. */
int study_networks_pairs(const study_strength_t *strength);
void study_networks_pair(const study_strength_t *strength, int pair, int *first,
                         int *second);

/* Agents, openings, seed and games a file of a pair's run; how many games it is to have.
 */
void study_networks_configure(const study_t *study, int variant, int strength, int pair,
                              run_config_t *config);
uint64_t study_networks_games(const study_t *study, int variant, int strength, int pair);

#endif
