/* kit_rules.h - what rules are made of: steps, neighbours, rays, lines, groups, captures.
 * Use: README.md in this folder lists these by what one wants to say.
 * All take sets of cells and give sets of cells of the board. A set stands for each of
 * its cells: step(k, own, NORTH) are the cells north of own pieces.
 */
#ifndef CORE_KIT_RULES_H
#define CORE_KIT_RULES_H

#include "core/kit/kit_position.h"

/* --- Steps and neighbours ----------------------------------------------------------- */

KIT_INLINE void kit_check_direction(const kit_t *k, int direction) {
    if (KIT_CHECKED && (direction < 0 || direction >= k->directions) &&
        (direction < HOPS || direction >= HOPS + k->hops))
        kit_fail("direction %d: the directions of the board are 0 to %d%s", direction,
                 k->directions - 1, k->hops ? ", and hops from HOPS on" : "");
}

static inline set_t kit_step_in_parts(const kit_t *k, set_t set, int direction) {
    set_t image = NONE;
    for (int i = 0; i < k->parts[direction]; i++)
        image |= kit_shift(set, k->part_shift[direction][i]) &
                 kit_load(&k->part_landing[direction][i]);
    if (k->parts[direction] > 0)
        return image;
    EACH (cell, set)
        if (k->next[direction][cell] != NO_CELL)
            image |= one(k->next[direction][cell]);
    return image;
}
/* The cells one step away in a direction. */
KIT_INLINE set_t step(const kit_t *k, set_t set, int direction) {
    kit_check_direction(k, direction);
    if (!k->by_shift)
        return kit_step_in_parts(k, set, direction);
    return kit_shift(set, k->shift[direction]) & kit_load(&k->landing[direction]);
}
/* The cells from which a step in a direction leads into the set. */
KIT_INLINE set_t step_back(const kit_t *k, set_t set, int direction) {
    kit_check_direction(k, direction);
    return step(k, set, k->opposite[direction]);
}
/* The next cell in a direction, or NO_CELL. */
KIT_INLINE int next_cell(const kit_t *k, int cell, int direction) {
    kit_check_direction(k, direction);
    return k->next[direction][cell];
}
/* The neighbours of a cell. */
KIT_INLINE set_t near_cell(const kit_t *k, int cell) {
    return kit_load(&k->near[cell]);
}
/* The cells next to some cell of the set; they may be in the set. */
KIT_INLINE set_t near(const kit_t *k, set_t set) {
    set_t image = NONE;
    if (!k->by_shift) {
        EACH (cell, set)
            image |= near_cell(k, cell);
        return image;
    }
    for (int d = 0; d < k->directions; d++)
        image |= step(k, set, d);
    return image;
}
/* The cells without a neighbour in a direction: an edge, a home row. */
KIT_INLINE set_t edge(const kit_t *k, int direction) {
    kit_check_direction(k, direction);
    return kit_load(&k->edge[direction]);
}
/* The cells that lack a neighbour in some direction. */
static inline set_t border(const kit_t *k) {
    set_t cells = NONE;
    for (int d = 0; d < k->directions; d++)
        cells |= edge(k, d);
    return cells;
}
static inline set_t row(const kit_t *k, int y) {
    set_t cells = NONE;
    for (int x = 0; x < k->width; x++)
        cells |= one(cell_at(k, x, y));
    return cells & all_cells(k);
}
/* The n rows nearest to a side: side 0 sits below. */
static inline set_t home_rows(const kit_t *k, int side, int n) {
    set_t cells = NONE;
    for (int y = 0; y < n; y++)
        cells |= row(k, side ? k->height - 1 - y : y);
    return cells;
}
KIT_INLINE set_t column(const kit_t *k, int x) {
    return kit_load(&k->column[x]);
}
static inline set_t rectangle(const kit_t *k, int x, int y, int width, int height) {
    set_t cells = NONE;
    for (int dy = 0; dy < height; dy++)
        for (int dx = 0; dx < width; dx++)
            cells |= one(cell_at(k, x + dx, y + dy));
    return cells & all_cells(k);
}
/* Every second cell, as on a chessboard; a1 is one of them if `dark`. */
static inline set_t checkered(const kit_t *k, bool dark) {
    set_t cells = NONE;
    EACH (cell, all_cells(k))
        if (((column_of(k, cell) + row_of(k, cell)) % 2 == 0) == dark)
            cells |= one(cell);
    return cells;
}

/* --- Rays --------------------------------------------------------------------------- */

/* The cells that are reached from the set, it not included, in a direction through cells
 * of `through`. */
