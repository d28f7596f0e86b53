#include "selfplay/run/run.h"

#include "core/base/files/file.h"
#include "core/base/files/publish.h"
#include "core/game/outside_game.h"
#include "core/game/source/game_source.h"
#include "selfplay/config/run_config.h"
#include "selfplay/run/folder_kind.h"
#include "selfplay/run/journal.h"
#include "selfplay/run/run_folder.h"
#include "selfplay/store/games_file.h"
#include "selfplay/store/record.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* The error for another configuration in the folder, whose text is freed. */
static bool differs(const run_t *run, char *stored, failure_t *error) {
    char difference[512];
    text_t out = text_into(difference, sizeof difference);
    run_config_difference(stored, run->config_text, &out);
    free(stored);
    return error_set(error,
                     "%s: holds a run of another configuration: %s; choose another --out",
                     run->folder, difference);
}

/* If several processes create a folder at once, one is first; the others must have its
 * configuration. */
static bool settle_config(const run_t *run, failure_t *error) {
    const game_source_t *source = outside_game_source(run->config->game->class);
    char path[FILE_PATH], *other;
    run_config_path(run->folder, path);
    return (run_folder_is_run(run->folder) ||
            folder_kind_may_hold(run->folder, FOLDER_RUN, error)) &&
           publish_once(path, run->config_text, &other, error) &&
           (!other || differs(run, other, error)) &&
           (!source || game_source_keep(source, run->folder, error));
}

typedef struct journals {
    const run_t *run;
    task_share_t share;
    run_folder_t list;
} journals_t;

/* The journal of a complete shard. A shard that cannot be accessed may not exist, and one
 * that cannot be read may be short. */
static bool is_obsolete(void *context, uint64_t shard) {
    const journals_t *journals = context;
    const run_t *run = journals->run;
    char path[FILE_PATH];
    uint64_t held;
    run_shard_path(run->folder, shard, path);
    return task_share_has(&journals->share, shard) &&
           run_folder_has(&journals->list, shard) && access(path, F_OK) == 0 &&
           run_shard_read(run, shard, &held) && held > 0 &&
           held >= run_length_of_shard(&run->length, shard);
}

void run_sweep_journals(const run_t *run, task_share_t share) {
    journals_t journals = {.run = run, .share = share};
    if (run_folder_list(&journals.list, run->folder, NULL))
        journal_sweep(run->folder, is_obsolete, &journals);
    run_folder_clear(&journals.list);
}

static void init(run_t *run, const run_config_t *config, const char *folder) {
    *run = (run_t){.config = config,
                   .folder = text_copy(folder),
                   .config_text = run_config_text(config),
                   .length = {.shard_games = (uint64_t)config->shard_games}};
}

/* That this many games take. */
static uint64_t num_shards(const run_config_t *config, uint64_t games) {
    uint64_t size = (uint64_t)config->shard_games;
    return (games + size - 1) / size;
}

static void set_games(run_t *run, uint64_t games) {
    REQUIRE(games > 0);
    run->games = games;
    run->num_shards = num_shards(run->config, games);
}

bool run_view(run_t *run, const run_config_t *config, const char *folder,
              failure_t *error) {
    init(run, config, folder);
    if (!run_length_read(&run->length, folder, (uint64_t)config->shard_games,
                         (uint64_t)config->games, error)) {
        run_close(run);
        return false;
    }
    set_games(run, run->length.games > 0 ? run->length.games : RUN_DEFAULT_GAMES);
    return true;
}

bool run_view_stored(run_t *run, const char *folder, failure_t *error) {
    char path[FILE_PATH];
    run_config_t *config = memory_new(1, sizeof *config);
    char *text = run_folder_read_config(folder, path, error);
    bool ok = text && run_config_parse(config, text, path, NULL, 0, error);
    free(text);
    if (ok && !run_view(run, config, folder, error)) {
        run_config_clear(config);
        ok = false;
    }
    if (ok)
        run->own = config;
    else
        free(config);
    return ok;
}

/* The number of games that opening the run requests, when its length is known. */
static uint64_t games_to_request(const run_t *run) {
    return run->config->games > 0  ? (uint64_t)run->config->games
           : run->length.games > 0 ? run->length.games
                                   : RUN_DEFAULT_GAMES;
}

uint64_t run_games_wanted(const char *folder) {
    failure_t ignored;
    run_t run;
    if (!run_view_stored(&run, folder, &ignored))
        return 0;
    const uint64_t games = run.games;
    run_close(&run);
    return games;
}

bool run_fits(const run_config_t *config, const char *folder, uint64_t *games,
              failure_t *error) {
    run_t run = {.config = config};
    char path[FILE_PATH], *stored = NULL;
    *games = 0;
    if (!run_folder_fits(folder, error))
        return false;
    init(&run, config, folder);
    run_config_path(folder, path);
    bool ok = !run_folder_is_run(folder) || (stored = file_read_text(path, error));
    if (stored && strcmp(stored, run.config_text) != 0)
        ok = differs(&run, stored, error);
    else
        free(stored);
    ok = ok && run_length_read(&run.length, folder, run.length.shard_games, 0, error);
    *games = ok ? games_to_request(&run) : 0;
    run_close(&run);
    return ok;
}

bool run_request(run_t *run, uint64_t games, failure_t *error) {
    if (!run_length_request(&run->length, run->folder, games, error))
        return false;
    set_games(run, games);
    return true;
}

static bool settle_length(run_t *run, failure_t *error) {
    run_length_t *length = &run->length;
    return run_length_read(length, run->folder, length->shard_games, 0, error) &&
           run_request(run, games_to_request(run), error);
}

