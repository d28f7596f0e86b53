/* seega_features.h - Seega's features over bitboards; included by seega_rules.h, for each
 * board.
 * Source: mcts/evaluate/integer/INTEGER.md (features), RULES.md §3.1 (capture).
 */
#ifndef CORE_SEEGA_FEATURES_H
#define CORE_SEEGA_FEATURES_H

static inline void put_set(features_writer_t *writer, board_t set) {
    features_put(writer, (uint64_t)set, CELLS < 64 ? CELLS : 64);
    if (CELLS > 64)
        features_put(writer, (uint64_t)(set >> (CELLS > 64 ? 64 : 0)), CELLS - 64);
}

/* The victims between a piece of the captors and an empty cell that another captor can
 * step onto: never the piece behind the victim, which is two steps away from it. */
static inline board_t find_threatened(board_t captors, board_t victims, board_t empty) {
    board_t onto = neighbours(captors) & empty;
    board_t up_or_down = (captors << 1 & onto >> 1) | (captors >> 1 & onto << 1);
    board_t across = (captors << SIDE & onto >> SIDE) | (captors >> SIDE & onto << SIDE);
    return victims & (across | (up_or_down & ~(TOP_ROW | BOTTOM_ROW)));
}

static void write_features(const game_t *game, const void *bytes, uint64_t *bits) {
    const tables_t *tables = tables_of(game);
    const seega_state_t *state = bytes;
    const board_t *pieces = state->pieces;
    features_writer_t writer = features_writer(bits);
    board_t empty = empty_cells(state), free = neighbours(empty);
    board_t capturable = seega_is_placing(state->phase) ? 0 : tables->capturable;
    board_t going_on = state->going_on == SEEGA_NO_CELL ? 0 : board_one(state->going_on);
    for (int s = 0; s < 2; s++)
        put_set(&writer, pieces[s]);
    for (int s = 0; s < 2; s++)
        put_set(&writer, pieces[s] & free);
    for (int s = 0; s < 2; s++)
        put_set(&writer, find_threatened(pieces[1 - s], pieces[s] & capturable, empty));
    for (int s = 0; s < 2; s++)
        put_set(&writer, state->side == s ? going_on : 0);
    features_put_fact(&writer, state->side, state->phase == SEEGA_PLACE0);
    features_put_fact(&writer, state->side, state->phase == SEEGA_PLACE1);
    features_put_fact(&writer, state->side, state->phase == SEEGA_REMOVED);
    features_put(&writer, features_turns(tables->limit - state->quiet), FEATURES_TURNS);
    features_finish(&writer);
}

#endif
