/* naive_seesaw.c - Seesaw the slow and obvious way: cells with names and neighbours, and
 * a breadth-first search for whatever a stack reaches.
 *
 * Threads: positions are independent; there is no mutable shared state.
 * Errors: parse returns NULL; apply ignores texts that are no action, and otherwise
 *         trusts that the action is one of those listed.
 * Source: core/games/seesaw/RULES.md alone; its sections are named below.
 */
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "tests/naive/naive.h"
#include "tests/naive/naive_text.h"

enum {
    MAX_SIDE = 6,
    MAX_COLUMNS = 2 * MAX_SIDE - 1,
    MAX_CELLS = 3 * MAX_SIDE * (MAX_SIDE - 1) + 1,
    DIRECTIONS = 6, /* the first three are upward, the last three downward */
    UPWARD = 0,
    DOWNWARD = 3,
    SOUTH = 0,
    NORTH = 1,
    NOBODY = -1,
    NOWHERE = -1,
    UNREACHED = INT_MAX,
    MAX_DIGITS = 9
};

typedef enum { FIRST_ANY, FIRST_DEPLOY, FIRST_GLIDE } first_turn_t;

typedef struct rules {
    int side;
    bool stuck_loses;
    bool recapture_optional;
    bool capture_optional;
    first_turn_t first_turn;
    int max_turns;
} rules_t;

typedef struct cell {
    int column; /* from 0 at the left */
    int number; /* from 1 at the bottom */
    int next[DIRECTIONS];
    int owner; /* of the stack, or NOBODY */
    int size;  /* of the stack, or 0 */
    int tile;  /* SOUTH, NORTH or NOBODY */
} cell_t;

typedef struct position {
    rules_t rules;
    int first_cell[MAX_COLUMNS]; /* the bottom cell of each column */
    int cells;
    cell_t cell[MAX_CELLS]; /* in order of column, then number */
    int mover;
    int going_on; /* in the middle of a turn: the cell of the stack that moves */
    int left;     /* in the middle of a turn: its steps left over */
    int passes;   /* in a row, so far */
    int turns;
} position_t;

/* Actions found; list is NULL if only their count is needed. */
typedef struct found {
    naive_action_t *list;
    int count;
} found_t;

/* --- board: RULES.md §1, §2 --------------------------------------------------------- */

static int columns(int side) {
    return 2 * side - 1;
}

static int column_height(int side, int column) {
    return 2 * side - 1 - abs(column - (side - 1));
}

static int cell_named(const position_t *p, int column, int number) {
    int side = p->rules.side;
    if (column < 0 || column >= columns(side)) {
        return NOWHERE;
    }
    if (number < 1 || number > column_height(side, column)) {
        return NOWHERE;
    }
    return p->first_cell[column] + number - 1;
}

/* Heights over the board's middle row, in halves of a cell: straight up is 2 halves, and
 * up-left or up-right is 1. */
static int half_height(int side, const cell_t *cell) {
    return 2 * cell->number - column_height(side, cell->column) - 1;
}

static int cell_beside(const position_t *p, const cell_t *cell, int right,
                       int halves_up) {
    int side = p->rules.side;
    int column = cell->column + right;
    int halves = half_height(side, cell) + halves_up;
    int number = (halves + column_height(side, column) + 1) / 2;
    return cell_named(p, column, number);
}

static void add_cells(position_t *p) {
    int side = p->rules.side;
    p->cells = 0;
    for (int column = 0; column < columns(side); column++) {
        p->first_cell[column] = p->cells;
        for (int number = 1; number <= column_height(side, column); number++) {
            cell_t *cell = &p->cell[p->cells++];
            cell->column = column;
            cell->number = number;
            cell->owner = NOBODY;
            cell->size = 0;
            cell->tile = NOBODY;
        }
    }
}

static void link_neighbours(position_t *p) {
    static const int right[DIRECTIONS] = {0, -1, 1, 0, -1, 1};
    static const int halves_up[DIRECTIONS] = {2, 1, 1, -2, -1, -1};
    for (int i = 0; i < p->cells; i++) {
        cell_t *cell = &p->cell[i];
        for (int d = 0; d < DIRECTIONS; d++) {
            cell->next[d] = cell_beside(p, cell, right[d], halves_up[d]);
        }
    }
}

