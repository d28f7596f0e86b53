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
#ifndef CORE_HAS_LANES_H
#define CORE_HAS_LANES_H

typedef struct lanes {
    /* By mover and opponent; beside: neighbours of tiles. */
    lane_words_t own, enemies, own_tiles, enemy_tiles, beside_own, beside_enemy;
    lane_words_t large, huge; /* stacks of size 2 and more; 3 and more */
    lane_words_t chain;       /* in a capturing chain: the stack, of size 2; else 0 */
    lane_words_t chaining;    /* all bits, or none: of lanes to be played on in lanes */
    lane_words_t state, increment; /* of each game's generator */
    lane_words_t turn, extra;      /* turns played; actions in chains after the first */
    lane_mask_t live;
    lane_mask_t north;              /* is to move */
    uint32_t passed_at[LANE_COUNT]; /* turns played at the last pass, if any */
    uint8_t passes[LANE_COUNT];     /* in a row, up to then */
    uint8_t size[LANE_COUNT][64];   /* of huge stacks, by bit */
} lanes_t;

/* The movers' choices. */
typedef struct lane_choices {
    lane_headings_t headings;
    vector_t empty;
    vector_t movers;   /* all own stacks, or the stack of a chain */
    vector_t num_twos; /* stacks of size 2, at the start of a turn */
    vector_t first;    /* cells one step behind those, or behind the stack of a chain */
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
    vector_t next_to;  /* neighbours of `to` */
    lane_mask_t left_behind;
    lane_mask_t two_glides; /* glides of size 2 */
    lane_mask_t by_two;     /* the stack is of size 2 */
} lane_actions_t;

/* Finds the lanes in which captures are possible. */
LANES void lanes_find_captures(const tables_t *tables, const lanes_t *lanes,
                               lane_choices_t *choices) {
    const steps_t *steps = &tables->steps;
    vector_t own = lanes->own.all, enemies = lanes->enemies.all;
    vector_t chain = lanes->chain.all, chaining = lanes->chaining.all;
    vector_t empty = vector_without2(vector_all(tables->board), own, enemies);
    vector_t own_twos = vector_and_without(own, lanes->large.all, chaining);
    vector_t twos = vector_or(own_twos, chain);
    vector_t movers = vector_without_or(own, chaining, chain);
    vector_t near = lanes_any(steps, enemies);
    vector_t far = lanes_any(steps, vector_and(near, empty));
    vector_t first = vector_and(lanes_backward(&choices->headings, twos), empty);
    vector_t beyond = vector_and_or(lanes_ahead(&choices->headings, twos), empty, first);
    beyond = vector_without_or(beyond, chaining, movers);
    vector_t targets = vector_and(lanes_any(steps, beyond), enemies);
    vector_t capturing = vector_and_or(own_twos, far, vector_and(movers, near));
    lane_mask_t captures = lanes_meet(targets, targets);
    choices->captures = captures;
    choices->num_stacks = _mm512_mask_popcnt_epi64(vector_all(1), captures, capturing);
    choices->stacks = vector_choose(captures, twos, capturing);
    choices->num_twos = vector_count(own_twos);
    choices->sets[0] = targets;
    choices->empty = empty;
    choices->movers = movers;
    choices->first = first;
}

LANES void lanes_find_choices(const tables_t *tables, const lanes_t *lanes,
                              lane_choices_t *choices) {
    choices->headings = lane_headings(&tables->steps, lanes->north);
    lanes_find_captures(tables, lanes, choices);
    const lane_headings_t *headings = &choices->headings;
    vector_t chaining = lanes->chaining.all, empty = choices->empty;
    vector_t first = choices->first, *sets = choices->sets, *upto = choices->upto;
    vector_t singles = vector_without2(lanes->own.all, lanes->large.all, chaining);
    vector_t deploys = vector_without2(vector_and(lanes->beside_own.all, empty),
                                       lanes->own_tiles.all, lanes->enemy_tiles.all);
    deploys = vector_select_bits(chaining, first, deploys);
    sets[0] = vector_choose(choices->captures, deploys, sets[0]);
    upto[0] = vector_count(sets[0]);
    for (int d = 0; d < 3; d++) {
        sets[d + 1] = lanes_forward(headings, singles, d, empty);
        upto[d + 1] = vector_add(upto[d], vector_count(sets[d + 1]));
    }
    sets[4] = vector_and_or(lanes_backward(headings, first), empty, first);
    /* A chain may end where it is: that is the number after those of its glides. */
    upto[3] = vector_sub(upto[3], chaining);
    vector_t pairs = vector_product(vector_count(sets[4]), choices->num_twos);
    choices->total =
        vector_choose(choices->captures, vector_add(upto[3], pairs), upto[0]);
}

