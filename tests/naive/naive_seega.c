/* naive_seega.c - Seega the slow and obvious way.
 *
 * Source: core/games/seega/RULES.md alone; its sections are named below. What §9.3 and
 * §9.6 say cannot happen is not checked.
 */
#include "tests/naive/naive.h"
#include "tests/naive/naive_text.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SIZE = 9, MAX_CELLS = MAX_SIZE * MAX_SIZE, MAX_LIMIT = 1000000, TOKEN = 32 };
enum { RED, BLUE, EMPTY };
enum { NO_CELL = -1 };

typedef enum { BLOCKED_REMOVE, BLOCKED_PASS, BLOCKED_LOSS } blocked_t;

typedef struct {
    int size;
    bool fixed_opening;
    bool safe_centre;
    blocked_t blocked;
    int end_at;
    int no_capture_limit;
} rules_t;

typedef struct {
    rules_t rules;
    int cells[MAX_CELLS]; /* RED, BLUE or EMPTY; index: column * size + row */
    int mover;
    bool placing;
    int placed;   /* placements already made in this turn */
    int chain;    /* the piece that may go on, or NO_CELL */
    bool removed; /* the blocked mover has removed a piece and must move */
    int quiet;    /* turns in a row without a capture or a removal */
} seega_t;

/* ---- the board: RULES.md §1 ---- */

static int cell_count(const rules_t *rules) {
    return rules->size * rules->size;
}

static int centre_of(const rules_t *rules) {
    return cell_count(rules) / 2;
}

/* The cell one step from `cell` in direction 0 to 3, or NO_CELL off the board. */
static int neighbour(const rules_t *rules, int cell, int direction) {
    static const int column_step[4] = {-1, 1, 0, 0};
    static const int row_step[4] = {0, 0, -1, 1};
    int column = cell / rules->size + column_step[direction];
    int row = cell % rules->size + row_step[direction];
    if (column < 0 || column >= rules->size || row < 0 || row >= rules->size)
        return NO_CELL;
    return column * rules->size + row;
}

static int count_of(const seega_t *p, int side) {
    int count = 0;
    for (int cell = 0; cell < cell_count(&p->rules); cell++)
        count += p->cells[cell] == side;
    return count;
}

static bool has_next_to(const seega_t *p, int cell, int what) {
    for (int direction = 0; direction < 4; direction++) {
        int next = neighbour(&p->rules, cell, direction);
        if (next != NO_CELL && p->cells[next] == what)
            return true;
    }
    return false;
}

static bool can_move(const seega_t *p, int side) {
    for (int cell = 0; cell < cell_count(&p->rules); cell++)
        if (p->cells[cell] == side && has_next_to(p, cell, EMPTY))
            return true;
    return false;
}

/* The mover, at the start of its turn, has no piece that can move. */
static bool is_blocked(const seega_t *p) {
    bool turn_start = !p->placing && p->chain == NO_CELL && !p->removed;
    return turn_start && !can_move(p, p->mover);
}

/* §4.1 */
static bool is_beaten(const seega_t *p, int side) {
    return !p->placing && count_of(p, side) <= p->rules.end_at;
}

/* ---- placing: §2 ---- */

/* The cell opposite to `cell` through the centre. */
static int opposite(const rules_t *rules, int cell) {
    return cell_count(rules) - 1 - cell;
}

/* The centre square of an outermost row or column. */
static bool is_outer_centre(const rules_t *rules, int cell) {
    int middle = rules->size / 2, last = rules->size - 1;
    int column = cell / rules->size, row = cell % rules->size;
    return (column == middle && (row == 0 || row == last)) ||
           (row == middle && (column == 0 || column == last));
}

static bool can_place(const seega_t *p, int cell, int own_pieces) {
    if (p->cells[cell] != EMPTY || cell == centre_of(&p->rules))
        return false;
    if (!p->rules.fixed_opening || own_pieces >= 2)
        return true;
    if (!is_outer_centre(&p->rules, cell))
        return false;
    return own_pieces == 0 || p->cells[opposite(&p->rules, cell)] == p->mover;
}

/* ---- texts of cells and numbers ---- */

static char *put_cell(char *out, const rules_t *rules, int cell) {
    *out++ = (char)('a' + cell / rules->size);
    *out++ = (char)('1' + cell % rules->size);
    return out;
}

static char *put_text(char *out, const char *text) {
    size_t length = strlen(text);
    memcpy(out, text, length + 1);
    return out + length;
}

static char *put_number(char *out, int number) {
    if (number >= 10)
        out = put_number(out, number / 10);
    *out++ = (char)('0' + number % 10);
    return out;
}

