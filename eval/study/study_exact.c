#include "eval/study/study_exact.h"

#include "core/base/build_info.h"
#include "core/base/clock.h"
#include "core/base/files/file.h"
#include "core/base/files/publish.h"
#include "core/base/json.h"
#include "eval/study/study.h"
#include "selfplay/run/stop.h"

#include <cjson/cJSON.h>
#include <limits.h>
#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <unistd.h>

/* Size of the table of positions; unused memory is not allocated. */
enum { TABLE_MB = 512 };

static bool path_of(const study_t *study, int variant, const char *out,
                    char path[FILE_PATH], failure_t *error) {
    char folder[STUDY_NAME];
    study_folder_of(study->variants[variant].name, folder);
    return file_path(path, error, "%s/%s/" STUDY_EXACT_FILE, out, folder);
}

/* --- The file ----------------------------------------------------------------------- */

static bool take_values(study_exact_t *exact, const cJSON *json, const char *path,
                        failure_t *error) {
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(json, "value");
    const cJSON *bound = cJSON_GetObjectItemCaseSensitive(json, "bound");
    const cJSON *unit = cJSON_GetObjectItemCaseSensitive(json, "unit");
    const cJSON *seconds = cJSON_GetObjectItemCaseSensitive(json, "seconds");
    int64_t turns;
    for (int i = VALUE_LOST; i <= VALUE_OPEN; i++)
        if (cJSON_IsString(value) && json_integer(bound, INT_MIN, INT_MAX, &turns) &&
            cJSON_IsString(unit) && cJSON_IsNumber(seconds) &&
            strcmp(value->valuestring, solver_value_names[i]) == 0) {
            *exact = (study_exact_t){(solver_value_t)i, (int)turns,
                                     strcmp(unit->valuestring, "turns") == 0,
                                     seconds->valuedouble};
            return true;
        }
    return error_set(error, "%s: was not written by `fulcrum study`; remove it", path);
}

/* A value found under other rules says nothing about these. */
static bool is_of(const cJSON *json, const game_t *game) {
    const cJSON *variant = cJSON_GetObjectItemCaseSensitive(json, "variant");
    const cJSON *rules = cJSON_GetObjectItemCaseSensitive(json, "rules_version");
    int version = game->class->rules_version;
    int64_t same;
    return cJSON_IsString(variant) && json_integer(rules, version, version, &same) &&
           strcmp(variant->valuestring, game->variant_text) == 0;
}

bool study_exact_of_json(study_exact_t *exact, const game_t *game, const cJSON *json,
                         const char *path, failure_t *error) {
    *exact = (study_exact_t){.value = VALUE_OPEN};
    return !is_of(json, game) || take_values(exact, json, path, error);
}

static bool read_one(study_exact_t *exact, const study_t *study, int variant,
                     const char *out, failure_t *error) {
    char path[FILE_PATH];
    *exact = (study_exact_t){.value = VALUE_OPEN};
    if (!path_of(study, variant, out, path, error))
        return false;
    if (access(path, F_OK) != 0)
        return true;
    cJSON *json = json_load(path, error);
    bool ok = json && study_exact_of_json(exact, study->variants[variant].game, json,
                                          path, error);
    cJSON_Delete(json);
    return ok;
}

bool study_exact_was_begun(const study_t *study, const char *out) {
    char path[FILE_PATH];
    failure_t ignored;
    for (int i = 0; i < study->num_variants; i++)
        if (path_of(study, i, out, path, &ignored) && access(path, F_OK) == 0)
            return true;
    return false;
}

bool study_exact_read(study_exact_t *exact, const study_t *study, const char *out,
                      failure_t *error) {
    for (int i = 0; i < study->num_variants; i++)
        if (!read_one(&exact[i], study, i, out, error))
            return false;
    return true;
}

cJSON *study_exact_json(const study_exact_t *exact, const game_t *game) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "variant", game->variant_text);
    json_add_number(json, "rules_version", game->class->rules_version);
    cJSON_AddStringToObject(json, "value", solver_value_names[exact->value]);
    json_add_number(json, "bound", exact->bound);
    cJSON_AddStringToObject(json, "unit", exact->counts_turns ? "turns" : "actions");
    json_add_number(json, "seconds", exact->seconds);
    return json;
}

