#include "mcts/engine/engine_choice.h"

#include "core/game/game.h"
#include "mcts/engine/engine_pool.h"

static const config_key_t keys[] = {
    KEY_COMMAND("engine.command", engine_choice_t, program.command,
                "an outside program that plays instead of a search "
                "(mcts/engine/PROTOCOL.md)"),
    KEY_TEXT_IF_SET("engine.socket", engine_choice_t, program.socket,
                    "Unix socket of a running program, instead of a command"),
    KEY_INT_IN(KEY_IF_SET, "engine.simulations", engine_choice_t, simulations, 0, 0, 1e15,
               "requested budget per action, in simulations; 0: none"),
    KEY_INT_IN(KEY_IF_SET, "engine.time_ms", engine_choice_t, time_ms, 0, 0, 86400000,
               "requested milliseconds per action; 0: none"),
    KEY_TEXT_IF_SET("engine.name", engine_choice_t, program.name,
                    "name that it reports; if set, any other is rejected"),
    KEY_TEXT_IF_SET("engine.version", engine_choice_t, program.version,
                    "version that it reports, likewise"),
    KEY_INT_IN(KEY_NEVER, "engine.start_ms", engine_choice_t, program.start_ms,
               ENGINE_TIMEOUT_MS, 10, 86400000,
               "milliseconds for it to start and prepare for the game"),
    KEY_INT_IN(KEY_NEVER, "engine.timeout_ms", engine_choice_t, program.timeout_ms,
               ENGINE_TIMEOUT_MS, 10, 86400000,
               "milliseconds without an answer before it is considered hung"),
    KEY_INT_IN(KEY_NEVER, "engine.repeats", engine_choice_t, repeats, 2, 0, 1000,
               "times that a game is restarted after a crash or time-out, before the "
               "command fails"),
};
const keyset_t engine_keys = {keys, KEYSET_COUNT(keys)};

bool engine_choice_check(const engine_choice_t *choice, const char *where,
                         failure_t *error) {
    return engine_program_check(&choice->program, "engine", where, error);
}

bool engine_choice_start(engine_choice_t *choice, const game_t *game, const char *where,
                         failure_t *error) {
    engine_problem_t problem;
    choice->program.may_start = true;
    engine_session_t *session = engine_pool_get(&choice->program, NULL, &problem);
    bool ok = session && engine_session_game(session, game, NULL, &problem);
    if (ok && !engine_session_can(session, "go"))
        ok = engine_session_blame(session, ENGINE_REFUSED, &problem,
                                  "does not play: its \"can\" lacks \"go\"");
    if (ok) {
        const engine_program_t *its = engine_session_program(session);
        memcpy(choice->program.name, its->name, sizeof its->name);
        memcpy(choice->program.version, its->version, sizeof its->version);
    }
    engine_pool_give_back(session);
    return ok || error_set(error, "%s: %s", where, problem.failure.message);
}
