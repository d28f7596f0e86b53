/* fulcrum planes: a network's input planes for a position, and its output heads. */
#include "core/base/json.h"
#include "core/cli/cli.h"
#include "core/cli/position_call.h"
#include "core/game/planes.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>

/* --- Text --------------------------------------------------------------------------- */

static bool is_constant(const uint8_t *mask, const uint8_t *plane, int places,
                        int *value) {
    *value = -1;
    for (int i = 0; i < places; i++) {
        if (mask[i] && *value >= 0 && plane[i] != *value)
            return false;
        if (mask[i])
            *value = plane[i];
    }
    return true;
}

/* Row 0 at the bottom. */
static void print_plane(const planes_shape_t *shape, const uint8_t *mask,
                        const uint8_t *plane) {
    for (int row = shape->height - 1; row >= 0; row--) {
        printf("     ");
        for (int column = 0; column < shape->width; column++) {
            int place = row * shape->width + column;
            if (!mask[place])
                printf("  ");
            else if (plane[place])
                printf(" %d", plane[place]);
            else
                printf(" .");
        }
        printf("\n");
    }
}

static void print_heads(const char *kind, const char *const *names, int own, int all) {
    printf("%s heads:", kind);
    for (int i = 0; i < own; i++)
        printf("%s %d %s", i ? "," : "", i, names[i]);
    if (all > own)
        printf("%s %d swap", own ? "," : "", own);
    printf("%s\n", all ? "" : " none");
}

static void print_text(const game_t *game, const uint8_t *planes) {
    planes_shape_t shape = planes_shape(game);
    const planes_class_t *class = game->class->networks.planes;
    int places = shape.height * shape.width, value;
    printf("%s %s: %d plane%s of %d x %d, version %d\n", game->class->name,
           game->variant_text, shape.planes, TEXT_PLURAL(shape.planes), shape.height,
           shape.width, shape.version);
    print_heads("cell", class->cell_heads, shape.cell_heads, shape.cell_heads);
    print_heads("pair", class->pair_heads, shape.pair_heads, shape.pair_heads);
    print_heads("whole", class->whole_heads, shape.whole_heads - 1, shape.whole_heads);
    for (int p = 0; p < shape.planes; p++) {
        printf("%2d %s, times %g", p, planes_meaning(game, p),
               (double)planes_scale(game, p));
        if (p > 0 && is_constant(planes, planes + p * places, places, &value)) {
            printf(": %d everywhere\n", value);
        } else {
            printf("\n");
            print_plane(&shape, planes, planes + p * places);
        }
    }
}

/* --- JSON --------------------------------------------------------------------------- */

static void add_planes(const game_t *game, const uint8_t *planes, cJSON *json) {
    planes_shape_t shape = planes_shape(game);
    int places = shape.height * shape.width;
    cJSON *scales = cJSON_AddArrayToObject(json, "scales");
    cJSON *meanings = cJSON_AddArrayToObject(json, "meanings");
    cJSON *all = cJSON_AddArrayToObject(json, "planes");
    for (int p = 0; p < shape.planes; p++) {
        int values[PLANES_MAX_GRID];
        for (int place = 0; place < places; place++)
            values[place] = planes[p * places + place];
        cJSON_AddItemToArray(scales, json_number((double)planes_scale(game, p)));
        cJSON_AddItemToArray(meanings, cJSON_CreateString(planes_meaning(game, p)));
        cJSON_AddItemToArray(all, cJSON_CreateIntArray(values, places));
    }
}

static void add_legal(const game_t *game, const state_t *state, cJSON *json) {
    action_t actions[GAME_MAX_LEGAL];
    int count = game_legal(game, state, actions), side = game_side(game, state);
    cJSON *legal = cJSON_AddArrayToObject(json, "legal");
    for (int i = 0; i < count; i++) {
        policy_output_t output = planes_output(game, side, actions[i]);
        int row[] = {actions[i], output.kind, output.head, output.from, output.to};
        cJSON_AddItemToArray(legal, cJSON_CreateIntArray(row, 5));
    }
}

static void add_json(const game_t *game, const state_t *state, const uint8_t *planes,
                     cJSON *json) {
    planes_shape_t shape = planes_shape(game);
    json_add_number(json, "version", shape.version);
    json_add_number(json, "height", shape.height);
    json_add_number(json, "width", shape.width);
    json_add_number(json, "cell_heads", shape.cell_heads);
    json_add_number(json, "pair_heads", shape.pair_heads);
    json_add_number(json, "whole_heads", shape.whole_heads);
    add_planes(game, planes, json);
    json_add_number(json, "side", game_side(game, state));
    add_legal(game, state, json);
}

static bool show(void *call, const position_t *position, cJSON *json, failure_t *error) {
    uint8_t *planes = memory_new(planes_bytes(position->game), 1);
    (void)call, (void)error;
    planes_write(position->game, &position->state, planes);
    if (json)
        add_json(position->game, &position->state, planes, json);
    else
        print_text(position->game, planes);
    free(planes);
    return true;
}

static int run(void *call) {
    return position_run(call, show, POSITION_UNFINISHED);
}

const command_t planes_command = {
    .name = "planes",
    .summary = "print a network's input planes for a position",
    .description =
        "Print the input planes of a position, with their scales, and the network's "
        "heads. A plane's values are its numbers times its scale. The specification is "
        "mcts/evaluate/convolution/NETWORK.md.",
    .notes = "In JSON: version, height, width, scales, meanings, cell_heads, pair_heads, "
             "whole_heads; for the position, planes (height x width numbers each, in row "
             "order), side, and legal: for each legal action its number, kind (0 cell, 1 "
             "pair, 2 whole), head, from and to.",
    .arguments = {ARGUMENTS_GAME(position_call_t, words)},
    .groups = {{.options = position_options, .count = NUM_POSITION_OPTIONS}},
    .call_bytes = sizeof(position_call_t),
    .run = run,
};
