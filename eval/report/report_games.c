#include "eval/report/report_games.h"

#include "core/base/files/file.h"
#include "eval/study/study_result.h"
#include "selfplay/run/games_reader.h"
#include "selfplay/run/run_folder.h"
#include "selfplay/store/games_file.h"
#include "selfplay/store/record.h"

#include <math.h>

const char *const report_pick_names[PICKS] = {[PICK_TYPICAL] = "typical length",
                                              [PICK_SHORTEST] = "shortest",
                                              [PICK_LONGEST] = "longest",
                                              [PICK_DRAMATIC] = "most dramatic"};

/* --- Reading ------------------------------------------------------------------------ */

/* Keeps the first of the games that fit. */
static void pick(report_games_t *games, report_pick_t which, bool fits, int64_t id) {
    if (fits && games->picks[which] < 0)
        games->picks[which] = id;
}

static void pick_lengths(report_games_t *games, uint32_t turns, int64_t id) {
    const length_counts_t *all = &games->cell->lengths;
    pick(games, PICK_TYPICAL, turns == length_counts_reached(all, 0.5), id);
    pick(games, PICK_SHORTEST, turns == length_counts_reached(all, 0), id);
    pick(games, PICK_LONGEST, turns == length_counts_reached(all, 1), id);
}

/* before: games of the preceding runs. */
static bool add_game(report_games_t *games, uint64_t before, const record_t *record,
                     size_t row, failure_t *error) {
    game_metrics_t *metrics = &games->metrics;
    if (!game_metrics_add(metrics, record, row, error))
        return false;
    const measured_game_t *measured = &metrics->game_now;
    int64_t id = (int64_t)before + record_i64(record, GAMES_ID)[row];
    double drama = lead_drama_mean(&measured->history);
    if (drama > games->drama) { /* not where it is NAN */
        games->drama = drama;
        games->picks[PICK_DRAMATIC] = id;
    }
    pick_lengths(games, measured->trace.turns, id);
    games->count++;
    return true;
}

/* The run may have been extended since. */
static bool read_run(report_games_t *games, const study_cell_run_t *run, uint64_t before,
                     failure_t *error) {
    games_reader_t reader;
    uint64_t left = run->games;
    bool ok =
        left == 0 || games_reader_open(&reader, run->folder, GAMES_FILE_PART, error);
    for (int64_t count = 0; ok && left > 0; left -= (uint64_t)count) {
        count = games_reader_next(&reader, error);
        count = count < (int64_t)left ? count : (int64_t)left;
        ok = count > 0 ||
             (count == 0 &&
              error_set(error, "%s: has fewer games than it had", run->folder));
        for (size_t row = 0; ok && row < (size_t)count; row++)
            ok = add_game(games, before, &reader.record, row, error);
    }
    if (run->games > 0)
        games_reader_close(&reader);
    return ok;
}

bool report_games_read(report_games_t *games, const study_cell_t *cell,
                       const game_t *game, failure_t *error) {
    uint64_t before = 0;
    *games = (report_games_t){.cell = cell};
    for (int i = 0; i < PICKS; i++)
        games->picks[i] = -1;
    game_metrics_init(&games->metrics, game);
    for (int i = 0; i < cell->num_runs; i++) {
        if (!read_run(games, &cell->runs[i], before, error)) {
            report_games_clear(games);
            return false;
        }
        before += cell->runs[i].games;
    }
    game_metrics_finish(&games->metrics);
    return true;
}

void report_games_clear(report_games_t *games) {
    if (!games->cell)
        return;
    game_metrics_clear(&games->metrics);
    *games = (report_games_t){0};
}

/* The game with a number in an open file. */
static bool visit_game(games_file_t *file, uint64_t id, report_games_visit_t visit,
                       void *context, failure_t *error) {
    uint64_t row;
    record_t record;
    game_found_t found = games_file_find(file, id, &row, error);
    if (found != GAME_FOUND)
        return found == GAME_NOT_THERE && error_set(error, "%s: game %llu is not there",
                                                    file->path, (unsigned long long)id);
    record_init(&record, file->header.game);
    bool ok = games_file_read(file, row, 1, GAMES_FILE_BATCH, &record, error) &&
              visit(context, &record, error);
    record_clear(&record);
    return ok;
}

bool report_games_visit(const report_games_t *games, report_pick_t pick,
                        report_games_visit_t visit, void *context, failure_t *error) {
    char path[FILE_PATH];
    games_file_t file;
    REQUIRE(games->picks[pick] >= 0);
    uint64_t id = (uint64_t)games->picks[pick];
    const study_cell_run_t *run = games->cell->runs;
    for (; id >= run->games; run++)
        id -= run->games;
    run_shard_path(run->folder, id / run->shard, path);
    if (!games_file_open(&file, path, NULL, GAMES_FILE_PART, error))
        return false;
    bool ok = visit_game(&file, id, visit, context, error);
    games_file_close(&file);
    return ok;
}
