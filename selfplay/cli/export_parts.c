#include "selfplay/cli/export_parts.h"

#include "core/base/clock.h"
#include "core/base/files/file.h"
#include "core/base/files/hdf5_attributes.h"
#include "core/base/files/hdf5_open.h"
#include "core/base/files/publish.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "selfplay/cli/export_call.h"
#include "selfplay/config/run_config.h"
#include "selfplay/export/export.h"
#include "selfplay/run/games_reader.h"
#include "selfplay/run/run.h"
#include "selfplay/run/run_folder.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool name_part(const export_call_t *call, uint64_t first, uint64_t end,
                      char path[FILE_PATH], failure_t *error) {
    return file_path(path, error, "%s/games-%09" PRIu64 "-%09" PRIu64 ".h5", call->out,
                     first, end);
}

/* Whether an attribute of a file is this JSON, but for a count. Takes the JSON. */
static bool attribute_is(hid_t file, const char *name, cJSON *ours) {
    char *text = hdf5_read_text(file, name);
    cJSON *theirs = text ? json_parse(text, name, NULL) : NULL;
    cJSON_DeleteItemFromObjectCaseSensitive(theirs, "positions");
    const bool same = ours ? theirs && json_equal(theirs, ours) : !text;
    cJSON_Delete(theirs);
    cJSON_Delete(ours);
    free(text);
    return same;
}

/* Whether a file's games are of the run, wherever that was. */
static bool is_of_run(hid_t file, const run_t *run) {
    uint64_t hash = 0;
    hid_t dataset = hdf5_open_dataset(file, "sources/config_hash");
    hid_t space = dataset >= 0 ? H5Dget_space(dataset) : -1;
    const bool read =
        space >= 0 && H5Sget_simple_extent_npoints(space) == 1 &&
        H5Dread(dataset, H5T_NATIVE_UINT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, &hash) >= 0;
    if (space >= 0)
        H5Sclose(space);
    if (dataset >= 0)
        H5Dclose(dataset);
    return read && hash == run_config_hash(run->config_text);
}

/* Whether an existing file was made of the same run, with the same options and by the
 * same searches. */
static bool check_part(const export_call_t *call, const export_revision_t *revision,
                       const run_t *run, const char *path, failure_t *error) {
    bool damaged;
    hid_t file = hdf5_open(path, &damaged, error);
    if (file < 0)
        return false;
    const bool of_run = is_of_run(file, run);
    const bool same =
        of_run && attribute_is(file, "options", export_options_json(&call->options)) &&
        attribute_is(file, "reanalysis",
                     revision ? export_revision_json(revision) : NULL);
    H5Fclose(file);
    if (!same && hdf5_read_failed(path, error))
        return false;
    if (!of_run)
        return error_set(error, "%s: was made of another run: choose another --out",
                         path);
    return same ||
           error_set(error,
                     "%s: was made with other options or by another agent: choose "
                     "another --out, or the same ones",
                     path);
}

/* How many games the file of a part has by its name; 0: it is no such name. */
static uint64_t part_games(const char *name) {
    char *at;
    if (strncmp(name, "games-", strlen("games-")) != 0)
        return 0;
    const uint64_t first = strtoull(name + strlen("games-"), &at, 10);
    const uint64_t end = *at == '-' ? strtoull(at + 1, &at, 10) : 0;
    return strcmp(at, ".h5") == 0 && end > first ? end - first : 0;
}

/* Whether all the folder's files, also those of other tasks, go together: no game may be
 * in two of them. */
static bool check_parts(const export_call_t *call, const export_revision_t *revision,
                        const run_t *run, failure_t *error) {
    file_names_t names;
    bool ok = file_names_list(&names, call->out) ||
              error_set(error, "%s: cannot be read: %s", call->out, strerror(errno));
    for (size_t i = 0; ok && i < names.count; i++) {
        char path[FILE_PATH];
        const uint64_t games = part_games(names.of[i]);
        if (games > 0)
            ok = file_path(path, error, "%s/%s", call->out, names.of[i]) &&
                 (games == call->parts ||
                  error_set(error,
                            "%s: has %" PRIu64 " games, not %" PRIu64
                            ": choose another --out, or as many --parts",
                            path, games, call->parts)) &&
                 check_part(call, revision, run, path, error);
    }
    file_names_clear(&names);
    return ok;
}