static void set_up_empty(position_t *p) {
    add_cells(p);
    link_neighbours(p);
    p->mover = SOUTH;
    p->going_on = NOWHERE;
    p->left = 0;
    p->passes = 0;
    p->turns = 0;
}

static void put_stack(cell_t *cell, int owner, int size) {
    cell->owner = owner;
    cell->size = size;
}

static void set_up_start(position_t *p) {
    int middle = p->rules.side - 1;
    cell_t *bottom = &p->cell[p->first_cell[middle]];
    cell_t *top = bottom + column_height(p->rules.side, middle) - 1;
    put_stack(bottom, SOUTH, 1);
    bottom->tile = SOUTH;
    put_stack(top, NORTH, 1);
    top->tile = NORTH;
}

static bool has_stack(const position_t *p, int owner) {
    for (int i = 0; i < p->cells; i++) {
        if (p->cell[i].owner == owner) {
            return true;
        }
    }
    return false;
}

/* --- reach: §3.1, §3.3 -------------------------------------------------------------- */

/* The steps from a cell to every cell that takes at most `limit` of them, by paths in
 * three or six directions from `first` on. A path ends at the first stack it comes to. */
static void spread(const position_t *p, int from, int limit, int first, int directions,
                   int steps[MAX_CELLS]) {
    int queue[MAX_CELLS];
    int head = 0;
    int tail = 0;
    for (int i = 0; i < p->cells; i++) {
        steps[i] = UNREACHED;
    }
    steps[from] = 0;
    queue[tail++] = from;
    while (head < tail && steps[queue[head]] < limit) {
        int at = queue[head++];
        for (int d = first; d < first + directions; d++) {
            int to = p->cell[at].next[d];
            if (to == NOWHERE || steps[to] != UNREACHED) {
                continue;
            }
            steps[to] = steps[at] + 1;
            if (p->cell[to].owner == NOBODY) {
                queue[tail++] = to;
            }
        }
    }
}

static void spread_everywhere(const position_t *p, int from, int limit,
                              int steps[MAX_CELLS]) {
    spread(p, from, limit, 0, DIRECTIONS, steps);
}

static void spread_glide(const position_t *p, int from, int limit, int steps[MAX_CELLS]) {
    const cell_t *cell = &p->cell[from];
    bool odd = cell->size % 2 == 1;
    bool upward = (cell->owner == SOUTH) == odd;
    spread(p, from, limit, upward ? UPWARD : DOWNWARD, DIRECTIONS / 2, steps);
}

/* --- actions: §3, §5 ---------------------------------------------------------------- */

static char *write_number(char *to, int number) {
    if (number >= 10) {
        to = write_number(to, number / 10);
    }
    *to++ = (char)('0' + number % 10);
    return to;
}

static char *write_cell(char *to, const cell_t *cell) {
    *to++ = (char)('a' + cell->column);
    return write_number(to, cell->number);
}

static void add_move(const position_t *p, found_t *found, int from, char kind, int to) {
    if (found->list != NULL) {
        char *end = write_cell(found->list[found->count], &p->cell[from]);
        *end++ = kind;
        end = write_cell(end, &p->cell[to]);
        *end = '\0';
    }
    found->count++;
}

static void add_deploy(const position_t *p, found_t *found, int to) {
    if (found->list != NULL) {
        char *text = found->list[found->count];
        text[0] = '@';
        *write_cell(text + 1, &p->cell[to]) = '\0';
    }
    found->count++;
}

static void add_word(found_t *found, const char *word) {
    if (found->list != NULL) {
        strcpy(found->list[found->count], word);
    }
    found->count++;
}

static void add_captures(const position_t *p, found_t *found, int from, int limit) {
    int steps[MAX_CELLS];
    spread_everywhere(p, from, limit, steps);
    for (int to = 0; to < p->cells; to++) {
        if (steps[to] != UNREACHED && p->cell[to].owner == 1 - p->mover) {
            add_move(p, found, from, 'x', to);
        }
    }
}

static void add_glides(const position_t *p, found_t *found, int from, int limit) {
    int steps[MAX_CELLS];
    spread_glide(p, from, limit, steps);
    for (int to = 0; to < p->cells; to++) {
        if (steps[to] != UNREACHED && p->cell[to].owner == NOBODY) {
            add_move(p, found, from, '-', to);
        }
    }
}

