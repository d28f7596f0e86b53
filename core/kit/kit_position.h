/* kit_position.h - a position, the actions that are legal in it, and how a game stands.
 * Use: put(p, p->side, m.to);   move(p, m.from, m.to);   take(p, cell);
 *      set_t own = p->of[p->side], enemy = p->of[!p->side], free = empty(k, p);
 *      choose(k, c, GROUP, free);                       in the order of the groups
 *      choose_move(k, c, GROUP, NORTH, 1, from);        and of directions and distances
 *      return any(own) ? unfinished() : win(!p->side);
 * Before kit.h a game may define OWNERS 3 (p->of[NOBODY]: what belongs to neither side)
 * and LAYERS n: p->is[0] to p->is[n - 1] are sets of cells with more about a piece: that
 * it is a king, or the bits of a number from 0 to 2^n - 1 (kind_of, set_kind); n is at
 * most 3. HISTORY n:
 * a position remembers n earlier ones, at most 32, by hashes of 32 bits (remember); such
 * a game has no symmetries.
 */
#ifndef CORE_KIT_POSITION_H
#define CORE_KIT_POSITION_H

#include "core/game/game_table.h"
#include "core/kit/kit_set.h"

#ifndef OWNERS
#define OWNERS 2
#endif
#ifndef LAYERS
#define LAYERS 0
#endif
#ifndef HISTORY
#define HISTORY 0
#endif

typedef struct position {
    uint8_t side;    /* to move */
    uint8_t phase;   /* of a turn or of the game, from 0 on */
    uint8_t mark;    /* a cell that matters, or NO_CELL: the piece that captures on */
    uint8_t result;  /* the kit's */
    uint16_t played; /* the kit's */
    uint16_t count[KIT_COUNTERS]; /* the game's counters */
    uint16_t unused;              /* up to here a kit_head_t */
    set_t of[OWNERS];             /* the pieces of side 0, of side 1, of NOBODY */
#if LAYERS > 0
    set_t is[LAYERS]; /* subsets of the union of the above */
#endif
#if HISTORY > 0
    uint32_t past[(HISTORY + 3) / 4 * 4]; /* the last first; 0: none */
#endif
    __extension__ char end[0]; /* so that checks see where the last array ends */
} position_t;
_Static_assert(LAYERS <= 3, "LAYERS is at most 3");
_Static_assert(HISTORY <= KIT_HISTORY, "HISTORY is at most 32");
_Static_assert(sizeof(position_t) <= GAME_STATE_BYTES,
               "CELLS, OWNERS, LAYERS and HISTORY need too large a position");

KIT_INLINE set_t all_cells(const kit_t *k) {
    return kit_load(&k->all);
}
KIT_INLINE set_t occupied(const position_t *p) {
#if OWNERS > 2
    return p->of[0] | p->of[1] | p->of[2];
#else
    return p->of[0] | p->of[1];
#endif
}
KIT_INLINE set_t empty(const kit_t *k, const position_t *p) {
    return all_cells(k) & ~occupied(p);
}

