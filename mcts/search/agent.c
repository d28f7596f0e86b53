#include "mcts/search/agent.h"

#include "core/base/files/file.h"
#include "core/base/json.h"
#include "core/base/plain_text.h"
#include "mcts/engine/engine_player.h"
#include "mcts/evaluate/evaluator.h"
#include "mcts/evaluate/weights_file.h"
#include "mcts/search/search.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

/* The keys of agents that search; all keys, of which "name" is read first. */
static const config_key_t searching_rows[] = {
    KEY_SET(&temperature_keys, offsetof(agent_t, temperature)),
    KEY_SET(&search_keys, offsetof(agent_t, search)),
    KEY_SET(&search_parallel_keys, offsetof(agent_t, parallel))};
static const keyset_t searching_keys = {searching_rows, KEYSET_COUNT(searching_rows)};
static const config_key_t agent_rows[] = {
    KEY_ELSEWHERE("name"), KEY_SET(&searching_keys, 0),
    KEY_SET(&engine_keys, offsetof(agent_t, engine))};
static const keyset_t agent_keys = {agent_rows, KEYSET_COUNT(agent_rows)};

static bool check(const agent_t *agent, const char *where, failure_t *error) {
    if (agent_is_engine(agent))
        return engine_choice_check(&agent->engine, where, error);
    return search_config_check(&agent->search, where, error) &&
           search_parallel_check(&agent->parallel, &agent->search, where, error);
}

/* Takes "name" out of an object that the caller owns. */
static bool take_name(agent_t *agent, cJSON *json, const char *where, failure_t *error) {
    cJSON *name = cJSON_DetachItemFromObjectCaseSensitive(json, "name");
    bool ok = !name ||
              (cJSON_IsString(name) && plain_text_is_line(name->valuestring, AGENT_NAME));
    if (name && ok)
        snprintf(agent->name, sizeof agent->name, "%s", name->valuestring);
    cJSON_Delete(name);
    return ok ||
           error_set(error,
                     "%s: \"name\" must be a text of 1 to %d bytes, " PLAIN_TEXT_ALLOWED,
                     where, AGENT_NAME - 1);
}

/* Names the agent after a file, without folder and ".json". */
static void name_after(agent_t *agent, const char *where) {
    int length;
    const char *stem = file_stem(where, &length);
    plain_text_copy(agent->name, sizeof agent->name, stem, (size_t)length);
}

/* An outside program has no search keys, and a search no engine keys. */
static bool check_parts(const agent_t *agent, const cJSON *json, const char *where,
                        failure_t *error) {
    for (const cJSON *part = json->child; part; part = part->next) {
        bool is_engines = strcmp(part->string, "engine") == 0;
        if (agent_is_engine(agent) && !is_engines)
            return error_set(error,
                             "%s: \"%.80s\" is for agents that search; an agent with an "
                             "\"engine\" has no other keys",
                             where, part->string);
        if (is_engines && !agent_is_engine(agent))
            return engine_choice_check(&agent->engine, where, error);
    }
    return true;
}

static bool read_values(agent_t *agent, cJSON *json, const char *where,
                        failure_t *error) {
    return take_name(agent, json, where, error) &&
           keyset_read_json(&agent_keys, agent, json, where, "", error) &&
           check_parts(agent, json, where, error);
}

/* Overrides keys with command-line words. */
static bool read_words(agent_t *agent, const char *where, char *const *words,
                       int num_words, failure_t *error) {
    cJSON *json = json_from_arguments(words, num_words, error);
    if (!json)
        return false;
    /* Were the values incompatible already, or only with the words? */
    bool was_ok = check(agent, where, NULL);
    bool ok = read_values(agent, json, COMMAND_LINE, error) &&
              check(agent, was_ok ? COMMAND_LINE : where, error);
    cJSON_Delete(json);
    return ok;
}

static void set_defaults(agent_t *agent, const char *where) {
    *agent = (agent_t){0};
    keyset_set_defaults(&agent_keys, agent);
    name_after(agent, where);
}