static void add_all_captures(const position_t *p, found_t *found) {
    for (int from = 0; from < p->cells; from++) {
        if (p->cell[from].owner == p->mover) {
            add_captures(p, found, from, p->cell[from].size);
        }
    }
}

static void add_all_glides(const position_t *p, found_t *found) {
    for (int from = 0; from < p->cells; from++) {
        if (p->cell[from].owner == p->mover) {
            add_glides(p, found, from, p->cell[from].size);
        }
    }
}

/* §3.4 */
static bool is_beside_own_tile(const position_t *p, const cell_t *cell) {
    for (int d = 0; d < DIRECTIONS; d++) {
        int to = cell->next[d];
        if (to != NOWHERE && p->cell[to].tile == p->mover) {
            return true;
        }
    }
    return false;
}

static void add_all_deploys(const position_t *p, found_t *found) {
    for (int to = 0; to < p->cells; to++) {
        const cell_t *cell = &p->cell[to];
        bool empty = cell->tile == NOBODY && cell->owner == NOBODY;
        if (empty && is_beside_own_tile(p, cell)) {
            add_deploy(p, found, to);
        }
    }
}

/* In the middle of a turn: §3.2. */
static void find_follow_ups(const position_t *p, found_t *found) {
    add_captures(p, found, p->going_on, p->left);
    if (found->count == 0 || p->rules.recapture_optional) {
        add_glides(p, found, p->going_on, p->left);
        add_word(found, ".");
    }
}

/* At the start of a turn: §3.1, §3.3, §3.4, §9.4. */
static void find_openings(const position_t *p, found_t *found) {
    bool first = p->turns == 0 && p->mover == SOUTH;
    add_all_captures(p, found);
    if (found->count > 0 && !p->rules.capture_optional) {
        return;
    }
    if (!first || p->rules.first_turn != FIRST_DEPLOY) {
        add_all_glides(p, found);
    }
    if (!first || p->rules.first_turn != FIRST_GLIDE) {
        add_all_deploys(p, found);
    }
}

/* All actions but a pass, without checking whether the game is over. */
static int find_actions(const position_t *p, naive_action_t *list) {
    found_t found = {list, 0};
    if (p->going_on != NOWHERE) {
        find_follow_ups(p, &found);
    } else {
        find_openings(p, &found);
    }
    return found.count;
}

/* --- the end of the game: §4, in the order of §9.5 ---------------------------------- */

static naive_result_t win_of(int side) {
    return side == SOUTH ? NAIVE_SIDE0_WON : NAIVE_SIDE1_WON;
}

/* All but the loss of a stuck mover. */
static naive_result_t result_unless_stuck(const position_t *p) {
    if (!has_stack(p, p->mover)) {
        return win_of(1 - p->mover);
    }
    if (!has_stack(p, 1 - p->mover)) {
        return win_of(p->mover);
    }
    if (p->passes >= 2) {
        return NAIVE_DRAW;
    }
    return p->turns >= p->rules.max_turns ? NAIVE_CUT_OFF : NAIVE_GOES_ON;
}

static naive_result_t seesaw_result(const void *position) {
    const position_t *p = position;
    naive_result_t result = result_unless_stuck(p);
    bool undecided = result == NAIVE_GOES_ON || result == NAIVE_CUT_OFF;
    if (undecided && p->rules.stuck_loses && find_actions(p, NULL) == 0) {
        return win_of(1 - p->mover);
    }
    return result;
}

static int seesaw_actions(const void *position, naive_action_t list[NAIVE_ACTIONS]) {
    const position_t *p = position;
    if (result_unless_stuck(p) != NAIVE_GOES_ON) {
        return 0;
    }
    int count = find_actions(p, list);
    if (count == 0 && !p->rules.stuck_loses) {
        found_t found = {list, 0};
        add_word(&found, "pass");
        return found.count;
    }
    return count;
}

static int seesaw_mover(const void *position) {
    const position_t *p = position;
    return p->mover;
}

/* --- reading: §6 -------------------------------------------------------------------- */

/* Digits without leading zeros; moves the text on. */
static bool read_number(const char **text, int *number) {
    int digits = 0;
    *number = 0;
    while ((*text)[digits] >= '0' && (*text)[digits] <= '9') {
        if (digits == MAX_DIGITS) {
            return false;
        }
        *number = *number * 10 + ((*text)[digits] - '0');
        digits++;
    }
    bool leading_zero = digits > 1 && **text == '0';
    *text += digits;
    return digits > 0 && !leading_zero;
}

