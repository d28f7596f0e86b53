/* seesaw_torus_lanes.h - steps of sets in lanes, on a torus (seesaw_torus61.c).
 */
#ifndef CORE_SEESAW_TORUS_LANES_H
#define CORE_SEESAW_TORUS_LANES_H

/* For each lane's mover and directions 0 to 2: by how much a step, and a step back,
 * rotates its word, and the cells that such a step can reach. */
typedef struct lane_headings {
    vector_t by[3], back_by[3], onto[3], back_onto[3];
} lane_headings_t;

LANES lane_headings_t lane_headings(const steps_t *steps, lane_mask_t north) {
    lane_headings_t headings;
    for (int d = 0; d < 3; d++) {
        vector_t by = vector_all((uint64_t)step_by[d]);
        vector_t rest = vector_all((uint64_t)(BOARD_BITS - step_by[d]));
        vector_t onto = vector_all(steps->onto[d]), back = vector_all(steps->onto[d + 3]);
        headings.by[d] = vector_choose(north, by, rest);
        headings.back_by[d] = vector_choose(north, rest, by);
        headings.onto[d] = vector_choose(north, onto, back);
        headings.back_onto[d] = vector_choose(north, back, onto);
    }
    return headings;
}

/* What a rotation in the ring of 61 bits shifts into words from below. */
LANES vector_t lanes_ring(vector_t sets) {
    return _mm512_slli_epi64(sets, 64 - BOARD_BITS);
}

/* The cells of a set that a step forward in direction d can reach. */
LANES vector_t lanes_forward(const lane_headings_t *headings, vector_t sets, int d,
                             vector_t within) {
    return vector_and3(_mm512_shldv_epi64(sets, lanes_ring(sets), headings->by[d]),
                       headings->onto[d], within);
}

LANES vector_t lanes_either_way(vector_t sets, const vector_t by[3],
                                const vector_t onto[3]) {
    vector_t ring = lanes_ring(sets), reached = vector_all(0);
    for (int d = 0; d < 3; d++)
        reached = vector_and_or(_mm512_shldv_epi64(sets, ring, by[d]), onto[d], reached);
    return reached;
}

LANES vector_t lanes_ahead(const lane_headings_t *headings, vector_t sets) {
    return lanes_either_way(sets, headings->by, headings->onto);
}

LANES vector_t lanes_backward(const lane_headings_t *headings, vector_t sets) {
    return lanes_either_way(sets, headings->back_by, headings->back_onto);
}

/* Steps back: against direction 2 in the lanes of is_2, against 1 in the other lanes of
 * is_1, against 0 in the rest; for sets reached by such steps. */
LANES vector_t lanes_whence(const steps_t *steps, const lane_headings_t *headings,
                            vector_t sets, lane_mask_t is_1, lane_mask_t is_2) {
    (void)steps;
    vector_t by = vector_choose(is_1, headings->back_by[0], headings->back_by[1]);
    by = vector_choose(is_2, by, headings->back_by[2]);
    return vector_and(_mm512_shldv_epi64(sets, lanes_ring(sets), by),
                      vector_all(((uint64_t)1 << BOARD_BITS) - 1));
}

LANES vector_t lanes_any(const steps_t *steps, vector_t sets) {
    vector_t ring = lanes_ring(sets), reached = vector_all(0);
    for (int d = 0; d < SEESAW_DIRECTIONS; d++)
        reached = vector_and_or(
            _mm512_shldv_epi64(sets, ring, vector_all((uint64_t)step_by[d])),
            vector_all(steps->onto[d]), reached);
    return reached;
}

#endif
