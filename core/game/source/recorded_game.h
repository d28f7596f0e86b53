/* recorded_game.h - a game without its rules, described by the configuration of a run:
 * enough to read its recorded games.
 * Use: recorded_game_write(game, json);                   into an effective configuration
 *      const game_class_t *class = recorded_game_class("nim", hash, json, &error);
 * The class makes games with the recorded numbers and texts, of the variant of the
 * configuration that was given last. Actions are written as numbers, and there are no
 * symmetries. Whatever needs the rules ends with the message that they are missing.
 * Owns: classes exist until the process ends.
 * Threads: as game_class_add.
 * Errors: missing or impossible facts in the configuration.
 */
#ifndef CORE_RECORDED_GAME_H
#define CORE_RECORDED_GAME_H

#include "core/base/error.h"
#include "core/game/game.h"

#define RECORDED_GAME_KEY "game_facts"
/* What to do without the rules; after "name it". */
#define RECORDED_GAME_ADVICE                                                             \
    "before the command, fulcrum --game FILE COMMAND ..., or run again with "            \
    "--allow-code to compile the text that is kept with the games"

/* Adds the facts under the key. */
void recorded_game_write(const game_t *game, cJSON *json);

/* hash: of its source. The first call for a name makes a class, which is not registered.
 */
const game_class_t *recorded_game_class(const char *name, const char *hash,
                                        const cJSON *json, failure_t *error);

bool recorded_game_is(const game_class_t *class);
const char *recorded_game_hash(const game_class_t *class);

/* Whether the rules are there; else the error says how to get them. */
bool recorded_game_has_rules(const game_class_t *class, failure_t *error);

#endif
