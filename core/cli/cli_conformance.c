/* fulcrum conformance: checks that a game satisfies the game interface's contract. */
#include "core/cli/cli.h"
#include "core/conformance/conformance.h"

#include <stdio.h>

typedef struct call {
    cli_words_t words;
    int effort;
} call_t;

static const option_t options[] = {
    OPTION_WHOLE("effort", 'e', "PERCENT", call_t, effort, 1, 10000,
                 "Percentage of the usual games and playouts", .fallback = "100"),
};

static void print_variant(void *context, const game_t *game) {
    (void)context;
    printf("holds: %s %s\n", game->class->name, game->variant_text);
    fflush(stdout);
}

static bool check_one(const call_t *call, bool *made, failure_t *error) {
    game_t *game = cli_game(&call->words, error);
    *made = game != NULL;
    bool right = game && conformance_variant(game, call->effort, error);
    if (right)
        print_variant(NULL, game);
    game_free(game);
    return right;
}

static int run(void *data) {
    const call_t *call = data;
    failure_t error;
    bool made = true, right;
    const game_class_t *class = game_class_find(call->words.words[0], &error);
    if (!class)
        return cli_fail(&error);
    right = call->words.count > 1
                ? check_one(call, &made, &error)
                : conformance_class(class, call->effort, print_variant, NULL, &error);
    if (!made)
        return cli_fail(&error);
    if (!right)
        printf("does not hold: %s\n", error.message);
    int status = cli_finish_output();
    return status == EXIT_DONE && !right ? EXIT_ANSWER_NO : status;
}

const command_t conformance_command = {
    .name = "conformance",
    .summary = "check that a game satisfies the game interface's contract",
    .description =
        "Check that a game satisfies the contract of the game interface: play random "
        "actions and check texts, packed states, actions, symmetries, planes, features "
        "and playouts in the positions reached. Without keys, check the default variant "
        "and those in which one key differs from its default.",
    .statuses = {[EXIT_ANSWER_NO] = "a check failed"},
    .arguments = {ARGUMENTS_GAME(call_t, words)},
    .groups = {{.options = options, .count = OPTION_COUNT(options)}},
    .call_bytes = sizeof(call_t),
    .run = run,
};
