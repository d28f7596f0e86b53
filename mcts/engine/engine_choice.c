#include "mcts/engine/engine_choice.h"

#include "core/game/game.h"
#include "mcts/engine/engine_pool.h"

static const config_key_t keys[] = {
    KEY_COMMAND("engine.command", engine_choice_t, program.command,
                "an outside program that plays in the place of a search "
                "(mcts/engine/PROTOCOL.md)"),
    KEY_TEXT_IF_SET("engine.socket", engine_choice_t, program.socket,
                    "the Unix socket of one that is running, in the place of a command"),
    KEY_INT_IN(KEY_IF_SET, "engine.simulations", engine_choice_t, simulations, 0, 0, 1e15,
               "the budget that it is asked to keep to, an action; 0: none"),
    KEY_INT_IN(KEY_IF_SET, "engine.time_ms", engine_choice_t, time_ms, 0, 0, 86400000,
               "milliseconds an action that it is asked to keep to; 0: none"),
    KEY_TEXT_IF_SET("engine.name", engine_choice_t, program.name,
                    "what it says its name is; where given, no other is accepted"),
    KEY_TEXT_IF_SET("engine.version", engine_choice_t, program.version,
                    "the same of its version"),
    KEY_INT_IN(KEY_NEVER, "engine.start_ms", engine_choice_t, program.start_ms,
               ENGINE_TIMEOUT_MS, 10, 86400000,
               "milliseconds for it to start and to get ready for the game"),
    KEY_INT_IN(KEY_NEVER, "engine.timeout_ms", engine_choice_t, program.timeout_ms,
               ENGINE_TIMEOUT_MS, 10, 86400000,
               "milliseconds without an answer after which it counts as hung"),
    KEY_INT_IN(KEY_NEVER, "engine.repeats", engine_choice_t, repeats, 2, 0, 1000,
               "times that a game is played again in which it crashed or was late; then "
               "the call ends with an error"),
};
const keyset_t engine_keys = {keys, KEYSET_COUNT(keys)};

bool engine_choice_check(const engine_choice_t *choice, const char *where,
                         failure_t *error) {
    return engine_program_check(&choice->program, "engine", where, error);
}

bool engine_choice_bind(engine_choice_t *choice, const game_t *game, const char *where,
                        failure_t *error) {
    engine_problem_t problem;
    engine_session_t *session = engine_pool_get(&choice->program, NULL, &problem);
    bool right = session && engine_session_game(session, game, NULL, &problem);
    if (right && !engine_session_can(session, "go"))
        right = engine_session_blame(session, ENGINE_REFUSED, &problem,
                                     "does not play: \"go\" is not among what it can");
    if (right) {
        const engine_program_t *its = engine_session_program(session);
        memcpy(choice->program.name, its->name, sizeof its->name);
        memcpy(choice->program.version, its->version, sizeof its->version);
    }
    engine_pool_give_back(session);
    return right || error_set(error, "%s: %s", where, problem.failure.message);
}