bool agent_read_json(agent_t *agent, cJSON *json, const char *where, char *const *words,
                     int num_words, failure_t *error) {
    set_defaults(agent, where);
    return read_values(agent, json, where, error) &&
           read_words(agent, where, words, num_words, error);
}

bool agent_parse(agent_t *agent, const char *text, const char *where, char *const *words,
                 int num_words, failure_t *error) {
    cJSON *json = json_parse(text, where, error);
    bool ok = json && agent_read_json(agent, json, where, words, num_words, error);
    cJSON_Delete(json);
    return ok;
}

/* --- Files -------------------------------------------------------------------------- */

void agent_json_network(cJSON *agent, const char *evaluator, cJSON *weights) {
    cJSON *search = cJSON_GetObjectItemCaseSensitive(agent, "search");
    if (!search)
        search = cJSON_AddObjectToObject(agent, "search");
    cJSON_AddStringToObject(search, "evaluator", evaluator);
    cJSON_AddStringToObject(search, "selection", "puct");
    cJSON_AddStringToObject(search, "fpu", "reduction");
    cJSON_AddItemToObject(cJSON_AddObjectToObject(agent, "network"), "weights", weights);
}

/* The agent that plays with a network, as `fulcrum learn` writes it. */
static cJSON *agent_of_weights(const char *path, failure_t *error) {
    const weights_t *weights = weights_open(path, error);
    if (!weights)
        return NULL;
    cJSON *json = cJSON_CreateObject();
    agent_json_network(json, weights->class->name, cJSON_CreateString(path));
    json_add_number(cJSON_AddObjectToObject(json, "temperature"), "start", 0);
    return json;
}

/* The length of a path's folder, without the slash before its last `up` names; -1 if it
 * has fewer. */
static int folder_length(const char *path, int up) {
    int length = (int)strlen(path);
    for (int i = 0; i <= up; i++) {
        do
            length--;
        while (length >= 0 && path[length] != '/');
        if (length <= 0)
            return -1;
    }
    return length;
}

/* A path in an agent's file starts at that file: "../net" of "runs/agents/a.json" is
 * "runs/net". */
static bool find_network(agent_t *agent, const char *path, failure_t *error) {
    char *weights = agent->search.evaluator.network.weights, given[NETWORK_PATH];
    const char *rest = given;
    int up = 0;
    if (folder_length(path, 0) < 0 || !*weights || *weights == '/')
        return true;
    snprintf(given, sizeof given, "%s", weights);
    while (strncmp(rest, "../", 3) == 0 && folder_length(path, up + 1) >= 0) {
        rest += 3;
        up++;
    }
    return snprintf(weights, NETWORK_PATH, "%.*s/%s", folder_length(path, up), path,
                    rest) < NETWORK_PATH ||
           error_set(error, "%s: the path of \"network.weights\" is too long", path);
}

bool agent_load(agent_t *agent, const char *path, char *const *words, int num_words,
                failure_t *error) {
    if (game_instead_of_file(path,
                             "an agent is needed here, a file such as those in "
                             "configs/agents/, or weights",
                             error))
        return false;
    const bool is_network = file_ends(path, ".safetensors");
    cJSON *json = is_network ? agent_of_weights(path, error) : json_load(path, error);
    if (!json)
        return false;
    set_defaults(agent, path);
    const bool is_agent = !cJSON_GetObjectItemCaseSensitive(json, "game") ||
                          error_set(error,
                                    "%s: is a configuration of games, with a \"game\", "
                                    "and not an agent, such as those in configs/agents/",
                                    path);
    const bool ok = is_agent && read_values(agent, json, path, error) &&
                    (is_network || find_network(agent, path, error)) &&
                    read_words(agent, path, words, num_words, error);
    cJSON_Delete(json);
    return ok;
}

bool agent_default(agent_t *agent, char *const *words, int num_words, failure_t *error) {
    set_defaults(agent, "search");
    agent->temperature.start = 0;
    agent->search.reuse = true;
    cJSON *json = json_from_arguments(words, num_words, NULL);
    search_config_set_time(&agent->search, json, 1000);
    cJSON_Delete(json);
    return read_words(agent, "search", words, num_words, error);
}

