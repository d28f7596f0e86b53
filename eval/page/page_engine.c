/* page_engine.c - the engine of a play page: session_protocol.h as WebAssembly, called by
 * play_worker.js. A page has no files and no processes; here is what takes their place.
 */
#include "core/base/build_info.h"
#include "core/base/json.h"
#include "core/game/outside_game.h"
#include "mcts/engine/engine_player.h"
#include "mcts/evaluate/process/process_evaluator.h"
#include "mcts/evaluate/weights_file.h"
#include "mcts/play/session_protocol.h"

#include <cjson/cJSON.h>
#include <stddef.h>

const char build_program[] = "fulcrum page";

/* A page of a game in a file of its own is linked with it (game_compiler.h). */
extern const outside_game_t fulcrum_outside_game __attribute__((weak));

__attribute__((constructor)) static void add_outside_game(void) {
    if (&fulcrum_outside_game)
        game_class_add(fulcrum_outside_game.class);
}

static const weights_t *given; /* NULL: none yet */

/* Takes the weights of the network that all agents of the session name from then on.
 * Answers like the protocol. */
char *page_engine_weights(const session_protocol_t *protocol, const unsigned char *bytes,
                          size_t size);
char *page_engine_weights(const session_protocol_t *protocol, const unsigned char *bytes,
                          size_t size) {
    failure_t error;
    cJSON *answer = cJSON_CreateObject();
    given = weights_read(bytes, size, &error);
    if (given && !weights_fit(given, session_protocol_game(protocol), &error))
        given = NULL;
    if (!given)
        cJSON_AddStringToObject(answer, "error", error.message);
    return json_line(answer);
}

const weights_t *weights_open(const char *path, failure_t *error) {
    (void)path;
    if (!given)
        error_set(error, "no weights of an integer network are loaded");
    return given;
}

bool engine_player_start(engine_choice_t *choice, const game_t *game, const char *where,
                         failure_t *error) {
    (void)choice, (void)game;
    return error_set(error, "%s: a page runs no outside program", where);
}

bool process_evaluator_failed(failure_t *error) {
    (void)error;
    return false;
}
