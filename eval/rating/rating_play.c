#include "eval/rating/rating_play.h"

#include "eval/match/match_run.h"
#include "eval/rating/rating.h"
#include "eval/rating/rating_choice.h"
#include "eval/rating/rating_games.h"
#include "eval/rating/rating_schedule.h"
#include "mcts/search/agent.h"
#include "selfplay/run/progress.h"
#include "selfplay/run/workers/run_workers.h"
#include "selfplay/run/workers/shard_plan.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES_A_THREAD = 4 }; /* at least, in the first round of fixed numbers */

/* --- Rounds ------------------------------------------------------------------------- */

/* Tasks begin with different pairings, so that a small number of files is also
 * distributed evenly. */
static task_share_t share_of(const rating_call_t *call, int bout) {
    task_share_t share = call->share;
    share.index = (share.index + (uint64_t)bout) % share.count;
    return share;
}

/* The wanted games of a pairing. */
static uint64_t wanted_games(const rating_bout_t *bout) {
    uint64_t wanted = bout->wanted * MATCH_SHARD_GAMES;
    return wanted < bout->run.games ? wanted : bout->run.games;
}

/* Missing games, of all or of the wanted ones; *work: their total weight. */
static uint64_t missing_games(const rating_schedule_t *schedule,
                              const rating_call_t *call, bool wanted, uint64_t *work) {
    uint64_t games = 0;
    *work = 0;
    for (int i = 0; i < schedule->num_bouts; i++) {
        const rating_bout_t *bout = &schedule->bouts[i];
        task_share_t share = share_of(call, i);
        uint64_t missing = shard_plan_missing(
            &bout->run, wanted ? wanted_games(bout) : bout->run.games, &share);
        games += missing;
        *work += missing * run_config_game_weight(&bout->config);
    }
    return games;
}

/* Plays every pairing up to its wanted files. */
static bool play_round(const rating_schedule_t *schedule, rating_call_t *call,
                       progress_t *progress, failure_t *error) {
    workers_part_t *parts = memory_new((size_t)schedule->num_bouts, sizeof *parts);
    int count = 0;
    for (int i = 0; i < schedule->num_bouts; i++) {
        const rating_bout_t *bout = &schedule->bouts[i];
        if (bout->wanted > 0)
            parts[count++] = (workers_part_t){.run = &bout->run,
                                              .order = {.end = wanted_games(bout),
                                                        .share = share_of(call, i),
                                                        .quiet = call->quiet,
                                                        .progress = progress}};
    }
    bool ok = workers_play_several(parts, count, &call->stopped, error);
    free(parts);
    return ok;
}

static void finish(progress_t *progress, const rating_call_t *call, uint64_t games) {
    if (games > 0 && !call->quiet)
        progress_finish(progress);
}

/* The first round keeps all threads busy; it does not affect which games are played. */
static uint64_t first_round(const rating_plan_t *plan) {
    uint64_t threads =
        (uint64_t)(plan->threads > 0 ? plan->threads : omp_get_max_threads());
    return 1 + (threads * GAMES_A_THREAD - 1) / MATCH_SHARD_GAMES;
}

bool rating_play(rating_schedule_t *schedule, rating_call_t *call, failure_t *error) {
    progress_t progress;
    uint64_t work, games = missing_games(schedule, call, false, &work), round;
    bool ok = true, more = true;
    call->is_empty = true;
    for (int i = 0; i < schedule->num_bouts; i++)
        call->is_empty &= share_of(call, i).index >= schedule->bouts[i].run.num_shards;
    progress_init(&progress, games, call->quiet || games == 0);
    progress_weigh(&progress, work);
    for (round = first_round(schedule->plan); ok && more && !call->stopped; round *= 2) {
        more = false;
        for (int i = 0; i < schedule->num_bouts; i++) {
            rating_bout_t *bout = &schedule->bouts[i];
            bout->wanted = round < bout->run.num_shards ? round : bout->run.num_shards;
            more |= round < bout->run.num_shards;
        }
        ok = play_round(schedule, call, &progress, error);
    }
    finish(&progress, call, games);
    call->reached = ok && !more && !call->stopped;
    return ok;
}

/* --- Target error ------------------------------------------------------------------- */

