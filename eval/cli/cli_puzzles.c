/* fulcrum puzzles: positions of recorded games where only one action keeps the value. */
#include "core/base/duration.h"
#include "core/base/json.h"
#include "core/cli/cli.h"
#include "core/game/outside_game.h"
#include "core/terminal/status_line.h"
#include "eval/cli/eval_commands.h"
#include "eval/solve/puzzle_hunt.h"
#include "selfplay/run/run_tree.h"
#include "selfplay/run/stop.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum { MOST_MB = 1 << 20, MOST_LAST = 100000, MOST_NODES = 1000000000 };

typedef struct call {
    cli_words_t words;
    long most, last, least, nodes, memory_mb;
    double seconds;
    bool json, csv, quiet;
} call_t;

static const option_t options[] = {
    OPTION_WHOLE("most", 0, "N", call_t, most, 1, MOST_NODES, "Stop after N puzzles",
                 .fallback = "10"),
    OPTION_WHOLE("last", 0, "N", call_t, last, 1, MOST_LAST,
                 "Search the last N positions of each game", .fallback = "30"),
    OPTION_WHOLE("least", 0, "N", call_t, least, 1, MOST_LAST,
                 "Leave out wins in fewer than N turns (actions, where the game does not "
                 "count turns); N of 2 or more leaves out immediate wins",
                 .fallback = "2"),
    OPTION_WHOLE("nodes", 0, "N", call_t, nodes, 1, MOST_NODES,
                 "Give up a proof after about N positions", .fallback = "50000"),
    OPTION_WHOLE("memory", 'm', "MB", call_t, memory_mb, 1, MOST_MB,
                 "Size of the table of positions", .fallback = "256"),
    OPTION_DURATION("time-limit", 0, "TIME", call_t, seconds,
                    "Stop after TIME: " DURATION_FORMS),
    CLI_OPTION_JSON(call_t, json, "Print JSON, one object per line and puzzle"),
    EVAL_OPTION_CSV(call_t, csv, "Print CSV, one line per puzzle"),
    CLI_OPTION_QUIET(call_t, quiet),
};

static bool check(const void *data, failure_t *error) {
    const call_t *call = data;
    return !(call->json && call->csv) || error_set(error, "either --json or --csv");
}

/* --- Progress ----------------------------------------------------------------------- */

typedef struct hunt_call {
    const call_t *call;
    puzzle_hunt_t hunt;
    status_line_t line;
} hunt_call_t;

static bool go_on(void *context) {
    hunt_call_t *of = context;
    if (status_line_is_due(&of->line))
        status_line_print(
            &of->line, "%" PRIu64 " games, %" PRIu64 " positions, %" PRIu64 " puzzle%s",
            of->hunt.games, of->hunt.positions, of->hunt.puzzles,
            TEXT_PLURAL(of->hunt.puzzles));
    return !stop_asked();
}

/* --- Puzzles ------------------------------------------------------------------------ */

typedef struct words {
    char position[GAME_POSITION_TEXT], action[GAME_ACTION_TEXT];
    const char *side, *keeps;
} words_t;

static void write_words(const puzzle_found_t *found, words_t *words) {
    game_write_position(found->game, found->state, POSITION_FULL, words->position);
    game_write_action(found->game, found->puzzle->action, words->action);
    words->side = found->game->class->side_names[game_side(found->game, found->state)];
    words->keeps = found->puzzle->value == VALUE_WON ? "win" : "draw";
}

static void print_line(const puzzle_found_t *found, FILE *file) {
    for (int i = 0; i < found->puzzle->length; i++) {
        char text[GAME_ACTION_TEXT];
        game_write_action(found->game, found->puzzle->line[i], text);
        fprintf(file, "%s%s", i > 0 ? " " : "", text);
    }
}

