/* fulcrum puzzles: positions of recorded games where only one action keeps the value. */
#include "core/base/duration.h"
#include "core/base/table/result.h"
#include "core/base/text.h"
#include "core/cli/cli.h"
#include "core/game/outside_game.h"
#include "core/terminal/status_line.h"
#include "eval/cli/eval_commands.h"
#include "eval/solve/puzzle_hunt.h"
#include "selfplay/run/games_reader.h"
#include "selfplay/run/stop.h"

#include <inttypes.h>

enum { MOST_MB = 1 << 20, MOST_LAST = 100000, MOST_NODES = 1000000000 };

typedef struct call {
    cli_words_t words;
    puzzle_hunt_t hunt;
    double seconds;
    bool quiet;
    cli_form_t form;
    status_line_t line;
    result_t *result;
    figures_t *puzzles; /* of it */
} call_t;

static const option_t options[] = {
    OPTION_WHOLE("most", 0, "N", call_t, hunt.most, 1, MOST_NODES, "Stop after N puzzles",
                 .fallback = "10"),
    OPTION_WHOLE("last", 0, "N", call_t, hunt.last, 1, MOST_LAST,
                 "Search the last N positions of each game", .fallback = "30"),
    OPTION_WHOLE("least", 0, "N", call_t, hunt.least_bound, 1, MOST_LAST,
                 "Leave out wins in fewer than N turns (actions, where the game does not "
                 "count turns); N of 2 or more leaves out immediate wins",
                 .fallback = "2"),
    OPTION_WHOLE("nodes", 0, "N", call_t, hunt.limits.nodes, 1, MOST_NODES,
                 "Give up a proof after about N positions", .fallback = "50000"),
    OPTION_WHOLE("memory", 'm', "MB", call_t, hunt.limits.table_mb, 1, MOST_MB,
                 "Size of the table of positions", .fallback = "256"),
    OPTION_DURATION("time-limit", 0, "TIME", call_t, seconds,
                    "Stop after TIME: " DURATION_FORMS),
    CLI_OPTION_QUIET(call_t, quiet),
};

/* --- Progress ----------------------------------------------------------------------- */

static bool go_on(void *context) {
    call_t *call = context;
    if (status_line_is_due(&call->line))
        status_line_print(
            &call->line, "%" PRIu64 " games, %" PRIu64 " positions, %" PRIu64 " puzzle%s",
            call->hunt.games, call->hunt.positions, call->hunt.puzzles,
            TEXT_PLURAL(call->hunt.puzzles));
    return !stop_asked();
}

/* --- Puzzles ------------------------------------------------------------------------ */

typedef struct row {
    const char *game, *variant, *side, *keeps, *action, *unit, *line, *position;
    int player;
    bool has_bound;
    puzzle_t puzzle;
    puzzle_found_t found;
} row_t;

#define FIELD(name) FIGURE_FIELD(row_t, name)
static const figure_column_t columns[] = {
    {FIGURE_WORD, "game", "Game", NULL, FIELD(game), .flags = FIGURE_DATA},
    {FIGURE_WORD, "variant", "Variant", NULL, FIELD(variant), .flags = FIGURE_DATA},
    {FIGURE_WORD, "side", "To move", NULL, FIELD(side)},
    {FIGURE_COUNT, "player", "Player", NULL, FIELD(player)},
    {FIGURE_WORD, "keeps", "Keeps the", NULL, FIELD(keeps)},
    {FIGURE_WORD, "action", "Only by", NULL, FIELD(action)},
    {FIGURE_COUNT, "legal", "Of actions", NULL, FIELD(puzzle.legal)},
    {FIGURE_COUNT, "others_drawn", "Others that draw", "The rest lose.",
     FIELD(puzzle.drawn)},
    {FIGURE_COUNT, "bound", "Wins in at most", NULL, FIELD(puzzle.solution.bound),
     FIGURE_IF(row_t, has_bound)},
    {FIGURE_WORD, "bound_unit", "", NULL, FIELD(unit)},
    {FIGURE_COUNT, "nodes", "Positions of the proof", NULL, FIELD(puzzle.nodes),
     .flags = FIGURE_DETAIL},
    {FIGURE_WORD, "path", "From", NULL, FIELD(found.path)},
    {FIGURE_COUNT, "game_id", "Game", NULL, FIELD(found.id)},
    {FIGURE_COUNT, "ply", "After actions", NULL, FIELD(found.ply)},
    {FIGURE_YES_NO, "played", "Played", NULL, FIELD(found.played)},
    {FIGURE_SHARE, "visits_share", "Visits", "The action's, in the recorded search.",
     FIELD(found.visits_share)},
    {FIGURE_WORD, "line", "Line", NULL, FIELD(line), .flags = FIGURE_DETAIL},
    {FIGURE_WORD, "position", "Position", NULL, FIELD(position)}};

