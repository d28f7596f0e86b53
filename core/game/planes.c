#include "core/game/planes.h"

#include "core/game/pie_rule.h"

enum { PIE_PLANES = 2 };

static const plane_t board_plane = {"board", 1};
static const plane_t pie_planes[PIE_PLANES] = {{"pie rule", 1}, {"may swap", 1}};

const planes_class_t planes_of_cells = {
    .version = 1,
    .planes = {{"own", 1}, {"enemy", 1}, {"nobody's", 1}},
    .cell_heads = {"place"},
};

static int count_names(const char *const *names) {
    int count = 0;
    while (count < PLANES_MAX_HEADS && names[count])
        count++;
    return count;
}

planes_shape_t planes_class_shape(const game_class_t *class) {
    const planes_class_t *planes = class->networks.planes;
    REQUIRE(planes);
    planes_shape_t shape = {.version = planes->version, .planes = 1 + PIE_PLANES};
    for (int i = 0; i < PLANES_MAX && planes->planes[i].meaning; i++)
        shape.planes++;
    shape.cell_heads = count_names(planes->cell_heads);
    shape.pair_heads = count_names(planes->pair_heads);
    shape.whole_heads = count_names(planes->whole_heads) + 1;
    REQUIRE(shape.planes <= PLANES_MAX && shape.whole_heads <= PLANES_MAX_HEADS);
    return shape;
}

planes_shape_t planes_shape(const game_t *game) {
    planes_shape_t shape = planes_class_shape(game->class);
    shape.height = game->grid_height;
    shape.width = game->grid_width;
    return shape;
}

size_t planes_bytes(const game_t *game) {
    planes_shape_t shape = planes_shape(game);
    return (size_t)shape.planes * (size_t)(shape.height * shape.width);
}

static const plane_t *plane_at(const game_t *game, int plane) {
    int count = planes_class_shape(game->class).planes;
    REQUIRE(plane >= 0 && plane < count);
    return plane == 0                   ? &board_plane
           : plane < count - PIE_PLANES ? &game->class->networks.planes->planes[plane - 1]
                                        : &pie_planes[plane - (count - PIE_PLANES)];
}

const char *planes_meaning(const game_t *game, int plane) {
    return plane_at(game, plane)->meaning;
}

float planes_scale(const game_t *game, int plane) {
    return plane_at(game, plane)->scale;
}

void planes_fill(const game_t *game, uint8_t *planes, int plane, int value) {
    int places = game->grid_height * game->grid_width;
    for (int place = 0; place < places; place++)
        planes[plane * places + place] = planes[place] ? (uint8_t)value : 0;
}

void planes_write(const game_t *game, const state_t *state, uint8_t *planes) {
    int count = planes_class_shape(game->class).planes;
    memset(planes, 0, planes_bytes(game));
    game->networks.write_planes(game, state, planes);
    planes_fill(game, planes, count - 2, game->swap);
    planes_fill(game, planes, count - 1, pie_rule_is_offered(game, state));
}

/* Records a cell's place; false: a different one is recorded. */
static bool note_place(uint16_t *places, int cell, uint16_t place) {
    if (places[cell] != PLANES_MAX_GRID && places[cell] != place)
        return false;
    places[cell] = place;
    return true;
}

bool planes_places(const game_t *game, int side, uint16_t places[GAME_MAX_CELLS]) {
    bool is_grid = !game->class->networks.write_planes; /* as planes_of_cells */
    for (int cell = 0; cell < game->cells; cell++)
        places[cell] = is_grid ? (uint16_t)cell : PLANES_MAX_GRID;
    for (int action = 0; action < game->num_actions && !is_grid; action++) {
        uint8_t cells[GAME_ACTION_CELLS];
        policy_output_t output = planes_output(game, side, (action_t)action);
        int count = game_action_cells(game, (action_t)action, cells);
        bool is_pair = output.kind == OUTPUT_PAIR;
        if (output.kind == OUTPUT_WHOLE || count != 1 + is_pair)
            continue;
        if (!note_place(places, cells[0], output.from) ||
            (is_pair && !note_place(places, cells[1], output.to)))
            return false;
    }
    for (int cell = 0; cell < game->cells; cell++)
        if (places[cell] == PLANES_MAX_GRID)
            return false;
    return true;
}

policy_output_t planes_output(const game_t *game, int side, action_t action) {
    if (pie_rule_is_action(game, action))
        return (policy_output_t){
            .kind = OUTPUT_WHOLE,
            .head = (uint8_t)(planes_class_shape(game->class).whole_heads - 1)};
    return game->networks.policy_output(game, side, action);
}
