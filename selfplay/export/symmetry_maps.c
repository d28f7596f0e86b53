#include "selfplay/export/symmetry_maps.h"

#include "core/game/features.h"
#include "core/game/game.h"
#include "core/game/planes.h"

#include <stdlib.h>
#include <string.h>

enum { SIDES = 2, UNKNOWN = -1 };

static size_t count_places(const game_t *game) {
    return (size_t)(game->grid_height * game->grid_width);
}

/* The image of each cell, defined by the game or derived from the cells of actions and
 * their images. */
static bool image_cells(const game_t *game, int symmetry, int *images) {
    for (int cell = 0; cell < game->cells; cell++)
        images[cell] = game_symmetry_cell(game, symmetry, cell);
    bool is_told = images[0] != UNKNOWN;
    for (int action = 0; action < game->num_actions && !is_told; action++) {
        uint8_t from[GAME_ACTION_CELLS], to[GAME_ACTION_CELLS];
        action_t image = game_symmetry_action(game, symmetry, (action_t)action);
        int count = game_action_cells(game, (action_t)action, from);
        if (game_action_cells(game, image, to) != count)
            return false;
        for (int i = 0; i < count; i++)
            images[from[i]] = to[i];
    }
    for (int cell = 0; cell < game->cells; cell++)
        if (images[cell] == UNKNOWN)
            return false;
    return true;
}

/* --- Places ------------------------------------------------------------------------- */

static bool map_places(const game_t *game, uint16_t *maps) {
    uint16_t of_cell[SIDES][GAME_MAX_CELLS];
    int images[GAME_MAX_CELLS] = {0};
    size_t places = count_places(game);
    for (int side = 0; side < SIDES; side++)
        if (!planes_places(game, side, of_cell[side]))
            return false;
    for (int symmetry = 0; symmetry < game->num_symmetries; symmetry++) {
        int exchanges = game_symmetry_exchanges_sides(game, symmetry);
        if (!image_cells(game, symmetry, images))
            return false;
        for (int side = 0; side < SIDES; side++, maps += places) {
            for (size_t place = 0; place < places; place++)
                maps[place] = (uint16_t)place;
            for (int cell = 0; cell < game->cells; cell++)
                maps[of_cell[side][cell]] = of_cell[side ^ exchanges][images[cell]];
        }
    }
    return true;
}

/* --- Features ----------------------------------------------------------------------- */

/* For a symmetry that keeps the sides. */
static void map_kept(const game_t *game, int symmetry, int side, uint16_t *map) {
    for (int feature = 0; feature < features_count(game); feature++)
        map[features_seen(game, side, feature)] =
            (uint16_t)features_seen(game, side, features_image(game, symmetry, feature));
}

/* For a symmetry that exchanges the sides, the mover's view of the image equals that
 * under the symmetry that keeps them and maps places, as seen, to the same ones. */
static bool map_exchanged(const game_t *game, const uint16_t *places, int symmetry,
                          int side, uint16_t *map) {
    size_t count = count_places(game);
    const uint16_t *wanted = places + (size_t)(SIDES * symmetry + side) * count;
    for (int like = 0; like < game->num_symmetries; like++) {
        const uint16_t *found = places + (size_t)(SIDES * like + side) * count;
        if (game_symmetry_exchanges_sides(game, like) ||
            memcmp(found, wanted, count * sizeof *found) != 0)
            continue;
        map_kept(game, like, side, map);
        return true;
    }
    return false;
}

static bool map_features(const game_t *game, const uint16_t *places, uint16_t *maps) {
    if (!features_have_images(game))
        return false;
    for (int symmetry = 0; symmetry < game->num_symmetries; symmetry++)
        for (int side = 0; side < SIDES; side++, maps += features_count(game)) {
            if (!game_symmetry_exchanges_sides(game, symmetry))
                map_kept(game, symmetry, side, maps);
            else if (!map_exchanged(game, places, symmetry, side, maps))
                return false;
        }
    return true;
}

/* --- All ---------------------------------------------------------------------------- */

bool symmetry_maps_make(symmetry_maps_t *maps, const game_t *game, bool with_places,
                        bool with_features, failure_t *error) {
    size_t count = (size_t)game->num_symmetries, actions = (size_t)game->num_actions;
    *maps =
        (symmetry_maps_t){.sides = memory_new(count, sizeof *maps->sides),
                          .actions = memory_new(count * actions, sizeof *maps->actions)};
    for (size_t s = 0; s < count; s++) {
        maps->sides[s] = game_symmetry_exchanges_sides(game, (int)s);
        for (size_t a = 0; a < actions; a++)
            maps->actions[s * actions + a] =
                game_symmetry_action(game, (int)s, (action_t)a);
    }
    bool known = true;
    if (with_places || with_features) {
        maps->places =
            memory_new(count * SIDES * count_places(game), sizeof *maps->places);
        known = map_places(game, maps->places);
    }
    if (with_features) {
        maps->features = memory_new(count * SIDES * (size_t)features_count(game),
                                    sizeof *maps->features);
        known = known && map_features(game, maps->places, maps->features);
    }
    if (known)
        return true;
    symmetry_maps_clear(maps);
    return error_set(error,
                     "--symmetries maps: %s does not define the images of its %s; use "
                     "--symmetries random",
                     game->class->name, with_features ? "features" : "cells");
}

void symmetry_maps_clear(symmetry_maps_t *maps) {
    free(maps->sides);
    free(maps->actions);
    free(maps->places);
    free(maps->features);
    *maps = (symmetry_maps_t){0};
}
