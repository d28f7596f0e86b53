#include "eval/study/players/study_players.h"

#include "core/base/files/file.h"
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

cJSON *study_players_agent(cJSON *weights) {
    cJSON *agent = cJSON_CreateObject(),
          *search = cJSON_AddObjectToObject(agent, "search"),
          *temperature = cJSON_AddObjectToObject(agent, "temperature");
    json_add_number(search, "simulations", SIMULATIONS);
    cJSON_AddStringToObject(search, "symmetry", "random");
    json_add_number(temperature, "start", 0.5);
    json_add_number(temperature, "turns", 6);
    agent_json_network(agent, "integer", weights);
    return agent;
}

cJSON *study_players_networks(const char *name, cJSON *weights) {
    cJSON *item = cJSON_CreateObject();
    cJSON_AddStringToObject(item, "name", name);
    cJSON_AddItemToObject(item, "agent", study_players_agent(weights));
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
    char *copy = text_copy(list), *save = NULL;
    cJSON *levels = cJSON_CreateArray(), *networks = cJSON_CreateArray();
    bool ok = true;
    for (char *path = strtok_r(copy, ",", &save); ok && path;
         path = strtok_r(NULL, ",", &save)) {
        if (file_ends(path, ".json"))
            ok = add_agent(path, levels, error);
        else if (cJSON_GetArraySize(networks) == STUDY_MAX_NETWORKS)
            ok = error_set(error, "--players: more than %d networks", STUDY_MAX_NETWORKS);
        else
            cJSON_AddItemToArray(networks, cJSON_CreateString(path));
    }
    if (ok && cJSON_GetArraySize(networks) > 0)
        cJSON_AddItemToArray(levels, study_players_networks("networks", networks));
    else
        cJSON_Delete(networks);
    if (ok)
        ok = study_players_set(study, levels, "--players", error);
    else
        cJSON_Delete(levels);
    free(copy);
    return ok;
}