KIT_INLINE set_t slide(const kit_t *k, set_t set, int direction, set_t through) {
    set_t reached = NONE, front = step(k, set, direction) & through;
    while (any(front)) {
        reached |= front;
        front = step(k, front, direction) & through & ~reached;
    }
    return reached;
}
/* The cells in all directions. */
KIT_INLINE set_t slides_from(const kit_t *k, set_t set, set_t through) {
    set_t reached = NONE;
    for (int d = 0; d < k->directions; d++)
        reached |= slide(k, set, d, through);
    return reached;
}
/* The first cell in a direction that is not in `through`, or NO_CELL. */
KIT_INLINE int first_seen(const kit_t *k, int cell, int direction, set_t through) {
    int at = next_cell(k, cell, direction);
    for (int steps = 0; at != NO_CELL && has(through, at); steps++) {
        if (steps == KIT_CELLS) /* round a torus */
            return NO_CELL;
        at = k->next[direction][at];
    }
    return at;
}
/* The cells of the line through a cell in a direction and its opposite; without the cell.
 */
KIT_INLINE set_t line_of(const kit_t *k, int cell, int direction) {
    if (KIT_CHECKED && direction >= k->directions)
        kit_fail("line_of: direction %d: lines have those of neighbours, 0 to %d",
                 direction, k->directions - 1);
    return kit_load(&k->line[direction][cell]);
}
/* The cell a number of steps away, or NO_CELL. */
KIT_INLINE int cell_away(const kit_t *k, int cell, int direction, int steps) {
    for (; steps > 0 && cell != NO_CELL; steps--)
        cell = next_cell(k, cell, direction);
    return cell;
}
/* Offers slides of 1 to `most` steps through some cells, in all directions. */
KIT_INLINE void choose_slides(const kit_t *k, choices_t *c, int group, set_t from,
                              set_t through, int most) {
    for (int d = 0; d < k->directions; d++) {
        set_t clear = step_back(k, through, d), next = clear;
        for (int n = 1; n <= most && any(from & next); n++) {
            choose_move(k, c, group, d, n, from & next);
            next = clear & step_back(k, next, d);
        }
    }
}
/* The pieces that can jump in a direction over a neighbour in `over` to a cell of `to`.
 */
KIT_INLINE set_t jumpers(const kit_t *k, set_t own, set_t over, set_t to, int direction) {
    return own & step_back(k, over & step_back(k, to, direction), direction);
}

/* --- Lines -------------------------------------------------------------------------- */

/* Whether n cells of the set, or more, lie in a row. */
KIT_INLINE bool line(const kit_t *k, set_t set, int n) {
    set_t found = NONE;
    for (int i = 0; i < k->axes; i++) {
        set_t run = set;
        for (int length = 1; length < n; length++)
            run = set & step(k, run, k->axis[i]);
        found |= run;
    }
    return any(found);
}
/* Whether a whole line through a cell, from end to end, is in the set. */
KIT_INLINE bool full_line(const kit_t *k, set_t set, int cell) {
    bool found = false;
    for (int i = 0; i < k->axes; i++) {
        set_t others = line_of(k, cell, k->axis[i]);
        found |= any(others) && !any(others & ~set);
    }
    return found && has(set, cell);
}
/* Whether exactly n, no more, do. */
KIT_INLINE bool exact_line(const kit_t *k, set_t set, int n) {
    set_t found = NONE;
    for (int i = 0; i < k->axes; i++) {
        set_t run = set & ~step(k, set, k->axis[i]); /* first cells */
        for (int length = 1; length < n; length++)
            run = set & step(k, run, k->axis[i]);
        found |= run & ~step_back(k, set, k->axis[i]);
    }
    return any(found);
}
/* The cells of all such lines. */
KIT_INLINE set_t cells_in_lines(const kit_t *k, set_t set, int n) {
    set_t found = NONE;
    for (int i = 0; i < k->axes; i++) {
        set_t run = set;
        for (int length = 1; length < n; length++)
            run = set & step(k, run, k->axis[i]);
        for (int length = 1; length < n; length++)
            run |= step_back(k, run, k->axis[i]);
        found |= run;
    }
    return found;
}

/* --- Numbers of cells --------------------------------------------------------------- */

/* A number for each cell, as that of p->is: set i has the cells whose number has bit i.
 * Adds 1 to those of some cells. */
KIT_INLINE void add_one(set_t *numbers, int bits, set_t cells) {
    for (int i = 0; i < bits; i++) {
        set_t carry = numbers[i] & cells;
        numbers[i] ^= cells;
        cells = carry;
    }
}
KIT_INLINE int number_at(const set_t *numbers, int bits, int cell) {
    int number = 0;
    for (int i = 0; i < bits; i++)
        number |= (int)has(numbers[i], cell) << i;
    return number;
}
/* The cells whose number in a is larger than in b. */
KIT_INLINE set_t larger(const set_t *a, const set_t *b, int bits) {
    set_t above = NONE;
    for (int i = 0; i < bits; i++)
        above = (a[i] & ~b[i]) | (above & ~(a[i] ^ b[i]));
    return above;
}