/* Clears the lowest bit in the lanes. */
LANES vector_t lanes_skip(lane_mask_t lanes, vector_t sets) {
    return _mm512_mask_and_epi64(sets, lanes, sets, vector_sub(sets, vector_all(1)));
}

enum { LANES_MOST_PAIRS = 1 << 12 /* more than there can be of stacks and targets */ };

/* Draws a stack and a target, each by its number: the scalar loop divides a number below
 * num_stacks * total by the total; here each is the upper half of a product. */
LANES void lanes_draw(const tables_t *tables, const lanes_t *lanes,
                      const lane_choices_t *choices, lane_actions_t *drawn) {
    const vector_t *sets = choices->sets, *upto = choices->upto;
    lane_mask_t is[4];
    vector_t random =
        vector_product(vector_pcg32_output(lanes->state.all), choices->num_stacks);
    vector_t stack = _mm512_srli_epi64(random, 32);
    random = vector_product(random, choices->total);
    vector_t number = _mm512_srli_epi64(random, 32), set = sets[0], rank = number;
    drawn->left_behind = lanes_or(lanes_in_doubt(random, LANES_MOST_PAIRS),
                                  lanes_at_least(stack, vector_all(3)));
    for (int i = 0; i < 4; i++) {
        is[i] = lanes_at_least(number, upto[i]);
        set = vector_choose(is[i], set, sets[i + 1]);
        rank = _mm512_mask_sub_epi64(rank, is[i], number, upto[i]);
    }
    /* For pairs of a stack of size 2 and a cell, the stack's number is the quotient. */
    vector_t cells = vector_count(sets[4]);
    lane_mask_t second = _mm512_mask_cmpge_epu64_mask(is[3], rank, cells);
    rank = _mm512_mask_sub_epi64(rank, second, rank, cells);
    lane_mask_t third = _mm512_mask_cmpge_epu64_mask(second, rank, cells);
    rank = _mm512_mask_sub_epi64(rank, third, rank, cells);
    drawn->left_behind =
        lanes_or(drawn->left_behind, _mm512_mask_cmpge_epu64_mask(third, rank, cells));
    second = lanes_or(second, lanes_at_least(stack, vector_all(1)));
    third = lanes_or(third, lanes_at_least(stack, vector_all(2)));

    vector_t to = vector_select(set, rank), chain = lanes->chain.all;
    to = _mm512_mask_or_epi64(to, is[0], to, chain);
    vector_t from = lanes_skip(third, lanes_skip(second, choices->stacks));
    from = vector_and(from, vector_sub(vector_all(0), from));
    vector_t whence = lanes_whence(&tables->steps, &choices->headings, to, is[1], is[2]);
    from = vector_choose(lanes_or(choices->captures, is[3]), vector_only(is[0], whence),
                         from);
    drawn->from = vector_without_or(from, lanes->chaining.all, chain);
    drawn->to = to;
    drawn->two_glides = is[3];
}

/* Whether the drawn stacks reach their targets where others might have been drawn:
 * by_far, by two steps to an enemy; by_glide, by gliding. Returns the lanes where they do
 * not. */
LANES lane_mask_t lanes_check(const tables_t *tables, const lane_choices_t *choices,
                              const lane_actions_t *drawn, lane_mask_t by_far,
                              lane_mask_t by_glide) {
    const lane_headings_t *headings = &choices->headings;
    vector_t empty = choices->empty, from = drawn->from;
    vector_t far = lanes_any(&tables->steps, vector_and(drawn->next_to, empty));
    vector_t first = vector_and(lanes_backward(headings, from), empty);
    vector_t glides = vector_and_or(lanes_backward(headings, first), empty, first);
    far = vector_only(drawn->by_two, far);
    return lanes_or(_mm512_mask_testn_epi64_mask(by_far, from, far),
                    _mm512_mask_testn_epi64_mask(by_glide, glides, drawn->to));
}

