/* fulcrum evaluate: a network's evaluation of a position. */
#include "core/base/json.h"
#include "core/cli/cli.h"
#include "mcts/cli/mcts_commands.h"
#include "mcts/evaluate/convolution/network_inference.h"
#include "mcts/evaluate/evaluator.h"
#include "mcts/evaluate/integer/integer_evaluator.h"
#include "mcts/evaluate/integer/integer_inference.h"
#include "mcts/evaluate/network_choice.h"
#include "mcts/tree/value.h"

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

/* A network's outputs for the position. */
typedef struct said {
    network_outputs_t outputs;
    evaluation_t evaluation;
    int32_t result[INTEGER_RESULTS]; /* an integer network's raw logits */
    int32_t policy[GAME_MAX_LEGAL];
} said_t;

static const char *instructions_of(const network_choice_t *choice) {
    return choice->integer ? "any" : network_instructions_names[choice->instructions];
}

/* Numbers that are identical on every machine. */
static void add_exact(cJSON *json, const said_t *said, int mover) {
    int count = said->evaluation.count;
    cJSON *exact = cJSON_AddObjectToObject(json, "exact");
    json_add_number(exact, "logit_one", INTEGER_LOGIT_ONE);
    cJSON_AddItemToObject(exact, "result",
                          cJSON_CreateIntArray(said->result, INTEGER_RESULTS));
    cJSON_AddItemToObject(exact, "policy", cJSON_CreateIntArray(said->policy, count));
    cJSON *priors = cJSON_AddArrayToObject(exact, "priors");
    for (int i = 0; i < count; i++)
        cJSON_AddItemToArray(priors, json_number(said->evaluation.priors[i]));
    json_add_number(exact, "value", value_for_player(mover, said->evaluation.value));
}

static void print_json(const game_t *game, const network_choice_t *choice,
                       const said_t *said, int mover) {
    const network_outputs_t *outputs = &said->outputs;
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "game", game->class->name);
    cJSON_AddStringToObject(json, "variant", game->variant_text);
    cJSON_AddStringToObject(json, "hash", choice->hash);
    cJSON_AddStringToObject(json, "instructions", instructions_of(choice));
    cJSON_AddItemToObject(json, "result", cJSON_CreateFloatArray(outputs->result, 3));
    cJSON *policy = cJSON_AddArrayToObject(json, "policy");
    for (int i = 0; i < outputs->count; i++) {
        double row[] = {outputs->actions[i], (double)outputs->logits[i]};
        cJSON_AddItemToArray(policy, cJSON_CreateDoubleArray(row, 2));
    }
    if (choice->integer)
        add_exact(json, said, mover);
    json_print_line(json, stdout);
}

/* Actions by descending prior. */
static void print_text(const game_t *game, const network_choice_t *choice,
                       const said_t *said) {
    const evaluation_t *evaluation = &said->evaluation;
    network_chances_t chances = network_chances(&said->outputs);
    int order[GAME_MAX_LEGAL];
    printf("%s, %s, ", choice->weights, choice->hash);
    if (choice->integer)
        printf("integer, %d units\n", choice->integer->units);
    else
        printf("%s\n", instructions_of(choice));
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

static void ask(const game_t *game, const network_choice_t *choice, const state_t *state,
                said_t *said) {
    network_inference_t *inference = network_choice_inference(choice, game, 1);
    network_outputs_t *outputs = &said->outputs;
    evaluation_t *evaluation = &said->evaluation;
    network_inference_outputs(inference, &state, 1, &outputs);
    network_inference_run(inference, &state, 1, &evaluation);
    network_inference_free(inference);
}

static float logit_of(int32_t integer) {
    return (float)integer / INTEGER_LOGIT_ONE;
}

static void ask_integer(const game_t *game, const network_choice_t *choice,
                        const state_t *state, said_t *said) {
    integer_inference_t *inference =
        integer_inference_new(choice->integer, game, integer_kernels_best());
    network_outputs_t *outputs = &said->outputs;
    integer_inference_run(inference, state, &said->evaluation);
    outputs->count = said->evaluation.count;
    memcpy(said->result, integer_inference_result(inference), sizeof said->result);
    memcpy(said->policy, integer_inference_policy(inference),
           (size_t)outputs->count * sizeof *said->policy);
    for (int i = 0; i < INTEGER_RESULTS; i++)
        outputs->result[i] = logit_of(said->result[i]);
    for (int i = 0; i < outputs->count; i++) {
        outputs->actions[i] = said->evaluation.actions[i];
        outputs->logits[i] = logit_of(said->policy[i]);
    }
    integer_inference_free(inference);
}

static void evaluate(const game_t *game, const network_choice_t *choice,
                     const state_t *state, bool json) {
    said_t *said = memory_new(1, sizeof *said);
    if (choice->integer)
        ask_integer(game, choice, state, said);
    else
        ask(game, choice, state, said);
    if (json)
        print_json(game, choice, said, game_player(game, state));
    else
        print_text(game, choice, said);
    free(said);
}

static bool bind(network_choice_t *choice, const game_t *game, failure_t *error) {
    if (!integer_network_is_in(choice->weights))
        return network_choice_bind(choice, game, COMMAND_LINE, error);
    return choice->instructions == INSTRUCTIONS_AUTO
               ? integer_evaluator_bind(choice, game, COMMAND_LINE, error)
               : error_set(error, "--instructions: does not affect an integer network; "
                                  "leave it out");
}

static int run(void *data) {
    const call_t *call = data;
    network_choice_t choice = {.instructions = call->instructions};
    failure_t error;
    state_t state;
    snprintf(choice.weights, sizeof choice.weights, "%s", call->weights.words[0]);
    game_t *game = cli_game(&call->words, &error);
    bool ok = game && game_read_position(game, call->position, &state, &error) &&
              bind(&choice, game, &error);
    if (ok && game_outcome(game, &state).over)
        ok = error_set(&error, "the game is over in this position; networks "
                               "evaluate only unfinished games");
    if (ok)
        evaluate(game, &choice, &state, call->json);
    game_free(game);
    return ok ? cli_finish_output() : cli_fail(&error);
}

const command_t evaluate_command = {
    .name = "evaluate",
    .summary = "print a network's evaluation of a position",
    .description =
        "Print a network's evaluation of a position, without a search: the win, draw and "
        "loss probabilities of the player to move, and the prior of each action.",
    .notes = "WEIGHTS is a convolutional or an integer network. The JSON has hash, "
             "instructions, result (logits of win, draw, loss), and policy: the number "
             "and logit of each legal action. For an integer network it also has exact: "
             "the logits in units of 1/logit_one, the priors in units of 1/65535 and the "
             "value in units of 1/4096, to the player to move.",
    .arguments = {ARGUMENT("WEIGHTS", WORD_FILE, 1, 1, call_t, weights,
                           "no network given: use WEIGHTS.h5 GAME [key=value ...]"),
                  ARGUMENTS_GAME(call_t, words)},
    .groups = {{.options = options, .count = OPTION_COUNT(options)}},
    .call_bytes = sizeof(call_t),
    .run = run,
};
