#include "eval/study/study_folder.h"

#include "core/base/files/file.h"
#include "core/base/files/output_file.h"
#include "core/base/files/publish.h"
#include "core/base/json.h"
#include "core/game/game.h"
#include "eval/study/networks/study_networks.h"
#include "eval/study/study.h"
#include "eval/study/study_plan.h"
#include "eval/study/study_play.h"
#include "eval/study/study_result.h"
#include "selfplay/run/folder_kind.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool path_of(const char *out, char path[FILE_PATH], failure_t *error) {
    return file_path(path, error, "%s/" STUDY_FILE, out);
}

study_t *study_folder_load(const char *out, failure_t *error) {
    char path[FILE_PATH];
    study_t *study = memory_new(1, sizeof *study);
    if (path_of(out, path, error) && study_load(study, path, NULL, 0, error))
        return study;
    free(study);
    return NULL;
}

/* --- Which study may replace another ------------------------------------------------ */

static bool lacks(const char *out, const char *what, const char *name, failure_t *error) {
    return error_set(error,
                     "%s: the study there also has %s \"%s\"; answers hold for "
                     "everything that was played together, so nothing may be left out: "
                     "include it, or choose another --out",
                     out, what, name);
}

static bool has_all_of(const study_t *study, const study_t *there, const char *out,
                       failure_t *error) {
    const char *game = there->variants[0].game->class->name;
    if (strcmp(game, study->variants[0].game->class->name) != 0)
        return error_set(error, "%s: is a study of %s; choose another --out", out, game);
    for (int i = 0; i < there->num_variants; i++)
        if (study_variant_named(study, there->variants[i].name) < 0)
            return error_set(error,
                             "%s: the study there also has variant \"%s\": include it, "
                             "or remove it first: fulcrum study %s --remove \"%s\"",
                             out, there->variants[i].name, out, there->variants[i].name);
    for (int i = 0; i < there->num_strengths; i++) {
        const study_strength_t *old = &there->strengths[i],
                               *now = study_strength_named(study, old->name);
        if (!now)
            return lacks(out, "strength level", old->name, error);
        if (now->num_networks < old->num_networks)
            return lacks(out, "network", old->networks[old->num_networks - 1].weights,
                         error);
    }
    return true;
}

/* Whether this study may replace the folder's. */
static bool may_become(const study_t *study, const char *out, failure_t *error) {
    study_t *there = study_folder_load(out, error);
    bool ok = there && has_all_of(study, there, out, error);
    study_free(there);
    return ok;
}

/* --- Before the runs are opened ----------------------------------------------------- */

/* What the folder's file has. */
static char *folder_text_of(cJSON *json, const char *out) {
    study_networks_store(json, out);
    return json_lines(json);
}

static char *folder_text(const study_t *study, const char *out) {
    return folder_text_of(study_json(study), out);
}

static bool publish(cJSON *json, const char *out, failure_t *error) {
    char path[FILE_PATH], *text = folder_text_of(json, out);
    bool ok = path_of(out, path, error) && publish_file(path, text, strlen(text), error);
    free(text);
    return ok;
}

study_past_t study_folder_past(const study_t *study, const char *out) {
    char path[FILE_PATH];
    failure_t ignored;
    study_past_t past = {0};
    study_t *there = path_of(out, path, &ignored) && access(path, F_OK) == 0
                         ? study_folder_load(out, &ignored)
                         : NULL;
    if (there)
        past = study_plan_past(study, there);
    study_free(there);
    return past;
}

/* Opening runs creates their folders, so a mismatch is found before. */
static bool check_runs(const study_t *study, const char *out, failure_t *error) {
    study_part_t parts[STUDY_CELL_PARTS];
    for (int strength = 0; strength < study->num_strengths; strength++)
        for (int variant = 0; variant < study->num_variants; variant++) {
            int count = study_parts(study, variant, strength, parts);
            for (int i = 0; i < count; i++)
                if (!study_run_fits(study, parts[i], out, error))
                    return false;
        }
    return true;
}

bool study_folder_check(const study_t *study, const char *input, const char *out,
                        failure_t *error) {
    char path[FILE_PATH];
    if (!path_of(out, path, error) || !folder_kind_may_hold(out, FOLDER_STUDY, error))
        return false;
    if (access(path, F_OK) != 0)
        return check_runs(study, out, error);
    char *text = folder_text(study, out), *there = file_read_text(path, error);
    bool same = there && strcmp(there, text) == 0;
    bool ok = there != NULL;
    if (ok && !same && input && output_is_same_file(path, input))
        ok = error_set(error,
                       "%s: is the input, and would be replaced by the effective "
                       "study; choose another --out, or rename the file",
                       path);
    if (ok && !same)
        ok = may_become(study, out, error) && check_runs(study, out, error);
    free(there);
    free(text);
    return ok;
}

/* --- Without a variant -------------------------------------------------------------- */

/* Of one variant, and of all together. */
static bool count_games(const study_t *study, int variant, const char *out,
                        uint64_t *games, uint64_t *all, failure_t *error) {
    const study_opener_t opener = {study_run_look, out};
    study_runs_t runs;
    bool ok = study_runs_open(&runs, study, &opener, error);
    *games = *all = 0;
    for (int i = 0; i < runs.count; i++) {
        *games += runs.of[i].part.variant == variant ? runs.of[i].count : 0;
        *all += runs.of[i].count;
    }
    study_runs_close(&runs);
    return ok;
}

/* A study that ended at its time limit has ended so still. */
static bool remove_from(study_t *study, const char *name, const char *out,
                        uint64_t *games, failure_t *error) {
    const int variant = study_variant_named(study, name);
    uint64_t all;
    if (variant < 0)
        return error_set(error, "--remove: %s/" STUDY_FILE " has no variant \"%s\"", out,
                         name);
    if (study->num_variants == 1)
        return error_set(error,
                         "--remove: %s/" STUDY_FILE " has only variant \"%s\", which "
                         "cannot be removed",
                         out, name);
    if (!count_games(study, variant, out, games, &all, error))
        return false;
    study->past.removed += *games > 0;
    if ((uint64_t)study->past.timed == all)
        study->past.timed -= (int64_t)*games;
    cJSON *json = study_json(study);
    study_json_remove(json, variant);
    return publish(json, out, error);
}

bool study_folder_remove(const char *out, const char *name, uint64_t *games,
                         failure_t *error) {
    study_t *study = study_folder_load(out, error);
    bool ok = study && remove_from(study, name, out, games, error);
    study_free(study);
    return ok;
}

/* --- The file ----------------------------------------------------------------------- */

/* When several processes begin a study, one is first, and the others have to have the
 * same study; a study that was there before may be replaced. */
bool study_folder_write(const study_t *study, const char *out, failure_t *error) {
    char path[FILE_PATH], *other;
    if (!path_of(out, path, error))
        return false;
    char *text = folder_text(study, out);
    bool existed = access(path, F_OK) == 0;
    bool ok = publish_once(path, text, &other, error);
    if (other)
        ok = existed
                 ? may_become(study, out, error) && publish(study_json(study), out, error)
                 : error_set(error,
                             "%s: another process has just started a different study "
                             "there; choose another --out",
                             path);
    free(other);
    free(text);
    return ok;
}

bool study_folder_end(study_t *study, const char *out, uint64_t games, failure_t *error) {
    study->past.timed = (int64_t)games;
    return publish(study_json(study), out, error);
}
