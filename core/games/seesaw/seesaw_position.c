#include "core/games/seesaw/seesaw_position.h"

#include "core/game/picture_row.h"

/* --- Geometry ----------------------------------------------------------------------- */

static const int8_t direction_q[SEESAW_DIRECTIONS] = {0, -1, +1, 0, +1, -1};
static const int8_t direction_r[SEESAW_DIRECTIONS] = {+1, 0, +1, -1, 0, -1};

static int column_bottom(int side, int q) {
    return q < side ? 0 : q - side + 1;
}

static int column_height(int side, int q) {
    return q < side ? side + q : 3 * side - 2 - q;
}

int seesaw_cell_at(const seesaw_geometry_t *geometry, int q, int r) {
    for (int cell = 0; cell < geometry->cells; cell++)
        if (geometry->q[cell] == q && geometry->r[cell] == r)
            return cell;
    return SEESAW_NO_CELL;
}

static void init_images(seesaw_geometry_t *geometry) {
    int last = 2 * geometry->side - 2; /* the largest q and r */
    for (int cell = 0; cell < geometry->cells; cell++) {
        int q = geometry->q[cell], r = geometry->r[cell];
        /* The mirror keeps the height 2r - q of a cell. */
        int mirror_q = last - q, mirror_r = r - q + geometry->side - 1;
        geometry->image[0][cell] = (uint8_t)cell;
        geometry->image[1][cell] = (uint8_t)seesaw_cell_at(geometry, mirror_q, mirror_r);
        geometry->image[2][cell] = (uint8_t)seesaw_cell_at(geometry, last - q, last - r);
        geometry->image[3][cell] =
            (uint8_t)seesaw_cell_at(geometry, last - mirror_q, last - mirror_r);
    }
}

void seesaw_geometry_init(seesaw_geometry_t *geometry, int side) {
    memset(geometry, 0, sizeof *geometry);
    geometry->side = side;
    for (int q = 0; q < 2 * side - 1; q++) {
        geometry->column_first[q] = (uint8_t)geometry->cells;
        for (int i = 0; i < column_height(side, q); i++) {
            int cell = geometry->cells++;
            geometry->q[cell] = (int8_t)q;
            geometry->r[cell] = (int8_t)(column_bottom(side, q) + i);
            geometry->number[cell] = (int8_t)(i + 1);
        }
    }
    for (int cell = 0; cell < geometry->cells; cell++)
        for (int d = 0; d < SEESAW_DIRECTIONS; d++)
            geometry->neighbour[cell][d] =
                (uint8_t)seesaw_cell_at(geometry, geometry->q[cell] + direction_q[d],
                                        geometry->r[cell] + direction_r[d]);
    init_images(geometry);
}

/* --- Position text ------------------------------------------------------------------ */

static const char side_letters[] = "SN-"; /* by side, NOBODY the last */

static void load(const game_t *game, const void *state, seesaw_position_t *position) {
    seesaw_board(game)->load(game, state, position);
}

void seesaw_write_cell(const seesaw_geometry_t *geometry, int cell, text_t *out) {
    text_add_char(out, (char)('a' + geometry->q[cell]));
    text_add_number(out, geometry->number[cell]);
}

/* Reads a cell's name and advances past it; SEESAW_NO_CELL if there is none. */
static int read_cell(const seesaw_geometry_t *geometry, const char **text) {
    const char *p = *text;
    int q = *p++ - 'a';
    long number;
    if (q < 0 || q >= 2 * geometry->side - 1 ||
        !text_read_number(&p, column_height(geometry->side, q), &number) || number < 1)
        return SEESAW_NO_CELL;
    *text = p;
    return geometry->column_first[q] + (int)number - 1;
}

void seesaw_start(const game_t *game, void *state) {
    const seesaw_geometry_t *geometry = &seesaw_board(game)->geometry;
    seesaw_position_t position = {.chain_cell = SEESAW_NO_CELL};
    memset(position.stack_side, NOBODY, sizeof position.stack_side);
    memset(position.tile_side, NOBODY, sizeof position.tile_side);
    int middle = geometry->side - 1;
    int corners[2] = {seesaw_cell_at(geometry, middle, 0),
                      seesaw_cell_at(geometry, middle, 2 * middle)};
    for (int side = 0; side < 2; side++) {
        position.stack_side[corners[side]] = (uint8_t)side;
        position.stack_size[corners[side]] = 1;
        position.tile_side[corners[side]] = (uint8_t)side;
    }
    seesaw_board(game)->store(game, &position, state);
}

