/* seesaw_grid_lanes.h - steps of sets in lanes, on an axial grid of STRIDE x STRIDE bits
 * with room for a step past either end of the word; included by boards.
 * Results may have bits that are not cells: callers intersect them with a set of cells.
 */
#ifndef CORE_SEESAW_GRID_LANES_H
#define CORE_SEESAW_GRID_LANES_H

_Static_assert(64 - BOARD_BITS > STRIDE + 1, "a rotation wraps onto cells");

/* How far each lane's mover rotates its word for a step in its directions 0 to 2. */
typedef struct lane_headings {
    vector_t by[3];
} lane_headings_t;

LANES lane_headings_t lane_headings(const steps_t *steps, lane_mask_t north) {
    (void)steps;
    return (lane_headings_t){
        {vector_choose(north, vector_all(1), vector_all(63)),
         vector_choose(north, vector_all(64 - STRIDE), vector_all(STRIDE)),
         vector_choose(north, vector_all(STRIDE + 1), vector_all(63 - STRIDE))}};
}

/* The cells of a set that a step forward in direction d can reach. */
LANES vector_t lanes_forward(const lane_headings_t *headings, vector_t sets, int d,
                             vector_t within) {
    return vector_and(_mm512_rolv_epi64(sets, headings->by[d]), within);
}

LANES vector_t lanes_ahead(const lane_headings_t *headings, vector_t sets) {
    return vector_or3(_mm512_rolv_epi64(sets, headings->by[0]),
                      _mm512_rolv_epi64(sets, headings->by[1]),
                      _mm512_rolv_epi64(sets, headings->by[2]));
}

LANES vector_t lanes_backward(const lane_headings_t *headings, vector_t sets) {
    return vector_or3(_mm512_rorv_epi64(sets, headings->by[0]),
                      _mm512_rorv_epi64(sets, headings->by[1]),
                      _mm512_rorv_epi64(sets, headings->by[2]));
}

/* Steps back: against direction 2 in the lanes of is_2, against 1 in the other lanes of
 * is_1, against 0 in the rest. */
LANES vector_t lanes_whence(const steps_t *steps, const lane_headings_t *headings,
                            vector_t sets, lane_mask_t is_1, lane_mask_t is_2) {
    (void)steps;
    vector_t by = vector_choose(is_1, headings->by[0], headings->by[1]);
    return _mm512_rorv_epi64(sets, vector_choose(is_2, by, headings->by[2]));
}

LANES vector_t lanes_any(const steps_t *steps, vector_t sets) {
    (void)steps;
    vector_t up = _mm512_slli_epi64(sets, 1), down = _mm512_srli_epi64(sets, 1);
    return vector_or(vector_or3(up, down, _mm512_slli_epi64(vector_or(sets, up), STRIDE)),
                     _mm512_srli_epi64(vector_or(sets, down), STRIDE));
}

#endif
