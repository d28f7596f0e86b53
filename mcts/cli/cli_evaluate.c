/* fulcrum evaluate: a network's evaluation of a position. */
#include "core/base/json.h"
#include "core/cli/position_call.h"
#include "mcts/cli/mcts_commands.h"
#include "mcts/evaluate/evaluation_logits.h"
#include "mcts/evaluate/evaluator_choice.h"
#include "mcts/evaluate/network_outputs.h"
#include "mcts/evaluate/weights_file.h"
#include "mcts/tree/value.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct call {
    position_call_t at;
    cli_words_t weights;
    int instructions;
} call_t;

static const option_t options[] = {
    MCTS_OPTION_INSTRUCTIONS(call_t, instructions),
};

/* What a network answers. */
typedef struct answer {
    network_outputs_t outputs;
    leaf_t leaf;
} answer_t;

/* Numbers that are identical on every machine. */
static void add_exact(cJSON *json, const answer_t *answer, int mover) {
    const network_outputs_t *outputs = &answer->outputs;
    const evaluation_t *evaluation = &answer->leaf.evaluation;
    cJSON *exact = cJSON_AddObjectToObject(json, "exact");
    json_add_number(exact, "logit_one", outputs->unit);
    cJSON_AddItemToObject(exact, "result",
                          cJSON_CreateIntArray(outputs->exact_result, 3));
    cJSON_AddItemToObject(exact, "policy",
                          cJSON_CreateIntArray(outputs->exact_logits, outputs->count));
    cJSON *priors = cJSON_AddArrayToObject(exact, "priors");
    for (int i = 0; i < evaluation->count; i++)
        cJSON_AddItemToArray(priors, json_number(evaluation->priors[i]));
    json_add_number(exact, "value", value_for_player(mover, evaluation->value));
}

static void add_json(const evaluator_choice_t *choice, const answer_t *answer, int mover,
                     cJSON *json) {
    const network_outputs_t *outputs = &answer->outputs;
    cJSON_AddStringToObject(json, "hash", choice->network.hash);
    cJSON_AddStringToObject(
        json, "instructions",
        outputs->unit ? "any" : network_instructions_names[choice->network.instructions]);
    cJSON_AddItemToObject(json, "result", cJSON_CreateFloatArray(outputs->result, 3));
    cJSON *policy = cJSON_AddArrayToObject(json, "policy");
    for (int i = 0; i < outputs->count; i++) {
        double row[] = {outputs->actions[i], (double)outputs->logits[i]};
        cJSON_AddItemToArray(policy, cJSON_CreateDoubleArray(row, 2));
    }
    if (outputs->unit)
        add_exact(json, answer, mover);
}

/* Actions by descending prior. */
static void print_text(const game_t *game, const evaluator_choice_t *choice,
                       const answer_t *answer) {
    const evaluation_t *evaluation = &answer->leaf.evaluation;
    char about[128];
    text_t out = text_into(about, sizeof about);
    double shares[3];
    int order[GAME_MAX_LEGAL];
    evaluator_choice_class(choice)->describe(choice, &out);
    logits_to_shares(answer->outputs.result, 3, shares);
    printf("%s, %s, %s\n", choice->network.weights, choice->network.hash, about);
    printf("score %.1f %%: wins %.1f %%, draws %.1f %%, loses %.1f %%\n",
           100 * (shares[0] + shares[1] / 2), 100 * shares[0], 100 * shares[1],
           100 * shares[2]);
    for (int i = 0; i < evaluation->count; i++) {
        int at = i;
        for (; at > 0 && evaluation->priors[i] > evaluation->priors[order[at - 1]]; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    for (int i = 0; i < evaluation->count; i++) {
        printf("  %-15s %6.2f %%\n",
               game_action_text(game, evaluation->actions[order[i]]).text,
               100.0 * evaluation->priors[order[i]] / UINT16_MAX);
    }
}

/* Takes the kind of evaluator that the file is for. */
static bool bind(evaluator_choice_t *choice, const game_t *game, failure_t *error) {
    const weights_t *weights = weights_open(choice->network.weights, error);
    if (!weights)
        return false;
    evaluator_choice_take(choice, weights);
    return choice->network.instructions == INSTRUCTIONS_AUTO || !weights->class->is_exact
               ? evaluator_choice_bind(choice, game, COMMAND_LINE, error)
               : error_set(error, "--instructions: does not affect an integer network; "
                                  "leave it out");
}

static bool show(void *data, const position_t *position, cJSON *json, failure_t *error) {
    const call_t *call = data;
    const game_t *game = position->game;
    evaluator_choice_t choice = {.network.instructions = call->instructions};
    snprintf(choice.network.weights, sizeof choice.network.weights, "%s",
             call->weights.words[0]);
    if (!bind(&choice, game, error))
        return false;
    answer_t *answer = memory_new(1, sizeof *answer);
    leaf_t *leaf = &answer->leaf;
    evaluator_t *evaluator = evaluator_choice_make(&choice, game, 1);
    game_copy(game, &leaf->state, &position->state);
    evaluator_run(evaluator, &(leaf_batch_t){.leaves = &leaf, .count = 1});
    evaluator->class->explain(evaluator, &position->state, &answer->outputs);
    evaluator_free(evaluator);
    if (json)
        add_json(&choice, answer, game_player(game, &position->state), json);
    else
        print_text(game, &choice, answer);
    free(answer);
    return true;
}

static int run(void *call) {
    return position_run(call, show, POSITION_UNFINISHED);
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
                           "no network given: use WEIGHTS GAME [key=value ...]"),
                  ARGUMENTS_GAME(call_t, at.words)},
    .groups = {{.options = options, .count = OPTION_COUNT(options)},
               POSITION_OPTIONS(call_t, at)},
    .call_bytes = sizeof(call_t),
    .run = run,
};
