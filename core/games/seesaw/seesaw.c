#include "core/games/seesaw/seesaw.h"

#include "core/games/seesaw/seesaw_position.h"

static const config_key_t variant_keys[] = {
    KEY_INT("size", seesaw_variant_t, size, 4, 2, SEESAW_MAX_SIDE,
            "cells per side of the hexagonal board"),
    KEY_CHOICE("stuck", seesaw_variant_t, stuck, "pass|loss",
               "a mover without a legal action passes, or loses"),
    KEY_CHOICE("recapture", seesaw_variant_t, recapture, "forced|optional",
               "whether a stack with steps left must capture another enemy in reach"),
    KEY_CHOICE("capture", seesaw_variant_t, capture, "forced|optional",
               "whether glides and deploys are illegal while a capture is possible"),
    KEY_CHOICE("first_turn", seesaw_variant_t, first_turn, "any|deploy|glide",
               "which kind of first turn South may play"),
    KEY_INT("max_turns", seesaw_variant_t, max_turns, 1000, 1, SEESAW_MAX_TURNS,
            "cut-off, in turns of both sides together"),
};

static bool make(game_t *game, failure_t *error) {
    (void)error; /* all values of the keys can be combined */
    const seesaw_variant_t *variant = game->variant;
    seesaw_board_t *board = game->tables;
    board->variant = *variant;
    seesaw_geometry_init(&board->geometry, (int)variant->size);
    int cells = board->geometry.cells;
    game->cells = cells;
    game->grid_height = game->grid_width = 2 * (int)variant->size - 1;
    game->num_actions = seesaw_action_pass(cells) + 1;
    game->packed_bytes = 8 + 2 * cells;
    /* With a own and e enemy stacks: a*e captures, a*(m-a-e) glides, m deploys, and the
     * action that ends the turn. */
    game->max_legal = cells * cells / 4 + cells + 1;
    /* A turn of k captures and a final glide or end action has k + 1 actions. */
    game->max_game_length = (int)variant->max_turns * (cells + 1);
    game->num_symmetries = variant->first_turn == SEESAW_FIRST_ANY ? 4 : 2;
    static const rules_makers_t grid7 = {{RULES_MAKERS(seesaw_make_grid7),
                                          RULES_LANES(seesaw_make_grid7)}},
                                torus61 = {{RULES_MAKERS(seesaw_make_torus61),
                                            RULES_LANES(seesaw_make_torus61)}},
                                grid11 = {{RULES_MAKERS(seesaw_make_grid11)}};
    rules_make(variant->size <= 4   ? &grid7
               : variant->size == 5 ? &torus61
                                    : &grid11,
               game);
    seesaw_make_features(game);
    return true;
}

const game_class_t seesaw_class = {
    .name = "seesaw",
    .title = "Seesaw",
    .side_names = {"South", "North"},
    .guide =
        "Aim: leave the opponent without a stack. N3n is North's stack of size 3 on a\n"
        "tile of North.\n"
        "A turn captures if it can, d4xe5, along a path of at most as many steps as the\n"
        "stack's size; with steps left over it continues, or a full stop ends it.\n"
        "Otherwise it glides as far, d1-d3, odd stacks forward and even ones back; or\n"
        "deploys a tile with a stack of size 1 beside an own tile, @c2. A stack grows\n"
        "by 1 on arrival: an odd one on an enemy tile, an even one on an own tile.\n",
    .rules_version = 1,
    .variant_keys = {variant_keys, KEYSET_COUNT(variant_keys)},
    .showcase = {"size=4", "size=5"},
    .uct_exploration = 0.45,
    .variant_bytes = sizeof(seesaw_variant_t),
    .tables_bytes = SEESAW_TABLES_BYTES,
    .make = make,
    .board = {.contents = seesaw_contents,
              .action_cells = seesaw_action_cells,
              .symmetry = seesaw_symmetry,
              .symmetry_action = seesaw_symmetry_action,
              .symmetry_exchanges_sides = seesaw_symmetry_exchanges_sides},
    .text = {.write_cell = seesaw_name_cell,
             .write_position = seesaw_write_position,
             .read_position = seesaw_read_position,
             .write_action = seesaw_write_action,
             .read_action = seesaw_read_action,
             .pack = seesaw_pack,
             .unpack = seesaw_unpack,
             .check = seesaw_check},
    .drawing = {.draw_board = seesaw_draw_board,
                .draw_cells = seesaw_draw_cells,
                .picture = seesaw_picture},
    .networks = {.planes = &seesaw_planes_class,
                 .write_planes = seesaw_planes,
                 .policy_output = seesaw_policy_output},
    .features = {.version = 1,
                 .seen = seesaw_feature_seen,
                 .image = seesaw_feature_image,
                 .meaning = seesaw_feature_meaning},
};
