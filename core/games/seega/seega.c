#include "core/games/seega/seega.h"

#include "core/games/seega/seega_position.h"
#include "core/games/seega/seega_text.h"

static const config_key_t variant_keys[] = {
    KEY_INT("size", seega_variant_t, size, 5, SEEGA_MIN_SIDE, SEEGA_MAX_SIDE,
            "squares per side of the board: 5, 7 or 9"),
    KEY_CHOICE("opening", seega_variant_t, opening, "fixed|free",
               "each side's first two pieces on opposite outer centres, or anywhere"),
    KEY_BOOL("safe_centre", seega_variant_t, safe_centre, true,
             "whether a piece on the centre is safe from capture"),
    KEY_CHOICE("blocked", seega_variant_t, blocked, "remove|pass|loss",
               "a mover without a move removes an enemy piece, passes, or loses"),
    KEY_INT("end_at", seega_variant_t, end_at, 1, 0, 1,
            "a side with this many pieces or fewer has lost"),
    KEY_INT("no_capture_limit", seega_variant_t, no_capture_limit, 50, 1, SEEGA_MAX_LIMIT,
            "draw after this many turns of either side without a capture or removal"),
};

/* Each of the two sides' 2p pieces is placed, then leaves at most once, by a capture or a
 * removal. A capture costs the capturing action and one that ends its turn, a removal
 * costs itself and the move after it. All other actions are turns without either, and at
 * most `limit` of these lie between two turns that have one. */
static int bound_on_actions(const seega_geometry_t *geometry, int limit) {
    int pieces = 2 * geometry->pieces;
    return pieces + 2 * pieces + (pieces + 1) * limit;
}

static bool make(game_t *game, failure_t *error) {
    const seega_variant_t *variant = game->variant;
    if (variant->size % 2 == 0)
        return error_set(error, "seega: \"size\" is %d; allowed: 5, 7 or 9",
                         (int)variant->size);
    seega_board_t *board = game->tables;
    board->variant = *variant;
    seega_geometry_init(&board->geometry, (int)variant->size);
    game->cells = board->geometry.cells;
    game->grid_height = game->grid_width = (int)variant->size;
    game->num_actions = seega_action_end(&board->geometry) + 1;
    game->packed_bytes = 8 + game->cells;
    /* An edge between two squares allows at most one move; there are fewer placements or
     * removals than cells. */
    game->max_legal = board->geometry.moves / 2;
    game->max_game_length =
        bound_on_actions(&board->geometry, (int)variant->no_capture_limit);
    game->num_symmetries = SEEGA_SYMMETRIES;
    static const rules_makers_t makers[] = {
        {{RULES_MAKERS(seega_make_square5), RULES_LANES(seega_make_square5)}},
        {{RULES_MAKERS(seega_make_square7)}},
        {{RULES_MAKERS(seega_make_square9)}}};
    rules_make(&makers[(variant->size - 5) / 2], game);
    seega_make_features(game);
    return true;
}

const game_class_t seega_class = {
    .name = "seega",
    .title = "Seega",
    .side_names = {"Red", "Blue"},
    .guide =
        "Aim: leave the opponent with too few pieces.\n"
        "First both sides place two pieces a turn, @c1, until only the centre is empty.\n"
        "Then a turn moves a piece one square, b2-b3; an enemy piece beside it with a\n"
        "piece of yours behind it is captured. After a capture the piece may move\n"
        "again, or a full stop ends the turn. If you cannot move, remove an enemy piece\n"
        "first, xb2.\n",
    .rules_version = 1,
    .variant_keys = {variant_keys, KEYSET_COUNT(variant_keys)},
    .showcase = {"size=5", "size=7", "size=9"},
    .uct_exploration = 0.3,
    .variant_bytes = sizeof(seega_variant_t),
    .tables_bytes = SEEGA_TABLES_BYTES,
    .make = make,
    .board = {.contents = seega_contents,
              .action_cells = seega_action_cells,
              .symmetry = seega_symmetry,
              .symmetry_action = seega_symmetry_action,
              .symmetry_exchanges_sides = seega_symmetry_exchanges_sides},
    .text = {.write_cell = seega_name_cell,
             .write_position = seega_write_position,
             .read_position = seega_read_position,
             .write_action = seega_write_action,
             .read_action = seega_read_action,
             .pack = seega_pack,
             .unpack = seega_unpack,
             .check = seega_check},
    .drawing = {.draw_board = seega_draw_board, .picture = seega_picture},
    .networks = {.planes = &seega_planes_class,
                 .write_planes = seega_planes,
                 .policy_output = seega_policy_output},
    .features = {.version = 1,
                 .seen = seega_feature_seen,
                 .image = seega_feature_image,
                 .meaning = seega_feature_meaning},
};
