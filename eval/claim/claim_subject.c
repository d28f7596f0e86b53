#include "eval/claim/claim_subject.h"

#include "core/base/json.h"
#include "eval/claim/claim_json.h"
#include "selfplay/run/run_folder.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { KINDS = 2 };
static const claim_kind_t *const kinds[KINDS] = {&claim_of_study, &claim_of_fairest};

/* --- Variants and runs -------------------------------------------------------------- */

static void list_variants(claim_subject_t *subject) {
    int count = subject->facts.variants;
    subject->variants = memory_new((size_t)count, sizeof *subject->variants);
    for (int i = 0; i < count; i++) {
        claim_variant_t *variant = &subject->variants[i];
        variant->study = subject->kind->variant(subject->question, i, &variant->index);
    }
    subject->num_strengths = subject->variants[0].study->num_strengths;
}

static void list_runs(claim_subject_t *subject) {
    int most = subject->facts.variants * subject->num_strengths * STUDY_CELL_PARTS;
    subject->runs = memory_new((size_t)most, sizeof *subject->runs);
    for (int i = 0; i < subject->facts.variants; i++)
        for (int strength = 0; strength < subject->num_strengths; strength++) {
            const claim_variant_t *variant = &subject->variants[i];
            study_part_t parts[STUDY_CELL_PARTS];
            int count = study_parts(variant->study, variant->index, strength, parts);
            for (int part = 0; part < count; part++)
                subject->runs[subject->num_runs++] =
                    (claim_run_t){variant->study, parts[part], i};
        }
}

void claim_subject_run_name(const claim_subject_t *subject, int run,
                            char name[CLAIM_RUN_NAME]) {
    study_part_name(subject->runs[run].study, &subject->runs[run].part, name);
}

const agent_t *claim_run_agent(const claim_run_t *run) {
    return &run->study->strengths[run->part.strength].agent;
}

/* --- Reading ------------------------------------------------------------------------ */

/* json: NULL is an error already. */
static bool take(claim_subject_t *subject, const claim_kind_t *kind, cJSON *json,
                 const char *where, failure_t *error) {
    *subject = (claim_subject_t){.kind = kind};
    subject->question = json ? kind->read(json, where, error) : NULL;
    cJSON_Delete(json);
    if (!subject->question)
        return false;
    subject->facts = kind->facts(subject->question);
    list_variants(subject);
    list_runs(subject);
    return true;
}

/* A folder with neither file is reported as having no study. */
bool claim_subject_load(claim_subject_t *subject, const char *out, failure_t *error) {
    const claim_kind_t *found = kinds[0];
    char path[RUN_PATH];
    *subject = (claim_subject_t){0};
    for (int i = KINDS - 1; i >= 0; i--) {
        if (snprintf(path, sizeof path, "%s/%s", out, kinds[i]->file) >= RUN_PATH)
            return error_set(error, "%.100s...: the path is too long", out);
        found = kinds[i];
        if (access(path, F_OK) == 0)
            break;
    }
    return take(subject, found, json_load(path, error), path, error);
}

bool claim_subject_read(claim_subject_t *subject, claim_files_t *files, const char *where,
                        failure_t *error) {
    const claim_kind_t *found = NULL;
    *subject = (claim_subject_t){0};
    for (int i = 0; i < KINDS; i++) {
        bool exists = claim_files_find(files, kinds[i]->file) != NULL;
        if (exists && found)
            return error_set(error, "%s: has %s and %s; a bundle is of one question",
                             where, found->file, kinds[i]->file);
        found = exists ? kinds[i] : found;
    }
    found = found ? found : kinds[0];
    char path[RUN_PATH];
    snprintf(path, sizeof path, "%.4000s/%s", where, found->file);
    return take(subject, found, claim_json_parse(files, found->file, where, error), path,
                error);
}

void claim_subject_clear(claim_subject_t *subject) {
    if (subject->question)
        subject->kind->free(subject->question);
    free(subject->variants);
    free(subject->runs);
    *subject = (claim_subject_t){0};
}
