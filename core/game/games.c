/* The registry: a game that stands here is played, recorded, judged and tested. */
#include "core/game/game.h"
#include "core/games/cascade/cascade.h"
#include "core/games/seega/seega.h"
#include "core/games/seesaw/seesaw.h"
#include "core/games/situ/situ.h"

const game_class_t *const game_classes[] = {
    &seesaw_class,
    &situ_class,
    &seega_class,
    &cascade_class,
};
const int game_class_count = (int)(sizeof game_classes / sizeof game_classes[0]);
