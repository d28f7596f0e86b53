#include "eval/learn/learn_plan.h"

#include "core/base/json.h"
#include "core/base/pcg.h"
#include "core/config/keys.h"
#include "core/game/game.h"
#include "mcts/evaluate/integer/integer_network.h"

#include <cjson/cJSON.h>
#include <math.h>

#define WHERE "learn"

static const config_key_t keys[] = {
    KEY_INT("games.positions", learn_plan_t, games.positions, 90000, 100, 1e9,
            "positions of a generation, which determine its number of games"),
    KEY_INT("games.least", learn_plan_t, games.least, 300, 2, 1e9,
            "games of a generation, at least"),
    KEY_INT("games.most", learn_plan_t, games.most, 3000, 2, 1e9,
            "games of a generation, at most"),
    KEY_INT("games.first_simulations", learn_plan_t, games.first_simulations, 800, 1, 1e9,
            "playouts of a search before the first network"),
    KEY_INT("games.least_simulations", learn_plan_t, games.least_simulations, 100, 1, 1e9,
            "simulations of a search with the first network"),
    KEY_INT("games.simulations", learn_plan_t, games.simulations, 400, 1, 1e9,
            "simulations of a search, once they have grown"),
    KEY_INT("games.growth", learn_plan_t, games.growth, 5, 1, 1e6,
            "generations over which simulations grow"),
    KEY_INT("games.temperature_turns", learn_plan_t, games.temperature_turns, 20, 0, 1e6,
            "turns in which actions are drawn by their visits"),
    KEY_REAL("games.noise", learn_plan_t, games.noise, 0.25, 0, 1,
             "share of noise in the root's priors"),
    KEY_INT("train.window", learn_plan_t, train.window, 4, 1, 1000,
            "newest generations that are trained on"),
    KEY_REAL("train.passes", learn_plan_t, train.passes, 2, 0.001, 1000,
             "uses of each position of the window"),
    KEY_INT("train.steps", learn_plan_t, train.steps, 400, 1, 1e9,
            "steps of a training, at least"),
    KEY_INT("train.units", learn_plan_t, train.units, 128, 64, 512,
            "units of the network, a multiple of 64"),
    KEY_INT("train.batch", learn_plan_t, train.batch, 1024, 1, 1e6, "rows of a step"),
    KEY_REAL("train.rate", learn_plan_t, train.rate, 0.002, 1e-9, 1,
             "highest learning rate of Adam"),
    KEY_REAL("train.average", learn_plan_t, train.average, 0.995, 0, 0.999999,
             "share of the mean of the weights that a step keeps"),
    KEY_REAL("train.root_share", learn_plan_t, train.root_share, 0.5, 0, 1,
             "share of the search's value in the value target"),
    KEY_BOOL("train.later", learn_plan_t, train.later, 1,
             "whether that value is a mean over this and later searches"),
    KEY_INT("gate.games", learn_plan_t, gate.games, 300, 2, 1e6,
            "games, at most, of the match in which a network must beat the best so far"),
    KEY_REAL("gate.elo", learn_plan_t, gate.elo, 60, 1, 500,
             "normalised Elo at which the gate's test accepts, against 0"),
    KEY_INT("gate.opening_turns", learn_plan_t, gate.opening_turns, 4, 0, 1e6,
            "random turns at the start of the gate's games"),
    KEY_INT("gate.simulations", learn_plan_t, gate.simulations, 400, 1, 1e9,
            "simulations of a search in the gate"),
    KEY_INT("stop.rejections", learn_plan_t, rejections, 3, 1, 1e6,
            "rejected networks in a row after which learning ends"),
};
static const keyset_t learn_keys = {keys, KEYSET_COUNT(keys)};

/* Over games that are the same for the same seed. */
static double mean_actions(const game_t *game, int64_t seed) {
    enum { GAMES = 200 };
    uint64_t actions = 0;
    for (uint64_t i = 0; i < GAMES; i++) {
        pcg32_t rng = pcg32_for((uint64_t)seed, i, 0, PCG_FOR_PLAN);
        state_t state;
        game_start(game, &state);
        actions += game_playout(game, &state, &rng).length;
    }
    return (double)actions / GAMES;
}

static bool check(const learn_plan_t *plan, failure_t *error) {
    if (!plan->game->class->networks.planes)
        return error_set(error, "%s has no planes: no network plays it",
                         plan->game->class->name);
    if (plan->train.units % INTEGER_UNITS_STEP != 0)
        return error_set(
            error, WHERE ": train.units is %lld; allowed: multiples of %d up to %d",
            (long long)plan->train.units, INTEGER_UNITS_STEP, INTEGER_MAX_UNITS);
    return plan->games.least <= plan->games.most ||
           error_set(error, WHERE ": games.least is above games.most");
}

bool learn_plan_make(learn_plan_t *plan, const game_t *game, char *const *words,
                     int count, int64_t seed, failure_t *error) {
    cJSON *json = json_from_arguments(words, count, error);
    if (!json)
        return false;
    keyset_set_defaults(&learn_keys, plan);
    bool ok = keyset_read_json(&learn_keys, plan, json, WHERE, "", error);
    cJSON_Delete(json);
    plan->game = game;
    plan->seed = seed;
    if (!ok || !check(plan, error))
        return false;
    plan->mean_actions = mean_actions(game, seed);
    return true;
}

learn_step_t learn_plan_step(const learn_plan_t *plan, int generation, bool by_network) {
    const int64_t window = plan->train.window;
    int64_t games = (int64_t)((double)plan->games.positions / plan->mean_actions);
    games = games < plan->games.least ? plan->games.least : games;
    games = games > plan->games.most ? plan->games.most : games;
    learn_step_t step = {.games = games};
    step.first_export = generation + 1 > window ? (int)(generation + 1 - window) : 0;
    if (by_network) {
        const int64_t most = plan->games.simulations,
                      least = plan->games.least_simulations;
        const int64_t at =
            generation - 1 < plan->games.growth ? generation - 1 : plan->games.growth;
        step.simulations = least + (most - least) * at / plan->games.growth;
    }
    return step;
}

char *learn_plan_text(const learn_plan_t *plan) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "game", plan->game->class->name);
    cJSON_AddStringToObject(json, "variant", plan->game->variant_text);
    json_add_number(json, "seed", plan->seed);
    keyset_write_json(&learn_keys, plan, json);
    json_add_number(json, "mean_actions", plan->mean_actions);
    json_add_number(json, "games_a_generation", learn_plan_step(plan, 0, false).games);
    char *text = json_text(json);
    cJSON_Delete(json);
    return text;
}
