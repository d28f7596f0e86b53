#include "mcts/play/saved_game.h"

#include "core/base/files/publish.h"
#include "core/base/json.h"

#include <cjson/cJSON.h>
#include <limits.h>
#include <stdlib.h>

#define MAX_SEED INT64_C(9007199254740991) /* what other readers of JSON keep exact */

/* --- Writing ------------------------------------------------------------------------ */

static void add_position(cJSON *json, const char *name, const game_t *game,
                         const state_t *state) {
    char text[GAME_POSITION_TEXT];
    game_write_position(game, state, POSITION_FULL, text);
    cJSON_AddStringToObject(json, name, text);
}

static void add_actions(cJSON *json, const transcript_t *transcript) {
    cJSON *actions = cJSON_AddArrayToObject(json, "decisions");
    for (uint32_t i = 0; i < transcript->count; i++) {
        char text[GAME_ACTION_TEXT];
        game_write_action(transcript->game, transcript->actions[i], text);
        cJSON_AddItemToArray(actions, cJSON_CreateString(text));
    }
}

bool saved_game_write(const char *path, const transcript_t *transcript,
                      const cJSON *players, int64_t seed, failure_t *error) {
    const game_t *game = transcript->game;
    char result[256];
    text_t out = text_into(result, sizeof result);
    state_t usual = {0};
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "game", game->class->name);
    game_write_variant(game, cJSON_AddObjectToObject(json, "variant"));
    json_add_number(json, "rules_version", game->class->rules_version);
    cJSON_AddItemToObject(json, "players", cJSON_Duplicate(players, true));
    json_add_number(json, "seed", seed);
    game_start(game, &usual);
    if (!game_equal(game, &usual, &transcript->start))
        add_position(json, "start", game, &transcript->start);
    add_actions(json, transcript);
    if (transcript->resigned != NOBODY)
        json_add_number(json, "resigned", transcript->resigned + 1);
    add_position(json, "position", game, &transcript->state);
    transcript_write_result(transcript, &out);
    cJSON_AddStringToObject(json, "result", result);
    char *text = json_text(json);
    bool written = publish_file(path, text, strlen(text), error);
    free(text);
    cJSON_Delete(json);
    return written;
}

/* --- Reading ------------------------------------------------------------------------ */

/* A member of the required kind; NULL with a message. */
static const cJSON *member(const cJSON *json, const char *name,
                           bool (*is_kind)(const cJSON *), const char *kind,
                           const char *path, failure_t *error) {
    const cJSON *found = cJSON_GetObjectItemCaseSensitive(json, name);
    if (found && is_kind(found))
        return found;
    error_set(error, "%s: \"%s\" %s %s", path, name,
              found ? "must be" : "is missing:", kind);
    return NULL;
}

/* An optional whole number, by default 0. */
static bool read_number(const cJSON *json, const char *name, int64_t min, int64_t max,
                        int64_t *number, const char *path, failure_t *error) {
    const cJSON *found = cJSON_GetObjectItemCaseSensitive(json, name);
    *number = 0;
    return !found || json_integer(found, min, max, number) ||
           error_set(error, "%s: \"%s\" must be a whole number from %lld to %lld", path,
                     name, (long long)min, (long long)max);
}

static bool read_game(saved_game_t *saved, const cJSON *json, const char *path,
                      failure_t *error) {
    const cJSON *name =
        member(json, "game", cJSON_IsString, "the name of a game", path, error);
    const cJSON *variant = cJSON_GetObjectItemCaseSensitive(json, "variant");
    const game_class_t *class = name ? game_class_find(name->valuestring, error) : NULL;
    if (!class)
        return name ? error_prefix(error, "%s", path) : false;
    saved->game = game_new_overridden(class, variant, path, "variant.", NULL, error);
    if (!saved->game)
        return false;
    int64_t version;
    return member(json, "rules_version", cJSON_IsNumber, "a whole number", path, error) &&
           read_number(json, "rules_version", 0, INT_MAX, &version, path, error) &&
           (version == class->rules_version ||
            error_set(error,
                      "%s: played under rules version %d of %s; this program has "
                      "version %d",
                      path, (int)version, class->name, class->rules_version));
}

static bool read_start(saved_game_t *saved, const cJSON *json, const char *path,
                       failure_t *error) {
    const cJSON *start = cJSON_GetObjectItemCaseSensitive(json, "start");
    state_t state;
    if (start && !cJSON_IsString(start))
        return error_set(error, "%s: \"start\" must be a position", path);
    if (!game_read_position(saved->game, start ? start->valuestring : NULL, &state,
                            error))
        return error_prefix(error, "%s: \"start\"", path);
    transcript_init(&saved->transcript, saved->game, &state);
    return true;
}

static bool read_actions(saved_game_t *saved, const cJSON *json, const char *path,
                         failure_t *error) {
    transcript_t *transcript = &saved->transcript;
    const cJSON *entry, *actions = member(json, "decisions", cJSON_IsArray,
                                          "an array of texts", path, error);
    if (!actions)
        return false;
    cJSON_ArrayForEach(entry, actions) {
        unsigned number = transcript->count + 1;
        action_t action;
        if (!cJSON_IsString(entry))
            return error_set(error, "%s: action %u must be a text", path, number);
        if (transcript_outcome(transcript).over)
            return error_set(error, "%s: action %u: the game is already over", path,
                             number);
        if (!game_read_action(saved->game, &transcript->state, entry->valuestring,
                              &action, error))
            return error_prefix(error, "%s: action %u", path, number);
        transcript_play(transcript, action);
    }
    return true;
}

static bool read_rest(saved_game_t *saved, const cJSON *json, const char *path,
                      failure_t *error) {
    const cJSON *players = member(json, "players", cJSON_IsArray,
                                  "an array of two: \"human\" or an agent", path, error);
    int64_t resigned = 0;
    if (!players)
        return false;
    if (cJSON_GetArraySize(players) != 2)
        return error_set(error, "%s: \"players\" must be an array of two", path);
    if (!read_number(json, "seed", 0, MAX_SEED, &saved->seed, path, error) ||
        !read_number(json, "resigned", 1, 2, &resigned, path, error))
        return false;
    if (resigned > 0 && !transcript_outcome(&saved->transcript).over)
        saved->transcript.resigned = (int)resigned - 1;
    saved->players = cJSON_Duplicate(players, true);
    return true;
}

bool saved_game_read(saved_game_t *saved, const char *path, failure_t *error) {
    *saved = (saved_game_t){0};
    cJSON *json = json_load(path, error);
    bool ok = json && read_game(saved, json, path, error) &&
              read_start(saved, json, path, error) &&
              read_actions(saved, json, path, error) &&
              read_rest(saved, json, path, error);
    cJSON_Delete(json);
    if (!ok)
        saved_game_clear(saved);
    return ok;
}

void saved_game_clear(saved_game_t *saved) {
    transcript_clear(&saved->transcript);
    cJSON_Delete(saved->players);
    game_free(saved->game);
    *saved = (saved_game_t){0};
}
