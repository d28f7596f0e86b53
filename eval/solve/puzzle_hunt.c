#include "eval/solve/puzzle_hunt.h"

#include "core/game/state_set.h"
#include "eval/solve/win_query.h"
#include "selfplay/run/games_reader.h"

#include <math.h>
#include <stdlib.h>

typedef struct path_hunt {
    puzzle_hunt_t *hunt;
    const char *path;
    games_reader_t reader;
    const game_t *game;
    puzzle_finder_t *finder;
    state_set_t tried;
    bool *proven; /* of those */
    size_t capacity;
} path_hunt_t;

static bool is_wanted(const puzzle_hunt_t *hunt, const puzzle_t *puzzle) {
    return puzzle->value == VALUE_DRAWN ||
           (puzzle->solution.bound >= hunt->least_bound &&
            !(puzzle->ends_game && hunt->least_bound > 1));
}

/* The share of visits that the position's search gave an action. */
static double share_of(const record_t *record, size_t position, action_t action) {
    uint32_t sum = record_u32(record, POSITIONS_VISITS)[position];
    size_t first = record_first_legal(record, position);
    for (uint32_t i = 0; i < record_u32(record, POSITIONS_LEGAL)[position] && sum > 0;
         i++)
        if (record_u16(record, LEGAL_ACTION)[first + i] == action)
            return record_u32(record, LEGAL_VISITS)[first + i] / (double)sum;
    return (double)NAN;
}

static void take(path_hunt_t *work, const record_t *record, size_t row, size_t position,
                 const state_t *state, const puzzle_t *puzzle) {
    puzzle_found_t found = {.path = work->path,
                            .game = work->game,
                            .id = (uint64_t)record_i64(record, GAMES_ID)[row],
                            .ply = record_u32(record, POSITIONS_PLY)[position],
                            .state = state,
                            .puzzle = puzzle,
                            .played = record_u16(record, POSITIONS_CHOSEN)[position] ==
                                      puzzle->action,
                            .visits_share = share_of(record, position, puzzle->action)};
    work->hunt->puzzles++;
    work->hunt->found(work->hunt->context, &found);
}

/* An index, equal for positions that are images of each other; *is_new: whether it has
 * not been tried. */
static size_t index_of(path_hunt_t *work, const state_t *state, bool *is_new) {
    win_query_t plain;
    game_copy(work->game, &plain.state, state);
    plain.attacker = 0;
    (void)win_query_normalise(work->game, WIN_QUERY_COUNTED, 0, &plain);
    size_t count = work->tried.count;
    size_t index = state_set_index(&work->tried, &plain.state);
    *is_new = index == count;
    work->proven =
        memory_grow(work->proven, &work->capacity, index + 1, sizeof *work->proven);
    return index;
}

/* false: this position is not proven, and earlier ones will not be either. */
static bool try_position(path_hunt_t *work, const record_t *record, size_t row,
                         size_t position, const state_t *state) {
    bool is_new;
    size_t index = index_of(work, state, &is_new);
    if (!is_new)
        return work->proven[index];
    puzzle_t *puzzle = memory_new(1, sizeof *puzzle);
    puzzle_answer_t answer = puzzle_find(work->finder, state, puzzle);
    work->proven[index] = answer != PUZZLE_OPEN;
    work->hunt->positions++;
    work->hunt->open += answer == PUZZLE_OPEN;
    if (answer == PUZZLE_FOUND && is_wanted(work->hunt, puzzle))
        take(work, record, row, position, state, puzzle);
    free(puzzle);
    return answer != PUZZLE_OPEN;
}

static bool is_over(const puzzle_hunt_t *hunt) {
    return hunt->stopped || hunt->puzzles >= hunt->most;
}

static void ask_to_go_on(puzzle_hunt_t *hunt) {
    hunt->stopped = hunt->stopped || (hunt->go_on && !hunt->go_on(hunt->context));
}

/* The states of a game from its actions, of which the file's reader has checked only that
 * they are numbers. */
static bool try_game(path_hunt_t *work, const record_t *record, size_t row,
                     failure_t *error) {
    const game_t *game = work->game;
    size_t first = record_first_position(record, row);
    uint32_t count = record_u32(record, GAMES_DECISIONS)[row];
    state_t *states = memory_new((size_t)count + 1, sizeof *states);
    bool ok = true, proven = true;
    game_start(game, &states[0]);
    for (uint32_t ply = 0; ply < count && ok; ply++) {
        action_t action = record_u16(record, POSITIONS_CHOSEN)[first + ply];
        ok = game_is_legal(game, &states[ply], action) ||
             error_set(error, "%s: game %lld, action %u is not legal", work->path,
                       (long long)record_i64(record, GAMES_ID)[row], ply);
        if (!ok)
            break;
        game_copy(game, &states[ply + 1], &states[ply]);
        game_apply(game, &states[ply + 1], action);
    }
    work->hunt->games++;
    for (uint32_t back = 1;
         ok && proven && back <= count && back <= (uint32_t)work->hunt->last; back++) {
        if (is_over(work->hunt))
            break;
        uint32_t ply = count - back;
        proven = try_position(work, record, row, first + ply, &states[ply]);
    }
    free(states);
    return ok;
}

static bool try_games(path_hunt_t *work, failure_t *error) {
    puzzle_hunt_t *hunt = work->hunt;
    games_reader_t *reader = &work->reader;
    int64_t count;
    bool ok = true;
    while (ok && !is_over(hunt) && (count = games_reader_next(reader, error)) != 0) {
        ok = count > 0;
        for (size_t row = 0; ok && row < (size_t)count && !is_over(hunt); row++) {
            ask_to_go_on(hunt);
            ok = hunt->stopped || try_game(work, &reader->record, row, error);
            ask_to_go_on(hunt); /* an unproven position may be due to it */
        }
    }
    return ok;
}

bool puzzle_hunt_path(puzzle_hunt_t *hunt, const char *path, failure_t *error) {
    path_hunt_t work = {.hunt = hunt, .path = path};
    bool ok = games_reader_open(&work.reader, path, GAMES_FILE_WHOLE, error);
    if (ok) {
        work.game = work.reader.header.game;
        work.finder = puzzle_finder_new(work.game, &hunt->limits);
        state_set_init(&work.tried, work.game);
        ok = try_games(&work, error);
        puzzle_finder_free(work.finder);
        state_set_clear(&work.tried);
        free(work.proven);
    }
    games_reader_close(&work.reader);
    return ok;
}