/* --- Groups and connection ---------------------------------------------------------- */

/* The cells of `within` that are connected to the seed, which is part of it. */
KIT_INLINE set_t group(const kit_t *k, set_t within, set_t seed) {
    set_t reached = seed & within, before;
    do {
        before = reached;
        if (k->by_shift)
            for (int d = 0; d < k->directions; d++)
                reached |= step(k, reached, d) & within;
        else
            reached |= near(k, reached) & within;
    } while (any(reached ^ before));
    return reached;
}
/* Whether cells of the set connect two regions. */
KIT_INLINE bool connects(const kit_t *k, set_t set, set_t from, set_t to) {
    return any(set & from) && any(set & to) && any(group(k, set, set & from) & to);
}
/* Whether the set has a ring around some cell, of the set or not; on boards of hexagons:
 * a cell of others is cut off from the border, or a cell of the set lies amid six. */
static inline bool has_ring(const kit_t *k, set_t set) {
    set_t others = all_cells(k) & ~set, amid = set;
    for (int d = 0; d < k->directions; d++)
        amid &= step(k, set, d);
    return any(amid) || any(others & ~group(k, others, others & border(k)));
}
/* Whether the set is one group; an empty set is not. */
KIT_INLINE bool is_one_group(const kit_t *k, set_t set) {
    return any(set) && !any(set & ~group(k, set, one(first(set))));
}
/* The cells within n steps of the set, through cells of `through`; the set excluded. */
KIT_INLINE set_t within_steps(const kit_t *k, set_t set, int n, set_t through) {
    set_t reached = set;
    for (int i = 0; i < n; i++)
        reached |= near(k, reached) & through;
    return reached & ~set;
}

/* --- Captures ----------------------------------------------------------------------- */

/* Custodial capture by a piece that has come to a cell: enemies next to it, one deep,
 * with an own piece behind. */
KIT_INLINE set_t custodial(const kit_t *k, set_t own, set_t enemy, int cell) {
    set_t caught = NONE;
    for (int d = 0; d < k->directions; d++) {
        set_t between = step(k, one(cell), d) & enemy;
        caught |= any(step(k, between, d) & own) ? between : NONE;
    }
    return caught;
}
/* The enemies in unbroken rows between a cell and another own piece, as Reversi flips. */
KIT_INLINE set_t outflanked(const kit_t *k, set_t own, set_t enemy, int cell) {
    set_t caught = NONE;
    for (int d = 0; d < k->directions; d++) {
        set_t row = slide(k, one(cell), d, enemy);
        caught |= any(step(k, row, d) & own) ? row : NONE;
    }
    return caught;
}
/* The free cells from which an own piece would outflank something. */
KIT_INLINE set_t outflanking(const kit_t *k, set_t own, set_t enemy, set_t free) {
    set_t cells = NONE;
    for (int d = 0; d < k->directions; d++)
        cells |= step(k, slide(k, own, d, enemy), d) & free;
    return cells;
}
/* The stones of groups that touch no cell of `free`: without liberties. */
KIT_INLINE set_t surrounded(const kit_t *k, set_t stones, set_t free) {
    return stones & ~group(k, stones, near(k, free) & stones);
}

/* The stones of groups that touch at most that many cells of `free`: their liberties. */
static inline set_t few_liberties(const kit_t *k, set_t stones, set_t free, int most) {
    set_t found = NONE;
    for (set_t left = stones; any(left);) {
        set_t chain = group(k, stones, one(first(left)));
        found |= count(near(k, chain) & free) <= most ? chain : NONE;
        left &= ~chain;
    }
    return found;
}
/* The free cells where an own stone would have a free neighbour, by its group or by a
 * capture: all but suicide. */
static inline set_t breathing(const kit_t *k, set_t own, set_t enemy, set_t free) {
    set_t taken = few_liberties(k, enemy, free, 1);
    set_t safe = own & ~few_liberties(k, own, free, 1);
    return free & near(k, free | taken | safe);
}

/* --- Gravity ------------------------------------------------------------------------ */

/* The columns with room, as cells of the lowest row. */
KIT_INLINE set_t open_columns(const kit_t *k, set_t free) {
    set_t columns = free & edge(k, NORTH);
    for (int y = 1; y < k->height; y++)
        columns = step(k, columns, SOUTH);
    return columns;
}
/* Where a piece comes to lie that is dropped into a cell's column. */
KIT_INLINE int drop_cell(const kit_t *k, set_t free, int cell) {
    return first(free & column(k, column_of(k, cell)));
}

#endif
