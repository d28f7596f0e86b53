/* The registry: games listed in games.def are played, recorded, analysed and tested. */
#include "core/game/game.h"

#define GAME(name) extern const game_class_t name##_class;
#include "core/games/games.def"
#undef GAME

#define GAME(name) &name##_class,
const game_class_t *game_classes[GAME_MOST_CLASSES] = {
#include "core/games/games.def"
};
#undef GAME

#define GAME(name) NUMBER_OF_##name,
enum {
#include "core/games/games.def"
    OWN_CLASSES
};
#undef GAME
int game_class_count = OWN_CLASSES;

bool game_class_is_outside(const game_class_t *class) {
    for (int i = 0; i < OWN_CLASSES; i++)
        if (game_classes[i] == class)
            return false;
    return true;
}
