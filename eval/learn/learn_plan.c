#include "eval/learn/learn_plan.h"

#include "core/base/json.h"
#include "core/base/pcg.h"
#include "core/game/game.h"
#include "core/game/outside_game.h"
#include "mcts/evaluate/integer/integer_rows.h"
#include "selfplay/config/run_config.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#define WHERE "learn"

static const config_key_t keys[] = {
    KEY_INT("games.positions", learn_plan_t, games.positions, 30000, 100, 1e9,
            "positions of a generation, which determine its number of games"),
    KEY_INT("games.least", learn_plan_t, games.least, 300, 2, 1e9,
            "games of a generation and variant, at least"),
    KEY_INT("games.most", learn_plan_t, games.most, 3000, 2, 1e9,
            "games of a generation and variant, at most"),
    KEY_INT("games.first_simulations", learn_plan_t, games.first_simulations, 100, 1, 1e9,
            "playouts of a search before the first network"),
    KEY_INT("games.least_simulations", learn_plan_t, games.least_simulations, 150, 1, 1e9,
            "simulations of a search with the first network"),
    KEY_INT("games.simulations", learn_plan_t, games.simulations, 400, 1, 1e9,
            "simulations of a search, once they have grown"),
    KEY_INT("games.growth", learn_plan_t, games.growth, 5, 1, 1e6,
            "generations over which simulations grow"),
    KEY_INT("games.fast_simulations", learn_plan_t, games.fast_simulations, 25, 0, 1e9,
            "simulations of most searches, which train the value alone, where they are "
            "fewer than of full ones; 0: none"),
    KEY_INT("games.fast_generations", learn_plan_t, games.fast_generations, 24, 0, 1e6,
            "first generations that have fast searches"),
    KEY_REAL("games.full_share", learn_plan_t, games.full_share, 0.25, 0.001, 1,
             "share of the searches that are full and train the policy"),
    KEY_INT("games.temperature_turns", learn_plan_t, games.temperature_turns, 20, 0, 1e6,
            "turns in which actions are drawn by their visits"),
    KEY_REAL("games.noise", learn_plan_t, games.noise, 0.25, 0, 1,
             "share of noise in the root's priors"),
    KEY_INT("train.window", learn_plan_t, train.window, 8, 1, 1000,
            "newest generations that are trained on"),
    KEY_REAL("train.passes", learn_plan_t, train.passes, 1, 0.001, 1000,
             "uses of each position of the window in a training that continues"),
    KEY_BOOL("train.continue", learn_plan_t, train.continues, 1,
             "whether a training starts from the newest network, not from the first "
             "weights"),
    KEY_INT("train.fresh_every", learn_plan_t, train.fresh_every, 10, 1, 1e9,
            "generations after which a training starts from the first weights again, on "
            "the later half of all generations if the window is shorter"),
    KEY_REAL("train.fresh_passes", learn_plan_t, train.fresh_passes, 4, 0.001, 1000,
             "uses of each position in such a training"),
    KEY_REAL("train.first_passes", learn_plan_t, train.first_passes, 10, 0.001, 1000,
             "uses of each position in another training from the first weights"),
    KEY_INT("train.units", learn_plan_t, train.units, 128, 64, 512,
            "units of the network, a multiple of 64"),
    KEY_INT("train.batch", learn_plan_t, train.batch, 1024, 1, 1e6, "rows of a step"),
    KEY_REAL("train.rate", learn_plan_t, train.rate, 0.002, 1e-9, 1,
             "highest learning rate of Adam"),
    KEY_INT("train.full_rate", learn_plan_t, train.full_rate, 20, 1, 1e9,
            "generations after which a training that continues has a lower rate: so many "
            "divided by its generation, times train.rate"),
    KEY_REAL(
        "train.weight_decay", learn_plan_t, train.weight_decay, 0.01, 0, 1000,
        "share of each weight that a step takes off, in units of its rate, at least"),
    KEY_REAL("train.first_weight_decay", learn_plan_t, train.first_weight_decay, 3, 0,
             1000,
             "the same in the first generation; a half, a third ... in the next ones"),
    KEY_REAL("train.average", learn_plan_t, train.average, 0.995, 0, 0.999999,
             "share of the mean of the weights that a step keeps"),
    KEY_REAL("train.root_share", learn_plan_t, train.root_share, 0.5, 0, 1,
             "share of the search's value in the value target"),
    KEY_BOOL("train.later", learn_plan_t, train.later, 1,
             "whether that value is a mean over this and later searches"),
    KEY_TEXT_IF_SET(
        "train.start", learn_plan_t, train.start,
        "weights, of any size or rules of the game, that play the first games "
        "and are the first weights, in place of random ones"),
    KEY_TEXT_IF_SET("train.command", learn_plan_t, train.command,
                    "external learner, run by sh with the arguments WEIGHTS EXPORT ..."),
    KEY_INT("gate.games", learn_plan_t, gate.games, 40, 2, 1e6,
            "games, at most, of the match in which a network must beat the best so far"),
    KEY_REAL("gate.elo", learn_plan_t, gate.elo, 20, 1, 500,
             "the gate tests this normalised Elo against 0; the likelier wins"),
    KEY_INT("gate.opening_turns", learn_plan_t, gate.opening_turns, 4, 0, 100,
            "random turns at the start of the gate's games"),
    KEY_INT("gate.simulations", learn_plan_t, gate.simulations, 200, 1, 1e9,
            "simulations of a search in the gate"),
    KEY_INT("curve.every", learn_plan_t, curve.every, 5, 0, 1e6,
            "generations after which the best so far plays the best so many before it; "
            "0: never"),
    KEY_INT("curve.games", learn_plan_t, curve.games, 100, 2, 1e6,
            "games of that match, by which Elo is added up"),
    KEY_INT("ladder.games", learn_plan_t, ladder.games, 60, 0, 1e6,
            "games, at the end, of the best network against each number of playouts"),
    KEY_INT("ladder.simulations", learn_plan_t, ladder.simulations, 1000, 1, 1e9,
            "playouts of the first rung; each next one has four times as many"),
    KEY_INT("stop.rejections", learn_plan_t, rejections, 20, 1, 1e6,
            "rejected networks in a row, after a first accepted one, that end learning"),
};
const keyset_t learn_keys = {keys, KEYSET_COUNT(keys)};

