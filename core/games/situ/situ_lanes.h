/* situ_lanes.h - one action of eight playouts at once, each in a lane of vectors; part of
 * situ_rules.h, for the boards on one word.
 * Use: lanes_step(tables, axes, &lanes), then finish the games that it leaves behind one
 *      by one (situ_lockstep.h).
 * Plays the same actions as the scalar loop (situ_playout.h) from the same random
 * numbers, without branches. A lane is left behind if the mover has no action, if its
 * turns are over before the cut-off, or if the random number is one that a uniform draw
 * may reject.
 */
#ifndef CORE_SITU_LANES_H
#define CORE_SITU_LANES_H

_Static_assert(SITU_MAX_DIRECTIONS == 1 << 3, "an index of rays is a shifted bit");

typedef struct lanes {
    lane_words_t plane[PLANES]; /* of the balances, as in field_t */
    lane_words_t own, others;   /* stones, by mover and opponent */
    lane_words_t empty;
    lane_words_t white;            /* all bits if White is to move, else 0 */
    lane_words_t second;           /* all bits before a turn's second action, else 0 */
    lane_words_t left;             /* actions of the loop, see loop_actions */
    lane_words_t state, increment; /* of each game's generator */
    lane_mask_t live;
} lanes_t;

/* As find_choices. */
LANES vector_t lanes_find_choices(const lanes_t *lanes, int surplus) {
    vector_t p0 = lanes->plane[0].all, p1 = lanes->plane[1].all;
    vector_t p2 = lanes->plane[2].all, negative = lanes->plane[4].all, reached, missed;
    switch (surplus) {
    case 1:
        reached = vector_or3(p0, p1, p2);
        missed = vector_all(0);
        break;
    case 2:
        reached = vector_or(p1, p2);
        missed = vector_and3(p0, p1, p2);
        break;
    case 3:
        reached = vector_and_or(p0, p1, p2);
        missed = vector_and(p1, p2);
        break;
    default:
        reached = p2;
        missed = vector_and(vector_or(p0, p1), p2);
    }
    reached = vector_or(reached, lanes->plane[3].all);
    vector_t maroon = vector_without(reached, negative);
    vector_t white = vector_without(negative, missed);
    vector_t own = vector_select_bits(lanes->white.all, white, maroon);
    vector_t enemy = vector_select_bits(lanes->white.all, maroon, white);
    return vector_and_or(lanes->others.all, own, vector_without(lanes->empty.all, enemy));
}

typedef struct lane_shift {
    vector_t by_one, by_two;
} lane_shift_t;

/* As add_shift. */
LANES void lanes_add_shift(lane_shift_t *shift, vector_t nodes, vector_t behind,
                           vector_t stones, vector_t enemies) {
    lane_mask_t stone = lanes_meet(behind, stones), enemy = lanes_meet(behind, enemies);
    vector_t with_nodes = vector_or(shift->by_one, nodes);
    shift->by_one = vector_choose(stone, with_nodes, shift->by_one);
    shift->by_two = _mm512_mask_or_epi64(shift->by_two, enemy, shift->by_two, nodes);
}

/* As find_shift, where a stone changes; no shift elsewhere. */
LANES lane_shift_t lanes_find_shift(const tables_t *tables, const lanes_t *lanes,
                                    vector_t changed, vector_t enemies, int axes) {
    vector_t empty = lanes->empty.all, one = vector_all(1);
    vector_t stones = vector_or(lanes->own.all, lanes->others.all);
    vector_t bit = vector_count(vector_sub(changed, one));
    vector_t ray = _mm512_slli_epi64(bit, 3);
    lane_mask_t moving = lanes_meet(changed, changed);
    lane_shift_t shift = {vector_all(0), vector_all(0)};
    for (int axis = 0; axis < axes; axis++) {
        vector_t up = vector_gather(moving, tables->ray[0][axis].word, ray);
        vector_t down = vector_gather(moving, tables->ray[0][axis + axes].word, ray);
        vector_t above = vector_without(up, empty), below = vector_without(down, empty);
        up = vector_and_xor(above, vector_sub(above, one), up);
        /* Without a blocker the count is 64, and all is in sight, as by 63. */
        down = vector_and(down, _mm512_srav_epi64(vector_all(UINT64_C(1) << 63),
                                                  _mm512_lzcnt_epi64(below)));
        lanes_add_shift(&shift, up, down, stones, enemies);
        lanes_add_shift(&shift, down, up, stones, enemies);
    }
    return shift;
}

/* As shift_balances. */
LANES void lanes_shift_balances(lanes_t *lanes, const lane_shift_t *shift) {
    vector_t change = shift->by_one;
    for (int i = 0; i < PLANES; i++) {
        vector_t plane = lanes->plane[i].all;
        lanes->plane[i].all = vector_xor(plane, change);
        change = vector_and_xor(plane, lanes->white.all, change);
        if (i == 0)
            change = vector_or(change, shift->by_two);
    }
}

/* Places and removes stones (none: 0), and passes the move on after a turn's second. */
LANES void lanes_apply(const tables_t *tables, lanes_t *lanes, vector_t changed,
                       lane_mask_t moving, int axes) {
    vector_t own = lanes->own.all, others = lanes->others.all, empty = lanes->empty.all;
    vector_t enemies = vector_choose(lanes_meet(changed, empty), own, others);
    lane_shift_t shift = lanes_find_shift(tables, lanes, changed, enemies, axes);
    lanes_shift_balances(lanes, &shift);
    own = vector_and_or(changed, empty, own);
    others = vector_without(others, changed);
    lanes->empty.all = vector_xor(empty, changed);
    vector_t over = vector_only(moving, lanes->second.all);
    vector_t moved = vector_only(moving, vector_all(UINT64_MAX));
    lanes->own.all = vector_select_bits(over, others, own);
    lanes->others.all = vector_select_bits(over, own, others);
    lanes->white.all = vector_xor(lanes->white.all, over);
    lanes->second.all = vector_xor(lanes->second.all, moved);
    lanes->left.all = vector_add(lanes->left.all, moved);
}

/* Plays an action in every live lane; returns the lanes that it leaves behind. */
LANES lane_mask_t lanes_step(const tables_t *tables, lanes_t *lanes, int axes) {
    vector_t choices = lanes_find_choices(lanes, tables->surplus);
    vector_t random =
        vector_product(vector_pcg32_output(lanes->state.all), vector_count(choices));
    lane_mask_t left_behind =
        lanes_and(lanes->live, lanes_or(lanes_in_doubt(random, MAX_BITS),
                                        lanes_empty(lanes->left.all)));
    lane_mask_t moving = lanes_without(lanes->live, left_behind);
    vector_t changed = vector_select(choices, _mm512_srli_epi64(random, 32));
    lanes_apply(tables, lanes, vector_only(moving, changed), moving, axes);
    lanes->state.all =
        vector_pcg32_advance(moving, lanes->state.all, lanes->increment.all);
    return left_behind;
}

#endif
