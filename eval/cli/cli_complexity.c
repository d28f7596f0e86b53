/* fulcrum complexity: the size of a game, from its rules alone. */
#include "core/cli/cli.h"
#include "core/terminal/status_line.h"
#include "eval/cli/eval_commands.h"
#include "eval/complexity/complexity.h"
#include "selfplay/run/stop.h"

#include <inttypes.h>

enum { MOST_POSITIONS = 1000000000, MOST_PLAYOUTS = 10000000, MOST_GAMES = 1000000 };

typedef struct call {
    cli_words_t words;
    complexity_order_t order;
    bool quiet;
    cli_form_t form;
} call_t;

static const option_t options[] = {
    OPTION_WHOLE("positions", 0, "N", call_t, order.positions, 1, MOST_POSITIONS,
                 "Count positions exactly up to N", .fallback = "2000000"),
    OPTION_WHOLE("playouts", 0, "N", call_t, order.playouts, 2, MOST_PLAYOUTS,
                 "Playouts to compare where there are more positions",
                 .fallback = "50000"),
    OPTION_WHOLE("population", 0, "N", call_t, order.population, 1, MOST_PLAYOUTS,
                 "Sequences of actions that represent all of the same length",
                 .fallback = "1024"),
    OPTION_WHOLE(
        "repeats", 0, "N", call_t, order.repeats, TREE_SIZE_LEAST_REPEATS, MOST_PLAYOUTS,
        "Independent estimates of the number of games, for its error", .fallback = "16"),
    OPTION_WHOLE("mirror", 0, "GAMES", call_t, order.mirror_games, 0, MOST_GAMES,
                 "For each symmetry and seat, play GAMES games in which one player only "
                 "copies the other",
                 .fallback = "0"),
    OPTION_WHOLE("simulations", 0, "N", call_t, order.simulations, 1, 1000000,
                 "Simulations per move of the player who is copied", .fallback = "100"),
    CLI_OPTION_SEED(call_t, order.seed, "Random seed", .fallback = "1"),
    CLI_OPTION_QUIET(call_t, quiet),
};

static bool report(void *context, const char *doing, uint64_t count) {
    status_line_t *line = context;
    bool is_due = status_line_is_due(line);
    if (is_due && doing[0] == 'g')
        status_line_print(line, "games: %.1f %% of the work at most", (double)count / 10);
    else if (is_due)
        status_line_print(line, "%s: %" PRIu64, doing, count);
    return !stop_asked();
}

static int run(void *data) {
    call_t *call = data;
    status_line_t line;
    complexity_t found;
    failure_t error;
    game_t *game = cli_game(&call->words, &error);
    if (!game)
        return cli_fail(&error);
    call->order.go_on = report;
    call->order.context = &line;
    stop_on_signals();
    status_line_init(&line, call->quiet);
    bool whole = complexity_find(game, &call->order, &found);
    status_line_clear(&line);
    int status = cli_print(&call->form, complexity_result(&found));
    complexity_clear(&found);
    game_free(game);
    if (!whole)
        cli_message("stopped by %s; figures not reached are missing", stop_reason());
    return status == EXIT_DONE && !whole ? EXIT_STOPPED : status;
}

const command_t complexity_command = {
    .name = "complexity",
    .summary = "estimate how large a game is, from its rules alone",
    .description =
        "Count or estimate the positions and games of a variant; find the shortest "
        "possible game; measure the length of the rules; and, with --mirror, test "
        "whether copying the opponent pays.",
    .notes = "Large numbers are printed as powers of ten. Definitions and "
             "sources: eval/complexity/README.md.",
    .statuses = {[3] = "stopped; partial results are printed"},
    .arguments = {ARGUMENTS_GAME(call_t, words)},
    .groups = {{.options = options, .count = OPTION_COUNT(options)},
               CLI_FORM_OPTIONS(call_t, form)},
    .call_bytes = sizeof(call_t),
    .run = run,
};
