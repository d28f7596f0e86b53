/* seega_lanes.h - one action of eight playouts at once, each in a lane of vectors; part
 * of seega_rules.h, for the board whose edges fit one word.
 * Use: lanes_step(tables, &lanes), then finish the games that are over and play, one by
 *      one, the turns that it leaves behind (seega_lockstep.h).
 * Plays the same actions as the scalar loop (seega_playout.h) from the same random
 * numbers, without branches. A lane is a game from its mover's point of view; its mover
 * begins a turn or has captured and may go on. A lane is left behind if the mover is
 * blocked, or if the random number is one that a uniform draw may reject.
 * Sets of cells are in both halves of a word. Shifts differ between the halves: by 1 in
 * the lower one, along columns, by SIDE in the upper one, along rows.
 */
#ifndef CORE_SEEGA_LANES_H
#define CORE_SEEGA_LANES_H

typedef struct lanes {
    lane_words_t own, enemies;     /* pieces, by mover and opponent: pieces_t.here */
    lane_words_t at;               /* the piece that may go on, or 0 */
    lane_words_t left;             /* actions to the draw; undefined during a capture */
    lane_words_t actions;          /* played */
    lane_words_t state, increment; /* of each game's generator */
    lane_mask_t live, blue;        /* blue: Blue is to move */
} lanes_t;

typedef struct lane_events {
    lane_mask_t left_behind; /* unchanged */
    lane_mask_t wins, draws; /* by the mover's action; the turn is not passed on */
} lane_events_t;

LANES vector_t lanes_halves(board_t lower, board_t upper) {
    return vector_all(lower | upper << EDGES_RIGHT);
}
LANES vector_t lanes_both_halves(vector_t sets) {
    return vector_or(sets, _mm512_rol_epi64(sets, EDGES_RIGHT));
}
LANES vector_t lanes_forth(vector_t sets) {
    return _mm512_sllv_epi32(sets, lanes_halves(1, SIDE));
}
LANES vector_t lanes_back(vector_t sets) {
    return _mm512_srlv_epi32(sets, lanes_halves(1, SIDE));
}

/* As edges_touching. */
LANES vector_t lanes_moves(vector_t own, vector_t empty) {
    vector_t open = vector_and_xor(empty, lanes_back(empty),
                                   lanes_halves(ALL_CELLS & ~TOP_ROW, ALL_CELLS >> SIDE));
    return vector_and(vector_or(own, lanes_back(own)), open);
}

/* The empty neighbours, in the lower half only. */
LANES vector_t lanes_targets(vector_t at, vector_t empty) {
    vector_t forth = vector_and(lanes_forth(at), lanes_halves(~BOTTOM_ROW, ~(board_t)0));
    vector_t next_to =
        vector_and_or(lanes_back(at), lanes_halves(~TOP_ROW, ~(board_t)0), forth);
    return vector_and3(lanes_both_halves(next_to), empty, lanes_halves(ALL_CELLS, 0));
}

/* As find_captured. */
LANES vector_t lanes_captured(const tables_t *tables, vector_t to, vector_t own,
                              vector_t enemies) {
    board_t capturable = tables->capturable;
    vector_t between = vector_and_or(lanes_forth(to), lanes_back(own),
                                     vector_and(lanes_back(to), lanes_forth(own)));
    vector_t along_lines = lanes_halves(capturable & ~(TOP_ROW | BOTTOM_ROW), capturable);
    return lanes_both_halves(vector_and3(between, enemies, along_lines));
}

/* The drawn actions change these cells of the mover: both ends of a move, or none. */
LANES vector_t lanes_draw(const lanes_t *lanes, lane_mask_t going_on,
                          lane_mask_t *left_behind) {
    vector_t own = lanes->own.all, at = lanes->at.all;
    vector_t empty =
        vector_without2(lanes_halves(ALL_CELLS, ALL_CELLS), own, lanes->enemies.all);
    vector_t set =
        vector_choose(going_on, lanes_moves(own, empty), lanes_targets(at, empty));
    vector_t total = vector_count(set);
    total = _mm512_mask_add_epi64(total, going_on, total, vector_all(1)); /* to end */
    vector_t random = vector_product(vector_pcg32_output(lanes->state.all), total);
    *left_behind = lanes_and(lanes->live, lanes_in_doubt(random, 64));
    vector_t drawn = vector_select(set, _mm512_srli_epi64(random, 32));
    vector_t ends = vector_choose(going_on, vector_or(drawn, lanes_forth(drawn)), drawn);
    return _mm512_mask_or_epi64(lanes_both_halves(ends), lanes_meet(drawn, drawn),
                                lanes_both_halves(ends), at);
}

/* Plays an action in every live lane. */
LANES lane_events_t lanes_step(const tables_t *tables, lanes_t *lanes) {
    lane_events_t events;
    lane_mask_t going_on = lanes_meet(lanes->at.all, lanes->at.all);
    vector_t ends = lanes_draw(lanes, going_on, &events.left_behind);
    lane_mask_t moving = lanes_without(lanes->live, events.left_behind);
    vector_t own = lanes->own.all, enemies = lanes->enemies.all;
    ends = vector_only(moving, ends);
    vector_t to = vector_without(ends, own);
    own = vector_xor(own, ends);
    vector_t captured = lanes_captured(tables, to, own, enemies);
    lane_mask_t captures = lanes_meet(captured, captured);
    lane_mask_t passed_on = lanes_without(moving, captures);
    enemies = vector_without(enemies, captured);
    events.wins = _mm512_mask_cmple_epu64_mask(captures, vector_count(enemies),
                                               vector_all(2 * (uint64_t)tables->end_at));
    vector_t one = vector_all(1), left = vector_sub(lanes->left.all, one);
    left = vector_choose(going_on, left, vector_all((uint64_t)tables->limit));
    events.draws = _mm512_mask_testn_epi64_mask(passed_on, left, left);
    lanes->left.all = vector_choose(moving, lanes->left.all, left);
    lanes->actions.all =
        _mm512_mask_add_epi64(lanes->actions.all, moving, lanes->actions.all, one);
    lanes->at.all = vector_choose(moving, lanes->at.all, vector_only(captures, to));
    lanes->own.all = vector_choose(passed_on, own, enemies);
    lanes->enemies.all = vector_choose(passed_on, enemies, own);
    lanes->blue = _kxor_mask8(lanes->blue, passed_on);
    lanes->state.all =
        vector_pcg32_advance(moving, lanes->state.all, lanes->increment.all);
    return events;
}

#endif
