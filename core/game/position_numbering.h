/* position_numbering.h - positions as numbers: for games small enough to enumerate all
 * positions.
 * Use: region_t region;
 *      if (region_open(game, &state, &region)) {
 *          region_number(&region, &state, &number);
 *          int count = region_following(&region, number, steps); ... }
 * A region is a set of positions closed under actions, numbered from 0 to
 * region.positions - 1; numbers may also stand for unreachable positions. A game has
 * several regions if something is settled for good during play (which nodes are part of
 * the board); earlier positions belong to none.
 * A number describes a position, and its value, from its mover's point of view: two
 * positions that differ by an exchange of the sides may share one. Games that count turns
 * have no numbering, nor may it include positions of the first turn.
 * Owns: a region_t has no pointers except to its game, which has to outlive it.
 * Threads: each needs its own copy of a region_t, which caches its latest results.
 */
#ifndef CORE_POSITION_NUMBERING_H
#define CORE_POSITION_NUMBERING_H

#include "core/game/game.h"

enum {
    REGION_OWN_BYTES = 2048,
    REGION_STEPS = 1024 /* more than the steps to or from any numbered position */
};

struct region {
    const game_t *game;
    uint64_t positions;
    _Alignas(16) unsigned char own[REGION_OWN_BYTES]; /* the game's */
};

/* Where an action leads, or where it comes from. */
struct region_step {
    uint64_t number;
    bool passes; /* the action ends the turn: the two positions have different movers */
};

/* Returned instead of a number of steps: the game is over, and the player who would move
 * next has lost, drawn or won. */
enum { REGION_LOST = 0, REGION_DRAWN = -1, REGION_WON = -2 };

/* The largest number of positions in a region; 0: there is no numbering, or too many. */
static inline uint64_t region_most_positions(const game_t *game) {
    return game->solver.most_positions ? game->solver.most_positions(game) : 0;
}

/* The region of a position; false if it belongs to none. */
static inline bool region_open(const game_t *game, const state_t *state,
                               region_t *region) {
    return region_most_positions(game) > 0 && game->solver.open(game, state, region);
}

/* The number of a position; false if it is not in this region. */
static inline bool region_number(const region_t *region, const state_t *state,
                                 uint64_t *number) {
    return region->game->solver.number(region, state, number);
}

/* One of the positions that a number stands for. */
static inline void region_state(const region_t *region, uint64_t number, state_t *state) {
    region->game->solver.state(region, number, state);
}

/* The successors of a position, in any order, one entry for each action; at the end of a
 * game REGION_LOST, REGION_DRAWN or REGION_WON. */
static inline int region_following(region_t *region, uint64_t number,
                                   region_step_t steps[REGION_STEPS]) {
    return region->game->solver.following(region, number, steps);
}

/* The predecessors: each as often as it has this position among its successors. */
static inline int region_preceding(region_t *region, uint64_t number,
                                   region_step_t steps[REGION_STEPS]) {
    return region->game->solver.preceding(region, number, steps);
}

#endif
