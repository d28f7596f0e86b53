/* The parts of fulcrum.h for the library as a whole and for games. */
#include "selfplay/library/library_game.h"

#include "core/base/build_info.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/game/features.h"
#include "core/game/outside_game.h"
#include "core/game/planes.h"
#include "core/game/source/game_source.h"
#include "selfplay/library/library_error.h"

#include <cjson/cJSON.h>
#include <stdlib.h>

_Static_assert(sizeof(fulcrum_state_t) == sizeof(state_t), "one state, two names");
_Static_assert(_Alignof(fulcrum_state_t) == _Alignof(state_t), "of one alignment");
_Static_assert((int)FULCRUM_NOBODY == (int)NOBODY, "nobody");
_Static_assert((int)FULCRUM_ACTION_TEXT == (int)GAME_ACTION_TEXT, "room");
_Static_assert((int)FULCRUM_POSITION_TEXT == (int)GAME_POSITION_TEXT, "room");
_Static_assert((int)FULCRUM_PICTURE_TEXT == (int)GAME_PICTURE_TEXT, "room");

/* --- The library -------------------------------------------------------------------- */

FULCRUM_API int fulcrum_api_version(void) {
    return FULCRUM_API_VERSION;
}

FULCRUM_API const char *fulcrum_version(void) {
    return build_program + strlen("fulcrum ");
}

/* --- Games from outside ------------------------------------------------------------- */

static void load_game(void *context) {
    failure_t error;
    const char *const *path = context;
    bool ok = path ? outside_game_load(*path, &error) != NULL
                   : outside_games_load_environment(&error);
    if (!ok)
        library_throw(FULCRUM_NO_FILE, error.message);
}

FULCRUM_API int fulcrum_load_game(const char *path) {
    if (!LIBRARY_GIVEN(path))
        return FULCRUM_WRONG_CALL;
    return library_run(load_game, &path);
}

FULCRUM_API int fulcrum_load_games_of_environment(void) {
    return library_run(load_game, NULL);
}

FULCRUM_API const char *fulcrum_game_name(int index) {
    return index >= 0 && index < game_class_count ? game_classes[index]->name : NULL;
}

/* --- A game ------------------------------------------------------------------------- */

cJSON *library_read_keys(const char *text, failure_t *error) {
    if (!text)
        return cJSON_CreateObject();
    text += strspn(text, " \t\n");
    if (*text == '{')
        return json_parse(text, "the JSON text", error);
    enum { MOST_WORDS = 64 };
    char *copy = text_copy(text), *words[MOST_WORDS];
    int count = text_split(copy, words, MOST_WORDS);
    cJSON *json = NULL;
    if (count <= MOST_WORDS)
        json = json_from_arguments(words, count, error);
    else
        error_set(error, "more than %d words", MOST_WORDS);
    free(copy);
    return json;
}

fulcrum_game_t library_game_around(game_t *game) {
    return (fulcrum_game_t){.game = game, .has_planes = game->class->networks.planes};
}

typedef struct request {
    const char *name, *variant;
    fulcrum_game_t *game;
} request_t;

static void make_game(void *context) {
    request_t *request = context;
    failure_t error;
    game_t *game = NULL;
    const game_class_t *class = game_source_is(request->name)
                                    ? outside_game_load(request->name, &error)
                                    : game_class_find(request->name, &error);
    cJSON *json = class ? library_read_keys(request->variant, &error) : NULL;
    if (json)
        game = game_new_overridden(class, json, "variant", "", NULL, &error);
    cJSON_Delete(json);
    if (!game)
        library_throw(FULCRUM_WRONG_CALL, error.message);
    request->game = memory_new(1, sizeof *request->game);
    *request->game = library_game_around(game);
}

FULCRUM_API fulcrum_game_t *fulcrum_game_new(const char *name, const char *variant) {
    request_t request = {.name = name, .variant = variant};
    if (!LIBRARY_GIVEN(name))
        return NULL;
    return library_run(make_game, &request) == FULCRUM_OK ? request.game : NULL;
}

FULCRUM_API void fulcrum_game_free(fulcrum_game_t *game) {
    if (!game)
        return;
    game_free(game->game);
    free(game);
}

FULCRUM_API const char *fulcrum_game_fact(const fulcrum_game_t *game, int fact) {
    if (!LIBRARY_GIVEN(game))
        return NULL;
    const game_class_t *class = library_game(game)->class;
    switch ((fulcrum_fact_t)fact) {
    case FULCRUM_NAME:
        return class->name;
    case FULCRUM_TITLE:
        return class->title;
    case FULCRUM_VARIANT:
        return library_game(game)->variant_text;
    case FULCRUM_FIRST_SIDE:
        return class->side_names[0];
    case FULCRUM_SECOND_SIDE:
        return class->side_names[1];
    case FULCRUM_GUIDE:
        return class->guide;
    }
    return library_fail_null(FULCRUM_WRONG_CALL, "fulcrum_game_fact: no such fact");
}

FULCRUM_API int fulcrum_game_numbers(const fulcrum_game_t *caller,
                                     fulcrum_numbers_t *numbers) {
    if (!LIBRARY_GIVEN(caller, numbers) || !LIBRARY_SIZED(numbers))
        return FULCRUM_WRONG_CALL;
    const game_t *game = library_game(caller);
    size_t size = numbers->size;
    fulcrum_numbers_t all = {
        .size = size,
        .rules_version = game->class->rules_version,
        .num_actions = game->num_actions,
        .max_legal = game->max_legal,
        .max_game_length = game->max_game_length,
        .cells = game->cells,
        .grid_height = game->grid_height,
        .grid_width = game->grid_width,
        .num_symmetries = game->num_symmetries,
        .state_bytes = game->state_bytes,
        .packed_bytes = game->packed_bytes,
        .features_version = features_version(game),
        .features = features_count(game),
        .features_words = features_words(game),
    };
    if (caller->has_planes) {
        planes_shape_t shape = planes_shape(game);
        all.planes_version = shape.version;
        all.planes = shape.planes;
        all.planes_height = shape.height;
        all.planes_width = shape.width;
    }
    memcpy(numbers, &all, size < sizeof all ? size : sizeof all);
    return FULCRUM_OK;
}
