/* fulcrum play: a person against a search, two people, or two searches to watch. */
#include "core/cli/cli.h"
#include "core/terminal/terminal.h"
#include "mcts/cli/mcts_commands.h"
#include "mcts/play/play_person.h"
#include "mcts/play/play_table.h"
#include "mcts/play/saved_game.h"

#include <cjson/cJSON.h>
#include <stdlib.h>

typedef struct call {
    cli_words_t words;  /* GAME and rule variant */
    cli_words_t dotted; /* search.KEY=value */
    const char *players[2];
    const char *position, *load, *save;
    long seed;
    double delay;
} call_t;

static const option_t options[] = {
    OPTION_TEXT(
        "player1", '1', "WHO", call_t, players[0],
        "Player 1, who moves first: human (default), search, an agent file, or an "
        "agent's key=value words, as in 'search.simulations=100'"),
    OPTION_TEXT("player2", '2', "WHO", call_t, players[1], "Player 2 (default search)"),
    CLI_OPTION_POSITION(call_t, position),
    OPTION_FILE("load", 'l', "FILE", call_t, load,
                "Resume a saved game; GAME is needed only for one of your own, ./FILE.c"),
    OPTION_FILE("save", 0, "FILE", call_t, save,
                "Save the game to this file after every action"),
    CLI_OPTION_SEED(call_t, seed, "Seed of the searches' random numbers (default 1)"),
    OPTION_REAL("delay", 0, "SECONDS", call_t, delay, 0, 3600,
                "Pause between actions of two agents on a terminal", .fallback = "0.5"),
};

static bool check(const void *data, failure_t *error) {
    const call_t *call = data;
    if (!call->load && call->words.count == 0)
        return error_set(error,
                         "no game given: use GAME [key=value ...]; see: fulcrum games");
    return !(call->load && (call->position || call->words.count > 1)) ||
           error_set(error, "--load already determines the variant and the position");
}

/* A word beside --load loads its game, which must be that of the file. */
static bool read_saved(const call_t *call, saved_game_t *saved, failure_t *error) {
    const char *word = call->words.count > 0 ? call->words.words[0] : NULL;
    const game_class_t *class = word ? game_class_find(word, error) : NULL;
    if ((word && !class) || !saved_game_read(saved, call->load, error))
        return false;
    return !class || class == saved->game->class ||
           error_set(error, "%s: is a game of %s, not of %s", call->load,
                     saved->game->class->name, class->name);
}

/* The game comes from the words or from the file; a file's players stay unless others are
 * named. */
static bool set_up(const call_t *call, saved_game_t *saved, play_table_t *table,
                   failure_t *error) {
    static const char *const defaults[2] = {"human", "search"};
    state_t start;
    if (call->load ? !read_saved(call, saved, error)
                   : !(saved->game = cli_game(&call->words, error)))
        return false;
    if (!game_read_position(saved->game, call->position, &start, error))
        return error_prefix(error, "--position");
    if (call->load) {
        table->session = saved->session;
        saved->session = (session_t){0};
        snprintf(table->own_path, sizeof table->own_path, "%s", call->load);
    } else {
        session_init(&table->session, saved->game, &start);
    }
    table->seed = call->seed >= 0 ? call->seed : call->load ? saved->seed : 1;
    table->save_path = call->save;
    table->words = call->dotted.words;
    table->num_words = call->dotted.count;
    for (int i = 0; i < 2; i++) {
        const char *who = call->players[i] ? call->players[i] : defaults[i];
        if (call->load && !call->players[i]
                ? !play_table_seat_saved(table, i, cJSON_GetArrayItem(saved->players, i),
                                         call->load, error)
                : !play_table_seat(table, i, who, error))
            return false;
    }
    return !call->save || play_table_save(table, call->save, error);
}

static int run(void *data) {
    const call_t *call = data;
    failure_t error;
    saved_game_t saved = {0};
    play_table_t table = {.seed = 1};
    bool ok = set_up(call, &saved, &table, &error);
    if (ok) {
        terminal_catch_signals();
        ok = table.is_person[0] || table.is_person[1]
                 ? play_person(&table, &error)
                 : play_watch(&table, call->delay, &error);
    }
    play_table_clear(&table);
    saved_game_clear(&saved);
    return ok ? cli_finish_output() : cli_fail(&error);
}

static const call_t defaults = {.seed = -1};

const command_t play_command = {
    .name = "play",
    .summary = "play against a search, or watch two agents play, in the terminal",
    .description =
        "Play a game in the terminal against a search that takes one second per action, "
        "or watch two agents play. The start of the game and the help command list what "
        "can be typed.",
    .notes =
        "Keys without a dot belong to the rule variant (fulcrum games), those with a dot "
        "to the agents (fulcrum keys), including the one that gives a person hints. "
        "Agent "
        "files are like those in configs/agents/.\n"
        "  fulcrum play GAME --player1 search --player2 human\n"
        "  fulcrum play GAME --player1 search --player2 search search.simulations=1000\n"
        "Leaving a game on a terminal saves it to a file. Ctrl-C during a search makes "
        "it "
        "play at once.",
    .synopsis = "GAME [key=value ...] [search.KEY=value ...]\n[GAME] --load=FILE",
    .arguments = {ARGUMENT("GAME", WORD_GAME, 0, 1, call_t, words, NULL),
                  ARGUMENT("key=value", WORD_KEY, 0, 0, call_t, words, NULL),
                  ARGUMENT("search.KEY=value", WORD_DOTTED, 0, 0, call_t, dotted, NULL)},
    .groups = {{.options = options, .count = OPTION_COUNT(options)}},
    .instead = {{"simulations", "search.simulations=N"}, {"time", "search.time_ms=N"}},
    .call_bytes = sizeof(call_t),
    .defaults = &defaults,
    .check = check,
    .run = run,
};