static void sweep_folders(run_t *run) {
    static const char *const folders[] = {".", RUN_FOLDER_GAMES, "calls"};
    char path[FILE_PATH];
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", run->folder, folders[i]);
        publish_sweep(path);
    }
}

bool run_open(run_t *run, const run_config_t *config, const char *folder,
              failure_t *error) {
    *run = (run_t){.config = config};
    if (!run_folder_fits(folder, error))
        return false;
    init(run, config, folder);
    if (publish_folder(folder, error) && settle_config(run, error) &&
        settle_length(run, error)) {
        sweep_folders(run);
        return true;
    }
    run_close(run);
    return false;
}

void run_close(run_t *run) {
    if (run->own)
        run_config_clear(run->own);
    free(run->own);
    free(run->folder);
    free(run->config_text);
    run_length_clear(&run->length);
    *run = (run_t){0};
}

uint64_t run_shard_first(const run_t *run, uint64_t shard) {
    return shard * (uint64_t)run->config->shard_games;
}

uint64_t run_shard_count(const run_t *run, uint64_t shard) {
    uint64_t left = run->games - run_shard_first(run, shard);
    uint64_t size = (uint64_t)run->config->shard_games;
    REQUIRE(shard < run->num_shards);
    return left < size ? left : size;
}

uint64_t run_games_of(const run_t *run, uint64_t first, uint64_t end, uint64_t step) {
    if (first >= end)
        return 0;
    uint64_t last = end - 1 - (end - 1 - first) % step; /* only the run's may be short */
    return (last - first) / step * (uint64_t)run->config->shard_games +
           run_shard_count(run, last);
}

games_header_t run_header(const run_t *run) {
    return (games_header_t){.game = run->config->game, .config = run->config_text};
}

bool run_lacks_shard(const run_t *run, uint64_t shard) {
    char path[FILE_PATH];
    run_shard_path(run->folder, shard, path);
    return access(path, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR);
}

bool run_shard_read(const run_t *run, uint64_t shard, uint64_t *held) {
    const games_header_t header = run_header(run);
    char path[FILE_PATH];
    *held = 0;
    if (run_lacks_shard(run, shard))
        return true;
    run_shard_path(run->folder, shard, path);
    return run_length_held(&run->length, path, shard, &header, held, NULL);
}

uint64_t run_shard_held(const run_t *run, uint64_t shard) {
    uint64_t held;
    (void)run_shard_read(run, shard, &held);
    return held;
}

static uint64_t games_there(const run_t *run) {
    run_folder_t list;
    uint64_t games = 0;
    if (!run_folder_list(&list, run->folder, NULL))
        return 0;
    for (size_t i = 0; i < list.num_shards; i++)
        games += run_shard_held(run, list.shards[i]);
    run_folder_clear(&list);
    return games;
}

bool run_write_there(const run_t *run, uint64_t asked, text_t *out) {
    char numbers[3][TEXT_THOUSANDS];
    uint64_t there = games_there(run);
    text_add(out, "%s", text_thousands(there, numbers[0]));
    if (there < run->length.games)
        text_add(out, " of %s", text_thousands(run->length.games, numbers[1]));
    text_add(out, " games are there; %s were asked for",
             text_thousands(asked, numbers[2]));
    return there >= run->length.games;
}

void run_write_shorter(const run_t *run, uint64_t asked, text_t *out) {
    text_add(out, "; to shorten the run: fulcrum trim ");
    text_add_shell_word(out, run->folder);
    text_add(out, " games=%llu", (unsigned long long)asked);
}

/* --- Games -------------------------------------------------------------------------- */

/* The games of a shard that belong to the run. Both games of a match's pair are in one
 * file, also in one that is short. */
static bool read_games(const run_t *run, uint64_t shard, uint64_t wanted,
                       record_t *record, failure_t *error) {
    const games_header_t header = run_header(run);
    char path[FILE_PATH];
    games_file_t file;
    int64_t id = -1;
    run_shard_path(run->folder, shard, path);
    if (!games_file_open(&file, path, &header, GAMES_FILE_WHOLE, error))
        return false;
    uint64_t held = file.rows[TABLE_GAMES], first = run_shard_first(run, shard);
    bool is_in_pairs = held >= wanted || held % (uint64_t)run->config->num_agents == 0;
    bool ok = held > 0 && is_in_pairs && games_file_id(&file, 0, &id, error) &&
              id == (int64_t)first;
    if (!ok)
        error_set(error, "%s: does not hold the %llu games from number %llu on", path,
                  (unsigned long long)wanted, (unsigned long long)first);
    ok = ok && games_file_read(&file, 0, held < wanted ? held : wanted, UINT64_MAX,
                               record, error);
    games_file_close(&file);
    return ok;
}

bool run_visit(const run_t *run, uint64_t first, uint64_t end, run_visitor_t visit,
               void *context, failure_t *error) {
    record_t record;
    bool ok = true, more = true;
    record_init(&record, run->config->game);
    for (uint64_t shard = first; ok && more && shard < end; shard++) {
        uint64_t wanted = shard < run->num_shards ? run_shard_count(run, shard)
                                                  : (uint64_t)run->config->shard_games;
        if (run_shard_held(run, shard) == 0)
            break;
        record_empty(&record);
        ok = read_games(run, shard, wanted, &record, error);
        more = ok && visit(context, shard, &record) && record.rows[TABLE_GAMES] >= wanted;
    }
    record_clear(&record);
    return ok;
}
