/* situ_playout.h - the playout of Double-Move Situ; part of situ_rules.h.
 * Draws uniformly from the legal actions, as playout_generic does, without listing
 * them: no node has more than one action, so drawing a node draws an action. The number
 * of axes is a compile-time constant of the loop.
 * From some positions random turns hardly ever end the game (RULES.md §5.2): the loop
 * ends at the bound on the game's length, as the generic playout does.
 */
#ifndef CORE_SITU_PLAYOUT_H
#define CORE_SITU_PLAYOUT_H

#define INLINE static inline __attribute__((always_inline))

/* Plays an action of a turn; false if there is none. */
INLINE bool random_action(const tables_t *tables, field_t *field, board_t *empty,
                          int side, int axes, pcg32_t *rng, playout_notes_t *notes) {
    board_t choices = find_choices(field, empty, tables->surplus, side);
    int count = board_count(&choices);
    if (count == 0)
        return false;
    int bit = board_select(&choices, (int)pcg32_below(rng, (uint32_t)count));
    if (notes)
        playout_note(
            notes, side,
            (action_t)(board_has(empty, bit)
                           ? situ_action_place(bit)
                           : situ_action_remove(tables->common.geometry.cells, bit)));
    change_stone(tables, field, empty, bit, side, axes);
    return true;
}

/* Plays the last actions before the bound on a game's length, at most 3, from the list of
 * legal actions, in a state whose ending is not known yet; returns how many. Kept out of
 * the loop below. */
static __attribute__((noinline, cold)) uint32_t last_actions(const game_t *game,
                                                             situ_state_t *state,
                                                             uint32_t most, pcg32_t *rng,
                                                             playout_notes_t *notes) {
    action_t actions[GAME_MAX_LEGAL];
    uint32_t made = 0;
    int count;
    state->ending = (uint8_t)find_ending(tables_of(game), state);
    for (; made < most && (count = legal(game, state, actions)) > 0; made++) {
        action_t action = actions[pcg32_below(rng, (uint32_t)count)];
        playout_note(notes, state->side, action);
        apply(game, state, action);
    }
    return made;
}

/* How many of the actions until the cut-off the loop below may play: its turns begin at
 * multiples of 4. */
static inline uint32_t loop_actions(const situ_state_t *state, uint32_t most) {
    uint32_t first = 2u * state->side + (state->phase == SITU_DOUBLE1);
    uint32_t rest = (most + first) % 4;
    return most < rest ? 0 : most - rest;
}

/* Plays from a state of the phase of double turns to the end, in which the loser is to
 * move, or until cut off after `most` actions; returns the number of actions. */
INLINE uint32_t random_turns(const game_t *game, situ_state_t *state, int axes,
                             uint32_t most, pcg32_t *rng, playout_notes_t *notes) {
    const tables_t *tables = tables_of(game);
    field_t field = state->field; /* a copy that can live in registers */
    board_t empty = empty_nodes(tables, state);
    pcg32_t own_rng = *rng;
    /* Turn t, from 0, has the actions 2t and 2t + 1; Maroon moves in the even turns. The
     * number of the next action is stored minus a multiple of 4, such that the loop ends
     * at 0, a few actions before the bound. It has a copy of the code for each side,
     * which saves more than checking the bound costs. */
    uint32_t actions = loop_actions(state, most), number = 0u - actions;
    bool goes_on = number != 0;
    while (goes_on) {
        for (; goes_on && (number & 2) == 0; number += goes_on)
            goes_on = random_action(tables, &field, &empty, 0, axes, &own_rng, notes);
        for (; goes_on && (number & 2) != 0; number += goes_on)
            goes_on = random_action(tables, &field, &empty, 1, axes, &own_rng, notes);
        goes_on = goes_on && number != 0;
    }
    *rng = own_rng;
    state->field = field;
    if (actions > 0) {
        state->side = number >> 1 & 1;
        state->phase = number & 1 ? SITU_DOUBLE1 : SITU_DOUBLE0;
    }
    state->ending = REASON_WIN;
    if (number == 0)
        actions += last_actions(game, state, most - actions, rng, notes);
    return number + actions;
}

/* Plays random actions of the phases before double turns. */
static inline uint32_t random_opening(const tables_t *tables, situ_state_t *state,
                                      pcg32_t *rng, playout_notes_t *notes) {
    uint32_t made = 0;
    for (; state->phase < SITU_DOUBLE0; made++) {
        board_t choices = choices_of(tables, state);
        int count = board_count(&choices), cutting = state->phase < SITU_FIRST0;
        int number = (int)pcg32_below(rng, (uint32_t)(count + cutting));
        int bit = number == count ? 0 : board_select(&choices, number);
        int cells = tables->common.geometry.cells;
        playout_note(notes, state->side,
                     (action_t)(number == count ? situ_action_done(cells)
                                : cutting       ? situ_action_cut(cells, bit)
                                                : situ_action_place(bit)));
        if (number == count) {
            apply_done(state);
        } else if (cutting) {
            apply_cut(tables, state, bit);
        } else {
            change_stone(tables, &state->field, &choices, bit, state->side, tables->axes);
            start_phase(state, SITU_DOUBLE0, 0);
        }
    }
    return made;
}

INLINE playout_t play_to_the_end(const game_t *game, void *bytes, pcg32_t *rng,
                                 playout_notes_t *notes) {
    const tables_t *tables = tables_of(game);
    situ_state_t *state = bytes;
    playout_t result = {.length = random_opening(tables, state, rng, notes)};
    uint32_t most = (uint32_t)game->max_game_length - result.length;
    switch (tables->axes) {
    case 2:
        result.length += random_turns(game, state, 2, most, rng, notes);
        break;
    case 3:
        result.length += random_turns(game, state, 3, most, rng, notes);
        break;
    default:
        result.length += random_turns(game, state, 4, most, rng, notes);
    }
    result.outcome = game_outcome_at(game, bytes, result.length);
    return result;
}

static playout_t playout(const game_t *game, void *state, pcg32_t *rng) {
    return play_to_the_end(game, state, rng, NULL);
}

static playout_t playout_noted(const game_t *game, void *state, pcg32_t *rng,
                               playout_notes_t *notes) {
    return play_to_the_end(game, state, rng, notes);
}

#endif