static bool read_char(const char **text, char expected) {
    if (**text != expected) {
        return false;
    }
    (*text)++;
    return true;
}

static bool read_side(const char **text, int *side) {
    if (read_char(text, 'S')) {
        *side = SOUTH;
        return true;
    }
    *side = NORTH;
    return read_char(text, 'N');
}

static int read_cell(const position_t *p, const char **text) {
    int column = **text - 'a';
    int number = 0;
    if (column < 0 || column >= columns(p->rules.side)) {
        return NOWHERE;
    }
    (*text)++;
    return read_number(text, &number) ? cell_named(p, column, number) : NOWHERE;
}

static bool read_stack(const char **text, cell_t *cell) {
    if (read_char(text, '-')) {
        return true;
    }
    return read_side(text, &cell->owner) && read_number(text, &cell->size) &&
           cell->size > 0;
}

static bool read_tile(const char **text, cell_t *cell) {
    return read_char(text, '-') || read_side(text, &cell->tile);
}

/* cell=stack/tile, of a cell after `*last` */
static bool read_holding(position_t *p, const char **text, int *last) {
    int at = read_cell(p, text);
    if (at == NOWHERE || at <= *last) {
        return false;
    }
    *last = at;
    cell_t *cell = &p->cell[at];
    return read_char(text, '=') && read_stack(text, cell) && read_char(text, '/') &&
           read_tile(text, cell) && (cell->owner != NOBODY || cell->tile != NOBODY);
}

/* cell:left, after the `>` */
static bool read_going_on(position_t *p, const char **text) {
    p->going_on = read_cell(p, text);
    if (p->going_on == NOWHERE || !read_char(text, ':') || !read_number(text, &p->left)) {
        return false;
    }
    const cell_t *cell = &p->cell[p->going_on];
    return cell->owner == p->mover && p->left > 0 && p->left < cell->size;
}

/* One token; tokens come in the order of their stages, and all but cells only once. */
static bool read_token(position_t *p, const char **text, int *stage, int *last) {
    enum { CELLS, GOING_ON, PASSED, COUNTER };
    if (*stage < GOING_ON && read_char(text, '>')) {
        *stage = GOING_ON;
        return read_going_on(p, text);
    }
    if (*stage < PASSED && read_char(text, 'p')) {
        *stage = PASSED;
        return read_number(text, &p->passes) && (p->passes == 1 || p->passes == 2);
    }
    if (*stage < COUNTER && read_char(text, 't')) {
        *stage = COUNTER;
        return read_number(text, &p->turns);
    }
    return *stage == CELLS && read_holding(p, text, last);
}

static bool read_position(position_t *p, const char *text) {
    int stage = 0;
    int last = NOWHERE;
    if (!read_side(&text, &p->mover)) {
        return false;
    }
    while (*text != '\0') {
        if (!read_char(&text, ' ') || !read_token(p, &text, &stage, &last)) {
            return false;
        }
    }
    return true;
}

/* --- variants: §7 ------------------------------------------------------------------- */

static void read_rules(const char *variant, rules_t *rules) {
    rules->side = naive_number(variant, "size", 4);
    rules->stuck_loses = naive_is(variant, "stuck", "loss");
    rules->recapture_optional = naive_is(variant, "recapture", "optional");
    rules->capture_optional = naive_is(variant, "capture", "optional");
    rules->first_turn = naive_is(variant, "first_turn", "deploy")  ? FIRST_DEPLOY
                        : naive_is(variant, "first_turn", "glide") ? FIRST_GLIDE
                                                                   : FIRST_ANY;
    rules->max_turns = naive_number(variant, "max_turns", 1000);
}

/* --- a turn ------------------------------------------------------------------------- */

/* §3.5 */
static void promote(const position_t *p, cell_t *cell) {
    bool odd = cell->size % 2 == 1;
    int due_on = odd ? 1 - p->mover : p->mover;
    if (cell->tile == due_on) {
        cell->size++;
    }
}

static void hand_over(position_t *p, int passes) {
    p->passes = passes;
    p->going_on = NOWHERE;
    p->left = 0;
    p->mover = 1 - p->mover;
    p->turns++;
}

