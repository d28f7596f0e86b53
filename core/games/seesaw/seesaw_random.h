/* seesaw_random.h - positions of playouts, and how an action changes them; turns with any
 * stacks under any variant, action by action. Part of seesaw_playout.h, which plays the
 * usual turns faster.
 */
#ifndef CORE_SEESAW_RANDOM_H
#define CORE_SEESAW_RANDOM_H

/* The hot loop is one function for each side: by default gcc would split it up. */
#define INLINE inline __attribute__((always_inline))

/* A position of a playout between turns. */
typedef struct random_game {
    board_t stacks[2], tiles[2], beside[2]; /* beside: neighbours of the side's tiles */
    board_t large, huge;                    /* stacks of size 2 and more; 3 and more */
    /* The one stack that the side to move touches, or one that it does not touch, and the
     * neighbouring cells; maintained by seesaw_singles.h, valid only without `strays`. */
    board_t touched, beside_touched;
    bool strays;   /* more stacks are touched, or captures are not compulsory */
    uint8_t *size; /* of large stacks, by bit; undefined for others */
    uint32_t turn, actions;
    int passes;
} random_game_t;

static INLINE int below(pcg32_t *rng, int bound) {
    return (int)pcg32_below(rng, (uint32_t)bound);
}

/* A direction, as seen from a side: 0 to 2 are forward, 3 to 5 backward. */
static INLINE board_t step_of(const tables_t *tables, board_t set, int side,
                              int direction) {
    return step(&tables->steps, set, side == 0 ? direction : (direction + 3) % 6);
}

static inline board_t random_empty(const tables_t *tables, const random_game_t *game) {
    return tables->board & ~(game->stacks[0] | game->stacks[1]);
}

static inline board_t random_deploys(const random_game_t *game, int side, board_t empty) {
    return game->beside[side] & empty & ~(game->tiles[0] | game->tiles[1]);
}

static INLINE board_t all_if(bool condition) {
    return (board_t)0 - (board_t)condition;
}

/* A stack of size 1 has arrived on the cell: on an enemy tile it grows. */
static INLINE void random_single_arrives(random_game_t *game, int side, int bit) {
    game->large |= board_one(bit) & game->tiles[1 - side];
    game->size[bit] = 2; /* meaningless unless it has grown */
}

/* --- Changing the position ---------------------------------------------------------- */

static inline void random_deploy(const tables_t *tables, random_game_t *game, int side,
                                 int to) {
    game->stacks[side] |= board_one(to);
    game->tiles[side] |= board_one(to);
    game->beside[side] |= tables->around[to];
}

/* Moves a stack whose turn may continue: it does not grow yet. */
static inline void random_move(random_game_t *game, int side, int from, int to) {
    board_t one = board_one(from), is_large = game->large & one;
    board_t is_huge = game->huge & one;
    game->stacks[side] ^= one | board_one(to);
    game->stacks[1 - side] &= ~board_one(to);
    game->large &= ~(one | board_one(to));
    game->large |= is_large ? board_one(to) : 0;
    game->huge &= ~(one | board_one(to));
    game->huge |= is_huge ? board_one(to) : 0;
    game->size[to] = game->size[from];
}

/* RULES.md §3.5. */
static inline void random_promote(random_game_t *game, int side, int bit) {
    board_t one = board_one(bit);
    int size = game->large & one ? game->size[bit] : 1;
    if (game->tiles[side ^ (size & 1)] & one) {
        game->size[bit] = (uint8_t)seesaw_grown(size);
        game->large |= one;
        game->huge |= size >= 2 ? one : 0;
    }
}

/* Continues after a capture with the steps left over; there are some, and enemies. */
static void random_chain_rest(const tables_t *tables, random_game_t *game, int side,
                              int from, int left, pcg32_t *rng) {
    do {
        board_t empty = random_empty(tables, game), glides = 0;
        board_t enemies =
            reach_enemies(tables, from, left, empty, game->stacks[1 - side]);
        int captures = board_count(enemies), total = captures, to;
        if (captures == 0 || !tables->must_recapture) {
            bool up = goes_up(game->size[from], side);
            glides = reach_glides(tables, from, left, up, empty);
            total += board_count(glides) + 1;
        }
        game->actions++;
        int number = below(rng, total);
        if (number == total - 1 && number >= captures)
            break;
        bool captured = number < captures;
        to = captured ? board_select(enemies, number)
                      : board_select(glides, number - captures);
        left = captured ? left - capture_steps(tables, from, board_one(to), empty) : 0;
        random_move(game, side, from, to);
        from = to;
    } while (left > 0 && game->stacks[1 - side]);
    random_promote(game, side, from);
}

