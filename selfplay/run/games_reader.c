#include "selfplay/run/games_reader.h"

#include "core/base/files/file.h"
#include "core/base/text.h"
#include "core/game/game.h"
#include "core/game/outside_game.h"
#include "selfplay/run/folder_kind.h"
#include "selfplay/run/run.h"
#include "selfplay/run/run_folder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- Runs --------------------------------------------------------------------------- */

void run_tree_add_run(run_tree_t *tree, const char *path) {
    tree->paths = memory_resize(tree->paths, tree->count + 1, sizeof *tree->paths);
    tree->paths[tree->count++] = text_copy(path);
}

static void free_paths(char **paths, size_t count) {
    for (size_t i = 0; i < count; i++)
        free(paths[i]);
    free(paths);
}

void run_tree_clear(run_tree_t *tree) {
    free_paths(tree->paths, tree->count);
    *tree = (run_tree_t){0};
}

/* By bytes, except that digits are compared as numbers: "9" before "16". */
static int by_name(const void *a, const void *b) {
    const char *x = *(char *const *)a, *y = *(char *const *)b;
    while (*x && *x == *y)
        x++, y++;
    size_t digits_x = strspn(x, "0123456789"), digits_y = strspn(y, "0123456789");
    if (digits_x != digits_y)
        return digits_x < digits_y ? -1 : 1;
    return (int)(unsigned char)*x - (int)(unsigned char)*y;
}

static bool add_below(run_tree_t *tree, const char *folder, int depth, failure_t *error) {
    enum { ROOM = 64 }; /* for the names of shards */
    char path[FILE_PATH - ROOM];
    file_names_t names;
    const bool has_players = folder_kind_has_players(folder);
    bool ok = file_names_list(&names, folder) ||
              error_set(error, "%s: cannot be read: %s", folder, strerror(errno));
    if (names.count > 0)
        qsort(names.of, names.count, sizeof *names.of, by_name);
    for (size_t i = 0; ok && i < names.count; i++) {
        int length = snprintf(path, sizeof path, "%s/%s", folder, names.of[i]);
        if (length >= (int)sizeof path || !file_is_folder(path) ||
            (has_players && strcmp(names.of[i], "learn") == 0))
            continue;
        const bool is_run = run_folder_is_run(path);
        if (run_folder_has_games(path) || (is_run && tree->all))
            run_tree_add_run(tree, path);
        else if (depth > 1 && !is_run)
            ok = add_below(tree, path, depth - 1, error);
    }
    file_names_clear(&names);
    return ok;
}

bool run_tree_add(run_tree_t *tree, const char *path, failure_t *error) {
    size_t before = tree->count;
    if (file_is_folder(path) && strlen(path) + 64 < FILE_PATH &&
        !run_folder_is_run(path) && !run_folder_has_games(path) &&
        !add_below(tree, path, RUN_TREE_DEPTH, error))
        return false;
    if (tree->count > before)
        return true;
    if (tree->all && folder_kind_is_tree(folder_kind_of(path)))
        return error_set(error, "%s: has no runs yet", path);
    run_tree_add_run(tree, path); /* its reader reports the error */
    return true;
}

/* --- Files -------------------------------------------------------------------------- */

static void add_path(shard_files_t *files, const char *path) {
    files->paths = memory_resize(files->paths, files->count + 1, sizeof *files->paths);
    files->words = memory_resize(files->words, files->count + 1, sizeof *files->words);
    files->words[files->count] = files->num_words;
    files->paths[files->count++] = text_copy(path);
}

static bool add_folder(shard_files_t *files, const char *folder, failure_t *error) {
    run_folder_t list;
    if (!run_folder_fits(folder, error) || !run_folder_list(&list, folder, error))
        return false;
    for (size_t i = 0; i < list.num_shards; i++) {
        char path[FILE_PATH];
        run_shard_path(folder, list.shards[i], path);
        add_path(files, path);
    }
    bool some = list.num_shards > 0;
    run_folder_clear(&list);
    if (!some && run_folder_is_run(folder))
        return error_set(
            error,
            "%s: holds no complete file of games yet, if games in a journal; "
            "fulcrum selfplay plays on",
            folder);
    const char *instead = some ? NULL : folder_kind_instead_of_run(folder);
    return some || error_set(error, "%s: holds no files of games%s%s", folder,
                             instead ? ": it is " : "", instead ? instead : "");
}

