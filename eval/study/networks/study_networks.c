#include "eval/study/networks/study_networks.h"

#include "core/base/files/file.h"
#include "core/base/pcg.h"
#include "core/base/plain_text.h"
#include "core/base/text.h"
#include "eval/study/study.h"
#include "selfplay/config/opening_lines.h"
#include "selfplay/config/run_config.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_SEED ((UINT64_C(1) << 53) - 1) /* JSON's numbers are doubles */

/* --- Reading and writing ------------------------------------------------------------ */

static cJSON *network_of(const cJSON *agent) {
    return cJSON_GetObjectItemCaseSensitive(agent, "network");
}

static bool read_network(study_network_t *network, const cJSON *item) {
    *network = (study_network_t){.weights = ""};
    if (!cJSON_IsString(item) || strlen(item->valuestring) >= sizeof network->weights ||
        !*item->valuestring)
        return false;
    snprintf(network->weights, sizeof network->weights, "%s", item->valuestring);
    return true;
}

/* Paths have to differ: the same network twice would be less than two. */
static bool read_list(study_strength_t *strength, const cJSON *list) {
    if (cJSON_GetArraySize(list) < 1 || cJSON_GetArraySize(list) > STUDY_MAX_NETWORKS)
        return false;
    for (const cJSON *item = list->child; item; item = item->next) {
        int n = strength->num_networks++;
        if (!read_network(&strength->networks[n], item))
            return false;
        for (int i = 0; i < n; i++)
            if (strcmp(strength->networks[i].weights, strength->networks[n].weights) == 0)
                return false;
    }
    return true;
}

bool study_networks_read(study_strength_t *strength, cJSON *agent, const char *where,
                         failure_t *error) {
    cJSON *network = network_of(agent);
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(network, "weights");
    strength->num_networks = 0;
    if (!cJSON_IsArray(list))
        return true;
    if (!read_list(strength, list))
        return error_set(error,
                         "%s: \"network.weights\" must be a file, or a list of 1 to %d "
                         "different files",
                         where, STUDY_MAX_NETWORKS);
    return cJSON_ReplaceItemInObjectCaseSensitive(
        network, "weights", cJSON_CreateString(strength->networks[0].weights));
}

void study_networks_write(const study_strength_t *strength, cJSON *agent) {
    if (strength->num_networks == 0)
        return;
    cJSON *list = cJSON_CreateArray();
    for (int i = 0; i < strength->num_networks; i++)
        cJSON_AddItemToArray(list, cJSON_CreateString(strength->networks[i].weights));
    cJSON_ReplaceItemInObjectCaseSensitive(network_of(agent), "weights", list);
}

/* --- Paths -------------------------------------------------------------------------- */

typedef bool (*change_path_t)(const char *path, const char *folder,
                              char changed[FILE_PATH], failure_t *error);

static bool to_stored(const char *path, const char *folder, char changed[FILE_PATH],
                      failure_t *error) {
    const size_t length = strlen(folder);
    const bool is_below = strncmp(path, folder, length) == 0 && path[length] == '/';
    return is_below ? file_path(changed, error, ".%s", path + length)
                    : file_path(changed, error, "%s", path);
}

static bool to_located(const char *path, const char *folder, char changed[FILE_PATH],
                       failure_t *error) {
    const bool is_below = strncmp(path, "./", 2) == 0;
    return is_below ? file_path(changed, error, "%s%s", folder, path + 1)
                    : file_path(changed, error, "%s", path);
}

/* Of an agent's network or networks. */
static bool change_paths(cJSON *agent, const char *folder, change_path_t change,
                         failure_t *error) {
    char changed[FILE_PATH];
    cJSON *weights = cJSON_GetObjectItemCaseSensitive(network_of(agent), "weights");
    for (cJSON *item = cJSON_IsArray(weights) ? weights->child : weights; item;
         item = cJSON_IsArray(weights) ? item->next : NULL)
        if (cJSON_IsString(item)) {
            if (!change(item->valuestring, folder, changed, error))
                return false;
            cJSON_SetValuestring(item, changed);
        }
    return true;
}

static bool change_all(cJSON *json, const char *folder, change_path_t change,
                       failure_t *error) {
    const cJSON *levels = cJSON_GetObjectItemCaseSensitive(json, "strengths");
    bool ok = change_paths(cJSON_GetObjectItemCaseSensitive(json, "agent"), folder,
                           change, error);
    for (cJSON *item = levels ? levels->child : NULL; ok && item; item = item->next)
        ok = change_paths(cJSON_GetObjectItemCaseSensitive(item, "agent"), folder, change,
                          error);
    return ok;
}

void study_networks_store(cJSON *json, const char *folder) {
    (void)change_all(json, folder, to_stored, NULL); /* paths get shorter */
}

bool study_networks_locate(cJSON *json, const char *file, failure_t *error) {
    char folder[FILE_PATH];
    const char *slash = strrchr(file, '/');
    return !slash || (file_path(folder, error, "%.*s", (int)(slash - file), file) &&
                      change_all(json, folder, to_located, error));
}

/* --- Openings ----------------------------------------------------------------------- */

