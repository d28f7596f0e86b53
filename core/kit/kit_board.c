#include "core/kit/kit_board.h"

#include "core/kit/kit_misuse.h"

#include <string.h>

/* --- Directions --------------------------------------------------------------------- */

static void add_direction(kit_t *k, int direction, int dx, int dy) {
    k->dx[direction] = dx;
    k->dy[direction] = dy;
}

/* Neighbours in the directions of square boards, the first four or all eight. */
static void square_directions(kit_t *k, int neighbours) {
    static const int dx[] = {1, 0, -1, 0, 1, -1, -1, 1};
    static const int dy[] = {0, 1, 0, -1, 1, 1, -1, -1};
    KIT_REQUIRE(neighbours == 4 || neighbours == 8,
                "setup: square: a cell has %d neighbours; allowed: 4 or 8", neighbours);
    k->directions = neighbours;
    k->axes = neighbours / 2;
    for (int d = 0; d < neighbours; d++) {
        add_direction(k, d, dx[d], dy[d]);
        k->opposite[d] = (uint8_t)(d ^ 2);
    }
    for (int i = 0; i < k->axes; i++)
        k->axis[i] = (uint8_t)(i < 2 ? i : i + 2);
}

static void hex_directions(kit_t *k) {
    static const int dx[] = {1, 0, -1, -1, 0, 1};
    static const int dy[] = {0, 1, 1, 0, -1, -1};
    k->is_hex = true;
    k->directions = 6;
    k->axes = 3;
    for (int d = 0; d < 6; d++) {
        add_direction(k, d, dx[d], dy[d]);
        k->opposite[d] = (uint8_t)((d + 3) % 6);
    }
    for (int i = 0; i < 3; i++)
        k->axis[i] = (uint8_t)i;
}

/* --- Cells -------------------------------------------------------------------------- */

static void add_to(kit_words_t *set, int cell) {
    set->word[cell / 64] |= UINT64_C(1) << cell % 64;
}

static void grid(kit_t *k, int width, int height) {
    KIT_REQUIRE(k->cells == 0, "setup: names two boards; allowed: one");
    KIT_REQUIRE(width >= 1 && height >= 1 && width <= 30 && height <= KIT_CELLS &&
                    width * height <= KIT_CELLS,
                "setup: a grid of %d by %d places; allowed: at most 30 columns and %d "
                "places",
                width, height, KIT_CELLS);
    k->width = width;
    k->height = height;
    k->cells = width * height;
    k->by_shift = true;
    for (int cell = 0; cell < k->cells; cell++)
        add_to(&k->all, cell);
}

void remove_cell(kit_t *k, int cell) {
    KIT_REQUIRE(cell >= 0 && cell < k->cells,
                "setup: remove_cell: there is no cell %d on the board", cell);
    k->all.word[cell / 64] &= ~(UINT64_C(1) << cell % 64);
}

void square(kit_t *k, int width, int height, int neighbours) {
    grid(k, width, height);
    square_directions(k, neighbours);
}

void torus(kit_t *k, int width, int height, int neighbours) {
    KIT_REQUIRE(width >= 3 && height >= 3,
                "setup: a torus of %d by %d cells; allowed: at least 3 by 3", width,
                height);
    square(k, width, height, neighbours);
    k->by_shift = false;
    k->is_torus = true;
}

void rhombus(kit_t *k, int width, int height) {
    grid(k, width, height);
    hex_directions(k);
}

/* Keeps the cells whose x + y is in a range. */
static void keep_diagonals(kit_t *k, int least, int most) {
    for (int cell = 0; cell < k->cells; cell++) {
        int diagonal = column_of(k, cell) + row_of(k, cell);
        if (diagonal < least || diagonal > most)
            remove_cell(k, cell);
    }
}

void hexagon(kit_t *k, int side) {
    rhombus(k, 2 * side - 1, 2 * side - 1);
    keep_diagonals(k, side - 1, 3 * side - 3);
}

void triangle(kit_t *k, int side) {
    rhombus(k, side, side);
    keep_diagonals(k, 0, side - 1);
}

/* Row y begins y / 2 columns further left than in a rhombus. */
void hex_rectangle(kit_t *k, int width, int height) {
    int most = (height - 1) / 2;
    rhombus(k, width + most, height);
    for (int cell = 0; cell < k->cells; cell++) {
        int x = column_of(k, cell) - most + row_of(k, cell) / 2;
        if (x < 0 || x >= width)
            remove_cell(k, cell);
    }
}

void dark_squares_only(kit_t *k) {
    for (int cell = 0; cell < k->cells; cell++)
        if ((column_of(k, cell) + row_of(k, cell)) % 2)
            remove_cell(k, cell);
}

/* Reads "b2" and moves past it. */
static int read_cell(const kit_t *k, const char **text) {
    const char *name = *text;
    int x = *name ? *(*text)++ - 'a' : -1, y = 0;
    while (**text >= '0' && **text <= '9' && y <= k->height)
        y = 10 * y + (*(*text)++ - '0');
    KIT_REQUIRE(x >= 0 && x < k->width && y >= 1 && y <= k->height,
                "setup: graph: \"%.20s\" does not begin with a cell of the grid, as b2",
                name);
    return cell_at(k, x, y - 1);
}

void graph(kit_t *k, int width, int height, const char *edges) {
    grid(k, width, height);
    square_directions(k, 8);
    k->by_shift = false;
    k->is_graph = true;
    memset(&k->all, 0, sizeof k->all);
    while (*edges) {
        int a = read_cell(k, &edges);
        KIT_REQUIRE(*edges == '-', "setup: graph: \"%.20s\" does not begin with -",
                    edges);
        edges++;
        int b = read_cell(k, &edges);
        add_to(&k->near[a], b);
        add_to(&k->near[b], a);
        add_to(&k->all, a);
        add_to(&k->all, b);
        while (*edges == ' ')
            edges++;
    }
}

