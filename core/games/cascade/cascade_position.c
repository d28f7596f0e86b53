#include "core/games/cascade/cascade_position.h"

#include "core/game/picture_row.h"

/* --- Geometry ----------------------------------------------------------------------- */

void cascade_board_init(cascade_board_t *board, const cascade_variant_t *variant) {
    int size = (int)variant->size, last = size - 1;
    board->size = size;
    board->cells = size * size;
    board->geometric_symmetries = variant->direction == CASCADE_BOTH ? 4 : 2;
    for (int column = 0; column < size; column++)
        for (int row = 0; row < size; row++) {
            int cell = column * size + row;
            board->image[0][cell] = (uint8_t)cell;
            board->image[1][cell] = (uint8_t)(row * size + column);
            board->image[2][cell] = (uint8_t)((last - column) * size + last - row);
            board->image[3][cell] = (uint8_t)((last - row) * size + last - column);
        }
}

/* --- Position text ------------------------------------------------------------------ */

static const char colour_letters[] = ".wbr"; /* by cascade_colour_t */

static void load(const game_t *game, const void *state, cascade_position_t *position) {
    cascade_board(game)->load(game, state, position);
}

void cascade_write_cell(const cascade_board_t *board, int cell, text_t *out) {
    text_add_char(out, (char)('a' + cell / board->size));
    text_add_number(out, cell % board->size + 1);
}

/* Reads a cell's name and advances past it; -1 if there is none. */
static int read_cell(const cascade_board_t *board, const char **text) {
    const char *p = *text;
    int column = *p++ - 'a';
    long number;
    if (column < 0 || column >= board->size ||
        !text_read_number(&p, board->size, &number) || number < 1)
        return -1;
    *text = p;
    return column * board->size + (int)number - 1;
}

static cascade_colour_t colour_of_letter(char letter) {
    for (int colour = CASCADE_WHITE; colour <= CASCADE_RED; colour++)
        if (letter == colour_letters[colour])
            return (cascade_colour_t)colour;
    return CASCADE_EMPTY;
}

void cascade_write_position(const game_t *game, const void *state, position_form_t form,
                            text_t *out) {
    const cascade_board_t *board = cascade_board(game);
    cascade_position_t position;
    (void)form; /* there is no turn counter */
    load(game, state, &position);
    text_add_char(out, position.side == 0 ? '1' : '2');
    for (int cell = 0; cell < board->cells; cell++) {
        if (position.colour[cell] == CASCADE_EMPTY)
            continue;
        text_add_char(out, ' ');
        cascade_write_cell(board, cell, out);
        text_add_char(out, '=');
        text_add_char(out, colour_letters[position.colour[cell]]);
    }
}

static bool token_error(const token_t *token, const char *wrong, failure_t *error) {
    return error_set(error, "position text, column %d: \"%.*s\": %s", token->column,
                     token->length < 40 ? token->length : 40, token->start, wrong);
}

/* "d3=w" */
static bool read_token(const cascade_board_t *board, const token_t *token,
                       cascade_position_t *position, failure_t *error) {
    const char *p = token->start;
    int cell = read_cell(board, &p);
    if (cell < 0 || *p++ != '=')
        return token_error(token, "must be CELL=COLOUR with a cell of the board", error);
    cascade_colour_t colour = colour_of_letter(*p);
    if (colour == CASCADE_EMPTY || p + 1 != token->start + token->length)
        return token_error(token, "a colour is w, b or r", error);
    if (position->colour[cell] != CASCADE_EMPTY)
        return token_error(token, "the cell is given twice", error);
    position->colour[cell] = (uint8_t)colour;
    return true;
}

bool cascade_read_position(const game_t *game, const char *text, void *state,
                           failure_t *error) {
    const cascade_board_t *board = cascade_board(game);
    cascade_position_t position = {.side = 0};
    token_reader_t reader = token_reader(text);
    token_t token;
    if (!token_next(&reader, &token))
        return error_set(error, "position text: empty; it begins with the mover, 1 or "
                                "2");
    if (!token_is(&token, "1") && !token_is(&token, "2"))
        return token_error(&token, "the first token is the mover, 1 or 2", error);
    position.side = *token.start == '2';
    while (token_next(&reader, &token))
        if (!read_token(board, &token, &position, error))
            return false;
    board->store(game, &position, state);
    return true;
}

/* --- Actions ------------------------------------------------------------------------ */

void cascade_write_action(const game_t *game, action_t action, text_t *out) {
    const cascade_board_t *board = cascade_board(game);
    text_add_char(out, colour_letters[action / board->cells + 1]);
    text_add_char(out, ':');
    cascade_write_cell(board, action % board->cells, out);
}

bool cascade_read_action(const game_t *game, const char *text, action_t *action) {
    const cascade_board_t *board = cascade_board(game);
    cascade_colour_t colour = colour_of_letter(*text);
    if (colour == CASCADE_EMPTY || text[1] != ':')
        return false;
    text += 2;
    int cell = read_cell(board, &text);
    if (cell < 0 || *text)
        return false;
    *action = (action_t)cascade_action(board->cells, colour, cell);
    return true;
}

/* --- Packed states ------------------------------------------------------------------ */

void cascade_pack(const game_t *game, const void *state, unsigned char *bytes) {
    cascade_position_t position;
    load(game, state, &position);
    bytes[0] = position.side;
    memcpy(bytes + 1, position.colour, (size_t)cascade_board(game)->cells);
}