static void print_text(const puzzle_found_t *found, uint64_t number) {
    const puzzle_t *puzzle = found->puzzle;
    char call[OUTSIDE_GAME_CALL];
    words_t words;
    write_words(found, &words);
    printf("puzzle %" PRIu64 ": %s (player %d) to move, %s\n", number, words.side,
           game_player(found->game, found->state) + 1,
           puzzle->value == VALUE_WON ? "and win" : "and draw");
    printf("  position  %s\n", words.position);
    printf("  only      %s, of %d actions; ", words.action, puzzle->legal);
    if (puzzle->drawn > 0)
        printf("%d other%s, ", puzzle->drawn, puzzle->drawn == 1 ? " draws" : "s draw");
    printf("%d lose%s\n", puzzle->legal - 1 - puzzle->drawn,
           puzzle->legal - 1 - puzzle->drawn == 1 ? "s" : "");
    if (puzzle->bound > 0 && puzzle->value == VALUE_WON)
        printf("  depth     at most %d %s%s\n", puzzle->bound,
               puzzle->counts_turns ? "turn" : "action", TEXT_PLURAL(puzzle->bound));
    fputs("  line      ", stdout);
    print_line(found, stdout);
    printf("\n  from      %s, game %" PRIu64 ", after %u actions; %s", found->path,
           found->id, found->ply, found->played ? "played" : "not played");
    if (!isnan(found->visits_share))
        printf(", %.0f %% of the visits", 100 * found->visits_share);
    printf("\n  check     %s solve %s %s --position '%s'\n",
           outside_game_call(found->game->class, call), found->game->class->name,
           found->game->variant_text, words.position);
}

static void print_json(const puzzle_found_t *found) {
    const puzzle_t *puzzle = found->puzzle;
    cJSON *json = cJSON_CreateObject();
    words_t words;
    write_words(found, &words);
    cJSON_AddStringToObject(json, "game", found->game->class->name);
    cJSON_AddStringToObject(json, "variant", found->game->variant_text);
    cJSON_AddStringToObject(json, "position", words.position);
    cJSON_AddStringToObject(json, "side", words.side);
    json_add_number(json, "player", game_player(found->game, found->state) + 1);
    cJSON_AddStringToObject(json, "keeps", words.keeps);
    cJSON_AddStringToObject(json, "action", words.action);
    json_add_number(json, "legal", puzzle->legal);
    json_add_number(json, "others_drawn", puzzle->drawn);
    json_add_number(json, "bound",
                    puzzle->bound > 0 && puzzle->value == VALUE_WON ? puzzle->bound
                                                                    : (double)NAN);
    cJSON_AddStringToObject(json, "bound_unit",
                            puzzle->counts_turns ? "turns" : "actions");
    cJSON *line = cJSON_AddArrayToObject(json, "line");
    for (int i = 0; i < puzzle->length; i++) {
        char text[GAME_ACTION_TEXT];
        game_write_action(found->game, puzzle->line[i], text);
        cJSON_AddItemToArray(line, cJSON_CreateString(text));
    }
    json_add_number(json, "nodes", puzzle->nodes);
    cJSON_AddStringToObject(json, "path", found->path);
    json_add_number(json, "game_id", found->id);
    json_add_number(json, "ply", found->ply);
    cJSON_AddBoolToObject(json, "played", found->played);
    json_add_number(json, "visits_share", found->visits_share);
    json_print_line(json, stdout);
}

static void print_csv(const puzzle_found_t *found) {
    const puzzle_t *puzzle = found->puzzle;
    words_t words;
    write_words(found, &words);
    printf("%s,", found->game->class->name);
    text_print_quoted(stdout, '"', found->game->variant_text);
    putchar(',');
    text_print_quoted(stdout, '"', words.position);
    printf(",%s,%d,%s,%s,%d,%d,", words.side, game_player(found->game, found->state) + 1,
           words.keeps, words.action, puzzle->legal, puzzle->drawn);
    if (puzzle->bound > 0 && puzzle->value == VALUE_WON)
        printf("%d", puzzle->bound);
    printf(",%s,", puzzle->counts_turns ? "turns" : "actions");
    print_line(found, stdout);
    putchar(',');
    text_print_quoted(stdout, '"', found->path);
    printf(",%" PRIu64 ",%u,%s,", found->id, found->ply, found->played ? "yes" : "no");
    if (!isnan(found->visits_share))
        printf("%.6g", found->visits_share);
    putchar('\n');
}

