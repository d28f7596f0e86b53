#include "core/games/seega/seega_text.h"

#include "core/game/picture_row.h"
#include "core/games/seega/seega_position.h"

static const char side_letters[] = "RB";
static const char go_on_word[] = "move>";

void seega_write_cell(const seega_geometry_t *geometry, int cell, text_t *out) {
    text_add_char(out, (char)('a' + seega_column(geometry, cell)));
    text_add_number(out, seega_row(geometry, cell) + 1);
}

/* Reads a cell's name and advances past it; SEEGA_NO_CELL if there is none. */
static int read_cell(const seega_geometry_t *geometry, const char **text) {
    const char *p = *text;
    int column = *p - 'a';
    long number;
    if (column < 0 || column >= geometry->side)
        return SEEGA_NO_CELL;
    p++;
    if (!text_read_number(&p, geometry->side, &number) || number < 1)
        return SEEGA_NO_CELL;
    *text = p;
    return seega_cell(geometry, column, (int)number - 1);
}

static int side_of_letter(char letter) {
    return letter == side_letters[0] ? 0 : letter == side_letters[1] ? 1 : NOBODY;
}

/* --- Position text ------------------------------------------------------------------ */

static void write_phase(const seega_geometry_t *geometry,
                        const seega_position_t *position, text_t *out) {
    if (seega_is_placing(position->phase))
        text_add(out, " place%d", position->phase == SEEGA_PLACE1);
    else if (position->phase == SEEGA_GO_ON) {
        text_add(out, " %s", go_on_word);
        seega_write_cell(geometry, position->going_on, out);
    } else {
        text_add(out, " move");
    }
}

/* The count of quiet turns leads to a draw by the rules, not to a cut-off, so every form
 * of the text includes it. */
void seega_write_position(const game_t *game, const void *state, position_form_t form,
                          text_t *out) {
    const seega_geometry_t *geometry = &seega_board(game)->geometry;
    seega_position_t position;
    (void)form;
    seega_board(game)->load(game, state, &position);
    text_add_char(out, side_letters[position.side]);
    write_phase(geometry, &position, out);
    text_add(out, " q%d", position.quiet);
    for (int cell = 0; cell < geometry->cells; cell++) {
        if (position.owner[cell] == NOBODY)
            continue;
        text_add_char(out, ' ');
        seega_write_cell(geometry, cell, out);
        text_add_char(out, '=');
        text_add_char(out, side_letters[position.owner[cell]]);
    }
    if (position.phase == SEEGA_REMOVED)
        text_add(out, " r");
}

static bool token_error(const token_t *token, const char *wrong, failure_t *error) {
    return error_set(error, "position text, column %d: \"%.*s\": %s", token->column,
                     token->length < 40 ? token->length : 40, token->start, wrong);
}

/* Reads the next token, which is required. */
static bool next_token(token_reader_t *reader, token_t *token, const char *expected,
                       failure_t *error) {
    return token_next(reader, token) ||
           error_set(error, "position text: it ends before %s", expected);
}

static bool read_phase(const seega_geometry_t *geometry, const token_t *token,
                       seega_position_t *position, failure_t *error) {
    size_t length = strlen(go_on_word);
    if (token_is(token, "place0")) {
        position->phase = SEEGA_PLACE0;
    } else if (token_is(token, "place1")) {
        position->phase = SEEGA_PLACE1;
    } else if (token_is(token, "move")) {
        position->phase = SEEGA_MOVE;
    } else if (strncmp(token->start, go_on_word, length) == 0) {
        const char *p = token->start + length;
        int cell = read_cell(geometry, &p);
        if (cell == SEEGA_NO_CELL || p != token->start + token->length)
            return token_error(token, "must be move>CELL with a cell of the board",
                               error);
        position->phase = SEEGA_GO_ON;
        position->going_on = (uint8_t)cell;
    } else {
        return token_error(token, "a phase is place0, place1, move or move>CELL", error);
    }
    return true;
}

