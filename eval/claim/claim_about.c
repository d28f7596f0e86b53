#include "eval/claim/claim_about.h"

#include "core/base/json.h"
#include "core/base/plain_text.h"
#include "eval/claim/claim_table.h"
#include "eval/study/study_result.h"
#include "mcts/evaluate/convolution/network_instructions.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#define FORMAT "fulcrum claim"
enum { VERSION = 1 };

bool claim_agent_has_weights(const agent_t *agent) {
    int kind = agent->search.evaluator.kind;
    return !agent_is_engine(agent) &&
           (kind == EVALUATOR_NETWORK || kind == EVALUATOR_INTEGER);
}

bool claim_agent_repeats(const agent_t *agent) {
    return !agent_is_engine(agent) && agent->search.evaluator.kind != EVALUATOR_PROCESS;
}

static void list_runs(claim_about_t *about) {
    const study_t *study = &about->study;
    for (int variant = 0; variant < study->num_variants; variant++)
        for (int strength = 0; strength < study->num_strengths; strength++)
            about->num_runs +=
                study_parts(study, variant, strength, about->runs + about->num_runs);
}

void claim_run_name(const claim_about_t *about, int run, char name[CLAIM_RUN_NAME]) {
    study_part_name(&about->study, &about->runs[run], name);
}

/* --- Making ------------------------------------------------------------------------- */

const char *claim_weights_name(const claim_weights_t *weights) {
    const char *last = strrchr(weights->path, '/');
    return last ? last + 1 : weights->path;
}

/* Where all are looked for in one folder, each needs a name of its own. */
static bool check_apart(const claim_about_t *about, failure_t *error) {
    for (int i = 0; i < about->num_weights; i++)
        for (int j = 0; j < i; j++) {
            const char *name = claim_weights_name(&about->weights[i]);
            if (strcmp(name, claim_weights_name(&about->weights[j])) == 0)
                return error_set(error,
                                 "two networks are called %s, so they cannot be apart "
                                 "from the bundle",
                                 name);
        }
    return true;
}

static bool add_weights(claim_about_t *about, const char *path, failure_t *error) {
    for (int i = 0; i < about->num_weights; i++)
        if (strcmp(about->weights[i].path, path) == 0)
            return true;
    if (about->num_weights == CLAIM_MOST_WEIGHTS)
        return error_set(error, "a bundle holds at most %d networks", CLAIM_MOST_WEIGHTS);
    claim_weights_t *weights = &about->weights[about->num_weights++];
    snprintf(weights->path, sizeof weights->path, "%s", path);
    snprintf(weights->file, sizeof weights->file, "weights/%d.h5", about->num_weights);
    return true;
}

/* Agents of a strength: 1 without a list. */
static int count_agents(const study_strength_t *strength) {
    return strength->num_networks > 0 ? strength->num_networks : 1;
}

