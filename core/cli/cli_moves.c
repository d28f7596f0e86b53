/* fulcrum moves: the legal actions or turns of positions, and the resulting positions. */
#include "core/base/json.h"
#include "core/cli/cli.h"
#include "core/cli/position_call.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct call {
    position_call_t at;
    bool turns, from_stdin;
    bool incomplete; /* not all turns of a position were listed */
} call_t;

static const option_t options[] = {
    OPTION_FLAG(
        "stdin", 0, call_t, from_stdin,
        "Read positions, one per line, and print a block for each, ended by an empty "
        "line"),
    OPTION_FLAG("turns", 0, call_t, turns,
                "List complete turns, one for each position at a turn's end"),
};

static bool check(const void *data, failure_t *error) {
    const call_t *call = data;
    return !(call->at.position && call->from_stdin) ||
           error_set(error, "--position and --stdin exclude each other");
}

/* The limit on positions within and at the end of a block's turns: some seconds of work,
 * where a stack of size 40 could take minutes. */
enum { MOST_POSITIONS = 200000, OUTCOME_TEXT = 128 };

/* Writes how the game has ended, "" if it has not; or adds to JSON `over`, and if it is,
 * `winner` (0 for nobody) and `reason`. */
static void put_outcome(const position_t *position, cJSON *json,
                        char text[OUTCOME_TEXT]) {
    text_t out = text_into(text, OUTCOME_TEXT);
    outcome_t outcome = game_outcome(position->game, &position->state);
    cJSON_AddBoolToObject(json, "over", outcome.over);
    if (!outcome.over)
        return;
    game_add_outcome(position->game, &position->state, outcome, &out);
    if (!json)
        return;
    json_add_number(json, "winner", outcome.winner == NOBODY ? 0 : outcome.winner + 1);
    cJSON_AddStringToObject(json, "reason", reason_names[outcome.reason]);
}

/* Prints one row, or adds it to the JSON array `rows`. action: -1 for a turn. */
static void put_row(void *rows, const char *text, const position_t *after, int action) {
    char position[GAME_POSITION_TEXT], outcome[OUTCOME_TEXT];
    cJSON *row = rows ? cJSON_CreateObject() : NULL;
    game_write_position(after->game, &after->state, POSITION_FULL, position);
    if (row) {
        cJSON_AddItemToArray(rows, row);
        cJSON_AddStringToObject(row, action < 0 ? "text" : "action", text);
        cJSON_AddStringToObject(row, "position", position);
    }
    if (row && action >= 0)
        json_add_number(row, "number", action);
    put_outcome(after, row, outcome);
    if (!row)
        printf("%s\t%s%s%s\n", text, position, *outcome ? "\t" : "", outcome);
}

static bool show(void *data, const position_t *position, cJSON *json, failure_t *error) {
    call_t *call = data;
    char outcome[OUTCOME_TEXT];
    (void)error;
    put_outcome(position, json, outcome);
    if (!json && *outcome)
        cli_message("the game is over: %s", outcome);
    cJSON *rows =
        json ? cJSON_AddArrayToObject(json, call->turns ? "turns" : "actions") : NULL;
    bool complete = position_follow(position, call->turns, MOST_POSITIONS, put_row, rows);
    cJSON_AddBoolToObject(json, "complete", complete);
    if (!complete)
        cli_message("there are more turns from this position than are listed: the search "
                    "stopped at %d positions within turns",
                    MOST_POSITIONS);
    call->incomplete = call->incomplete || !complete;
    return true;
}

static bool show_stdin(call_t *call, const game_t *game, failure_t *error) {
    char *line = NULL;
    size_t size = 0, number = 0;
    bool ok = true;
    while (ok && getline(&line, &size, stdin) >= 0) {
        number++;
        ok = position_show(call, game, line, show, 0, error) ||
             error_prefix(error, "standard input, line %zu", number);
        if (ok && !call->at.json)
            printf("\n");
        fflush(stdout); /* for programs that wait for each answer */
    }
    free(line);
    return ok;
}

static int run(void *data) {
    call_t *call = data;
    failure_t error;
    game_t *game = cli_game(&call->at.words, &error);
    bool ok = game && (call->from_stdin ? show_stdin(call, game, &error)
                                        : position_show(call, game, call->at.position,
                                                        show, 0, &error));
    game_free(game);
    if (!ok)
        return cli_fail(&error);
    int status = cli_finish_output();
    return status == EXIT_DONE && call->incomplete ? EXIT_ANSWER_NO : status;
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
    .arguments = {ARGUMENTS_GAME(call_t, at.words)},
    .groups = {{.options = options, .count = OPTION_COUNT(options)},
               POSITION_OPTIONS(call_t, at)},
    .call_bytes = sizeof(call_t),
    .check = check,
    .run = run,
};
