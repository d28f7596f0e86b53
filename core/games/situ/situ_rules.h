/* situ_rules.h - the rules of Double-Move Situ over bitboards; compiled once for each
 * number of words. Included by situ_words1.c to situ_words4.c, which first define WORDS
 * and the name of situ_make_words.
 *
 * Every node's balance, the number of Maroon's stones in sight of it minus White's, is
 * stored in the state as a five-bit two's complement number, bit-sliced in five sets of
 * nodes: placing or removing a stone changes it only on the lines through the stone's
 * node, and all nodes are tested for control at once. Nodes that see node v along a line
 * saw past it, to the blocker behind it, while it was empty. So a stone placed on v
 * changes nothing for them if that blocker is a stone of the same side, gains them two if
 * it is an enemy stone, and otherwise one. Removing a stone is the reverse. So every
 * action moves the balance of every node towards the mover, or leaves it unchanged.
 * Source: RULES.md §2 to §5; the sections are cited at the functions.
 */
#ifndef CORE_SITU_RULES_H
#define CORE_SITU_RULES_H

#include "core/game/features.h"
#include "core/games/situ/situ_board.h"
#include "core/games/situ/situ_position.h"

#include <assert.h>

enum {
    PLANES = 5,
    NO_BIT = SITU_NO_CELL,
    MAX_BITS = WORDS < 4 ? 64 * WORDS : SITU_MAX_CELLS
};

/* The part of the state that changes when stones are placed and removed. */
typedef struct field {
    board_t plane[PLANES]; /* of the balances, the sign last */
    board_t stones[2];     /* by side */
} field_t;

typedef struct situ_state {
    field_t field;
    uint8_t removed[SITU_MAX_CUT]; /* nodes, ascending, then NO_BIT */
    uint8_t phase;                 /* situ_phase_t */
    uint8_t side;                  /* to move */
    uint8_t ending;                /* reason_t */
} situ_state_t;

typedef struct tables {
    situ_board_t common;                        /* first: situ_board() relies on it */
    board_t board;                              /* all nodes */
    board_t ray[MAX_BITS][SITU_MAX_DIRECTIONS]; /* all nodes from one in a direction */
    int axes, surplus;
    uint8_t cut;
} tables_t;

_Static_assert(sizeof(situ_state_t) <= (WORDS == 1 ? 64 : GAME_STATE_BYTES - 1),
               "states are to be copied cheaply");
_Static_assert(sizeof(tables_t) <= SITU_TABLES_BYTES, "enlarge SITU_TABLES_BYTES");

static inline const tables_t *tables_of(const game_t *game) {
    return game->tables;
}

/* --- Balance and control: RULES.md §2 and §3 ---------------------------------------- */

static inline uint64_t all_if(bool condition) {
    return 0 - (uint64_t)condition;
}

/* Selects without a branch: for one word gcc 12 emits a conditional move. */
static inline uint64_t choose(bool condition, uint64_t if_so, uint64_t if_not) {
    if (WORDS == 1)
        return condition ? if_so : if_not;
    return if_not ^ ((if_so ^ if_not) & all_if(condition));
}

/* The nodes of a word whose balance is at least the surplus. */
static inline uint64_t maroon_controls(const field_t *field, int w, int surplus) {
    uint64_t p0 = field->plane[0].word[w], p1 = field->plane[1].word[w],
             p2 = field->plane[2].word[w], reached;
    switch (surplus) {
    case 1:
        reached = p0 | p1 | p2;
        break;
    case 2:
        reached = p1 | p2;
        break;
    case 3:
        reached = (p0 & p1) | p2;
        break;
    default:
        reached = p2;
    }
    return (reached | field->plane[3].word[w]) & ~field->plane[4].word[w];
}

/* The nodes whose balance is at most minus the surplus; the lowest, -8, is 11000. */
static inline uint64_t white_controls(const field_t *field, int w, int surplus) {
    uint64_t p0 = field->plane[0].word[w], p1 = field->plane[1].word[w],
             p2 = field->plane[2].word[w], missed;
    switch (surplus) {
    case 1:
        missed = 0;
        break;
    case 2:
        missed = p0 & p1 & p2;
        break;
    case 3:
        missed = p1 & p2;
        break;
    default:
        missed = (p0 | p1) & p2;
    }
    return field->plane[4].word[w] & ~missed;
}