static bool read_quiet(const seega_board_t *board, const token_t *token,
                       seega_position_t *position, failure_t *error) {
    const char *p = token->start + 1;
    long number;
    if (*token->start != 'q' ||
        !text_read_number(&p, (long)board->variant.no_capture_limit, &number) ||
        p != token->start + token->length)
        return token_error(token,
                           "must be q and the turns without a capture, up to "
                           "no_capture_limit",
                           error);
    position->quiet = (uint16_t)number;
    return true;
}

/* "c3=R" */
static bool read_piece(const seega_geometry_t *geometry, const token_t *token,
                       seega_position_t *position, failure_t *error) {
    const char *p = token->start;
    int cell = read_cell(geometry, &p);
    if (cell == SEEGA_NO_CELL || *p++ != '=')
        return token_error(token,
                           "must be CELL=R or CELL=B with a cell of the board, or "
                           "r at the end",
                           error);
    int side = side_of_letter(*p);
    if (side == NOBODY || p + 1 != token->start + token->length)
        return token_error(token, "a piece is R or B", error);
    if (position->owner[cell] != NOBODY)
        return token_error(token, "the cell is given twice", error);
    position->owner[cell] = (uint8_t)side;
    return true;
}

/* Reads the pieces, optionally followed by r. */
static bool read_pieces(const seega_geometry_t *geometry, token_reader_t *reader,
                        seega_position_t *position, failure_t *error) {
    token_t token;
    while (token_next(reader, &token)) {
        if (position->phase == SEEGA_REMOVED)
            return token_error(&token, "nothing may follow r", error);
        if (token_is(&token, "r")) {
            if (position->phase != SEEGA_MOVE)
                return token_error(&token, "allowed only in phase move", error);
            position->phase = SEEGA_REMOVED;
        } else if (!read_piece(geometry, &token, position, error)) {
            return false;
        }
    }
    return true;
}

bool seega_read_position(const game_t *game, const char *text, void *state,
                         failure_t *error) {
    const seega_board_t *board = seega_board(game);
    seega_position_t position;
    seega_position_init(&position);
    token_reader_t reader = token_reader(text);
    token_t token;
    if (!next_token(&reader, &token, "the mover, R or B", error))
        return false;
    position.side = (uint8_t)side_of_letter(*token.start);
    if (token.length != 1 || position.side == NOBODY)
        return token_error(&token, "the first token is the mover, R or B", error);
    if (!next_token(&reader, &token, "the phase", error) ||
        !read_phase(&board->geometry, &token, &position, error) ||
        !next_token(&reader, &token, "the turns without a capture, as q0", error) ||
        !read_quiet(board, &token, &position, error) ||
        !read_pieces(&board->geometry, &reader, &position, error) ||
        !seega_position_is_sound(board, &position, error))
        return false;
    board->store(game, &position, state);
    return true;
}

/* --- Actions ------------------------------------------------------------------------ */

void seega_write_action(const game_t *game, action_t action, text_t *out) {
    const seega_geometry_t *geometry = &seega_board(game)->geometry;
    int move = action - seega_action_first_move(geometry);
    if (move < 0) {
        text_add_char(out, '@');
        seega_write_cell(geometry, action, out);
    } else if (move < geometry->moves) {
        seega_write_cell(geometry, geometry->move_from[move], out);
        text_add_char(out, '-');
        seega_write_cell(geometry, geometry->move_to[move], out);
    } else if (action != seega_action_end(geometry)) {
        text_add_char(out, 'x');
        seega_write_cell(geometry, action - seega_action_remove(geometry, 0), out);
    } else {
        text_add_char(out, '.');
    }
}

/* "@c3" and "xc3": a cell after the first letter, and nothing else. */
static int read_only_cell(const seega_geometry_t *geometry, const char *text) {
    int cell = read_cell(geometry, &text);
    return *text ? SEEGA_NO_CELL : cell;
}

