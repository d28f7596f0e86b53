/* engine_choice.h - an outside program as a player: the keys of an agent's "engine".
 * Use: keyset_set_defaults(&engine_keys, &choice); keyset_read_json(&engine_keys, ...)
 *      if (engine_choice_is_set(&choice)) ...
 *      engine_choice_check(&choice, "FILE", &error)
 *      engine_choice_start(&choice, game, "FILE", &error)
 * start is for commands that play. It starts the program once and fills in its name and
 * version, which are part of an effective configuration, like the command: a run begun
 * with one version is not resumed with another.
 * Owns: nothing; a choice is a value.   Threads: as engine_pool.h.
 * Errors: of check, incompatible keys; of start, a program that cannot be
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
    int64_t simulations, time_ms; /* sent with each "go"; 0: not sent */
    int64_t repeats; /* restarts of a game after a crash or time-out, before failing */
} engine_choice_t;

extern const keyset_t engine_keys; /* "engine.…" */

static inline bool engine_choice_is_set(const engine_choice_t *choice) {
    return engine_program_is_set(&choice->program);
}

bool engine_choice_check(const engine_choice_t *choice, const char *where,
                         failure_t *error);
bool engine_choice_start(engine_choice_t *choice, const game_t *game, const char *where,
                         failure_t *error);

#endif
