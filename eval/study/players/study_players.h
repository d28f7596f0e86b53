/* study_players.h - who plays a study: levels of strength made of networks, or of agents
 * named on the command line.
 * Use: if (!study_players_named(&study, "a.safetensors,b.safetensors", &error)) ...
 *      cJSON_AddItemToArray(levels, study_players_networks("learned 5m", paths));
 *      if (!study_players_set(&study, levels, out, &error)) ...     takes the array over
 * Networks play with 400 simulations, and choose their first turns as good play does:
 * more often the more they searched them, so that games differ.
 * Errors: those of study.h; files that are neither networks nor agents.
 */
#ifndef EVAL_STUDY_PLAYERS_H
#define EVAL_STUDY_PLAYERS_H

#include "core/base/error.h"

typedef struct cJSON cJSON;   /* cjson/cJSON.h */
typedef struct study study_t; /* eval/study/study.h */

/* A level of networks trained alike; takes over the list of their paths, which are as in
 * study.h, with keys in braces. */
cJSON *study_players_networks(const char *name, cJSON *weights);

/* The agent that plays with such a list, or with one network. */
cJSON *study_players_agent(cJSON *weights);

/* Gives a study these levels instead of its own. */
bool study_players_set(study_t *study, cJSON *levels, const char *where,
                       failure_t *error);

/* The same from a list separated by commas: weights are one level, each against each; an
 * agent's file is a level of its own. */
bool study_players_named(study_t *study, const char *list, failure_t *error);

#endif
