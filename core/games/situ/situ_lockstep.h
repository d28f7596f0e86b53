/* situ_lockstep.h - eight playouts in lockstep, for the boards on one word; part of
 * situ_rules.h.
 * All lanes play one action at a time (situ_lanes.h); the scalar loop plays what comes
 * before the double turns, and the end. A finished game makes room for the next of its
 * slot at once. Each game is the same as in the scalar loop: its actions depend on its
 * own generator alone.
 */
#ifndef CORE_SITU_LOCKSTEP_H
#define CORE_SITU_LOCKSTEP_H

#include "core/games/situ/situ_lanes.h"

_Static_assert((int)PLAYOUT_SLOTS <= (int)LANE_COUNT, "a lane for each slot");

typedef struct lockstep {
    const game_t *game;
    const playout_feed_t *feed;
    lanes_t lanes;
    uint32_t after[LANE_COUNT]; /* actions from the end of the loop to the cut-off */
} lockstep_t;

static situ_state_t *lane_state(const lockstep_t *lockstep, int lane) {
    return (situ_state_t *)(void *)lockstep->feed->slots[lane].state.bytes;
}

/* Loads the slot's next game, at its first double turn; false: none left. */
static bool lane_load(lockstep_t *lockstep, int lane) {
    const tables_t *tables = tables_of(lockstep->game);
    pcg32_t *rng = &lockstep->feed->slots[lane].rng;
    situ_state_t *state = lane_state(lockstep, lane);
    lanes_t *lanes = &lockstep->lanes;
    if (!lockstep->feed->next(lockstep->feed->context, lane))
        return false;
    uint32_t most = (uint32_t)lockstep->game->max_game_length;
    most -= random_opening(tables, state, rng, NULL);
    uint32_t actions = loop_actions(state, most);
    lockstep->after[lane] = most - actions;
    for (int i = 0; i < PLANES; i++)
        lane_put(&lanes->plane[i], lane, state->field.plane[i].word[0]);
    lane_put(&lanes->own, lane, state->field.stones[state->side].word[0]);
    lane_put(&lanes->others, lane, state->field.stones[1 - state->side].word[0]);
    lane_put(&lanes->empty, lane, empty_nodes(tables, state).word[0]);
    lane_put(&lanes->white, lane, all_if(state->side != 0));
    lane_put(&lanes->second, lane, all_if(state->phase == SITU_DOUBLE1));
    lane_put(&lanes->left, lane, actions);
    lane_put(&lanes->state, lane, rng->state);
    lane_put(&lanes->increment, lane, rng->increment);
    return true;
}

/* Plays the rest of a game, mostly nothing, in the scalar loop, and stores its result in
 * its slot. */
static void lane_finish(lockstep_t *lockstep, int lane, int axes) {
    const game_t *game = lockstep->game;
    const lanes_t *lanes = &lockstep->lanes;
    playout_slot_t *slot = &lockstep->feed->slots[lane];
    situ_state_t *state = lane_state(lockstep, lane);
    uint32_t most = (uint32_t)lanes->left.lane[lane] + lockstep->after[lane];
    int side = lanes->white.lane[lane] != 0;
    for (int i = 0; i < PLANES; i++)
        state->field.plane[i].word[0] = lanes->plane[i].lane[lane];
    state->field.stones[side].word[0] = lanes->own.lane[lane];
    state->field.stones[1 - side].word[0] = lanes->others.lane[lane];
    start_phase(state, lanes->second.lane[lane] ? SITU_DOUBLE1 : SITU_DOUBLE0, side);
    slot->rng.state = lanes->state.lane[lane];
    slot->result.length = (uint32_t)game->max_game_length - most +
                          random_turns(game, state, axes, most, &slot->rng, NULL);
    slot->result.outcome = game_outcome_at(game, &slot->state, slot->result.length);
}

static __attribute__((noinline)) void lockstep_finish(lockstep_t *lockstep,
                                                      lane_mask_t left_behind, int axes) {
    for (unsigned left = left_behind; left; left &= left - 1) {
        int lane = __builtin_ctz(left);
        lane_finish(lockstep, lane, axes);
        lane_set(&lockstep->lanes.live, lane, lane_load(lockstep, lane));
    }
}

/* The number of axes is a compile-time constant. */
LANES void lockstep_run(lockstep_t *lockstep, int axes) {
    while (lockstep->lanes.live) {
        lane_mask_t left_behind =
            lanes_step(tables_of(lockstep->game), &lockstep->lanes, axes);
        if (left_behind)
            lockstep_finish(lockstep, left_behind, axes);
    }
}

static void playouts(const game_t *game, const playout_feed_t *feed) {
    lockstep_t lockstep = {.game = game, .feed = feed};
    for (int lane = 0; lane < feed->count; lane++)
        lane_set(&lockstep.lanes.live, lane, lane_load(&lockstep, lane));
    switch (tables_of(game)->axes) {
    case 2:
        lockstep_run(&lockstep, 2);
        break;
    case 3:
        lockstep_run(&lockstep, 3);
        break;
    default:
        lockstep_run(&lockstep, 4);
    }
}

#endif
