/* Generates variants from the keys of a class. */
#include "core/base/json.h"
#include "core/conformance/conformance.h"
#include "core/conformance/watch.h"

#include <cjson/cJSON.h>
#include <stdio.h>

typedef struct trial {
    const game_class_t *class;
    int percent;
    conformance_tried_t *tried; /* may be NULL */
    void *context;
    failure_t *error;
} trial_t;

game_t *conformance_game(const game_class_t *class, const char *variant,
                         failure_t *error) {
    enum { WORDS = GAME_VARIANT_TEXT / 2 };
    char text[GAME_VARIANT_TEXT], *words[WORDS];
    snprintf(text, sizeof text, "%s", variant);
    cJSON *json = json_from_arguments(words, text_split(text, words, WORDS), error);
    watch_begin("make");
    game_t *game = json ? game_new_overridden(class, NULL, "", "", json, error) : NULL;
    watch_end();
    cJSON_Delete(json);
    return game;
}

bool conformance_variant(const game_t *game, int percent, failure_t *error) {
    return conformance_games(game, percent, error) &&
           conformance_playouts(game, percent, error);
}

typedef struct candidate {
    const game_class_t *class;
    const char *assignment;
    game_t *game; /* NULL: it cannot be made */
    failure_t why;
} candidate_t;

static void make(void *context) {
    candidate_t *candidate = context;
    candidate->game =
        conformance_game(candidate->class, candidate->assignment, &candidate->why);
}

/* Leaves out what cannot be made: values that are invalid with the other keys' defaults,
 * or need more than the game has room for. *holds counts the others. */
static bool check_variant(const trial_t *trial, const char *assignment, int *holds) {
    candidate_t candidate = {.class = trial->class, .assignment = assignment};
    if (error_catch(make, &candidate, trial->error) != CATCH_NOTHING)
        return false;
    bool ok = !candidate.game ||
              conformance_variant(candidate.game, trial->percent, trial->error);
    if (ok && trial->tried && candidate.game)
        trial->tried(trial->context, candidate.game->variant_text, NULL);
    else if (ok && trial->tried)
        trial->tried(trial->context, assignment, candidate.why.message);
    *holds += candidate.game != NULL;
    game_free(candidate.game);
    return ok;
}

static bool check_values(const trial_t *trial, const config_key_t *key) {
    bool ok = true;
    int tried = 0, holds = 0;
    for (int i = 0; ok; i++) {
        char assignment[128], initial[128];
        text_t out = text_into(assignment, sizeof assignment);
        text_t initial_out = text_into(initial, sizeof initial);
        text_add(&out, "%s=", key->name);
        if (!value_example(key, i, &out))
            break;
        value_write_default(key, &initial_out);
        if (strcmp(assignment + strlen(key->name) + 1, initial) == 0)
            continue;
        ok = check_variant(trial, assignment, &holds);
        tried++;
    }
    if (ok && tried > 0 && holds == 0)
        return error_set(trial->error,
                         "%s: no game can be made with any other %s than the default",
                         trial->class->name, key->name);
    return ok;
}

bool conformance_class(const game_class_t *class, int percent, conformance_tried_t *tried,
                       void *context, failure_t *error) {
    const trial_t trial = {class, percent, tried, context, error};
    int holds = 0;
    game_t *game = conformance_game(class, "", error);
    bool ok = game && check_variant(&trial, "", &holds) &&
              check_variant(&trial, "swap=true", &holds);
    game_free(game);
    for (int k = 0; ok && k < class->variant_keys.count; k++)
        ok = check_values(&trial, &class->variant_keys.keys[k]);
    return ok;
}
