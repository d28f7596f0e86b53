/* fulcrum moves: the legal actions or turns of positions, and the resulting positions. */
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
        "Read positions, one per line, and print a block for each, ended by an empty "
        "line"),
    OPTION_FLAG("turns", 0, call_t, turns,
                "List complete turns, one for each position at a turn's end"),
    CLI_OPTION_JSON(call_t, json, "Print a JSON object for each position, on one line"),
};

static bool check(const void *data, failure_t *error) {
    const call_t *call = data;
    return !(call->position && call->from_stdin) ||
           error_set(error, "--position and --stdin exclude each other");
}

/* The limit on positions within and at the end of a block's turns: some seconds of work,
 * where a stack of size 40 could take minutes. */
enum { MOST_POSITIONS = 200000, OUTCOME_TEXT = 128 };

/* Writes how the game has ended; false if it has not. */
static bool write_outcome(const game_t *game, const state_t *state,
                          char text[OUTCOME_TEXT]) {
    text_t out = text_into(text, OUTCOME_TEXT);
    outcome_t outcome = game_outcome(game, state);
    if (outcome.over)
        game_add_outcome(game, state, outcome, &out);
    return outcome.over;
}

/* Adds `over`, and if the game is over, `winner` (0 for nobody) and `reason`. */
static void put_outcome(cJSON *object, const game_t *game, const state_t *state) {
    outcome_t outcome = game_outcome(game, state);
    cJSON_AddBoolToObject(object, "over", outcome.over);
    if (!outcome.over)
        return;
    json_add_number(object, "winner", outcome.winner == NOBODY ? 0 : outcome.winner + 1);
    cJSON_AddStringToObject(object, "reason", reason_names[outcome.reason]);
}

/* Prints one row, or adds it to a JSON array. action: -1 for a turn. */
static void put_row(const game_t *game, cJSON *rows, const char *text,
                    const state_t *after, int action) {
    char position[GAME_POSITION_TEXT], outcome[OUTCOME_TEXT];
    game_write_position(game, after, POSITION_FULL, position);
    if (!rows) {
        bool over = write_outcome(game, after, outcome);
        printf("%s\t%s%s%s\n", text, position, over ? "\t" : "", over ? outcome : "");
        return;
    }
    cJSON *row = cJSON_CreateObject();
    cJSON_AddItemToArray(rows, row);
    cJSON_AddStringToObject(row, action < 0 ? "text" : "action", text);
    if (action >= 0)
        json_add_number(row, "number", action);
    cJSON_AddStringToObject(row, "position", position);
    put_outcome(row, game, after);
}

static void list_actions(const game_t *game, const state_t *state, cJSON *rows) {
    action_t actions[GAME_MAX_LEGAL];
    int count = game_legal(game, state, actions);
    for (int i = 0; i < count; i++) {
        char action[GAME_ACTION_TEXT];
        state_t next = *state;
        game_apply(game, &next, actions[i]);
        game_write_action(game, actions[i], action);
        put_row(game, rows, action, &next, actions[i]);
    }
}

/* Returns false if not all turns were listed. */
static bool list_turns(const game_t *game, const state_t *state, cJSON *rows) {
    turn_list_t turns;
    turn_list_init(&turns, game, state, MOST_POSITIONS);
    bool whole = turns.whole;
    for (size_t i = 0; i < turns.ends.count; i++) {
        state_t end = {0};
        state_set_at(&turns.ends, i, &end);
        put_row(game, rows, turns.texts[i], &end, -1);
    }
    turn_list_clear(&turns);
    if (!whole)
        cli_message("there are more turns from this position than are listed: the search "
                    "stopped at %d positions within turns",
                    MOST_POSITIONS);
    return whole;
}

/* *whole becomes false where not all turns are listed. */
static bool print_block(const game_t *game, const call_t *call, const char *text,
                        bool *whole, failure_t *error) {
    char position[GAME_POSITION_TEXT], outcome[OUTCOME_TEXT];
    state_t state;
    cJSON *json = NULL, *rows = NULL;
    bool listed = true;
    if (!game_read_position(game, text, &state, error))
        return false;
    if (call->json) {
        game_write_position(game, &state, POSITION_FULL, position);
        json = cJSON_CreateObject();
        cJSON_AddStringToObject(json, "game", game->class->name);
        cJSON_AddStringToObject(json, "variant", game->variant_text);
        cJSON_AddStringToObject(json, "position", position);
        put_outcome(json, game, &state);
        rows = cJSON_AddArrayToObject(json, call->turns ? "turns" : "actions");
    } else if (write_outcome(game, &state, outcome)) {
        cli_message("the game is over: %s", outcome);
    }
    if (call->turns)
        listed = list_turns(game, &state, rows);
    else
        list_actions(game, &state, rows);
    if (json) {
        cJSON_AddBoolToObject(json, "complete", listed);
        json_print_line(json, stdout);
    }
    *whole = *whole && listed;
    return true;
}

static bool print_blocks_of_stdin(const game_t *game, const call_t *call, bool *whole,
                                  failure_t *error) {
    char *line = NULL;
    size_t size = 0, number = 0;
    bool ok = true;
    while (ok && getline(&line, &size, stdin) >= 0) {
        number++;
        ok = print_block(game, call, line, whole, error);
        if (ok) {
            printf("%s", call->json ? "" : "\n");
            fflush(stdout); /* for programs that wait for each answer */
        } else {
            error_prefix(error, "standard input, line %zu", number);
        }
    }
    free(line);
    return ok;
}

static int run(void *data) {
    const call_t *call = data;
    failure_t error;
    bool whole = true;
    game_t *game = cli_game(&call->words, &error);
    bool ok = game && (call->from_stdin
                           ? print_blocks_of_stdin(game, call, &whole, &error)
                           : print_block(game, call, call->position, &whole, &error));
    game_free(game);
    if (!ok)
        return cli_fail(&error);
    int status = cli_finish_output();
    return status == EXIT_DONE && !whole ? EXIT_ANSWER_NO : status;
}

const command_t moves_command = {
    .name = "moves",
    .summary = "list legal actions or turns, and the positions they lead to",
    .description =
        "Print a line `action<TAB>position after it` for each legal action or, with "
        "--turns, `turn<TAB>position at its end`, followed by `<TAB>` and the result if "
        "it ends the game. Positions are complete, including the turn counter, so that "
        "play can continue from them. For a finished game there are no lines, and the "
        "result goes to standard error.",
    .notes =
        "In JSON a row has action and its number in the game, or text for a turn; "
        "position and over; if the game is over, also winner (0: nobody) and reason.",
    .statuses = {[EXIT_ANSWER_NO] = "a position has too many turns to list: only some "
                                    "are listed (JSON: complete is false)"},
    .arguments = {ARGUMENTS_GAME(call_t, words)},
    .groups = {{.options = options, .count = OPTION_COUNT(options)}},
    .call_bytes = sizeof(call_t),
    .check = check,
    .run = run,
};
