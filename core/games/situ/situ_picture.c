#include "core/game/picture_row.h"
#include "core/games/situ/situ_position.h"

/* A node's face: M, W a stone; # removed; m, w empty and controlled by that side; a dot
 * or a name empty and free. A stone that the opponent controls is followed by a !. */
enum { PICTURE_CELL = 4 /* characters a node: even, for half a node's shift */ };

/* The side that controls a node with this balance, or NOBODY. */
static int controller(int balance, int surplus) {
    return balance >= surplus ? 0 : balance <= -surplus ? 1 : NOBODY;
}

/* Removable stones are marked, which shows that they are controlled. */
static void draw_cell(const situ_geometry_t *geometry, int cell, int holds, int control,
                      const picture_form_t *form, int column, picture_row_t *row) {
    static const char *const stone_colours[] = {"\033[1;31m", "\033[1;37m"};
    static const char *const control_colours[] = {"\033[31m", "\033[37m", "\033[2m"};
    char face[8];
    text_t out = text_into(face, sizeof face);
    uint8_t mark = picture_mark(form, cell);
    const char *paint = "";
    bool is_named = false;
    if (holds < NOBODY) {
        bool controlled = control == 1 - holds && mark != MARK_TARGET;
        text_add(&out, "%c%s", "MW"[holds], controlled ? "!" : "");
        paint = stone_colours[holds];
    } else if (holds == SITU_REMOVED) {
        text_add_char(&out, '#');
    } else {
        is_named = form->marks ? mark == MARK_TARGET && control == NOBODY : form->colour;
        paint = control_colours[control];
        if (is_named)
            situ_write_cell(geometry, cell, &out);
        else
            text_add_char(&out, "mw."[control]);
    }
    if (form->marks && is_named) {
        mark = 0;
        paint = "";
    }
    picture_row_put_cell(row, column, mark, face, form->colour ? paint : NULL);
}

/* A row's indent, in half nodes, relative to the row that reaches furthest left. */
static int indent(const situ_geometry_t *geometry, int row) {
    if (geometry->grid != SITU_HEX)
        return 0;
    int longest = geometry->order - 1;
    return row < longest ? longest - row : row - longest;
}

/* Characters before the first node of a row that begins at the left edge. During play the
 * widest board omits them, to fit 60 columns. */
static int margin(const situ_geometry_t *geometry, const picture_form_t *form) {
    enum { WIDEST = 15 /* nodes in a row */ };
    bool is_widest = geometry->grid == SITU_HEX && 2 * geometry->order + 1 == WIDEST;
    return form->marks && is_widest ? 2 : 4;
}

static void draw_row(const situ_board_t *board, const situ_position_t *position,
                     const int8_t *balances, int row, const picture_form_t *form,
                     text_t *out) {
    const situ_geometry_t *geometry = &board->geometry;
    picture_row_t line = {.out = out};
    char label[16];
    bool is_close = margin(geometry, form) == 2;
    snprintf(label, sizeof label, is_close ? "%-2d" : "%2d", row + 1);
    picture_row_put(&line, 0, label, NULL);
    for (int place = 0; place < geometry->row_length[row]; place++) {
        int cell = geometry->row_first[row] + place;
        int control = controller(balances[cell], (int)board->variant.surplus);
        int column = margin(geometry, form) + PICTURE_CELL / 2 * indent(geometry, row) +
                     PICTURE_CELL * place;
        draw_cell(geometry, cell, position->holds[cell], control, form, column, &line);
    }
    picture_row_end(&line);
}

void situ_picture(const game_t *game, const void *state, const picture_form_t *form,
                  text_t *out) {
    static const char *const to_do[SITU_PHASES] = {
        "may remove a node", "may remove another node", "places the first stone",
        "to move", "to make the second move"};
    const situ_board_t *board = situ_board(game);
    const situ_geometry_t *geometry = &board->geometry;
    situ_position_t position;
    int8_t balances[SITU_MAX_CELLS];
    board->load(game, state, &position);
    situ_find_balances(geometry, &position, balances);
    for (int row = geometry->rows - 1; row >= 0; row--)
        draw_row(board, &position, balances, row, form, out);
    text_add(out, "%*s",
             PICTURE_CELL / 2 * indent(geometry, 0) + margin(geometry, form) -
                 (PICTURE_CELL - 1),
             "");
    for (int place = 0; place < geometry->row_length[0]; place++)
        text_add(out, "%*c", PICTURE_CELL, 'a' + place);
    text_add(out, "\n%s %s%s\n", game->class->side_names[position.side],
             position.ending == REASON_NONE ? to_do[position.phase]
                                            : "has no move and has lost",
             form->marks ? " (m, w controlled; # removed)" : "");
}