/* Whether all games of these shards are there. */
static bool is_complete(const run_t *run, uint64_t shard, uint64_t end) {
    for (; shard < end; shard++)
        if (run_shard_held(run, shard) < run->length.shard_games)
            return false;
    return true;
}

static bool make_part(const export_call_t *call, const export_revision_t *revision,
                      const run_t *run, const char *path, uint64_t shard, uint64_t end,
                      failure_t *error) {
    shard_files_t files = {0};
    export_call_t part = *call;
    export_result_t result;
    double start = clock_seconds();
    bool ok = true;
    part.out = path;
    part.games_wanted = 0; /* of the whole run */
    for (; ok && shard < end; shard++) {
        char file[FILE_PATH];
        run_shard_path(run->folder, shard, file);
        ok = shard_files_add(&files, file, error);
    }
    ok = ok && export_call_make(&part, &files, revision, &result, error);
    if (ok && call->json)
        export_call_print(&part, &result, clock_seconds() - start);
    else if (ok && !call->quiet)
        printf("%s was made in %.1f s.\n", path, clock_seconds() - start);
    shard_files_clear(&files);
    return ok;
}

/* "parts: 1 file of 20 games added to 3; 1 more lacks games; the run's last 5 games fill
 * no file" */
static void print_parts(const export_call_t *call, const run_t *run, uint64_t made,
                        uint64_t there, uint64_t lacking) {
    const uint64_t rest = run->games % call->parts;
    printf("%s: %" PRIu64 " file%s of %" PRIu64 " games added to %" PRIu64, call->out,
           made, TEXT_PLURAL(made), call->parts, there);
    if (lacking > 0)
        printf("; %" PRIu64 " more lack%s games", lacking, lacking == 1 ? "s" : "");
    if (rest > 0)
        printf("; the run's last %" PRIu64 " game%s no file", rest,
               rest == 1 ? " fills" : "s fill");
    printf("\n");
}

static bool add_parts(const export_call_t *call, const export_revision_t *revision,
                      const run_t *run, failure_t *error) {
    const uint64_t size = run->length.shard_games, games = call->parts;
    uint64_t made = 0, there = 0, lacking = 0;
    bool ok = true;
    for (uint64_t first = 0; ok && first + games <= run->games; first += games) {
        char path[FILE_PATH];
        if (!task_share_has(&call->share, first / games))
            continue;
        if (!name_part(call, first, first + games, path, error))
            return false;
        if (access(path, F_OK) == 0) {
            there++;
        } else if (is_complete(run, first / size, (first + games) / size)) {
            ok = make_part(call, revision, run, path, first / size,
                           (first + games) / size, error);
            made += ok;
        } else {
            lacking++;
        }
    }
    if (ok && !call->json && !call->quiet)
        print_parts(call, run, made, there, lacking);
    return ok;
}

bool export_parts(const export_call_t *call, const char *folder,
                  const export_revision_t *revision, failure_t *error) {
    const uint64_t games = call->parts;
    run_t run;
    if (!call->out)
        return error_set(error, "--out FOLDER is required");
    if (!run_view_stored(&run, folder, error))
        return false;
    uint64_t size = run.length.shard_games;
    bool ok =
        (games % size == 0 ||
         error_set(error,
                   "--parts: %" PRIu64 " must be a multiple of the run's shard_games, "
                   "%" PRIu64,
                   games, size)) &&
        publish_folder(call->out, error) && check_parts(call, revision, &run, error) &&
        add_parts(call, revision, &run, error);
    run_close(&run);
    return ok;
}
