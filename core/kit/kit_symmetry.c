/* The symmetries of a board and a start. */
#include "core/kit/kit_class.h"
#include "core/kit/kit_state.h"

#include <limits.h>
#include <string.h>

/* A linear map of the plane: x' = xx x + xy y, y' = yx x + yy y. */
typedef struct linear {
    int xx, xy, yx, yy;
} linear_t;

static linear_t product(linear_t a, linear_t b) {
    return (linear_t){a.xx * b.xx + a.xy * b.yx, a.xx * b.xy + a.xy * b.yy,
                      a.yx * b.xx + a.yy * b.yx, a.yx * b.xy + a.yy * b.yy};
}

/* The n-th map of the plane that keeps squares (8 of them) or hexagons (12): rotations,
 * then these after a reflection. */
static linear_t linear_map(const kit_t *k, int n) {
    const linear_t quarter = {0, -1, 1, 0}, sixth = {0, -1, 1, 1};
    const linear_t mirror = {-1, 0, 0, 1}, diagonal = {0, 1, 1, 0};
    int turns = k->is_hex ? 6 : 4;
    linear_t map = {1, 0, 0, 1};
    for (int i = 0; i < n % turns; i++)
        map = product(map, k->is_hex ? sixth : quarter);
    return n < turns ? map : product(map, k->is_hex ? diagonal : mirror);
}

static bool are_near(const kit_t *k, int a, int b) {
    return k->near[a].word[b / 64] >> b % 64 & 1;
}

/* Maps the cells, moved so that the least x and y stay; false: not onto the board. */
static bool image_of_cells(const kit_t *k, linear_t map, uint8_t *image) {
    int least[2] = {INT_MAX, INT_MAX}, least_image[2] = {INT_MAX, INT_MAX};
    for (int cell = 0; cell < k->cells; cell++) {
        if (!on_board(k, cell))
            continue;
        int at[2] = {column_of(k, cell), row_of(k, cell)};
        int to[2] = {map.xx * at[0] + map.xy * at[1], map.yx * at[0] + map.yy * at[1]};
        for (int i = 0; i < 2; i++) {
            least[i] = at[i] < least[i] ? at[i] : least[i];
            least_image[i] = to[i] < least_image[i] ? to[i] : least_image[i];
        }
    }
    for (int cell = 0; cell < k->cells; cell++) {
        int x = column_of(k, cell), y = row_of(k, cell);
        int to_x = map.xx * x + map.xy * y - least_image[0] + least[0];
        int to_y = map.yx * x + map.yy * y - least_image[1] + least[1];
        image[cell] = (uint8_t)cell;
        if (!on_board(k, cell))
            continue;
        if (to_x < 0 || to_y < 0 || to_x >= k->width || to_y >= k->height ||
            !on_board(k, cell_at(k, to_x, to_y)))
            return false;
        image[cell] = (uint8_t)cell_at(k, to_x, to_y);
    }
    return true;
}

static bool keeps_neighbours(const kit_t *k, const uint8_t *image) {
    for (int a = 0; a < k->cells; a++)
        for (int b = 0; b < a; b++)
            if (on_board(k, a) && on_board(k, b) &&
                are_near(k, a, b) != are_near(k, image[a], image[b]))
                return false;
    return true;
}

/* Maps the directions, of neighbours and hops; false: to none of them. */
static bool image_of_directions(const kit_t *k, linear_t map, uint8_t *image) {
    for (int d = 0; d < HOPS + k->hops; d++) {
        if (d >= k->directions && d < HOPS)
            continue;
        int x = map.xx * k->dx[d] + map.xy * k->dy[d];
        int y = map.yx * k->dx[d] + map.yy * k->dy[d], to = d < HOPS ? 0 : HOPS;
        int end = d < HOPS ? k->directions : HOPS + k->hops;
        while (to < end && (k->dx[to] != x || k->dy[to] != y))
            to++;
        if (to == end)
            return false;
        image[d] = (uint8_t)to;
    }
    return true;
}

/* Whether the rules keep a map that exchanges sides or not, as far as the setup says. */
static bool is_kept(const kit_t *k, linear_t map, bool exchanges) {
    switch (k->symmetries) {
    case SYMMETRIES_ALL:
        return true;
    case SYMMETRIES_TURNS:
        return map.xx * map.yy - map.xy * map.yx == 1;
    case SYMMETRIES_UP:
        return map.yx == 0 && map.yy == 1 && map.xy == 0;
    case SYMMETRIES_EDGES:
        return map.xx == 0 ? exchanges && map.yy == 0
                           : !exchanges && map.xy == 0 && map.yx == 0;
    case SYMMETRIES_NONE:
        break;
    }
    return false;
}

