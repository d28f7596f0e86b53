/* fulcrum features: an integer network's sparse input features for a position. */
#include "core/base/json.h"
#include "core/cli/cli.h"
#include "core/cli/position_call.h"
#include "core/game/features.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct call {
    position_call_t at;
    bool all;
} call_t;

static const option_t options[] = {
    OPTION_FLAG("all", 'a', call_t, all, "Also list the features that are off"),
};

static void print_text(const game_t *game, const state_t *state, bool all) {
    uint16_t on[FEATURES_MAX];
    int count = features_list_seen(game, game_side(game, state), state, on), next = 0;
    printf("%s %s: %d features, version %d; %d on (at most %d)\n", game->class->name,
           game->variant_text, features_count(game), features_version(game), count,
           features_most(game));
    for (int feature = 0; feature < features_count(game); feature++) {
        char text[128];
        text_t meaning = text_into(text, sizeof text);
        bool is_on = next < count && on[next] == feature;
        next += is_on;
        if (!all && !is_on)
            continue;
        features_meaning(game, feature, &meaning);
        printf("%4d%s %s\n", feature, all ? (is_on ? " on " : " off") : "", text);
    }
}

static void add_number_array(cJSON *json, const char *name, const uint16_t *values,
                             int count) {
    cJSON *array = cJSON_AddArrayToObject(json, name);
    for (int i = 0; i < count; i++)
        cJSON_AddItemToArray(array, json_number(values[i]));
}

/* Each with its number from the point of view of the side to move. */
static void add_legal(const game_t *game, const state_t *state, cJSON *json) {
    action_t actions[GAME_MAX_LEGAL];
    action_t *seen = memory_new((size_t)game->num_actions, sizeof *seen);
    int count = game_legal(game, state, actions);
    cJSON *legal = cJSON_AddArrayToObject(json, "legal");
    features_seen_actions(game, game_side(game, state), seen);
    for (int i = 0; i < count; i++) {
        int row[] = {actions[i], seen[actions[i]]};
        cJSON_AddItemToArray(legal, cJSON_CreateIntArray(row, 2));
    }
    free(seen);
}

static void add_meanings(const game_t *game, cJSON *json) {
    cJSON *meanings = cJSON_AddArrayToObject(json, "meanings");
    for (int feature = 0; feature < features_count(game); feature++) {
        char text[128];
        text_t meaning = text_into(text, sizeof text);
        features_meaning(game, feature, &meaning);
        cJSON_AddItemToArray(meanings, cJSON_CreateString(text));
    }
}

static void add_json(const game_t *game, const state_t *state, cJSON *json) {
    uint16_t numbers[FEATURES_MAX];
    json_add_number(json, "version", features_version(game));
    json_add_number(json, "features", features_count(game));
    json_add_number(json, "most", features_most(game));
    json_add_number(json, "side", game_side(game, state));
    int count = features_list_seen(game, game_side(game, state), state, numbers);
    add_number_array(json, "on", numbers, count);
    features_seen_all(game, 1, numbers);
    add_number_array(json, "seen", numbers, features_count(game));
    add_meanings(game, json);
    add_legal(game, state, json);
}

static bool show(void *data, const position_t *position, cJSON *json, failure_t *error) {
    const call_t *call = data;
    (void)error;
    if (json)
        add_json(position->game, &position->state, json);
    else
        print_text(position->game, &position->state, call->all);
    return true;
}

static int run(void *call) {
    return position_run(call, show, POSITION_UNFINISHED);
}

const command_t features_command = {
    .name = "features",
    .summary = "print an integer network's input features for a position",
    .description =
        "Print the sparse features of a position that are on, with their numbers and "
        "meanings, from the point of view of the side to move. The specification is "
        "mcts/evaluate/integer/INTEGER.md.",
    .notes =
        "In JSON: version, features (their number), most (the maximum on at once), side; "
        "on: the numbers of those that are on; for each feature, seen: its number for "
        "the other side, and meanings; legal: the number of each legal action, in the "
        "game and from the point of view of the side to move.",
    .arguments = {ARGUMENTS_GAME(call_t, at.words)},
    .groups = {{.options = options, .count = OPTION_COUNT(options)},
               POSITION_OPTIONS(call_t, at)},
    .call_bytes = sizeof(call_t),
    .run = run,
};
