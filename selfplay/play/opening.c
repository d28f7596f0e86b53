#include "selfplay/play/opening.h"

#include "mcts/search/search.h"

#include <math.h>

search_t *opening_judge_new(const run_config_t *config) {
    if (config->opening.turns == 0 || config->opening.tries == 1)
        return NULL;
    search_config_t search = search_config_of(config->opening.simulations);
    return search_new(config->game, &search);
}

/* Plays a random action that does not end the game; false: there is none. */
static bool take_random(const game_t *game, state_t *state, pcg32_t *rng,
                        action_t *taken) {
    action_t actions[GAME_MAX_LEGAL];
    int count = game_legal(game, state, actions);
    while (count > 0) {
        int i = (int)pcg32_below(rng, (uint32_t)count);
        state_t next;
        game_copy(game, &next, state);
        game_apply(game, &next, actions[i]);
        if (!game_outcome(game, &next).over) {
            *taken = actions[i];
            game_copy(game, state, &next);
            return true;
        }
        actions[i] = actions[--count];
    }
    return false;
}

/* One try; the state becomes the position after it. */
static int draw_try(const run_config_t *config, uint64_t number, uint64_t try,
                    state_t *state, action_t actions[OPENING_MAX]) {
    const game_t *game = config->game;
    pcg32_t rng = pcg32_for((uint64_t)config->seed, number, try, PCG_FOR_OPENING);
    int player;
    int count = opening_lines_read(config->opening.actions, game, number, actions);
    game_start(game, state);
    for (int i = 0; i < count; i++)
        game_apply(game, state, actions[i]);
    for (int64_t turn = 0; turn < config->opening.turns; turn++) {
        player = game_player(game, state);
        do {
            if (count == OPENING_MAX || !take_random(game, state, &rng, &actions[count]))
                return count;
            count++;
        } while (game_player(game, state) == player);
    }
    return count;
}

/* How far the position is from even, 0 to 1/2. */
static double unevenness(const run_config_t *config, uint64_t number, uint64_t try,
                         search_t *judge, const state_t *state) {
    search_result_t result;
    search_start(judge, state,
                 pcg32_for((uint64_t)config->seed, number, try, PCG_FOR_JUDGE));
    search_run(judge, UINT32_MAX);
    search_read(judge, &result);
    return fabs((double)result.root_value - 0.5);
}

int opening_draw(const run_config_t *config, uint64_t number, search_t *judge,
                 action_t actions[OPENING_MAX]) {
    state_t state = {0};
    uint64_t best = 0;
    double least = 1;
    for (uint64_t try = 0; judge && try < (uint64_t)config->opening.tries; try++) {
        draw_try(config, number, try, &state, actions);
        double off = unevenness(config, number, try, judge, &state);
        if (off < least) {
            least = off;
            best = try;
        }
    }
    return draw_try(config, number, best, &state, actions);
}