void seesaw_write_position(const game_t *game, const void *state, position_form_t form,
                           text_t *out) {
    const seesaw_geometry_t *geometry = &seesaw_board(game)->geometry;
    seesaw_position_t position;
    load(game, state, &position);
    text_add(out, "%c", side_letters[position.side]);
    for (int cell = 0; cell < geometry->cells; cell++) {
        int stack = position.stack_side[cell], tile = position.tile_side[cell];
        if (stack == NOBODY && tile == NOBODY)
            continue;
        text_add_char(out, ' ');
        seesaw_write_cell(geometry, cell, out);
        text_add_char(out, '=');
        text_add_char(out, side_letters[stack]);
        if (stack != NOBODY)
            text_add_number(out, position.stack_size[cell]);
        text_add_char(out, '/');
        text_add_char(out, side_letters[tile]);
    }
    if (position.chain_cell != SEESAW_NO_CELL) {
        text_add(out, " >");
        seesaw_write_cell(geometry, position.chain_cell, out);
        text_add(out, ":%d", position.chain_left);
    }
    if (position.passes > 0)
        text_add(out, " p%d", position.passes);
    if (form == POSITION_FULL && position.turn > 0)
        text_add(out, " t%d", position.turn);
}

static bool token_error(const token_t *token, const char *wrong, failure_t *error) {
    return error_set(error, "position text, column %d: \"%.*s\": %s", token->column,
                     token->length < 40 ? token->length : 40, token->start, wrong);
}

static int side_of_letter(char letter) {
    return letter == side_letters[0] ? 0 : letter == side_letters[1] ? 1 : NOBODY;
}

/* "d4=S3/-" */
static bool read_cell_token(const seesaw_geometry_t *geometry, const token_t *token,
                            seesaw_position_t *position, failure_t *error) {
    const char *p = token->start;
    int cell = read_cell(geometry, &p);
    if (cell == SEESAW_NO_CELL || *p++ != '=')
        return token_error(token, "must be CELL=STACK/TILE with a cell of the board",
                           error);
    if (position->stack_side[cell] != NOBODY || position->tile_side[cell] != NOBODY)
        return token_error(token, "the cell is given twice", error);
    long size = 0;
    int stack = side_of_letter(*p);
    if (*p++ != '-' &&
        (stack == NOBODY || !text_read_number(&p, SEESAW_MAX_STACK, &size) || size < 1))
        return token_error(token, "a stack is -, S or N with a size from 1 to 255",
                           error);
    if (*p++ != '/')
        return token_error(token, "stack and tile must be separated by /", error);
    int tile = side_of_letter(*p);
    if ((*p != '-' && tile == NOBODY) || p + 1 != token->start + token->length)
        return token_error(token, "a tile is S, N or -", error);
    if (stack == NOBODY && tile == NOBODY)
        return token_error(token, "empty cells must be omitted", error);
    position->stack_side[cell] = (uint8_t)stack;
    position->stack_size[cell] = (uint8_t)size;
    position->tile_side[cell] = (uint8_t)tile;
    return true;
}

/* ">d4:2" */
static bool read_chain_token(const seesaw_geometry_t *geometry, const token_t *token,
                             seesaw_position_t *position, failure_t *error) {
    const char *p = token->start + 1;
    int cell = read_cell(geometry, &p);
    long left;
    if (cell == SEESAW_NO_CELL || *p++ != ':' ||
        !text_read_number(&p, SEESAW_MAX_STACK, &left) || left < 1 ||
        p != token->start + token->length || position->chain_cell != SEESAW_NO_CELL)
        return token_error(token, "must be one >CELL:LEFT with at least 1 step", error);
    position->chain_cell = (uint8_t)cell;
    position->chain_left = (uint8_t)left;
    return true;
}

/* "p1", "t12": a letter and a number. */
static bool read_number_token(const token_t *token, long max, long *number) {
    const char *p = token->start + 1;
    return text_read_number(&p, max, number) && p == token->start + token->length;
}

