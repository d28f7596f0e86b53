#include "core/games/cascade/cascade.h"

#include "core/games/cascade/cascade_position.h"

static const config_key_t variant_keys[] = {
    KEY_INT("size", cascade_variant_t, size, 8, 2, CASCADE_MAX_SIZE,
            "cells per side of the square board"),
    KEY_CHOICE("direction", cascade_variant_t, direction, "down|both",
               "whether cells fill from above only, or also from below"),
};

static bool make(game_t *game, failure_t *error) {
    (void)error; /* all values of the keys can be combined */
    const cascade_variant_t *variant = game->variant;
    cascade_board_t *board = game->tables;
    cascade_board_init(board, variant);
    int cells = board->cells;
    game->cells = cells;
    game->grid_height = game->grid_width = board->size;
    game->num_actions = game->max_legal = CASCADE_COLOURS * cells;
    game->packed_bytes = 1 + cells;
    game->max_game_length = cells;
    /* Exchanging the sides would give the pie rule's offer to the wrong side. */
    game->num_symmetries = board->geometric_symmetries * (game->swap ? 1 : 2);
    static const rules_makers_t one_word = {{RULES_MAKERS(cascade_make_board64)}},
                                two_words = {{RULES_MAKERS(cascade_make_board128)}};
    rules_make(variant->size <= 8 ? &one_word : &two_words, game);
    cascade_make_features(game);
    return true;
}

const game_class_t cascade_class = {
    .name = "cascade",
    .title = "Cascade",
    .side_names = {"White", "Black"},
    .guide =
        "Aim: more stones of your own colour, white or black, when the board is full.\n"
        "A turn puts a stone of any colour on an empty cell: w:d3, b:d3 or r:d3 (red).\n"
        "Then each empty cell below two stones is filled: with their colour if they are\n"
        "alike, else with the third.\n",
    .rules_version = 1,
    .variant_keys = {variant_keys, KEYSET_COUNT(variant_keys)},
    .showcase = {"size=8", "size=8 direction=both", "size=11"},
    .uct_exploration = 0.15,
    .variant_bytes = sizeof(cascade_variant_t),
    .tables_bytes = CASCADE_TABLES_BYTES,
    .make = make,
    .board = {.contents = cascade_contents,
              .action_cells = cascade_action_cells,
              .symmetry = cascade_symmetry,
              .symmetry_action = cascade_symmetry_action,
              .symmetry_exchanges_sides = cascade_symmetry_exchanges_sides},
    .text = {.write_cell = cascade_name_cell,
             .write_position = cascade_write_position,
             .read_position = cascade_read_position,
             .write_action = cascade_write_action,
             .read_action = cascade_read_action,
             .pack = cascade_pack,
             .unpack = cascade_unpack,
             .check = cascade_check},
    .drawing = {.draw_board = cascade_draw_board, .picture = cascade_picture},
    .networks = {.planes = &cascade_planes_class,
                 .write_planes = cascade_planes,
                 .policy_output = cascade_policy_output},
    .features = {.version = 1,
                 .seen = cascade_feature_seen,
                 .image = cascade_feature_image,
                 .meaning = cascade_feature_meaning},
};
