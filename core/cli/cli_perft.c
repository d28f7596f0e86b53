/* fulcrum perft: counts the sequences of actions or turns from a position. */
#include "core/base/json.h"
#include "core/cli/cli.h"
#include "core/game/perft.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

typedef struct call {
    cli_words_t words;
    const char *position;
    int depth;
    bool turns, divide, json;
} call_t;

static const option_t options[] = {
    OPTION_WHOLE("depth", 'd', "D", call_t, depth, 1, 100, "Count to depth D",
                 .required = true),
    CLI_OPTION_POSITION(call_t, position),
    OPTION_FLAG("turns", 0, call_t, turns,
                "Count turns; those that end in the same position count once"),
    OPTION_FLAG("divide", 0, call_t, divide,
                "Count only at depth D, for each first action or turn"),
    CLI_OPTION_JSON(call_t, json, "Print one JSON object at the end"),
};

static uint64_t count_from(const game_t *game, const state_t *state, const call_t *call,
                           int depth) {
    return call->turns ? perft_turns(game, state, depth)
                       : perft_actions(game, state, depth);
}

/* Prints a line, or adds a row to JSON. */
static void put_count(int depth, uint64_t count, cJSON *rows) {
    if (!rows) {
        printf("%d %" PRIu64 "\n", depth, count);
        fflush(stdout);
        return;
    }
    cJSON *row = cJSON_CreateObject();
    cJSON_AddItemToArray(rows, row);
    json_add_number(row, "depth", depth);
    json_add_number(row, "count", count);
}

/* Counts the sequences that begin with one action or turn. */
static uint64_t put_part(const game_t *game, const state_t *after, const char *text,
                         const call_t *call, cJSON *rows) {
    uint64_t count = count_from(game, after, call, call->depth - 1);
    if (!rows) {
        printf("%s\t%" PRIu64 "\n", text, count);
        fflush(stdout);
        return count;
    }
    cJSON *row = cJSON_CreateObject();
    cJSON_AddItemToArray(rows, row);
    cJSON_AddStringToObject(row, call->turns ? "text" : "action", text);
    json_add_number(row, "count", count);
    return count;
}

/* Counts for each first action or turn; returns the sum. */
static uint64_t put_parts(const game_t *game, const state_t *state, const call_t *call,
                          cJSON *json) {
    cJSON *rows = json ? cJSON_AddArrayToObject(json, "divide") : NULL;
    action_t actions[GAME_MAX_LEGAL];
    uint64_t sum = 0;
    if (call->turns) {
        turn_list_t turns;
        turn_list_init(&turns, game, state, SIZE_MAX);
        for (size_t i = 0; i < turns.ends.count; i++) {
            state_t end = {0};
            state_set_at(&turns.ends, i, &end);
            sum += put_part(game, &end, turns.texts[i], call, rows);
        }
        turn_list_clear(&turns);
        return sum;
    }
    int count = game_legal(game, state, actions);
    for (int i = 0; i < count; i++) {
        char text[GAME_ACTION_TEXT];
        state_t next = *state;
        game_apply(game, &next, actions[i]);
        game_write_action(game, actions[i], text);
        sum += put_part(game, &next, text, call, rows);
    }
    return sum;
}

static void print_counts(const game_t *game, const state_t *state, const call_t *call) {
    char position[GAME_POSITION_TEXT];
    cJSON *json = NULL, *rows = NULL;
    if (call->json) {
        game_write_position(game, state, POSITION_FULL, position);
        json = cJSON_CreateObject();
        cJSON_AddStringToObject(json, "game", game->class->name);
        cJSON_AddStringToObject(json, "variant", game->variant_text);
        cJSON_AddStringToObject(json, "position", position);
        cJSON_AddStringToObject(json, "unit", call->turns ? "turns" : "actions");
        rows = cJSON_AddArrayToObject(json, "counts");
    }
    if (call->divide)
        put_count(call->depth, put_parts(game, state, call, json), rows);
    for (int depth = 1; depth <= call->depth && !call->divide; depth++)
        put_count(depth, count_from(game, state, call, depth), rows);
    if (json)
        json_print_line(json, stdout);
}

static int run(void *data) {
    const call_t *call = data;
    failure_t error;
    state_t state;
    game_t *game = cli_game(&call->words, &error);
    bool ok = game && game_read_position(game, call->position, &state, &error);
    if (ok)
        print_counts(game, &state, call);
    game_free(game);
    return ok ? cli_finish_output() : cli_fail(&error);
}

const command_t perft_command = {
    .name = "perft",
    .summary = "count the sequences of actions or turns from a position",
    .description = "Print a line `d count` for each depth d from 1 to D: the number of "
                   "sequences of d legal actions (or, with --turns, of d turns). With "
                   "--divide, print a line `action<TAB>count` for each first action or "
                   "turn, and `D count` at the end.",
    .notes = "In JSON counts has depth and count; with --divide, divide has action (text "
             "for a turn) and count.",
    .arguments = {ARGUMENTS_GAME(call_t, words)},
    .groups = {{.options = options, .count = OPTION_COUNT(options)}},
    .call_bytes = sizeof(call_t),
    .run = run,
};
