/* outside_game.h - a game in a C file or a shared object, which the program and
 * libfulcrum load on request.
 * Use: a source as README.md in this folder describes, ending in
 *          OUTSIDE_GAME("nim", nim_class)
 *      fulcrum conformance ./nim.c
 * A file that ends in ".c" is compiled when it is loaded (source/game_compiler.h). Or:
 *      cc -shared -fPIC -fvisibility=hidden nim.c -o libnim.so \
 *          $(pkg-config --cflags --libs fulcrum-game)
 *      fulcrum --game ./libnim.so conformance nim
 *      FULCRUM_GAMES=./libnim.so:./libhex.so fulcrum games
 * Only files that the user names are compiled or loaded.
 * The table records the interface version that the object was compiled with; objects of
 * another version are rejected and must be recompiled. Increment
 * OUTSIDE_GAME_INTERFACE whenever game_table.h, game.h or keys.h change in a way that
 * sizes do not show.
 * Owns: loaded objects stay loaded until the process ends.
 * Threads: load from one thread, before any other use of games.
 * Errors: a file that is no shared object, or has no table; another interface; a name
 *      that another game has; a class that no game can be made of: each with the reason;
 *      those of game_source.h and game_compiler.h.
 */
#ifndef CORE_OUTSIDE_GAME_H
#define CORE_OUTSIDE_GAME_H

#include "core/base/error.h"
#include "core/config/keys.h"
#include "core/game/game.h"

enum { OUTSIDE_GAME_INTERFACE = 4, OUTSIDE_GAME_NAME = 32 /* room for a game's name */ };
#define OUTSIDE_GAME_KIND "fulcrum game"
#define OUTSIDE_GAME_SYMBOL "fulcrum_outside_game"

typedef struct outside_game {
    char kind[16];                               /* OUTSIDE_GAME_KIND */
    uint32_t interface, table_bytes;             /* of this table */
    uint32_t class_bytes, game_bytes, key_bytes; /* of game_class_t, game_t, */
    uint32_t state_bytes;                        /* config_key_t, state_t */
    char name[OUTSIDE_GAME_NAME];                /* the class's */
    const game_class_t *class;
} outside_game_t;

/* Defines what a shared object exports. */
/* NOLINTBEGIN(bugprone-macro-parentheses): an array takes no text in parentheses */
#define OUTSIDE_GAME(name_of_game, game_class)                                           \
    extern const outside_game_t fulcrum_outside_game;                                    \
    __attribute__((visibility("default")))                                               \
    const outside_game_t fulcrum_outside_game = {.kind = OUTSIDE_GAME_KIND,              \
                                                 .interface = OUTSIDE_GAME_INTERFACE,    \
                                                 .table_bytes = sizeof(outside_game_t),  \
                                                 .class_bytes = sizeof(game_class_t),    \
                                                 .game_bytes = sizeof(game_t),           \
                                                 .key_bytes = sizeof(config_key_t),      \
                                                 .state_bytes = sizeof(state_t),         \
                                                 .name = name_of_game,                   \
                                                 .class = &(game_class)};
/* NOLINTEND(bugprone-macro-parentheses) */

/* From then on sources are compiled to be checked: what C leaves undefined calls `fault`
 * with the file, the line and what happened; it must not return. */
void outside_games_check_code(void (*fault)(const char *text));

/* From then on, if a game from a source is loaded, a crash of the process is followed by
 * a line that says how to find the action. */
void outside_games_explain_crashes(void);

typedef struct game_source game_source_t; /* source/game_source.h */

/* Adds a file's game to the registry, unless it is already there. NULL on error. */
const game_class_t *outside_game_load(const char *path, failure_t *error);

/* The same for a source that has been read, which then belongs to the registry. */
const game_class_t *outside_game_load_source(game_source_t *source, failure_t *error);

/* The source of a game; NULL: it has not been compiled from one. */
const game_source_t *outside_game_source(const game_class_t *class);

/* Adds the name of a class to a configuration as "game", and the hash of its source as
 * "game_source". */
void outside_game_write_json(const game_class_t *class, cJSON *json);
/* The same of a game, with what its recorded games can be read with (recorded_game.h). */
void outside_game_write_all(const game_t *game, cJSON *json);

/* From then on a game whose source is not loaded is made from its run's configuration
 * alone (recorded_game.h). */
void outside_games_need_no_rules(void);

/* The class of a name in a configuration, which must be compiled from the source whose
 * hash the configuration says, if it says one; removes that key. where: the
 * configuration's name in messages. NULL on error. */
const game_class_t *outside_game_find(const char *name, cJSON *json, const char *where,
                                      failure_t *error);

/* Loads the files in the environment variable FULCRUM_GAMES, separated by colons; true if
 * there are none. */
#define OUTSIDE_GAMES_VARIABLE "FULCRUM_GAMES"
bool outside_games_load_environment(failure_t *error);

/* How a command line for this game begins, for commands that are shown: "fulcrum", or
 * "fulcrum --game FILE" with the file as the user gave it, quoted for a shell; with the
 * word FILE for a game that is read without its rules. */
enum { OUTSIDE_GAME_CALL = 4 * 4096 + 128 };
const char *outside_game_call(const game_class_t *class, char call[OUTSIDE_GAME_CALL]);
/* The same with a command and its argument GAME: "fulcrum play ./nim.c". */
const char *outside_game_command(const game_class_t *class, const char *command,
                                 char call[OUTSIDE_GAME_CALL]);

/* The absolute paths of the loaded files, separated by colons as in FULCRUM_GAMES; the
 * caller frees it. "": none. */
char *outside_games_paths(void);

#endif
