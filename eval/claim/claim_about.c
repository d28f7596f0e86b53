#define _XOPEN_SOURCE 700 /* realpath */

#include "eval/claim/claim_about.h"

#include "core/base/json.h"
#include "core/base/plain_text.h"
#include "eval/claim/claim_table.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FORMAT "fulcrum claim"
enum { VERSION = 1 };

static void list_exact(claim_about_t *about) {
    int count = about->subject.facts.variants;
    about->exact = memory_new((size_t)count, sizeof *about->exact);
    for (int i = 0; i < count; i++)
        about->exact[i] = (study_exact_t){.value = VALUE_OPEN};
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

/* The folder's own name, so that a bundle does not depend on where it is made. */
static bool name_folder(claim_about_t *about, const char *out, failure_t *error) {
    char *path = realpath(out, NULL);
    if (!path)
        return error_set(error, "%s: cannot be found: %s", out, strerror(errno));
    const char *name = strrchr(path, '/') + 1;
    bool right = plain_text_is_line(name, sizeof about->folder) ||
                 error_set(error, "%s: must be " PLAIN_TEXT_ALLOWED, out);
    if (right)
        snprintf(about->folder, sizeof about->folder, "%s", name);
    free(path);
    return right;
}

static bool load_exact(claim_about_t *about, const char *out, failure_t *error) {
    list_exact(about);
    for (int i = 0; i < about->subject.facts.variants; i++) {
        const claim_variant_t *variant = &about->subject.variants[i];
        if (!study_exact_read(&about->exact[i], variant->study, variant->index, out,
                              error))
            return false;
    }
    return true;
}

claim_about_t *claim_about_new(const char *out, bool apart, failure_t *error) {
    claim_about_t *about = memory_new(1, sizeof *about);
    producer_this_program(&about->maker);
    if (claim_subject_load(&about->subject, out, error) &&
        name_folder(about, out, error) &&
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
        cJSON_AddNumberToObject(item, "games", (double)games);
        cJSON_AddItemToArray(list, item);
    }
    return list;
}

/* Empty if nothing was tried. */
static cJSON *exact_json(const claim_about_t *about) {
    cJSON *list = cJSON_CreateArray();
    bool any = false;
    for (int i = 0; i < about->subject.facts.variants; i++)
        any = any || study_exact_was_tried(&about->exact[i]);
    for (int i = 0; any && i < about->subject.facts.variants; i++)
        cJSON_AddItemToArray(list, study_exact_json(&about->exact[i], game_of(about, i)));
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
    cJSON_AddNumberToObject(json, "seed", (double)about->subject.facts.seed);
    cJSON_AddNumberToObject(json, "games", (double)table->count);
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
    for (const cJSON *item = list->child; item; item = item->next, i++)
        if (!study_exact_of_json(&about->exact[i], game_of(about, i), item, where, error))
            return claim_json_malformed(where, "exact", error);
    return i == 0 || i == variants || claim_json_malformed(where, "exact", error);
}

static bool read_maker(claim_about_t *about, const cJSON *json, const char *where,
                       failure_t *error) {
    producer_t *maker = &about->maker;
    return claim_json_line(json, "program", maker->program, sizeof maker->program, where,
                           error) &&
           claim_json_line(json, "compiler", maker->compiler, sizeof maker->compiler,
                           where, error) &&
           claim_json_line(json, "instructions", maker->instructions,
                           sizeof maker->instructions, where, error);
}

static bool read_about(claim_about_t *about, const cJSON *json,
                       const claim_files_t *files, const char *where, failure_t *error) {
    const cJSON *version = cJSON_GetObjectItemCaseSensitive(json, "version");
    char format[sizeof FORMAT];
    if (!claim_json_line(json, "format", format, sizeof format, where, error))
        return false;
    if (strcmp(format, FORMAT) != 0 || !cJSON_IsNumber(version) ||
        version->valueint != VERSION)
        return error_set(error, "%s: is of a different version of `fulcrum claim`",
                         where);
    return read_maker(about, json, where, error) &&
           claim_json_line(json, "folder", about->folder, sizeof about->folder, where,
                           error) &&
           claim_agents_read(&about->agents, &about->subject, json, files, where,
                             error) &&
           read_exact(about, json, where, error);
}

claim_about_t *claim_about_read(const claim_files_t *files, const char *where,
                                failure_t *error) {
    claim_about_t *about = memory_new(1, sizeof *about);
    cJSON *json = NULL;
    bool right = claim_subject_read(&about->subject, files, where, error) &&
                 (json = claim_json_parse(files, CLAIM_ABOUT_FILE, where, error)) &&
                 read_about(about, json, files, where, error);
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
    const claim_subject_t *subject = &about->subject;
    cJSON *json = claim_json_parse(files, CLAIM_ABOUT_FILE, "", error);
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(json, "runs");
    bool right = is_number(json, "games", (double)table->count) &&
                 is_number(json, "seed", (double)subject->facts.seed) &&
                 cJSON_GetArraySize(list) == subject->num_runs;
    int run = 0;
    for (const cJSON *item = right ? list->child : NULL; item; item = item->next, run++) {
        char name[CLAIM_RUN_NAME];
        size_t games;
        claim_subject_run_name(subject, run, name);
        (void)claim_table_run(table, run, &games);
        right = right && has_games(item, name, games);
    }
    cJSON_Delete(json);
    return right || error_set(error,
                              CLAIM_ABOUT_FILE ": its seed, games or runs are not those "
                                               "of %s and " CLAIM_TABLE_FILE,
                              subject->kind->file);
}