bool study_networks_read_openings(study_variant_t *variant, const cJSON *json,
                                  const char *where, failure_t *error) {
    if (!json)
        return true;
    if (!cJSON_IsString(json) || !plain_text_is_line(json->valuestring, OPENING_TEXT))
        return error_set(error,
                         "%s: \"openings\" must be a text of at most %d bytes, lines "
                         "of actions separated by \";\"",
                         where, OPENING_TEXT - 1);
    variant->openings = *json->valuestring ? text_copy(json->valuestring) : NULL;
    return opening_lines_check(variant->openings, variant->game, where, error) ||
           error_prefix(error, "\"openings\" of variant \"%s\"", variant->name);
}

static bool check_strength(const study_strength_t *strength, const char *where,
                           failure_t *error) {
    const study_games_t *games = &strength->games;
    if (strength->num_networks > 0 &&
        games->seats + games->first_turns + games->skill > 0)
        return error_set(error,
                         "%s: strength \"%s\" has a list of networks, so \"seats\", "
                         "\"first_turns\" and \"skill\" must be 0",
                         where, strength->name);
    return true;
}

bool study_networks_check(const study_t *study, const char *where, failure_t *error) {
    bool all = true;
    for (int i = 0; i < study->num_strengths; i++) {
        all = all && study->strengths[i].num_networks > 0;
        if (!check_strength(&study->strengths[i], where, error))
            return false;
    }
    for (int i = 0; i < study->num_variants; i++)
        if (study->variants[i].openings && !all)
            return error_set(error,
                             "%s: \"openings\" of variant \"%s\" need strengths whose "
                             "\"network.weights\" is a list",
                             where, study->variants[i].name);
    return true;
}

/* --- Pairs -------------------------------------------------------------------------- */

int study_networks_pairs(const study_strength_t *strength) {
    return strength->num_networks * (strength->num_networks + 1) / 2;
}

void study_networks_pair(const study_strength_t *strength, int pair, int *first,
                         int *second) {
    REQUIRE(pair >= 0 && pair < study_networks_pairs(strength));
    *first = *second = 0;
    for (int i = 0; i < pair; i++)
        if (++*second == strength->num_networks)
            *second = ++*first;
}

/* Lines of openings of a variant, at least 1: without any, agents play from the start. */
static int lines_of(const study_variant_t *variant) {
    int lines = opening_lines_count(variant->openings);
    return lines > 0 ? lines : 1;
}

/* How often each line occurs in a file of a pair, for each of the two as first player:
 * complete files have all lines equally often. */
static uint64_t rounds_of_file(const study_t *study, int variant) {
    uint64_t lines = (uint64_t)lines_of(&study->variants[variant]);
    uint64_t rounds = (uint64_t)study->shard / (2 * lines);
    return rounds > 0 ? rounds : 1;
}

/* Games of a run for every line and seat once. */
static uint64_t games_of_round(const study_t *study, int variant, int strength,
                               int pair) {
    int first, second;
    study_networks_pair(&study->strengths[strength], pair, &first, &second);
    return (uint64_t)lines_of(&study->variants[variant]) * (first == second ? 1 : 2);
}

uint64_t study_networks_games(const study_t *study, int variant, int strength, int pair) {
    const study_strength_t *with = &study->strengths[strength];
    uint64_t most = (uint64_t)with->games.most;
    uint64_t networks = (uint64_t)with->num_networks;
    uint64_t file = rounds_of_file(study, variant);
    uint64_t all =
        networks * networks * file * (uint64_t)lines_of(&study->variants[variant]);
    uint64_t files = (most + all - 1) / all;
    return files * file * games_of_round(study, variant, strength, pair);
}

/* --- The configuration -------------------------------------------------------------- */

void study_networks_agent(const study_strength_t *strength, int network, agent_t *agent) {
    network_choice_t *choice = &agent->search.evaluator.network;
    *agent = strength->agent;
    if (strength->num_networks == 0)
        return;
    memcpy(choice->weights, strength->networks[network].weights, sizeof choice->weights);
    if (*strength->networks[network].hash)
        memcpy(choice->hash, strength->networks[network].hash, sizeof choice->hash);
}

void study_networks_begin(const study_t *study, int variant, uint64_t salt,
                          run_config_t *config) {
    const char *openings = study->variants[variant].openings;
    config->seed = (int64_t)(mix64((uint64_t)study->seed ^ salt) & MOST_SEED);
    free(config->opening.actions);
    config->opening.actions = openings ? text_copy(openings) : NULL;
}

static void set_agent(agent_t *agent, const study_strength_t *strength, int network) {
    study_networks_agent(strength, network, agent);
    snprintf(agent->name, sizeof agent->name, "network %d", network + 1);
}

void study_networks_configure(const study_t *study, int variant, int strength, int pair,
                              run_config_t *config) {
    const study_strength_t *with = &study->strengths[strength];
    int first, second;
    study_networks_pair(with, pair, &first, &second);
    set_agent(&config->agents[0], with, first);
    if (config->num_agents > 1)
        set_agent(&config->agents[1], with, second);
    uint64_t both = 100 * (uint64_t)first + (uint64_t)second;
    study_networks_begin(study, variant, both << 53, config);
    config->shard_games = (int64_t)(rounds_of_file(study, variant) *
                                    games_of_round(study, variant, strength, pair));
}
