#include "selfplay/verify/replay.h"

#include "mcts/tree/bounds.h"
#include "selfplay/config/run_config.h"
#include "selfplay/play/opening.h"
#include "selfplay/play/resignation.h"
#include "selfplay/store/record.h"

#include <stdarg.h>
#include <stdio.h>

/* --- By the rules ------------------------------------------------------------------- */

typedef struct replay {
    const record_t *record;
    size_t row; /* of the current position */
    int64_t ply;
    replay_fault_t *fault;
} replay_t;

static bool faulty(const replay_t *replay, const char *format, ...) PRINTF_LIKE(2, 3);
static bool faulty(const replay_t *replay, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(replay->fault->text, sizeof replay->fault->text, format, arguments);
    va_end(arguments);
    replay->fault->ply = replay->ply;
    return false;
}

static bool expect(const replay_t *replay, column_id_t id, uint64_t expected,
                   uint64_t found) {
    return expected == found ||
           faulty(replay, "%s is %llu instead of %llu", schema_columns[id].path,
                  (unsigned long long)found, (unsigned long long)expected);
}

static bool check_state(const replay_t *replay, const state_t *state, uint32_t turn) {
    const record_t *record = replay->record;
    const game_t *game = record->game;
    size_t row = replay->row, size = (size_t)game->packed_bytes;
    unsigned char packed[GAME_PACKED_BYTES];
    game_pack(game, state, packed);
    if (memcmp(packed, record_u8(record, POSITIONS_STATE) + row * size, size) != 0)
        return faulty(replay, "%s is not the position reached by the actions before it",
                      schema_columns[POSITIONS_STATE].path);
    return expect(replay, POSITIONS_SIDE, (uint64_t)game_side(game, state),
                  record_u8(record, POSITIONS_SIDE)[row]) &&
           expect(replay, POSITIONS_PLAYER, (uint64_t)game_player(game, state),
                  record_u8(record, POSITIONS_PLAYER)[row]) &&
           expect(replay, POSITIONS_PLY, (uint64_t)replay->ply,
                  record_u32(record, POSITIONS_PLY)[row]) &&
           expect(replay, POSITIONS_TURN, turn, record_u32(record, POSITIONS_TURN)[row]);
}

static bool check_actions(const replay_t *replay, const state_t *state) {
    const record_t *record = replay->record;
    action_t actions[GAME_MAX_LEGAL], chosen;
    int count = game_legal(record->game, state, actions);
    size_t first = record_first_legal(record, replay->row);
    const uint16_t *recorded = record_u16(record, LEGAL_ACTION) + first;
    if (!expect(replay, POSITIONS_LEGAL, (uint64_t)count,
                record_u32(record, POSITIONS_LEGAL)[replay->row]))
        return false;
    for (int i = 0; i < count; i++)
        if (!expect(replay, LEGAL_ACTION, actions[i], recorded[i]))
            return false;
    chosen = record_u16(record, POSITIONS_CHOSEN)[replay->row];
    return game_find_action(actions, count, chosen) >= 0 ||
           faulty(replay, "%s is %u, which is not legal",
                  schema_columns[POSITIONS_CHOSEN].path, (unsigned)chosen);
}

/* Which searches are policy targets, and how surprising they are. */
static bool check_learning(const replay_t *replay, const run_config_t *config,
                           uint64_t game) {
    const record_t *record = replay->record;
    size_t row = replay->row, first = record_first_legal(record, row);
    const uint32_t *visits = record_u32(record, LEGAL_VISITS);
    float surprise = record_f32(record, POSITIONS_SURPRISE)[row];
    bool full = record_u32(record, POSITIONS_VISITS)[row] > 0 &&
                learning_is_full(&config->learning, (uint64_t)config->seed, game,
                                 (uint32_t)replay->ply);
    for (size_t i = first; i < first + record_u32(record, POSITIONS_LEGAL)[row]; i++)
        if (record_u32(record, LEGAL_PRUNED)[i] > (full ? visits[i] : 0))
            return faulty(replay, "%s is %u, of %u visits",
                          schema_columns[LEGAL_PRUNED].path,
                          record_u32(record, LEGAL_PRUNED)[i], visits[i]);
    if (!(surprise >= 0 && surprise <= RECORD_MOST_SURPRISE))
        return faulty(replay, "%s is %g, which is not a divergence",
                      schema_columns[POSITIONS_SURPRISE].path, (double)surprise);
    return expect(replay, POSITIONS_FULL, full, record_u8(record, POSITIONS_FULL)[row]);
}

/* Whether the row may be one of its game's opening, which has been replayed. */
static bool is_opening(const replay_t *replay, const run_config_t *config,
                       uint64_t game) {
    action_t actions[OPENING_MAX];
    const record_t *record = replay->record;
    size_t line = (size_t)opening_lines_read(config->opening.actions, config->game,
                                             opening_number(config, game), actions);
    size_t ply = (size_t)replay->ply, first = replay->row - ply;
    if (ply < line)
        return true;
    const uint32_t *turn = record_u32(record, POSITIONS_TURN);
    return turn[replay->row] < turn[first + line] + config->opening.turns;
}

