#include "core/games/situ/situ_position.h"

/* A node's face: M, W a stone, # removed, m, w empty and controlled by that side, a dot
 * empty and free; a stone that the opponent controls has a ! behind it. */
enum { PICTURE_CELL = 4 /* characters a node: even, for half a node's shift */ };

/* The side that controls a node of some balance, or NOBODY. */
static int controller(int balance, int surplus) {
    return balance >= surplus ? 0 : balance <= -surplus ? 1 : NOBODY;
}

/* Returns the width in characters. */
static int draw_cell(const situ_geometry_t *geometry, int cell, int holds, int control,
                     bool colour, text_t *out) {
    static const char *const stone_colours[] = {"\033[1;31m", "\033[1;37m"};
    static const char *const control_colours[] = {"\033[31m", "\033[37m", "\033[2m"};
    char face[8];
    text_t out_face = text_into(face, sizeof face);
    const char *paint = "";
    if (holds < NOBODY) {
        text_add(&out_face, "%c%s", "MW"[holds], control == 1 - holds ? "!" : "");
        paint = stone_colours[holds];
    } else if (holds == SITU_REMOVED) {
        text_add_char(&out_face, '#');
    } else if (colour) {
        situ_write_cell(geometry, cell, &out_face);
        paint = control_colours[control];
    } else {
        text_add_char(&out_face, "mw."[control]);
    }
    text_add(out, "%s%s%s", colour ? paint : "", face, colour ? "\033[0m" : "");
    return (int)out_face.used;
}

/* Half nodes by which a row stands to the right of the one that reaches furthest left. */
static int indent(const situ_geometry_t *geometry, int row) {
    if (geometry->grid != SITU_HEX)
        return 0;
    int longest = geometry->order - 1;
    return row < longest ? longest - row : row - longest;
}

static void draw_row(const situ_board_t *board, const situ_position_t *position,
                     const int8_t *balances, int row, bool colour, text_t *out) {
    const situ_geometry_t *geometry = &board->geometry;
    int blanks = PICTURE_CELL / 2 * indent(geometry, row) + 2;
    text_add(out, "%2d", row + 1);
    for (int place = 0; place < geometry->row_length[row]; place++) {
        int cell = geometry->row_first[row] + place;
        int control = controller(balances[cell], (int)board->variant.surplus);
        text_add(out, "%*s", blanks, "");
        blanks = PICTURE_CELL -
                 draw_cell(geometry, cell, position->holds[cell], control, colour, out);
    }
    text_add(out, "\n");
}

void situ_picture(const game_t *game, const void *state, bool colour, text_t *out) {
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
        draw_row(board, &position, balances, row, colour, out);
    text_add(out, "%*s", PICTURE_CELL / 2 * indent(geometry, 0) + 1, "");
    for (int place = 0; place < geometry->row_length[0]; place++)
        text_add(out, "%*c", PICTURE_CELL, 'a' + place);
    text_add(out, "\n%s %s\n", game->class->side_names[position.side],
             position.ending == REASON_NONE ? to_do[position.phase]
                                            : "has no move and has lost");
}
