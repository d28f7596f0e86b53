#include "eval/metrics/game_trace.h"

#include "eval/metrics/metric_table.h"
#include "selfplay/play/resignation.h"
#include "selfplay/store/game_result.h"
#include "selfplay/store/record.h"

#include <math.h>
#include <stdlib.h>

void game_trace_init(game_trace_t *trace, const game_t *game) {
    *trace = (game_trace_t){.game = game};
}

void game_trace_clear(game_trace_t *trace) {
    free(trace->steps);
    game_trace_init(trace, trace->game);
}

/* A game being replayed. */
typedef struct walk {
    const record_t *record;
    size_t row; /* of the game */
    state_t state;
    bool used[GAME_MAX_CELLS];
} walk_t;

static bool contradicts(const walk_t *walk, size_t ply, const char *what,
                        failure_t *error) {
    return error_set(error, "game %lld, action %zu: %s: not a game by these rules",
                     (long long)record_i64(walk->record, GAMES_ID)[walk->row], ply, what);
}

static void look_at_cells(game_trace_t *trace, walk_t *walk) {
    uint8_t contents[GAME_MAX_CELLS];
    game_contents(trace->game, &walk->state, contents);
    for (int cell = 0; cell < trace->game->cells; cell++) {
        if ((contents[cell] & CELL_OWNER) == 0)
            continue;
        trace->cells_occupied++;
        trace->cells_used += !walk->used[cell];
        walk->used[cell] = true;
    }
}

static double entropy_of(const uint32_t *visits, size_t count, double sum) {
    double entropy = 0;
    for (size_t i = 0; i < count; i++)
        if (visits[i] > 0)
            entropy -= visits[i] / sum * log(visits[i] / sum);
    return entropy;
}

static uint32_t count_outstanding(const uint32_t *visits, uint32_t count, double sum) {
    uint32_t most = 0, outstanding = 0;
    double mean = sum / count;
    for (uint32_t i = 0; i < count; i++)
        most = visits[i] > most ? visits[i] : most;
    for (uint32_t i = 0; i < count; i++)
        outstanding += visits[i] >= mean + METRIC_STANDS_OUT * (most - mean);
    return outstanding;
}

/* Reads the result of a position's search. */
static void read_search(const record_t *record, size_t position, trace_step_t *step) {
    uint32_t visits = record_u32(record, POSITIONS_VISITS)[position];
    double value = (double)record_f32(record, POSITIONS_ROOT_VALUE)[position];
    step->is_searched = visits > 0;
    step->value = step->player == 0 ? value : 1 - value;
    step->entropy = 0;
    step->outstanding = 0;
    if (visits == 0 || step->legal < 2)
        return;
    const uint32_t *of_actions =
        record_u32(record, LEGAL_VISITS) + record_first_legal(record, position);
    step->entropy = entropy_of(of_actions, step->legal, visits);
    step->outstanding = count_outstanding(of_actions, step->legal, visits);
}

/* Replays the action at a ply; the state becomes the next one. */
static bool take_step(game_trace_t *trace, walk_t *walk, size_t ply, failure_t *error) {
    const record_t *record = walk->record;
    size_t position = record_first_position(record, walk->row) + ply;
    trace_step_t *step = &trace->steps[ply];
    action_t actions[GAME_MAX_LEGAL];
    int legal = game_legal(trace->game, &walk->state, actions);
    step->chosen = record_u16(record, POSITIONS_CHOSEN)[position];
    step->player = (uint8_t)game_player(trace->game, &walk->state);
    step->legal = (uint32_t)legal;
    step->turn = trace->turns;
    if (game_find_action(actions, legal, step->chosen) < 0)
        return contradicts(walk, ply, "the recorded action is not legal", error);
    if (record_u32(record, POSITIONS_LEGAL)[position] != step->legal)
        return contradicts(walk, ply, "different actions are legal", error);
    read_search(record, position, step);
    look_at_cells(trace, walk);
    game_apply(trace->game, &walk->state, step->chosen);
    if (game_outcome(trace->game, &walk->state).over ||
        game_player(trace->game, &walk->state) != step->player)
        trace->turns++;
    return true;
}

static bool check_end(const game_trace_t *trace, const walk_t *walk, failure_t *error) {
    const record_t *record = walk->record;
    bool same = trace->outcome.over &&
                trace->outcome.winner == record_u8(record, GAMES_WINNER)[walk->row] &&
                trace->outcome.reason == record_u8(record, GAMES_REASON)[walk->row] &&
                trace->turns == record_u32(record, GAMES_TURNS)[walk->row];
    return same ||
           contradicts(walk, trace->num_actions, "the game ends differently", error);
}

bool game_trace_read(game_trace_t *trace, const record_t *record, size_t row,
                     failure_t *error) {
    walk_t walk = {.record = record, .row = row};
    trace->num_actions = record_u32(record, GAMES_DECISIONS)[row];
    trace->turns = 0;
    trace->cells_used = 0;
    trace->cells_occupied = 0;
    if (trace->num_actions > trace->capacity) {
        trace->capacity = 2 * trace->num_actions;
        trace->steps = memory_resize(trace->steps, trace->capacity, sizeof *trace->steps);
    }
    game_start(trace->game, &walk.state);
    for (size_t ply = 0; ply < trace->num_actions; ply++)
        if (!take_step(trace, &walk, ply, error))
            return false;
    look_at_cells(trace, &walk);
    trace->outcome =
        game_outcome_at(trace->game, &walk.state, (uint32_t)trace->num_actions);
    if (!trace->outcome.over && record_u8(record, GAMES_REASON)[row] == REASON_RESIGNED) {
        size_t last = record_first_position(record, row) + trace->num_actions - 1;
        trace->outcome = resignation_outcome(record, last);
        trace->turns =
            resignation_turns(trace->game, &walk.state, record, last, trace->turns);
    }
    trace->hash = record_game_hash(record, row);
    return check_end(trace, &walk, error);
}