/* --- Making ------------------------------------------------------------------------- */

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

/* Names a variant by the rules in which the variants differ. */
static void label(learn_variant_t *variant, const variant_rows_t *rows) {
    text_t text = text_into(variant->label, sizeof variant->label);
    text_add(&text, "%s%s", rows->apart[0] ? "-" : "", rows->apart);
    for (char *at = variant->label; *at; at++)
        *at = *at == ' ' ? '-' : *at;
}

static bool check_keys(const learn_plan_t *plan, failure_t *error) {
    if (plan->train.units % 64 != 0)
        return error_set(
            error, WHERE ": train.units is %lld; allowed: multiples of 64 up to 512",
            (long long)plan->train.units);
    return plan->games.least <= plan->games.most ||
           error_set(error, WHERE ": games.least is above games.most");
}

char *learn_plan_config(const learn_plan_t *plan, int variant, int generation,
                        const learn_step_t *step, const cJSON *player) {
    const game_t *game = plan->variants[variant].game;
    const bool by_network = step->simulations > 0;
    cJSON *json = cJSON_CreateObject();
    outside_game_write_json(game->class, json);
    game_write_variant(game, cJSON_AddObjectToObject(json, "variant"));
    json_add_number(json, "games", step->games);
    json_add_number(json, "seed", learn_seed(plan, generation, LEARN_GAMES));
    json_add_number(json, "shard_games", 50);
    json_merge(json, player);
    if (by_network)
        json_add_number(cJSON_AddObjectToObject(json, "noise"), "weight",
                        plan->games.noise);
    json_add_number(cJSON_AddObjectToObject(json, "temperature"), "turns",
                    plan->games.temperature_turns);
    const int64_t fast = plan->games.fast_simulations;
    if (generation < plan->games.fast_generations && fast > 0 &&
        fast < step->simulations) {
        cJSON *cap = cJSON_AddObjectToObject(json, "playout_cap");
        json_add_number(cap, "simulations", fast);
        json_add_number(cap, "full_share", plan->games.full_share);
    }
    if (by_network)
        json_merge(json, plan->config);
    return json_lines(json);
}