/* The cell that the first two characters name, or NO_CELL. */
static int read_cell(const rules_t *rules, const char *text) {
    if (text[0] < 'a' || text[0] >= 'a' + rules->size)
        return NO_CELL;
    if (text[1] < '1' || text[1] >= '1' + rules->size)
        return NO_CELL;
    return (text[0] - 'a') * rules->size + (text[1] - '1');
}

/* The number that is the whole text: digits, at most MAX_LIMIT; else -1. */
static int read_number(const char *text) {
    int number = 0;
    if (*text == '\0' || (text[0] == '0' && text[1] != '\0'))
        return -1;
    for (; *text != '\0'; text++) {
        if (*text < '0' || *text > '9')
            return -1;
        number = number * 10 + (*text - '0');
        if (number > MAX_LIMIT)
            return -1;
    }
    return number;
}

/* The next token between spaces; empty at the end of the text; false: too long. */
static bool next_token(const char **cursor, char token[TOKEN]) {
    size_t length;
    while (**cursor == ' ')
        (*cursor)++;
    length = strcspn(*cursor, " ");
    if (length >= TOKEN)
        return false;
    memcpy(token, *cursor, length);
    token[length] = '\0';
    *cursor += length;
    return true;
}

/* ---- the variant: §6 ---- */

/* The index of `word` among `count` words, or -1. */
static int index_of(const char *word, const char *const words[], int count) {
    for (int i = 0; i < count; i++)
        if (strcmp(word, words[i]) == 0)
            return i;
    return -1;
}

static void read_variant(rules_t *rules, const char *variant) {
    rules->size = naive_number(variant, "size", 5);
    rules->fixed_opening = !naive_is(variant, "opening", "free");
    rules->safe_centre = !naive_is(variant, "safe_centre", "false");
    rules->blocked = naive_is(variant, "blocked", "pass")   ? BLOCKED_PASS
                     : naive_is(variant, "blocked", "loss") ? BLOCKED_LOSS
                                                            : BLOCKED_REMOVE;
    rules->end_at = naive_number(variant, "end_at", 1);
    rules->no_capture_limit = naive_number(variant, "no_capture_limit", 50);
}

/* ---- reading a position: §7 ---- */

static void set_start(seega_t *p) {
    for (int cell = 0; cell < MAX_CELLS; cell++)
        p->cells[cell] = EMPTY;
    p->mover = RED;
    p->placing = true;
    p->placed = 0;
    p->chain = NO_CELL;
    p->removed = false;
    p->quiet = 0;
}

static bool read_mover(seega_t *p, const char *token) {
    p->mover = token[0] == 'R' ? RED : BLUE;
    return strcmp(token, "R") == 0 || strcmp(token, "B") == 0;
}

static bool read_phase(seega_t *p, const char *token) {
    static const char *const phases[] = {"place0", "place1", "move"};
    int phase = index_of(token, phases, 3);
    p->placing = phase == 0 || phase == 1;
    p->placed = phase == 1;
    if (phase >= 0)
        return true;
    if (strncmp(token, "move>", 5) != 0 || strlen(token) != 7)
        return false;
    p->chain = read_cell(&p->rules, token + 5);
    return p->chain != NO_CELL;
}

static bool read_quiet(seega_t *p, const char *token) {
    if (token[0] != 'q')
        return false;
    p->quiet = read_number(token + 1);
    return p->quiet >= 0;
}

/* A token `cell=R` or `cell=B`. */
static bool read_piece(seega_t *p, const char *token) {
    int cell;
    if (strlen(token) != 4 || token[2] != '=' || (token[3] != 'R' && token[3] != 'B'))
        return false;
    cell = read_cell(&p->rules, token);
    if (cell == NO_CELL || p->cells[cell] != EMPTY)
        return false;
    p->cells[cell] = token[3] == 'R' ? RED : BLUE;
    return true;
}

/* All that follows `q`: the pieces, then perhaps `r`. */
static bool read_pieces(seega_t *p, const char *text) {
    char token[TOKEN];
    while (next_token(&text, token)) {
        if (token[0] == '\0')
            return true;
        if (p->removed)
            return false; /* something after the r */
        if (strcmp(token, "r") == 0)
            p->removed = true;
        else if (!read_piece(p, token))
            return false;
    }
    return false;
}

/* The fixed opening: the pieces could be the first placements of a side. */
static bool opening_fits(const seega_t *p, int side, int count) {
    int outer = 0, pairs = 0;
    for (int cell = 0; cell < cell_count(&p->rules); cell++)
        if (p->cells[cell] == side && is_outer_centre(&p->rules, cell)) {
            outer++;
            pairs += p->cells[opposite(&p->rules, cell)] == side;
        }
    if (count < 2)
        return outer == count;
    return outer == 2 && pairs == 2;
}

