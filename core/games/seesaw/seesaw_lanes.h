/* seesaw_lanes.h - one action of eight playouts at once, each in a lane of vectors;
 * part of seesaw_rules.h, for the boards on one word.
 * Use: lanes_step(tables, &lanes), then handle the lanes that it leaves behind one by one
 *      (seesaw_lockstep.h).
 * Plays the same actions as the scalar loop (seesaw_playout.h) from the same random
 * numbers, without branches: every lane executes the same instructions, under masks. A
 * lane is a game from its mover's point of view. Lanes may differ in the side to move and
 * in whether a capturing chain continues. A lane whose drawn stack cannot reach the drawn
 * cell plays no action in this step and draws again in the next.
 * A lane is left behind, to the scalar loop, if the mover has stacks over size 2, is
 * stuck, or has more stacks to choose from than are counted here, or if the random number
 * is one that a uniform draw may reject.
 * Only for variants with compulsory captures and recaptures.
 */
#ifndef CORE_SEESAW_LANES_H
#define CORE_SEESAW_LANES_H

typedef struct lanes {
    /* By mover and opponent; beside: neighbours of tiles. */
    lane_words_t own, enemies, own_tiles, enemy_tiles, beside_own, beside_enemy;
    lane_words_t large, huge; /* stacks of size 2 and more; 3 and more */
    lane_words_t chain;       /* where `chaining`: the stack of size 2 with a step left */
    lane_words_t state, increment; /* of each game's generator */
    lane_words_t turn, extra;      /* turns played; actions in chains after the first */
    lane_mask_t live, chaining;
    lane_mask_t north;            /* is to move */
    lane_mask_t passed;           /* the turn before was a pass */
    uint8_t passes[LANE_COUNT];   /* where `passed`: in a row */
    uint8_t size[LANE_COUNT][64]; /* of huge stacks, by bit */
} lanes_t;

/* The movers' choices. */
typedef struct lane_choices {
    lane_headings_t headings;
    vector_t empty, twos;
    lane_mask_t captures;        /* lanes that have to capture */
    vector_t stacks, num_stacks; /* those that can capture, else those of size 2; count */
    /* Targets: captures, or a chain's last glides, or deploys; glides of size 1 in three
     * directions; cells that stacks of size 2 glide to. */
    vector_t sets[5];
    vector_t upto[4]; /* running totals of the sets' targets */
    vector_t total;   /* a number below num_stacks * total is drawn */
} lane_choices_t;

/* The drawn actions. */
typedef struct lane_actions {
    vector_t from, to; /* from 0: a deploy */
    lane_mask_t deploys, left_behind;
    lane_mask_t two_glides;       /* glides of size 2 */
    lane_mask_t adjacent, by_two; /* from and to; the stack is of size 2 */
    vector_t next_to;             /* neighbours of `to` */
} lane_actions_t;

/* Finds the lanes in which captures are possible; the sets of the others stay empty. */
LANES void lanes_find_captures(const tables_t *tables, const lanes_t *lanes,
                               lane_choices_t *choices) {
    const steps_t *steps = &tables->steps;
    lane_mask_t at_start = lanes_not(lanes->chaining);
    vector_t own = lanes->own.all, enemies = lanes->enemies.all;
    choices->empty = vector_without2(vector_all(tables->board), own, enemies);
    choices->twos = vector_only(at_start, vector_and(own, lanes->large.all));
    vector_t movers = vector_choose(lanes->chaining, own, lanes->chain.all);
    vector_t near = lanes_any(steps, enemies);
    vector_t far = lanes_any(steps, vector_and(near, choices->empty));
    vector_t beyond = vector_and(lanes_any(steps, choices->twos), choices->empty);
    vector_t targets = vector_and(lanes_any(steps, vector_or(movers, beyond)), enemies);
    choices->captures = lanes_meet(targets, targets);
    vector_t capturing = vector_and_or(choices->twos, far, vector_and(movers, near));
    choices->num_stacks =
        _mm512_mask_popcnt_epi64(vector_all(1), choices->captures, capturing);
    choices->sets[0] = targets;
    choices->stacks = capturing;
}

