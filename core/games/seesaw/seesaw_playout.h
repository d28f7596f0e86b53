/* seesaw_playout.h - the playout of Seesaw; part of seesaw_rules.h.
 * Draws uniformly from the legal actions, as playout_generic does, without listing
 * them. Most turns are played with stacks of size 1 alone (seesaw_singles.h), nearly all
 * others with sizes 1 and 2. Actions of stacks of size 1 are counted all at once,
 * direction by direction. Where that is not enough (captures; glides of size 2), a pair
 * of a candidate stack and a candidate cell is drawn until the stack reaches the cell:
 * with one stack, as nearly always, the first pair will do. Other turns are played by
 * examining each stack (seesaw_random.h). The state becomes the final position.
 */
#ifndef CORE_SEESAW_PLAYOUT_H
#define CORE_SEESAW_PLAYOUT_H

#include "core/games/seesaw/seesaw_random.h"
#include "core/games/seesaw/seesaw_singles.h"

/* --- Turns without stacks over size 2 ----------------------------------------------- */

/* A side's stacks of size 1 and 2, and the empty cells of the board. */
typedef struct random_view {
    board_t singles, twos, empty;
} random_view_t;

/* Draws a stack and an enemy in its reach: draws pairs of any stack that can capture and
 * any enemy that can be captured until one is a capture. */
static INLINE void random_small_capture(const tables_t *tables, random_game_t *game,
                                        int side, const random_view_t *view,
                                        board_t enemies, pcg32_t *rng) {
    board_t near = step_any(&tables->steps, enemies),
            capturing = near & game->stacks[side];
    if (view->twos)
        capturing |= step_any(&tables->steps, near & view->empty) & view->twos;
    int stacks = board_count(capturing), targets = board_count(enemies), from, to;
    bool reached;
    do {
        int number = below(rng, stacks * targets);
        if (stacks == 1) {
            from = board_first(capturing);
            to = board_select(enemies, number);
            break;
        }
        from = board_select(capturing, number / targets);
        to = board_select(enemies, number % targets);
        reached = (tables->around[from] & board_one(to)) != 0;
        if (!reached && (view->twos & board_one(from)))
            reached = reach_enemies(tables, from, 2, view->empty, board_one(to)) != 0;
    } while (!reached);
    if (view->twos & board_one(from)) {
        random_chain(tables, game, side, from, to, rng);
        return;
    }
    game->stacks[side] ^= board_one(from) | board_one(to);
    game->stacks[1 - side] ^= board_one(to);
    game->large &= ~board_one(to);
    game->huge &= ~board_one(to);
    random_single_arrives(game, side, to);
}

/* Deploys, glides of stacks of size 1 by direction, and glides of stacks of size 2 as
 * pairs of any such stack and any cell that at least one of them reaches. */
typedef struct random_quiet {
    board_t deploys, glides[3], two_glides;
    int upto[4]; /* running totals; the last: before the pairs */
    int total;
} random_quiet_t;

/* Plays the deploy or glide (in one of three directions) with this number: the right one
 * of the four sets is selected by masks, since branches would be unpredictable. */
static INLINE void random_single_quiet(const tables_t *tables, random_game_t *game,
                                       int side, const random_quiet_t *quiet,
                                       int number) {
    board_t is[4] = {0}, set = quiet->deploys, last = set, from = 0;
    int base = 0;
    for (int d = 0; d < 3; d++) {
        bool beyond = number >= quiet->upto[d];
        is[d] = all_if(beyond);
        set ^= (last ^ quiet->glides[d]) & is[d];
        last = quiet->glides[d];
        base = beyond ? quiet->upto[d] : base;
    }
    int to = board_select(set, number - base);
    board_t one = board_one(to);
    for (int d = 0; d < 3; d++)
        from |= step_of(tables, one, side, d + 3) & is[d] & ~is[d + 1];
    game->stacks[side] ^= from | one;
    game->tiles[side] |= one & ~is[0];
    game->beside[side] |= tables->around[to] & ~is[0];
    random_single_arrives(game, side, to);
}

/* Plays a glide of a stack of size 2; false: the drawn pair is not a glide. */
static INLINE bool random_two_glide(const tables_t *tables, random_game_t *game, int side,
                                    const random_view_t *view, board_t targets,
                                    int number) {
    int count = board_count(targets), from = board_first(view->twos);
    if (view->twos & (view->twos - 1)) {
        from = board_select(view->twos, number / count);
        number %= count;
        if (!(reach_glides(tables, from, 2, goes_up(2, side), view->empty) &
              board_one(board_select(targets, number))))
            return false;
    }
    int to = board_select(targets, number);
    random_move(game, side, from, to);
    random_promote(game, side, to);
    return true;
}