/* RULES.md §4.3: where a side may place or remove a stone. */
static inline board_t find_choices(const field_t *field, const board_t *empty,
                                   int surplus, int side) {
    board_t choices;
    for (int w = 0; w < WORDS; w++) {
        uint64_t maroon = maroon_controls(field, w, surplus);
        uint64_t white = white_controls(field, w, surplus);
        uint64_t own = side == 0 ? maroon : white, enemy = side == 0 ? white : maroon;
        choices.word[w] =
            (empty->word[w] & ~enemy) | (field->stones[1 - side].word[w] & own);
    }
    return choices;
}

/* By how much a changed stone moves the balances of nodes. */
typedef struct shift {
    board_t by_one, by_two;
} shift_t;

/* Shifts the nodes seen in one direction of a line according to what is seen in the
 * other: a stone, perhaps an enemy's, or no stone. Without branches, which would be
 * unpredictable. */
static inline void add_shift(shift_t *shift, const board_t *nodes, const board_t *behind,
                             const board_t *stones, const board_t *enemies) {
    bool stone = board_meets(behind, stones), enemy = board_meets(behind, enemies);
    for (int w = 0; w < WORDS; w++) {
        uint64_t *one = &shift->by_one.word[w], *two = &shift->by_two.word[w];
        *one = choose(stone, *one, *one | nodes->word[w]);
        *two = choose(enemy, *two | nodes->word[w], *two);
    }
}

static inline shift_t find_shift(const tables_t *tables, const board_t *empty,
                                 const board_t *stones, const board_t *enemies, int bit,
                                 int axes) {
    const board_t *ray = tables->ray[bit];
    shift_t shift = {.by_one = {{0}}, .by_two = {{0}}};
    for (int axis = 0; axis < axes; axis++) {
        board_t up = look_up(&ray[axis], empty);
        board_t down = look_down(&ray[axis + axes], empty);
        add_shift(&shift, &up, &down, stones, enemies);
        add_shift(&shift, &down, &up, stones, enemies);
    }
    return shift;
}

/* Adds for Maroon, subtracts for White: the same sum with the carry on the other bit. */
static inline void shift_balances(field_t *field, const shift_t *shift, int side) {
    uint64_t taking = all_if(side != 0);
    for (int w = 0; w < WORDS; w++) {
        uint64_t change = shift->by_one.word[w], both = 0;
        for (int i = 0; i < PLANES; i++) {
            uint64_t plane = field->plane[i].word[w];
            field->plane[i].word[w] = plane ^ change;
            both = (plane ^ taking) & change;
            change = i == 0 ? both | shift->by_two.word[w] : both;
        }
    }
}

/* The mover places a stone on an empty node, or removes an enemy stone from another. */
static inline void change_stone(const tables_t *tables, field_t *field, board_t *empty,
                                int bit, int side, int axes) {
    board_t *own = &field->stones[side], *others = &field->stones[1 - side];
    bool placing = board_has(empty, bit);
    board_t changed = board_one(bit), stones, enemies; /* enemies: of the changed stone */
    for (int w = 0; w < WORDS; w++) {
        stones.word[w] = own->word[w] | others->word[w];
        enemies.word[w] =
            others->word[w] ^ ((own->word[w] ^ others->word[w]) & ~all_if(placing));
    }
    shift_t shift = find_shift(tables, empty, &stones, &enemies, bit, axes);
    shift_balances(field, &shift, side);
    for (int w = 0; w < WORDS; w++) {
        uint64_t placed = changed.word[w] & empty->word[w];
        own->word[w] ^= placed;
        others->word[w] ^= changed.word[w] ^ placed;
        empty->word[w] ^= changed.word[w];
    }
}

/* --- Legal actions ------------------------------------------------------------------ */

