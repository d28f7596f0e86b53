#include "eval/report/report_games.h"

#include "eval/study/study_result.h"
#include "selfplay/store/games_file.h"
#include "selfplay/store/record.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const char *const report_pick_names[PICKS] = {[PICK_TYPICAL] = "typical length",
                                              [PICK_SHORTEST] = "shortest",
                                              [PICK_LONGEST] = "longest",
                                              [PICK_DRAMATIC] = "most dramatic"};

double report_games_value(const record_t *record, size_t position) {
    if (record_u32(record, POSITIONS_VISITS)[position] == 0)
        return (double)NAN;
    double value = (double)record_f32(record, POSITIONS_ROOT_VALUE)[position];
    return record_u8(record, POSITIONS_PLAYER)[position] == 0 ? value : 1 - value;
}

/* --- Lengths ------------------------------------------------------------------------ */

static int compare_turns(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

double report_games_quantile(const report_games_t *games, double at) {
    REQUIRE(games->count > 0 && at >= 0 && at <= 1);
    uint64_t rank = (uint64_t)ceil(at * (double)games->count);
    return games->turns[rank > 0 ? rank - 1 : 0];
}

/* The first game of that many turns; `by_game` is in the order of game numbers. */
static int64_t first_of_length(const uint32_t *by_game, uint64_t count, double turns) {
    for (uint64_t i = 0; i < count; i++)
        if (by_game[i] == turns)
            return (int64_t)i;
    return -1;
}

/* Sorts the turns: by game before the call, by length after it. */
static void take_lengths(report_games_t *games) {
    uint64_t count = games->count;
    uint32_t *by_game = games->turns;
    if (count == 0)
        return;
    games->turns = memory_new(count, sizeof *games->turns);
    memcpy(games->turns, by_game, count * sizeof *games->turns);
    qsort(games->turns, count, sizeof *games->turns, compare_turns);
    games->picks[PICK_TYPICAL] =
        first_of_length(by_game, count, report_games_quantile(games, 0.5));
    games->picks[PICK_SHORTEST] = first_of_length(by_game, count, games->turns[0]);
    games->picks[PICK_LONGEST] = first_of_length(by_game, count, games->turns[count - 1]);
    free(by_game);
}

/* --- Reading ------------------------------------------------------------------------ */

/* before: games of the preceding runs. */
static bool add_game(report_games_t *games, uint64_t before, const record_t *record,
                     size_t row, failure_t *error) {
    game_metrics_t *metrics = &games->metrics;
    if (!game_metrics_add(metrics, record, row, error))
        return false;
    const measured_game_t *measured = &metrics->game_now;
    double drama = lead_drama_mean(&measured->history);
    if (drama > games->drama) { /* not where it is NAN */
        games->drama = drama;
        games->picks[PICK_DRAMATIC] = (int64_t)before + record_i64(record, GAMES_ID)[row];
    }
    games->turns[games->count++] = measured->trace.turns;
    return true;
}

static bool read_shard(report_games_t *games, const study_cell_run_t *run,
                       uint64_t before, uint64_t shard, failure_t *error) {
    char path[RUN_PATH];
    games_file_t file;
    record_t record;
    int64_t rows;
    bool right = true;
    run_shard_path(run->folder, shard, path);
    if (!games_file_open(&file, path, NULL, GAMES_FILE_PART, error))
        return false;
    record_init(&record, file.header.game);
    while (right && (rows = games_file_next(&file, &record, error)) != 0)
        for (size_t row = 0; right && row < (size_t)(rows > 0 ? rows : 1); row++)
            right = rows > 0 && add_game(games, before, &record, row, error);
    record_clear(&record);
    games_file_close(&file);
    return right;
}

static bool read_run(report_games_t *games, const study_cell_run_t *run, uint64_t before,
                     failure_t *error) {
    for (uint64_t shard = 0; shard * run->shard < run->games; shard++)
        if (!read_shard(games, run, before, shard, error))
            return false;
    return true;
}

bool report_games_read(report_games_t *games, const study_cell_t *cell,
                       const game_t *game, failure_t *error) {
    uint64_t room = 1, before = 0;
    *games = (report_games_t){.cell = cell};
    for (int i = 0; i < cell->num_runs; i++)
        room += cell->runs[i].games + cell->runs[i].shard;
    for (int i = 0; i < PICKS; i++)
        games->picks[i] = -1;
    game_metrics_init(&games->metrics, game);
    games->turns = memory_new(room, sizeof *games->turns);
    for (int i = 0; i < cell->num_runs; i++) {
        if (!read_run(games, &cell->runs[i], before, error)) {
            report_games_clear(games);
            return false;
        }
        before += cell->runs[i].games;
    }
    game_metrics_finish(&games->metrics);
    take_lengths(games);
    return true;
}

void report_games_clear(report_games_t *games) {
    if (!games->cell)
        return;
    free(games->turns);
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
    bool right = games_file_read(file, row, 1, GAMES_FILE_BATCH, &record, error) &&
                 visit(context, &record, error);
    record_clear(&record);
    return right;
}

bool report_games_visit(const report_games_t *games, report_pick_t pick,
                        report_games_visit_t visit, void *context, failure_t *error) {
    char path[RUN_PATH];
    games_file_t file;
    REQUIRE(games->picks[pick] >= 0);
    uint64_t id = (uint64_t)games->picks[pick];
    const study_cell_run_t *run = games->cell->runs;
    for (; id >= run->games; run++)
        id -= run->games;
    run_shard_path(run->folder, id / run->shard, path);
    if (!games_file_open(&file, path, NULL, GAMES_FILE_PART, error))
        return false;
    bool right = visit_game(&file, id, visit, context, error);
    games_file_close(&file);
    return right;
}
