/* naive_situ.c - Double-Move Situ, the slow and obvious way.
 *
 * Use: through naive_situ, see tests/naive/naive.h.
 * Owns: a position is one block of memory with the board, its nodes and its stones.
 * Threads: positions are independent; there is no mutable shared state.
 * Errors: parse returns NULL for a variant or a text that RULES.md does not allow.
 * Source: core/games/situ/RULES.md alone; its sections are named below.
 */
#include "tests/naive/naive.h"
#include "tests/naive/naive_text.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_NODES = 196, /* a square of order 7; the hexagon of order 7 has 168 */
    MAX_LINES = 15,  /* most rows, and most places in a row: the hexagon's 2N+1 */
    MAX_X = 29,      /* most x coordinates: the hexagon's go by half cells, 4N+1 */
    MAX_DIRECTIONS = 8,
    NAME = 4,    /* room for a node's name, "o15" */
    TOKEN = 16,  /* room for a word of a variant or of a position text */
    NOWHERE = -1 /* no node */
};

typedef enum { HEX, SQUARE, DIAGONAL } grid_t;

typedef enum { CUT, FIRST, DOUBLE } phase_t;

typedef enum { MAROON, WHITE, EMPTY, REMOVED } content_t;

typedef struct {
    grid_t grid;
    int order, surplus, cut;
} variant_t;

typedef struct {
    char name[NAME];
    int row, x;
    int next[MAX_DIRECTIONS]; /* the neighbour in each direction, or NOWHERE */
    content_t content;
} node_t;

typedef struct {
    variant_t variant;
    int mover;
    phase_t phase;
    int made; /* actions already made in the phase or, from DOUBLE on, in the turn */
    int directions, count;
    node_t nodes[MAX_NODES];         /* in order of letter, then number */
    int named[MAX_LINES][MAX_LINES]; /* the node by letter and number, from 0 */
} situ_t;

/* ---- words ---- */

/* Takes the next word of a text: 1, or 0 at the end, or -1 for a word that is empty or
 * too long. One space stands between two words. */
static int take_word(const char **text, char word[TOKEN]) {
    const char *from = *text;
    size_t length = strcspn(from, " ");
    if (length == 0 && *from == 0)
        return 0;
    if (length == 0 || length >= TOKEN)
        return -1;
    if (from[length] == ' ' && from[length + 1] == 0)
        return -1;
    memcpy(word, from, length);
    word[length] = 0;
    *text = from + length + (from[length] == ' ');
    return 1;
}

/* Splits a word "left=right"; returns the right part, or NULL if there is no '='. */
static char *split(char *word) {
    char *sign = strchr(word, '=');
    if (sign == NULL)
        return NULL;
    *sign = 0;
    return sign + 1;
}

/* ---- variant: RULES.md §8 ---- */

static void read_variant(variant_t *variant, const char *text) {
    variant->grid = naive_is(text, "grid", "square")     ? SQUARE
                    : naive_is(text, "grid", "diagonal") ? DIAGONAL
                                                         : HEX;
    variant->order = naive_number(text, "order", 4);
    variant->surplus = naive_number(text, "surplus", 3);
    variant->cut = naive_number(text, "cut", 2);
}

/* ---- board: §1 ---- */

static int row_count(const variant_t *variant) {
    return variant->grid == HEX ? 2 * variant->order + 1 : 2 * variant->order;
}

/* Hexagon, from the bottom: N+2, N+3, ..., 2N+1, 2N, ..., N; those are 2N+1 rows. */
static int row_length(const variant_t *variant, int row) {
    int n = variant->order;
    if (variant->grid != HEX)
        return 2 * n;
    return row < n ? n + 2 + row : 3 * n - row;
}

/* In half cells on the hexagon, where the middles of all rows stand above each other. */
static int place_x(const variant_t *variant, int row, int place) {
    if (variant->grid != HEX)
        return place;
    return 2 * variant->order - (row_length(variant, row) - 1) + 2 * place;
}

