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

/* Skips values that are invalid with the other keys' defaults. */
static bool check_variant(const trial_t *trial, const char *assignment) {
    game_t *game = conformance_game(trial->class, assignment, NULL);
    bool ok = true;
    if (game) {
        ok = conformance_variant(game, trial->percent, trial->error);
        if (ok && trial->tried)
            trial->tried(trial->context, game);
    }
    game_free(game);
    return ok;
}

static bool check_values(const trial_t *trial, const config_key_t *key) {
    char assignment[128], words[128], *save = NULL;
    bool ok = true;
    if (key->kind == VALUE_CHOICE) {
        snprintf(words, sizeof words, "%s", key->choices);
        for (char *word = strtok_r(words, "|", &save); word && ok;
             word = strtok_r(NULL, "|", &save)) {
            snprintf(assignment, sizeof assignment, "%s=%s", key->name, word);
            ok = check_variant(trial, assignment);
        }
    } else if (key->kind == VALUE_BOOL) {
        snprintf(assignment, sizeof assignment, "%s=%s", key->name,
                 key->initial > 0 ? "false" : "true");
        ok = check_variant(trial, assignment);
    } else if (key->kind == VALUE_INT) {
        int64_t min = (int64_t)key->least, max = (int64_t)key->most;
        for (int64_t value = min; value <= max && ok;
             value = value < min + 15 ? value + 1 : max) {
            snprintf(assignment, sizeof assignment, "%s=%lld", key->name,
                     (long long)value);
            ok = check_variant(trial, assignment);
            if (value == max)
                break;
        }
    }
    return ok;
}

bool conformance_class(const game_class_t *class, int percent, conformance_tried_t *tried,
                       void *context, failure_t *error) {
    const trial_t trial = {class, percent, tried, context, error};
    game_t *game = conformance_game(class, "", error);
    bool ok = game && check_variant(&trial, "") && check_variant(&trial, "swap=true");
    game_free(game);
    for (int k = 0; ok && k < class->variant_keys.count; k++)
        ok = check_values(&trial, &class->variant_keys.keys[k]);
    return ok;
}
