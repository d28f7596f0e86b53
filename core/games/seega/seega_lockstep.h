/* seega_lockstep.h - eight playouts in lockstep, for the board whose edges fit one word;
 * part of seega_rules.h.
 * All lanes play one action at a time (seega_lanes.h); the scalar loop places the pieces
 * and plays, lane by lane, the turns that they leave behind, about one in 1000. A
 * finished game makes room for the next of its slot at once. Each game is the same as in
 * the scalar loop: its actions depend on its own generator alone.
 */
#ifndef CORE_SEEGA_LOCKSTEP_H
#define CORE_SEEGA_LOCKSTEP_H

#include "core/games/seega/seega_lanes.h"

_Static_assert((int)PLAYOUT_SLOTS <= (int)LANE_COUNT, "a lane for each slot");

typedef struct lockstep {
    const game_t *game;
    const playout_feed_t *feed;
    lanes_t lanes;
} lockstep_t;

static random_game_t lane_read(const lanes_t *lanes, int lane) {
    random_game_t random = {
        .side = lanes->blue >> lane & 1,
        .actions = (uint32_t)lanes->actions.lane[lane],
        .draw_at = (uint32_t)(lanes->actions.lane[lane] + lanes->left.lane[lane]),
        .rng = {lanes->state.lane[lane], lanes->increment.lane[lane]}};
    set_pieces(&random, lanes->own.lane[lane] & ALL_CELLS,
               lanes->enemies.lane[lane] & ALL_CELLS);
    return random;
}

/* Converts back, at the start of a turn or after a removal. */
static void lane_write(lanes_t *lanes, int lane, const random_game_t *random) {
    lane_set(&lanes->blue, lane, random->side);
    lane_put(&lanes->own, lane, random->own.here);
    lane_put(&lanes->enemies, lane, random->enemies.here);
    lane_put(&lanes->at, lane, 0);
    lane_put(&lanes->left, lane, random->draw_at - random->actions);
    lane_put(&lanes->actions, lane, random->actions);
    lane_put(&lanes->state, lane, random->rng.state);
    lane_put(&lanes->increment, lane, random->rng.increment);
}

/* Plays a lane's turn in the scalar loop; returns how the game has ended, if it has. */
static reason_t lane_turn(const tables_t *tables, lanes_t *lanes, int lane) {
    random_game_t random = lane_read(lanes, lane);
    board_t at = lanes->at.lane[lane] & ALL_CELLS;
    reason_t ending = REASON_NONE;
    if (at) {
        ending = random_go_on(tables, &random, at, 0, NULL);
    } else {
        turn_t turn =
            random_move(tables, &random, &random.own, &random.enemies, random.side, NULL);
        if (turn == TURN_MADE)
            exchange_sides(&random);
        else
            ending = random_after_move(tables, &random, turn, NULL);
    }
    lane_write(lanes, lane, &random);
    return ending;
}

/* Loads the slot's next game that does not end before a turn begins; false: none left. */
static bool lane_load(lockstep_t *lockstep, int lane) {
    const playout_feed_t *feed = lockstep->feed;
    playout_slot_t *slot = &feed->slots[lane];
    while (feed->next(feed->context, lane)) {
        random_game_t random;
        seega_state_t *state = (seega_state_t *)(void *)slot->state.bytes;
        slot->result = random_all_placed(lockstep->game, state, &slot->rng, NULL);
        if (slot->result.outcome.over)
            continue;
        reason_t ending = random_begin(tables_of(lockstep->game), state,
                                       slot->result.length, slot->rng, &random, NULL);
        if (ending == REASON_NONE) {
            lane_write(&lockstep->lanes, lane, &random);
            return true;
        }
        slot->rng = random.rng;
        slot->result = random_result(&random, ending);
    }
    return false;
}

/* Stores a game's result in its slot. */
static void lane_finish(lockstep_t *lockstep, int lane, reason_t ending) {
    playout_slot_t *slot = &lockstep->feed->slots[lane];
    random_game_t random = lane_read(&lockstep->lanes, lane);
    slot->rng = random.rng;
    slot->result = random_result(&random, ending);
}

static void lane_refill(lockstep_t *lockstep, int lane) {
    lane_set(&lockstep->lanes.live, lane, lane_load(lockstep, lane));
}

static __attribute__((noinline)) void lockstep_events(lockstep_t *lockstep,
                                                      const lane_events_t *events) {
    unsigned left = events->left_behind | events->wins | events->draws;
    for (; left; left &= left - 1) {
        int lane = __builtin_ctz(left);
        reason_t ending =
            events->wins >> lane & 1 ? REASON_WIN
            : events->draws >> lane & 1
                ? REASON_DRAW
                : lane_turn(tables_of(lockstep->game), &lockstep->lanes, lane);
        if (ending == REASON_NONE)
            continue;
        lane_finish(lockstep, lane, ending);
        lane_refill(lockstep, lane);
    }
}

static void playouts(const game_t *game, const playout_feed_t *feed) {
    const tables_t *tables = tables_of(game);
    lockstep_t lockstep = {.game = game, .feed = feed};
    for (int lane = 0; lane < feed->count; lane++)
        lane_refill(&lockstep, lane);
    while (lockstep.lanes.live) {
        lane_events_t events = lanes_step(tables, &lockstep.lanes);
        if (events.left_behind | events.wins | events.draws)
            lockstep_events(&lockstep, &events);
    }
}

#endif