KIT_INLINE void kit_check_owner(const char *function, int side) {
    if (KIT_CHECKED && (side < 0 || side >= OWNERS))
        kit_fail("%s(p, %d, ...): a piece belongs to side 0 or 1%s", function, side,
                 OWNERS > 2 ? " or to NOBODY"
                            : "; with #define OWNERS 3 before kit.h also to NOBODY");
}
/* Puts a piece of a side, or of NOBODY, on a cell that is empty. */
KIT_INLINE void put(position_t *p, int side, int cell) {
    kit_check_owner("put", side);
    kit_check_cell(cell);
    if (KIT_CHECKED && has(occupied(p), cell))
        kit_fail("put(p, %d, %d): the cell is not empty; take what stands there, or give "
                 "it to the side",
                 side, cell);
    p->of[side] |= one(cell);
}
/* Removes what stands on some cells; on one. */
KIT_INLINE void take_all(position_t *p, set_t cells) {
    for (int i = 0; i < OWNERS; i++)
        p->of[i] &= ~cells;
#if LAYERS > 0
    for (int i = 0; i < LAYERS; i++)
        p->is[i] &= ~cells;
#endif
}
KIT_INLINE void take(position_t *p, int cell) {
    take_all(p, one(cell));
}
KIT_INLINE void kit_take_of_others(position_t *p, int side, set_t cells) {
#if OWNERS > 2
    for (int i = 0; i < OWNERS; i++)
        p->of[i] &= i == side ? ~NONE : ~cells;
#else
    p->of[!side] &= ~cells;
#endif
}
/* Gives the pieces on some cells, which have an owner already, to a side. */
KIT_INLINE void give(position_t *p, int side, set_t cells) {
    p->of[side] |= cells;
    kit_take_of_others(p, side, cells);
}
/* Moves a piece of the side to move, with what it is; what stood there is taken. */
KIT_INLINE void move(position_t *p, int from, int to) {
    set_t both = one(from) | one(to);
    kit_take_of_others(p, p->side, one(to));
    p->of[p->side] = (p->of[p->side] & ~both) | one(to);
#if LAYERS > 0
    for (int i = 0; i < LAYERS; i++)
        p->is[i] = (p->is[i] & ~both) | (has(p->is[i], from) ? one(to) : NONE);
#endif
}
#if LAYERS > 0
/* The number that the layers make, and changing it. */
KIT_INLINE int kind_of(const position_t *p, int cell) {
    int kind = 0;
    for (int i = 0; i < LAYERS; i++)
        kind |= (int)has(p->is[i], cell) << i;
    return kind;
}
KIT_INLINE void set_kind(position_t *p, int cell, int kind) {
    for (int i = 0; i < LAYERS; i++)
        p->is[i] = (p->is[i] & ~one(cell)) | (kind >> i & 1 ? one(cell) : NONE);
}
#endif
/* Ends the turn. */
KIT_INLINE void pass_turn(position_t *p) {
    p->side ^= 1;
}
#if HISTORY > 0
/* Of the side to move, the phase and the pieces. */
static inline uint32_t kit_hash(const position_t *p) {
    uint64_t hash = UINT64_C(0x243f6a8885a308d3) * (uint64_t)(1 + p->side + 2 * p->phase);
    uint64_t words[(OWNERS + LAYERS) * KIT_WORDS];
    memcpy(words, p->of, sizeof words);
    for (int i = 0; i < (OWNERS + LAYERS) * KIT_WORDS; i++) {
        hash = (hash ^ words[i]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    return (uint32_t)(hash >> 32) | (hash >> 32 == 0);
}
/* Remembers the position, with the side to move; the oldest is forgotten. */
static inline void remember(position_t *p) {
    memmove(p->past + 1, p->past, (HISTORY - 1) * sizeof *p->past);
    p->past[0] = kit_hash(p);
}
/* How often it is among those that are remembered. */
static inline int times_seen(const position_t *p) {
    uint32_t hash = kit_hash(p);
    int times = 0;
    for (int i = 0; i < HISTORY; i++)
        times += p->past[i] == hash;
    return times;
}
/* Forgets all: none can come again. */
static inline void forget(position_t *p) {
    memset(p->past, 0, sizeof p->past);
}
#endif

/* --- Actions ------------------------------------------------------------------------ */

/* An action that is played: fields that its group lacks are not to be read. */
typedef struct kit_move {
    int group;               /* in the order of the setup */
    int from, to;            /* cells; of an action of one cell both are that cell */
    int direction, distance; /* of slides and hops */
} move_t;

typedef struct choices {
    int count, used;
    struct kit_choice {
        set_t cells;
        int kind, before; /* choices of earlier kinds */
    } some[KIT_KINDS + 1];
} choices_t;

/* To look for choices in a function other than `legal`. */
KIT_INLINE void no_choices(choices_t *c) {
    c->count = c->used = 0;
}
KIT_INLINE void kit_choose(choices_t *c, int kind, set_t cells) {
    struct kit_choice *choice = &c->some[c->used];
    choice->cells = cells;
    choice->kind = kind;
    choice->before = c->count;
    c->used += any(cells) && c->used < KIT_KINDS;
    c->count += count(cells);
}
/* Actions of one cell, or a drop into a column (cells of the lowest row). */
KIT_INLINE void choose(const kit_t *k, choices_t *c, int group, set_t cells) {
    kit_choose(c, k->group[group].kind, cells);
}
KIT_INLINE void kit_check_move(const kit_t *k, int group, int direction, int distance) {
    const kit_group_t *moves = &k->group[group];
    int first = moves->form == KIT_HOP ? HOPS : 0;
    if (KIT_CHECKED &&
        (group >= k->num_groups || (moves->form != KIT_HOP && moves->form != KIT_SLIDE) ||
         distance < 1 || distance > moves->distances || direction < first ||
         direction >= first + moves->kinds / moves->distances))
        kit_refuse_move(k, group, direction, distance);
}
/* The number of a kind of moves within its group. */
KIT_INLINE int kit_way(const kit_t *k, int group, int direction, int distance) {
    const kit_group_t *moves = &k->group[group];
    kit_check_move(k, group, direction, distance);
    return (moves->form == KIT_HOP ? direction - HOPS : direction) * moves->distances +
           distance - 1;
}
/* Moves from some cells. */
KIT_INLINE void choose_move(const kit_t *k, choices_t *c, int group, int direction,
                            int distance, set_t from) {
    kit_choose(c, k->group[group].kind + kit_way(k, group, direction, distance), from);
}
/* Moves that are found in any order: add_move, then choose_all once.
 *      set_t found[MOVES] = {NONE};     MOVES at least directions times distances */
KIT_INLINE void add_move(const kit_t *k, set_t *found, int group, int direction,
                         int distance, set_t from) {
    found[kit_way(k, group, direction, distance)] |= from;
}
KIT_INLINE void choose_all(const kit_t *k, choices_t *c, int group, const set_t *found) {
    for (int i = 0; i < k->group[group].kinds; i++)
        kit_choose(c, k->group[group].kind + i, found[i]);
}
/* Pairs with this second cell. */
KIT_INLINE void choose_pair(const kit_t *k, choices_t *c, int group, set_t from, int to) {
    kit_choose(c, k->group[group].kind + to, from);
}
/* An action of no cell. */
KIT_INLINE void choose_call(const kit_t *k, choices_t *c, int group) {
    kit_choose(c, k->group[group].kind, one(0));
}

/* --- How a game stands -------------------------------------------------------------- */

KIT_INLINE outcome_t unfinished(void) {
    return (outcome_t){false, NOBODY, REASON_NONE};
}
KIT_INLINE outcome_t win(int side) {
    if (KIT_CHECKED && side != 0 && side != 1)
        kit_fail("win(%d): a side is 0 or 1; draw() if neither wins", side);
    return (outcome_t){true, (uint8_t)side, REASON_WIN};
}
KIT_INLINE outcome_t draw(void) {
    return (outcome_t){true, NOBODY, REASON_DRAW};
}
/* The higher score wins. */
KIT_INLINE outcome_t majority(int score0, int score1) {
    return score0 > score1 ? win(0) : score1 > score0 ? win(1) : draw();
}

#endif
