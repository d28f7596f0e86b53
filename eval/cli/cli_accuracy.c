/* fulcrum accuracy: how often agents keep the exact value of a position. */
#include "core/base/duration.h"
#include "core/base/files/file.h"
#include "core/cli/cli.h"
#include "core/terminal/status_line.h"
#include "eval/accuracy/accuracy.h"
#include "eval/cli/eval_commands.h"
#include "selfplay/run/stop.h"

#include <omp.h>
#include <stdlib.h>

enum { MOST_MB = 1 << 20, MOST_POSITIONS = 10000000, MOST_NODES = 1000000000 };

typedef enum { FROM_BOTH, FROM_PLAYOUTS, FROM_AGENTS } from_t;

typedef struct call {
    cli_words_t words;
    from_t from;
    long positions;
    accuracy_order_t order;
    double seconds;
    bool quiet;
    cli_form_t form;
} call_t;

static const option_t options[] = {
    OPTION_WHOLE("positions", 0, "N", call_t, positions, 1, MOST_POSITIONS,
                 "Distinct positions from each source", .fallback = "500"),
    OPTION_CHOICE("from", 0, "SOURCE", call_t, from, "both|playouts|agents",
                  "Where positions come from: playouts, games that the agents play "
                  "against themselves, or both",
                  .fallback = "both"),
    OPTION_WHOLE("opening", 0, "N", call_t, order.opening, 0, 1000,
                 "Games of agents begin with 0 to N random actions", .fallback = "4"),
    OPTION_WHOLE("nodes", 0, "N", call_t, order.limits.nodes, 1, MOST_NODES,
                 "Give up proving an action after about N positions",
                 .fallback = "1000000"),
    OPTION_WHOLE("memory", 'm', "MB", call_t, order.limits.table_mb, 1, MOST_MB,
                 "Size of the table of positions, or of the table of retrograde analysis",
                 .fallback = "1024"),
    CLI_OPTION_THREADS(call_t, order.limits.threads,
                       "Threads of retrograde analysis (default: one per processor); "
                       "everything else uses one"),
    OPTION_DURATION("time-limit", 0, "TIME", call_t, seconds,
                    "Stop after TIME: " DURATION_FORMS),
    CLI_OPTION_SEED(call_t, order.seed, "Seed of games, searches and ties",
                    .fallback = "1"),
    CLI_OPTION_QUIET(call_t, quiet),
};

/* --- Arguments ---------------------------------------------------------------------- */

#define MISSING                                                                          \
    "no game given: use GAME [key=value ...] AGENT.json ...; examples: configs/agents/"

/* The agents, and the arguments of the game. */
typedef struct players {
    agent_t *agents;
    int num_agents;
    cli_words_t game_words;
    game_t *game;
} players_t;

static void players_clear(players_t *players) {
    free(players->agents);
    free(players->game_words.words);
    game_free(players->game);
}

static bool read_players(players_t *players, const call_t *call, failure_t *error) {
    size_t most = (size_t)call->words.count + 1;
    *players = (players_t){.agents = memory_new(most, sizeof *players->agents)};
    players->game_words.words = memory_new(most, sizeof(char *));
    for (int i = 0; i < call->words.count; i++) {
        char *word = call->words.words[i];
        if (!file_ends(word, ".json"))
            players->game_words.words[players->game_words.count++] = word;
        else if (!agent_load(&players->agents[players->num_agents++], word, NULL, 0,
                             error))
            return false;
    }
    if (players->num_agents == 0 || players->game_words.count == 0)
        return error_set(error, MISSING);
    players->game = cli_game(&players->game_words, error);
    for (int i = 0; players->game && i < players->num_agents; i++)
        if (!agent_bind(&players->agents[i], players->game, players->agents[i].name,
                        error) ||
            !agent_start_program(&players->agents[i], players->game,
                                 players->agents[i].name, error))
            return false;
    return players->game != NULL;
}

/* --- Progress ----------------------------------------------------------------------- */

static bool report(void *context, const accuracy_progress_t *progress) {
    status_line_t *line = context;
    if (!status_line_is_due(line))
        return !stop_asked();
    if (progress->stage == ACCURACY_DRAWING)
        status_line_print(line, "sampling: %zu of %zu positions", progress->done,
                          progress->of);
    else
        status_line_print(
            line, "%zu of %zu positions, %zu where the choice matters, %zu not solved",
            progress->done, progress->of, progress->matter, progress->open);
    return !stop_asked();
}

/* --- The command -------------------------------------------------------------------- */

static int judge(call_t *call, const players_t *players, failure_t *error) {
    const size_t positions = (size_t)call->positions;
    status_line_t line;
    accuracy_order_t *order = &call->order;
    order->game = players->game;
    order->agents = players->agents;
    order->num_agents = players->num_agents;
    order->positions[SAMPLE_PLAYOUTS] = call->from != FROM_AGENTS ? positions : 0;
    order->positions[SAMPLE_AGENTS] = call->from != FROM_PLAYOUTS ? positions : 0;
    if (order->limits.threads == 0)
        order->limits.threads = omp_get_max_threads();
    order->go_on = report;
    order->context = &line;
    accuracy_t accuracy;
    stop_on_signals();
    if (call->seconds > 0)
        stop_after(call->seconds);
    status_line_init(&line, call->quiet);
    bool ok = accuracy_find(order, &accuracy, error);
    status_line_clear(&line);
    int status =
        ok ? cli_print(&call->form, accuracy_result(order, &accuracy)) : cli_fail(error);
    uint64_t matter = 0;
    for (int source = 0; source < SAMPLE_SOURCES; source++)
        matter += accuracy_sum(accuracy.sources[source].matter);
    bool stopped = accuracy.stopped;
    accuracy_clear(&accuracy);
    if (ok && stopped)
        cli_message("stopped by %s; the figures are of the positions done so far",
                    stop_reason());
    return status != EXIT_DONE ? status
           : stopped           ? EXIT_STOPPED
           : matter == 0       ? EXIT_ANSWER_NO
                               : EXIT_DONE;
}

static int run(void *data) {
    call_t *call = data;
    failure_t error;
    players_t players;
    int status = read_players(&players, call, &error) ? judge(call, &players, &error)
                                                      : cli_fail(&error);
    players_clear(&players);
    return status;
}

const command_t accuracy_command = {
    .name = "accuracy",
    .summary = "measure how often agents keep the exact value of a position",
    .description =
        "Sample positions from playouts and from games that the agents play against "
        "themselves, solve them, and count how often each agent chooses an action that "
        "keeps the exact value: by its search, and by its network's priors alone.",
    .notes =
        "The headline figure counts only positions where the choice matters, those with "
        "actions of different values; the share of all solved positions and the "
        "expected share of a uniformly random choice are shown with it. For boards that "
        "`fulcrum solve` solves; positions not proven within --nodes are counted as open "
        "and left out. The same command prints the same figures on every machine, unless "
        "searches end by the clock or use several threads. Definitions: "
        "eval/accuracy/README.md.",
    .statuses = {[1] = "the choice matters at no solved position",
                 [2] = "usage error, or the command or an outside program failed",
                 [3] = "stopped before the end; partial results are printed"},
    .arguments = {ARGUMENT("WORD", WORD_GAME | WORD_KEY | WORD_FILE, 1, 0, call_t, words,
                           MISSING)},
    .groups = {{.options = options, .count = OPTION_COUNT(options)},
               CLI_FORM_OPTIONS(call_t, form)},
    .call_bytes = sizeof(call_t),
    .run = run,
};
