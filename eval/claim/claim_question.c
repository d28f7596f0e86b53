#include "eval/claim/claim_question.h"

#include "core/base/files/file.h"
#include "core/base/json.h"
#include "eval/fairest/fairest.h"
#include "eval/study/networks/study_networks.h"
#include "eval/study/study_result.h"
#include "mcts/evaluate/evaluator_choice.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <unistd.h>

static const char *const names[] = {STUDY_FILE, FAIREST_FILE};

static void list_variants(claim_question_t *question) {
    const fairest_t *fairest = question->fairest;
    const study_t *study = fairest ? fairest->study : question->study;
    int count = study->num_variants;
    question->title = fairest ? fairest->title : question->study->title;
    question->num_variants = count;
    question->variants = memory_new((size_t)count, sizeof *question->variants);
    for (int i = 0; i < count; i++)
        question->variants[i] = (claim_variant_t){study, i};
    question->num_strengths = study->num_strengths;
}

static void list_runs(claim_question_t *question) {
    int most = question->num_variants * question->num_strengths * STUDY_CELL_PARTS;
    question->runs = memory_new((size_t)most, sizeof *question->runs);
    for (int i = 0; i < question->num_variants; i++)
        for (int strength = 0; strength < question->num_strengths; strength++) {
            const claim_variant_t *variant = &question->variants[i];
            study_part_t parts[STUDY_CELL_PARTS];
            int count = study_parts(variant->study, variant->index, strength, parts);
            for (int part = 0; part < count; part++)
                question->runs[question->num_runs++] =
                    (claim_run_t){variant->study, parts[part], i};
        }
}

/* json: NULL is an error already. */
static bool take(claim_question_t *question, bool is_fairest, cJSON *json,
                 const char *where, failure_t *error) {
    study_t *study = is_fairest ? NULL : memory_new(1, sizeof *study);
    fairest_t *fairest = is_fairest ? memory_new(1, sizeof *fairest) : NULL;
    bool ok =
        json && (is_fairest ? fairest_read_json(fairest, json, where, NULL, 0, error)
                            : study_read_json(study, json, where, NULL, 0, error));
    cJSON_Delete(json);
    *question = (claim_question_t){0};
    if (!ok) {
        free(study);
        free(fairest);
        return false;
    }
    question->study = study;
    question->fairest = fairest;
    list_variants(question);
    list_runs(question);
    return true;
}

/* A folder with neither file is reported as having no study. */
bool claim_question_load(claim_question_t *question, const char *out, failure_t *error) {
    char path[FILE_PATH];
    *question = (claim_question_t){0};
    if (!file_path(path, error, "%s/%s", out, FAIREST_FILE))
        return false;
    bool is_fairest = access(path, F_OK) == 0;
    if (!file_path(path, error, "%s/%s", out, names[is_fairest]))
        return false;
    cJSON *json = json_load(path, error);
    if (json && !study_networks_locate(json, path, error)) {
        cJSON_Delete(json);
        return false;
    }
    return take(question, is_fairest, json, path, error);
}

bool claim_question_read(claim_question_t *question, claim_files_t *files,
                         failure_t *error) {
    bool is_fairest = claim_files_find(files, FAIREST_FILE) != NULL;
    char path[FILE_PATH];
    *question = (claim_question_t){0};
    if (is_fairest && claim_files_find(files, STUDY_FILE))
        return error_set(error, "%s: has %s and %s; a bundle is of one question",
                         files->folder, STUDY_FILE, FAIREST_FILE);
    const char *name = names[is_fairest];
    return file_path(path, error, "%s/%s", files->folder, name) &&
           take(question, is_fairest, claim_files_json(files, name, error), path, error);
}

void claim_question_clear(claim_question_t *question) {
    if (question->study)
        study_clear(question->study);
    if (question->fairest)
        fairest_clear(question->fairest);
    free(question->study);
    free(question->fairest);
    free(question->variants);
    free(question->runs);
    *question = (claim_question_t){0};
}

const char *claim_question_file(const claim_question_t *question) {
    return names[question->fairest != NULL];
}

char *claim_question_text(const claim_question_t *question) {
    return question->fairest ? fairest_text(question->fairest)
                             : study_text(question->study);
}

void claim_run_name(const claim_run_t *run, char name[STUDY_PART_NAME]) {
    study_part_name(run->study, &run->part, name);
}

const agent_t *claim_run_agent(const claim_run_t *run) {
    return &run->study->strengths[run->part.strength].agent;
}

bool claim_run_repeats(const claim_run_t *run) {
    const agent_t *agent = claim_run_agent(run);
    return !agent_is_engine(agent) &&
           !evaluator_choice_class(&agent->search.evaluator)->start;
}
