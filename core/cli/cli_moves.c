/* fulcrum moves: the legal actions or turns of positions, and where they lead. */
#include "core/base/json.h"
#include "core/cli/cli.h"
#include "core/game/perft.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct call {
    cli_words_t words;
    const char *position;
    bool turns, from_stdin, json;
} call_t;

static const option_t options[] = {
    CLI_OPTION_POSITION(call_t, position),
    OPTION_FLAG(
        "stdin", 0, call_t, from_stdin,
        "Read positions, one a line, and print a block for each, ended by an empty "
        "line"),
    OPTION_FLAG("turns", 0, call_t, turns,
                "List whole turns, one for each position at a turn's end"),
    CLI_OPTION_JSON(call_t, json, "Print a JSON object for each position, on one line"),
};

static bool check(const void *data, failure_t *error) {
    const call_t *call = data;
    return !(call->position && call->from_stdin) ||
           error_set(error, "--position and --stdin exclude each other");
}

/* Positions are written as the one that was given: with a turn counter if it has one. */
static position_form_t form_of(const game_t *game, const state_t *state) {
    char full[GAME_POSITION_TEXT], without[GAME_POSITION_TEXT];
    game_write_position(game, state, POSITION_FULL, full);
    game_write_position(game, state, POSITION_WITHOUT_TURN, without);
    return strcmp(full, without) == 0 ? POSITION_WITHOUT_TURN : POSITION_FULL;
}

/* Prints one row, or adds it to a JSON array. action: -1 for a turn. */
static void put_row(cJSON *rows, const char *text, const char *position, int action) {
    if (!rows) {
        printf("%s\t%s\n", text, position);
        return;
    }
    cJSON *row = cJSON_CreateObject();
    cJSON_AddItemToArray(rows, row);
    cJSON_AddStringToObject(row, "text", text);
    if (action >= 0)
        cJSON_AddNumberToObject(row, "action", action);
    cJSON_AddStringToObject(row, "position", position);
}

static void list_actions(const game_t *game, const state_t *state, position_form_t form,
                         cJSON *rows) {
    action_t actions[GAME_MAX_LEGAL];
    int count = game_legal(game, state, actions);
    for (int i = 0; i < count; i++) {
        char action[GAME_ACTION_TEXT], position[GAME_POSITION_TEXT];
        state_t next = *state;
        game_apply(game, &next, actions[i]);
        game_write_action(game, actions[i], action);
        game_write_position(game, &next, form, position);
        put_row(rows, action, position, actions[i]);
    }
}

static void list_turns(const game_t *game, const state_t *state, position_form_t form,
                       cJSON *rows) {
    turn_list_t turns;
    turn_list_init(&turns, game, state);
    for (size_t i = 0; i < turns.ends.count; i++) {
        char position[GAME_POSITION_TEXT];
        state_t end = {0};
        state_set_at(&turns.ends, i, &end);
        game_write_position(game, &end, form, position);
        put_row(rows, turns.texts[i], position, -1);
    }
    turn_list_clear(&turns);
}

static bool print_block(const game_t *game, const call_t *call, const char *text,
                        failure_t *error) {
    char position[GAME_POSITION_TEXT];
    state_t state;
    cJSON *json = NULL, *rows = NULL;
    if (!game_read_position(game, text, &state, error))
        return false;
    position_form_t form = form_of(game, &state);
    if (call->json) {
        game_write_position(game, &state, form, position);
        json = cJSON_CreateObject();
        cJSON_AddStringToObject(json, "game", game->class->name);
        cJSON_AddStringToObject(json, "variant", game->variant_text);
        cJSON_AddStringToObject(json, "position", position);
        rows = cJSON_AddArrayToObject(json, call->turns ? "turns" : "actions");
    }
    (call->turns ? list_turns : list_actions)(game, &state, form, rows);
    if (json)
        json_print_line(json, stdout);
    return true;
}

static bool print_blocks_of_stdin(const game_t *game, const call_t *call,
                                  failure_t *error) {
    char *line = NULL;
    size_t size = 0, number = 0;
    bool right = true;
    while (right && getline(&line, &size, stdin) >= 0) {
        number++;
        right = print_block(game, call, line, error);
        if (right) {
            printf("%s", call->json ? "" : "\n");
            fflush(stdout); /* who asks position by position waits for the answer */
        } else {
            error_prefix(error, "standard input, line %zu", number);
        }
    }
    free(line);
    return right;
}

static int run(void *data) {
    const call_t *call = data;
    failure_t error;
    game_t *game = cli_game(&call->words, &error);
    bool right =
        game && (call->from_stdin ? print_blocks_of_stdin(game, call, &error)
                                  : print_block(game, call, call->position, &error));
    game_free(game);
    return right ? cli_finish_output() : cli_fail(&error);
}

const command_t moves_command = {
    .name = "moves",
    .summary = "list the legal actions or turns of positions, and where they lead",
    .description =
        "Print a line `action<TAB>position after it` for each legal action or, with "
        "--turns, `turn<TAB>position at its end`. A finished game has none. The turn "
        "counter is shown after a position that has one (t1 or more).",
    .notes = "In JSON a row has text, position and, if it is an action, its number in "
             "the game (action).",
    .arguments = {ARGUMENTS_GAME(call_t, words)},
    .groups = {{.options = options, .count = OPTION_COUNT(options)}},
    .call_bytes = sizeof(call_t),
    .check = check,
    .run = run,
};
