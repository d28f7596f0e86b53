/* cascade_features.h - Cascade's features over bitboards; included by cascade_rules.h,
 * for each board.
 * Source: mcts/evaluate/integer/INTEGER.md (features), RULES.md §2 (what fills a cell).
 */
#ifndef CORE_CASCADE_FEATURES_H
#define CORE_CASCADE_FEATURES_H

static inline void put_set(features_writer_t *writer, board_t set, int cells) {
    features_put(writer, (uint64_t)set, cells < 64 ? cells : 64);
    if (sizeof(board_t) > 8 && cells > 64)
        features_put(writer, (uint64_t)(set >> (sizeof(board_t) > 8 ? 64 : 0)),
                     cells - 64);
}

/* Three groups, one for each colour, in the order of the actions. */
static inline void put_colours(features_writer_t *writer, const stones_t *stones,
                               int cells) {
    board_t white_red = stones->plane[0], black_red = stones->plane[1];
    put_set(writer, white_red & ~black_red, cells);
    put_set(writer, black_red & ~white_red, cells);
    put_set(writer, white_red & black_red, cells);
}

/* For empty cells with one of the two stones above (below) them, which stone it is. */
static inline stones_t find_waiting(const tables_t *tables, const stones_t *stones,
                                    bool down) {
    stones_t a = step(stones, down, 1), b = step(stones, down, tables->common.size);
    board_t waiting = (filled_cells(&a) ^ filled_cells(&b)) & ~filled_cells(stones) &
                      (down ? tables->has_above : tables->has_below);
    return (stones_t){
        {(a.plane[0] | b.plane[0]) & waiting, (a.plane[1] | b.plane[1]) & waiting}};
}

static void write_features(const game_t *game, const void *bytes, uint64_t *bits) {
    const tables_t *tables = tables_of(game);
    const cascade_state_t *state = bytes;
    int cells = tables->common.cells;
    features_writer_t writer = features_writer(bits);
    put_colours(&writer, &state->stones, cells);
    stones_t waiting = find_waiting(tables, &state->stones, true);
    put_colours(&writer, &waiting, cells);
    if (tables->fills_up) {
        waiting = find_waiting(tables, &state->stones, false);
        put_colours(&writer, &waiting, cells);
    }
    features_finish(&writer);
}

#endif
