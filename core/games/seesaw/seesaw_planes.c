/* Seesaw's input planes; mcts/evaluate/convolution/NETWORK.md has the table. */
#include "core/games/seesaw/seesaw_position.h"

#include "core/game/planes.h"

enum {
    PLANE_BOARD,
    PLANE_STACKS, /* of the mover, then as many of the enemy */
    SIZES = 5,    /* that have planes of their own */
    STACK_ODD = SIZES,
    STACK_SIZE,
    STACK_PLANES,
    PLANE_TILES = PLANE_STACKS + 2 * STACK_PLANES, /* the mover's, the enemy's */
    PLANE_CHAIN = PLANE_TILES + 2,
    PLANE_PASSES,
    PLANE_TURNS_LEFT,
    PLANE_MUST_DEPLOY,
    PLANE_MUST_GLIDE,
    PLANE_STUCK_LOSS,
    PLANE_RECAPTURE_OPTIONAL,
    PLANE_CAPTURE_OPTIONAL
};

enum { HALF_TURN = 2 /* the symmetry that exchanges the sides */ };

const planes_class_t seesaw_planes_class = {
    .version = 1,
    .planes =
        {
            {"own stack of size 1", 1},
            {"own stack of size 2", 1},
            {"own stack of size 3", 1},
            {"own stack of size 4", 1},
            {"own stack of size 5 or more", 1},
            {"own odd stack", 1},
            {"own stack's size", 1 / 8.0f},
            {"enemy stack of size 1", 1},
            {"enemy stack of size 2", 1},
            {"enemy stack of size 3", 1},
            {"enemy stack of size 4", 1},
            {"enemy stack of size 5 or more", 1},
            {"enemy odd stack", 1},
            {"enemy stack's size", 1 / 8.0f},
            {"own tile", 1},
            {"enemy tile", 1},
            {"steps left over, at the stack that may go on", 1 / 8.0f},
            {"passes in a row", 1},
            {"turns left", 1.0f / PLANES_MAX_COUNTER},
            {"this turn has to deploy", 1},
            {"this turn has to glide", 1},
            {"stuck=loss", 1},
            {"recapture=optional", 1},
            {"capture=optional", 1},
        },
    .cell_heads = {"deploy"},
    .pair_heads = {"glide", "capture"},
    .whole_heads = {"end of turn", "pass"},
};

/* The place of a cell for a mover, who plays upward. */
static int place_of(const game_t *game, int side, int cell) {
    const seesaw_geometry_t *geometry = &seesaw_board(game)->geometry;
    int seen = side == 0 ? cell : geometry->image[HALF_TURN][cell];
    return geometry->r[seen] * game->grid_width + geometry->q[seen];
}

static void write_stack(uint8_t *planes, int places, int place, int size) {
    int plane = size < SIZES ? size - 1 : SIZES - 1;
    planes[plane * places + place] = 1;
    planes[STACK_ODD * places + place] = size % 2 != 0;
    planes[STACK_SIZE * places + place] = (uint8_t)size;
}

static void write_facts(const game_t *game, const seesaw_position_t *position,
                        uint8_t *planes) {
    const seesaw_variant_t *variant = &seesaw_board(game)->variant;
    int first = position->turn == 0 && position->side == 0 ? variant->first_turn
                                                           : SEESAW_FIRST_ANY;
    planes_fill(game, planes, PLANE_PASSES, position->passes);
    planes_fill(game, planes, PLANE_TURNS_LEFT,
                planes_counter(variant->max_turns - position->turn));
    planes_fill(game, planes, PLANE_MUST_DEPLOY, first == SEESAW_FIRST_DEPLOY);
    planes_fill(game, planes, PLANE_MUST_GLIDE, first == SEESAW_FIRST_GLIDE);
    planes_fill(game, planes, PLANE_STUCK_LOSS, variant->stuck == SEESAW_STUCK_LOSS);
    planes_fill(game, planes, PLANE_RECAPTURE_OPTIONAL,
                variant->recapture == SEESAW_OPTIONAL);
    planes_fill(game, planes, PLANE_CAPTURE_OPTIONAL,
                variant->capture == SEESAW_OPTIONAL);
}

void seesaw_planes(const game_t *game, const void *state, uint8_t *planes) {
    int places = game->grid_height * game->grid_width;
    seesaw_position_t position;
    seesaw_board(game)->load(game, state, &position);
    int side = position.side;
    for (int cell = 0; cell < game->cells; cell++) {
        int place = place_of(game, side, cell);
        int stack = position.stack_side[cell], tile = position.tile_side[cell];
        planes[PLANE_BOARD * places + place] = 1;
        if (stack != NOBODY) {
            int first = PLANE_STACKS + (stack == side ? 0 : STACK_PLANES);
            write_stack(planes + first * places, places, place,
                        position.stack_size[cell]);
        }
        if (tile != NOBODY)
            planes[(PLANE_TILES + (tile != side)) * places + place] = 1;
    }
    if (position.chain_cell != SEESAW_NO_CELL)
        planes[PLANE_CHAIN * places + place_of(game, side, position.chain_cell)] =
            position.chain_left;
    write_facts(game, &position, planes);
}

policy_output_t seesaw_policy_output(const game_t *game, int side, action_t action) {
    int cells = game->cells, pair = action - cells;
    if (pair < 0)
        return (policy_output_t){.kind = OUTPUT_CELL,
                                 .from = (uint16_t)place_of(game, side, action)};
    if (action >= seesaw_action_end(cells))
        return (policy_output_t){.kind = OUTPUT_WHOLE,
                                 .head = (uint8_t)(action - seesaw_action_end(cells))};
    int head = pair / (cells * cells);
    pair %= cells * cells;
    return (policy_output_t){.kind = OUTPUT_PAIR,
                             .head = (uint8_t)head,
                             .from = (uint16_t)place_of(game, side, pair / cells),
                             .to = (uint16_t)place_of(game, side, pair % cells)};
}