/* The rank of each agent by name: what is played first does not depend on the order in
 * which agents are given. */
static int *find_places(const rating_plan_t *plan) {
    int *places = memory_new((size_t)plan->num_agents, sizeof *places);
    for (int i = 0; i < plan->num_agents; i++)
        for (int k = 0; k < plan->num_agents; k++)
            places[i] += strcmp(plan->agents[k].name, plan->agents[i].name) < 0;
    return places;
}

/* Requests a file of each of the first pairings: those of agents 1, 2, 4, ... places
 * apart on a circle. They connect n agents by some n log2 n pairings; up to five agents,
 * by all pairings. Of a gauntlet, all are requested. */
static void want_first(rating_schedule_t *schedule) {
    const rating_plan_t *plan = schedule->plan;
    int *places = find_places(plan);
    for (int i = 0; i < schedule->num_bouts; i++) {
        rating_bout_t *bout = &schedule->bouts[i];
        int apart = abs(places[bout->agents[0]] - places[bout->agents[1]]);
        int back = plan->num_agents - apart;
        bout->wanted =
            plan->gauntlet >= 0 || (apart & (apart - 1)) == 0 || (back & (back - 1)) == 0;
    }
    free(places);
}

/* Requests the next games, after all requested before are stored. Returns the predicted
 * number of games in all, 0 if none are wanted. */
static uint64_t want_more(rating_schedule_t *schedule, const rating_t *rating,
                          double until) {
    size_t count = (size_t)schedule->num_bouts;
    rating_offer_t *offers = memory_new(count, sizeof *offers);
    uint64_t so_far = 0;
    for (size_t i = 0; i < count; i++) {
        const rating_bout_t *bout = &schedule->bouts[i];
        const int *agents = rating->games->matches[i].agents;
        offers[i] = (rating_offer_t){.a = agents[0],
                                     .b = agents[1],
                                     .games = MATCH_SHARD_GAMES,
                                     .left = bout->run.num_shards - bout->wanted};
        so_far += bout->wanted;
    }
    uint64_t files = rating_choose(rating, until, offers, schedule->num_bouts,
                                   1 + so_far / 16, 1 + so_far / 2);
    for (size_t i = 0; i < count; i++)
        schedule->bouts[i].wanted += offers[i].chosen;
    free(offers);
    return files * MATCH_SHARD_GAMES;
}

/* Adds the wanted files that were not wanted before. */
static bool read_wanted(const rating_schedule_t *schedule, rating_games_t *games,
                        uint64_t *seen, failure_t *error) {
    for (int i = 0; i < schedule->num_bouts; i++) {
        const rating_bout_t *bout = &schedule->bouts[i];
        if (games->num_matches == i && rating_games_begin(games, &bout->run, error) < 0)
            return false;
        if (!rating_games_read(games, i, &bout->run, seen[i], bout->wanted, error))
            return false;
        seen[i] = bout->wanted;
    }
    return true;
}

static rating_t *rate(rating_games_t *games, const rating_call_t *call) {
    rating_games_cluster(games);
    return rating_new(games, call->anchors);
}

bool rating_play_until(rating_schedule_t *schedule, rating_call_t *call, double until,
                       failure_t *error) {
    REQUIRE(call->share.count == 1);
    progress_t progress;
    rating_games_t games = {0};
    uint64_t more = 1, played = 0;
    uint64_t *seen = memory_new((size_t)schedule->num_bouts, sizeof *seen);
    bool ok = true;
    want_first(schedule);
    progress_init(&progress, 0, call->quiet);
    while (ok && more > 0 && !call->stopped) {
        uint64_t work, missing = missing_games(schedule, call, true, &work);
        played += missing;
        progress_expect(&progress, missing > more ? missing : more);
        ok = play_round(schedule, call, &progress, error);
        if (!ok || call->stopped)
            break;
        ok = read_wanted(schedule, &games, seen, error);
        if (!ok)
            break;
        rating_t *rating = rate(&games, call);
        more = want_more(schedule, rating, until);
        call->reached = rating_largest_error(rating) <= until;
        rating_free(rating);
    }
    progress_expect(&progress, 0);
    finish(&progress, call, played);
    free(seen);
    rating_games_clear(&games);
    return ok;
}
