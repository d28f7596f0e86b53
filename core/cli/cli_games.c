/* fulcrum games: lists the games, their variants and sizes. */
#include "core/base/json.h"
#include "core/base/text_layout.h"
#include "core/cli/cli.h"
#include "core/config/keys_document.h"

#include <cjson/cJSON.h>
#include <stdio.h>

enum { MOST_VARIANTS = 4, SIZES_COLUMN = 27 };

typedef struct call {
    cli_words_t words;
    bool json;
} call_t;

static const option_t options[] = {
    CLI_OPTION_JSON(call_t, json, "Print a JSON object for each game, on one line"),
};

/* The variant of a class's showcase with an index; NULL if there is none. */
static game_t *showcase_game(const game_class_t *class, int index) {
    char text[GAME_VARIANT_TEXT], *room[CLI_MAX_WORDS];
    const char *variant = class->showcase[index];
    failure_t error;
    if (index > 0 && !variant)
        return NULL;
    snprintf(text, sizeof text, "%s", variant ? variant : "");
    cli_words_t words = cli_split(text, room);
    game_t *game = game_new(class->name, words.words, words.count, &error);
    REQUIRE(game);
    return game;
}

/* --- Text --------------------------------------------------------------------------- */

static void print_sizes(const game_t *game, const char *variant) {
    char sizes[256];
    text_t out = text_into(sizes, sizeof sizes);
    text_add(&out, "%d cells, %d actions, state %d bytes, packed %d bytes, %d symmetr%s",
             game->cells, game->num_actions, game->state_bytes, game->packed_bytes,
             game->num_symmetries, game->num_symmetries == 1 ? "y" : "ies");
    int column = printf("  %s", variant && *variant ? variant : "default");
    text_print_wrapped(stdout, sizes, column, SIZES_COLUMN);
}

static void print_game(const game_class_t *class) {
    config_key_t rows[GAME_KEY_ROWS];
    const keyset_t keys = game_class_keys(class, rows);
    printf("%s: %s (%s moves first, then %s), rules version %d\n", class->name,
           class->title, class->side_names[0], class->side_names[1],
           class->rules_version);
    keyset_document(&keys, stdout);
    for (int i = 0; i < MOST_VARIANTS; i++) {
        game_t *game = showcase_game(class, i);
        if (!game)
            return;
        print_sizes(game, class->showcase[i]);
        game_free(game);
    }
}

/* --- JSON --------------------------------------------------------------------------- */

static cJSON *sizes_json(const game_t *game) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "variant", game->variant_text);
    json_add_number(json, "cells", game->cells);
    json_add_number(json, "actions", game->num_actions);
    json_add_number(json, "state_bytes", game->state_bytes);
    json_add_number(json, "packed_bytes", game->packed_bytes);
    json_add_number(json, "symmetries", game->num_symmetries);
    return json;
}

static void print_json(const game_class_t *class) {
    config_key_t rows[GAME_KEY_ROWS];
    const keyset_t keys = game_class_keys(class, rows);
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "game", class->name);
    cJSON_AddStringToObject(json, "title", class->title);
    cJSON *sides = cJSON_AddArrayToObject(json, "sides");
    for (int i = 0; i < 2; i++)
        cJSON_AddItemToArray(sides, cJSON_CreateString(class->side_names[i]));
    json_add_number(json, "rules_version", class->rules_version);
    keyset_document_json(&keys, cJSON_AddArrayToObject(json, "keys"));
    cJSON *variants = cJSON_AddArrayToObject(json, "variants");
    for (int i = 0; i < MOST_VARIANTS; i++) {
        game_t *game = showcase_game(class, i);
        if (!game)
            break;
        cJSON_AddItemToArray(variants, sizes_json(game));
        game_free(game);
    }
    json_print_line(json, stdout);
}

static int run(void *data) {
    const call_t *call = data;
    failure_t error;
    const game_class_t *class = NULL;
    if (call->words.count > 0 && !(class = game_class_find(call->words.words[0], &error)))
        return cli_fail(&error);
    for (int i = 0; i < game_class_count; i++) {
        if (class && game_classes[i] != class)
            continue;
        if (i > 0 && !class && !call->json)
            printf("\n");
        (call->json ? print_json : print_game)(game_classes[i]);
    }
    return cli_finish_output();
}

const command_t games_command = {
    .name = "games",
    .summary = "list the games, their rule variants and sizes",
    .description =
        "List the games: their rule variants with defaults and allowed values, "
        "and the sizes of board, actions and state.",
    .arguments = {ARGUMENT("GAME", WORD_GAME, 0, 1, call_t, words, NULL)},
    .groups = {{.options = options, .count = OPTION_COUNT(options)}},
    .call_bytes = sizeof(call_t),
    .run = run,
};
