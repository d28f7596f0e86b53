/* A custom agent against a search of libfulcrum, in one process: the agent is also a
 * search, with leaves evaluated by a function of this file.
 * Build: cc -O2 match.c $(pkg-config --cflags --libs fulcrum) -o match
 * Run:   ./match [GAME [VARIANT [GAMES]]]        ./match seesaw size=3 10 */
#include <fulcrum.h>

#include <stdio.h>
#include <stdlib.h>

/* A placeholder for a network: all positions are even, all actions equally good. */
static int evaluate(void *context, const fulcrum_leaves_t *leaves) {
    long *positions = context;
    for (int i = 0; i < leaves->count; i++) {
        const uint8_t *mask = leaves->mask + (size_t)i * (size_t)leaves->num_actions;
        float *priors = leaves->priors + (size_t)i * (size_t)leaves->num_actions;
        leaves->values[i] = 0.5f;
        for (int action = 0; action < leaves->num_actions; action++)
            priors[action] = mask[action];
    }
    *positions += leaves->count;
    return 0;
}

/* The winner, a player's index or FULCRUM_NOBODY; negative on failure. */
static int play(const fulcrum_game_t *game, fulcrum_search_t *const agents[2],
                uint64_t number, int show) {
    char text[FULCRUM_PICTURE_TEXT];
    fulcrum_state_t state;
    uint32_t ply = 0;
    fulcrum_state_start(game, &state);
    while (!fulcrum_outcome(game, &state).over) {
        int64_t chosen;
        const fulcrum_moments_t moments = {
            .size = sizeof moments, .seed = 1, .games = &number, .plies = &ply};
        const fulcrum_found_t found = {.size = sizeof found, .chosen = &chosen};
        fulcrum_search_t *agent = agents[fulcrum_player(game, &state)];
        if (fulcrum_search_run(agent, &state, 1, &moments, &found) != FULCRUM_OK ||
            fulcrum_apply(game, &state, (int)chosen) != FULCRUM_OK)
            return -1;
        ply++;
    }
    if (show && fulcrum_picture(game, &state, 0, text, sizeof text) > 0)
        printf("%s", text);
    return fulcrum_outcome(game, &state).winner;
}

int main(int argc, char **argv) {
    int games = argc > 3 ? atoi(argv[3]) : 4, winner = 0, points = 0;
    long positions = 0;
    const fulcrum_evaluator_t evaluator = {.size = sizeof evaluator,
                                           .evaluate = evaluate,
                                           .context = &positions,
                                           .batch = 8};
    fulcrum_game_t *game =
        fulcrum_game_new(argc > 1 ? argv[1] : "seesaw", argc > 2 ? argv[2] : "size=3");
    fulcrum_search_t *own =
        game ? fulcrum_search_new(game, "search.simulations=50", &evaluator, 1) : NULL;
    fulcrum_search_t *uct =
        own ? fulcrum_search_new(game, "search.simulations=50", NULL, 1) : NULL;
    for (int i = 0; uct && i < games && winner >= 0; i++) {
        int seat = i % 2; /* of the own agent */
        fulcrum_search_t *const agents[2] = {seat ? uct : own, seat ? own : uct};
        winner = play(game, agents, (uint64_t)i, i == 0);
        points += winner == seat ? 2 : winner == FULCRUM_NOBODY;
    }
    if (!uct || winner < 0)
        fprintf(stderr, "match: %s\n", fulcrum_error());
    else
        printf("own agent: %.1f of %d games, %ld positions evaluated\n", points / 2.0,
               games, positions);
    fulcrum_search_free(own);
    fulcrum_search_free(uct);
    fulcrum_game_free(game);
    return uct && winner >= 0 ? 0 : 2;
}