/* The keys that are not those of learning belong to the games' configuration. */
static bool check_config(const learn_plan_t *plan, failure_t *error) {
    run_config_t config;
    const learn_step_t step = learn_plan_step(plan, 0, 1, true);
    cJSON *player = cJSON_CreateObject(),
          *search = cJSON_AddObjectToObject(player, "search");
    json_add_number(search, "simulations", step.simulations);
    cJSON_AddStringToObject(search, "selection", "puct");
    char *text = learn_plan_config(plan, 0, 1, &step, player);
    const bool ok = run_config_parse(&config, text, WHERE, NULL, 0, error);
    if (ok)
        run_config_clear(&config);
    free(text);
    cJSON_Delete(player);
    return ok;
}

static bool is_group(const char *name) {
    const size_t length = strlen(name);
    for (int i = 0; i < learn_keys.count; i++)
        if (strncmp(keys[i].name, name, length) == 0 && keys[i].name[length] == '.')
            return true;
    return false;
}

/* Moves what is not of learning into plan->config. */
static void split(learn_plan_t *plan, cJSON *json) {
    plan->config = cJSON_CreateObject();
    for (cJSON *group = json->child, *next; group; group = next) {
        next = group->next;
        if (!is_group(group->string))
            json_add_item(plan->config, group->string,
                          cJSON_DetachItemViaPointer(json, group));
    }
}

static bool finish(learn_plan_t *plan, cJSON *json, failure_t *error) {
    const game_t *games[LEARN_VARIANTS];
    keyset_set_defaults(&learn_keys, plan);
    split(plan, json);
    for (int v = 0; v < plan->num_variants; v++)
        games[v] = plan->variants[v].game;
    integer_rows_t *rows = integer_rows_new(games, plan->num_variants, error);
    const bool ok = rows && keyset_read_json(&learn_keys, plan, json, WHERE, "", error) &&
                    check_keys(plan, error);
    for (int v = 0; ok && v < plan->num_variants; v++) {
        plan->variants[v].mean_actions = mean_actions(games[v], plan->seed);
        label(&plan->variants[v], &rows->variants[v]);
    }
    integer_rows_free(rows);
    return ok && check_config(plan, error);
}

bool learn_plan_make(learn_plan_t *plan, const game_class_t *class, const cJSON *variants,
                     char *const *words, int num_words, int64_t seed, failure_t *error) {
    *plan = (learn_plan_t){.seed = seed};
    bool ok = true;
    for (const cJSON *item = variants->child; ok && item; item = item->next) {
        game_t *game = game_new_overridden(class, item, COMMAND_LINE, "", NULL, error);
        ok = game != NULL;
        if (ok)
            plan->variants[plan->num_variants++].game = game;
    }
    cJSON *json = ok ? json_from_arguments(words, num_words, error) : NULL;
    ok = json && finish(plan, json, error);
    cJSON_Delete(json);
    if (!ok)
        learn_plan_clear(plan);
    return ok;
}

void learn_plan_clear(learn_plan_t *plan) {
    for (int v = 0; v < plan->num_variants; v++)
        game_free(plan->variants[v].game);
    cJSON_Delete(plan->config);
    *plan = (learn_plan_t){0};
}

/* --- The file ----------------------------------------------------------------------- */

static bool read_game(learn_plan_t *plan, const char *name, const cJSON *variant,
                      failure_t *error) {
    game_t *game =
        cJSON_IsString(variant) && plan->num_variants < LEARN_VARIANTS
            ? game_of_text(name, variant->valuestring, error)
            : (error_set(error, "its \"variants\" are no list of texts"), NULL);
    if (game)
        plan->variants[plan->num_variants++].game = game;
    return game != NULL;
}

/* Plans from before a key learned with another value than today's. */
static void add_older(cJSON *json) {
    static const struct {
        const char *key;
        double value;
    } older[] = {{"weight_decay", 0.01},
                 {"first_weight_decay", 0},
                 {"fresh_every", 1e9},
                 {"full_rate", 1e9}};
    cJSON *train = cJSON_GetObjectItemCaseSensitive(json, "train");
    for (size_t i = 0; cJSON_IsObject(train) && i < sizeof older / sizeof *older; i++)
        if (!cJSON_GetObjectItemCaseSensitive(train, older[i].key))
            json_add_number(train, older[i].key, older[i].value);
}