static bool placing_fits(const seega_t *p) {
    int red = count_of(p, RED), blue = count_of(p, BLUE);
    int own = p->mover == RED ? red : blue;
    /* by how much Red's pieces outnumber Blue's */
    int ahead = p->mover == RED ? p->placed : 2 - p->placed;
    if (p->cells[centre_of(&p->rules)] != EMPTY || p->removed || p->quiet != 0)
        return false;
    if (red - blue != ahead || own % 2 != p->placed)
        return false;
    if (red + blue == cell_count(&p->rules) - 1)
        return false; /* all placed: the phase would be `move` */
    return !p->rules.fixed_opening ||
           (opening_fits(p, RED, red) && opening_fits(p, BLUE, blue));
}

static bool moving_fits(const seega_t *p) {
    int most = (cell_count(&p->rules) - 1) / 2;
    if (count_of(p, RED) > most || count_of(p, BLUE) > most)
        return false;
    if (p->quiet > p->rules.no_capture_limit || (is_beaten(p, RED) && is_beaten(p, BLUE)))
        return false;
    if (p->chain == NO_CELL && !p->removed)
        return true;
    /* the middle of a turn, after a capture or a removal */
    if (p->quiet != 0 || is_beaten(p, RED) || is_beaten(p, BLUE))
        return false;
    if (p->chain != NO_CELL)
        return !p->removed && p->cells[p->chain] == p->mover;
    return p->rules.blocked == BLOCKED_REMOVE && can_move(p, p->mover);
}

static bool read_position(seega_t *p, const char *text) {
    char token[TOKEN];
    if (!next_token(&text, token) || !read_mover(p, token))
        return false;
    if (!next_token(&text, token) || !read_phase(p, token))
        return false;
    if (!next_token(&text, token) || !read_quiet(p, token))
        return false;
    if (!read_pieces(p, text))
        return false;
    return p->placing ? placing_fits(p) : moving_fits(p);
}

static void *seega_parse(const char *variant, const char *text) {
    seega_t *p = calloc(1, sizeof *p);
    if (p == NULL)
        return NULL;
    read_variant(&p->rules, variant);
    set_start(p);
    if (text == NULL || read_position(p, text))
        return p;
    free(p);
    return NULL;
}

/* ---- writing a position: §7 ---- */

static char *put_phase(char *out, const seega_t *p) {
    if (p->placing)
        return put_text(out, p->placed == 0 ? "place0" : "place1");
    if (p->chain == NO_CELL)
        return put_text(out, "move");
    return put_cell(put_text(out, "move>"), &p->rules, p->chain);
}

static void seega_print(const void *position, char text[NAIVE_TEXT]) {
    const seega_t *p = position;
    char *out = put_text(text, p->mover == RED ? "R " : "B ");
    out = put_phase(out, p);
    out = put_number(put_text(out, " q"), p->quiet);
    for (int cell = 0; cell < cell_count(&p->rules); cell++)
        if (p->cells[cell] != EMPTY) {
            out = put_cell(put_text(out, " "), &p->rules, cell);
            out = put_text(out, p->cells[cell] == RED ? "=R" : "=B");
        }
    put_text(out, p->removed ? " r" : "");
}

/* ---- actions: §5 ---- */

static void put_action(naive_action_t text, const rules_t *rules, char mark, int cell) {
    *text++ = mark;
    *put_cell(text, rules, cell) = '\0';
}

static int list_placements(const seega_t *p, naive_action_t list[]) {
    int n = 0, own = count_of(p, p->mover);
    for (int cell = 0; cell < cell_count(&p->rules); cell++)
        if (can_place(p, cell, own))
            put_action(list[n++], &p->rules, '@', cell);
    return n;
}

/* The moves of the piece on `from`, appended to the n actions of the list. */
static int list_moves_of(const seega_t *p, int from, naive_action_t list[], int n) {
    for (int direction = 0; direction < 4; direction++) {
        int to = neighbour(&p->rules, from, direction);
        if (to != NO_CELL && p->cells[to] == EMPTY) {
            char *out = put_cell(list[n++], &p->rules, from);
            *out++ = '-';
            *put_cell(out, &p->rules, to) = '\0';
        }
    }
    return n;
}

static int list_moves(const seega_t *p, naive_action_t list[]) {
    int n = 0;
    for (int cell = 0; cell < cell_count(&p->rules); cell++)
        if (p->cells[cell] == p->mover)
            n = list_moves_of(p, cell, list, n);
    return n;
}

