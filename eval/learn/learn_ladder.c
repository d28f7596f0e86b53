/* The best network against growing numbers of playouts: how strong it is in a unit that
 * does not depend on the run. */
#include "core/base/clock.h"
#include "core/base/files/publish.h"
#include "core/game/game.h"
#include "eval/learn/learn_folder.h"
#include "eval/learn/learn_steps.h"
#include "eval/match/match_run.h"
#include "mcts/search/search.h"
#include "mcts/search/search_result.h"

#include <stdlib.h>
#include <unistd.h>

enum { MOST_RUNGS = 8, FACTOR = 4 };

/* A rung as its file holds it. */
typedef struct stored {
    int64_t pairs[OUTCOMES_MAX];
    double effective, network_ms, playouts_ms;
} stored_t;

static const config_key_t keys[] = {
    KEY_INT("lost", stored_t, pairs[0], 0, 0, 1e15, "pairs with 0 points"),
    KEY_INT("half", stored_t, pairs[1], 0, 0, 1e15, "with half a point"),
    KEY_INT("even", stored_t, pairs[2], 0, 0, 1e15, "with 1"),
    KEY_INT("more", stored_t, pairs[3], 0, 0, 1e15, "with 1 and a half"),
    KEY_INT("won", stored_t, pairs[4], 0, 0, 1e15, "with 2"),
    KEY_REAL("effective", stored_t, effective, 0, 0, 1e15, "without duplicates"),
    KEY_REAL("network_ms", stored_t, network_ms, 0, 0, 1e15, "of a search"),
    KEY_REAL("playouts_ms", stored_t, playouts_ms, 0, 0, 1e15, "of a search"),
};
static const keyset_t set = {keys, KEYSET_COUNT(keys)};

static bool rung_path(const learn_t *learn, int64_t simulations, char path[FILE_PATH],
                      const learn_variant_t *variant, const char *suffix,
                      failure_t *error) {
    return file_path(path, error, "%s/ladder/%03d-%lld%s%s", learn->folder, learn->best,
                     (long long)simulations, variant ? variant->label : "", suffix);
}

static void add_rung(learn_t *learn, int64_t simulations, const stored_t *stored) {
    outcome_counts_t pairs = outcome_counts_of_pairs();
    for (int i = 0; i < OUTCOMES_MAX; i++)
        pairs.count[i] = (uint64_t)stored->pairs[i];
    learn->rungs = memory_grow(learn->rungs, &learn->room_rungs, learn->num_rungs + 1,
                               sizeof *learn->rungs);
    learn->rungs[learn->num_rungs++] =
        (learn_rung_t){.simulations = simulations,
                       .games = 2 * outcome_counts_trials(&pairs),
                       .score = outcome_counts_score_of_effective(
                           &pairs, stored->effective, INTERVAL_LEVEL),
                       .network_ms = stored->network_ms,
                       .playouts_ms = stored->playouts_ms};
}

/* --- Time --------------------------------------------------------------------------- */

/* Milliseconds of CPU time of an agent's search, over positions early in the game. */
static double milliseconds(const agent_t *agent, const game_t *game) {
    enum { POSITIONS = 8 };
    search_t *search = agent_search_new(agent, game);
    search_result_t *result = memory_new(1, sizeof *result);
    double seconds = 0;
    int count = 0;
    state_t state;
    game_start(game, &state);
    for (uint32_t ply = 0; ply < POSITIONS && !game_outcome(game, &state).over; ply++) {
        const agent_moment_t moment = {.seed = 1, .game = 0, .ply = ply, .turn = ply};
        const double start = clock_cpu_seconds();
        const int chosen = agent_choose(agent, search, &state, moment, result);
        seconds += clock_cpu_seconds() - start;
        count++;
        game_apply(game, &state, result->actions[chosen]);
        search_advance(search, result->actions[chosen]);
    }
    free(result);
    search_free(search);
    return 1000 * seconds / count;
}

/* --- Matches ------------------------------------------------------------------------ */

