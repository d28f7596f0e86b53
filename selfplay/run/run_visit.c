#include "selfplay/run/run_visit.h"

#include "selfplay/config/run_config.h"
#include "selfplay/run/run.h"
#include "selfplay/run/run_folder.h"
#include "selfplay/store/games_file.h"
#include "selfplay/store/record.h"

/* The games of a shard that belong to the run. Both games of a match's pair are in one
 * file, also in one that is short. */
static bool read_shard(const run_t *run, uint64_t shard, uint64_t wanted,
                       record_t *record, failure_t *error) {
    const games_header_t header = {.game = run->config->game, .config = run->config_text};
    char path[RUN_PATH];
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
        ok = read_shard(run, shard, wanted, &record, error);
        more = ok && visit(context, shard, &record) && record.rows[TABLE_GAMES] >= wanted;
    }
    record_clear(&record);
    return ok;
}
