#include "core/games/seega/seega_geometry.h"

#include <assert.h>
#include <stdlib.h>

bool seega_are_neighbours(const seega_geometry_t *geometry, int a, int b) {
    int columns = abs(seega_column(geometry, a) - seega_column(geometry, b));
    int rows = abs(seega_row(geometry, a) - seega_row(geometry, b));
    return columns + rows == 1;
}

static void init_moves(seega_geometry_t *geometry) {
    for (int from = 0; from < geometry->cells; from++) {
        geometry->first_move[from] = (uint16_t)geometry->moves;
        for (int to = 0; to < geometry->cells; to++)
            if (seega_are_neighbours(geometry, from, to)) {
                geometry->move_from[geometry->moves] = (uint8_t)from;
                geometry->move_to[geometry->moves] = (uint8_t)to;
                geometry->moves++;
            }
    }
    assert(geometry->moves == 4 * geometry->side * (geometry->side - 1));
}

static void init_images(seega_geometry_t *geometry) {
    int last = geometry->side - 1;
    for (int symmetry = 0; symmetry < SEEGA_SYMMETRIES; symmetry++)
        for (int cell = 0; cell < geometry->cells; cell++) {
            int column = seega_column(geometry, cell), row = seega_row(geometry, cell);
            int to_column = symmetry & 4 ? row : column;
            int to_row = symmetry & 4 ? column : row;
            to_column = symmetry & 1 ? last - to_column : to_column;
            to_row = symmetry & 2 ? last - to_row : to_row;
            geometry->image[symmetry][cell] =
                (uint8_t)seega_cell(geometry, to_column, to_row);
        }
}

void seega_geometry_init(seega_geometry_t *geometry, int side) {
    int middle = side / 2, last = side - 1;
    memset(geometry, 0, sizeof *geometry);
    geometry->side = side;
    geometry->cells = side * side;
    geometry->pieces = (geometry->cells - 1) / 2;
    geometry->centre = (uint8_t)seega_cell(geometry, middle, middle);
    geometry->outer[0] = (uint8_t)seega_cell(geometry, middle, 0);
    geometry->outer[1] = (uint8_t)seega_cell(geometry, middle, last);
    geometry->outer[2] = (uint8_t)seega_cell(geometry, 0, middle);
    geometry->outer[3] = (uint8_t)seega_cell(geometry, last, middle);
    init_moves(geometry);
    init_images(geometry);
}

int seega_action_move(const seega_geometry_t *geometry, int from, int to) {
    int move = geometry->first_move[from];
    while (geometry->move_to[move] != to) {
        move++;
        assert(move < geometry->moves && geometry->move_from[move] == from);
    }
    return seega_action_first_move(geometry) + move;
}

int seega_action_image(const seega_geometry_t *geometry, int symmetry, int action) {
    const uint8_t *to = geometry->image[symmetry];
    int move = action - seega_action_first_move(geometry);
    if (move < 0)
        return seega_action_place(to[action]);
    if (move < geometry->moves)
        return seega_action_move(geometry, to[geometry->move_from[move]],
                                 to[geometry->move_to[move]]);
    if (action == seega_action_end(geometry))
        return action;
    return seega_action_remove(geometry, to[action - seega_action_remove(geometry, 0)]);
}