static void print_found(void *context, const puzzle_found_t *found) {
    hunt_call_t *of = context;
    status_line_clear(&of->line);
    if (of->call->json)
        print_json(found);
    else if (of->call->csv)
        print_csv(found);
    else
        print_text(found, of->hunt.puzzles);
    fflush(stdout);
}

/* --- The command -------------------------------------------------------------------- */

static bool hunt_all(hunt_call_t *of, failure_t *error) {
    run_tree_t paths = {0};
    bool ok = true;
    for (int i = 0; ok && i < of->call->words.count; i++)
        ok = run_tree_add(&paths, of->call->words.words[i], error);
    if (ok && of->call->csv)
        puts("game,variant,position,side,player,keeps,action,legal,others_drawn,bound,"
             "bound_unit,line,path,game_id,ply,played,visits_share");
    for (size_t i = 0;
         ok && i < paths.count && !of->hunt.stopped && of->hunt.puzzles < of->hunt.most;
         i++)
        ok = puzzle_hunt_path(&of->hunt, paths.paths[i], error);
    run_tree_clear(&paths);
    return ok;
}

static int run(void *data) {
    const call_t *call = data;
    failure_t error;
    hunt_call_t of = {.call = call};
    status_line_init(&of.line, call->quiet);
    of.hunt = (puzzle_hunt_t){.limits = {.table_mb = (size_t)call->memory_mb,
                                         .nodes = (uint64_t)call->nodes,
                                         .go_on = go_on,
                                         .context = &of},
                              .last = (int)call->last,
                              .most = (uint64_t)call->most,
                              .least_bound = (int)call->least,
                              .found = print_found,
                              .go_on = go_on,
                              .context = &of};
    stop_on_signals();
    if (call->seconds > 0)
        stop_after(call->seconds);
    bool ok = hunt_all(&of, &error);
    status_line_clear(&of.line);
    if (!ok)
        return cli_fail(&error);
    if (!call->quiet)
        cli_message("%" PRIu64 " puzzle%s in %" PRIu64 " positions of %" PRIu64
                    " game%s; %" PRIu64 " not proven%s%s",
                    of.hunt.puzzles, TEXT_PLURAL(of.hunt.puzzles), of.hunt.positions,
                    of.hunt.games, TEXT_PLURAL(of.hunt.games), of.hunt.open,
                    of.hunt.stopped ? "; stopped by " : "",
                    of.hunt.stopped ? stop_reason() : "");
    int status = cli_finish_output();
    return status != EXIT_DONE    ? status
           : of.hunt.stopped      ? EXIT_STOPPED
           : of.hunt.puzzles == 0 ? EXIT_ANSWER_NO
                                  : EXIT_DONE;
}

const command_t puzzles_command = {
    .name = "puzzles",
    .summary = "find positions of recorded games where only one action keeps the value",
    .description =
        "Search the last positions of recorded games, in files or run folders, for "
        "those in which exactly one action keeps the win, or the draw. The solver proves "
        "the values of that action and of all others.",
    .notes = "Each puzzle comes with the `fulcrum solve` command that proves it again. "
             "Positions not proven within --nodes are skipped, and so are earlier ones "
             "of the same game.",
    .statuses = {[1] = "no puzzle was found", [3] = "stopped before the end"},
    .arguments = {ARGUMENT("PATH", WORD_FILE, 1, 0, call_t, words, NULL)},
    .groups = {{.options = options, .count = OPTION_COUNT(options)}},
    .call_bytes = sizeof(call_t),
    .check = check,
    .run = run,
};
