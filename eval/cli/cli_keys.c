/* fulcrum keys: lists the keys of what commands read. */
#include "core/base/json.h"
#include "core/cli/cli.h"
#include "core/config/keys_document.h"
#include "eval/cli/eval_commands.h"
#include "eval/learn/learn_plan.h"
#include "selfplay/config/run_config.h"

#include <cjson/cJSON.h>

typedef struct call {
    bool json, learn;
} call_t;

static const option_t options[] = {
    OPTION_FLAG("learn", 0, call_t, learn, "The keys of fulcrum learn"),
    CLI_OPTION_JSON(call_t, json, "Print one JSON object"),
};

static cJSON *learn_json(void) {
    cJSON *json = cJSON_CreateObject();
    keyset_document_json(&learn_keys, cJSON_AddArrayToObject(json, "keys"));
    return json;
}

static int run(void *data) {
    const call_t *call = data;
    if (call->json)
        json_print_line(call->learn ? learn_json() : run_config_document_json(), stdout);
    else if (call->learn)
        keyset_document(&learn_keys, stdout);
    else
        run_config_document(stdout);
    return cli_finish_output();
}

const command_t keys_command = {
    .name = "keys",
    .summary = "list the keys of a configuration",
    .description = "List the keys of a configuration: default, meaning, allowed values.",
    .notes = "In JSON: an array, keys, of objects with key, type, default, help and, "
             "where applicable, min and max or choices.",
    .groups = {{.options = options, .count = OPTION_COUNT(options)}},
    .call_bytes = sizeof(call_t),
    .run = run,
};