/* Completes the drawn actions; returns the lanes where the stack does not reach its
 * target, which can only be where there are several. */
LANES lane_mask_t lanes_examine(const tables_t *tables, const lanes_t *lanes,
                                const lane_choices_t *choices, lane_actions_t *drawn) {
    vector_t one = vector_all(1);
    drawn->by_two = lanes_meet(drawn->from, lanes->large.all);
    drawn->next_to = lanes_any(&tables->steps, drawn->to);
    lane_mask_t by_far =
        _mm512_mask_cmpgt_epu64_mask(choices->captures, choices->num_stacks, one);
    lane_mask_t by_glide =
        _mm512_mask_cmpgt_epu64_mask(drawn->two_glides, choices->num_twos, one);
    by_far = _mm512_mask_testn_epi64_mask(by_far, drawn->from, drawn->next_to);
    if (__builtin_expect(lanes_or(by_far, by_glide) == 0, 1))
        return 0;
    return lanes_check(tables, choices, drawn, by_far, by_glide);
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
LANES void lanes_grow(lanes_t *lanes, vector_t from, vector_t to, lane_mask_t by_two,
                      lane_mask_t ended) {
    vector_t stays_large =
        vector_choose(by_two, vector_and(to, lanes->enemy_tiles.all), to);
    vector_t threes =
        vector_only(lanes_and(ended, by_two), vector_and(to, lanes->own_tiles.all));
    lanes->large.all =
        vector_or(vector_without2(lanes->large.all, from, to), stays_large);
    lanes->huge.all = vector_without_or(lanes->huge.all, to, threes);
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
    vector_t one = vector_all(1);
    vector_t to = vector_only(moving, drawn->to), from = vector_only(moving, drawn->from);
    vector_t own = vector_xor3(lanes->own.all, from, to);
    vector_t enemies = vector_without(lanes->enemies.all, to);
    lane_mask_t won = lanes_empty(enemies);
    lane_mask_t deploys = _mm512_mask_testn_epi64_mask(moving, drawn->from, drawn->from);
    /* A stack of size 2 that captures in one step has another. */
    vector_t going = vector_and3(from, lanes->large.all, drawn->next_to);
    lane_mask_t going_on = _mm512_mask_test_epi64_mask(
        lanes_without(captures, won), going, vector_without(going, lanes->chaining.all));
    lane_mask_t ended = lanes_without(moving, going_on);
    lanes->chain.all =
        vector_choose(going_on, vector_without(lanes->chain.all, from), to);
    lanes->chaining.all = _mm512_movm_epi64(going_on);
    lanes_grow(lanes, from, to, drawn->by_two, ended);
    vector_t own_tiles = lanes->own_tiles.all, beside_own = lanes->beside_own.all;
    own_tiles = _mm512_mask_or_epi64(own_tiles, deploys, own_tiles, to);
    beside_own = _mm512_mask_or_epi64(beside_own, deploys, beside_own, drawn->next_to);

    lanes->own.all = vector_choose(ended, own, enemies);
    lanes->enemies.all = vector_choose(ended, enemies, own);
    lanes->own_tiles.all = vector_choose(ended, own_tiles, lanes->enemy_tiles.all);
    lanes->enemy_tiles.all = vector_choose(ended, lanes->enemy_tiles.all, own_tiles);
    lanes->beside_own.all = vector_choose(ended, beside_own, lanes->beside_enemy.all);
    lanes->beside_enemy.all = vector_choose(ended, lanes->beside_enemy.all, beside_own);
    lanes->north = _kxor_mask8(lanes->north, ended);
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
    lane_mask_t redraws = lanes_examine(tables, lanes, &choices, &drawn);
    lane_mask_t left_behind =
        lanes_and(lanes->live, lanes_or(drawn.left_behind,
                                        lanes_meet(choices.movers, lanes->huge.all)));
    lane_mask_t drawing = lanes_without(lanes->live, left_behind);
    lane_mask_t moving = lanes_without(drawing, redraws);
    lanes->state.all =
        vector_pcg32_advance(drawing, lanes->state.all, lanes->increment.all);
    lane_mask_t over = lanes_apply(tables, lanes, choices.captures, &drawn, moving);
    return (lane_events_t){left_behind, over};
}

#endif
