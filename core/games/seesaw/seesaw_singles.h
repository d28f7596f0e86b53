/* seesaw_singles.h - turns of sides whose stacks are all of size 1, which are most turns
 * of a playout; part of seesaw_playout.h.
 * Use: random_find_touching after a turn played elsewhere; unless it finds strays,
 *      random_singles plays turns until one is left to random_turn.
 * If captures are compulsory, stacks of the two sides touch in at most one place, that of
 * the stack that moved last: had others touched, that turn would have been a capture, and
 * a capture puts the capturing stack where the touched one was. So finding a capture
 * takes one table lookup, and a capture changes hardly anything.
 * Plays the same turns as random_turn (seesaw_playout.h) from the same random numbers.
 */
#ifndef CORE_SEESAW_SINGLES_H
#define CORE_SEESAW_SINGLES_H

typedef enum {
    SINGLES_LEFT, /* not played: left to random_turn */
    SINGLES_MADE,
    SINGLES_LAST /* played, and the game is over */
} singles_turn_t;

/* Finds where the side to move touches the other. */
static INLINE void random_find_touching(const tables_t *tables, random_game_t *game,
                                        int side) {
    game->touched = step_any(&tables->steps, game->stacks[side]) & game->stacks[1 - side];
    game->strays = !tables->must_capture || (game->touched & (game->touched - 1));
    game->beside_touched = game->touched ? step_any(&tables->steps, game->touched) : 0;
}

/* Draws one of the stacks that capture. */
static INLINE singles_turn_t singles_capture(const tables_t *tables, random_game_t *game,
                                             int side, board_t capturing, pcg32_t *rng) {
    pcg32_t next = *rng;
    uint32_t stacks = (uint32_t)board_count(capturing);
    uint64_t product = (uint64_t)pcg32_next(&next) * stacks;
    if ((uint32_t)product < stacks) /* pcg32_below may draw again */
        return SINGLES_LEFT;
    *rng = next;
    board_t to = game->touched;
    game->stacks[side] ^= board_pick(capturing, (int)(product >> 32)) | to;
    game->stacks[1 - side] ^= to;
    game->large &= ~to;
    game->huge &= ~to;
    random_single_arrives(game, side, board_first(to));
    game->turn++;
    return game->stacks[1 - side] && game->turn < tables->max_turns ? SINGLES_MADE
                                                                    : SINGLES_LAST;
}

/* Draws a deploy or a glide in one of three directions: by an index, as branches would be
 * unpredictable. */
static INLINE singles_turn_t singles_quiet(const tables_t *tables, random_game_t *game,
                                           int side, pcg32_t *rng) {
    board_t empty = random_empty(tables, game);
    board_t sets[4] = {random_deploys(game, side, empty)};
    uint32_t before[4], total = 0;
    for (int i = 0; i < 4; i++) {
        if (i > 0)
            sets[i] = step_of(tables, game->stacks[side], side, i - 1) & empty;
        before[i] = total;
        total += (uint32_t)board_count(sets[i]);
    }
    pcg32_t next = *rng;
    uint64_t product = (uint64_t)pcg32_next(&next) * total;
    if ((uint32_t)product <= total) /* pcg32_below may draw again, or the side is stuck */
        return SINGLES_LEFT;
    *rng = next;
    uint32_t number = (uint32_t)(product >> 32);
    int i = (number >= before[1]) + (number >= before[2]) + (number >= before[3]);
    board_t to = board_pick(sets[i], (int)(number - before[i]));
    int bit = board_first(to);
    board_t deployed = all_if(i == 0);
    game->stacks[side] ^= to | tables->whence[side][i][bit];
    game->tiles[side] |= to & deployed;
    game->beside[side] |= tables->around[bit] & deployed;
    random_single_arrives(game, side, bit);
    game->touched = to;
    game->beside_touched = tables->around[bit];
    game->turn++;
    return game->turn < tables->max_turns ? SINGLES_MADE : SINGLES_LAST;
}

static INLINE singles_turn_t singles_turn(const tables_t *tables, random_game_t *game,
                                          int side, pcg32_t *rng) {
    if (game->stacks[side] & game->large)
        return SINGLES_LEFT;
    board_t capturing = game->stacks[side] & game->beside_touched;
    return capturing ? singles_capture(tables, game, side, capturing, rng)
                     : singles_quiet(tables, game, side, rng);
}

/* Plays turns, beginning with this side's, until one is left to random_turn or the game
 * is over; goes_on: one is left, and the returned side is to play it. */
static __attribute__((noinline)) int random_singles(const tables_t *tables,
                                                    random_game_t *shared, int side,
                                                    pcg32_t *shared_rng, bool *goes_on) {
    random_game_t game = *shared; /* a copy that can live in registers */
    pcg32_t rng = *shared_rng;
    singles_turn_t made = SINGLES_MADE;
    while (made == SINGLES_MADE) { /* a copy of the code for each side */
        if (side == 0) {
            made = singles_turn(tables, &game, 0, &rng);
            if (made != SINGLES_MADE)
                break;
        }
        made = singles_turn(tables, &game, 1, &rng);
        side = made == SINGLES_MADE ? 0 : 1;
    }
    *goes_on = made == SINGLES_LEFT;
    game.actions += game.turn - shared->turn;
    if (game.turn != shared->turn)
        game.passes = 0;
    *shared = game;
    *shared_rng = rng;
    return side;
}

#endif