void hop(kit_t *k, int dx, int dy) {
    KIT_REQUIRE(k->cells > 0, "setup: hop: the board comes first");
    KIT_REQUIRE(HOPS + k->hops < KIT_DIRECTIONS, "setup: more than %d hops",
                KIT_DIRECTIONS - HOPS);
    for (int g = 0; g < k->num_groups; g++)
        KIT_REQUIRE(k->group[g].form != KIT_HOP,
                    "setup: hop(k, %d, %d) comes after hops(k); allowed: before it", dx,
                    dy);
    add_direction(k, HOPS + k->hops++, dx, dy);
}

void knight_hops(kit_t *k) {
    for (int dy = -2; dy <= 2; dy++)
        for (int dx = -2; dx <= 2; dx++)
            if (dx * dx + dy * dy == 5)
                hop(k, dx, dy);
}

/* --- Completing a board ------------------------------------------------------------- */

/* The cell a step away, or NO_CELL. */
static int cell_beyond(const kit_t *k, int cell, int dx, int dy) {
    int x = column_of(k, cell) + dx, y = row_of(k, cell) + dy;
    if (k->is_torus) {
        x = (x + k->width) % k->width;
        y = (y + k->height) % k->height;
    }
    if (x < 0 || y < 0 || x >= k->width || y >= k->height)
        return NO_CELL;
    return on_board(k, cell_at(k, x, y)) ? cell_at(k, x, y) : NO_CELL;
}

/* On a graph, an edge leads in the direction that it is drawn in, any number of places.
 */
static int cell_along_edge(const kit_t *k, int cell, int dx, int dy) {
    for (int n = 1; n < k->width || n < k->height; n++) {
        int to = cell_beyond(k, cell, n * dx, n * dy);
        if (to != NO_CELL && k->near[cell].word[to / 64] >> to % 64 & 1)
            return to;
    }
    return NO_CELL;
}

/* Adds a step to a direction's shifts. */
static void add_part(kit_t *k, int direction, int from, int to) {
    int *parts = &k->parts[direction], part = 0, shift = to - from;
    while (part < *parts && k->part_shift[direction][part] != shift)
        part++;
    bool fits = part < KIT_PARTS && (k->cells <= 128 || (shift > -64 && shift < 64));
    if (*parts < 0 || !fits) {
        *parts = -1;
        return;
    }
    if (part == *parts)
        k->part_shift[direction][(*parts)++] = shift;
    add_to(&k->part_landing[direction][part], to);
}

static void complete_direction(kit_t *k, int direction) {
    int dx = k->dx[direction], dy = k->dy[direction];
    k->shift[direction] = dy * k->width + dx;
    KIT_REQUIRE(k->shift[direction] > -64 && k->shift[direction] < 64 &&
                    k->shift[direction],
                "setup: hop(k, %d, %d) is 0 or too far on a grid of %d columns", dx, dy,
                k->width);
    memset(k->next[direction], NO_CELL, sizeof k->next[direction]);
    for (int cell = 0; cell < k->cells; cell++) {
        if (!on_board(k, cell))
            continue;
        int to = k->is_graph && direction < HOPS ? cell_along_edge(k, cell, dx, dy)
                                                 : cell_beyond(k, cell, dx, dy);
        k->next[direction][cell] = (uint8_t)to;
        if (to == NO_CELL) {
            add_to(&k->edge[direction], cell);
            continue;
        }
        add_to(&k->landing[direction], to);
        add_part(k, direction, cell, to);
        if (direction < HOPS && !k->is_graph)
            add_to(&k->near[cell], to);
    }
    k->parts[direction] = k->parts[direction] < 0 ? 0 : k->parts[direction];
}

/* Adds what lies in a direction from each cell to its line. */
static void complete_lines(kit_t *k, int of, int direction) {
    for (int cell = 0; cell < k->cells; cell++)
        for (int at = k->next[direction][cell], n = 0; at != NO_CELL && n < k->cells;
             at = k->next[direction][at], n++)
            add_to(&k->line[of][cell], at);
}

void kit_complete_board(kit_t *k) {
    KIT_REQUIRE(k->cells > 0, "setup: names no board, as square(k, 8, 8, 8)");
    for (int d = 0; d < k->directions; d++)
        complete_direction(k, d);
    if (k->is_graph) /* its axes are those with edges */
        for (int i = k->axes = 0; i < 4; i++)
            if (memcmp(&k->landing[i < 2 ? i : i + 2], &(kit_words_t){0},
                       sizeof(kit_words_t)) != 0)
                k->axis[k->axes++] = (uint8_t)(i < 2 ? i : i + 2);
    for (int d = 0; d < k->directions; d++) {
        complete_lines(k, d, d);
        complete_lines(k, d, k->opposite[d]);
    }
    for (int h = HOPS; h < HOPS + k->hops; h++) {
        complete_direction(k, h);
        for (int other = HOPS; other < HOPS + k->hops; other++)
            if (k->dx[other] == -k->dx[h] && k->dy[other] == -k->dy[h])
                k->opposite[h] = (uint8_t)other;
        KIT_REQUIRE(k->opposite[h],
                    "setup: hop(k, %d, %d) has no opposite; add hop(k, %d, %d)", k->dx[h],
                    k->dy[h], -k->dx[h], -k->dy[h]);
    }
    for (int cell = 0; cell < k->cells; cell++)
        if (on_board(k, cell))
            add_to(&k->column[column_of(k, cell)], cell);
}
