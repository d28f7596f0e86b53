/* fulcrum conformance: checks that a game satisfies the game interface's contract. */
#include "core/cli/cli.h"
#include "core/conformance/conformance.h"
#include "core/conformance/watch.h"
#include "core/conformance/watch_process.h"
#include "core/game/outside_game.h"

#include <stdio.h>

typedef struct call {
    cli_words_t words;
    int effort, limit;
} call_t;

static const option_t options[] = {
    OPTION_WHOLE("effort", 'e', "PERCENT", call_t, effort, 1, 10000,
                 "Percentage of the usual games and playouts", .fallback = "100"),
    OPTION_WHOLE("limit", 0, "SECONDS", call_t, limit, 1, 3600,
                 "Longest time that a function of the game may take", .fallback = "10"),
};

static void print_variant(void *context, const char *variant, const char *why) {
    const game_class_t *class = context;
    printf("%s: %s %s%s%s\n", why ? "left out" : "holds", class->name, variant,
           why ? ": " : "", why ? why : "");
    fflush(stdout);
}

static int fails(const failure_t *error) {
    printf("does not hold: %s\n", error->message);
    int status = cli_finish_output();
    return status == EXIT_DONE ? EXIT_ANSWER_NO : status;
}

static int check(const call_t *call, const game_class_t *class, const game_t *game) {
    failure_t error;
    game_class_t shown = *class;
    bool ok = game
                  ? conformance_variant(game, call->effort, &error)
                  : conformance_class(class, call->effort, print_variant, &shown, &error);
    watch_done();
    if (!ok)
        return fails(&error);
    if (game)
        print_variant(&shown, game->variant_text, NULL);
    return cli_finish_output();
}

/* The checks are made in a child process, which returns from here as well. */
static int run(void *data) {
    const call_t *call = data;
    failure_t error;
    int status;
    const game_class_t *class = game_class_find(call->words.words[0], &error);
    bool one = class && call->words.count > 1;
    game_t *game = one ? cli_game(&call->words, &error) : NULL;
    if (!class || (one && !game))
        return cli_fail(&error);
    switch (watch_process(call->limit, &status, &error)) {
    case WATCH_CHILD:
        status = check(call, class, game);
        break;
    case WATCH_ENDED:
        break;
    case WATCH_BROKEN:
        status = fails(&error);
        break;
    case WATCH_FAILED:
        status = cli_fail(&error);
        break;
    }
    game_free(game);
    return status;
}

static void check_code(void) {
    outside_games_check_code(watch_fault);
}

const command_t conformance_command = {
    .name = "conformance",
    .summary = "check that a game satisfies the game interface's contract",
    .description =
        "Check that a game satisfies the contract of the game interface: play random "
        "actions and check texts, packed states, actions, symmetries, planes, features "
        "and playouts in the positions reached. Without keys, check the default variant "
        "and those in which one key differs from its default; variants that cannot be "
        "made are left out, with the reason. The game runs in a process "
        "of its own: a function that crashes or does not return is named, with the "
        "actions "
        "that led there, the fewest if it is near the start. A source (./FILE.c) is "
        "compiled so that what C leaves undefined, as an index outside of an array or "
        "memory beyond a variable, is found as well.",
    .statuses = {[EXIT_ANSWER_NO] = "a check failed"},
    .arguments = {ARGUMENTS_GAME(call_t, words)},
    .groups = {{.options = options, .count = OPTION_COUNT(options)}},
    .call_bytes = sizeof(call_t),
    .before_games = check_code,
    .run = run,
};
