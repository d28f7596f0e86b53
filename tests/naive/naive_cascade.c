/* naive_cascade.c - Cascade, the slow and obvious way.
 *
 * The board is a plain array of colours by column and row; a move puts its stone and then
 * fills wave by wave, each wave looking at every cell of the board.
 * Source: core/games/cascade/RULES.md alone; its sections are named below.
 */
#include "tests/naive/naive.h"
#include "tests/naive/naive_text.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SIZE = 11 };

/* A cell holds a colour's letter, or EMPTY. */
enum { EMPTY = 0 };

static const char COLOURS[] = "wbr";

typedef struct {
    char at[MAX_SIZE][MAX_SIZE]; /* [column][row], both from 0; row 0 is the top row */
} board_t;

typedef struct {
    int size;
    bool both; /* direction=both: filling goes upwards too */
    int mover;
    board_t board;
} position_t;

typedef struct {
    int column, row;
} cell_t;

/* ---- Reading: RULES.md §1.1 ------------------------------------------------------- */

static bool is_colour(char c) {
    return c != EMPTY && strchr(COLOURS, c) != NULL;
}

/* Reads 1..99 without a leading zero; *text moves past it. 0: no such number. */
static int read_number(const char **text) {
    const char *s = *text;
    if (*s < '1' || *s > '9') {
        return 0;
    }
    int number = *s++ - '0';
    if (*s >= '0' && *s <= '9') {
        number = number * 10 + (*s++ - '0');
    }
    *text = s;
    return number;
}

/* Reads a cell of a board of this size; *text moves past it. */
static bool read_cell(const char **text, int size, cell_t *cell) {
    const char *s = *text;
    cell->column = *s - 'a';
    if (cell->column < 0 || cell->column >= size) {
        return false;
    }
    s++;
    cell->row = read_number(&s) - 1;
    *text = s;
    return cell->row >= 0 && cell->row < size;
}

static bool at_token_end(const char *s) {
    return *s == ' ' || *s == '\0';
}

static const char *skip_spaces(const char *s) {
    while (*s == ' ') {
        s++;
    }
    return s;
}

/* If s begins with the prefix, moves *s past it. */
static bool read_word(const char **s, const char *prefix) {
    size_t length = strlen(prefix);
    if (strncmp(*s, prefix, length) != 0) {
        return false;
    }
    *s += length;
    return true;
}

/* ---- Parsing: §5, §6 -------------------------------------------------------------- */

/* Reads one cell=colour and places the stone; false also if the cell is occupied. */
static bool read_stone(position_t *p, const char **s) {
    cell_t cell;
    if (!read_cell(s, p->size, &cell) || !read_word(s, "=") || !is_colour(**s)) {
        return false;
    }
    if (p->board.at[cell.column][cell.row] != EMPTY) {
        return false;
    }
    p->board.at[cell.column][cell.row] = *(*s)++;
    return true;
}

/* Reads a position text into an empty board; the stones may come in any order. */
static bool read_text(position_t *p, const char *text) {
    const char *s = text;
    if (*s != '1' && *s != '2') {
        return false;
    }
    p->mover = *s++ - '1';
    while (at_token_end(s)) {
        s = skip_spaces(s);
        if (*s == '\0') {
            return true;
        }
        if (!read_stone(p, &s)) {
            return false;
        }
    }
    return false;
}

static void *cascade_parse(const char *variant, const char *text) {
    position_t *p = calloc(1, sizeof *p);
    if (p == NULL) {
        return NULL;
    }
    p->size = naive_number(variant, "size", 8);
    p->both = naive_is(variant, "direction", "both");
    if (text != NULL && !read_text(p, text)) {
        free(p);
        return NULL;
    }
    return p;
}

static char *write_cell(char *s, int column, int row) {
    int number = row + 1;
    *s++ = (char)('a' + column);
    if (number >= 10) {
        *s++ = (char)('0' + number / 10);
    }
    *s++ = (char)('0' + number % 10);
    return s;
}