/* Captures, and continues with the steps left over. */
static __attribute__((noinline)) void random_chain(const tables_t *tables,
                                                   random_game_t *game, int side,
                                                   int from, int to, pcg32_t *rng) {
    int left = game->large & board_one(from) ? game->size[from] : 1;
    left -= capture_steps(tables, from, board_one(to), random_empty(tables, game));
    random_move(game, side, from, to);
    if (left > 0 && game->stacks[1 - side])
        random_chain_rest(tables, game, side, to, left, rng);
    else
        random_promote(game, side, to);
}

/* --- Turns with larger stacks, or with a choice between captures and other actions -- */

/* Sets of target cells by the stack that reaches them, and their total number. */
typedef struct reach {
    board_t targets[BOARD_BITS];
    uint8_t from[BOARD_BITS];
    int stacks, total;
} reach_t;

static inline void reach_add(reach_t *reach, int from, board_t targets) {
    reach->targets[reach->stacks] = targets;
    reach->from[reach->stacks] = (uint8_t)from;
    reach->stacks += targets != 0;
    reach->total += board_count(targets);
}

/* The pair of stack and target with a number below the total. */
static inline void reach_pick(const reach_t *reach, int number, int *from, int *to) {
    for (int i = 0;; i++) {
        int count = board_count(reach->targets[i]);
        if (number < count) {
            *from = reach->from[i];
            *to = board_select(reach->targets[i], number);
            return;
        }
        number -= count;
    }
}

static inline void find_captures(const tables_t *tables, const random_game_t *game,
                                 int side, board_t empty, reach_t *captures) {
    board_t enemies = game->stacks[1 - side], own = game->stacks[side];
    captures->stacks = captures->total = 0;
    /* Of stacks of size 1 only those next to an enemy capture. */
    board_t capturing = own & ~game->large & step_any(&tables->steps, enemies);
    while (capturing) {
        int from = board_pop(&capturing);
        reach_add(captures, from, tables->around[from] & enemies);
    }
    for (board_t large = own & game->large; large;) {
        int from = board_pop(&large);
        reach_add(captures, from,
                  reach_enemies(tables, from, game->size[from], empty, enemies));
    }
}

static inline void find_glides(const tables_t *tables, const random_game_t *game,
                               int side, board_t empty, reach_t *glides) {
    board_t own = game->stacks[side], singles = own & ~game->large;
    glides->stacks = glides->total = 0;
    singles &=
        side == 0 ? step_down(&tables->steps, empty) : step_up(&tables->steps, empty);
    while (singles) {
        int from = board_pop(&singles);
        reach_add(glides, from,
                  (side == 0 ? tables->above[from] : tables->below[from]) & empty);
    }
    for (board_t large = own & game->large; large;) {
        int from = board_pop(&large), size = game->size[from];
        reach_add(glides, from,
                  reach_glides(tables, from, size, goes_up(size, side), empty));
    }
}

/* Plays a turn with any stacks, under any variant; false: the side is stuck. */
static __attribute__((noinline)) bool
random_turn_listed(const tables_t *tables, random_game_t *game, int side, pcg32_t *rng) {
    board_t empty = random_empty(tables, game), deploys = 0;
    reach_t captures, glides;
    int from, to, num_deploys = 0;
    find_captures(tables, game, side, empty, &captures);
    glides.total = 0;
    if (captures.total == 0 || !tables->must_capture) {
        find_glides(tables, game, side, empty, &glides);
        deploys = random_deploys(game, side, empty);
        num_deploys = board_count(deploys);
    }
    int total = captures.total + glides.total + num_deploys;
    if (total == 0)
        return false;
    int number = below(rng, total);
    if (number < num_deploys) {
        random_deploy(tables, game, side, board_select(deploys, number));
    } else if (number < num_deploys + glides.total) {
        reach_pick(&glides, number - num_deploys, &from, &to);
        random_move(game, side, from, to);
        random_promote(game, side, to);
    } else {
        reach_pick(&captures, number - num_deploys - glides.total, &from, &to);
        random_chain(tables, game, side, from, to, rng);
    }
    return true;
}

#endif
