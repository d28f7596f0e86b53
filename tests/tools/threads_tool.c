/* threads_tool: measures the strength lost by several threads in one tree; not a test.
 *   threads_tool GAME VARIANT SIMULATIONS THREADS GAMES SEED [KEY=VALUE ...]
 *       plays search.threads=THREADS against 1 thread with equal simulations per action,
 *       from random openings of four actions, each twice with the seats exchanged, and
 *       prints the score of the many threads with its 95 % interval. KEY=VALUE changes
 *       both sides.
 * `fulcrum match` rejects such games, which are not reproducible; this tool prints only a
 * score. It plays one game at a time and needs THREADS free processors. */
#include "core/conformance/conformance.h"
#include "core/stats/outcome_counts.h"
#include "mcts/search/agent.h"
#include "mcts/search/search.h"
#include "tests/support/variants.h"

#include <stdlib.h>

enum { OPENING = 4 /* actions */, SIDES = 2 };

typedef struct side {
    agent_t agent;
    search_t *search;
} side_t;

static void stop(const failure_t *error) {
    fprintf(stderr, "threads_tool: %s\n", error->message);
    exit(2);
}

static long read_number(const char *word, const char *what, long least, long most) {
    failure_t error;
    char *rest;
    long number = strtol(word, &rest, 10);
    if (!*word || *rest || number < least || number > most) {
        (void)error_set(&error, "%s is a whole number from %ld to %ld, not \"%s\"", what,
                        least, most, word);
        stop(&error);
    }
    return number;
}

static side_t make_side(const game_t *game, long simulations, long threads, char **words,
                        int num_words) {
    failure_t error;
    char text[128];
    snprintf(text, sizeof text,
             "{\"search\": {\"simulations\": %ld, \"threads\": %ld}, "
             "\"temperature\": {\"start\": 0}}",
             simulations, threads);
    side_t side;
    if (!agent_parse(&side.agent, text, "agent", words, num_words, &error) ||
        !agent_bind(&side.agent, game, "agent", &error))
        stop(&error);
    if (side.agent.parallel.threads != threads) {
        (void)error_set(&error, "search.threads cannot be set: it is THREADS and 1");
        stop(&error);
    }
    side.search = agent_search_new(&side.agent, game);
    return side;
}

/* The same for both games of a pair; false if the game ended. */
static bool open_game(const game_t *game, uint64_t seed, uint64_t pair, state_t *state) {
    pcg32_t rng = pcg32_for(seed, pair, 0, PCG_FOR_OPENING);
    game_start(game, state);
    for (int i = 0; i < OPENING; i++) {
        action_t actions[GAME_MAX_LEGAL];
        uint32_t count = (uint32_t)game_legal(game, state, actions);
        game_apply(game, state, actions[pcg32_below(&rng, count)]);
        if (game_outcome(game, state).over)
            return false;
    }
    return true;
}

/* Half points of the first side, which plays as `player`. */
static int play(const game_t *game, side_t sides[SIDES], int player, state_t state,
                uint64_t seed, uint64_t number) {
    agent_moment_t moment = {.seed = seed, .game = number};
    for (int i = 0; i < SIDES; i++)
        search_forget(sides[i].search);
    while (!game_outcome(game, &state).over) {
        side_t *side = &sides[game_player(game, &state) != player];
        search_result_t result;
        int chosen = agent_choose(&side->agent, side->search, &state, moment, &result);
        game_apply(game, &state, result.actions[chosen]);
        moment.ply++;
    }
    int winner = game_outcome(game, &state).winner;
    return winner == NOBODY ? 1 : winner == player ? 2 : 0;
}

int main(int argc, char **argv) {
    enum { FIRST_WORD = 7 };
    failure_t error;
    if (argc < FIRST_WORD) {
        fputs(
            "threads_tool GAME VARIANT SIMULATIONS THREADS GAMES SEED [KEY=VALUE ...]\n",
            stderr);
        return 2;
    }
    const game_class_t *class = game_class_find(argv[1], &error);
    game_t *game = class ? conformance_game(class, argv[2], &error) : NULL;
    if (!game)
        stop(&error);
    long simulations = read_number(argv[3], "SIMULATIONS", 1, SEARCH_MAX_SIMULATIONS),
         threads = read_number(argv[4], "THREADS", 1, SEARCH_MAX_THREADS),
         games = read_number(argv[5], "GAMES", 2, 1000000000),
         seed = read_number(argv[6], "SEED", 0, INT32_MAX);
    char **words = argv + FIRST_WORD;
    side_t sides[SIDES] = {
        make_side(game, simulations, threads, words, argc - FIRST_WORD),
        make_side(game, simulations, 1, words, argc - FIRST_WORD)};
    outcome_counts_t counts = outcome_counts_of_pairs();
    uint64_t drawn = 0; /* openings, as long as none of them ends a game */
    for (long pair = 0; pair < games / 2; pair++) {
        state_t opening = {0};
        while (!open_game(game, (uint64_t)seed, drawn++, &opening))
            continue;
        int half_points = 0;
        for (int player = 0; player < SIDES; player++)
            half_points += play(game, sides, player, opening, (uint64_t)seed,
                                (uint64_t)(2 * pair + player));
        outcome_counts_add(&counts, half_points);
    }
    estimate_t score = outcome_counts_score_estimate(&counts, 0.95);
    printf(
        "%s %s: %ld threads against 1, %ld simulations an action, %ld games, seed %ld: "
        "%.3f [%.3f, %.3f]\n",
        argv[1], argv[2], threads, simulations, games / 2 * 2, seed, score.value,
        score.low, score.high);
    for (int i = 0; i < SIDES; i++)
        search_free(sides[i].search);
    game_free(game);
    return 0;
}
