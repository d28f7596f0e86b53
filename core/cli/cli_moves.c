/* fulcrum moves: the legal decisions or turns of positions, and where they lead. */
#include "core/cli/cli.h"
#include "core/game/perft.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct call {
    cli_words_t words;
    const char *position;
    bool turns, from_stdin;
} call_t;

enum { KEY_STDIN = 's' };

static const struct argp_option options[] = {
    {"position", 'p', "TEXT", 0, "From this position instead of the start", 0},
    {"stdin", KEY_STDIN, NULL, 0,
     "Read positions, one a line; a block for each, ended by an empty line", 0},
    {"turns", 't', NULL, 0, "List whole turns, one for each position at a turn's end", 0},
    {0}};

static int parse(int key, char *word, struct argp_state *state) {
    call_t *call = state->input;
    switch (key) {
    case 'p':
        call->position = word;
        return 0;
    case KEY_STDIN:
        call->from_stdin = true;
        return 0;
    case 't':
        call->turns = true;
        return 0;
    case ARGP_KEY_END:
        if (call->position && call->from_stdin)
            argp_error(state, "--position and --stdin exclude each other");
        return 0;
    default:
        return cli_take_word(&call->words, CLI_MAX_WORDS, key, word, state);
    }
}

static const struct argp parser = {
    .options = options,
    .parser = parse,
    .args_doc = "GAME [key=value ...]",
    .doc =
        "Print a line `decision<TAB>position after it` for each legal decision, or with "
        "--turns `turn<TAB>position at its end`. A finished game has none. The turn "
        "counter is shown after a position that has one (t1 or more).",
};

/* Positions are written as the one that was given: with a turn counter if it has one. */
static position_form_t form_of(const game_t *game, const state_t *state) {
    char full[GAME_POSITION_TEXT], without[GAME_POSITION_TEXT];
    game_write_position(game, state, POSITION_FULL, full);
    game_write_position(game, state, POSITION_WITHOUT_TURN, without);
    return strcmp(full, without) == 0 ? POSITION_WITHOUT_TURN : POSITION_FULL;
}

static void print_decisions(const game_t *game, const state_t *state,
                            position_form_t form) {
    action_t actions[GAME_MAX_LEGAL];
    int count = game_legal(game, state, actions);
    for (int i = 0; i < count; i++) {
        char decision[GAME_ACTION_TEXT], position[GAME_POSITION_TEXT];
        state_t next = *state;
        game_apply(game, &next, actions[i]);
        game_write_action(game, actions[i], decision);
        game_write_position(game, &next, form, position);
        printf("%s\t%s\n", decision, position);
    }
}

static void print_turns(const game_t *game, const state_t *state, position_form_t form) {
    turn_list_t turns;
    turn_list_init(&turns, game, state);
    for (size_t i = 0; i < turns.ends.count; i++) {
        char position[GAME_POSITION_TEXT];
        state_t end = {0};
        state_set_at(&turns.ends, i, &end);
        game_write_position(game, &end, form, position);
        printf("%s\t%s\n", turns.texts[i], position);
    }
    turn_list_clear(&turns);
}

static bool print_block(const game_t *game, const call_t *call, const char *text,
                        failure_t *error) {
    state_t state;
    if (!game_read_position(game, text, &state, error))
        return false;
    position_form_t form = form_of(game, &state);
    if (call->turns)
        print_turns(game, &state, form);
    else
        print_decisions(game, &state, form);
    return true;
}

static bool print_blocks_of_stdin(const game_t *game, const call_t *call,
                                  failure_t *error) {
    char *line = NULL;
    size_t size = 0, number = 0;
    bool right = true;
    while (right && getline(&line, &size, stdin) >= 0) {
        number++;
        right = print_block(game, call, line, error);
        if (right) {
            printf("\n");
            fflush(stdout); /* who asks position by position waits for the answer */
        } else {
            error_prefix(error, "standard input, line %zu", number);
        }
    }
    free(line);
    return right;
}

int command_moves(int argc, char **argv) {
    call_t call = {0};
    failure_t error;
    argp_parse(&parser, argc, argv, 0, NULL, &call);
    game_t *game = cli_game(&call.words, &error);
    bool right =
        game && (call.from_stdin ? print_blocks_of_stdin(game, &call, &error)
                                 : print_block(game, &call, call.position, &error));
    game_free(game);
    return right ? cli_finish_output() : cli_fail(&error);
}
