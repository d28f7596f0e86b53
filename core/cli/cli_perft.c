/* fulcrum perft: counts the sequences of actions or turns from a position. */
#include "core/base/json.h"
#include "core/cli/cli.h"
#include "core/cli/position_call.h"
#include "core/game/perft.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <stdio.h>

typedef struct call {
    position_call_t at;
    int depth;
    bool turns, divide;
} call_t;

static const option_t options[] = {
    OPTION_WHOLE("depth", 'd', "D", call_t, depth, 1, 100, "Count to depth D",
                 .required = true),
    OPTION_FLAG("turns", 0, call_t, turns,
                "Count turns; those that end in the same position count once"),
    OPTION_FLAG("divide", 0, call_t, divide,
                "Count only at depth D, for each first action or turn"),
};

typedef struct counting {
    const call_t *call;
    cJSON *parts; /* NULL: print text */
    uint64_t sum;
} counting_t;

static uint64_t count_from(const call_t *call, const position_t *from, int depth) {
    return (call->turns ? perft_turns : perft_actions)(from->game, &from->state, depth);
}

static void put_depth(int depth, uint64_t count, cJSON *rows) {
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
static void put_part(void *context, const char *text, const position_t *after,
                     int action) {
    counting_t *counting = context;
    uint64_t count = count_from(counting->call, after, counting->call->depth - 1);
    counting->sum += count;
    if (!counting->parts) {
        printf("%s\t%" PRIu64 "\n", text, count);
        fflush(stdout);
        return;
    }
    cJSON *row = cJSON_CreateObject();
    cJSON_AddItemToArray(counting->parts, row);
    cJSON_AddStringToObject(row, action < 0 ? "text" : "action", text);
    json_add_number(row, "count", count);
}

static bool show(void *data, const position_t *position, cJSON *json, failure_t *error) {
    call_t *call = data;
    counting_t counting = {.call = call};
    (void)error;
    if (json)
        cJSON_AddStringToObject(json, "unit", call->turns ? "turns" : "actions");
    cJSON *rows = json ? cJSON_AddArrayToObject(json, "counts") : NULL;
    if (call->divide) {
        counting.parts = json ? cJSON_AddArrayToObject(json, "divide") : NULL;
        position_follow(position, call->turns, SIZE_MAX, put_part, &counting);
        put_depth(call->depth, counting.sum, rows);
    }
    for (int depth = 1; depth <= call->depth && !call->divide; depth++)
        put_depth(depth, count_from(call, position, depth), rows);
    return true;
}

static int run(void *call) {
    return position_run(call, show, 0);
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
    .arguments = {ARGUMENTS_GAME(call_t, at.words)},
    .groups = {{.options = options, .count = OPTION_COUNT(options)},
               POSITION_OPTIONS(call_t, at)},
    .call_bytes = sizeof(call_t),
    .run = run,
};