static void cascade_print(const void *position, char text[NAIVE_TEXT]) {
    const position_t *p = position;
    char *s = text;
    *s++ = (char)('1' + p->mover);
    for (int column = 0; column < p->size; column++) {
        for (int row = 0; row < p->size; row++) {
            if (p->board.at[column][row] != EMPTY) {
                *s++ = ' ';
                s = write_cell(s, column, row);
                *s++ = '=';
                *s++ = p->board.at[column][row];
            }
        }
    }
    *s = '\0';
}

static void write_action(char *s, char colour, int column, int row) {
    *s++ = colour;
    *s++ = ':';
    s = write_cell(s, column, row);
    *s = '\0';
}

/* ---- Play: §2 --------------------------------------------------------------------- */

/* A full board has no empty cell, so a finished game has no actions. */
static int cascade_actions(const void *position, naive_action_t list[NAIVE_ACTIONS]) {
    const position_t *p = position;
    int count = 0;
    for (int column = 0; column < p->size; column++) {
        for (int row = 0; row < p->size; row++) {
            if (p->board.at[column][row] == EMPTY) {
                for (const char *colour = COLOURS; *colour != '\0'; colour++) {
                    write_action(list[count++], *colour, column, row);
                }
            }
        }
    }
    return count;
}

/* The colour on a cell; EMPTY also if there is no such cell. */
static char colour_at(const position_t *p, int column, int row) {
    if (column < 0 || row < 0 || column >= p->size || row >= p->size) {
        return EMPTY;
    }
    return p->board.at[column][row];
}

/* §2.2: the colour with which two cells fill the cell between them: EMPTY unless both are
 * filled. */
static char filling(char one, char other) {
    if (one == EMPTY || other == EMPTY) {
        return EMPTY;
    }
    if (one == other) {
        return one;
    }
    return (char)('w' + 'b' + 'r' - one - other);
}

/* §1.2, §2.3: the colour that an empty cell is due to take in this wave, or EMPTY. */
static char due(const position_t *p, int column, int row) {
    char colour = filling(colour_at(p, column, row - 1), colour_at(p, column - 1, row));
    if (colour == EMPTY && p->both) {
        colour = filling(colour_at(p, column, row + 1), colour_at(p, column + 1, row));
    }
    return colour;
}

/* §2.4, one wave: fills all cells that are due on the board as it stands. False: there
 * are none. */
static bool fill_wave(position_t *p) {
    board_t next = p->board;
    bool changed = false;
    for (int column = 0; column < p->size; column++) {
        for (int row = 0; row < p->size; row++) {
            if (p->board.at[column][row] == EMPTY) {
                next.at[column][row] = due(p, column, row);
                changed = changed || next.at[column][row] != EMPTY;
            }
        }
    }
    p->board = next;
    return changed;
}

/* An illegal action changes nothing. */
static void cascade_apply(void *position, const char *action) {
    position_t *p = position;
    const char *s = action;
    char colour = *s;
    cell_t cell;
    if (!is_colour(colour)) {
        return;
    }
    s++;
    if (!read_word(&s, ":") || !read_cell(&s, p->size, &cell) || *s != '\0' ||
        p->board.at[cell.column][cell.row] != EMPTY) {
        return;
    }
    p->board.at[cell.column][cell.row] = colour;
    while (fill_wave(p)) {
    }
    p->mover = 1 - p->mover;
}

static int cascade_mover(const void *position) {
    const position_t *p = position;
    return p->mover;
}

static int count_cells(const position_t *p, char colour) {
    int count = 0;
    for (int column = 0; column < p->size; column++) {
        for (int row = 0; row < p->size; row++) {
            count += p->board.at[column][row] == colour;
        }
    }
    return count;
}

/* §3 */
static naive_result_t cascade_result(const void *position) {
    const position_t *p = position;
    if (count_cells(p, EMPTY) > 0) {
        return NAIVE_GOES_ON;
    }
    int white = count_cells(p, 'w');
    int black = count_cells(p, 'b');
    if (white == black) {
        return NAIVE_DRAW;
    }
    return white > black ? NAIVE_SIDE0_WON : NAIVE_SIDE1_WON;
}

const naive_game_t naive_cascade = {
    .name = "cascade",
    .bytes = sizeof(position_t),
    .parse = cascade_parse,
    .print = cascade_print,
    .actions = cascade_actions,
    .apply = cascade_apply,
    .mover = cascade_mover,
    .result = cascade_result,
};
