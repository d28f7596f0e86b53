#include "eval/claim/claim.h"

#include "core/base/build_info.h"
#include "core/base/json.h"
#include "core/base/plain_text.h"
#include "core/game/outside_game.h"
#include "core/game/source/game_source.h"
#include "eval/claim/claim_table.h"
#include "eval/study/networks/study_networks.h"
#include "mcts/evaluate/convolution/network_instructions.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FORMAT "fulcrum claim"
enum { VERSION = 3 };

static const game_t *game_of(const claim_t *claim, int variant) {
    return claim->question.study->variants[variant].game;
}

/* What a check can confirm: not how long the solver took, or tried in vain. */
static study_exact_t settled(const study_exact_t *exact) {
    study_exact_t value = *exact;
    value.seconds = 0;
    return exact->value == VALUE_OPEN ? (study_exact_t){.value = VALUE_OPEN} : value;
}

/* --- Weights ------------------------------------------------------------------------ */

const char *claim_weights_name(const claim_t *claim, const claim_weights_t *weights) {
    return weights->path + claim->holds;
}

/* The length of the path of the folder that holds all weights. */
static size_t common_folder(const claim_t *claim) {
    size_t length = 0;
    for (const char *slash = claim->weights[0].path; (slash = strchr(slash, '/'));) {
        const size_t next = (size_t)(++slash - claim->weights[0].path);
        for (int i = 1; i < claim->num_weights; i++)
            if (strncmp(claim->weights[i].path, claim->weights[0].path, next) != 0)
                return length;
        length = next;
    }
    return length;
}

/* Whether a path leads nowhere else than below the folder that it starts at. */
static bool is_below(const char *path) {
    for (const char *name = path; name; name = strchr(name, '/')) {
        name += name > path;
        if (strncmp(name, "..", 2) == 0 && (name[2] == '/' || name[2] == 0))
            return false;
    }
    return *path != '/';
}

static bool has_weights(const agent_t *agent) {
    return !agent_is_engine(agent) &&
           evaluator_choice_class(&agent->search.evaluator)->format;
}

/* Lists the networks that agents have, as the question names them. */
static void list_weights(claim_t *claim) {
    const study_t *study = claim->question.study;
    claim->weights = memory_new(
        (size_t)(study->num_variants * study->num_strengths * STUDY_MAX_NETWORKS),
        sizeof *claim->weights);
    for (int i = 0; i < study->num_variants; i++)
        for (int strength = 0; strength < study->num_strengths; strength++) {
            const study_strength_t *of = &study->strengths[strength];
            int networks = of->num_networks > 0 ? of->num_networks : 1;
            for (int network = 0; has_weights(&of->agent) && network < networks;
                 network++)
                claim->weights[claim->num_weights++] =
                    (claim_weights_t){i, strength, network, .path = ""};
        }
}

/* The agent with a network of its list. */
static agent_t agent_of(const claim_t *claim, const claim_weights_t *weights) {
    agent_t agent;
    study_networks_agent(&claim->question.study->strengths[weights->strength],
                         weights->network, &agent);
    return agent;
}

/* A strength level may have one network per variant (evaluator_choice.h). */
static bool bind(const claim_t *claim, claim_weights_t *weights, failure_t *error) {
    agent_t agent = agent_of(claim, weights);
    if (!agent_bind(&agent, game_of(claim, weights->variant), "study", error))
        return false;
    const network_choice_t *choice = &agent.search.evaluator.network;
    memcpy(weights->path, choice->weights, sizeof weights->path);
    memcpy(weights->hash, choice->hash, sizeof weights->hash);
    weights->instructions = choice->instructions;
    return true;
}

/* Numbers the files, one for each path. Those kept apart are all below one folder. */
static bool name_files(claim_t *claim, bool apart, failure_t *error) {
    int count = 0;
    claim->holds = common_folder(claim);
    for (int i = 0; i < claim->num_weights; i++) {
        claim_weights_t *weights = &claim->weights[i];
        int j = 0;
        while (strcmp(claim->weights[j].path, weights->path) != 0)
            j++;
        if (apart && !is_below(claim_weights_name(claim, weights)))
            return error_set(error,
                             "%s: is not below one folder with the other networks, so "
                             "they cannot be kept apart from the bundle",
                             weights->path);
        if (!apart && j == i)
            snprintf(weights->file, sizeof weights->file, "weights/%d.safetensors",
                     ++count);
        else
            memcpy(weights->file, claim->weights[j].file, sizeof weights->file);
    }
    return count < CLAIM_MOST_FILES - 8 ||
           error_set(error, "a bundle has too many networks");
}

