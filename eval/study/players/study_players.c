#include "eval/study/players/study_players.h"

#include "core/base/json.h"
#include "core/base/text.h"
#include "eval/study/study.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

enum { SIMULATIONS = 400 };

/* Controls need other agents than networks of a list. */
static void add_no_controls(cJSON *item) {
    json_add_number(item, "seats", 0);
    json_add_number(item, "first_turns", 0);
    json_add_number(item, "skill", 0);
}

cJSON *study_players_networks(const char *name, char *const *paths, int count) {
    cJSON *item = cJSON_CreateObject();
    cJSON_AddStringToObject(item, "name", name);
    cJSON *agent = cJSON_AddObjectToObject(item, "agent"),
          *search = cJSON_AddObjectToObject(agent, "search"),
          *temperature = cJSON_AddObjectToObject(agent, "temperature"),
          *weights = cJSON_AddArrayToObject(cJSON_AddObjectToObject(agent, "network"),
                                            "weights");
    json_add_number(search, "simulations", SIMULATIONS);
    cJSON_AddStringToObject(search, "evaluator", "integer");
    cJSON_AddStringToObject(search, "selection", "puct");
    cJSON_AddStringToObject(search, "fpu", "reduction");
    cJSON_AddStringToObject(search, "symmetry", "random");
    json_add_number(temperature, "start", 0.5);
    json_add_number(temperature, "turns", 6);
    for (int i = 0; i < count; i++)
        cJSON_AddItemToArray(weights, cJSON_CreateString(paths[i]));
    add_no_controls(item);
    return item;
}

bool study_players_set(study_t *study, cJSON *levels, const char *where,
                       failure_t *error) {
    cJSON *json = study_json(study);
    cJSON_ReplaceItemInObjectCaseSensitive(json, "strengths", levels);
    study_clear(study);
    const bool ok = study_read_json(study, json, where, NULL, 0, error);
    cJSON_Delete(json);
    return ok;
}

/* --- Named on the command line ------------------------------------------------------ */

static bool is_agent(const char *path) {
    const size_t length = strlen(path);
    return length > 5 && strcmp(path + length - 5, ".json") == 0;
}

/* An agent's level, named as the agent. */
static bool add_agent(const char *path, cJSON *levels, failure_t *error) {
    agent_t agent;
    if (!agent_load(&agent, path, NULL, 0, error))
        return false;
    cJSON *item = cJSON_CreateObject(), *json = cJSON_CreateObject();
    cJSON_AddItemToArray(levels, item);
    cJSON_AddStringToObject(item, "name", agent.name);
    agent_write_json(&agent, json);
    cJSON_DeleteItemFromObjectCaseSensitive(json, "name");
    json_add_item(item, "agent", json);
    return true;
}

bool study_players_named(study_t *study, const char *list, failure_t *error) {
    char *copy = text_copy(list), *save = NULL, *networks[STUDY_MAX_NETWORKS];
    cJSON *levels = cJSON_CreateArray();
    int count = 0;
    bool ok = true;
    for (char *path = strtok_r(copy, ",", &save); ok && path;
         path = strtok_r(NULL, ",", &save)) {
        if (is_agent(path))
            ok = add_agent(path, levels, error);
        else if (count == STUDY_MAX_NETWORKS)
            ok = error_set(error, "--players: more than %d networks", STUDY_MAX_NETWORKS);
        else
            networks[count++] = path;
    }
    if (ok && count > 0)
        cJSON_AddItemToArray(levels, study_players_networks("networks", networks, count));
    if (ok)
        ok = study_players_set(study, levels, "--players", error);
    else
        cJSON_Delete(levels);
    free(copy);
    return ok;
}
