/* symmetry_maps.h - tables from which a learner makes the images of a row, identical to
 * those that export makes of a position.
 * Use: symmetry_maps_t maps;
 *      if (symmetry_maps_make(&maps, game, true, true, &error))
 *          symmetry_maps_clear(&maps);
 * Shapes: S symmetries, A actions, P places of the planes' grid, F features; 2: the side
 * to move in the row. Places and features are from the mover's point of view (planes.h,
 * features.h), and in the image from that of its mover, which is the other side if the
 * symmetry exchanges the sides.
 * Errors: a game from a shared object that does not define the images of its features, or
 *      the places of its cells. */
#ifndef SELFPLAY_SYMMETRY_MAPS_H
#define SELFPLAY_SYMMETRY_MAPS_H

#include "core/base/error.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct game game_t; /* core/game/game.h */

typedef struct symmetry_maps {
    uint8_t *sides;    /* (S): 1: exchanges the sides */
    uint16_t *actions; /* (S, A): the image of an action */
    uint16_t *places; /* (S, 2, P): of a place; off the board, itself. NULL: not wanted */
    uint16_t
        *features; /* (S, 2, F): the feature that is on in the image for each; NULL */
} symmetry_maps_t;

bool symmetry_maps_make(symmetry_maps_t *maps, const game_t *game, bool with_places,
                        bool with_features, failure_t *error);
void symmetry_maps_clear(symmetry_maps_t *maps);

#endif