/* --- Making ------------------------------------------------------------------------- */

static bool load_parts(claim_t *claim, const char *out, bool apart, failure_t *error) {
    snprintf(claim->program, sizeof claim->program, "%s", build_program);
    list_weights(claim);
    for (int i = 0; i < claim->num_weights; i++)
        if (!bind(claim, &claim->weights[i], error))
            return false;
    const study_t *study = claim->question.study;
    claim->exact = memory_new((size_t)study->num_variants, sizeof *claim->exact);
    if (!study_exact_read(claim->exact, study, out, error))
        return false;
    for (int i = 0; i < study->num_variants; i++)
        claim->exact[i] = settled(&claim->exact[i]);
    return name_files(claim, apart, error);
}

claim_t *claim_new(const char *out, bool apart, failure_t *error) {
    claim_t *claim = memory_new(1, sizeof *claim);
    if (claim_question_load(&claim->question, out, error) &&
        load_parts(claim, out, apart, error))
        return claim;
    claim_free(claim);
    return NULL;
}

void claim_free(claim_t *claim) {
    if (!claim)
        return;
    claim_question_clear(&claim->question);
    free(claim->weights);
    free(claim->exact);
    free(claim);
}

/* An object at the end of a list, which grows. */
static cJSON *add_object(cJSON *list) {
    cJSON *item = cJSON_CreateObject();
    cJSON_AddItemToArray(list, item);
    return item;
}

static void write_parts(const claim_t *claim, const claim_table_t *table, cJSON *json) {
    const claim_question_t *question = &claim->question;
    bool any = false;
    cJSON *list = cJSON_AddArrayToObject(json, "runs");
    for (int run = 0; run < question->num_runs; run++) {
        char name[STUDY_PART_NAME];
        size_t games;
        cJSON *item = add_object(list);
        claim_run_name(question, run, name);
        (void)claim_table_run(table, run, &games);
        cJSON_AddStringToObject(item, "folder", name);
        json_add_number(item, "games", games);
    }
    list = cJSON_AddArrayToObject(json, "weights");
    for (int i = 0; i < claim->num_weights; i++) {
        const claim_weights_t *weights = &claim->weights[i];
        cJSON *item = add_object(list);
        cJSON_AddStringToObject(item, "path", weights->path);
        cJSON_AddStringToObject(item, "hash", weights->hash);
        if (weights->instructions != INSTRUCTIONS_AUTO)
            cJSON_AddStringToObject(item, "instructions",
                                    network_instructions_names[weights->instructions]);
        if (*weights->file)
            cJSON_AddStringToObject(item, "file", weights->file);
    }
    list = cJSON_AddArrayToObject(json, "exact");
    for (int i = 0; i < question->study->num_variants; i++)
        any = any || claim->exact[i].value != VALUE_OPEN;
    for (int i = 0; any && i < question->study->num_variants; i++)
        cJSON_AddItemToArray(list, study_exact_json(&claim->exact[i], game_of(claim, i)));
}

char *claim_text(const claim_t *claim, const claim_table_t *table) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "format", FORMAT);
    json_add_number(json, "version", VERSION);
    cJSON_AddStringToObject(json, "program", claim->program);
    json_add_number(json, "games", table->count);
    write_parts(claim, table, json);
    return json_lines(json);
}

/* --- Reading ------------------------------------------------------------------------ */

static const cJSON *member(const cJSON *json, const char *key) {
    return cJSON_GetObjectItemCaseSensitive(json, key);
}

/* A plain line that fits. */
static bool read_line(const cJSON *json, const char *key, char *into, size_t size) {
    const cJSON *item = member(json, key);
    if (!cJSON_IsString(item) || !plain_text_is_line(item->valuestring, size))
        return false;
    snprintf(into, size, "%s", item->valuestring);
    return true;
}

/* Without instructions, games with them are not replayed. */
static int read_instructions(const cJSON *item) {
    const char *name = cJSON_GetStringValue(member(item, "instructions"));
    int i = INSTRUCTIONS_COUNT - 1;
    while (i > INSTRUCTIONS_AUTO && name &&
           strcmp(name, network_instructions_names[i]) != 0)
        i--;
    return name ? i : INSTRUCTIONS_AUTO;
}