static inline board_t empty_nodes(const tables_t *tables, const situ_state_t *state) {
    board_t empty = tables->board;
    for (int w = 0; w < WORDS; w++)
        empty.word[w] &=
            ~(state->field.stones[0].word[w] | state->field.stones[1].word[w]);
    for (int i = 0; i < SITU_MAX_CUT; i++)
        if (state->removed[i] != NO_BIT)
            board_flip(&empty, state->removed[i]);
    return empty;
}

/* The nodes on which there is a legal action, in any phase (RULES.md §4). */
static inline board_t choices_of(const tables_t *tables, const situ_state_t *state) {
    board_t empty = empty_nodes(tables, state);
    if (state->phase < SITU_FIRST0 && tables->cut == 0)
        return (board_t){{0}};
    return state->phase < SITU_DOUBLE0
               ? empty
               : find_choices(&state->field, &empty, tables->surplus, state->side);
}

/* Appends first + node for each node of a set. */
static inline action_t *append(action_t *next, int first, const board_t *set,
                               const board_t *within) {
    for (int w = 0; w < WORDS; w++)
        for (uint64_t word = set->word[w] & within->word[w]; word;)
            *next++ = (action_t)(first + 64 * w + bits64_pop(&word));
    return next;
}

static int legal(const game_t *game, const void *bytes, action_t *actions) {
    const tables_t *tables = tables_of(game);
    const situ_state_t *state = bytes;
    if (state->ending != REASON_NONE)
        return 0;
    int cells = game->cells;
    board_t choices = choices_of(tables, state);
    action_t *end = actions;
    if (state->phase < SITU_FIRST0) {
        end = append(end, situ_action_cut(cells, 0), &choices, &choices);
        *end++ = (action_t)situ_action_done(cells);
    } else {
        board_t empty = empty_nodes(tables, state);
        end = append(end, situ_action_place(0), &choices, &empty);
        end = append(end, situ_action_remove(cells, 0), &choices,
                     &state->field.stones[1 - state->side]);
    }
    return (int)(end - actions);
}

/* --- Applying ----------------------------------------------------------------------- */

static inline void start_phase(situ_state_t *state, situ_phase_t phase, int side) {
    state->phase = (uint8_t)phase;
    state->side = (uint8_t)side;
}

static void start(const game_t *game, void *bytes) {
    (void)game;
    situ_state_t *state = bytes;
    memset(state, 0, sizeof *state);
    memset(state->removed, NO_BIT, sizeof state->removed);
    start_phase(state, SITU_CUT0, 0);
}

static inline void apply_done(situ_state_t *state) {
    start_phase(state, SITU_FIRST0, 1);
}

/* RULES.md §4.1. Two removed nodes are kept sorted: their order of removal is not part of
 * a position (§10.2). */
static inline void apply_cut(const tables_t *tables, situ_state_t *state, int bit) {
    if (state->phase == SITU_CUT0) {
        state->removed[0] = (uint8_t)bit;
    } else {
        int other = state->removed[0];
        state->removed[0] = (uint8_t)(bit < other ? bit : other);
        state->removed[1] = (uint8_t)(bit < other ? other : bit);
    }
    if (state->phase + 1 < tables->cut)
        start_phase(state, SITU_CUT1, 0);
    else
        apply_done(state);
}

static inline void next_action(situ_state_t *state) {
    if (state->phase == SITU_DOUBLE0)
        start_phase(state, SITU_DOUBLE1, state->side);
    else
        start_phase(state, SITU_DOUBLE0, 1 - state->side);
}

/* RULES.md §5.1. */
static reason_t find_ending(const tables_t *tables, const situ_state_t *state) {
    if (state->phase < SITU_DOUBLE0)
        return REASON_NONE;
    board_t choices = choices_of(tables, state);
    return board_count(&choices) == 0 ? REASON_WIN : REASON_NONE;
}

static void apply(const game_t *game, void *bytes, action_t action) {
    const tables_t *tables = tables_of(game);
    situ_state_t *state = bytes;
    int cells = game->cells, bit = action % cells;
    assert(state->ending == REASON_NONE);
    if (action == situ_action_done(cells)) {
        apply_done(state);
    } else if (action >= situ_action_cut(cells, 0)) {
        apply_cut(tables, state, bit);
    } else {
        board_t empty = empty_nodes(tables, state);
        assert(board_has(&empty, bit) == (action < cells));
        change_stone(tables, &state->field, &empty, bit, state->side, tables->axes);
        next_action(state);
        state->ending = (uint8_t)find_ending(tables, state);
    }
}