/* Checks of a search without repeating it. */
static bool check_search(const replay_t *replay, const run_config_t *config,
                         uint64_t game) {
    const record_t *record = replay->record;
    size_t row = replay->row, first = record_first_legal(record, row);
    uint32_t visits = record_u32(record, POSITIONS_VISITS)[row];
    uint32_t simulations = record_u32(record, POSITIONS_SIMULATIONS)[row];
    float value = record_f32(record, POSITIONS_ROOT_VALUE)[row];
    int agent = run_config_agent(config, game, record_u8(record, POSITIONS_PLAYER)[row]);
    bool full = learning_is_full(&config->learning, (uint64_t)config->seed, game,
                                 (uint32_t)replay->ply);
    int64_t most = full ? agent_simulations(&config->agents[agent])
                        : config->learning.fast_simulations;
    uint64_t sum = 0;
    for (size_t i = 0; i < record_u32(record, POSITIONS_LEGAL)[row]; i++)
        sum += record_u32(record, LEGAL_VISITS)[first + i];
    if (!expect(replay, POSITIONS_VISITS, sum, visits))
        return false;
    bool has_searched = !agent_is_engine(&config->agents[agent]);
    if (has_searched && visits == 0 && !is_opening(replay, config, game))
        return faulty(replay, "has no search, although it is after the opening");
    if (simulations > visits || simulations > (uint64_t)most)
        return faulty(replay, "%s is %u, of %u visits",
                      schema_columns[POSITIONS_SIMULATIONS].path, simulations, visits);
    if (!check_learning(replay, config, game))
        return false;
    if (!(value >= 0 && value <= 1))
        return faulty(replay, "%s is %g, which is not a score",
                      schema_columns[POSITIONS_ROOT_VALUE].path, (double)value);
    return record_u8(record, POSITIONS_ROOT_PROOF)[row] <= PROOF_WIN ||
           faulty(replay, "%s is %u, which has no meaning",
                  schema_columns[POSITIONS_ROOT_PROOF].path,
                  (unsigned)record_u8(record, POSITIONS_ROOT_PROOF)[row]);
}

/* Whether a player resigns after this many actions of a game. */
static bool resigns(const replay_t *replay, size_t row, uint32_t num_actions,
                    const run_config_t *config) {
    const record_t *record = replay->record;
    uint64_t id = (uint64_t)record_i64(record, GAMES_ID)[row];
    return resignation_is_due(&config->learning, record,
                              record_first_position(record, row), num_actions) &&
           !resignation_is_played_out(&config->learning, (uint64_t)config->seed, id);
}

/* Checks the end of a game, and its row in the table of games. */
static bool check_end(replay_t *replay, size_t row, const state_t *state, uint32_t turns,
                      const run_config_t *config) {
    const record_t *record = replay->record;
    const game_t *game = record->game;
    uint32_t num_actions = record_u32(record, GAMES_DECISIONS)[row];
    outcome_t outcome = game_outcome_at(game, state, num_actions);
    uint64_t id = (uint64_t)record_i64(record, GAMES_ID)[row];
    uint8_t side = NOBODY;
    replay->ply = -1;
    if (!outcome.over && resigns(replay, row, num_actions, config)) {
        size_t last = record_first_position(record, row) + num_actions - 1;
        outcome = resignation_outcome(record, last);
        turns = resignation_turns(game, state, record, last, turns);
    }
    if (!outcome.over)
        return faulty(replay, "ends after %u actions, but is not over", num_actions);
    if (outcome.winner != NOBODY)
        side = (uint8_t)game_side_of(game, state, outcome.winner);
    return expect(replay, GAMES_WINNER, outcome.winner,
                  record_u8(record, GAMES_WINNER)[row]) &&
           expect(replay, GAMES_WINNER_SIDE, side,
                  record_u8(record, GAMES_WINNER_SIDE)[row]) &&
           expect(replay, GAMES_REASON, outcome.reason,
                  record_u8(record, GAMES_REASON)[row]) &&
           expect(replay, GAMES_TURNS, turns, record_u32(record, GAMES_TURNS)[row]) &&
           expect(replay, GAMES_SEED, pcg_seed_of_game((uint64_t)config->seed, id),
                  record_u64(record, GAMES_SEED)[row]) &&
           expect(replay, GAMES_AGENT, (uint64_t)run_config_agent(config, id, 0),
                  record_u8(record, GAMES_AGENT)[2 * row]) &&
           expect(replay, GAMES_AGENT, (uint64_t)run_config_agent(config, id, 1),
                  record_u8(record, GAMES_AGENT)[2 * row + 1]);
}