/* What the question says about the network has to be so. */
static bool read_weights(claim_t *claim, const cJSON *list) {
    const cJSON *item = list ? list->child : NULL;
    list_weights(claim);
    for (int i = 0; i < claim->num_weights; i++, item = item->next) {
        claim_weights_t *weights = &claim->weights[i];
        const agent_t agent = agent_of(claim, weights);
        const network_choice_t *named = &agent.search.evaluator.network;
        if (!item || !read_line(item, "path", weights->path, sizeof weights->path) ||
            !read_line(item, "hash", weights->hash, sizeof weights->hash) ||
            (*named->hash && strcmp(named->hash, weights->hash) != 0))
            return false;
        weights->instructions = read_instructions(item);
        if (named->instructions != INSTRUCTIONS_AUTO &&
            named->instructions != weights->instructions)
            return false;
    }
    return cJSON_IsArray(list) && !item;
}

/* The weights are in the bundle, or all are kept apart. */
static bool find_weights(claim_t *claim, claim_files_t *files, failure_t *error) {
    bool apart = true;
    for (int i = 0; i < files->count; i++)
        apart = apart && strncmp(files->files[i].name, "weights/", 8) != 0;
    if (!name_files(claim, apart, error))
        return false;
    for (int i = 0; i < claim->num_weights; i++) {
        const char *name = claim->weights[i].file;
        if (*name && !claim_files_find(files, name))
            return error_set(error, "%s: the weights %s are not in the bundle",
                             files->folder, name);
    }
    return true;
}

static bool read_exact(claim_t *claim, const cJSON *list) {
    int variants = claim->question.study->num_variants, count = cJSON_GetArraySize(list),
        i = 0;
    failure_t error;
    claim->exact = memory_new((size_t)variants, sizeof *claim->exact);
    for (; i < variants; i++)
        claim->exact[i].value = VALUE_OPEN;
    if (!cJSON_IsArray(list) || (count > 0 && count != variants))
        return false;
    i = 0;
    for (const cJSON *item = list->child; item; item = item->next, i++) {
        if (!study_exact_of_json(&claim->exact[i], game_of(claim, i), item, "", &error))
            return false;
        claim->exact[i] = settled(&claim->exact[i]);
    }
    return true;
}

static bool is_version(const cJSON *json) {
    const char *format = cJSON_GetStringValue(member(json, "format"));
    int64_t version;
    return format && strcmp(format, FORMAT) == 0 &&
           json_integer(member(json, "version"), VERSION, VERSION, &version);
}

static bool read_parts(claim_t *claim, const cJSON *json, claim_files_t *files,
                       failure_t *error) {
    int64_t games = 0, most = (int64_t)claim->question.num_runs * STUDY_RUN_GAMES;
    const char *wrong = !read_line(json, "program", claim->program, sizeof claim->program)
                            ? "program"
                        : !json_integer(member(json, "games"), 0, most, &games) ? "games"
                        : !read_weights(claim, member(json, "weights")) ? "weights"
                        : !read_exact(claim, member(json, "exact"))     ? "exact"
                                                                        : NULL;
    claim->games = (uint64_t)games;
    if (wrong)
        return error_set(error,
                         "%s/" CLAIM_FILE
                         ": \"%s\" is missing, or is not as `fulcrum claim` writes it",
                         files->folder, wrong);
    return find_weights(claim, files, error);
}

claim_t *claim_read(claim_files_t *files, failure_t *error) {
    claim_t *claim = memory_new(1, sizeof *claim);
    cJSON *json = claim_files_json(files, CLAIM_FILE, error);
    bool ok = json && (is_version(json) ||
                       error_set(error,
                                 "%s: is a bundle of another version of `fulcrum claim`; "
                                 "this program checks version %d only",
                                 files->folder, VERSION));
    ok = ok && claim_question_read(&claim->question, files, error) &&
         read_parts(claim, json, files, error);
    cJSON_Delete(json);
    if (ok)
        return claim;
    claim_free(claim);
    return NULL;
}

const game_source_t *claim_source(const claim_t *claim) {
    return outside_game_source(game_of(claim, 0)->class);
}

bool claim_has_file(const claim_t *claim, const char *name) {
    const char *const names[] = {claim_question_file(&claim->question), CLAIM_FILE,
                                 CLAIM_TABLE_FILE, CLAIM_RESULTS};
    bool has = strcmp(name, GAME_SOURCE_FILE) == 0 && claim_source(claim);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        has = has || strcmp(name, names[i]) == 0;
    for (int i = 0; i < claim->num_weights; i++)
        has = has || strcmp(name, claim->weights[i].file) == 0;
    return has;
}
