#include "tests/support/toy_connect_four.h"

#include "core/base/bits.h"
#include "core/game/planes.h"

typedef struct variant {
    int64_t width, height; /* of the board, in cells */
} variant_t;

/* A column is height + 1 bits, from the lowest cell up. The bit above the highest cell
 * stays 0, so that no line wraps from the top of a column into the next. */
typedef struct position {
    bits64_t discs[2]; /* of each side */
} position_t;

static bits64_t bit_of(const game_t *game, int cell) {
    int column = cell % game->grid_width, row = cell / game->grid_width;
    return bits64_one(column * (game->grid_height + 1) + row);
}

static int side(const game_t *game, const void *state) {
    const position_t *position = state;
    (void)game;
    return bits64_count(position->discs[0] | position->discs[1]) % 2;
}

static bool has_line(const game_t *game, bits64_t discs) {
    int up = 1, right = game->grid_height + 1;
    const int steps[4] = {up, right, right + up, right - up};
    for (int i = 0; i < 4; i++) {
        bits64_t pairs = discs & discs >> steps[i];
        if (pairs & pairs >> 2 * steps[i])
            return true;
    }
    return false;
}

static outcome_t outcome(const game_t *game, const void *state) {
    const position_t *position = state;
    int last = 1 - side(game, state); /* only the side that has just moved can have won */
    if (has_line(game, position->discs[last]))
        return (outcome_t){true, (uint8_t)last, REASON_WIN};
    if (bits64_count(position->discs[0] | position->discs[1]) == game->cells)
        return (outcome_t){true, NOBODY, REASON_DRAW};
    return (outcome_t){false, NOBODY, REASON_NONE};
}

static int legal(const game_t *game, const void *state, action_t *actions) {
    const position_t *position = state;
    bits64_t discs = position->discs[0] | position->discs[1];
    int count = 0;
    if (outcome(game, state).over)
        return 0;
    for (int column = 0; column < game->grid_width; column++)
        if (!(discs & bit_of(game, game->cells - game->grid_width + column)))
            actions[count++] = (action_t)column;
    return count;
}

static void apply(const game_t *game, void *state, action_t action) {
    position_t *position = state;
    bits64_t discs = position->discs[0] | position->discs[1];
    bits64_t bottom = bit_of(game, action);
    bits64_t column = bottom * (bits64_one(game->grid_height) - 1);
    position->discs[side(game, state)] |= ((discs & column) + bottom) & column;
}

static void contents(const game_t *game, const void *state, uint8_t *contents) {
    const position_t *position = state;
    for (int cell = 0; cell < game->cells; cell++) {
        bits64_t bit = bit_of(game, cell);
        contents[cell] = position->discs[0] & bit   ? CELL_OF_SIDE0
                         : position->discs[1] & bit ? CELL_OF_SIDE1
                                                    : CELL_EMPTY;
    }
}

static bool set_contents(const game_t *game, const uint8_t *contents, int mover,
                         void *state, failure_t *error) {
    position_t *position = state;
    *position = (position_t){{0, 0}};
    for (int cell = 0; cell < game->cells; cell++) {
        if (contents[cell] == CELL_EMPTY)
            continue;
        if (cell >= game->grid_width && contents[cell - game->grid_width] == CELL_EMPTY)
            return error_set(error, "a disc above an empty cell");
        position->discs[contents[cell] - CELL_OF_SIDE0] |= bit_of(game, cell);
    }
    int lead = bits64_count(position->discs[0]) - bits64_count(position->discs[1]);
    return (lead == mover && !has_line(game, position->discs[mover])) ||
           error_set(error, "side %d cannot be to move", mover);
}

static int symmetry_cell(const game_t *game, int symmetry, int cell) {
    (void)symmetry; /* never asked for the identity */
    return cell + game->grid_width - 1 - 2 * (cell % game->grid_width);
}

static action_t symmetry_action(const game_t *game, int symmetry, action_t action) {
    return symmetry ? (action_t)(game->grid_width - 1 - action) : action;
}

static void write_action(const game_t *game, action_t action, text_t *out) {
    (void)game;
    text_add_char(out, (char)('a' + action));
}

static bool make(game_t *game, failure_t *error) {
    (void)error; /* all values of the keys go together: at most 8 * (7 + 1) bits */
    const variant_t *variant = game->variant;
    game->grid_width = game->num_actions = (int)variant->width;
    game->grid_height = (int)variant->height;
    game->cells = game->max_game_length = game->grid_width * game->grid_height;
    game->state_bytes = sizeof(position_t);
    game->num_symmetries = 2;
    return true;
}

static const config_key_t keys[] = {
    KEY_INT("width", variant_t, width, 7, 4, 8, "columns of the board"),
    KEY_INT("height", variant_t, height, 6, 4, 7, "rows of the board"),
};

const game_class_t toy_connect_four_class = {
    .name = "connectfour",
    .title = "Connect Four",
    .side_names = {"Red", "Yellow"},
    .guide = "Aim: four own discs in a line, across, up or diagonally.\n"
             "A turn drops a disc into a column, d.\n",
    .rules_version = 1,
    .variant_keys = {keys, KEYSET_COUNT(keys)},
    .variant_bytes = sizeof(variant_t),
    .make = make,
    .rules = {.legal = legal, .apply = apply, .side = side, .outcome = outcome},
    .board = {.contents = contents,
              .set_contents = set_contents,
              .symmetry_cell = symmetry_cell,
              .symmetry_action = symmetry_action},
    .text = {.write_action = write_action},
    .networks = {.planes = &planes_of_cells},
};
