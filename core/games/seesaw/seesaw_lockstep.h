/* seesaw_lockstep.h - eight playouts in lockstep, for the boards on one word; part of
 * seesaw_rules.h.
 * All lanes play one action at a time (seesaw_lanes.h); the turns that they leave behind,
 * about one in forty, are played by the scalar loop, lane by lane. A finished game makes
 * room for the next of its slot at once. Each game is the same as in the scalar loop: its
 * actions depend on its own generator alone.
 */
#ifndef CORE_SEESAW_LOCKSTEP_H
#define CORE_SEESAW_LOCKSTEP_H

#include "core/games/seesaw/seesaw_lanes.h"

_Static_assert((int)PLAYOUT_SLOTS <= (int)LANE_COUNT, "a lane for each slot");

typedef struct lockstep {
    const game_t *game;
    const playout_feed_t *feed;
    lanes_t lanes;
    uint32_t actions[LANE_COUNT]; /* minus turns and extra actions */
} lockstep_t;

static int lane_side(const lanes_t *lanes, int lane) {
    return lanes->north >> lane & 1;
}

/* Converts a lane for the scalar loop, whose `actions` begin at 0. */
static random_game_t lane_read(lanes_t *lanes, int lane) {
    int side = lane_side(lanes, lane);
    random_game_t random = {.size = lanes->size[lane],
                            .turn = (uint32_t)lanes->turn.lane[lane],
                            .passes = lanes->turn.lane[lane] == lanes->passed_at[lane]
                                          ? lanes->passes[lane]
                                          : 0,
                            .large = lanes->large.lane[lane],
                            .huge = lanes->huge.lane[lane]};
    random.stacks[side] = lanes->own.lane[lane];
    random.stacks[1 - side] = lanes->enemies.lane[lane];
    random.tiles[side] = lanes->own_tiles.lane[lane];
    random.tiles[1 - side] = lanes->enemy_tiles.lane[lane];
    random.beside[side] = lanes->beside_own.lane[lane];
    random.beside[1 - side] = lanes->beside_enemy.lane[lane];
    for (board_t twos = random.large & ~random.huge; twos;)
        random.size[board_pop(&twos)] = 2;
    return random;
}

/* Converts back, at the start of a side's turn. */
static void lane_write(lanes_t *lanes, int lane, const random_game_t *random, int side) {
    lane_set(&lanes->north, lane, side);
    lanes->passes[lane] = (uint8_t)random->passes;
    lanes->passed_at[lane] = random->turn;
    lane_put(&lanes->turn, lane, random->turn);
    lane_put(&lanes->chain, lane, 0);
    lane_put(&lanes->chaining, lane, 0);
    lane_put(&lanes->large, lane, random->large);
    lane_put(&lanes->huge, lane, random->huge);
    lane_put(&lanes->own, lane, random->stacks[side]);
    lane_put(&lanes->enemies, lane, random->stacks[1 - side]);
    lane_put(&lanes->own_tiles, lane, random->tiles[side]);
    lane_put(&lanes->enemy_tiles, lane, random->tiles[1 - side]);
    lane_put(&lanes->beside_own, lane, random->beside[side]);
    lane_put(&lanes->beside_enemy, lane, random->beside[1 - side]);
}

/* Plays the rest of a lane's turn in the scalar loop; false: the game is over. */
static __attribute__((noinline)) bool lane_turn(const tables_t *tables, lanes_t *lanes,
                                                int lane) {
    int side = lane_side(lanes, lane);
    random_game_t random = lane_read(lanes, lane);
    pcg32_t rng = {lanes->state.lane[lane], lanes->increment.lane[lane]};
    uint32_t before = random.turn;
    bool goes_on;
    if (lanes->chain.lane[lane]) {
        random.passes = 0;
        random_chain_rest(tables, &random, side, board_first(lanes->chain.lane[lane]), 1,
                          &rng);
        goes_on = random_turn_over(tables, &random, side);
    } else if (random.stacks[side] & random.huge) {
        goes_on = random_end_turn(tables, &random, side,
                                  random_turn_listed(tables, &random, side, &rng));
    } else {
        goes_on = side == 0 ? random_side(tables, &random, 0, &rng)
                            : random_side(tables, &random, 1, &rng);
    }
    lane_put(&lanes->state, lane, rng.state);
    lane_put(&lanes->extra, lane,
             lanes->extra.lane[lane] + random.actions - (random.turn - before));
    lane_write(lanes, lane, &random, 1 - side);
    return goes_on;
}