static void end_move(position_t *p, int at) {
    promote(p, &p->cell[at]);
    hand_over(p, 0);
}

static void move_stack(position_t *p, int from, int to) {
    put_stack(&p->cell[to], p->cell[from].owner, p->cell[from].size);
    put_stack(&p->cell[from], NOBODY, 0);
}

static void glide(position_t *p, int from, int to) {
    move_stack(p, from, to);
    end_move(p, to);
}

/* §3.1, §3.2, §9.6 */
static void capture(position_t *p, int from, int to) {
    int steps[MAX_CELLS];
    int limit = p->going_on != NOWHERE ? p->left : p->cell[from].size;
    spread_everywhere(p, from, limit, steps);
    if (steps[to] == UNREACHED) {
        return;
    }
    move_stack(p, from, to);
    p->going_on = to;
    p->left = limit - steps[to];
    if (p->left == 0 || !has_stack(p, 1 - p->mover)) {
        end_move(p, to);
    }
}

static void deploy(position_t *p, int to) {
    p->cell[to].tile = p->mover;
    put_stack(&p->cell[to], p->mover, 1);
    hand_over(p, 0);
}

static void apply_move(position_t *p, const char *action) {
    int from = read_cell(p, &action);
    if (from == NOWHERE || (*action != 'x' && *action != '-')) {
        return;
    }
    char kind = *action++;
    int to = read_cell(p, &action);
    if (to == NOWHERE || *action != '\0') {
        return;
    }
    if (kind == 'x') {
        capture(p, from, to);
    } else {
        glide(p, from, to);
    }
}

static void seesaw_apply(void *position, const char *action) {
    position_t *p = position;
    if (strcmp(action, "pass") == 0) {
        hand_over(p, p->passes + 1);
    } else if (strcmp(action, ".") == 0) {
        if (p->going_on != NOWHERE) {
            end_move(p, p->going_on);
        }
    } else if (read_char(&action, '@')) {
        int to = read_cell(p, &action);
        if (to != NOWHERE && *action == '\0') {
            deploy(p, to);
        }
    } else {
        apply_move(p, action);
    }
}

/* --- positions ---------------------------------------------------------------------- */

static void *seesaw_parse(const char *variant, const char *text) {
    position_t *p = malloc(sizeof *p);
    if (p == NULL) {
        return NULL;
    }
    read_rules(variant, &p->rules);
    set_up_empty(p);
    if (text == NULL) {
        set_up_start(p);
    } else if (!read_position(p, text)) {
        free(p);
        return NULL;
    }
    return p;
}

static char side_letter(int side) {
    return side == SOUTH ? 'S' : 'N';
}

static char *write_holding(char *to, const cell_t *cell) {
    *to++ = ' ';
    to = write_cell(to, cell);
    *to++ = '=';
    if (cell->owner == NOBODY) {
        *to++ = '-';
    } else {
        *to++ = side_letter(cell->owner);
        to = write_number(to, cell->size);
    }
    *to++ = '/';
    *to++ = cell->tile == NOBODY ? '-' : side_letter(cell->tile);
    return to;
}

static char *write_going_on(char *to, const position_t *p) {
    *to++ = ' ';
    *to++ = '>';
    to = write_cell(to, &p->cell[p->going_on]);
    *to++ = ':';
    return write_number(to, p->left);
}

static void seesaw_print(const void *position, char text[NAIVE_TEXT]) {
    const position_t *p = position;
    char *to = text;
    *to++ = side_letter(p->mover);
    for (int i = 0; i < p->cells; i++) {
        if (p->cell[i].owner != NOBODY || p->cell[i].tile != NOBODY) {
            to = write_holding(to, &p->cell[i]);
        }
    }
    if (p->going_on != NOWHERE) {
        to = write_going_on(to, p);
    }
    if (p->passes > 0) {
        memcpy(to, " p", 2);
        to = write_number(to + 2, p->passes);
    }
    if (p->turns > 0) {
        memcpy(to, " t", 2);
        to = write_number(to + 2, p->turns);
    }
    *to = '\0';
}

const naive_game_t naive_seesaw = {
    .name = "seesaw",
    .bytes = sizeof(position_t),
    .parse = seesaw_parse,
    .print = seesaw_print,
    .actions = seesaw_actions,
    .apply = seesaw_apply,
    .mover = seesaw_mover,
    .result = seesaw_result,
};
