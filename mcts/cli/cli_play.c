/* fulcrum play: a person against a search, two persons, or two searches to be watched. */
#include "core/cli/cli.h"
#include "core/terminal/terminal.h"
#include "mcts/cli/mcts_commands.h"
#include "mcts/play/play_person.h"
#include "mcts/play/play_watch.h"
#include "mcts/play/saved_game.h"

#include <argp.h>
#include <cjson/cJSON.h>
#include <stdlib.h>

#define MAX_SEED 9007199254740991 /* of a saved game: exact in JSON */
#define DEFAULT_DELAY 0.5

typedef struct call {
    cli_words_t words;  /* GAME and rule variant */
    cli_words_t dotted; /* search.KEY=value */
    const char *players[2];
    const char *position, *load, *save;
    long seed;
    double delay;
} call_t;

enum { KEY_PLAYER1 = '1', KEY_PLAYER2 = '2', KEY_SEED = 's', KEY_SAVE = 'o' };

static const struct argp_option options[] = {
    {"player1", KEY_PLAYER1, "WHO", 0,
     "Who moves first: human (default), search, an agent's file, or key=value words of "
     "one, as in 'search.simulations=100'",
     0},
    {"player2", KEY_PLAYER2, "WHO", 0, "Who answers (default search)", 0},
    {"position", 'p', "TEXT", 0, "Begin in this position", 0},
    {"load", 'l', "FILE", 0, "Go on with a saved game; GAME is not needed", 0},
    {"save", KEY_SAVE, "FILE", 0, "Keep the game in this file, decision by decision", 0},
    {"seed", KEY_SEED, "N", 0, "Of the searches' random numbers (default 1)", 0},
    {"delay", 'd', "SECONDS", 0,
     "Between decisions of two agents on a terminal (default 0.5)", 0},
    {0}};

static int parse_number(call_t *call, int key, char *word, struct argp_state *state) {
    char *real_end;
    if (key == KEY_SEED)
        call->seed = cli_read_whole("seed", word, 0, MAX_SEED, state);
    if (key == 'd') {
        call->delay = strtod(word, &real_end);
        if (real_end == word || *real_end || !(call->delay >= 0 && call->delay <= 3600))
            argp_error(state, "--delay is a number of seconds from 0 to 3600, not \"%s\"",
                       word);
    }
    return 0;
}

static int parse(int key, char *word, struct argp_state *state) {
    call_t *call = state->input;
    switch (key) {
    case KEY_PLAYER1:
    case KEY_PLAYER2:
        call->players[key == KEY_PLAYER2] = word;
        return 0;
    case 'p':
        call->position = word;
        return 0;
    case 'l':
        call->load = word;
        return 0;
    case KEY_SAVE:
        call->save = word;
        return 0;
    case KEY_SEED:
    case 'd':
        return parse_number(call, key, word, state);
    case ARGP_KEY_END:
        if (call->load && (call->position || call->words.count > 0))
            argp_error(state, "--load brings game and position with it");
        return 0;
    default:
        return cli_take_either(&call->words, &call->dotted, key, word, state);
    }
}

static const struct argp parser = {
    .options = options,
    .parser = parse,
    .args_doc = "GAME [key=value ...] [search.KEY=value ...]",
    .doc =
        "Play a game in the terminal, against a search that takes a second a decision, "
        "or watch two agents play. What can be typed is said at the start, and by help."
        "\v"
        "Keys without a dot are the rule variant's (fulcrum games), those with a dot the "
        "agents' (fulcrum keys), and a person's hints'. Agents are files such as those "
        "in configs/agents/.\n"
        "  fulcrum play GAME --player1 search --player2 human\n"
        "  fulcrum play GAME --player1 search --player2 search search.simulations=1000\n"
        "Nothing is lost: who leaves a terminal finds the game in a file; Ctrl-C while "
        "a search runs makes it play what it has.",
};

/* The game from the words or from the file, whose players stay unless others are named. */
static bool set_up(const call_t *call, saved_game_t *saved, play_table_t *table,
                   failure_t *error) {
    static const char *const defaults[2] = {"human", "search"};
    state_t start;
    if (call->load ? !saved_game_read(saved, call->load, error)
                   : !(saved->game = cli_game(&call->words, error)))
        return false;
    if (!game_read_position(saved->game, call->position, &start, error))
        return error_prefix(error, "--position");
    int64_t seed = call->seed >= 0 ? call->seed : call->load ? saved->seed : 1;
    play_table_init(table, saved->game, &start, seed);
    table->save_path = call->save;
    for (int i = 0; i < 2; i++) {
        play_seat_t *seat = &table->seats[i];
        const char *who = call->players[i] ? call->players[i] : defaults[i];
        char where[1024];
        snprintf(where, sizeof where, "%s: player %d", call->load ? call->load : "",
                 i + 1);
        if (call->load && !call->players[i]
                ? !play_seat_read_json(seat, cJSON_GetArrayItem(saved->players, i),
                                       &call->dotted, where, error)
                : !play_seat_read(seat, who, &call->dotted, error))
            return false;
        if (!search_config_bind(&seat->agent.search, saved->game, who, error))
            return false;
    }
    return (!call->load || play_table_load(table, call->load, error)) &&
           (!call->save || play_table_save(table, call->save, error));
}

int command_play(int argc, char **argv) {
    call_t call = {.seed = -1, .delay = DEFAULT_DELAY};
    failure_t error;
    saved_game_t saved = {0};
    play_table_t table = {0};
    argp_parse(&parser, argc, argv, 0, NULL, &call);
    bool right = set_up(&call, &saved, &table, &error);
    if (right) {
        terminal_catch_signals();
        bool persons = table.seats[0].person || table.seats[1].person;
        right = persons ? play_person(&table, &error)
                        : play_watch(&table, call.delay, &error);
    }
    play_table_clear(&table);
    saved_game_clear(&saved);
    return right ? cli_finish_output() : cli_fail(&error);
}
