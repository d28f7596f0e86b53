#include "selfplay/convert/convert.h"

#include "core/base/files/file.h"
#include "core/base/files/foreign_hdf5.h"
#include "core/base/files/publish_folder.h"
#include "mcts/evaluate/network_formats.h"
#include "selfplay/convert/convert_export.h"
#include "selfplay/convert/convert_games.h"
#include "selfplay/convert/games_version.h"
#include "selfplay/export/export_layout.h"
#include "selfplay/run/run_config.h"
#include "selfplay/run/run_folder.h"
#include "selfplay/run/run_length.h"
#include "selfplay/run/stop.h"
#include "selfplay/store/schema.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_new_already(const char *path, uint64_t version, const char *what,
                           failure_t *error) {
    return error_set(error,
                     "%s: is version %llu of %s, which this program reads and writes: "
                     "there is nothing to convert",
                     path, (unsigned long long)version, what);
}

/* --- Runs --------------------------------------------------------------------------- */

/* Copies a small file of the run. */
static bool copy_text(const char *text, const char *folder, const char *name,
                      failure_t *error) {
    char path[RUN_PATH];
    return (snprintf(path, sizeof path, "%s/%s", folder, name) < RUN_PATH ||
            error_set(error, "%.100s...: the path is too long", folder)) &&
           publish_file(path, text, strlen(text), error);
}

static bool copy_if_there(const char *from, const char *to, const char *name,
                          failure_t *error) {
    char path[RUN_PATH];
    snprintf(path, sizeof path, "%s/%s", from, name);
    if (access(path, F_OK) != 0)
        return true;
    char *text = file_read_text(path, error);
    bool right = text && copy_text(text, to, name, error);
    free(text);
    return right;
}

/* The configuration without the number of games, and the requested numbers. */
static bool write_config(const char *from, const char *to, failure_t *error) {
    char path[RUN_FOLDER_PATH];
    run_config_t config;
    run_length_t length = {0};
    char *text = run_folder_read_config(from, path, error);
    if (!text || !run_config_parse(&config, text, path, NULL, 0, error)) {
        free(text);
        return false;
    }
    char *kept = run_config_without_games(text);
    uint64_t stored = run_config_stored_games(text);
    bool right =
        copy_text(kept, to, "config.json", error) &&
        run_length_read(&length, from, (uint64_t)config.shard_games, stored, error);
    for (size_t i = 0; right && i < length.num_asked; i++)
        right = run_length_keep(&(run_length_t){0}, to, length.asked[i], error);
    run_length_clear(&length);
    run_config_clear(&config);
    free(kept);
    free(text);
    return right;
}

static bool convert_shards(const run_folder_t *list, const char *from, const char *to,
                           convert_result_t *result, failure_t *error) {
    result->from = SCHEMA_VERSION;
    bool is_old = false;
    for (size_t i = 0; i < list->num_shards; i++) {
        char old[RUN_PATH], new[RUN_PATH];
        uint64_t version;
        bool is_early;
        run_shard_path(from, list->shards[i], old);
        run_shard_path(to, list->shards[i], new);
        if (!games_version_look(old, &version))
            return error_set(error, "%s: is not a file of recorded games", old);
        if (version > SCHEMA_VERSION)
            return games_version_refuse(old, version, error);
        if (!convert_games_file(old, new, &is_early, result, error))
            return false;
        is_old = is_old || version < SCHEMA_VERSION || is_early;
        result->from = version < result->from ? version : result->from;
    }
    return is_old || is_new_already(from, SCHEMA_VERSION, result->what, error);
}

static bool convert_run(const char *from, const char *out, convert_result_t *result,
                        failure_t *error) {
    char to[PUBLISH_PATH];
    run_folder_t list;
    if (strlen(out) + 256 > RUN_PATH || strlen(from) + 256 > RUN_PATH)
        return error_set(error, "%.100s...: the path is too long", from);
    if (!run_folder_list(&list, from, error))
        return false;
    bool right =
        list.num_shards > 0 || error_set(error, "%s: holds no files of games", from);
    bool begun = right = right && publish_folder_begin(out, to, error);
    right = right && write_config(from, to, error) &&
            copy_if_there(from, to, "sprt.txt", error) &&
            convert_shards(&list, from, to, result, error);
    if (right)
        right = publish_folder_finish(to, out, error);
    else if (begun)
        publish_folder_abandon(to);
    run_folder_clear(&list);
    return right;
}

/* --- Files -------------------------------------------------------------------------- */

static bool convert_games(const char *path, const char *out, uint64_t version,
                          convert_result_t *result, failure_t *error) {
    char unfinished[PUBLISH_PATH];
    bool is_early;
    if (version > SCHEMA_VERSION)
        return games_version_refuse(path, version, error);
    if (!publish_begin(out, unfinished, error))
        return false;
    if (convert_games_file(path, unfinished, &is_early, result, error) &&
        (version < SCHEMA_VERSION || is_early ||
         is_new_already(path, version, result->what, error)))
        return publish_finish_new(unfinished, out, error);
    unlink(unfinished);
    return false;
}

static bool convert_data(const char *path, const char *out, uint64_t version,
                         convert_result_t *result, failure_t *error) {
    char unfinished[PUBLISH_PATH];
    if (version > EXPORT_VERSION)
        return error_set(error,
                         "%s: is version %llu of %s, written by a later program; this "
                         "program writes version %d",
                         path, (unsigned long long)version, result->what, EXPORT_VERSION);
    if (version == EXPORT_VERSION)
        return is_new_already(path, version, result->what, error);
    if (!publish_begin(out, unfinished, error))
        return false;
    if (convert_export_file(path, unfinished, result, error) && stop_goes_on(error))
        return publish_finish_new(unfinished, out, error);
    unlink(unfinished);
    return false;
}

/* The format that a file declares; empty if it is not one of ours. */
static bool look(const char *path, char format[64], uint64_t *version, failure_t *error) {
    foreign_hdf5_t *file = foreign_hdf5_open(path, error);
    if (!file)
        return false;
    foreign_hdf5_text_into(file, "format", format, 64);
    if (!foreign_hdf5_number(file, "schema_version", version))
        *format = 0;
    return foreign_hdf5_close(file, error);
}

static bool convert_file(const char *path, const char *out, convert_result_t *result,
                         failure_t *error) {
    char format[64];
    uint64_t version = 0;
    if (!look(path, format, &version, error))
        return false;
    result->from = version;
    if (strcmp(format, SCHEMA_FORMAT) == 0)
        return convert_games(path, out, version, result, error);
    result->what = "training data";
    result->to = EXPORT_VERSION;
    if (strcmp(format, EXPORT_FORMAT) == 0)
        return convert_data(path, out, version, result, error);
    if (strcmp(format, CONVOLUTIONAL_FORMAT) == 0 || strcmp(format, INTEGER_FORMAT) == 0)
        return version == 1 ? is_new_already(path, version, "weights", error)
                            : error_set(error,
                                        "%s: is version %llu of weights, written by a "
                                        "later program; this program reads version 1",
                                        path, (unsigned long long)version);
    return error_set(
        error, "%s: is not a file of recorded games, training data or weights", path);
}

bool convert_path(const char *path, const char *out, convert_result_t *result,
                  failure_t *error) {
    *result = (convert_result_t){.what = "recorded games", .to = SCHEMA_VERSION};
    if (access(out, F_OK) == 0)
        return error_set(
            error, "%s: already exists, and is not replaced: choose another name", out);
    return file_is_folder(path) ? convert_run(path, out, result, error)
                                : convert_file(path, out, result, error);
}
