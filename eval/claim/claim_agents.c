#include "eval/claim/claim_agents.h"

#include "core/base/plain_text.h"
#include "eval/claim/claim_json.h"
#include "eval/claim/claim_subject.h"
#include "mcts/evaluate/convolution/network_instructions.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AGENTS "agents"
#define WEIGHTS "weights"

bool claim_agent_has_weights(const agent_t *agent) {
    int kind = agent->search.evaluator.kind;
    return !agent_is_engine(agent) &&
           (kind == EVALUATOR_NETWORK || kind == EVALUATOR_INTEGER);
}

bool claim_agent_repeats(const agent_t *agent) {
    return !agent_is_engine(agent) && agent->search.evaluator.kind != EVALUATOR_PROCESS;
}

const char *claim_weights_name(const claim_weights_t *weights) {
    const char *last = strrchr(weights->path, '/');
    return last ? last + 1 : weights->path;
}

/* Agents of a strength level: 1 without a list. */
static int count_agents(const study_strength_t *strength) {
    return strength->num_networks > 0 ? strength->num_networks : 1;
}

static const study_strength_t *strength_of(const claim_agents_t *agents, int variant,
                                           int strength) {
    return &agents->subject->variants[variant].study->strengths[strength];
}

static claim_players_t *players_at(const claim_agents_t *agents, int variant,
                                   int strength) {
    return &agents->players[variant * agents->subject->num_strengths + strength];
}

const claim_players_t *claim_agents_at(const claim_agents_t *agents, int variant,
                                       int strength) {
    return players_at(agents, variant, strength);
}

static void begin(claim_agents_t *agents, const claim_subject_t *subject) {
    size_t count = (size_t)(subject->facts.variants * subject->num_strengths);
    *agents = (claim_agents_t){.subject = subject};
    agents->players = memory_new(count, sizeof *agents->players);
}

void claim_agents_clear(claim_agents_t *agents) {
    free(agents->players);
    *agents = (claim_agents_t){0};
}

/* --- Binding ------------------------------------------------------------------------ */

/* Weights kept apart are all in one folder, so each needs its own name. */
static bool check_apart(const claim_agents_t *agents, failure_t *error) {
    for (int i = 0; i < agents->num_weights; i++)
        for (int j = 0; j < i; j++) {
            const char *name = claim_weights_name(&agents->weights[i]);
            if (strcmp(name, claim_weights_name(&agents->weights[j])) == 0)
                return error_set(error,
                                 "two networks are named %s, so they cannot be kept "
                                 "apart from the bundle",
                                 name);
        }
    return true;
}

static bool add_weights(claim_agents_t *agents, const char *path, failure_t *error) {
    for (int i = 0; i < agents->num_weights; i++)
        if (strcmp(agents->weights[i].path, path) == 0)
            return true;
    if (agents->num_weights == CLAIM_MOST_WEIGHTS)
        return error_set(error, "a bundle holds at most %d networks", CLAIM_MOST_WEIGHTS);
    claim_weights_t *weights = &agents->weights[agents->num_weights++];
    snprintf(weights->path, sizeof weights->path, "%s", path);
    snprintf(weights->file, sizeof weights->file, "weights/%d.h5", agents->num_weights);
    return true;
}

/* The agent with a network of its list. */
static agent_t agent_of(const study_strength_t *strength, int network) {
    agent_t agent = strength->agent;
    network_choice_t *choice = &agent.search.evaluator.network;
    if (strength->num_networks > 0)
        memcpy(choice->weights, strength->networks[network].weights,
               sizeof choice->weights);
    return agent;
}

/* A strength level may have one network per variant (evaluator_choice.h). */
static bool bind_players(claim_agents_t *agents, int variant, int strength,
                         failure_t *error) {
    const claim_variant_t *of = &agents->subject->variants[variant];
    const study_strength_t *with = &of->study->strengths[strength];
    for (int i = 0; i < count_agents(with); i++) {
        agent_t *agent = &players_at(agents, variant, strength)->of[i];
        *agent = agent_of(with, i);
        if (!claim_agent_has_weights(agent))
            continue;
        if (!agent_bind(agent, of->study->variants[of->index].game, "study", error) ||
            !add_weights(agents, agent->search.evaluator.network.weights, error))
            return false;
    }
    return true;
}

bool claim_agents_bind(claim_agents_t *agents, const claim_subject_t *subject, bool apart,
                       failure_t *error) {
    begin(agents, subject);
    for (int variant = 0; variant < subject->facts.variants; variant++)
        for (int strength = 0; strength < subject->num_strengths; strength++)
            if (!bind_players(agents, variant, strength, error))
                return false;
    if (apart && !check_apart(agents, error))
        return false;
    for (int i = 0; apart && i < agents->num_weights; i++)
        agents->weights[i].file[0] = '\0';
    return true;
}

/* --- Writing ------------------------------------------------------------------------ */

static void write_players(const claim_agents_t *agents, int variant, int strength,
                          cJSON *list) {
    const study_strength_t *with = strength_of(agents, variant, strength);
    cJSON *several = with->num_networks > 0 ? cJSON_CreateArray() : NULL;
    if (several)
        cJSON_AddItemToArray(list, several);
    for (int i = 0; i < count_agents(with); i++) {
        cJSON *item = cJSON_CreateObject();
        agent_write_json(&players_at(agents, variant, strength)->of[i], item);
        cJSON_AddItemToArray(several ? several : list, item);
    }
}

