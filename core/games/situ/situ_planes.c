/* Situ's input planes; mcts/evaluate/convolution/NETWORK.md has the table. */
#include "core/games/situ/situ_position.h"

#include "core/game/planes.h"

enum {
    PLANE_BOARD,
    PLANE_STONES, /* the mover's, the enemy's */
    PLANE_REMOVED = PLANE_STONES + 2,
    PLANE_BALANCES, /* in the mover's favour, in the enemy's */
    PLANE_CONTROLS = PLANE_BALANCES + 2,
    PLANE_REMOVING = PLANE_CONTROLS + 2,
    PLANE_REMOVALS_LEFT,
    PLANE_FIRST_STONE,
    PLANE_SECOND_ACTION,
    PLANE_SURPLUS,
    PLANE_HEX,
    PLANE_DIAGONAL
};

const planes_class_t situ_planes_class = {
    .version = 1,
    .planes =
        {
            {"own stone", 1},
            {"enemy stone", 1},
            {"removed node", 1},
            {"own stones in sight, more than the enemy's", 1 / 4.0f},
            {"enemy stones in sight, more than the own", 1 / 4.0f},
            {"own side controls", 1},
            {"enemy controls", 1},
            {"removing nodes", 1},
            {"nodes that may still be removed", 1 / 2.0f},
            {"White's first stone", 1},
            {"second action of the turn", 1},
            {"surplus", 1 / 4.0f},
            {"grid=hex", 1},
            {"grid=diagonal", 1},
        },
    .cell_heads = {"place", "remove a stone", "remove the node"},
    .whole_heads = {"done"},
};

static int place_of(const game_t *game, int cell) {
    const situ_geometry_t *geometry = &situ_board(game)->geometry;
    return geometry->row[cell] * game->grid_width + geometry->across[cell];
}

static void write_facts(const game_t *game, const situ_position_t *position, int removed,
                        uint8_t *planes) {
    const situ_variant_t *variant = &situ_board(game)->variant;
    bool removing = position->phase < SITU_FIRST0;
    planes_fill(game, planes, PLANE_REMOVING, removing);
    planes_fill(game, planes, PLANE_REMOVALS_LEFT,
                removing ? (int)variant->cut - removed : 0);
    planes_fill(game, planes, PLANE_FIRST_STONE, position->phase == SITU_FIRST0);
    planes_fill(game, planes, PLANE_SECOND_ACTION, position->phase == SITU_DOUBLE1);
    planes_fill(game, planes, PLANE_SURPLUS, (int)variant->surplus);
    planes_fill(game, planes, PLANE_HEX, variant->grid == SITU_HEX);
    planes_fill(game, planes, PLANE_DIAGONAL, variant->grid == SITU_DIAGONAL);
}

void situ_planes(const game_t *game, const void *state, uint8_t *planes) {
    const situ_board_t *board = situ_board(game);
    int places = game->grid_height * game->grid_width, removed = 0;
    int surplus = (int)board->variant.surplus;
    situ_position_t position;
    int8_t balances[SITU_MAX_CELLS];
    board->load(game, state, &position);
    situ_find_balances(&board->geometry, &position, balances);
    for (int cell = 0; cell < game->cells; cell++) {
        int place = place_of(game, cell), holds = position.holds[cell];
        planes[PLANE_BOARD * places + place] = 1;
        if (holds == SITU_REMOVED) {
            planes[PLANE_REMOVED * places + place] = 1;
            removed++;
            continue; /* its lines of sight do not matter */
        }
        if (holds != NOBODY)
            planes[(PLANE_STONES + (holds != position.side)) * places + place] = 1;
        int balance = position.side == 0 ? balances[cell] : -balances[cell];
        int against = balance < 0, size = against ? -balance : balance;
        planes[(PLANE_BALANCES + against) * places + place] = (uint8_t)size;
        planes[(PLANE_CONTROLS + against) * places + place] = size >= surplus;
    }
    write_facts(game, &position, removed, planes);
}

policy_output_t situ_policy_output(const game_t *game, int side, action_t action) {
    (void)side; /* both sides see the same board */
    if (action == situ_action_done(game->cells))
        return (policy_output_t){.kind = OUTPUT_WHOLE};
    return (policy_output_t){.kind = OUTPUT_CELL,
                             .head = (uint8_t)(action / game->cells),
                             .from = (uint16_t)place_of(game, action % game->cells)};
}