bool replay_rules(const record_t *record, size_t row, const run_config_t *config,
                  replay_fault_t *fault) {
    const game_t *game = record->game;
    size_t first = record_first_position(record, row);
    uint32_t num_actions = record_u32(record, GAMES_DECISIONS)[row], turn = 0;
    replay_t replay = {.record = record, .fault = fault};
    state_t state = {0};
    game_start(game, &state);
    for (uint32_t ply = 0; ply < num_actions; ply++) {
        replay.row = first + ply;
        replay.ply = ply;
        if (game_outcome(game, &state).over)
            return faulty(&replay, "continues after its end");
        if (resigns(&replay, row, ply, config))
            return faulty(&replay, "continues after a player had to resign");
        if (!check_state(&replay, &state, turn) || !check_actions(&replay, &state) ||
            !check_search(&replay, config, (uint64_t)record_i64(record, GAMES_ID)[row]))
            return false;
        int player = game_player(game, &state);
        game_apply(game, &state, record_u16(record, POSITIONS_CHOSEN)[replay.row]);
        if (game_outcome(game, &state).over || game_player(game, &state) != player)
            turn++;
    }
    return check_end(&replay, row, &state, turn, config);
}

/* --- With its searches -------------------------------------------------------------- */

static void write_value(column_id_t id, const void *values, size_t index, text_t *out) {
    switch (schema_columns[id].type) {
    case TYPE_U8:
        text_add(out, "%u", ((const uint8_t *)values)[index]);
        break;
    case TYPE_U16:
        text_add(out, "%u", ((const uint16_t *)values)[index]);
        break;
    case TYPE_U32:
        text_add(out, "%u", ((const uint32_t *)values)[index]);
        break;
    case TYPE_I64:
        text_add(out, "%lld", (long long)((const int64_t *)values)[index]);
        break;
    case TYPE_U64:
        text_add(out, "%llu", (unsigned long long)((const uint64_t *)values)[index]);
        break;
    case TYPE_F32:
        text_add(out, "%.9g", (double)((const float *)values)[index]);
        break;
    }
}

/* Compares a part of a column in the record with that of the game played again. */
static bool same_values(const replay_t *replay, column_id_t id, size_t row,
                        const record_t *again, size_t again_row, size_t rows) {
    size_t width = column_width(id, replay->record->game);
    size_t bytes = column_type_bytes(schema_columns[id].type);
    const unsigned char *found = replay->record->data[id], *expected = again->data[id];
    char texts[2][32];
    text_t outs[2] = {text_into(texts[0], sizeof texts[0]),
                      text_into(texts[1], sizeof texts[1])};
    found += row * width * bytes;
    expected += again_row * width * bytes;
    if (memcmp(found, expected, rows * width * bytes) == 0)
        return true;
    size_t at = 0;
    while (memcmp(found + at * bytes, expected + at * bytes, bytes) == 0)
        at++;
    write_value(id, found, at, &outs[0]);
    write_value(id, expected, at, &outs[1]);
    return faulty(replay, "searched again, %s is %s instead of %s",
                  schema_columns[id].path, texts[1], texts[0]);
}

/* All columns of a table except those of row numbers, which replay_rules and the reader
 * have checked. */
static bool same_rows(const replay_t *replay, table_t table, size_t row,
                      const record_t *again, size_t again_row, size_t rows) {
    for (column_id_t id = 0; id < COLUMN_COUNT; id++)
        if (schema_columns[id].table == table && id != GAMES_FIRST_POSITION &&
            id != POSITIONS_FIRST_LEGAL &&
            !same_values(replay, id, row, again, again_row, rows))
            return false;
    return true;
}

static bool same_game(const record_t *record, size_t row, const record_t *again,
                      replay_fault_t *fault) {
    replay_t replay = {.record = record, .fault = fault};
    size_t first = record_first_position(record, row);
    uint32_t num_actions = record_u32(record, GAMES_DECISIONS)[row];
    uint32_t num_again = record_u32(again, GAMES_DECISIONS)[0];
    uint32_t both = num_actions < num_again ? num_actions : num_again;
    for (size_t ply = 0; ply < both; ply++) {
        size_t legal = record_first_legal(record, first + ply);
        size_t legal_again = record_first_legal(again, ply);
        replay.ply = (int64_t)ply;
        if (!same_rows(&replay, TABLE_POSITIONS, first + ply, again, ply, 1) ||
            !same_rows(&replay, TABLE_LEGAL, legal, again, legal_again,
                       record_u32(again, POSITIONS_LEGAL)[ply]))
            return false;
    }
    replay.ply = -1;
    return same_rows(&replay, TABLE_GAMES, row, again, 0, 1);
}

bool replay_searches(play_t *play, const record_t *record, size_t row,
                     play_watcher_t watcher, void *context, replay_fault_t *fault) {
    record_t again;
    record_init(&again, record->game);
    REQUIRE(play_game(play, (uint64_t)record_i64(record, GAMES_ID)[row], &again, watcher,
                      context));
    bool same = same_game(record, row, &again, fault);
    record_clear(&again);
    return same;
}