/* Plays one turn; false: the side is stuck. */
static INLINE bool random_turn(const tables_t *tables, random_game_t *game, int side,
                               pcg32_t *rng) {
    board_t own = game->stacks[side], enemies = game->stacks[1 - side];
    random_view_t view = {.empty = random_empty(tables, game),
                          .twos = own & game->large,
                          .singles = own & ~game->large};
    if (own & game->huge)
        return random_turn_listed(tables, game, side, rng);
    board_t captured = step_any(&tables->steps, own) & enemies;
    random_quiet_t quiet = {.two_glides = 0};
    if (view.twos) {
        board_t first = step_any(&tables->steps, view.twos) & view.empty;
        captured |= step_any(&tables->steps, first) & enemies;
        if (captured && !tables->must_capture)
            return random_turn_listed(tables, game, side, rng);
        first = (side == 0 ? step_down(&tables->steps, view.twos)
                           : step_up(&tables->steps, view.twos)) &
                view.empty;
        quiet.two_glides = first | ((side == 0 ? step_down(&tables->steps, first)
                                               : step_up(&tables->steps, first)) &
                                    view.empty);
    }
    if (captured) {
        if (!tables->must_capture)
            return random_turn_listed(tables, game, side, rng);
        random_small_capture(tables, game, side, &view, captured, rng);
        return true;
    }
    quiet.deploys = random_deploys(game, side, view.empty);
    int total = board_count(quiet.deploys);
    for (int d = 0; d < 3; d++) {
        quiet.upto[d] = total;
        quiet.glides[d] = step_of(tables, view.singles, side, d) & view.empty;
        total += board_count(quiet.glides[d]);
    }
    quiet.upto[3] = total;
    total += board_count(quiet.two_glides) * board_count(view.twos);
    if (total == 0)
        return false;
    int number;
    do {
        number = below(rng, total);
        if (number < quiet.upto[3]) {
            random_single_quiet(tables, game, side, &quiet, number);
            break;
        }
    } while (!random_two_glide(tables, game, side, &view, quiet.two_glides,
                               number - quiet.upto[3]));
    return true;
}

/* --- The game ----------------------------------------------------------------------- */

/* Counts a side's turn after it is played; false: the game is over. */
static INLINE bool random_turn_over(const tables_t *tables, random_game_t *game,
                                    int side) {
    game->turn++;
    return game->stacks[1 - side] && game->passes < 2 && game->turn < tables->max_turns;
}

/* Ends a side's turn, played or, if stuck, not; false: the game is over. */
static INLINE bool random_end_turn(const tables_t *tables, random_game_t *game, int side,
                                   bool played) {
    if (played)
        game->passes = 0;
    else if (tables->stuck_loses)
        return false;
    else
        game->passes++;
    game->actions++;
    return random_turn_over(tables, game, side);
}

/* Plays a side's turn; false: the game is over. */
static INLINE bool random_side(const tables_t *tables, random_game_t *game, int side,
                               pcg32_t *rng) {
    return random_end_turn(tables, game, side, random_turn(tables, game, side, rng));
}

/* Plays the rest of a game, from a side to move. */
static INLINE void random_play(const tables_t *tables, random_game_t *game, int side,
                               pcg32_t *rng) {
    bool goes_on = true;
    game->strays = true; /* not known yet */
    while (goes_on) {
        if (!game->strays)
            side = random_singles(tables, game, side, rng, &goes_on);
        if (!goes_on)
            break;
        goes_on = side == 0 ? random_side(tables, game, 0, rng)
                            : random_side(tables, game, 1, rng);
        side = 1 - side;
        random_find_touching(tables, game, side);
    }
}

/* Whether the turn is a restricted first one, South's only, which is drawn from a list.
 */
static inline bool is_restricted(const tables_t *tables, const seesaw_state_t *state) {
    return tables->common.variant.first_turn != SEESAW_FIRST_ANY && state->turn == 0 &&
           state->side == 0;
}

/* Plays actions one by one while a turn is in progress or restricted; returns how many.
 */
static uint32_t random_listed_actions(const game_t *game, seesaw_state_t *state,
                                      pcg32_t *rng) {
    const tables_t *tables = tables_of(game);
    uint32_t played = 0;
    while (state->ending == REASON_NONE &&
           (state->chain != NO_BIT || is_restricted(tables, state))) {
        action_t actions[GAME_MAX_LEGAL];
        int count = legal(game, state, actions);
        apply(game, state, actions[below(rng, count)]);
        played++;
    }
    return played;
}

static inline random_game_t random_load(const tables_t *tables, seesaw_state_t *state) {
    random_game_t game = {
        .size = state->size, .turn = state->turn, .passes = state->passes};
    for (int side = 0; side < 2; side++) {
        game.stacks[side] = state->stacks[side];
        game.tiles[side] = state->tiles[side];
        game.beside[side] = step_any(&tables->steps, state->tiles[side]);
        for (board_t stacks = state->stacks[side]; stacks;) {
            int bit = board_pop(&stacks);
            game.large |= state->size[bit] > 1 ? board_one(bit) : 0;
            game.huge |= state->size[bit] > 2 ? board_one(bit) : 0;
        }
    }
    return game;
}

/* Stores the final position, as playing action by action would leave it. */
static void random_store(const tables_t *tables, const random_game_t *game,
                         seesaw_state_t *state) {
    uint8_t size[BOARD_BITS] = {0};
    for (board_t set = game->stacks[0] | game->stacks[1]; set;) {
        int bit = board_pop(&set);
        size[bit] = game->large & board_one(bit) ? game->size[bit] : 1;
    }
    memcpy(state->size, size, sizeof size);
    memcpy(state->stacks, game->stacks, sizeof state->stacks);
    memcpy(state->tiles, game->tiles, sizeof state->tiles);
    state->side ^= (game->turn - state->turn) & 1;
    state->passes = (uint8_t)game->passes;
    state->turn = (uint16_t)game->turn;
    state->ending = (uint8_t)find_ending(tables, state);
}

static playout_t playout(const game_t *game, void *bytes, pcg32_t *shared_rng) {
    const tables_t *tables = tables_of(game);
    seesaw_state_t *state = bytes;
    pcg32_t rng = *shared_rng; /* a copy that can live in registers */
    uint32_t listed = random_listed_actions(game, state, &rng);
    if (state->ending == REASON_NONE) {
        random_game_t random = random_load(tables, state);
        random_play(tables, &random, state->side, &rng);
        listed += random.actions;
        random_store(tables, &random, state);
    }
    *shared_rng = rng;
    return (playout_t){outcome(game, state), listed};
}

#endif