LANES void lanes_find_choices(const tables_t *tables, const lanes_t *lanes,
                              lane_choices_t *choices) {
    choices->headings = lane_headings(&tables->steps, lanes->north);
    lanes_find_captures(tables, lanes, choices);
    const lane_headings_t *headings = &choices->headings;
    lane_mask_t quiet = lanes_not(choices->captures), chaining = lanes->chaining;
    lane_mask_t at_start = lanes_not(chaining);
    vector_t empty = choices->empty;
    vector_t singles = vector_only(lanes_and(quiet, at_start),
                                   vector_without(lanes->own.all, lanes->large.all));
    vector_t twos = vector_choose(chaining, choices->twos, lanes->chain.all);
    vector_t first = vector_and(lanes_backward(headings, twos), empty);
    vector_t both = vector_and_or(lanes_backward(headings, first), empty, first);
    vector_t deploys = vector_without2(vector_and(lanes->beside_own.all, empty),
                                       lanes->own_tiles.all, lanes->enemy_tiles.all);
    deploys = vector_choose(chaining, deploys, first);
    choices->sets[0] = vector_choose(quiet, choices->sets[0], deploys);
    choices->stacks = vector_choose(quiet, choices->stacks, twos);
    choices->upto[0] = vector_count(choices->sets[0]);
    for (int d = 0; d < 3; d++) {
        choices->sets[d + 1] = vector_and(lanes_forward(headings, singles, d), empty);
        choices->upto[d + 1] =
            vector_add(choices->upto[d], vector_count(choices->sets[d + 1]));
    }
    choices->sets[4] = vector_only(lanes_and(quiet, at_start), both);
    vector_t pairs =
        vector_product(vector_count(choices->sets[4]), vector_count(choices->twos));
    choices->total = vector_add(choices->upto[3], pairs);
    /* A chain may end where it is: that is the number after those of its glides. */
    choices->total = _mm512_mask_add_epi64(choices->total, lanes_and(quiet, chaining),
                                           choices->total, vector_all(1));
}

/* Clears the lowest bit in the lanes. */
LANES vector_t lanes_skip(lane_mask_t lanes, vector_t sets) {
    return _mm512_mask_and_epi64(sets, lanes, sets, vector_sub(sets, vector_all(1)));
}

/* Draws a stack and a target, each by its number: the scalar loop divides a number below
 * num_stacks * total by the total; here each is the upper half of a product. */
LANES void lanes_draw(const tables_t *tables, const lanes_t *lanes,
                      const lane_choices_t *choices, lane_actions_t *drawn) {
    const vector_t *sets = choices->sets, *upto = choices->upto;
    lane_mask_t at_start = lanes_not(lanes->chaining);
    lane_mask_t quiet = lanes_not(choices->captures), is[4];
    vector_t random =
        vector_product(vector_pcg32_output(lanes->state.all), choices->num_stacks);
    vector_t stack = _mm512_srli_epi64(random, 32);
    random = vector_product(random, choices->total);
    vector_t number = _mm512_srli_epi64(random, 32);
    vector_t low_half = vector_and(random, vector_all(UINT32_MAX));
    vector_t bound = vector_product(choices->num_stacks, choices->total);
    drawn->left_behind = lanes_or(_mm512_cmplt_epu64_mask(low_half, bound),
                                  lanes_at_least(stack, vector_all(3)));
    vector_t set = sets[0], before = vector_all(0);
    for (int i = 0; i < 4; i++) {
        is[i] = lanes_at_least(number, upto[i]);
        if (i == 3)
            is[i] = lanes_and(is[i], at_start);
        set = vector_choose(is[i], set, sets[i + 1]);
        before = vector_choose(is[i], before, upto[i]);
    }
    number = vector_sub(number, before);
    /* For pairs of a stack of size 2 and a cell, the stack's number is the quotient. */
    vector_t cells = vector_count(sets[4]);
    lane_mask_t second = lanes_and(is[3], lanes_at_least(number, cells));
    number = _mm512_mask_sub_epi64(number, second, number, cells);
    lane_mask_t third = lanes_and(second, lanes_at_least(number, cells));
    number = _mm512_mask_sub_epi64(number, third, number, cells);
    drawn->left_behind =
        lanes_or(drawn->left_behind, lanes_and(third, lanes_at_least(number, cells)));
    second = lanes_or(second, lanes_at_least(stack, vector_all(1)));
    third = lanes_or(third, lanes_at_least(stack, vector_all(2)));

    vector_t to = vector_select(set, number);
    to = vector_choose(lanes_and(lanes_and(lanes->chaining, quiet), is[0]), to,
                       lanes->chain.all);
    vector_t from = lanes_skip(third, lanes_skip(second, choices->stacks));
    from = vector_and(from, vector_sub(vector_all(0), from));
    vector_t whence = lanes_whence(&tables->steps, &choices->headings, to, is[1], is[2]);
    drawn->to = to;
    drawn->from =
        vector_choose(lanes_or(lanes_or(choices->captures, is[3]), lanes->chaining),
                      vector_only(is[0], whence), from);
    drawn->deploys = lanes_without(lanes_and(quiet, at_start), is[0]);
    drawn->two_glides = is[3];
}

