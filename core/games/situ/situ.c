#include "core/games/situ/situ.h"

#include "core/games/situ/situ_position.h"

static const config_key_t variant_keys[] = {
    KEY_CHOICE("grid", situ_variant_t, grid, "hex|square|diagonal",
               "six, four or eight line directions"),
    KEY_INT("order", situ_variant_t, order, 4, 2, SITU_MAX_ORDER,
            "size N: hex has sides of N and N+2 nodes, the others 2N x 2N nodes"),
    KEY_INT("surplus", situ_variant_t, surplus, 3, 1, 4,
            "the lead in stones in sight that a side needs for control"),
    KEY_INT("cut", situ_variant_t, cut, 2, 0, SITU_MAX_CUT,
            "how many nodes Maroon may remove before play"),
};

static bool make(game_t *game, failure_t *error) {
    (void)error; /* all values of the keys can be combined */
    static const rules_makers_t makers[] = {
        {{RULES_MAKERS(situ_make_words1), RULES_LANES(situ_make_words1)}},
        {{RULES_MAKERS(situ_make_words2)}},
        {{RULES_MAKERS(situ_make_words3)}},
        {{RULES_MAKERS(situ_make_words4)}}};
    const situ_variant_t *variant = game->variant;
    situ_board_t *board = game->tables;
    board->variant = *variant;
    situ_geometry_init(&board->geometry, (situ_grid_t)variant->grid, (int)variant->order);
    int cells = board->geometry.cells;
    game->cells = cells;
    game->grid_height = game->grid_width = board->geometry.rows;
    game->num_actions = situ_action_done(cells) + 1;
    game->packed_bytes = 4 + cells;
    game->max_legal = cells + 1; /* each node once, or done */
    game->max_game_length = SITU_PATIENCE * cells;
    game->solver = situ_solver;
    game->num_symmetries = board->geometry.symmetries;
    rules_make(&makers[(cells - 1) / 64], game);
    situ_make_features(game);
    return true;
}

const game_class_t situ_class = {
    .name = "situ",
    .title = "Double-Move Situ",
    .side_names = {"Maroon", "White"},
    .guide =
        "Aim: be the last to complete a turn.\n"
        "First Maroon may remove nodes, ~c3 (a full stop ends this), and White places a\n"
        "stone, @c3. Then a turn is two actions: place a stone, @d5, on an empty node\n"
        "that the opponent does not control, or remove an enemy stone, xd5, from a node\n"
        "that you control.\n"
        "A side controls a node if it has more stones in sight of it than the other, by\n"
        "at least the variant's surplus. On a line only the first stone is in sight.\n",
    .rules_version = 1,
    .variant_keys = {variant_keys, KEYSET_COUNT(variant_keys)},
    .showcase = {"grid=hex order=4", "grid=square order=4", "grid=diagonal order=4",
                 "grid=hex order=7"},
    .uct_exploration = 0.3,
    .variant_bytes = sizeof(situ_variant_t),
    .tables_bytes = SITU_TABLES_BYTES,
    .make = make,
    .board = {.contents = situ_contents,
              .action_cells = situ_action_cells,
              .symmetry = situ_symmetry,
              .symmetry_action = situ_symmetry_action,
              .symmetry_exchanges_sides = situ_symmetry_exchanges_sides},
    .text = {.write_cell = situ_name_cell,
             .write_position = situ_write_position,
             .read_position = situ_read_position,
             .write_action = situ_write_action,
             .read_action = situ_read_action,
             .pack = situ_pack,
             .unpack = situ_unpack,
             .check = situ_check},
    .drawing = {.draw_board = situ_draw_board, .picture = situ_picture},
    .networks = {.planes = &situ_planes_class,
                 .write_planes = situ_planes,
                 .policy_output = situ_policy_output},
    .features = {.version = 1,
                 .seen = situ_feature_seen,
                 .image = situ_feature_image,
                 .meaning = situ_feature_meaning},
};