/* §3.3: no piece of the mover can move, so a removal lets one move if it stood next to
 * it. */
static int list_removals(const seega_t *p, naive_action_t list[]) {
    int n = 0;
    for (int cell = 0; cell < cell_count(&p->rules); cell++)
        if (p->cells[cell] == 1 - p->mover && has_next_to(p, cell, p->mover))
            put_action(list[n++], &p->rules, 'x', cell);
    return n;
}

static naive_result_t won_by(int side) {
    return side == RED ? NAIVE_SIDE0_WON : NAIVE_SIDE1_WON;
}

/* §4, in the order of §9.5. */
static naive_result_t seega_result(const void *position) {
    const seega_t *p = position;
    if (is_beaten(p, RED))
        return won_by(BLUE);
    if (is_beaten(p, BLUE))
        return won_by(RED);
    if (p->quiet >= p->rules.no_capture_limit)
        return NAIVE_DRAW;
    if (p->rules.blocked == BLOCKED_LOSS && is_blocked(p))
        return won_by(1 - p->mover);
    return NAIVE_GOES_ON;
}

static int seega_actions(const void *position, naive_action_t list[NAIVE_ACTIONS]) {
    const seega_t *p = position;
    int n;
    if (seega_result(p) != NAIVE_GOES_ON)
        return 0;
    if (p->placing)
        return list_placements(p, list);
    if (p->chain != NO_CELL) {
        n = list_moves_of(p, p->chain, list, 0);
        strcpy(list[n], ".");
        return n + 1;
    }
    n = list_moves(p, list);
    if (n > 0)
        return n;
    if (p->rules.blocked == BLOCKED_REMOVE)
        return list_removals(p, list);
    strcpy(list[0], "."); /* a pass */
    return 1;
}

/* ---- playing an action ---- */

static void end_turn(seega_t *p, bool progress) {
    p->quiet = progress ? 0 : p->quiet + 1;
    p->chain = NO_CELL;
    p->removed = false;
    p->mover = 1 - p->mover;
}

static void play_placement(seega_t *p, int cell) {
    p->cells[cell] = p->mover;
    p->placed++;
    if (p->placed < 2)
        return;
    p->placed = 0;
    p->mover = 1 - p->mover;
    p->placing = count_of(p, EMPTY) > 1; /* only the centre is left */
}

/* §3.1: removes what the piece that moved to `to` captures; returns how many. */
static int capture_around(seega_t *p, int to) {
    int captured = 0;
    for (int direction = 0; direction < 4; direction++) {
        int enemy = neighbour(&p->rules, to, direction), behind;
        if (enemy == NO_CELL || p->cells[enemy] != 1 - p->mover)
            continue;
        if (p->rules.safe_centre && enemy == centre_of(&p->rules))
            continue;
        behind = neighbour(&p->rules, enemy, direction);
        if (behind == NO_CELL || p->cells[behind] != p->mover)
            continue;
        p->cells[enemy] = EMPTY;
        captured++;
    }
    return captured;
}

/* §3, §3.2, §9.4 */
static void play_move(seega_t *p, int from, int to) {
    bool earlier = p->removed || p->chain != NO_CELL; /* progress earlier in this turn */
    bool captured;
    p->cells[from] = EMPTY;
    p->cells[to] = p->mover;
    captured = capture_around(p, to) > 0;
    if (!captured || is_beaten(p, 1 - p->mover)) {
        end_turn(p, earlier || captured);
        return;
    }
    p->quiet = 0;
    p->removed = false;
    p->chain = to;
}

static void play_removal(seega_t *p, int cell) {
    p->cells[cell] = EMPTY;
    p->quiet = 0;
    if (is_beaten(p, 1 - p->mover))
        end_turn(p, true);
    else
        p->removed = true;
}

static void seega_apply(void *position, const char *action) {
    seega_t *p = position;
    if (action[0] == '.')
        end_turn(p, p->chain != NO_CELL);
    else if (action[0] == '@')
        play_placement(p, read_cell(&p->rules, action + 1));
    else if (action[0] == 'x')
        play_removal(p, read_cell(&p->rules, action + 1));
    else
        play_move(p, read_cell(&p->rules, action), read_cell(&p->rules, action + 3));
}

static int seega_mover(const void *position) {
    const seega_t *p = position;
    return p->mover;
}

const naive_game_t naive_seega = {
    .name = "seega",
    .bytes = sizeof(seega_t),
    .parse = seega_parse,
    .print = seega_print,
    .actions = seega_actions,
    .apply = seega_apply,
    .mover = seega_mover,
    .result = seega_result,
};
