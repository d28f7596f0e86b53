/* seesaw_torus_lanes.h - steps of sets in lanes, on a torus (seesaw_torus61.c).
 */
#ifndef CORE_SEESAW_TORUS_LANES_H
#define CORE_SEESAW_TORUS_LANES_H

/* For each lane's mover and directions 0 to 2: by how much its word is shifted left and
 * right, and the cells that such a step, or the opposite step, can reach. */
typedef struct lane_headings {
    vector_t left[3], right[3], onto[3], back_onto[3];
} lane_headings_t;

LANES lane_headings_t lane_headings(const steps_t *steps, lane_mask_t north) {
    lane_headings_t headings;
    for (int d = 0; d < 3; d++) {
        vector_t by = vector_all((uint64_t)step_by[d]);
        vector_t rest = vector_all((uint64_t)(BOARD_BITS - step_by[d]));
        vector_t onto = vector_all(steps->onto[d]), back = vector_all(steps->onto[d + 3]);
        headings.left[d] = vector_choose(north, by, rest);
        headings.right[d] = vector_choose(north, rest, by);
        headings.onto[d] = vector_choose(north, onto, back);
        headings.back_onto[d] = vector_choose(north, back, onto);
    }
    return headings;
}

LANES vector_t lanes_rotate(vector_t sets, vector_t left, vector_t right, vector_t onto) {
    return vector_or_and(_mm512_sllv_epi64(sets, left), _mm512_srlv_epi64(sets, right),
                         onto);
}

LANES vector_t lanes_forward(const lane_headings_t *headings, vector_t sets, int d) {
    return lanes_rotate(sets, headings->left[d], headings->right[d], headings->onto[d]);
}

LANES vector_t lanes_backward(const lane_headings_t *headings, vector_t sets) {
    vector_t back[3];
    for (int d = 0; d < 3; d++)
        back[d] = lanes_rotate(sets, headings->right[d], headings->left[d],
                               headings->back_onto[d]);
    return vector_or3(back[0], back[1], back[2]);
}

/* Steps back: against direction 2 in the lanes of is_2, against 1 in the other lanes of
 * is_1, against 0 in the rest; for sets reached by such steps. */
LANES vector_t lanes_whence(const steps_t *steps, const lane_headings_t *headings,
                            vector_t sets, lane_mask_t is_1, lane_mask_t is_2) {
    (void)steps;
    vector_t left = vector_choose(is_1, headings->right[0], headings->right[1]);
    left = vector_choose(is_2, left, headings->right[2]);
    return lanes_rotate(sets, left, vector_sub(vector_all(BOARD_BITS), left),
                        vector_all(((uint64_t)1 << BOARD_BITS) - 1));
}

LANES vector_t lanes_step_in(const steps_t *steps, vector_t sets, int d) {
    return vector_or_and(_mm512_slli_epi64(sets, (unsigned)step_by[d]),
                         _mm512_srli_epi64(sets, (unsigned)(BOARD_BITS - step_by[d])),
                         vector_all(steps->onto[d]));
}

LANES vector_t lanes_any(const steps_t *steps, vector_t sets) {
    return vector_or(
        vector_or3(lanes_step_in(steps, sets, 0), lanes_step_in(steps, sets, 1),
                   lanes_step_in(steps, sets, 2)),
        vector_or3(lanes_step_in(steps, sets, 3), lanes_step_in(steps, sets, 4),
                   lanes_step_in(steps, sets, 5)));
}

#endif