static bool read_token(const seesaw_board_t *board, const token_t *token,
                       seesaw_position_t *position, failure_t *error) {
    long number;
    if (*token->start == '>')
        return read_chain_token(&board->geometry, token, position, error);
    if (*token->start == 'p' && read_number_token(token, 2, &number)) {
        position->passes = (uint8_t)number;
        return true;
    }
    if (*token->start == 't' &&
        read_number_token(token, (long)board->variant.max_turns, &number)) {
        position->turn = (uint16_t)number;
        return true;
    }
    if (*token->start == 't')
        return token_error(token, "a turn counter is t and a number up to max_turns",
                           error);
    return read_cell_token(&board->geometry, token, position, error);
}

static bool check_position(const seesaw_geometry_t *geometry,
                           const seesaw_position_t *position, failure_t *error) {
    int stacks[3] = {0};
    for (int cell = 0; cell < geometry->cells; cell++) {
        int side = position->stack_side[cell], tile = position->tile_side[cell];
        if (side > NOBODY || tile > NOBODY)
            return error_set(error, "position: cell %d has an unknown owner", cell);
        if ((side == NOBODY) != (position->stack_size[cell] == 0))
            return error_set(error,
                             "position: cell %d has a size without a stack, or a "
                             "stack without a size",
                             cell);
        stacks[side]++;
    }
    if (stacks[0] == 0 && stacks[1] == 0)
        return error_set(error, "position: neither side has a stack");
    if (position->side > 1 || position->passes > 2)
        return error_set(error, "position: mover or passes out of range");
    int chain = position->chain_cell;
    if (chain == SEESAW_NO_CELL)
        return position->chain_left == 0 ||
               error_set(error, "position: steps left over without a stack to continue");
    if (chain >= geometry->cells || position->stack_side[chain] != position->side)
        return error_set(error, "position: the stack that continues is not the mover's");
    if (position->chain_left < 1 || position->chain_left >= position->stack_size[chain])
        return error_set(error,
                         "position: the stack that continues has size %d: it cannot "
                         "have %d steps left over after a capture",
                         position->stack_size[chain], position->chain_left);
    return true;
}

bool seesaw_read_position(const game_t *game, const char *text, void *state,
                          failure_t *error) {
    const seesaw_board_t *board = seesaw_board(game);
    seesaw_position_t position = {.chain_cell = SEESAW_NO_CELL};
    memset(position.stack_side, NOBODY, sizeof position.stack_side);
    memset(position.tile_side, NOBODY, sizeof position.tile_side);
    token_reader_t reader = token_reader(text);
    token_t token;
    if (!token_next(&reader, &token))
        return error_set(error, "position text: empty; it begins with the mover, S or "
                                "N");
    position.side = (uint8_t)side_of_letter(*token.start);
    if (token.length != 1 || position.side == NOBODY)
        return token_error(&token, "the first token is the mover, S or N", error);
    while (token_next(&reader, &token))
        if (!read_token(board, &token, &position, error))
            return false;
    if (!check_position(&board->geometry, &position, error))
        return false;
    board->store(game, &position, state);
    return true;
}

/* --- Actions ------------------------------------------------------------------------ */

void seesaw_write_action(const game_t *game, action_t action, text_t *out) {
    const seesaw_geometry_t *geometry = &seesaw_board(game)->geometry;
    int cells = geometry->cells, pair = action - cells;
    if (pair < 0) {
        text_add_char(out, '@');
        seesaw_write_cell(geometry, action, out);
    } else if (pair < 2 * cells * cells) {
        bool captures = pair >= cells * cells;
        pair -= captures ? cells * cells : 0;
        seesaw_write_cell(geometry, pair / cells, out);
        text_add_char(out, captures ? 'x' : '-');
        seesaw_write_cell(geometry, pair % cells, out);
    } else {
        text_add(out, action == seesaw_action_end(cells) ? "." : "pass");
    }
}

bool seesaw_read_action(const game_t *game, const char *text, action_t *action) {
    const seesaw_geometry_t *geometry = &seesaw_board(game)->geometry;
    int cells = geometry->cells, number = -1;
    if (strcmp(text, ".") == 0) {
        number = seesaw_action_end(cells);
    } else if (strcmp(text, "pass") == 0) {
        number = seesaw_action_pass(cells);
    } else if (*text == '@') {
        text++;
        int cell = read_cell(geometry, &text);
        if (cell != SEESAW_NO_CELL && !*text)
            number = seesaw_action_deploy(cell);
    } else {
        int from = read_cell(geometry, &text);
        char kind = from == SEESAW_NO_CELL ? 0 : *text++;
        int to = kind == '-' || kind == 'x' ? read_cell(geometry, &text) : SEESAW_NO_CELL;
        if (to != SEESAW_NO_CELL && !*text)
            number = kind == 'x' ? seesaw_action_capture(cells, from, to)
                                 : seesaw_action_glide(cells, from, to);
    }
    *action = (action_t)number;
    return number >= 0;
}

