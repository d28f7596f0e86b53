/* fulcrum evaluate: a network's evaluation of a position. */
#include "core/base/json.h"
#include "core/cli/cli.h"
#include "mcts/cli/mcts_commands.h"
#include "mcts/evaluate/evaluator.h"
#include "mcts/evaluate/network_choice.h"
#include "mcts/evaluate/network_inference.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct call {
    cli_words_t weights, words;
    const char *position;
    int instructions;
    bool json;
} call_t;

static const option_t options[] = {
    CLI_OPTION_POSITION(call_t, position),
    MCTS_OPTION_INSTRUCTIONS(call_t, instructions),
    CLI_OPTION_JSON(call_t, json, "Print a JSON object on one line, with all logits"),
};

static void print_json(const game_t *game, const network_choice_t *choice,
                       const network_outputs_t *outputs) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "game", game->class->name);
    cJSON_AddStringToObject(json, "variant", game->variant_text);
    cJSON_AddStringToObject(json, "hash", choice->hash);
    cJSON_AddStringToObject(json, "instructions",
                            network_instructions_names[choice->instructions]);
    cJSON_AddItemToObject(json, "result", cJSON_CreateFloatArray(outputs->result, 3));
    cJSON *policy = cJSON_AddArrayToObject(json, "policy");
    for (int i = 0; i < outputs->count; i++) {
        double row[] = {outputs->actions[i], (double)outputs->logits[i]};
        cJSON_AddItemToArray(policy, cJSON_CreateDoubleArray(row, 2));
    }
    json_print_line(json, stdout);
}

/* The likeliest first. */
static void print_text(const game_t *game, const network_choice_t *choice,
                       const network_outputs_t *outputs, const evaluation_t *evaluation) {
    network_chances_t chances = network_chances(outputs);
    int order[GAME_MAX_LEGAL];
    printf("%s, %s, %s\n", choice->weights, choice->hash,
           network_instructions_names[choice->instructions]);
    printf("score %.1f %%: wins %.1f %%, draws %.1f %%, loses %.1f %%\n",
           100 * (double)chances.score, 100 * (double)chances.result[0],
           100 * (double)chances.result[1], 100 * (double)chances.result[2]);
    for (int i = 0; i < evaluation->count; i++) {
        int at = i;
        for (; at > 0 && evaluation->priors[i] > evaluation->priors[order[at - 1]]; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    for (int i = 0; i < evaluation->count; i++) {
        char text[GAME_ACTION_TEXT];
        game_write_action(game, evaluation->actions[order[i]], text);
        printf("  %-15s %6.2f %%\n", text,
               100.0 * evaluation->priors[order[i]] / UINT16_MAX);
    }
}

static void evaluate(const game_t *game, const network_choice_t *choice,
                     const state_t *state, bool json) {
    network_inference_t *inference = network_choice_inference(choice, game, 1);
    evaluation_t *evaluation = memory_new(1, sizeof *evaluation);
    network_outputs_t *outputs = memory_new(1, sizeof *outputs);
    network_inference_outputs(inference, &state, 1, &outputs);
    network_inference_run(inference, &state, 1, &evaluation);
    if (json)
        print_json(game, choice, outputs);
    else
        print_text(game, choice, outputs, evaluation);
    free(evaluation);
    free(outputs);
    network_inference_free(inference);
}

static int run(void *data) {
    const call_t *call = data;
    network_choice_t choice = {.instructions = call->instructions};
    failure_t error;
    state_t state;
    snprintf(choice.weights, sizeof choice.weights, "%s", call->weights.words[0]);
    game_t *game = cli_game(&call->words, &error);
    bool right = game && game_read_position(game, call->position, &state, &error) &&
                 network_choice_bind(&choice, game, COMMAND_LINE, &error);
    if (right && game_outcome(game, &state).over)
        right = error_set(&error, "the game is over in this position: a network is "
                                  "shown none such");
    if (right)
        evaluate(game, &choice, &state, call->json);
    game_free(game);
    return right ? cli_finish_output() : cli_fail(&error);
}

const command_t evaluate_command = {
    .name = "evaluate",
    .summary = "print a network's evaluation of a position",
    .description =
        "Print a network's evaluation of a position, without a search: the chances of "
        "the player to move to win, draw and lose, and the prior of each action.",
    .notes = "In JSON: hash, instructions, result (logits of win, draw, loss), and "
             "policy: for each legal action its number and its logit.",
    .arguments = {ARGUMENT("WEIGHTS", WORD_FILE, 1, 1, call_t, weights,
                           "which network? Say WEIGHTS.h5 GAME [key=value ...]"),
                  ARGUMENTS_GAME(call_t, words)},
    .groups = {{.options = options, .count = OPTION_COUNT(options)}},
    .call_bytes = sizeof(call_t),
    .run = run,
};
