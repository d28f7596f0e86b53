#include "eval/learn/learn_folder.h"

#include "core/base/files/publish.h"
#include "core/base/json.h"
#include "core/game/game.h"
#include "core/game/outside_game.h"
#include "mcts/evaluate/evaluator.h"
#include "mcts/evaluate/integer/integer_transfer.h"
#include "mcts/evaluate/weights_file.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool learn_path(const char *folder, char path[FILE_PATH], const char *kind,
                int generation, const char *suffix, failure_t *error) {
    return generation == LEARN_START
               ? file_path(path, error, "%s/%s/start%s", folder, kind, suffix)
               : file_path(path, error, "%s/%s/%03d%s", folder, kind, generation, suffix);
}

bool learn_path_of(const char *folder, char path[FILE_PATH], const char *kind,
                   int generation, const learn_variant_t *variant, const char *suffix,
                   failure_t *error) {
    char end[LEARN_LABEL + 32];
    snprintf(end, sizeof end, "%s%s", variant->label, suffix);
    return learn_path(folder, path, kind, generation, end, error);
}

bool learn_settle_text(const char *path, const char *text, const char *what,
                       failure_t *error) {
    char *other;
    if (!publish_once(path, text, &other, error))
        return false;
    const bool ok =
        !other || !what ||
        error_set(error, "%s: was begun with another %s; choose another --out", path,
                  what);
    free(other);
    return ok;
}

static char *values_text(const keyset_t *set, const void *values) {
    cJSON *json = cJSON_CreateObject();
    keyset_write_json(set, values, json);
    return json_lines(json);
}

bool learn_write_values(const char *path, const keyset_t *set, const void *values,
                        failure_t *error) {
    char *text = values_text(set, values);
    const bool ok = publish_file(path, text, strlen(text), error);
    free(text);
    return ok;
}

bool learn_settle_values(const char *path, const keyset_t *set, void *values,
                         failure_t *error) {
    char *text = values_text(set, values);
    const bool ok = learn_settle_text(path, text, NULL, error) &&
                    learn_read_values(path, set, values, error);
    free(text);
    return ok;
}

bool learn_read_values(const char *path, const keyset_t *set, void *values,
                       failure_t *error) {
    cJSON *json = json_load(path, error);
    const bool ok = json && keyset_read_json(set, values, json, path, "", error);
    cJSON_Delete(json);
    return ok;
}

bool learn_read_values_if_any(const char *path, const keyset_t *set, void *values,
                              failure_t *error) {
    return access(path, F_OK) != 0 || learn_read_values(path, set, values, error);
}

int learn_trained_from(const learn_plan_t *plan, int generation) {
    return plan->train.continues && generation > 0 && !learn_is_fresh(plan, generation)
               ? generation - 1
               : learn_first(plan);
}

bool learn_settle_start(const char *folder, const learn_plan_t *plan, failure_t *error) {
    const game_t *games[LEARN_VARIANTS];
    char path[FILE_PATH];
    if (learn_first(plan) != LEARN_START)
        return true;
    if (!learn_path(folder, path, "weights", LEARN_START, ".safetensors", error))
        return false;
    if (access(path, F_OK) == 0)
        return true;
    const weights_t *weights = weights_open(plan->train.start, error);
    if (!weights)
        return false;
    if (weights->class != &integer_evaluator)
        return error_set(error, "%s: is no integer network", plan->train.start);
    for (int v = 0; v < plan->num_variants; v++)
        games[v] = plan->variants[v].game;
    integer_network_t *network =
        integer_transfer(integer_network_of(weights), games, plan->num_variants, error);
    if (!network)
        return error_prefix(error, "%s", plan->train.start);
    size_t size;
    unsigned char *bytes = integer_network_write(network, &size);
    const bool ok = publish_file(path, bytes, size, error);
    free(bytes);
    integer_network_free(network);
    return ok;
}

/* Publishes a file unless it has these bytes already. */
static bool publish_if_new(const char *path, const void *bytes, size_t size,
                           failure_t *error) {
    failure_t ignored;
    size_t there;
    unsigned char *before = access(path, F_OK) == 0
                                ? file_read_bytes(path, WEIGHTS_BYTES, &there, &ignored)
                                : NULL;
    const bool is_same = before && there == size && memcmp(before, bytes, size) == 0;
    free(before);
    return is_same || publish_file(path, bytes, size, error);
}

/* --- Configurations and agents ------------------------------------------------------ */

