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

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST_RUNGS = 8, FACTOR = 4 };

#define PATIENCE_S 3.0
#define PATIENCE_SHARE 0.05 /* of the CPU time of learning */

static const config_key_t keys[] = {
    LEARN_PAIRS_KEYS("", learn_rung_t, pairs, effective),
    KEY_REAL("network_ms", learn_rung_t, network_ms, 0, 0, 1e15, "of a search"),
    KEY_REAL("playouts_ms", learn_rung_t, playouts_ms, 0, 0, 1e15, "of a search"),
};
static const keyset_t set = {keys, KEYSET_COUNT(keys)};

static bool rung_path(const learn_t *learn, int64_t simulations, char path[FILE_PATH],
                      const char *suffix, failure_t *error) {
    return file_path(path, error, "%s/ladder/%03d-%lld%s", learn->folder, learn->best,
                     (long long)simulations, suffix);
}

static void add_rung(learn_t *learn, learn_rung_t *rung) {
    rung->games = 2 * outcome_counts_trials(&rung->pairs);
    rung->score =
        outcome_counts_score_of_effective(&rung->pairs, rung->effective, INTERVAL_LEVEL);
    learn->rungs = memory_grow(learn->rungs, &learn->room_rungs, learn->num_rungs + 1,
                               sizeof *learn->rungs);
    learn->rungs[learn->num_rungs++] = *rung;
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

static bool measure(const learn_t *learn, const agent_t agents[2], learn_rung_t *rung,
                    failure_t *error) {
    const game_t *game = learn->plan->variants[0].game;
    agent_t network = agents[0], playouts = agents[1];
    if (!agent_bind(&network, game, "learn", error) ||
        !agent_bind(&playouts, game, "learn", error))
        return false;
    rung->network_ms = milliseconds(&network, game);
    rung->playouts_ms = milliseconds(&playouts, game);
    return true;
}

static bool play_rung(learn_t *learn, learn_rung_t *rung, const char *path,
                      failure_t *error) {
    const learn_plan_t *plan = learn->plan;
    char label[64], folder[FILE_PATH];
    learn_match_t match = {.label = label,
                           .folder = folder,
                           .games = plan->ladder.games,
                           .opening_turns = MATCH_OPENING_TURNS,
                           .seed = learn_seed(plan, learn->best, LEARN_GATE)};
    snprintf(label, sizeof label,
             "ladder, %lld playouts: ", (long long)rung->simulations);
    return rung_path(learn, rung->simulations, folder, "", error) &&
           learn_load_agent(learn->folder, plan, learn->best, &match.agents[0], error) &&
           parse_playouts(rung->simulations, &match.agents[1], error) &&
           learn_match(learn, &match, &rung->pairs, &rung->effective, error) &&
           (learn->stopped || (measure(learn, match.agents, rung, error) &&
                               learn_write_values(path, &set, rung, error)));
}

/* Of CPU time, after which no rung begins, as each takes four times that of the last. */
static double patience(const learn_t *learn) {
    double learning = 0;
    for (size_t i = 0; i < learn->count; i++)
        learning += learn->rows[i].seconds;
    return fmax(PATIENCE_S, PATIENCE_SHARE * learning);
}

/* Adds the rungs from the first on that are stored or, unless `view`, can be played, up
 * to the first at which the playouts are surely stronger, the second at which they score
 * more, or the end of its patience. */
static bool climb(learn_t *learn, bool view, failure_t *error) {
    int64_t simulations = learn->plan->ladder.simulations;
    const double end = clock_cpu_seconds() + patience(learn);
    int lost = 0;
    learn->num_rungs = 0;
    for (int i = 0; i < MOST_RUNGS; i++, simulations *= FACTOR) {
        char path[FILE_PATH];
        learn_rung_t rung = {.pairs = outcome_counts_of_pairs(),
                             .simulations = simulations};
        if (!rung_path(learn, simulations, path, ".json", error))
            return false;
        if (access(path, F_OK) != 0) {
            if (view || (i > 0 && clock_cpu_seconds() > end))
                return true;
            if (!play_rung(learn, &rung, path, error))
                return false;
            if (learn->stopped)
                return true;
        }
        if (!learn_read_values(path, &set, &rung, error))
            return false;
        add_rung(learn, &rung);
        const learn_rung_t *last = &learn->rungs[learn->num_rungs - 1];
        lost += last->score.value < 0.5;
        if (learn_is_weaker(last) || lost == 2)
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
