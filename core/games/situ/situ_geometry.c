#include "core/games/situ/situ_geometry.h"

/* The directions to higher nodes, in rows and across: right, up (hex: up-right), up-left,
 * up-right. Square boards have the first two, hex the first three, diagonal all. */
static const int8_t step_row[SITU_MAX_AXES] = {0, 1, 1, 1};
static const int8_t step_across[SITU_MAX_AXES] = {1, 0, -1, 1};

static int larger(int a, int b) {
    return a > b ? a : b;
}

static int row_length(const situ_geometry_t *geometry, int row) {
    int order = geometry->order;
    if (geometry->grid != SITU_HEX)
        return 2 * order;
    return row < order ? order + 2 + row : 3 * order - row;
}

static int row_across(const situ_geometry_t *geometry, int row) {
    return geometry->grid == SITU_HEX ? larger(0, geometry->order - 1 - row) : 0;
}

static int cell_at(const situ_geometry_t *geometry, int row, int across) {
    if (row < 0 || row >= geometry->rows)
        return SITU_NO_CELL;
    int place = across - geometry->row_across[row];
    return place < 0 || place >= geometry->row_length[row]
               ? SITU_NO_CELL
               : geometry->row_first[row] + place;
}

static void init_cells(situ_geometry_t *geometry) {
    for (int row = 0; row < geometry->rows; row++) {
        geometry->row_first[row] = (uint8_t)geometry->cells;
        geometry->row_length[row] = (uint8_t)row_length(geometry, row);
        geometry->row_across[row] = (uint8_t)row_across(geometry, row);
        for (int place = 0; place < geometry->row_length[row]; place++) {
            int cell = geometry->cells++;
            geometry->row[cell] = (uint8_t)row;
            geometry->across[cell] = (uint8_t)(geometry->row_across[row] + place);
        }
    }
    int count = 0;
    for (int place = 0; place < SITU_MAX_ROWS; place++)
        for (int row = 0; row < geometry->rows; row++)
            if (place < geometry->row_length[row])
                geometry->by_name[count++] = (uint8_t)(geometry->row_first[row] + place);
    REQUIRE(count == geometry->cells && count <= SITU_MAX_CELLS);
}

static void init_neighbours(situ_geometry_t *geometry) {
    memset(geometry->neighbour, SITU_NO_CELL, sizeof geometry->neighbour);
    for (int cell = 0; cell < geometry->cells; cell++)
        for (int axis = 0; axis < geometry->axes; axis++) {
            int to = cell_at(geometry, geometry->row[cell] + step_row[axis],
                             geometry->across[cell] + step_across[axis]);
            if (to == SITU_NO_CELL)
                continue;
            geometry->neighbour[cell][axis] = (uint8_t)to;
            geometry->neighbour[to][geometry->axes + axis] = (uint8_t)cell;
        }
}

static int hex_image(const situ_geometry_t *geometry, int symmetry, int cell) {
    static const uint8_t source[6][2] = {{0, 1}, {1, 2}, {2, 0}, {0, 2}, {2, 1}, {1, 0}};
    int row = geometry->row[cell], across = geometry->across[cell];
    int coordinates[3] = {row, across, 3 * geometry->order - 1 - row - across};
    return cell_at(geometry, coordinates[source[symmetry][0]],
                   coordinates[source[symmetry][1]]);
}

static int square_image(const situ_geometry_t *geometry, int symmetry, int cell) {
    int last = geometry->rows - 1;
    int row = geometry->row[cell], across = geometry->across[cell];
    if (symmetry & 1)
        across = last - across;
    if (symmetry & 2)
        row = last - row;
    return symmetry & 4 ? cell_at(geometry, across, row) : cell_at(geometry, row, across);
}

void situ_geometry_init(situ_geometry_t *geometry, situ_grid_t grid, int order) {
    memset(geometry, 0, sizeof *geometry);
    geometry->grid = (int)grid;
    geometry->order = order;
    geometry->rows = grid == SITU_HEX ? 2 * order + 1 : 2 * order;
    geometry->axes = grid == SITU_HEX ? 3 : grid == SITU_SQUARE ? 2 : 4;
    geometry->symmetries = grid == SITU_HEX ? 6 : 8;
    init_cells(geometry);
    init_neighbours(geometry);
    for (int symmetry = 0; symmetry < geometry->symmetries; symmetry++)
        for (int cell = 0; cell < geometry->cells; cell++)
            geometry->image[symmetry][cell] =
                (uint8_t)(grid == SITU_HEX ? hex_image(geometry, symmetry, cell)
                                           : square_image(geometry, symmetry, cell));
}

void situ_write_cell(const situ_geometry_t *geometry, int cell, text_t *out) {
    int row = geometry->row[cell];
    text_add_char(out, (char)('a' + cell - geometry->row_first[row]));
    text_add_number(out, row + 1);
}

int situ_read_cell(const situ_geometry_t *geometry, const char **text) {
    const char *p = *text;
    int place = *p - 'a';
    long number;
    if (place < 0 || place >= SITU_MAX_ROWS)
        return SITU_NO_CELL;
    p++;
    if (!text_read_number(&p, geometry->rows, &number) || number < 1 ||
        place >= geometry->row_length[number - 1])
        return SITU_NO_CELL;
    *text = p;
    return geometry->row_first[number - 1] + place;
}