static void write_weights(const claim_agents_t *agents, cJSON *list) {
    for (int i = 0; i < agents->num_weights; i++) {
        cJSON *item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "path", agents->weights[i].path);
        if (*agents->weights[i].file)
            cJSON_AddStringToObject(item, "file", agents->weights[i].file);
        cJSON_AddItemToArray(list, item);
    }
}

void claim_agents_write(const claim_agents_t *agents, cJSON *json) {
    const claim_subject_t *subject = agents->subject;
    cJSON *list = cJSON_AddArrayToObject(json, AGENTS);
    for (int variant = 0; variant < subject->facts.variants; variant++) {
        cJSON *of_variant = cJSON_CreateArray();
        cJSON_AddItemToArray(list, of_variant);
        for (int strength = 0; strength < subject->num_strengths; strength++)
            write_players(agents, variant, strength, of_variant);
    }
    write_weights(agents, cJSON_AddArrayToObject(json, WEIGHTS));
}

/* --- Reading ------------------------------------------------------------------------ */

/* Compares with the question's agent, except for the path of weights, which may contain
 * keys of the variant, and the hash and instructions, which the question leaves open. */
static bool is_same_agent(const agent_t *bound, const agent_t *of_study) {
    agent_t open = *bound;
    network_choice_t *network = &open.search.evaluator.network;
    const network_choice_t *asked = &of_study->search.evaluator.network;
    if (claim_agent_has_weights(of_study))
        memcpy(network->weights, asked->weights, sizeof network->weights);
    if (claim_agent_has_weights(of_study) && !*asked->hash)
        *network->hash = 0;
    if (claim_agent_has_weights(of_study) && asked->instructions == INSTRUCTIONS_AUTO)
        network->instructions = INSTRUCTIONS_AUTO;
    char *a = agent_text(&open), *b = agent_text(of_study);
    bool same = strcmp(a, b) == 0;
    free(a);
    free(b);
    return same;
}

static bool read_agent(agent_t *agent, const agent_t *of_study, const cJSON *item,
                       const char *where, failure_t *error) {
    cJSON *copy = cJSON_Duplicate(item, true);
    bool ok = cJSON_IsObject(copy) && agent_read_json(agent, copy, where, NULL, 0, error);
    cJSON_Delete(copy);
    return (ok && is_same_agent(agent, of_study)) ||
           claim_json_malformed(where, AGENTS, error);
}

/* One agent, or the agents of a list of networks. */
static bool read_players(claim_players_t *players, const study_strength_t *strength,
                         const cJSON *item, const char *where, failure_t *error) {
    if (strength->num_networks == 0)
        return read_agent(&players->of[0], &strength->agent, item, where, error);
    if (!cJSON_IsArray(item) || cJSON_GetArraySize(item) != strength->num_networks)
        return claim_json_malformed(where, AGENTS, error);
    int i = 0;
    for (const cJSON *one = item->child; one; one = one->next, i++)
        if (!read_agent(&players->of[i], &strength->agent, one, where, error))
            return false;
    return true;
}

static bool read_variant(claim_agents_t *agents, int variant, const cJSON *list,
                         const char *where, failure_t *error) {
    int i = 0;
    if (!cJSON_IsArray(list) ||
        cJSON_GetArraySize(list) != agents->subject->num_strengths)
        return claim_json_malformed(where, AGENTS, error);
    for (const cJSON *item = list->child; item; item = item->next, i++)
        if (!read_players(players_at(agents, variant, i), strength_of(agents, variant, i),
                          item, where, error))
            return false;
    return true;
}

/* The weights that the agents name, in the order in which a bundle numbers them: all of
 * them are in it, or all are kept apart. */
static bool find_weights(claim_agents_t *agents, const claim_files_t *files,
                         const char *where, failure_t *error) {
    const claim_subject_t *subject = agents->subject;
    for (int variant = 0; variant < subject->facts.variants; variant++)
        for (int i = 0; i < subject->num_strengths; i++)
            for (int j = 0; j < count_agents(strength_of(agents, variant, i)); j++) {
                const agent_t *agent = &players_at(agents, variant, i)->of[j];
                const char *path = agent->search.evaluator.network.weights;
                if (!claim_agent_has_weights(agent))
                    continue;
                if (!plain_text_is_line(path, NETWORK_PATH))
                    return claim_json_malformed(where, AGENTS, error);
                if (!add_weights(agents, path, error))
                    return false;
            }
    bool apart =
        agents->num_weights > 0 && !claim_files_find(files, agents->weights[0].file);
    for (int i = 0; i < agents->num_weights; i++) {
        if (apart)
            agents->weights[i].file[0] = '\0';
        else if (!claim_files_find(files, agents->weights[i].file))
            return error_set(error, "%s: the weights %s are not in the bundle", where,
                             agents->weights[i].file);
    }
    return true;
}

bool claim_agents_read(claim_agents_t *agents, const claim_subject_t *subject,
                       const cJSON *json, const claim_files_t *files, const char *where,
                       failure_t *error) {
    int variants = subject->facts.variants, i = 0;
    begin(agents, subject);
    const cJSON *list = claim_json_list(json, AGENTS, variants, where, error);
    if (!list)
        return false;
    for (const cJSON *item = list->child; item; item = item->next, i++)
        if (!read_variant(agents, i, item, where, error))
            return false;
    return (i == variants || claim_json_malformed(where, AGENTS, error)) &&
           find_weights(agents, files, where, error);
}
