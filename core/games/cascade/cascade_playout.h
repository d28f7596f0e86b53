/* cascade_playout.h - the playout of Cascade; part of cascade_rules.h.
 * All empty cells are legal in all three colours for either mover, so an action is a
 * single number below three times the number of empty cells, and the side to move need
 * not be tracked.
 */
#ifndef CORE_CASCADE_PLAYOUT_H
#define CORE_CASCADE_PLAYOUT_H

/* notes: NULL where this is compiled without notes. */
static inline __attribute__((always_inline)) playout_t
play_to_the_end(const tables_t *tables, cascade_state_t *state, pcg32_t *rng,
                bool fills_up, playout_notes_t *notes) {
    playout_t playout = {.length = 0};
    stones_t stones = state->stones;
    board_t empty;
    while ((empty = tables->board & ~filled_cells(&stones)) != 0) {
        uint32_t choices = CASCADE_COLOURS * (uint32_t)board_count(empty);
        uint32_t number = pcg32_below(rng, choices);
        if (notes) {
            board_t one = board_draw(empty, (int)(number / CASCADE_COLOURS));
            int colour = (int)(number % CASCADE_COLOURS), cells = tables->common.cells;
            playout_note(notes, state->side ^ (int)(playout.length & 1),
                         (action_t)(colour * cells + board_pop(&one)));
        }
        put(&stones, board_draw(empty, (int)(number / CASCADE_COLOURS)),
            number % CASCADE_COLOURS + 1);
        settle(tables, &stones, fills_up);
        playout.length++;
    }
    state->stones = stones;
    state->side ^= playout.length & 1;
    playout.outcome = result(&stones);
    return playout;
}

/* Compiled twice, so that the variant that only fills downwards never checks upwards. */
static playout_t playout(const game_t *game, void *bytes, pcg32_t *rng) {
    const tables_t *tables = tables_of(game);
    cascade_state_t *state = bytes;
    return tables->fills_up ? play_to_the_end(tables, state, rng, true, NULL)
                            : play_to_the_end(tables, state, rng, false, NULL);
}

static playout_t playout_noted(const game_t *game, void *bytes, pcg32_t *rng,
                               playout_notes_t *notes) {
    const tables_t *tables = tables_of(game);
    cascade_state_t *state = bytes;
    return tables->fills_up ? play_to_the_end(tables, state, rng, true, notes)
                            : play_to_the_end(tables, state, rng, false, notes);
}

#endif