bool shard_files_add(shard_files_t *files, const char *path, failure_t *error) {
    if (access(path, F_OK) != 0)
        return error_set(error, "%s: cannot be opened: %s", path, strerror(errno));
    bool added = true;
    if (file_is_folder(path))
        added = add_folder(files, path, error);
    else
        add_path(files, path);
    files->num_words++;
    return added;
}

void shard_files_clear(shard_files_t *files) {
    free_paths(files->paths, files->count);
    free(files->words);
    *files = (shard_files_t){0};
}

bool run_file_run(const char *path, char folder[FILE_PATH]) {
    uint64_t shard;
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    int length = slash ? (int)(slash - path) : 1;
    if (length >= FILE_PATH - 16 || !run_folder_shard_of(name, ".h5", &shard))
        return false;
    snprintf(folder, FILE_PATH, "%.*s", length, slash ? path : ".");
    return run_folder_is_run(folder);
}

bool run_file_open(games_file_t *file, const char *path, const games_header_t *expected,
                   games_file_use_t use, failure_t *error) {
    char folder[FILE_PATH];
    if (games_file_open(file, path, expected, use, error))
        return true;
    if (error && file->damaged && run_file_run(path, folder)) {
        failure_t said = *error;
        char call[OUTSIDE_GAME_CALL] = "fulcrum";
        if (expected && expected->game)
            outside_game_call(expected->game->class, call);
        error_set(error, "%.1000s; %.200s verify %.700s --repair plays its games again",
                  said.message, call, folder);
    }
    return false;
}

/* --- Games -------------------------------------------------------------------------- */

static bool open_next(games_reader_t *reader, failure_t *error) {
    games_file_t *file = &reader->file;
    const games_header_t *expected = reader->header.game ? &reader->header : NULL;
    const char *path = reader->files.paths[reader->next];
    if (!run_file_open(file, path, expected, reader->use, error))
        return false;
    reader->is_open = true;
    reader->next++;
    reader->bytes += file->bytes;
    if (expected) {
        producer_add(&reader->header.maker, &file->header.maker);
        return true;
    }
    reader->header = file->header;
    file->header.borrowed = true; /* by the file, from now on */
    record_init(&reader->record, reader->header.game);
    return run_config_parse(&reader->config, reader->header.config, path, NULL, 0, error);
}

bool games_reader_open(games_reader_t *reader, const char *path, games_file_use_t use,
                       failure_t *error) {
    *reader = (games_reader_t){.use = use};
    return shard_files_add(&reader->files, path, error) && open_next(reader, error);
}

static void close_file(games_reader_t *reader) {
    if (reader->is_open)
        games_file_close(&reader->file);
    reader->is_open = false;
}

int64_t games_reader_next(games_reader_t *reader, failure_t *error) {
    for (;;) {
        if (!reader->is_open && reader->next == reader->files.count) {
            record_clear(&reader->record);
            return 0;
        }
        if (!reader->is_open && !open_next(reader, error))
            return -1;
        reader->file.queue = reader->queue;
        int64_t count = games_file_next(&reader->file, &reader->record, error);
        if (count != 0)
            return count;
        close_file(reader);
    }
}

void games_reader_rewind(games_reader_t *reader) {
    close_file(reader);
    record_empty(&reader->record);
    reader->next = 0;
    reader->bytes = 0;
}

int64_t games_reader_count(games_reader_t *reader, failure_t *error) {
    int64_t games = 0;
    games_reader_rewind(reader);
    while (reader->next < reader->files.count) {
        if (!open_next(reader, error))
            return -1;
        games += (int64_t)reader->file.rows[TABLE_GAMES];
        close_file(reader);
    }
    games_reader_rewind(reader);
    return games;
}

void games_reader_close(games_reader_t *reader) {
    close_file(reader);
    if (reader->header.game)
        record_clear(&reader->record);
    games_header_clear(&reader->header);
    run_config_clear(&reader->config);
    shard_files_clear(&reader->files);
    *reader = (games_reader_t){0};
}