/* Loads the slot's next game that is not over before the loop begins; false: none left.
 */
static bool lane_load(lockstep_t *lockstep, int lane) {
    const tables_t *tables = tables_of(lockstep->game);
    const playout_feed_t *feed = lockstep->feed;
    lanes_t *lanes = &lockstep->lanes;
    playout_slot_t *slot = &feed->slots[lane];
    while (feed->next(feed->context, lane)) {
        seesaw_state_t *state = (seesaw_state_t *)(void *)slot->state.bytes;
        uint32_t listed = random_listed_actions(lockstep->game, state, &slot->rng);
        if (state->ending != REASON_NONE) {
            slot->result = (playout_t){outcome(lockstep->game, state), listed};
            continue;
        }
        random_game_t random = random_load(tables, state);
        memcpy(lanes->size[lane], state->size, sizeof state->size);
        lane_write(lanes, lane, &random, state->side);
        lanes->state.lane[lane] = slot->rng.state;
        lanes->increment.lane[lane] = slot->rng.increment;
        lanes->extra.lane[lane] = 0;
        lockstep->actions[lane] = listed - random.turn;
        return true;
    }
    return false;
}

/* Stores a game's result in its slot. */
static void lane_finish(lockstep_t *lockstep, int lane) {
    lanes_t *lanes = &lockstep->lanes;
    playout_slot_t *slot = &lockstep->feed->slots[lane];
    slot->rng.state = lanes->state.lane[lane];
    slot->result.length = lockstep->actions[lane] +
                          (uint32_t)(lanes->turn.lane[lane] + lanes->extra.lane[lane]);
    if (lanes->own.lane[lane] && lanes->enemies.lane[lane]) {
        random_game_t random = lane_read(lanes, lane);
        seesaw_state_t *state = (seesaw_state_t *)(void *)slot->state.bytes;
        random_store(tables_of(lockstep->game), &random, state);
        slot->result.outcome = outcome(lockstep->game, state);
    } else {
        int side = lane_side(lanes, lane);
        uint8_t winner = (uint8_t)(lanes->own.lane[lane] ? side : 1 - side);
        slot->result.outcome = (outcome_t){true, winner, REASON_WIN};
    }
}

static void lane_refill(lockstep_t *lockstep, int lane) {
    lane_set(&lockstep->lanes.live, lane, lane_load(lockstep, lane));
}

static __attribute__((noinline)) void lockstep_events(lockstep_t *lockstep,
                                                      lane_events_t events) {
    const tables_t *tables = tables_of(lockstep->game);
    for (unsigned left = events.left_behind; left; left &= left - 1) {
        int lane = __builtin_ctz(left);
        if (!lane_turn(tables, &lockstep->lanes, lane))
            events.over |= lane_bit(lane);
    }
    for (unsigned left = events.over; left; left &= left - 1) {
        int lane = __builtin_ctz(left);
        lane_finish(lockstep, lane);
        lane_refill(lockstep, lane);
    }
}

static void playouts(const game_t *game, const playout_feed_t *feed) {
    const tables_t *tables = tables_of(game);
    if (!tables->must_capture || !tables->must_recapture) {
        playouts_in_turn(game, feed);
        return;
    }
    lockstep_t lockstep = {.game = game, .feed = feed};
    for (int lane = 0; lane < feed->count; lane++)
        lane_refill(&lockstep, lane);
    while (lockstep.lanes.live) {
        lane_events_t events = lanes_step(tables, &lockstep.lanes);
        if (events.left_behind | events.over)
            lockstep_events(&lockstep, events);
    }
}

#endif
