#include "core/game/grid_text.h"

#include "core/game/board_drawing.h"
#include "core/game/picture_row.h"

static char letter_of(const game_t *game, int content) {
    return content < (int)strlen(game->board.letters) ? game->board.letters[content]
                                                      : '?';
}

/* Finds the content with this letter; false: there is none. */
static bool find_content(const game_t *game, char letter, uint8_t *content) {
    const char *found = letter && letter != '?' ? strchr(game->board.letters, letter) : 0;
    if (found)
        *content = (uint8_t)(found - game->board.letters);
    return found != NULL;
}

static void write_column(int column, text_t *out) {
    if (column >= 26)
        text_add_char(out, (char)('a' + column / 26 - 1));
    text_add_char(out, (char)('a' + column % 26));
}

void grid_write_cell(const game_t *game, int cell, text_t *out) {
    write_column(cell % game->grid_width, out);
    text_add_number(out, cell / game->grid_width + 1);
}

/* --- Positions ---------------------------------------------------------------------- */

/* The cells in the order of the text: row by row from the top. */
static int cell_at(const game_t *game, int place) {
    int row = game->grid_height - 1 - place / game->grid_width;
    return row * game->grid_width + place % game->grid_width;
}

void grid_write_position(const game_t *game, const void *state, position_form_t form,
                         text_t *out) {
    (void)form; /* there is no turn counter */
    uint8_t contents[GAME_MAX_CELLS];
    game_contents(game, state, contents);
    text_add(out, "%d ", game_side(game, state) + 1);
    for (int place = 0; place < game->cells; place++) {
        if (place > 0 && place % game->grid_width == 0)
            text_add_char(out, '/');
        text_add_char(out, letter_of(game, contents[cell_at(game, place)]));
    }
}

static bool token_error(const token_t *token, int at, const char *wrong,
                        failure_t *error) {
    return error_set(error, "position text, column %d: %s", token->column + at, wrong);
}

static bool read_cells(const game_t *game, const token_t *token, uint8_t *contents,
                       failure_t *error) {
    int at = 0;
    for (int place = 0; place < game->cells; place++, at++) {
        if (place > 0 && place % game->grid_width == 0) {
            if (at >= token->length || token->start[at] != '/')
                return token_error(token, at, "a slash between two rows is missing",
                                   error);
            at++;
        }
        if (at >= token->length)
            return token_error(token, at, "cells are missing", error);
        if (!find_content(game, token->start[at], &contents[cell_at(game, place)]))
            return error_set(error, "position text, column %d: a cell is one of %s",
                             token->column + at, game->board.letters);
    }
    return at == token->length ||
           token_error(token, at, "there are more cells than the board has", error);
}

bool grid_read_position(const game_t *game, const char *text, void *state,
                        failure_t *error) {
    uint8_t contents[GAME_MAX_CELLS];
    token_reader_t reader = token_reader(text);
    token_t mover, cells, more;
    if (!token_next(&reader, &mover) || !token_next(&reader, &cells))
        return error_set(error,
                         "position text: must be the mover, 1 or 2, and the cells");
    if (!token_is(&mover, "1") && !token_is(&mover, "2"))
        return token_error(&mover, 0, "the mover is 1 or 2", error);
    if (token_next(&reader, &more))
        return token_error(&more, 0, "nothing may follow the cells", error);
    return read_cells(game, &cells, contents, error) &&
           game->board.set_contents(game, contents, token_is(&mover, "2"), state, error);
}

/* --- Actions ------------------------------------------------------------------------ */

void grid_write_action(const game_t *game, action_t action, text_t *out) {
    uint8_t cells[GAME_ACTION_CELLS];
    int count = game_action_cells(game, action, cells);
    for (int i = 0; i < count; i++) {
        if (i > 0)
            text_add_char(out, '-');
        game_write_cell(game, cells[i], out);
    }
    if (count == 0 && game->num_actions == game->cells + 1)
        text_add(out, "pass");
    else if (count == 0)
        text_add_number(out, action);
}

