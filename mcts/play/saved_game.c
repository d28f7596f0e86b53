#include "mcts/play/saved_game.h"

#include "core/base/files/publish.h"
#include "core/base/json.h"
#include "mcts/engine/engine_messages.h"
#include "mcts/play/session_json.h"

#include <cjson/cJSON.h>
#include <limits.h>
#include <stdlib.h>

#define MAX_SEED INT64_C(9007199254740991) /* what other readers of JSON keep exact */

static void add_position(cJSON *json, const char *name, const game_t *game,
                         const state_t *state) {
    cJSON_AddStringToObject(json, name, game_position_text(game, state).text);
}

bool saved_game_write(const char *path, const session_t *session, cJSON *players,
                      int64_t seed, failure_t *error) {
    const game_t *game = session->game;
    char result[256];
    text_t out = text_into(result, sizeof result);
    state_t usual = {0};
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "game", game->class->name);
    game_write_variant(game, cJSON_AddObjectToObject(json, "variant"));
    json_add_number(json, "rules_version", game->class->rules_version);
    cJSON_AddItemToObject(json, "players", players);
    json_add_number(json, "seed", seed);
    game_start(game, &usual);
    if (!game_equal(game, &usual, &session->start))
        add_position(json, "start", game, &session->start);
    cJSON_AddItemToObject(
        json, "played", engine_action_list(game, session->actions, (int)session->count));
    if (session->resigned != NOBODY)
        json_add_number(json, "resigned", session->resigned + 1);
    add_position(json, "position", game, &session->state);
    session_write_result(session, &out);
    cJSON_AddStringToObject(json, "result", result);
    char *text = json_lines(json);
    bool written = publish_file(path, text, strlen(text), error);
    free(text);
    return written;
}

/* An optional whole number, by default 0. */
static bool read_number(const cJSON *json, const char *name, int64_t min, int64_t max,
                        int64_t *number, failure_t *error) {
    const cJSON *found = cJSON_GetObjectItemCaseSensitive(json, name);
    *number = 0;
    return !found || json_integer(found, min, max, number) ||
           error_set(error, "\"%s\" must be a whole number from %lld to %lld", name,
                     (long long)min, (long long)max);
}

static bool check_version(const game_class_t *class, const cJSON *json,
                          failure_t *error) {
    int64_t version;
    if (!json_has(json, "rules_version"))
        return error_set(error, "\"rules_version\" is missing");
    return read_number(json, "rules_version", 0, INT_MAX, &version, error) &&
           (version == class->rules_version ||
            error_set(error,
                      "played under rules version %d of %s; this program has version %d",
                      (int)version, class->name, class->rules_version));
}

static bool read(saved_game_t *saved, cJSON *json, failure_t *error) {
    int64_t resigned;
    saved->game = session_read_game(json, error);
    if (!saved->game || !check_version(saved->game->class, json, error))
        return false;
    if (!cJSON_IsArray(cJSON_GetObjectItemCaseSensitive(json, "played")))
        return error_set(error, "\"played\" must be a list of texts");
    session_init(&saved->session, saved->game, NULL);
    if (!session_read_position(&saved->session, json, error) ||
        !read_number(json, "seed", 0, MAX_SEED, &saved->seed, error) ||
        !read_number(json, "resigned", 1, 2, &resigned, error))
        return false;
    if (resigned > 0 && !session_outcome(&saved->session).over)
        saved->session.resigned = (int)resigned - 1;
    saved->players = cJSON_DetachItemFromObjectCaseSensitive(json, "players");
    return (cJSON_IsArray(saved->players) && cJSON_GetArraySize(saved->players) == 2) ||
           error_set(error, "\"players\" must be an array of two: \"human\" or an agent");
}

bool saved_game_read(saved_game_t *saved, const char *path, failure_t *error) {
    *saved = (saved_game_t){0};
    cJSON *json = json_load(path, error);
    bool ok = json && (read(saved, json, error) || error_prefix(error, "%s", path));
    cJSON_Delete(json);
    if (!ok)
        saved_game_clear(saved);
    return ok;
}

void saved_game_clear(saved_game_t *saved) {
    session_clear(&saved->session);
    cJSON_Delete(saved->players);
    game_free(saved->game);
    *saved = (saved_game_t){0};
}