static bool read_plan(learn_plan_t *plan, cJSON *json, failure_t *error) {
    cJSON *name = cJSON_DetachItemFromObjectCaseSensitive(json, "game"),
          *variants = cJSON_DetachItemFromObjectCaseSensitive(json, "variants"),
          *seed = cJSON_DetachItemFromObjectCaseSensitive(json, "seed"),
          *config = cJSON_DetachItemFromObjectCaseSensitive(json, "config");
    cJSON_DeleteItemFromObjectCaseSensitive(json, "derived");
    add_older(json);
    bool ok = (cJSON_IsString(name) && cJSON_IsArray(variants) &&
               json_integer(seed, 0, INT64_MAX, &plan->seed)) ||
              error_set(error, "it is no plan of learning");
    const cJSON *variant;
    ok = ok && outside_game_find(name->valuestring, json, "its game", error);
    if (ok)
        cJSON_ArrayForEach(variant, variants) ok =
            ok && read_game(plan, name->valuestring, variant, error);
    ok = ok && (plan->num_variants > 0 || error_set(error, "it has no variants"));
    ok = ok && finish(plan, json, error);
    if (ok && cJSON_IsObject(config)) {
        cJSON_Delete(plan->config);
        plan->config = cJSON_Duplicate(config, true);
        ok = check_config(plan, error);
    }
    cJSON_Delete(name);
    cJSON_Delete(variants);
    cJSON_Delete(seed);
    cJSON_Delete(config);
    return ok;
}

bool learn_plan_load(learn_plan_t *plan, const char *path, failure_t *error) {
    *plan = (learn_plan_t){0};
    cJSON *json = json_load(path, error);
    if (!json)
        return false;
    const bool ok = read_plan(plan, json, error) || error_prefix(error, "%s", path);
    cJSON_Delete(json);
    if (!ok)
        learn_plan_clear(plan);
    return ok;
}

char *learn_plan_text(const learn_plan_t *plan) {
    cJSON *json = cJSON_CreateObject();
    outside_game_write_json(plan->variants[0].game->class, json);
    cJSON *variants = cJSON_AddArrayToObject(json, "variants");
    json_add_number(json, "seed", plan->seed);
    keyset_write_json(&learn_keys, plan, json);
    if (plan->config->child)
        cJSON_AddItemToObject(json, "config", cJSON_Duplicate(plan->config, true));
    cJSON *derived = cJSON_AddArrayToObject(json, "derived");
    for (int v = 0; v < plan->num_variants; v++) {
        const learn_variant_t *variant = &plan->variants[v];
        cJSON_AddItemToArray(variants, cJSON_CreateString(variant->game->variant_text));
        cJSON *of = cJSON_CreateObject();
        cJSON_AddItemToArray(derived, of);
        json_add_number(of, "mean_actions", variant->mean_actions);
        json_add_number(of, "games_a_generation",
                        learn_plan_step(plan, v, 0, false).games);
    }
    return json_lines(json);
}

/* --- Generations -------------------------------------------------------------------- */

bool learn_is_fresh(const learn_plan_t *plan, int generation) {
    return plan->train.continues && generation > 0 &&
           generation % plan->train.fresh_every == 0;
}

learn_step_t learn_plan_step(const learn_plan_t *plan, int variant, int generation,
                             bool by_network) {
    const int64_t half = learn_is_fresh(plan, generation) ? (generation + 1) / 2 : 0,
                  window = plan->train.window > half ? plan->train.window : half;
    int64_t games =
        (int64_t)((double)plan->games.positions /
                  (plan->variants[variant].mean_actions * plan->num_variants));
    games = games < plan->games.least ? plan->games.least : games;
    games = games > plan->games.most ? plan->games.most : games;
    learn_step_t step = {.games = games};
    step.first_export = generation + 1 > window ? (int)(generation + 1 - window) : 0;
    if (by_network) {
        const int64_t most = plan->games.simulations,
                      least = plan->games.least_simulations;
        const int64_t grown = generation > 0 ? generation - 1 : 0,
                      at = grown < plan->games.growth ? grown : plan->games.growth;
        step.simulations = least + (most - least) * at / plan->games.growth;
    }
    return step;
}

int64_t learn_seed(const learn_plan_t *plan, int generation, learn_use_t use) {
    enum { CURVES = 2000 }; /* after those of up to a thousand generations */
    return (int64_t)(mix64((uint64_t)plan->seed) % 1000000007) * 10000 +
           (use == LEARN_CURVE ? CURVES + generation : 2 * generation + (int)use);
}