/* --- Packed states ------------------------------------------------------------------ */

/* NOBODY is 2 in positions and 0 in packed states, where most cells are empty. */
static unsigned pack_owner(int side) {
    return side == NOBODY ? 0u : (unsigned)side + 1u;
}

static uint8_t unpack_owner(unsigned bits) {
    return (uint8_t)(bits == 0 ? NOBODY : bits - 1); /* 3 has been rejected before */
}

void seesaw_pack(const game_t *game, const void *state, unsigned char *bytes) {
    int cells = seesaw_board(game)->geometry.cells;
    seesaw_position_t position;
    load(game, state, &position);
    memset(bytes, 0, (size_t)(8 + 2 * cells));
    bytes[0] = position.side;
    bytes[1] = position.passes;
    bytes[2] = (unsigned char)(position.turn & 0xff);
    bytes[3] = (unsigned char)(position.turn >> 8);
    bytes[4] = position.chain_cell;
    bytes[5] = position.chain_left;
    bytes[6] = position.ending;
    for (int cell = 0; cell < cells; cell++) {
        bytes[8 + cell] = (unsigned char)(pack_owner(position.stack_side[cell]) |
                                          pack_owner(position.tile_side[cell]) << 2);
        bytes[8 + cells + cell] = position.stack_size[cell];
    }
}

bool seesaw_unpack(const game_t *game, const unsigned char *bytes, void *state,
                   failure_t *error) {
    const seesaw_board_t *board = seesaw_board(game);
    int cells = board->geometry.cells;
    seesaw_position_t position = {.side = bytes[0],
                                  .passes = bytes[1],
                                  .chain_cell = bytes[4],
                                  .chain_left = bytes[5]};
    position.turn = (uint16_t)(bytes[2] | bytes[3] << 8);
    for (int cell = 0; cell < cells; cell++) {
        unsigned owners = bytes[8 + cell];
        if ((owners & 3) == 3 || owners >> 2 >= 3)
            return error_set(error, "packed state: cell %d has an unknown owner", cell);
        position.stack_side[cell] = unpack_owner(owners & 3);
        position.tile_side[cell] = unpack_owner(owners >> 2);
        position.stack_size[cell] = bytes[8 + cells + cell];
    }
    if (position.turn > board->variant.max_turns)
        return error_set(error, "packed state: turn %d exceeds max_turns", position.turn);
    if (!check_position(&board->geometry, &position, error))
        return false;
    board->store(game, &position, state);
    return game_check_packed(game, state, bytes, error);
}

/* --- Symmetries --------------------------------------------------------------------- */

bool seesaw_symmetry_exchanges_sides(const game_t *game, int symmetry) {
    (void)game;
    return symmetry >= 2;
}

void seesaw_symmetry(const game_t *game, int symmetry, const void *state, void *image) {
    const seesaw_board_t *board = seesaw_board(game);
    const uint8_t *to = board->geometry.image[symmetry];
    uint8_t exchanged = seesaw_symmetry_exchanges_sides(game, symmetry);
    seesaw_position_t from, result;
    load(game, state, &from);
    result = from;
    for (int cell = 0; cell < board->geometry.cells; cell++) {
        int stack = from.stack_side[cell], tile = from.tile_side[cell];
        result.stack_side[to[cell]] =
            (uint8_t)(stack == NOBODY ? NOBODY : stack ^ exchanged);
        result.tile_side[to[cell]] =
            (uint8_t)(tile == NOBODY ? NOBODY : tile ^ exchanged);
        result.stack_size[to[cell]] = from.stack_size[cell];
    }
    result.side ^= exchanged;
    if (from.chain_cell != SEESAW_NO_CELL)
        result.chain_cell = to[from.chain_cell];
    board->store(game, &result, image);
}

action_t seesaw_symmetry_action(const game_t *game, int symmetry, action_t action) {
    const seesaw_geometry_t *geometry = &seesaw_board(game)->geometry;
    const uint8_t *to = geometry->image[symmetry];
    int cells = geometry->cells, pair = action - cells;
    if (pair < 0)
        return to[action];
    if (pair >= 2 * cells * cells)
        return action;
    int kind = pair / (cells * cells);
    pair %= cells * cells;
    return (action_t)(cells + kind * cells * cells + to[pair / cells] * cells +
                      to[pair % cells]);
}