bool seega_read_action(const game_t *game, const char *text, action_t *action) {
    const seega_geometry_t *geometry = &seega_board(game)->geometry;
    int number = -1;
    if (strcmp(text, ".") == 0) {
        number = seega_action_end(geometry);
    } else if (*text == '@' || *text == 'x') {
        int cell = read_only_cell(geometry, text + 1);
        if (cell != SEEGA_NO_CELL)
            number = *text == '@' ? seega_action_place(cell)
                                  : seega_action_remove(geometry, cell);
    } else {
        int from = read_cell(geometry, &text);
        int to = from != SEEGA_NO_CELL && *text == '-'
                     ? read_only_cell(geometry, text + 1)
                     : SEEGA_NO_CELL;
        if (to != SEEGA_NO_CELL && seega_are_neighbours(geometry, from, to))
            number = seega_action_move(geometry, from, to);
    }
    *action = (action_t)number;
    return number >= 0;
}

/* --- Pictures ----------------------------------------------------------------------- */

/* The column at which a square's face is written; during play there is room for marks and
 * names. */
static int place_of(int column, const picture_form_t *form) {
    return form->marks ? 3 + 4 * column : 2 + 2 * column;
}

static void draw_cell(const seega_geometry_t *geometry, const seega_position_t *position,
                      int cell, const picture_form_t *form, picture_row_t *row) {
    static const char *const colours[] = {"\033[1;31m", "\033[1;34m", "\033[2m"};
    char face[GAME_CELL_TEXT];
    text_t out = text_into(face, sizeof face);
    int owner = position->owner[cell],
        place = place_of(seega_column(geometry, cell), form);
    uint8_t mark = picture_mark(form, cell);
    bool is_named = owner == NOBODY && mark == MARK_TARGET;
    if (is_named)
        seega_write_cell(geometry, cell, &out);
    else
        text_add_char(&out, owner != NOBODY            ? side_letters[owner]
                            : cell == geometry->centre ? '+'
                                                       : '.');
    const char *paint = form->colour && !is_named ? colours[owner] : NULL;
    picture_row_put_cell(row, place, is_named ? 0 : mark, face, paint);
}

static void describe_turn(const game_t *game, const seega_position_t *position,
                          text_t *out) {
    const seega_geometry_t *geometry = &seega_board(game)->geometry;
    if (position->ending != REASON_NONE) {
        text_add(out, "the game is over: %s\n", reason_names[position->ending]);
        return;
    }
    text_add(out, "%s to %s", game->class->side_names[position->side],
             seega_is_placing(position->phase) ? "place" : "move");
    if (position->phase == SEEGA_GO_ON) {
        text_add(out, ", on with ");
        seega_write_cell(geometry, position->going_on, out);
        text_add(out, " or not");
    }
    if (position->quiet > 0)
        text_add(out, ", turns without a capture: %d", position->quiet);
    text_add(out, "\n");
}

void seega_picture(const game_t *game, const void *state, const picture_form_t *form,
                   text_t *out) {
    const seega_geometry_t *geometry = &seega_board(game)->geometry;
    seega_position_t position;
    picture_row_t line = {.out = out};
    char label[2] = "";
    seega_board(game)->load(game, state, &position);
    for (int row = geometry->side - 1; row >= 0; row--) {
        label[0] = (char)('1' + row);
        picture_row_put(&line, 0, label, NULL);
        for (int column = 0; column < geometry->side; column++)
            draw_cell(geometry, &position, seega_cell(geometry, column, row), form,
                      &line);
        picture_row_end(&line);
    }
    for (int column = 0; column < geometry->side; column++) {
        label[0] = (char)('a' + column);
        picture_row_put(&line, place_of(column, form), label, NULL);
    }
    picture_row_end(&line);
    describe_turn(game, &position, out);
}