static void name_node(char name[NAME], int place, int row) {
    int number = row + 1;
    *name++ = (char)('a' + place);
    if (number >= 10)
        *name++ = (char)('0' + number / 10);
    *name++ = (char)('0' + number % 10);
    *name = 0;
}

static void add_node(situ_t *situ, int place, int row) {
    node_t *node = &situ->nodes[situ->count];
    name_node(node->name, place, row);
    node->row = row;
    node->x = place_x(&situ->variant, row, place);
    node->content = EMPTY;
    situ->named[place][row] = situ->count++;
}

static void add_nodes(situ_t *situ) {
    int rows = row_count(&situ->variant);
    for (int place = 0; place < MAX_LINES; place++)
        for (int row = 0; row < MAX_LINES; row++) {
            situ->named[place][row] = NOWHERE;
            if (row < rows && place < row_length(&situ->variant, row))
                add_node(situ, place, row);
        }
}

typedef struct {
    int row, x;
} step_t;

/* The line directions of a grid, and how many there are. */
static const step_t *steps(grid_t grid, int *count) {
    static const step_t hex[] = {{0, 2}, {0, -2}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
    static const step_t square[] = {/* the four of square, then diagonal's other four */
                                    {0, 1}, {0, -1}, {1, 0},  {-1, 0},
                                    {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
    *count = grid == HEX ? 6 : grid == SQUARE ? 4 : 8;
    return grid == HEX ? hex : square;
}

/* Where the nodes stand: the node at a row and an x. */
typedef struct {
    int at[MAX_LINES][MAX_X];
} map_t;

static void draw_map(map_t *map, const situ_t *situ) {
    for (int row = 0; row < MAX_LINES; row++)
        for (int x = 0; x < MAX_X; x++)
            map->at[row][x] = NOWHERE;
    for (int i = 0; i < situ->count; i++)
        map->at[situ->nodes[i].row][situ->nodes[i].x] = i;
}

static int node_at(const map_t *map, int row, int x) {
    if (row < 0 || row >= MAX_LINES || x < 0 || x >= MAX_X)
        return NOWHERE;
    return map->at[row][x];
}

static void link_nodes(situ_t *situ) {
    const step_t *step = steps(situ->variant.grid, &situ->directions);
    map_t map;
    draw_map(&map, situ);
    for (int i = 0; i < situ->count; i++) {
        node_t *node = &situ->nodes[i];
        for (int d = 0; d < situ->directions; d++)
            node->next[d] = node_at(&map, node->row + step[d].row, node->x + step[d].x);
    }
}

/* The node that a whole text names, or NOWHERE. */
static int find_node(const situ_t *situ, const char *name) {
    int place = name[0] - 'a', row = 0;
    for (int i = 1; i <= 2 && name[0] != 0 && name[i] != 0; i++)
        row = 10 * row + (name[i] - '0');
    row -= 1;
    if (place < 0 || place >= MAX_LINES || row < 0 || row >= MAX_LINES)
        return NOWHERE;
    int node = situ->named[place][row];
    if (node == NOWHERE || strcmp(situ->nodes[node].name, name) != 0)
        return NOWHERE;
    return node;
}

static int count_content(const situ_t *situ, content_t content) {
    int count = 0;
    for (int i = 0; i < situ->count; i++)
        count += situ->nodes[i].content == content;
    return count;
}

/* ---- position text: §7 ---- */

typedef struct {
    const char *name;
    phase_t phase;
    int made;
} phase_name_t;

enum { PHASE_NAMES = 5 };

static const phase_name_t phase_names[PHASE_NAMES] = {
    {"cut0", CUT, 0},       {"cut1", CUT, 1},       {"first0", FIRST, 0},
    {"double0", DOUBLE, 0}, {"double1", DOUBLE, 1},
};

static int read_mover(situ_t *situ, const char *word) {
    if (strcmp(word, "M") != 0 && strcmp(word, "W") != 0)
        return 0;
    situ->mover = word[0] == 'M' ? 0 : 1;
    return 1;
}

static int read_phase(situ_t *situ, const char *word) {
    for (int i = 0; i < PHASE_NAMES; i++)
        if (strcmp(phase_names[i].name, word) == 0) {
            situ->phase = phase_names[i].phase;
            situ->made = phase_names[i].made;
            return 1;
        }
    return 0;
}

static int read_content(const char *word, content_t *content) {
    static const char words[] = "MWX";
    static const content_t contents[] = {MAROON, WHITE, REMOVED};
    const char *found = word[0] && !word[1] ? strchr(words, word[0]) : NULL;
    if (found == NULL)
        return 0;
    *content = contents[found - words];
    return 1;
}

static int read_node(situ_t *situ, char *word) {
    const char *value = split(word);
    int node = find_node(situ, word);
    if (value == NULL || node == NOWHERE || situ->nodes[node].content != EMPTY)
        return 0;
    return read_content(value, &situ->nodes[node].content);
}

/* Whether mover, phase, removed nodes and stones are consistent. */
static int fits(const situ_t *situ) {
    int removed = count_content(situ, REMOVED);
    int stones = count_content(situ, MAROON) + count_content(situ, WHITE);
    if (removed > situ->variant.cut)
        return 0;
    switch (situ->phase) {
    case CUT:
        if (situ->made > 0 && situ->made >= situ->variant.cut)
            return 0;
        return situ->mover == 0 && removed == situ->made && stones == 0;
    case FIRST:
        return situ->mover == 1 && stones == 0;
    case DOUBLE:
        return 1;
    }
    return 0;
}

static int read_position(situ_t *situ, const char *text) {
    char word[TOKEN];
    int taken;
    if (take_word(&text, word) <= 0 || !read_mover(situ, word))
        return 0;
    if (take_word(&text, word) <= 0 || !read_phase(situ, word))
        return 0;
    while ((taken = take_word(&text, word)) > 0)
        if (!read_node(situ, word))
            return 0;
    return taken == 0 && fits(situ);
}

static void *parse(const char *variant, const char *text) {
    situ_t *situ = calloc(1, sizeof *situ);
    if (situ == NULL)
        return NULL;
    read_variant(&situ->variant, variant);
    add_nodes(situ);
    link_nodes(situ);
    if (read_position(situ, text == NULL ? "M cut0" : text))
        return situ;
    free(situ);
    return NULL;
}

static char *put(char *at, const char *text) {
    size_t length = strlen(text);
    memcpy(at, text, length + 1);
    return at + length;
}

static const char *phase_text(const situ_t *situ) {
    for (int i = 0; i < PHASE_NAMES; i++)
        if (phase_names[i].phase == situ->phase && phase_names[i].made == situ->made)
            return phase_names[i].name;
    return ""; /* not reached: every phase has a name */
}

static const char *content_text(content_t content) {
    switch (content) {
    case MAROON:
        return "=M";
    case WHITE:
        return "=W";
    case REMOVED:
        return "=X";
    case EMPTY:
        break;
    }
    return "";
}

static void print(const void *position, char text[NAIVE_TEXT]) {
    const situ_t *situ = position;
    char *at = put(text, situ->mover == 0 ? "M " : "W ");
    at = put(at, phase_text(situ));
    for (int i = 0; i < situ->count; i++) {
        const node_t *node = &situ->nodes[i];
        if (node->content == EMPTY)
            continue;
        at = put(at, " ");
        at = put(at, node->name);
        at = put(at, content_text(node->content));
    }
}

/* ---- line of sight and control: §2, §3 ---- */

/* The contents of the first nonempty node in a direction; EMPTY at the edge. */
static content_t look(const situ_t *situ, int node, int direction) {
    int seen = situ->nodes[node].next[direction];
    while (seen != NOWHERE && situ->nodes[seen].content == EMPTY)
        seen = situ->nodes[seen].next[direction];
    return seen == NOWHERE ? EMPTY : situ->nodes[seen].content;
}

/* Whether a side, 0 or 1, controls a node. */
static int controls(const situ_t *situ, int side, int node) {
    content_t own = side == 0 ? MAROON : WHITE;
    content_t other = side == 0 ? WHITE : MAROON;
    int own_count = 0, other_count = 0;
    for (int d = 0; d < situ->directions; d++) {
        content_t seen = look(situ, node, d);
        own_count += seen == own;
        other_count += seen == other;
    }
    return own_count - other_count >= situ->variant.surplus;
}

/* ---- actions: §4, §6 ---- */

/* The letter of the action that the mover may take at a node, or 0. */
static char cut_letter(const situ_t *situ, int node) {
    int may_cut = situ->made < situ->variant.cut;
    return may_cut && situ->nodes[node].content == EMPTY ? '~' : 0;
}

static char first_letter(const situ_t *situ, int node) {
    return situ->nodes[node].content == EMPTY ? '@' : 0;
}

static char double_letter(const situ_t *situ, int node) {
    int mover = situ->mover, opponent = 1 - mover;
    content_t content = situ->nodes[node].content;
    if (content == EMPTY)
        return controls(situ, opponent, node) ? 0 : '@';
    if (content == (opponent == 0 ? MAROON : WHITE))
        return controls(situ, mover, node) ? 'x' : 0;
    return 0;
}

static char letter_at(const situ_t *situ, int node) {
    switch (situ->phase) {
    case CUT:
        return cut_letter(situ, node);
    case FIRST:
        return first_letter(situ, node);
    case DOUBLE:
        return double_letter(situ, node);
    }
    return 0;
}

static int actions(const void *position, naive_action_t list[NAIVE_ACTIONS]) {
    const situ_t *situ = position;
    int count = 0;
    if (situ->phase == CUT)
        put(list[count++], ".");
    for (int i = 0; i < situ->count; i++) {
        char letter = letter_at(situ, i);
        if (letter == 0)
            continue;
        list[count][0] = letter;
        put(list[count] + 1, situ->nodes[i].name);
        count++;
    }
    return count;
}

static void begin(situ_t *situ, phase_t phase, int mover) {
    situ->phase = phase;
    situ->mover = mover;
    situ->made = 0;
}

/* Counts an action, and goes on to the next phase or turn after the last one. */
static void go_on(situ_t *situ) {
    situ->made++;
    switch (situ->phase) {
    case CUT:
        if (situ->made >= situ->variant.cut)
            begin(situ, FIRST, 1);
        break;
    case FIRST:
        begin(situ, DOUBLE, 0);
        break;
    case DOUBLE:
        if (situ->made == 2)
            begin(situ, DOUBLE, 1 - situ->mover);
        break;
    }
}

static content_t content_after(const situ_t *situ, char letter) {
    if (letter == '~')
        return REMOVED;
    if (letter == 'x')
        return EMPTY;
    return situ->mover == 0 ? MAROON : WHITE;
}

/* The action must be one of the list. */
static void apply(void *position, const char *action) {
    situ_t *situ = position;
    if (strcmp(action, ".") == 0) {
        begin(situ, FIRST, 1);
        return;
    }
    int node = find_node(situ, action + 1);
    assert(node != NOWHERE && letter_at(situ, node) == action[0]);
    situ->nodes[node].content = content_after(situ, action[0]);
    go_on(situ);
}

/* ---- the end: §5.1 ---- */

static int mover_of(const void *position) {
    const situ_t *situ = position;
    return situ->mover;
}

static int can_decide(const situ_t *situ) {
    if (situ->phase == CUT)
        return 1;
    for (int i = 0; i < situ->count; i++)
        if (letter_at(situ, i) != 0)
            return 1;
    return 0;
}

/* A mover without an action has lost. */
static naive_result_t result(const void *position) {
    const situ_t *situ = position;
    if (can_decide(situ))
        return NAIVE_GOES_ON;
    return situ->mover == 0 ? NAIVE_SIDE1_WON : NAIVE_SIDE0_WON;
}

const naive_game_t naive_situ = {
    "situ", sizeof(situ_t), parse, print, actions, apply, mover_of, result,
};
