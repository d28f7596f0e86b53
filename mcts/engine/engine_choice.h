/* engine_choice.h - an outside program as a player: what an agent's "engine" says.
 * Use: keyset_set_defaults(&engine_keys, &choice); keyset_read_json(&engine_keys, ...)
 *      if (engine_choice_is_set(&choice)) ...
 *      engine_choice_check(&choice, "FILE", &error)
 *      engine_choice_bind(&choice, game, "FILE", &error)
 * bind starts the program, once, and fills in its name and its version, which are part of
 * an effective configuration, like the command: a run that was begun with one version
 * does not go on with another.
 * Owns: nothing; a choice is a value.   Threads: as engine_pool.h.
 * Errors: of check, keys that do not go together; of bind, a program that cannot be
 *      started, does not speak the protocol or does not play the game.
 */
#ifndef MCTS_ENGINE_CHOICE_H
#define MCTS_ENGINE_CHOICE_H

#include "core/base/error.h"
#include "core/config/keys.h"
#include "mcts/engine/engine_program.h"

typedef struct game game_t; /* core/game/game.h */

typedef struct engine_choice {
    engine_program_t program;
    int64_t simulations, time_ms; /* what each "go" names; 0: not named */
    int64_t repeats; /* of a game in which it crashed or was late, before all stops */
} engine_choice_t;

extern const keyset_t engine_keys; /* "engine.…" */

static inline bool engine_choice_is_set(const engine_choice_t *choice) {
    return engine_program_is_set(&choice->program);
}

bool engine_choice_check(const engine_choice_t *choice, const char *where,
                         failure_t *error);
bool engine_choice_bind(engine_choice_t *choice, const game_t *game, const char *where,
                        failure_t *error);

#endif