static bool bind_agent(claim_about_t *about, agent_t *agent, int variant,
                       failure_t *error) {
    if (!claim_agent_has_weights(agent))
        return true;
    return agent_bind(agent, about->study.variants[variant].game, "study", error) &&
           add_weights(about, agent->search.evaluator.network.weights, error);
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

/* A strength may have a network for each variant (evaluator_choice.h). */
static bool bind_agents(claim_about_t *about, failure_t *error) {
    const study_t *study = &about->study;
    for (int variant = 0; variant < study->num_variants; variant++)
        for (int strength = 0; strength < study->num_strengths; strength++) {
            const study_strength_t *with = &study->strengths[strength];
            for (int i = 0; i < count_agents(with); i++) {
                agent_t *agent = &about->agents[variant][strength].of[i];
                *agent = agent_of(with, i);
                if (!bind_agent(about, agent, variant, error))
                    return false;
            }
        }
    return true;
}

claim_about_t *claim_about_new(const study_t *study, const char *out, bool apart,
                               failure_t *error) {
    claim_about_t *about = memory_new(1, sizeof *about);
    bool right = plain_text_is_line(out, sizeof about->folder) ||
                 error_set(error, "%s: has to be " PLAIN_TEXT_ALLOWED, out);
    about->study = *study;
    producer_this_program(&about->maker);
    if (right)
        snprintf(about->folder, sizeof about->folder, "%s", out);
    list_runs(about);
    right = right && bind_agents(about, error) && (!apart || check_apart(about, error));
    for (int i = 0; apart && i < about->num_weights; i++)
        about->weights[i].file[0] = '\0';
    for (int i = 0; right && i < study->num_variants; i++)
        right = study_exact_read(&about->exact[i], study, i, out, error);
    if (right)
        return about;
    claim_about_free(about);
    return NULL;
}

void claim_about_free(claim_about_t *about) {
    if (about && about->owns_study)
        study_clear(&about->study);
    free(about);
}

static cJSON *runs_json(const claim_about_t *about, const claim_table_t *table) {
    cJSON *list = cJSON_CreateArray();
    for (int run = 0; run < about->num_runs; run++) {
        char name[CLAIM_RUN_NAME];
        size_t games;
        cJSON *item = cJSON_CreateObject();
        claim_run_name(about, run, name);
        (void)claim_table_run(table, run, &games);
        cJSON_AddStringToObject(item, "folder", name);
        cJSON_AddNumberToObject(item, "games", (double)games);
        cJSON_AddItemToArray(list, item);
    }
    return list;
}

static cJSON *agents_json(const claim_about_t *about) {
    cJSON *list = cJSON_CreateArray();
    for (int variant = 0; variant < about->study.num_variants; variant++) {
        cJSON *of_variant = cJSON_CreateArray();
        cJSON_AddItemToArray(list, of_variant);
        for (int i = 0; i < about->study.num_strengths; i++) {
            const study_strength_t *with = &about->study.strengths[i];
            cJSON *several = with->num_networks > 0 ? cJSON_CreateArray() : NULL;
            if (several)
                cJSON_AddItemToArray(of_variant, several);
            for (int n = 0; n < count_agents(with); n++) {
                cJSON *item = cJSON_CreateObject();
                agent_write_json(&about->agents[variant][i].of[n], item);
                cJSON_AddItemToArray(several ? several : of_variant, item);
            }
        }
    }
    return list;
}

static cJSON *weights_json(const claim_about_t *about) {
    cJSON *list = cJSON_CreateArray();
    for (int i = 0; i < about->num_weights; i++) {
        cJSON *item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "path", about->weights[i].path);
        if (*about->weights[i].file)
            cJSON_AddStringToObject(item, "file", about->weights[i].file);
        cJSON_AddItemToArray(list, item);
    }
    return list;
}

char *claim_about_text(const claim_about_t *about, const claim_table_t *table) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "format", FORMAT);
    cJSON_AddNumberToObject(json, "version", VERSION);
    cJSON_AddStringToObject(json, "program", about->maker.program);
    cJSON_AddStringToObject(json, "compiler", about->maker.compiler);
    cJSON_AddStringToObject(json, "instructions", about->maker.instructions);
    cJSON_AddStringToObject(json, "folder", about->folder);
    cJSON_AddNumberToObject(json, "seed", (double)about->study.seed);
    cJSON_AddNumberToObject(json, "games", (double)table->count);
    cJSON_AddItemToObject(json, "runs", runs_json(about, table));
    cJSON_AddItemToObject(json, "agents", agents_json(about));
    cJSON_AddItemToObject(json, "weights", weights_json(about));
    cJSON *exact = cJSON_AddArrayToObject(json, "exact");
    for (int i = 0; i < about->study.num_variants; i++)
        cJSON_AddItemToArray(
            exact, study_exact_json(&about->exact[i], about->study.variants[i].game));
    char *text = json_text(json);
    cJSON_Delete(json);
    return text;
}

/* --- Reading ------------------------------------------------------------------------ */

