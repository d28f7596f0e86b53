/* Cascade's input planes; mcts/evaluate/convolution/NETWORK.md has the table. */
#include "core/games/cascade/cascade_position.h"

#include "core/game/planes.h"

enum {
    PLANE_BOARD,
    PLANE_COLOURS, /* the mover's, the enemy's, red */
    PLANE_BOTH = PLANE_COLOURS + CASCADE_COLOURS
};

const planes_class_t cascade_planes_class = {
    .version = 1,
    .planes =
        {
            {"stone of own colour", 1},
            {"stone of the enemy's colour", 1},
            {"red stone", 1},
            {"direction=both", 1},
        },
    .cell_heads = {"own colour", "enemy's colour", "red"},
};

static int place_of(const game_t *game, int cell) {
    int size = cascade_board(game)->size;
    return cell % size * game->grid_width + cell / size;
}

/* 0 the mover's, 1 the enemy's, 2 red. */
static int colour_seen(int side, int colour) {
    return colour == CASCADE_RED ? 2 : (colour != CASCADE_WHITE) != (side != 0);
}

void cascade_planes(const game_t *game, const void *state, uint8_t *planes) {
    int places = game->grid_height * game->grid_width;
    const cascade_variant_t *variant = game->variant;
    cascade_position_t position;
    cascade_board(game)->load(game, state, &position);
    for (int cell = 0; cell < game->cells; cell++) {
        int place = place_of(game, cell), colour = position.colour[cell];
        planes[PLANE_BOARD * places + place] = 1;
        if (colour != CASCADE_EMPTY) {
            int plane = PLANE_COLOURS + colour_seen(position.side, colour);
            planes[plane * places + place] = 1;
        }
    }
    planes_fill(game, planes, PLANE_BOTH, variant->direction == CASCADE_BOTH);
}

policy_output_t cascade_policy_output(const game_t *game, int side, action_t action) {
    int colour = action / game->cells + 1;
    return (policy_output_t){.kind = OUTPUT_CELL,
                             .head = (uint8_t)colour_seen(side, colour),
                             .from = (uint16_t)place_of(game, action % game->cells)};
}
