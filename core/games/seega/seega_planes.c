/* Seega's input planes; mcts/evaluate/convolution/NETWORK.md has the table. */
#include "core/games/seega/seega_position.h"

#include "core/game/planes.h"

enum {
    PLANE_BOARD,
    PLANE_PIECES, /* the mover's, the enemy's */
    PLANE_CENTRE = PLANE_PIECES + 2,
    PLANE_OUTER_CENTRES,
    PLANE_GOING_ON,
    PLANE_PLACING,
    PLANE_SECOND_PLACEMENT,
    PLANE_REMOVED,
    PLANE_TURNS_LEFT,
    PLANE_SAFE_CENTRE,
    PLANE_BLOCKED_PASS,
    PLANE_BLOCKED_LOSS,
    PLANE_END_AT_0
};

const planes_class_t seega_planes_class = {
    .version = 1,
    .planes =
        {
            {"own piece", 1},
            {"enemy piece", 1},
            {"centre", 1},
            {"outer centres, while placing with opening=fixed", 1},
            {"the piece that may go on", 1},
            {"placing", 1},
            {"second placement of the turn", 1},
            {"a piece was removed and a move is due", 1},
            {"turns without a capture left", 1.0f / PLANES_MAX_COUNTER},
            {"safe_centre", 1},
            {"blocked=pass", 1},
            {"blocked=loss", 1},
            {"end_at=0", 1},
        },
    .cell_heads = {"place", "remove"},
    .pair_heads = {"move"},
    .whole_heads = {"end of turn or pass"},
};

static int place_of(const game_t *game, int cell) {
    const seega_geometry_t *geometry = &seega_board(game)->geometry;
    return seega_row(geometry, cell) * game->grid_width + seega_column(geometry, cell);
}

static void write_facts(const game_t *game, const seega_position_t *position,
                        uint8_t *planes) {
    const seega_variant_t *variant = &seega_board(game)->variant;
    planes_fill(game, planes, PLANE_PLACING, seega_is_placing(position->phase));
    planes_fill(game, planes, PLANE_SECOND_PLACEMENT, position->phase == SEEGA_PLACE1);
    planes_fill(game, planes, PLANE_REMOVED, position->phase == SEEGA_REMOVED);
    planes_fill(game, planes, PLANE_TURNS_LEFT,
                planes_counter(variant->no_capture_limit - position->quiet));
    planes_fill(game, planes, PLANE_SAFE_CENTRE, variant->safe_centre);
    planes_fill(game, planes, PLANE_BLOCKED_PASS, variant->blocked == SEEGA_BLOCKED_PASS);
    planes_fill(game, planes, PLANE_BLOCKED_LOSS, variant->blocked == SEEGA_BLOCKED_LOSS);
    planes_fill(game, planes, PLANE_END_AT_0, variant->end_at == 0);
}

void seega_planes(const game_t *game, const void *state, uint8_t *planes) {
    const seega_board_t *board = seega_board(game);
    const seega_geometry_t *geometry = &board->geometry;
    int places = game->grid_height * game->grid_width;
    seega_position_t position;
    board->load(game, state, &position);
    for (int cell = 0; cell < game->cells; cell++) {
        int place = place_of(game, cell), owner = position.owner[cell];
        planes[PLANE_BOARD * places + place] = 1;
        if (owner != NOBODY)
            planes[(PLANE_PIECES + (owner != position.side)) * places + place] = 1;
    }
    planes[PLANE_CENTRE * places + place_of(game, geometry->centre)] = 1;
    if (board->variant.opening == SEEGA_OPENING_FIXED && seega_is_placing(position.phase))
        for (int i = 0; i < SEEGA_OUTER_CENTRES; i++)
            planes[PLANE_OUTER_CENTRES * places + place_of(game, geometry->outer[i])] = 1;
    if (position.going_on != SEEGA_NO_CELL)
        planes[PLANE_GOING_ON * places + place_of(game, position.going_on)] = 1;
    write_facts(game, &position, planes);
}

policy_output_t seega_policy_output(const game_t *game, int side, action_t action) {
    const seega_geometry_t *geometry = &seega_board(game)->geometry;
    int move = action - seega_action_first_move(geometry);
    (void)side; /* both sides see the same board */
    if (action == seega_action_end(geometry))
        return (policy_output_t){.kind = OUTPUT_WHOLE};
    if (move >= 0 && move < geometry->moves)
        return (policy_output_t){.kind = OUTPUT_PAIR,
                                 .from =
                                     (uint16_t)place_of(game, geometry->move_from[move]),
                                 .to = (uint16_t)place_of(game, geometry->move_to[move])};
    int cell = move < 0 ? action : action - seega_action_remove(geometry, 0);
    return (policy_output_t){
        .kind = OUTPUT_CELL, .head = move >= 0, .from = (uint16_t)place_of(game, cell)};
}