static bool write_found(const study_t *study, int variant, const char *out,
                        const study_exact_t *exact, failure_t *error) {
    char path[FILE_PATH];
    if (!path_of(study, variant, out, path, error))
        return false;
    cJSON *json = study_exact_json(exact, study->variants[variant].game);
    cJSON_AddStringToObject(json, "program", build_program);
    char *text = json_lines(json);
    bool ok = publish_file(path, text, strlen(text), error);
    free(text);
    return ok;
}

/* --- Solving ------------------------------------------------------------------------ */

static bool go_on(void *context, const solver_progress_t *progress) {
    (void)context;
    (void)progress;
    return !stop_asked();
}

study_exact_t study_exact_solve(const game_t *game, double seconds, int threads) {
    solver_limits_t limits = {.threads = threads > 0 ? threads : omp_get_max_threads(),
                              .table_mb = TABLE_MB,
                              .seconds = seconds,
                              .report = go_on};
    state_t state;
    double start = clock_seconds();
    game_start(game, &state);
    solver_t *solver = solver_new(game, &limits);
    stop_thread_plays(); /* a rule of a game may never return */
    solution_t *solution = solver_solve(solver, &state);
    stop_thread_leaves();
    study_exact_t exact = {.value = solution->value,
                           .bound = solution->value == VALUE_OPEN ? 0 : solution->bound,
                           .counts_turns = solution->counts_turns,
                           .seconds = clock_seconds() - start};
    solution_free(solution);
    solver_free(solver);
    return exact;
}

/* A killed process may have left a variant's unfinished file, though none is written now.
 */
static bool sweep(const study_t *study, int variant, const char *out, failure_t *error) {
    char path[FILE_PATH];
    if (!path_of(study, variant, out, path, error))
        return false;
    *strrchr(path, '/') = 0;
    (void)publish_sweep(path);
    return true;
}

/* The remaining budget is shared by the remaining variants. */
bool study_exact_find(const study_t *study, const char *out,
                      const study_exact_order_t *order, failure_t *error) {
    int count = study->num_variants;
    double least = order->seconds / count, left = order->seconds;
    for (int i = 0; i < count; i++)
        if (!sweep(study, i, out, error))
            return false;
    for (int i = 0; i < count && order->seconds > 0 && !stop_asked(); i++) {
        const study_variant_t *variant = &study->variants[i];
        study_exact_t there;
        double share = fmax(least, left / (count - i));
        if (!read_one(&there, study, i, out, error))
            return false;
        if (there.value != VALUE_OPEN || there.seconds >= least)
            continue;
        if (!order->quiet)
            fprintf(stderr, "solving %s for at most %.0f s\n", variant->name, share);
        study_exact_t found = study_exact_solve(variant->game, share, order->threads);
        left -= found.seconds;
        if (found.value == VALUE_OPEN && stop_asked())
            found.seconds = there.seconds; /* it is tried again */
        if (!write_found(study, i, out, &found, error))
            return false;
    }
    return true;
}

/* --- Results ------------------------------------------------------------------------ */

bool study_exact_was_tried(const study_exact_t *exact) {
    return exact->seconds > 0 || exact->value != VALUE_OPEN;
}

const char *study_exact_name(const study_exact_t *exact) {
    return exact->value == VALUE_OPEN ? NULL : solver_value_names[exact->value];
}

const char *study_exact_words(const study_exact_t *exact, char words[STUDY_EXACT_WORDS]) {
    const char *unit = exact->counts_turns ? "turn" : "action";
    int used = snprintf(words, STUDY_EXACT_WORDS, "%s",
                        exact->value == VALUE_DRAWN ? "the game is drawn"
                        : exact->value == VALUE_WON ? "player 1 wins"
                                                    : "player 2 wins");
    if (exact->bound > 0 && exact->value != VALUE_DRAWN)
        snprintf(words + used, STUDY_EXACT_WORDS - (size_t)used, ", in at most %d %s%s",
                 exact->bound, unit, TEXT_PLURAL(exact->bound));
    return words;
}
