#include "eval/rating/rating_schedule.h"

#include "eval/match/match_run.h"
#include "eval/rating/rating.h"
#include "eval/rating/rating_choice.h"
#include "eval/rating/rating_games.h"
#include "selfplay/run/progress.h"
#include "selfplay/run/workers/run_schedule.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES_A_THREAD = 4 }; /* at least, in the first round of fixed numbers */

/* --- Rounds ------------------------------------------------------------------------- */

/* The pairings, up to their wanted files, or all of them. */
typedef struct rounds {
    rating_schedule_t *schedule;
    run_schedule_t plays;
    run_want_t *wants;
    progress_t progress;
} rounds_t;

static void begin_rounds(rounds_t *rounds, rating_schedule_t *schedule,
                         const rating_call_t *call) {
    rounds->schedule = schedule;
    rounds->plays = (run_schedule_t){
        .share = call->share, .quiet = call->quiet, .progress = &rounds->progress};
    rounds->wants = memory_new((size_t)schedule->num_bouts, sizeof *rounds->wants);
}

/* Returns how many pairings there are with any games. */
static int list_wants(rounds_t *rounds, bool all) {
    int count = 0;
    for (int i = 0; i < rounds->schedule->num_bouts; i++) {
        rating_bout_t *bout = &rounds->schedule->bouts[i];
        uint64_t wanted = all ? bout->run.games : bout->wanted * MATCH_SHARD_GAMES;
        if (wanted > bout->run.games)
            wanted = bout->run.games;
        if (wanted > 0)
            rounds->wants[count++] = (run_want_t){&bout->run, 0, wanted, i};
    }
    return count;
}

static uint64_t missing_games(rounds_t *rounds, bool all, uint64_t *work) {
    return run_schedule_missing(&rounds->plays, rounds->wants, list_wants(rounds, all),
                                work);
}

/* Plays every pairing up to its wanted files. */
static bool play_round(rounds_t *rounds, failure_t *error) {
    return run_schedule_play(&rounds->plays, rounds->wants, list_wants(rounds, false),
                             error);
}

static void end_rounds(rounds_t *rounds, rating_call_t *call, uint64_t games) {
    if (games > 0 && !call->quiet)
        progress_finish(&rounds->progress);
    call->stopped = rounds->plays.stopped;
    free(rounds->wants);
}

/* The first round keeps all threads busy; it does not affect which games are played. */
static uint64_t first_round(const rating_plan_t *plan) {
    uint64_t threads =
        (uint64_t)(plan->threads > 0 ? plan->threads : omp_get_max_threads());
    return 1 + (threads * GAMES_A_THREAD - 1) / MATCH_SHARD_GAMES;
}

bool rating_play(rating_schedule_t *schedule, rating_call_t *call, failure_t *error) {
    rounds_t rounds;
    bool ok = true, more = true;
    begin_rounds(&rounds, schedule, call);
    uint64_t work, games = missing_games(&rounds, true, &work);
    call->is_empty = true;
    for (int i = 0; i < schedule->num_bouts; i++)
        call->is_empty &= run_schedule_share(&rounds.plays, i).index >=
                          schedule->bouts[i].run.num_shards;
    progress_init(&rounds.progress, games, call->quiet || games == 0);
    progress_weigh(&rounds.progress, work);
    for (uint64_t round = first_round(schedule->plan);
         ok && more && !rounds.plays.stopped; round *= 2) {
        more = false;
        for (int i = 0; i < schedule->num_bouts; i++) {
            rating_bout_t *bout = &schedule->bouts[i];
            bout->wanted = round < bout->run.num_shards ? round : bout->run.num_shards;
            more |= round < bout->run.num_shards;
        }
        ok = play_round(&rounds, error);
    }
    end_rounds(&rounds, call, games);
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
    rounds_t rounds;
    rating_games_t games = {0};
    uint64_t more = 1, played = 0;
    uint64_t *seen = memory_new((size_t)schedule->num_bouts, sizeof *seen);
    bool ok = true;
    want_first(schedule);
    begin_rounds(&rounds, schedule, call);
    progress_init(&rounds.progress, 0, call->quiet);
    while (ok && more > 0) {
        uint64_t work, missing = missing_games(&rounds, false, &work);
        played += missing;
        progress_expect(&rounds.progress, missing > more ? missing : more);
        ok = play_round(&rounds, error);
        if (!ok || rounds.plays.stopped || !read_wanted(schedule, &games, seen, error)) {
            ok = ok && rounds.plays.stopped;
            break;
        }
        rating_t *rating = rate(&games, call);
        more = want_more(schedule, rating, until);
        call->reached = rating_largest_error(rating) <= until;
        rating_free(rating);
    }
    progress_expect(&rounds.progress, 0);
    end_rounds(&rounds, call, played);
    free(seen);
    rating_games_clear(&games);
    return ok;
}