/* Checks that the drawn stack reaches its target; returns the lanes where it does not. */
LANES lane_mask_t lanes_check(const tables_t *tables, const lanes_t *lanes,
                              const lane_choices_t *choices, lane_actions_t *drawn) {
    const lane_headings_t *headings = &choices->headings;
    vector_t empty = choices->empty, from = drawn->from;
    drawn->by_two = lanes_meet(from, lanes->large.all);
    drawn->next_to = lanes_any(&tables->steps, drawn->to);
    drawn->adjacent = lanes_meet(from, drawn->next_to);
    vector_t far = lanes_any(&tables->steps, vector_and(drawn->next_to, empty));
    lane_mask_t by_far = lanes_without(drawn->by_two, lanes->chaining);
    by_far = lanes_and(by_far, lanes_meet(from, far));
    vector_t first = vector_and(lanes_backward(headings, from), empty);
    vector_t glides = vector_and_or(lanes_backward(headings, first), empty, first);
    return lanes_or(lanes_without(choices->captures, lanes_or(drawn->adjacent, by_far)),
                    lanes_without(drawn->two_glides, lanes_meet(glides, drawn->to)));
}

/* Sizes over 2 are rare, and stored by bit. */
static inline void lanes_store_threes(lanes_t *lanes, lane_mask_t which,
                                      const lane_words_t *to) {
    for (unsigned left = which; left; left &= left - 1) {
        int lane = __builtin_ctz(left);
        lanes->size[lane][board_first(to->lane[lane])] = 3;
    }
}

/* RULES.md §3.5: sizes after the action; ended: lanes whose turn is over. */
LANES void lanes_grow(lanes_t *lanes, const lane_actions_t *drawn, lane_mask_t moving,
                      lane_mask_t ended) {
    vector_t to = drawn->to, large = lanes->large.all;
    vector_t stays_large =
        vector_choose(drawn->by_two, vector_and(to, lanes->enemy_tiles.all), to);
    vector_t threes = vector_only(lanes_and(ended, drawn->by_two),
                                  vector_and(to, lanes->own_tiles.all));
    large = vector_or(vector_without2(large, drawn->from, to), stays_large);
    lanes->large.all = vector_choose(moving, lanes->large.all, large);
    vector_t huge = vector_or(vector_without(lanes->huge.all, to), threes);
    lanes->huge.all = vector_choose(moving, lanes->huge.all, huge);
    lane_mask_t grown = lanes_meet(threes, threes);
    if (__builtin_expect(grown != 0, 0)) {
        lane_words_t cells = {.all = threes};
        lanes_store_threes(lanes, grown, &cells);
    }
}