bool grid_read_action(const game_t *game, const char *text, action_t *action) {
    for (int a = 0; a < game->num_actions; a++) {
        if (strcmp(text, game_action_text(game, (action_t)a).text) == 0) {
            *action = (action_t)a;
            return true;
        }
    }
    return false;
}

/* --- Packed states ------------------------------------------------------------------ */

void grid_pack(const game_t *game, const void *state, unsigned char *bytes) {
    bytes[0] = (unsigned char)game_side(game, state);
    game_contents(game, state, bytes + 1);
}

static bool make_state(const game_t *game, const uint8_t *contents, int side, void *state,
                       failure_t *error) {
    if (side != 0 && side != 1)
        return error_set(error, "the side to move is %d", side);
    for (int cell = 0; cell < game->cells; cell++)
        if (letter_of(game, contents[cell]) == '?')
            return error_set(error, "cell %d holds %d, an unknown content", cell,
                             contents[cell]);
    return game->board.set_contents(game, contents, side, state, error);
}

bool grid_unpack(const game_t *game, const unsigned char *bytes, void *state,
                 failure_t *error) {
    return make_state(game, bytes + 1, bytes[0], state, error) ||
           error_prefix(error, "packed state");
}

bool grid_check(const game_t *game, const void *state, failure_t *error) {
    uint8_t contents[GAME_MAX_CELLS];
    state_t again;
    game_contents(game, state, contents);
    if (!make_state(game, contents, game_side(game, state), &again, error))
        return error_prefix(error, "position");
    return game_equal(game, &again, state) ||
           error_set(error, "position: the state is not what its cells imply");
}

/* --- Drawing ------------------------------------------------------------------------ */

void grid_draw_board(const game_t *game, board_drawing_t *board) {
    board->corners = 4;
    board->first_corner = 45;
    board->colour[0] = "#c0392b";
    board->colour[1] = "#2563a8";
    board->colour[2] = "#777777";
    for (int cell = 0; cell < game->cells; cell++) {
        int column = cell % game->grid_width, row = cell / game->grid_width;
        board->x[cell] = column;
        board->y[cell] = row;
    }
}

static void picture_cell(const game_t *game, int cell, uint8_t content, int column,
                         const picture_form_t *form, picture_row_t *row) {
    static const char *const colours[] = {"\033[2m", "\033[1;31m", "\033[1;34m",
                                          "\033[1;33m"}; /* by owner */
    char face[GAME_CELL_TEXT];
    text_t out = text_into(face, sizeof face);
    uint8_t mark = picture_mark(form, cell);
    bool is_named = mark == MARK_TARGET && content == CELL_EMPTY;
    if (is_named)
        game_write_cell(game, cell, &out);
    else
        text_add_char(&out, letter_of(game, content));
    picture_row_put_cell(row, column, is_named ? 0 : mark, face,
                         form->colour && !is_named ? colours[content & CELL_OWNER]
                                                   : NULL);
}

void grid_picture(const game_t *game, const void *state, const picture_form_t *form,
                  text_t *out) {
    uint8_t contents[GAME_MAX_CELLS];
    outcome_t outcome = game_outcome(game, state);
    game_contents(game, state, contents);
    int width = form->marks ? 4 : 2; /* of a cell: with room for names during play */
    picture_row_t row = {.out = out};
    char label[16];
    for (int place = 0; place < game->cells; place++) {
        int cell = cell_at(game, place), column = place % game->grid_width;
        if (column == 0) {
            snprintf(label, sizeof label, "%3d", cell / game->grid_width + 1);
            picture_row_put(&row, 0, label, NULL);
        }
        picture_cell(game, cell, contents[cell], 4 + width * column, form, &row);
        if (column == game->grid_width - 1)
            picture_row_end(&row);
    }
    for (int column = 0; column < game->grid_width; column++) {
        text_t letters = text_into(label, sizeof label);
        write_column(column, &letters);
        picture_row_put(&row, 4 + width * column - (column >= 26), label, NULL);
    }
    picture_add_standing(game, state, outcome, out);
}
