/* seesaw_playout.h - the random game of Seesaw; part of seesaw_rules.h.
 * Draws uniformly from the legal decisions, as playout_generic does, without listing
 * them: single stacks (size 1) are counted direction by direction for all at once, larger
 * ones by a flood each, and the drawn number is then found among the counts.
 */
#ifndef CORE_SEESAW_PLAYOUT_H
#define CORE_SEESAW_PLAYOUT_H

/* Sets of target cells by the stack that reaches them, and how many there are in all. */
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

static inline int below(pcg32_t *rng, int bound) {
    return (int)pcg32_below(rng, (uint32_t)bound);
}

/* Captures of all stacks of the mover. */
static inline void find_captures(const tables_t *tables, const seesaw_state_t *state,
                                 board_t singles, board_t empty, reach_t *captures) {
    board_t enemies = state->stacks[1 - state->side];
    board_t own = state->stacks[state->side];
    captures->stacks = captures->total = 0;
    /* Only singles beside an enemy capture. */
    board_t capturing = own & singles & step_any(&tables->steps, enemies);
    while (capturing) {
        int from = board_pop(&capturing);
        reach_add(captures, from, tables->around[from] & enemies);
    }
    for (board_t large = own & ~singles; large;) {
        int from = board_pop(&large);
        reach_add(captures, from,
                  reach_enemies(tables, from, state->size[from], empty, enemies));
    }
}

/* What the mover may do without capturing. */
typedef struct quiet {
    board_t deploys;
    board_t glides[3]; /* of singles: targets by direction */
    reach_t larger;
    int total;
} quiet_t;

static inline void find_quiet(const tables_t *tables, const seesaw_state_t *state,
                              board_t singles, board_t empty, quiet_t *quiet) {
    board_t own = state->stacks[state->side];
    quiet->deploys = deploy_cells(tables, state, empty);
    quiet->total = board_count(quiet->deploys);
    for (int d = 0; d < 3; d++) {
        quiet->glides[d] =
            empty & (state->side == 0 ? step(&tables->steps, own & singles, d)
                                      : step(&tables->steps, own & singles, d + 3));
        quiet->total += board_count(quiet->glides[d]);
    }
    quiet->larger.stacks = quiet->larger.total = 0;
    for (board_t large = own & ~singles; large;) {
        int from = board_pop(&large), size = state->size[from];
        reach_add(&quiet->larger, from,
                  reach_glides(tables, from, size, goes_up(size, state->side), empty));
    }
    quiet->total += quiet->larger.total;
}

/* Keeps the set of singles true while a stack moves and perhaps grows. */
static inline void random_end_of_stack(const tables_t *tables, seesaw_state_t *state,
                                       board_t *singles, int bit) {
    end_turn_of_stack(tables, state, bit);
    if (state->size[bit] != 1)
        *singles &= ~board_one(bit);
}

static inline void random_glide(const tables_t *tables, seesaw_state_t *state,
                                board_t *singles, int from, int to) {
    if (state->size[from] == 1)
        *singles ^= board_one(from) | board_one(to);
    move_stack(state, from, to);
    random_end_of_stack(tables, state, singles, to);
}

static inline void random_capture(const tables_t *tables, seesaw_state_t *state,
                                  board_t *singles, int from, int to) {
    *singles &= ~board_one(to);
    if (state->size[from] == 1)
        *singles ^= board_one(from) | board_one(to);
    apply_capture(tables, state, from, to);
    if (state->size[to] != 1)
        *singles &= ~board_one(to);
}

static inline void random_quiet(const tables_t *tables, seesaw_state_t *state,
                                board_t *singles, const quiet_t *quiet, int number) {
    int deploys = board_count(quiet->deploys), from, to;
    if (number < deploys) {
        int bit = board_select(quiet->deploys, number);
        *singles |= board_one(bit);
        apply_deploy(tables, state, bit);
        return;
    }
    number -= deploys;
    for (int d = 0; d < 3; d++) {
        int count = board_count(quiet->glides[d]);
        if (number < count) {
            to = board_select(quiet->glides[d], number);
            int back = state->side == 0 ? d + 3 : d;
            from = board_first(step(&tables->steps, board_one(to), back) & tables->board);
            random_glide(tables, state, singles, from, to);
            return;
        }
        number -= count;
    }
    reach_pick(&quiet->larger, number, &from, &to);
    random_glide(tables, state, singles, from, to);
}

static inline void random_turn_start(const tables_t *tables, seesaw_state_t *state,
                                     board_t *singles, pcg32_t *rng) {
    board_t empty = empty_cells(tables, state);
    reach_t captures;
    quiet_t quiet;
    quiet.deploys = 0;
    quiet.total = 0;
    find_captures(tables, state, *singles, empty, &captures);
    int total = captures.total;
    if (total == 0 || !tables->must_capture) {
        find_quiet(tables, state, *singles, empty, &quiet);
        total += quiet.total;
    }
    if (total == 0) {
        apply_pass(tables, state);
        return;
    }
    int number = below(rng, total);
    if (number < captures.total) {
        int from, to;
        reach_pick(&captures, number, &from, &to);
        random_capture(tables, state, singles, from, to);
    } else {
        random_quiet(tables, state, singles, &quiet, number - captures.total);
    }
}

static inline void random_chain(const tables_t *tables, seesaw_state_t *state,
                                board_t *singles, pcg32_t *rng) {
    int from = state->chain, size = state->size[from];
    board_t empty = empty_cells(tables, state);
    board_t enemies =
        reach_enemies(tables, from, state->left, empty, state->stacks[1 - state->side]);
    board_t glides = 0;
    int captures = board_count(enemies), total = captures;
    if (captures == 0 || !tables->must_recapture) {
        glides =
            reach_glides(tables, from, state->left, goes_up(size, state->side), empty);
        total += board_count(glides) + 1;
    }
    int number = below(rng, total);
    if (number < captures)
        random_capture(tables, state, singles, from, board_select(enemies, number));
    else if (number < total - 1)
        random_glide(tables, state, singles, from,
                     board_select(glides, number - captures));
    else
        random_end_of_stack(tables, state, singles, from);
}

/* A restricted first turn is South's alone and a matter of the list. */
static inline bool is_restricted(const tables_t *tables, const seesaw_state_t *state) {
    return tables->common.variant.first_turn != SEESAW_FIRST_ANY && state->turn == 0 &&
           state->side == 0;
}

static playout_t playout(const game_t *game, void *bytes, pcg32_t *rng) {
    const tables_t *tables = tables_of(game);
    seesaw_state_t *state = bytes;
    playout_t result = {.decisions = 0};
    while (is_restricted(tables, state) && state->ending == REASON_NONE) {
        action_t actions[GAME_MAX_LEGAL];
        int count = legal(game, state, actions);
        apply(game, state, actions[below(rng, count)]);
        result.decisions++;
    }
    board_t singles = 0;
    for (board_t stacks = state->stacks[0] | state->stacks[1]; stacks;) {
        int bit = board_pop(&stacks);
        singles |= state->size[bit] == 1 ? board_one(bit) : 0;
    }
    for (; state->ending == REASON_NONE; result.decisions++) {
        if (state->chain == NO_BIT)
            random_turn_start(tables, state, &singles, rng);
        else
            random_chain(tables, state, &singles, rng);
    }
    result.outcome = outcome(game, state);
    return result;
}

#endif