/* Plays the actions, and passes the move to the other side where the turn is over;
 * returns the lanes whose game is over. */
LANES lane_mask_t lanes_apply(const tables_t *tables, lanes_t *lanes,
                              lane_mask_t captures, const lane_actions_t *drawn,
                              lane_mask_t moving) {
    vector_t to = drawn->to, one = vector_all(1);
    vector_t own = _mm512_ternarylogic_epi64(lanes->own.all, drawn->from, to, 0x96);
    vector_t enemies = vector_without(lanes->enemies.all, to);
    lane_mask_t won = lanes_empty(enemies), deploys = lanes_and(moving, drawn->deploys);
    lane_mask_t going_on = lanes_without(
        lanes_and(lanes_and(moving, captures), lanes_and(drawn->by_two, drawn->adjacent)),
        lanes_or(lanes->chaining, won));
    lane_mask_t ended = lanes_without(moving, going_on);
    lanes_grow(lanes, drawn, moving, ended);
    own = vector_choose(moving, lanes->own.all, own);
    enemies = vector_choose(moving, lanes->enemies.all, enemies);
    vector_t own_tiles = lanes->own_tiles.all, beside_own = lanes->beside_own.all;
    own_tiles = _mm512_mask_or_epi64(own_tiles, deploys, own_tiles, to);
    beside_own = _mm512_mask_or_epi64(beside_own, deploys, beside_own, drawn->next_to);

    lanes->own.all = vector_choose(ended, own, enemies);
    lanes->enemies.all = vector_choose(ended, enemies, own);
    lanes->own_tiles.all = vector_choose(ended, own_tiles, lanes->enemy_tiles.all);
    lanes->enemy_tiles.all = vector_choose(ended, lanes->enemy_tiles.all, own_tiles);
    lanes->beside_own.all = vector_choose(ended, beside_own, lanes->beside_enemy.all);
    lanes->beside_enemy.all = vector_choose(ended, lanes->beside_enemy.all, beside_own);
    lanes->chain.all = vector_choose(going_on, lanes->chain.all, to);
    lanes->chaining = lanes_or(lanes_without(lanes->chaining, ended), going_on);
    lanes->north = _kxor_mask8(lanes->north, ended);
    lanes->passed = lanes_without(lanes->passed, ended);
    vector_t extra = lanes->extra.all, turn = lanes->turn.all;
    lanes->extra.all = _mm512_mask_add_epi64(extra, going_on, extra, one);
    turn = _mm512_mask_add_epi64(turn, ended, turn, one);
    lanes->turn.all = turn;
    return lanes_and(ended,
                     lanes_or(won, lanes_at_least(turn, vector_all(tables->max_turns))));
}

typedef struct lane_events {
    lane_mask_t left_behind; /* unchanged */
    lane_mask_t over;
} lane_events_t;

/* Plays an action in every live lane. */
LANES lane_events_t lanes_step(const tables_t *tables, lanes_t *lanes) {
    lane_choices_t choices;
    lane_actions_t drawn;
    lanes_find_choices(tables, lanes, &choices);
    lanes_draw(tables, lanes, &choices, &drawn);
    lane_mask_t redraws = lanes_check(tables, lanes, &choices, &drawn);
    lane_mask_t huge =
        lanes_without(lanes_meet(lanes->own.all, lanes->huge.all), lanes->chaining);
    lane_mask_t left_behind =
        lanes_and(lanes->live, lanes_or(lanes_or(drawn.left_behind, huge),
                                        lanes_empty(choices.total)));
    lane_mask_t drawing = lanes_without(lanes->live, left_behind);
    lane_mask_t moving = lanes_without(drawing, redraws);
    vector_t next =
        vector_add(_mm512_mullo_epi64(lanes->state.all, vector_all(PCG32_MULTIPLIER)),
                   lanes->increment.all);
    lanes->state.all = vector_choose(drawing, lanes->state.all, next);
    lane_mask_t over = lanes_apply(tables, lanes, choices.captures, &drawn, moving);
    return (lane_events_t){left_behind, over};
}

#endif
