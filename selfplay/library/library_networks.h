/* library_networks.h - network inputs of many positions, for the files of this folder;
 * fulcrum.h has the public interface.
 * Errors: positions must not be over, the game must have planes.
 */
#ifndef SELFPLAY_LIBRARY_NETWORKS_H
#define SELFPLAY_LIBRARY_NETWORKS_H

#include "core/game/game.h"

/* planes: planes_bytes bytes, to be scaled into as many floats. */
void library_scale_planes(const game_t *game, const uint8_t *planes, float *scaled);

/* Sets or clears the bytes of some actions. */
static inline void library_mark(uint8_t *mask, const action_t *actions, int count,
                                uint8_t mark) {
    for (int i = 0; i < count; i++)
        mask[actions[i]] = mark;
}

#endif