/* The command that proves the first puzzle again. */
static void add_check(call_t *call, const puzzle_found_t *found, const char *position) {
    char command[OUTSIDE_GAME_CALL];
    result_sentence(call->result, NULL, "To check one: %s %s --position '%s'",
                    outside_game_command(found->game->class, "solve", command),
                    found->game->variant_text, position);
}

static void add_found(void *context, const puzzle_found_t *found) {
    call_t *call = context;
    const puzzle_t *puzzle = found->puzzle;
    const solution_t *solution = &puzzle->solution;
    char position[GAME_POSITION_TEXT], action[GAME_ACTION_TEXT];
    char line[SOLVER_LINE * GAME_ACTION_TEXT] = "";
    text_t out = text_into(line, sizeof line);
    for (int i = 0; i < solution->length; i++) {
        game_write_action(found->game, solution->line[i], action);
        text_add(&out, "%s%s", i > 0 ? " " : "", action);
    }
    game_write_position(found->game, found->state, POSITION_FULL, position);
    game_write_action(found->game, puzzle->action, action);
    figures_row(
        call->puzzles,
        &(row_t){.game = found->game->class->name,
                 .variant = found->game->variant_text,
                 .side =
                     found->game->class->side_names[game_side(found->game, found->state)],
                 .keeps = puzzle->value == VALUE_WON ? "win" : "draw",
                 .action = action,
                 .unit = solution->counts_turns ? "turns" : "actions",
                 .line = line,
                 .position = position,
                 .player = game_player(found->game, found->state) + 1,
                 .has_bound = solution->bound > 0 && puzzle->value == VALUE_WON,
                 .puzzle = *puzzle,
                 .found = *found});
    if (call->hunt.puzzles == 1)
        add_check(call, found, position);
}

/* --- The command -------------------------------------------------------------------- */

static bool hunt_all(call_t *call, failure_t *error) {
    run_tree_t paths = {0};
    bool ok = true;
    for (int i = 0; ok && i < call->words.count; i++)
        ok = run_tree_add(&paths, call->words.words[i], error);
    for (size_t i = 0; ok && i < paths.count && !call->hunt.stopped &&
                       call->hunt.puzzles < call->hunt.most;
         i++)
        ok = puzzle_hunt_path(&call->hunt, paths.paths[i], error);
    run_tree_clear(&paths);
    return ok;
}

static int run(void *data) {
    call_t *call = data;
    puzzle_hunt_t *hunt = &call->hunt;
    failure_t error;
    call->result = result_new();
    call->puzzles =
        result_table(call->result, "puzzles", NULL, columns, OPTION_COUNT(columns));
    status_line_init(&call->line, call->quiet);
    hunt->found = add_found;
    hunt->go_on = hunt->limits.go_on = go_on;
    hunt->context = hunt->limits.context = call;
    stop_on_signals();
    if (call->seconds > 0)
        stop_after(call->seconds);
    bool ok = hunt_all(call, &error);
    status_line_clear(&call->line);
    int status = ok ? cli_print(&call->form, call->result) : cli_fail(&error);
    if (!ok)
        result_free(call->result);
    if (ok && !call->quiet)
        cli_message("%" PRIu64 " puzzle%s in %" PRIu64 " positions of %" PRIu64
                    " game%s; %" PRIu64 " not proven%s%s",
                    hunt->puzzles, TEXT_PLURAL(hunt->puzzles), hunt->positions,
                    hunt->games, TEXT_PLURAL(hunt->games), hunt->open,
                    hunt->stopped ? "; stopped by " : "",
                    hunt->stopped ? stop_reason() : "");
    return status != EXIT_DONE  ? status
           : hunt->stopped      ? EXIT_STOPPED
           : hunt->puzzles == 0 ? EXIT_ANSWER_NO
                                : EXIT_DONE;
}

const command_t puzzles_command = {
    .name = "puzzles",
    .summary = "find positions of recorded games where only one action keeps the value",
    .description =
        "Search the last positions of recorded games, in files or run folders, for "
        "those in which exactly one action keeps the win, or the draw. The solver proves "
        "the values of that action and of all others.",
    .notes = "The `fulcrum solve` command that proves one again is printed with them. "
             "Positions not proven within --nodes are skipped, and so are earlier ones "
             "of the same game.",
    .statuses = {[1] = "no puzzle was found", [3] = "stopped before the end"},
    .arguments = {ARGUMENT("PATH", WORD_FILE, 1, 0, call_t, words, NULL)},
    .groups = {{.options = options, .count = OPTION_COUNT(options)},
               CLI_FORM_OPTIONS(call_t, form)},
    .call_bytes = sizeof(call_t),
    .run = run,
};