/* Whether the start is its own image, but for the side to move. */
static bool keeps_start(const kit_t *k, const kit_symmetry_t *symmetry) {
    uint64_t image[KIT_STATE_WORDS];
    kit_head_t before, after;
    size_t head = sizeof before, bytes = (size_t)k->layout->bytes;
    kit_map_state(k, symmetry, k->start, image);
    memcpy(&before, k->start, head);
    memcpy(&after, image, head);
    after.side = before.side;
    after.result = before.result;
    return memcmp(&before, &after, head) == 0 &&
           memcmp((const char *)k->start + head, (const char *)image + head,
                  bytes - head) == 0;
}

/* The number of an action's image; UINT16_MAX: there is no such action. */
static uint16_t image_of_action(const kit_t *k, const kit_symmetry_t *map, int action) {
    const kit_action_t *played = &k->action[action];
    const kit_kind_t *of = &k->kind[played->kind];
    const kit_group_t *group = &k->group[of->group];
    int kind = played->kind;
    if (group->form == KIT_CALL)
        return (uint16_t)action;
    if (group->form == KIT_PAIR)
        kind = group->kind + map->cell[kind - group->kind];
    if (group->form == KIT_SLIDE || group->form == KIT_HOP)
        kind += (map->direction[of->direction] - of->direction) * group->distances;
    return k->number[k->kind[kind].first + map->cell[played->cell]];
}

/* Drops have none where columns become rows. */
static bool keeps_actions(const kit_t *k, const kit_symmetry_t *symmetry) {
    for (int action = 0; action < k->num_actions; action++)
        if (image_of_action(k, symmetry, action) == UINT16_MAX)
            return false;
    return true;
}

static void find_symmetries(kit_t *k) {
    k->num_symmetries = 0;
    /* Hashes of earlier positions have no images. */
    for (int n = 0; n < (k->layout->history ? 1 : k->is_hex ? 12 : 8); n++) {
        linear_t map = linear_map(k, n);
        for (int exchanges = 0; exchanges < (n == 0 ? 1 : 2); exchanges++) {
            kit_symmetry_t *symmetry = &k->symmetry[k->num_symmetries];
            symmetry->exchanges = exchanges;
            if (image_of_cells(k, map, symmetry->cell) &&
                image_of_directions(k, map, symmetry->direction) &&
                (n == 0 ||
                 (keeps_neighbours(k, symmetry->cell) && is_kept(k, map, exchanges) &&
                  keeps_start(k, symmetry) && keeps_actions(k, symmetry)))) {
                k->num_symmetries++;
                break;
            }
        }
    }
}

static bool is_own_inverse(const kit_t *k, const kit_symmetry_t *symmetry) {
    for (int cell = 0; cell < k->cells; cell++)
        if (symmetry->cell[symmetry->cell[cell]] != cell)
            return false;
    return true;
}

static void find_turned(kit_t *k) {
    k->turned = 0;
    for (int s = 1; s < k->num_symmetries && k->turned == 0; s++)
        if (k->symmetry[s].exchanges && is_own_inverse(k, &k->symmetry[s]))
            k->turned = s;
}

/* --- The functions of the game table ------------------------------------------------ */

static void map_state(const game_t *game, int symmetry, const void *state, void *image) {
    const kit_t *k = kit_of(game);
    kit_map_state(k, &k->symmetry[symmetry], state, image);
    kit_set_result(k, image);
}

static int map_cell(const game_t *game, int symmetry, int cell) {
    return kit_of(game)->symmetry[symmetry].cell[cell];
}

static bool exchanges(const game_t *game, int symmetry) {
    return kit_of(game)->symmetry[symmetry].exchanges;
}

static action_t map_action(const game_t *game, int symmetry, action_t action) {
    const kit_t *k = kit_of(game);
    return image_of_action(k, &k->symmetry[symmetry], action);
}

void kit_fill_symmetries(game_t *game, kit_t *k) {
    find_symmetries(k);
    find_turned(k);
    game->num_symmetries = k->num_symmetries;
    KIT_FILL(game->board.symmetry_cell, map_cell);
    KIT_FILL(game->board.symmetry, map_state);
    KIT_FILL(game->board.symmetry_action, map_action);
    KIT_FILL(game->board.symmetry_exchanges_sides, exchanges);
}
