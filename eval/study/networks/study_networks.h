/* study_networks.h - strength levels whose agent has a list of networks: syntax, pairings
 * and numbers of games.
 * Use: study_networks_read(&strength, agent_json, "study.json", &error) ...
 *      for (int i = 0; i < study_networks_pairs(strength); i++)
 *          study_networks_pair(strength, i, &a, &b);
 * Each two networks, and each with itself, have their own run:
 * OUT/VARIANT/STRENGTH/networks/A-B, numbered from 1. Two networks play pairs of games
 * with seats exchanged; a network with itself plays self-play. So every network is first
 * player against every one in equally many games, equally many from every line of
 * "openings", and all together are at least "games.most": the smallest number that
 * complete files of all pairs can hold. The number is fixed beforehand: the interval
 * (over_networks.h) is a fixed-sample interval, and where networks differ much, more
 * games hardly narrow it. Each pair has its own seed, derived from the two networks'
 * numbers: a list extended at its end continues the same runs.
 * Errors: not a list of paths; inconsistent settings.
 */
#ifndef EVAL_STUDY_NETWORKS_H
#define EVAL_STUDY_NETWORKS_H

#include "core/base/error.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct agent agent_t;                   /* mcts/search/agent.h */
typedef struct cJSON cJSON;                     /* cjson/cJSON.h */
typedef struct run_config run_config_t;         /* selfplay/config/run_config.h */
typedef struct study study_t;                   /* eval/study/study.h */
typedef struct study_strength study_strength_t; /* eval/study/study.h */
typedef struct study_variant study_variant_t;   /* eval/study/study.h */

/* Takes the list out of an agent's JSON and leaves its first network there; an agent
 * without a list is unchanged. study_networks_write: the reverse. */
bool study_networks_read(study_strength_t *strength, cJSON *agent, const char *where,
                         failure_t *error);
void study_networks_write(const study_strength_t *strength, cJSON *agent);

/* "openings" of a variant, whose game is set; json: NULL if not given. */
bool study_networks_read_openings(study_variant_t *variant, const cJSON *json,
                                  const char *where, failure_t *error);

/* Of the JSON of a study in a folder: paths below the folder begin with "./" instead, so
 * that it can be moved; and the other way round, for a study read from a file. */
void study_networks_store(cJSON *json, const char *folder);
bool study_networks_locate(cJSON *json, const char *file, failure_t *error);

/* Whether the settings are consistent. */
bool study_networks_check(const study_t *study, const char *where, failure_t *error);

/* Pairs of networks, each and itself among them: 0 without a list. The two of a pair,
 * first <= second. */
int study_networks_pairs(const study_strength_t *strength);
void study_networks_pair(const study_strength_t *strength, int pair, int *first,
                         int *second);

/* The strength level's agent with a network of its list, or without a list itself. */
void study_networks_agent(const study_strength_t *strength, int network, agent_t *agent);
/* What all runs between networks have: the variant's openings, and a seed of their own.
 */
void study_networks_begin(const study_t *study, int variant, uint64_t salt,
                          run_config_t *config);

/* Agents, openings, seed and games per file of a pair's run; its number of games. */
void study_networks_configure(const study_t *study, int variant, int strength, int pair,
                              run_config_t *config);
uint64_t study_networks_games(const study_t *study, int variant, int strength, int pair);

#endif