void agent_write_json(const agent_t *agent, cJSON *json) {
    cJSON_AddStringToObject(json, "name", agent->name);
    if (agent_is_engine(agent))
        keyset_write_json(&engine_keys, &agent->engine, json);
    else
        keyset_write_json(&agent_keys, agent, json);
}

int64_t agent_simulations(const agent_t *agent) {
    return agent_is_engine(agent) ? agent->engine.simulations : agent->search.simulations;
}

void agent_set_simulations(agent_t *agent, int64_t simulations) {
    if (agent_is_engine(agent))
        agent->engine.simulations = simulations;
    else
        agent->search.simulations = simulations;
}

const char *agent_words(const agent_t *agent, char words[AGENT_WORDS]) {
    const temperature_t *temperature = &agent->temperature;
    const long long simulations = agent_simulations(agent);
    const int64_t time_ms =
        agent_is_engine(agent) ? agent->engine.time_ms : agent->search.time_ms;
    text_t out = text_into(words, AGENT_WORDS);
    if (time_ms > 0)
        text_add(&out, "%lld ms an action", (long long)time_ms);
    else if (simulations > 0)
        text_add(&out, "%lld simulation%s an action", simulations,
                 TEXT_PLURAL(simulations));
    else
        text_add(&out, "as long as it likes");
    if (agent_is_engine(agent))
        return words;
    if (agent->search.max_nodes > 0)
        text_add(&out, ", at most %lld nodes", (long long)agent->search.max_nodes);
    if (temperature->end > 0)
        text_add(&out, ", actions drawn by visits");
    else if (temperature->start > 0 && temperature->turns > 0)
        text_add(&out, ", the first %lld turns drawn by visits",
                 (long long)temperature->turns);
    return words;
}

bool agent_bind(agent_t *agent, const game_t *game, const char *where, failure_t *error) {
    return agent_is_engine(agent) ||
           search_config_bind(&agent->search, game, where, error);
}

bool agent_start_program(agent_t *agent, const game_t *game, const char *where,
                         failure_t *error) {
    return agent_is_engine(agent)
               ? engine_player_start(&agent->engine, game, where, error)
               : evaluator_choice_start(&agent->search.evaluator, game, where, error);
}

engine_program_t *agent_program(agent_t *agent) {
    engine_program_t *program = agent_is_engine(agent)
                                    ? &agent->engine.program
                                    : &agent->search.evaluator.process.program;
    return engine_program_is_set(program) ? program : NULL;
}

char *agent_text(const agent_t *agent) {
    cJSON *json = cJSON_CreateObject();
    agent_write_json(agent, json);
    return json_lines(json);
}

/* --- Choosing an action ------------------------------------------------------------- */

search_t *agent_search_new(const agent_t *agent, const game_t *game) {
    return agent_is_engine(agent)
               ? NULL
               : search_new_parallel(game, &agent->search, &agent->parallel);
}

static pcg32_t rng_for(agent_moment_t moment, pcg_purpose_t purpose) {
    return pcg32_for(moment.seed, moment.game, moment.ply, purpose);
}

void agent_start(search_t *search, const state_t *state, agent_moment_t moment) {
    search_start(search, state, rng_for(moment, PCG_FOR_SEARCH));
}

int agent_decide(const agent_t *agent, const search_t *search, agent_moment_t moment,
                 search_result_t *result) {
    pcg32_t rng = rng_for(moment, PCG_FOR_CHOICE);
    search_read(search, result);
    double temperature = temperature_at(&agent->temperature, (int)moment.turn);
    return choose_action(result, temperature, &rng);
}

int agent_choose(const agent_t *agent, search_t *search, const state_t *state,
                 agent_moment_t moment, search_result_t *result) {
    agent_start(search, state, moment);
    search_run(search, UINT32_MAX);
    return agent_decide(agent, search, moment, result);
}