static bool malformed(const char *where, const char *key, failure_t *error) {
    return error_set(error,
                     "%s/" CLAIM_ABOUT_FILE
                     ": \"%s\" is missing, or is not what `fulcrum "
                     "claim` writes",
                     where, key);
}

static bool take_line(const cJSON *json, const char *key, char *into, size_t size,
                      const char *where, failure_t *error) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, key);
    if (!cJSON_IsString(item) || !plain_text_is_line(item->valuestring, size))
        return malformed(where, key, error);
    snprintf(into, size, "%s", item->valuestring);
    return true;
}

static const cJSON *take_list(const cJSON *json, const char *key, int most,
                              const char *where, failure_t *error) {
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(json, key);
    if (cJSON_IsArray(list) && cJSON_GetArraySize(list) <= most)
        return list;
    malformed(where, key, error);
    return NULL;
}

/* The study's agent, but for the path of weights, which may have keys of the variant in
 * it, and for the hash and the instructions that the study leaves open. */
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
    bool right =
        cJSON_IsObject(copy) && agent_read_json(agent, copy, where, NULL, 0, error);
    cJSON_Delete(copy);
    return (right && is_same_agent(agent, of_study)) || malformed(where, "agents", error);
}

/* One agent, or the list of those of a list of networks. */
static bool read_strength(claim_agents_t *agents, const study_strength_t *strength,
                          const cJSON *item, const char *where, failure_t *error) {
    if (strength->num_networks == 0)
        return read_agent(&agents->of[0], &strength->agent, item, where, error);
    if (!cJSON_IsArray(item) || cJSON_GetArraySize(item) != strength->num_networks)
        return malformed(where, "agents", error);
    int i = 0;
    for (const cJSON *one = item->child; one; one = one->next, i++)
        if (!read_agent(&agents->of[i], &strength->agent, one, where, error))
            return false;
    return true;
}

static bool read_agents_of(claim_about_t *about, int variant, const cJSON *list,
                           const char *where, failure_t *error) {
    int i = 0;
    if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) != about->study.num_strengths)
        return malformed(where, "agents", error);
    for (const cJSON *item = list->child; item; item = item->next, i++)
        if (!read_strength(&about->agents[variant][i], &about->study.strengths[i], item,
                           where, error))
            return false;
    return true;
}

static bool read_agents(claim_about_t *about, const cJSON *json, const char *where,
                        failure_t *error) {
    const cJSON *list =
        take_list(json, "agents", about->study.num_variants, where, error);
    int i = 0;
    if (!list)
        return false;
    for (const cJSON *item = list->child; item; item = item->next, i++)
        if (!read_agents_of(about, i, item, where, error))
            return false;
    return i == about->study.num_variants || malformed(where, "agents", error);
}

static bool read_weights(claim_about_t *about, const cJSON *json,
                         const claim_files_t *files, const char *where,
                         failure_t *error) {
    const cJSON *list = take_list(json, "weights", CLAIM_MOST_WEIGHTS, where, error);
    if (!list)
        return false;
    for (const cJSON *item = list->child; item; item = item->next) {
        claim_weights_t *weights = &about->weights[about->num_weights++];
        bool is_apart = !cJSON_HasObjectItem(item, "file");
        if (!take_line(item, "path", weights->path, sizeof weights->path, where, error) ||
            (!is_apart &&
             !take_line(item, "file", weights->file, sizeof weights->file, where, error)))
            return false;
        if (!is_apart && !claim_files_find(files, weights->file))
            return error_set(error, "%s: the weights %s are not in the bundle", where,
                             weights->file);
    }
    return true;
}

static bool read_exact(claim_about_t *about, const cJSON *json, const char *where,
                       failure_t *error) {
    const cJSON *list = take_list(json, "exact", about->study.num_variants, where, error);
    int i = 0;
    if (!list)
        return false;
    for (const cJSON *item = list->child; item; item = item->next, i++)
        if (!study_exact_of_json(&about->exact[i], about->study.variants[i].game, item,
                                 where, error))
            return malformed(where, "exact", error);
    return i == about->study.num_variants || malformed(where, "exact", error);
}

