/* The registry: a game that is listed in games.def is played, recorded, analysed and
 * tested. */
#include "core/game/game.h"

#define GAME(name) extern const game_class_t name##_class;
#include "core/games/games.def"
#undef GAME

#define GAME(name) &name##_class,
const game_class_t *game_classes[GAME_MOST_CLASSES] = {
#include "core/games/games.def"
};
#undef GAME

#define GAME(name) +1
int game_class_count = 0
#include "core/games/games.def"
    ;
#undef GAME

bool game_class_is_outside(const game_class_t *class) {
#define GAME(name) class != &name##_class &&
    return
#include "core/games/games.def"
        true;
#undef GAME
}