bool cascade_unpack(const game_t *game, const unsigned char *bytes, void *state,
                    failure_t *error) {
    const cascade_board_t *board = cascade_board(game);
    cascade_position_t position = {.side = bytes[0]};
    if (position.side > 1)
        return error_set(error, "packed state: the side to move is %d", position.side);
    for (int cell = 0; cell < board->cells; cell++) {
        position.colour[cell] = bytes[1 + cell];
        if (position.colour[cell] > CASCADE_RED)
            return error_set(error, "packed state: cell %d has an unknown colour", cell);
    }
    board->store(game, &position, state);
    return true;
}

/* --- Symmetries --------------------------------------------------------------------- */

static const uint8_t *image_cells(const cascade_board_t *board, int symmetry) {
    return board->image[symmetry % board->geometric_symmetries];
}

static int exchanged_colour(int colour) {
    return colour == CASCADE_WHITE   ? CASCADE_BLACK
           : colour == CASCADE_BLACK ? CASCADE_WHITE
                                     : colour;
}

bool cascade_symmetry_exchanges_sides(const game_t *game, int symmetry) {
    return symmetry >= cascade_board(game)->geometric_symmetries;
}

void cascade_symmetry(const game_t *game, int symmetry, const void *state, void *image) {
    const cascade_board_t *board = cascade_board(game);
    const uint8_t *to = image_cells(board, symmetry);
    bool exchanges = cascade_symmetry_exchanges_sides(game, symmetry);
    cascade_position_t from, result = {.side = 0};
    load(game, state, &from);
    for (int cell = 0; cell < board->cells; cell++) {
        int colour = from.colour[cell];
        result.colour[to[cell]] =
            (uint8_t)(exchanges ? exchanged_colour(colour) : colour);
    }
    result.side = from.side ^ exchanges;
    board->store(game, &result, image);
}

action_t cascade_symmetry_action(const game_t *game, int symmetry, action_t action) {
    const cascade_board_t *board = cascade_board(game);
    int colour = action / board->cells + 1;
    int cell = image_cells(board, symmetry)[action % board->cells];
    if (cascade_symmetry_exchanges_sides(game, symmetry))
        colour = exchanged_colour(colour);
    return (action_t)cascade_action(board->cells, (cascade_colour_t)colour, cell);
}

/* --- Pictures ----------------------------------------------------------------------- */

/* The board stands on its corner: column + row is the line, column - row the place in it.
 * Column letters and row numbers are above the upper edges, where column or row is -1. */
enum { PICTURE_CELL = 4 /* characters a cell */ };

/* A cell: with colours its name; during play its name where a stone may be placed, and
 * stones in capital letters. */
static void draw_cell(const cascade_board_t *board, const cascade_position_t *position,
                      int cell, int column, const picture_form_t *form,
                      picture_row_t *row) {
    static const char *const colours[] = {"\033[2m", "\033[47;30m", "\033[100;97m",
                                          "\033[41;97m"}; /* by cascade_colour_t */
    char face[PICTURE_CELL + 1] = "";
    text_t out = text_into(face, sizeof face);
    uint8_t mark = picture_mark(form, cell);
    int stone = position->colour[cell];
    bool is_named = form->marks ? !stone && mark == MARK_TARGET : form->colour;
    if (is_named)
        cascade_write_cell(board, cell, &out);
    else
        text_add_char(&out, (form->marks ? ".WBR" : colour_letters)[stone]);
    const char *paint = colours[stone];
    if (!form->colour || (form->marks && is_named))
        paint = NULL;
    picture_row_put_cell(row, column + (out.used < 3), is_named ? 0 : mark, face, paint);
}

static void draw_label(int column, int row, int at, picture_row_t *line) {
    char label[16] = "";
    if (column >= 0)
        label[0] = (char)('a' + column);
    else
        snprintf(label, sizeof label, "%d", row + 1);
    picture_row_put(line, at + 1, label, NULL);
}

static void draw_line(const cascade_board_t *board, const cascade_position_t *position,
                      int line, const picture_form_t *form, text_t *out) {
    int last = board->size - 1;
    int row = line < last ? line + 1 : last, column = line - row;
    picture_row_t picture = {.out = out};
    for (int at = (column - row + board->size) * (PICTURE_CELL / 2);
         row >= -1 && column <= last; row--, column++, at += PICTURE_CELL)
        if (column >= 0 && row >= 0)
            draw_cell(board, position, column * board->size + row, at, form, &picture);
        else if (column >= 0 || row >= 0)
            draw_label(column, row, at, &picture);
    picture_row_end(&picture);
}

void cascade_picture(const game_t *game, const void *state, const picture_form_t *form,
                     text_t *out) {
    const cascade_board_t *board = cascade_board(game);
    cascade_position_t position;
    load(game, state, &position);
    for (int line = -1; line <= 2 * (board->size - 1); line++)
        draw_line(board, &position, line, form, out);
    outcome_t outcome = game_outcome(game, state);
    if (outcome.over)
        text_add(out, "the game is over: %s\n", reason_names[outcome.reason]);
    else
        text_add(out, "%s to move\n", game->class->side_names[position.side]);
}

bool cascade_check(const game_t *game, const void *state, failure_t *error) {
    cascade_position_t position;
    state_t again = {0};
    load(game, state, &position);
    if (position.side > 1)
        return error_set(error, "position: the mover is out of range");
    cascade_board(game)->store(game, &position, &again);
    return memcmp(&again, state, (size_t)game->state_bytes) == 0 ||
           error_set(error, "position: the state is not what its cells imply");
}