/* --- Pictures ----------------------------------------------------------------------- */

enum { PICTURE_CELL = 5 /* characters a column of cells */ };

/* A stack as S3, followed by s or n for its cell's tile; an empty cell shows its name
 * with colours and, during play, if it can be chosen. */
static void draw_cell(const seesaw_geometry_t *geometry,
                      const seesaw_position_t *position, int cell, int column,
                      const picture_form_t *form, picture_row_t *row) {
    static const char *const stack_colours[] = {"\033[1;33m", "\033[1;36m", "\033[2m"};
    static const char *const tile_colours[] = {"\033[43;30m", "\033[46;30m", ""};
    int stack = position->stack_side[cell], tile = position->tile_side[cell];
    uint8_t mark = picture_mark(form, cell);
    bool is_bare = stack == NOBODY && tile == NOBODY;
    bool is_named = is_bare && (form->marks ? mark == MARK_TARGET : form->colour);
    char face[16], painted[64], letter[2] = "";
    text_t out = text_into(face, sizeof face);
    if (stack != NOBODY)
        text_add(&out, "%c%d", side_letters[stack], position->stack_size[cell]);
    else if (is_named)
        seesaw_write_cell(geometry, cell, &out);
    else if (is_bare)
        text_add_char(&out, '.');
    if (tile != NOBODY)
        letter[0] = (char)(side_letters[tile] - 'A' + 'a');
    int width = (int)(strlen(face) + strlen(letter));
    out = text_into(painted, sizeof painted);
    if (form->colour && !(form->marks && is_named))
        text_add(&out, "%s%s\033[0m%s%s\033[0m", stack_colours[stack], face,
                 tile_colours[tile], letter);
    else
        text_add(&out, "%s%s", face, letter);
    int before = width < PICTURE_CELL ? (PICTURE_CELL - width) / 2 : 0;
    picture_row_put_cell(row, column + before, is_named ? 0 : mark, painted, NULL);
}

/* Draws one line of the picture: the columns that have a cell, or their letter, at a
 * height. below: how far below its lowest cell a column's letter is. */
static void draw_line(const seesaw_geometry_t *geometry,
                      const seesaw_position_t *position, int height, int below,
                      const picture_form_t *form, text_t *out) {
    picture_row_t row = {.out = out};
    for (int q = 0; q < 2 * geometry->side - 1; q++) {
        int r2 = height + q, cell = SEESAW_NO_CELL; /* height is 2r - q */
        int column = q * PICTURE_CELL;
        char letter[2] = {(char)('a' + q), 0};
        if (r2 % 2 == 0)
            cell = seesaw_cell_at(geometry, q, r2 / 2);
        if (cell != SEESAW_NO_CELL)
            draw_cell(geometry, position, cell, column, form, &row);
        else if (r2 == 2 * column_bottom(geometry->side, q) - below)
            picture_row_put(&row, column + PICTURE_CELL / 2, letter, NULL);
    }
    picture_row_end(&row);
}

void seesaw_picture(const game_t *game, const void *state, const picture_form_t *form,
                    text_t *out) {
    const seesaw_geometry_t *geometry = &seesaw_board(game)->geometry;
    seesaw_position_t position;
    load(game, state, &position);
    int top = 3 * (geometry->side - 1), bottom = -(geometry->side - 1);
    int below = form->marks ? 1 : 2; /* during play lines are scarce */
    for (int height = top; height >= bottom - below; height--)
        draw_line(geometry, &position, height, below, form, out);
    if (position.ending != REASON_NONE)
        text_add(out, "the game is over: %s\n", reason_names[position.ending]);
    else
        text_add(out, "%s to move\n", game->class->side_names[position.side]);
}

bool seesaw_check(const game_t *game, const void *state, failure_t *error) {
    const seesaw_board_t *board = seesaw_board(game);
    seesaw_position_t position;
    state_t again = {0};
    load(game, state, &position);
    if (!check_position(&board->geometry, &position, error))
        return false;
    board->store(game, &position, &again);
    return memcmp(&again, state, (size_t)game->state_bytes) == 0 ||
           error_set(error, "position: the state is not what its cells imply");
}