/* Adds a player: playouts, or a generation's network, which an external learner may have
 * made of another kind. */
static bool add_player(const char *folder, cJSON *json, int generation,
                       int64_t simulations, failure_t *error) {
    char path[FILE_PATH];
    cJSON *search = cJSON_AddObjectToObject(json, "search");
    json_add_number(search, "simulations", simulations);
    if (generation == LEARN_PLAYOUTS)
        return true;
    if (!learn_path(folder, path, "weights", generation, ".safetensors", error))
        return false;
    const weights_t *weights = weights_open(path, error);
    if (!weights)
        return false;
    agent_json_network(json, weights->class->name, cJSON_CreateString(path));
    return true;
}

bool learn_write_config(const char *folder, const learn_plan_t *plan, int variant,
                        int generation, int best, const learn_step_t *step,
                        failure_t *error) {
    char path[FILE_PATH];
    cJSON *player = cJSON_CreateObject();
    bool ok = learn_path_of(folder, path, "games", generation, &plan->variants[variant],
                            ".json", error) &&
              add_player(folder, player, best,
                         best == LEARN_PLAYOUTS ? plan->games.first_simulations
                                                : step->simulations,
                         error);
    char *text = learn_plan_config(plan, variant, generation, step, player);
    ok = ok && learn_settle_text(path, text, "configuration", error);
    free(text);
    cJSON_Delete(player);
    return ok;
}

/* Makes the path of the weights start at the agent's file, which is in the folder or in
 * one of its folders. */
static void move_weights(const char *folder, const char *path, cJSON *json) {
    cJSON *network = cJSON_GetObjectItemCaseSensitive(json, "network");
    const cJSON *weights = cJSON_GetObjectItemCaseSensitive(network, "weights");
    const size_t length = strlen(folder) + 1;
    char moved[FILE_PATH];
    if (!weights)
        return;
    snprintf(moved, sizeof moved, "%s%s", strchr(path + length, '/') ? "../" : "",
             weights->valuestring + length);
    cJSON_ReplaceItemInObjectCaseSensitive(network, "weights", cJSON_CreateString(moved));
}

bool learn_write_agent(const char *folder, const learn_plan_t *plan, int generation,
                       const char *path, failure_t *error) {
    char name[AGENT_NAME];
    cJSON *json = cJSON_CreateObject();
    const bool is_playouts = generation == LEARN_PLAYOUTS;
    const int64_t simulations =
        is_playouts ? plan->games.first_simulations : plan->games.simulations;
    if (is_playouts)
        snprintf(name, sizeof name, "playouts-%lld", (long long)simulations);
    else if (generation == LEARN_START)
        snprintf(name, sizeof name, "start");
    else
        snprintf(name, sizeof name, "generation-%03d", generation);
    cJSON_AddStringToObject(json, "name", name);
    bool ok = add_player(folder, json, generation, simulations, error);
    json_add_number(cJSON_AddObjectToObject(json, "temperature"), "start", 0);
    move_weights(folder, path, json);
    char *text = json_lines(json);
    ok = ok && publish_if_new(path, text, strlen(text), error);
    free(text);
    return ok;
}

bool learn_copy_weights(const char *folder, int generation, const char *to,
                        failure_t *error) {
    char from[FILE_PATH];
    size_t size;
    if (!learn_path(folder, from, "weights", generation, ".safetensors", error))
        return false;
    unsigned char *bytes = file_read_bytes(from, WEIGHTS_BYTES, &size, error);
    const bool ok = bytes && publish_if_new(to, bytes, size, error);
    free(bytes);
    return ok;
}

bool learn_promote(const char *folder, const learn_plan_t *plan, int generation,
                   failure_t *error) {
    char to[FILE_PATH];
    return file_path(to, error, "%s/best.safetensors", folder) &&
           learn_copy_weights(folder, generation, to, error) &&
           file_path(to, error, "%s/best.json", folder) &&
           learn_write_agent(folder, plan, generation, to, error);
}

bool learn_load_agent(const char *folder, const learn_plan_t *plan, int generation,
                      agent_t *agent, failure_t *error) {
    char path[FILE_PATH];
    bool ok = generation == LEARN_PLAYOUTS
                  ? file_path(path, error, "%s/agents/playouts.json", folder)
                  : learn_path(folder, path, "agents", generation, ".json", error);
    return ok &&
           (access(path, F_OK) == 0 ||
            learn_write_agent(folder, plan, generation, path, error)) &&
           agent_load(agent, path, NULL, 0, error);
}
