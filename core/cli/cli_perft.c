/* fulcrum perft: counts what can follow a position. */
#include "core/cli/cli.h"
#include "core/game/perft.h"

#include <argp.h>
#include <inttypes.h>
#include <stdio.h>

typedef struct call {
    cli_words_t words;
    const char *position;
    int depth;
    bool turns;
} call_t;

static const struct argp_option options[] = {
    {"depth", 'd', "D", 0, "Count to depth D (needed; at least 1)", 0},
    {"position", 'p', "TEXT", 0, "From this position instead of the start", 0},
    {"turns", 't', NULL, 0,
     "Count whole turns; all ways to one position at a turn's end count once", 0},
    {0}};

static int parse(int key, char *word, struct argp_state *state) {
    call_t *call = state->input;
    switch (key) {
    case 'd':
        call->depth = (int)cli_read_whole("depth", word, 1, 100, state);
        return 0;
    case 'p':
        call->position = word;
        return 0;
    case 't':
        call->turns = true;
        return 0;
    case ARGP_KEY_END:
        if (call->depth == 0)
            argp_error(state, "--depth D is needed");
        return 0;
    default:
        return cli_take_word(&call->words, CLI_MAX_WORDS, key, word, state);
    }
}

static const struct argp parser = {
    .options = options,
    .parser = parse,
    .args_doc = "GAME [key=value ...]",
    .doc = "Print a line `d count` for each depth d from 1 to D: the number of sequences "
           "of d legal decisions (or, with --turns, of d turns).",
};

int command_perft(int argc, char **argv) {
    call_t call = {0};
    failure_t error;
    state_t state;
    argp_parse(&parser, argc, argv, 0, NULL, &call);
    game_t *game = cli_game(&call.words, &error);
    if (!game || !game_read_position(game, call.position, &state, &error)) {
        game_free(game);
        return cli_fail(&error);
    }
    for (int depth = 1; depth <= call.depth; depth++) {
        uint64_t count = call.turns ? perft_turns(game, &state, depth)
                                    : perft_actions(game, &state, depth);
        printf("%d %" PRIu64 "\n", depth, count);
        fflush(stdout);
    }
    game_free(game);
    return cli_finish_output();
}
