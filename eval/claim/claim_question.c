#include "eval/claim/claim_question.h"

#include "core/base/files/file.h"
#include "core/base/json.h"
#include "eval/fairest/fairest.h"
#include "eval/study/networks/study_networks.h"
#include "eval/study/study_result.h"
#include "mcts/evaluate/evaluator_choice.h"
#include "selfplay/run/folder_kind.h"

#include <cjson/cJSON.h>
#include <stdlib.h>

static const char *const names[] = {STUDY_FILE, FAIREST_FILE};

static void list_runs(claim_question_t *question) {
    const study_t *study = question->study;
    int most = study->num_variants * study->num_strengths * STUDY_CELL_PARTS;
    question->runs = memory_new((size_t)most, sizeof *question->runs);
    for (int i = 0; i < study->num_variants; i++)
        for (int j = 0; j < study->num_strengths; j++)
            question->num_runs +=
                study_parts(study, i, j, question->runs + question->num_runs);
}

/* json: NULL is an error already. */
static bool take(claim_question_t *question, bool is_fairest, cJSON *json,
                 const char *where, failure_t *error) {
    fairest_t *fairest = is_fairest ? memory_new(1, sizeof *fairest) : NULL;
    study_t *study = is_fairest ? NULL : memory_new(1, sizeof *study);
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
    question->study = is_fairest ? fairest->study : study;
    question->fairest = fairest;
    question->title = is_fairest ? fairest->title : study->title;
    list_runs(question);
    return true;
}

bool claim_question_load(claim_question_t *question, const char *out, failure_t *error) {
    char path[FILE_PATH];
    *question = (claim_question_t){0};
    bool is_fairest = folder_kind_of(out) == FOLDER_FAIREST;
    if ((!is_fairest && !folder_kind_is(out, FOLDER_STUDY, error)) ||
        !file_path(path, error, "%s/%s", out, names[is_fairest]))
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
    if (question->fairest) {
        fairest_clear(question->fairest);
        free(question->fairest);
    } else {
        study_free(question->study);
    }
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

void claim_run_name(const claim_question_t *question, int run,
                    char name[STUDY_PART_NAME]) {
    study_part_name(question->study, &question->runs[run], name);
}

const agent_t *claim_run_agent(const claim_question_t *question, int run) {
    return &question->study->strengths[question->runs[run].strength].agent;
}

bool claim_run_repeats(const claim_question_t *question, int run) {
    const agent_t *agent = claim_run_agent(question, run);
    return !agent_is_engine(agent) &&
           !evaluator_choice_class(&agent->search.evaluator)->start;
}
