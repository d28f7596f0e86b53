/* The registry: a game that is listed in games.def is played, recorded, analysed and
 * tested. */
#include "core/game/game.h"

#define GAME(name) extern const game_class_t name##_class;
#include "core/games/games.def"
#undef GAME

#define GAME(name) &name##_class,
const game_class_t *const game_classes[] = {
#include "core/games/games.def"
};
#undef GAME

const int game_class_count = (int)(sizeof game_classes / sizeof game_classes[0]);
