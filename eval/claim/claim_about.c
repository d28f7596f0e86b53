#include "eval/claim/claim_about.h"

#include "core/base/build_info.h"
#include "core/base/json.h"
#include "eval/claim/claim_result.h"
#include "eval/claim/claim_table.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FORMAT "fulcrum claim"
enum { VERSION = 2 };

static void list_exact(claim_about_t *about) {
    int count = about->subject.facts.variants;
    about->exact = memory_new((size_t)count, sizeof *about->exact);
    for (int i = 0; i < count; i++)
        about->exact[i] = (study_exact_t){.value = VALUE_OPEN};
}

/* What a check can confirm: not how long the solver took, or tried in vain. */
static study_exact_t claimed(const study_exact_t *exact) {
    study_exact_t settled = *exact;
    settled.seconds = 0;
    return exact->value == VALUE_OPEN ? (study_exact_t){.value = VALUE_OPEN} : settled;
}

static const game_t *game_of(const claim_about_t *about, int variant) {
    const claim_variant_t *of = &about->subject.variants[variant];
    return of->study->variants[of->index].game;
}

void claim_about_free(claim_about_t *about) {
    if (!about)
        return;
    claim_agents_clear(&about->agents);
    claim_subject_clear(&about->subject);
    free(about->exact);
    free(about);
}

/* --- Making ------------------------------------------------------------------------- */

static bool load_exact(claim_about_t *about, const char *out, failure_t *error) {
    list_exact(about);
    for (int i = 0; i < about->subject.facts.variants; i++) {
        const claim_variant_t *variant = &about->subject.variants[i];
        if (!study_exact_read(&about->exact[i], variant->study, variant->index, out,
                              error))
            return false;
        about->exact[i] = claimed(&about->exact[i]);
    }
    return true;
}

claim_about_t *claim_about_new(const char *out, bool apart, failure_t *error) {
    claim_about_t *about = memory_new(1, sizeof *about);
    snprintf(about->program, sizeof about->program, "%s", build_program);
    if (claim_subject_load(&about->subject, out, error) &&
        claim_agents_bind(&about->agents, &about->subject, apart, error) &&
        load_exact(about, out, error))
        return about;
    claim_about_free(about);
    return NULL;
}

static cJSON *runs_json(const claim_about_t *about, const claim_table_t *table) {
    cJSON *list = cJSON_CreateArray();
    for (int run = 0; run < about->subject.num_runs; run++) {
        char name[CLAIM_RUN_NAME];
        size_t games;
        cJSON *item = cJSON_CreateObject();
        claim_subject_run_name(&about->subject, run, name);
        (void)claim_table_run(table, run, &games);
        cJSON_AddStringToObject(item, "folder", name);
        json_add_number(item, "games", games);
        cJSON_AddItemToArray(list, item);
    }
    return list;
}

/* Empty if nothing is settled. */
static cJSON *exact_json(const claim_about_t *about) {
    cJSON *list = cJSON_CreateArray();
    bool any = false;
    for (int i = 0; i < about->subject.facts.variants; i++)
        any = any || about->exact[i].value != VALUE_OPEN;
    for (int i = 0; any && i < about->subject.facts.variants; i++)
        cJSON_AddItemToArray(list, study_exact_json(&about->exact[i], game_of(about, i)));
    return list;
}

char *claim_about_text(const claim_about_t *about, const claim_table_t *table) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "format", FORMAT);
    json_add_number(json, "version", VERSION);
    cJSON_AddStringToObject(json, "program", about->program);
    json_add_number(json, "seed", about->subject.facts.seed);
    json_add_number(json, "games", table->count);
    cJSON_AddItemToObject(json, "runs", runs_json(about, table));
    claim_agents_write(&about->agents, json);
    cJSON_AddItemToObject(json, "exact", exact_json(about));
    char *text = json_text(json);
    cJSON_Delete(json);
    return text;
}

/* --- Reading ------------------------------------------------------------------------ */

static bool read_exact(claim_about_t *about, const cJSON *json, const char *where,
                       failure_t *error) {
    list_exact(about);
    int variants = about->subject.facts.variants, i = 0;
    const cJSON *list = claim_json_list(json, "exact", variants, where, error);
    if (!list)
        return false;
    for (const cJSON *item = list->child; item; item = item->next, i++) {
        if (!study_exact_of_json(&about->exact[i], game_of(about, i), item, where, error))
            return claim_json_malformed(where, "exact", error);
        about->exact[i] = claimed(&about->exact[i]);
    }
    return i == 0 || i == variants || claim_json_malformed(where, "exact", error);
}

/* How many games there are: the limit for unpacking them. */
static bool read_games(claim_about_t *about, const cJSON *json, const char *where,
                       failure_t *error) {
    int64_t games = 0, most = (int64_t)about->subject.num_runs * STUDY_RUN_GAMES;
    if (!json_integer(cJSON_GetObjectItemCaseSensitive(json, "games"), 0, most, &games))
        return claim_json_malformed(where, "games", error);
    about->games = (uint64_t)games;
    return true;
}

static bool is_version(const cJSON *json, const char *where, failure_t *error) {
    int64_t version;
    char format[sizeof FORMAT];
    if (!claim_json_line(json, "format", format, sizeof format, where, error))
        return false;
    return (strcmp(format, FORMAT) == 0 &&
            json_integer(cJSON_GetObjectItemCaseSensitive(json, "version"), VERSION,
                         VERSION, &version)) ||
           error_set(error,
                     "%s: is a bundle of another version of `fulcrum claim`; this "
                     "program checks version %d only",
                     where, VERSION);
}

static bool read_about(claim_about_t *about, const cJSON *json,
                       const claim_files_t *files, const char *where, failure_t *error) {
    return claim_json_line(json, "program", about->program, sizeof about->program, where,
                           error) &&
           read_games(about, json, where, error) &&
           claim_agents_read(&about->agents, &about->subject, json, files, where,
                             error) &&
           read_exact(about, json, where, error);
}

claim_about_t *claim_about_read(claim_files_t *files, const char *where,
                                failure_t *error) {
    claim_about_t *about = memory_new(1, sizeof *about);
    cJSON *json = claim_json_parse(files, CLAIM_ABOUT_FILE, where, error);
    bool ok = json && is_version(json, where, error) &&
              claim_subject_read(&about->subject, files, where, error) &&
              read_about(about, json, files, where, error);
    cJSON_Delete(json);
    if (ok)
        return about;
    claim_about_free(about);
    return NULL;
}

bool claim_about_has(const claim_about_t *about, const char *name) {
    const char *const names[] = {about->subject.kind->file, CLAIM_ABOUT_FILE,
                                 CLAIM_TABLE_FILE, CLAIM_RESULTS};
    bool has = false;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        has = has || strcmp(name, names[i]) == 0;
    for (int i = 0; i < about->agents.num_weights; i++)
        has = has || strcmp(name, about->agents.weights[i].file) == 0;
    return has;
}