/* A file of the bundle that has to be one JSON object. */
static cJSON *parse(const claim_files_t *files, const char *name, const char *where,
                    failure_t *error) {
    const claim_file_t *file = claim_files_find(files, name);
    char path[RUN_PATH];
    snprintf(path, sizeof path, "%.4000s/%s", where, name);
    if (!file || !file->bytes || memchr(file->bytes, 0, file->size)) {
        error_set(error, "%s: is missing, or no text", path);
        return NULL;
    }
    return json_parse(file->bytes, path, error);
}

static bool read_about(claim_about_t *about, const cJSON *json,
                       const claim_files_t *files, const char *where, failure_t *error) {
    const cJSON *version = cJSON_GetObjectItemCaseSensitive(json, "version");
    char format[sizeof FORMAT];
    if (!take_line(json, "format", format, sizeof format, where, error))
        return false;
    if (strcmp(format, FORMAT) != 0 || !cJSON_IsNumber(version) ||
        version->valueint != VERSION)
        return error_set(error, "%s: is of another version of `fulcrum claim`", where);
    producer_t *maker = &about->maker;
    return take_line(json, "program", maker->program, sizeof maker->program, where,
                     error) &&
           take_line(json, "compiler", maker->compiler, sizeof maker->compiler, where,
                     error) &&
           take_line(json, "instructions", maker->instructions,
                     sizeof maker->instructions, where, error) &&
           take_line(json, "folder", about->folder, sizeof about->folder, where, error) &&
           read_agents(about, json, where, error) &&
           read_weights(about, json, files, where, error) &&
           read_exact(about, json, where, error);
}

claim_about_t *claim_about_read(const claim_files_t *files, const char *where,
                                failure_t *error) {
    claim_about_t *about = memory_new(1, sizeof *about);
    cJSON *study = parse(files, STUDY_FILE, where, error);
    cJSON *json = study ? parse(files, CLAIM_ABOUT_FILE, where, error) : NULL;
    about->owns_study =
        json && study_read_json(&about->study, study, where, NULL, 0, error);
    bool right = about->owns_study;
    if (right)
        list_runs(about);
    right = right && read_about(about, json, files, where, error);
    cJSON_Delete(study);
    cJSON_Delete(json);
    if (right)
        return about;
    claim_about_free(about);
    return NULL;
}

static bool has_games(const cJSON *item, const char *name, size_t games) {
    const cJSON *folder = cJSON_GetObjectItemCaseSensitive(item, "folder");
    const cJSON *number = cJSON_GetObjectItemCaseSensitive(item, "games");
    return cJSON_IsString(folder) && strcmp(folder->valuestring, name) == 0 &&
           cJSON_IsNumber(number) && number->valuedouble == (double)games;
}

static bool is_number(const cJSON *json, const char *key, double number) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, key);
    return cJSON_IsNumber(item) && item->valuedouble == number;
}

bool claim_about_fits(const claim_about_t *about, const claim_files_t *files,
                      const claim_table_t *table, failure_t *error) {
    cJSON *json = parse(files, CLAIM_ABOUT_FILE, "", error);
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(json, "runs");
    bool right = is_number(json, "games", (double)table->count) &&
                 is_number(json, "seed", (double)about->study.seed) &&
                 cJSON_GetArraySize(list) == about->num_runs;
    int run = 0;
    for (const cJSON *item = right ? list->child : NULL; item; item = item->next, run++) {
        char name[CLAIM_RUN_NAME];
        size_t games;
        claim_run_name(about, run, name);
        (void)claim_table_run(table, run, &games);
        right = right && has_games(item, name, games);
    }
    cJSON_Delete(json);
    return right || error_set(error, CLAIM_ABOUT_FILE
                              ": its seed, games or runs are not those of " STUDY_FILE
                              " and " CLAIM_TABLE_FILE);
}