static int side(const game_t *game, const void *bytes) {
    (void)game;
    return ((const situ_state_t *)bytes)->side;
}

static outcome_t outcome(const game_t *game, const void *bytes) {
    (void)game;
    const situ_state_t *state = bytes;
    bool over = state->ending != REASON_NONE;
    return (outcome_t){over, over ? (uint8_t)(1 - state->side) : NOBODY, state->ending};
}

static bool first_turn_just_over(const game_t *game, const void *bytes) {
    (void)game;
    return ((const situ_state_t *)bytes)->phase == SITU_FIRST0;
}

/* --- Between states and positions --------------------------------------------------- */

static void load(const game_t *game, const void *bytes, situ_position_t *position) {
    const situ_state_t *state = bytes;
    memset(position, 0, sizeof *position);
    memset(position->holds, NOBODY, sizeof position->holds);
    for (int cell = 0; cell < game->cells; cell++)
        for (int s = 0; s < 2; s++)
            if (board_has(&state->field.stones[s], cell))
                position->holds[cell] = (uint8_t)s;
    for (int i = 0; i < SITU_MAX_CUT; i++)
        if (state->removed[i] != NO_BIT)
            position->holds[state->removed[i]] = SITU_REMOVED;
    position->side = state->side;
    position->phase = state->phase;
    position->ending = state->ending;
}

static void store(const game_t *game, const situ_position_t *position, void *bytes) {
    const tables_t *tables = tables_of(game);
    situ_state_t *state = bytes;
    int removed = 0;
    int8_t balances[SITU_MAX_CELLS];
    situ_find_balances(&tables->common.geometry, position, balances);
    memset(state, 0, sizeof *state);
    memset(state->removed, NO_BIT, sizeof state->removed);
    for (int cell = 0; cell < game->cells; cell++) {
        int holds = position->holds[cell];
        unsigned balance = (unsigned)balances[cell];
        for (int i = 0; i < PLANES; i++)
            if (balance >> i & 1)
                board_flip(&state->field.plane[i], cell);
        if (holds == SITU_REMOVED)
            state->removed[removed++] = (uint8_t)cell;
        else if (holds != NOBODY)
            board_flip(&state->field.stones[holds], cell);
    }
    start_phase(state, (situ_phase_t)position->phase, position->side);
    state->ending = (uint8_t)find_ending(tables, state);
}

#include "core/games/situ/situ_playout.h"
#if defined(HAS_LANES) && HAS_LANES
#include "core/games/situ/situ_lockstep.h"
#endif

#include "core/games/situ/situ_features.h"

static const game_rules_t rules = {
    .start = start,
    .legal = legal,
    .apply = apply,
    .side = side,
    .outcome = outcome,
    .playout = playout,
#ifdef CORE_SITU_LOCKSTEP_H
    .playouts = playouts,
#endif
    .playout_noted = playout_noted,
    .first_turn_just_over = first_turn_just_over,
};

/* Sets up what depends on the number of words; situ.c sets up the rest. */
void situ_make_words(game_t *game) {
    tables_t *tables = game->tables;
    const situ_geometry_t *geometry = &tables->common.geometry;
    REQUIRE(game->cells <= MAX_BITS);
    for (int cell = 0; cell < game->cells; cell++) {
        board_flip(&tables->board, cell);
        for (int d = 0; d < 2 * geometry->axes; d++)
            for (int to = geometry->neighbour[cell][d]; to != SITU_NO_CELL;
                 to = geometry->neighbour[to][d])
                board_flip(&tables->ray[cell][d], to);
    }
    tables->axes = geometry->axes;
    tables->surplus = (int)tables->common.variant.surplus;
    tables->cut = (uint8_t)tables->common.variant.cut;
    tables->common.load = load;
    tables->common.store = store;
    game->rules = rules;
    game->features.write = write_features;
    game->state_bytes = (int)sizeof(situ_state_t);
}

#endif