static bool parse_playouts(int64_t simulations, agent_t *agent, failure_t *error) {
    char text[160];
    snprintf(text, sizeof text,
             "{\"name\": \"playouts-%lld\", \"search\": {\"simulations\": %lld}, "
             "\"temperature\": {\"start\": 0}}",
             (long long)simulations, (long long)simulations);
    return agent_parse(agent, text, "learn", NULL, 0, error);
}

static bool play_variant(learn_t *learn, const learn_variant_t *variant,
                         int64_t simulations, outcome_counts_t *pairs, stored_t *stored,
                         failure_t *error) {
    enum { WORDS = GAME_VARIANT_TEXT / 2 };
    char text[GAME_VARIANT_TEXT], *words[WORDS], folder[FILE_PATH];
    snprintf(text, sizeof text, "%s", variant->game->variant_text);
    const int64_t games = learn->plan->ladder.games / learn->plan->num_variants;
    match_plan_t match = {.game = variant->game->class->name,
                          .words = words,
                          .num_words = text_split(text, words, WORDS),
                          .games = games < 2 ? 2 : games + games % 2,
                          .seed = learn_seed(learn->plan, learn->best, true)};
    return learn_load_agent(learn->folder, learn->plan, learn->best, &match.agents[0],
                            error) &&
           parse_playouts(simulations, &match.agents[1], error) &&
           rung_path(learn, simulations, folder, variant, "", error) &&
           learn_match(learn, &match, NULL, folder, pairs, &stored->effective, error);
}

static bool measure(const learn_t *learn, int64_t simulations, stored_t *stored,
                    failure_t *error) {
    const game_t *game = learn->plan->variants[0].game;
    agent_t network, playouts;
    if (!learn_load_agent(learn->folder, learn->plan, learn->best, &network, error) ||
        !parse_playouts(simulations, &playouts, error) ||
        !agent_bind(&network, game, "learn", error) ||
        !agent_bind(&playouts, game, "learn", error))
        return false;
    stored->network_ms = milliseconds(&network, game);
    stored->playouts_ms = milliseconds(&playouts, game);
    return true;
}

static bool play_rung(learn_t *learn, int64_t simulations, const char *path,
                      failure_t *error) {
    const learn_plan_t *plan = learn->plan;
    outcome_counts_t pairs = outcome_counts_of_pairs();
    stored_t stored = {0};
    bool ok = true;
    for (int v = 0; ok && !learn->stopped && v < plan->num_variants; v++)
        ok = play_variant(learn, &plan->variants[v], simulations, &pairs, &stored, error);
    if (!ok || learn->stopped)
        return ok;
    for (int i = 0; i < OUTCOMES_MAX; i++)
        stored.pairs[i] = (int64_t)pairs.count[i];
    if (!measure(learn, simulations, &stored, error))
        return false;
    return learn_write_values(path, &set, &stored, error);
}

/* Adds the rungs from the first on that are stored or, unless `view`, can be played, up
 * to the first at which the playouts are stronger. */
static bool climb(learn_t *learn, bool view, failure_t *error) {
    int64_t simulations = learn->plan->ladder.simulations;
    learn->num_rungs = 0;
    for (int i = 0; i < MOST_RUNGS; i++, simulations *= FACTOR) {
        char path[FILE_PATH];
        stored_t stored;
        if (!rung_path(learn, simulations, path, NULL, ".json", error))
            return false;
        if (access(path, F_OK) != 0) {
            if (view)
                return true;
            if (!play_rung(learn, simulations, path, error))
                return false;
            if (learn->stopped)
                return true;
        }
        if (!learn_read_values(path, &set, &stored, error))
            return false;
        add_rung(learn, simulations, &stored);
        if (learn->rungs[learn->num_rungs - 1].score.value < 0.5)
            return true;
    }
    return true;
}

bool learn_climb(learn_t *learn, failure_t *error) {
    char path[FILE_PATH];
    return learn->best < 0 || learn->plan->ladder.games == 0 ||
           (file_path(path, error, "%s/ladder", learn->folder) &&
            publish_folder(path, error) && climb(learn, false, error));
}

bool learn_view_ladder(learn_t *learn, failure_t *error) {
    return learn->best < 0 || climb(learn, true, error);
}
