#include "eval/rating/rating_schedule.h"

#include "core/base/pcg.h"
#include "eval/match/match_run.h"
#include "eval/rating/rating.h"
#include "eval/rating/rating_choice.h"
#include "selfplay/run/progress.h"
#include "selfplay/run/run_folder.h"
#include "selfplay/run/workers/run_workers.h"
#include "selfplay/run/workers/shard_plan.h"

#include <ctype.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { GAMES_A_THREAD = 4 }; /* at least, in the first round of fixed numbers */

/* --- Pairings ----------------------------------------------------------------------- */

static bool check_agents(const rating_plan_t *plan, failure_t *error) {
    bool right = true;
    char **texts = memory_new((size_t)plan->num_agents, sizeof *texts);
    for (int i = 0; i < plan->num_agents; i++) {
        texts[i] = rating_agent_text(&plan->agents[i]);
        for (int k = 0; right && k < i; k++) {
            const char *a = plan->agents[k].name, *b = plan->agents[i].name;
            if (strcmp(texts[i], texts[k]) == 0)
                right = error_set(error, "%s and %s are the same agent twice", a, b);
            else if (strcmp(a, b) == 0)
                right = error_set(error,
                                  "two different agents are called \"%s\"; give each a "
                                  "\"name\" of its own",
                                  a);
        }
    }
    for (int i = 0; i < plan->num_agents; i++)
        free(texts[i]);
    free(texts);
    return right;
}

/* Of the plan's seed and of the two, whatever else is played. */
static int64_t seed_of(const rating_plan_t *plan, const agent_t agents[2]) {
    uint64_t hash = mix64((uint64_t)plan->seed);
    for (int i = 0; i < 2; i++) {
        char *text = rating_agent_text(&agents[i]);
        hash = mix64(hash ^ text_hash(text));
        free(text);
    }
    return (int64_t)(hash >> 11); /* exact in JSON */
}

/* A name as part of a path: what might mean something there is replaced. */
static void add_name(text_t *path, const char *name) {
    for (const char *p = name; *p; p++)
        text_add_char(path, isalnum((unsigned char)*p) || strchr("-_+=.", *p) ? *p : '_');
}

static char *bout_folder(const rating_plan_t *plan, const run_config_t *config) {
    char path[RUN_PATH];
    text_t out = text_into(path, sizeof path);
    text_add(&out, "%s/", plan->folder);
    add_name(&out, config->agents[0].name);
    text_add(&out, "-against-");
    add_name(&out, config->agents[1].name);
    return text_copy(path);
}

static bool configure(const rating_plan_t *plan, int a, int b, rating_bout_t *bout,
                      failure_t *error) {
    bool in_order = strcmp(plan->agents[a].name, plan->agents[b].name) < 0;
    *bout = (rating_bout_t){.agents = {in_order ? a : b, in_order ? b : a}};
    match_plan_t match = {
        .game = plan->game,
        .words = plan->words,
        .num_words = plan->num_words,
        .agents = {plan->agents[bout->agents[0]], plan->agents[bout->agents[1]]},
        .games = 2 * plan->pairs};
    match.seed = seed_of(plan, match.agents);
    if (!match_plan_config(&match, &bout->config, error))
        return false;
    bout->config.threads = plan->threads;
    bout->folder = bout_folder(plan, &bout->config);
    return true;
}

static void bout_clear(rating_bout_t *bout) {
    run_close(&bout->run);
    run_config_clear(&bout->config);
    free(bout->folder);
    *bout = (rating_bout_t){0};
}

/* Agents with the values that suit the game where they leave it to the game: what tells
 * them apart. */
static bool settle_agents(const rating_plan_t *plan, failure_t *error) {
    rating_bout_t bout;
    if (!configure(plan, 0, 1, &bout, error))
        return false;
    for (int i = 0; i < plan->num_agents; i++)
        search_config_settle(&plan->agents[i].search, bout.config.game);
    bout_clear(&bout);
    return check_agents(plan, error);
}

/* Nothing is made before all of it is known to fit. */
static bool check_folders(const rating_schedule_t *schedule, failure_t *error) {
    char path[RUN_PATH];
    const rating_plan_t *plan = schedule->plan;
    run_config_path(plan->folder, path);
    if (access(path, F_OK) == 0)
        return error_set(error, "%s: is a run; choose another --out", plan->folder);
    for (int i = 0; i < schedule->num_bouts; i++) {
        const rating_bout_t *bout = &schedule->bouts[i];
        if (!run_fits(&bout->config, bout->folder, error))
            return false;
        if (i > 0 && strcmp(bout->folder, bout[-1].folder) == 0)
            return error_set(error,
                             "%s: would hold two matches; the agents' names are too much "
                             "alike",
                             bout->folder);
    }
    return true;
}

static int compare_bouts(const void *a, const void *b) {
    return strcmp(((const rating_bout_t *)a)->folder, ((const rating_bout_t *)b)->folder);
}

/* In the order in which their folders are read once they are stored: the same numbers
 * come out, to the last digit. */
static bool add_bouts(rating_schedule_t *schedule, failure_t *error) {
    const rating_plan_t *plan = schedule->plan;
    int n = plan->num_agents;
    schedule->bouts =
        memory_new((size_t)n * (size_t)(n - 1) / 2, sizeof *schedule->bouts);
    for (int a = 0; a < n; a++)
        for (int b = a + 1; b < n; b++) {
            if (plan->gauntlet >= 0 && plan->gauntlet != a && plan->gauntlet != b)
                continue;
            if (!configure(plan, a, b, &schedule->bouts[schedule->num_bouts], error))
                return false;
            schedule->num_bouts++;
        }
    qsort(schedule->bouts, (size_t)schedule->num_bouts, sizeof *schedule->bouts,
          compare_bouts);
    return true;
}

bool rating_schedule_open(rating_schedule_t *schedule, const rating_plan_t *plan,
                          failure_t *error) {
    REQUIRE(plan->num_agents >= 2 && plan->gauntlet < plan->num_agents);
    *schedule = (rating_schedule_t){.plan = plan};
    if (strlen(plan->folder) + 512 > RUN_PATH)
        return error_set(error, "%.100s...: the path is too long", plan->folder);
    bool right = settle_agents(plan, error) && add_bouts(schedule, error) &&
                 check_folders(schedule, error);
    for (int i = 0; right && i < schedule->num_bouts; i++) {
        rating_bout_t *bout = &schedule->bouts[i];
        right = run_open(&bout->run, &bout->config, bout->folder, error);
    }
    if (!right)
        rating_schedule_close(schedule);
    return right;
}

void rating_schedule_close(rating_schedule_t *schedule) {
    for (int i = 0; i < schedule->num_bouts; i++) {
        bout_clear(&schedule->bouts[i]);
    }
    free(schedule->bouts);
    *schedule = (rating_schedule_t){0};
}

/* --- Rounds ------------------------------------------------------------------------- */

/* Tasks begin with different pairings, so that few files are shared out as well. */
static task_share_t share_of(const rating_call_t *call, int bout) {
    task_share_t share = call->share;
    share.index = (share.index + (uint64_t)bout) % share.count;
    return share;
}

/* The games that are wanted of a pairing. */
static uint64_t wanted_games(const rating_bout_t *bout) {
    uint64_t wanted = bout->wanted * MATCH_SHARD_GAMES;
    return wanted < bout->run.games ? wanted : bout->run.games;
}

/* Games that are not there, of all or of those that are wanted; *work: their weights. */
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

/* Every pairing up to the files that are wanted of it. */
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
    bool right = workers_play_several(parts, count, &call->stopped, error);
    free(parts);
    return right;
}

static void finish(progress_t *progress, const rating_call_t *call, uint64_t games) {
    if (games > 0 && !call->quiet)
        progress_finish(progress);
}

/* The first round keeps all threads busy: which games are played does not depend on it.
 */
static uint64_t first_round(const rating_plan_t *plan) {
    uint64_t threads =
        (uint64_t)(plan->threads > 0 ? plan->threads : omp_get_max_threads());
    return 1 + (threads * GAMES_A_THREAD - 1) / MATCH_SHARD_GAMES;
}

bool rating_schedule_play(rating_schedule_t *schedule, rating_call_t *call,
                          failure_t *error) {
    progress_t progress;
    uint64_t work, games = missing_games(schedule, call, false, &work), round;
    bool right = true, more = true;
    progress_init(&progress, games, call->quiet || games == 0);
    progress_weigh(&progress, work);
    for (round = first_round(schedule->plan); right && more && !call->stopped;
         round *= 2) {
        more = false;
        for (int i = 0; i < schedule->num_bouts; i++) {
            rating_bout_t *bout = &schedule->bouts[i];
            bout->wanted = round < bout->run.num_shards ? round : bout->run.num_shards;
            more |= round < bout->run.num_shards;
        }
        right = play_round(schedule, call, &progress, error);
    }
    finish(&progress, call, games);
    call->reached = right && !more && !call->stopped;
    return right;
}

/* --- Until an error is reached ------------------------------------------------------ */

/* The place of an agent among all by their names: what is played first does not depend on
 * the order in which they were given. */
static int place_of(const rating_plan_t *plan, int agent) {
    int place = 0;
    for (int i = 0; i < plan->num_agents; i++)
        place += strcmp(plan->agents[i].name, plan->agents[agent].name) < 0;
    return place;
}

/* Whether the pairing is one of the first: those of agents that are 1, 2, 4, ... places
 * apart in a circle. They connect n agents by some n log2 n pairings, and up to five by
 * all that there are. */
static bool is_first(const rating_plan_t *plan, const rating_bout_t *bout) {
    int apart = place_of(plan, bout->agents[0]) - place_of(plan, bout->agents[1]);
    apart = apart < 0 ? -apart : apart;
    int back = plan->num_agents - apart;
    return (apart & (apart - 1)) == 0 || (back & (back - 1)) == 0;
}

/* What is wanted next, after all that was wanted before is there; how many games that is
 * thought to take in all, 0 when nothing is wanted. */
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

/* Adds the files that are wanted, from those on that were wanted before. */
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
    rating_t *rating = rating_new(games);
    int anchor = call->anchor ? rating_games_find(games, call->anchor) : -1;
    if (anchor >= 0)
        rating_anchor(rating, anchor, 0);
    return rating;
}

bool rating_schedule_play_until(rating_schedule_t *schedule, rating_call_t *call,
                                double until, failure_t *error) {
    REQUIRE(call->share.count == 1);
    progress_t progress;
    rating_games_t games = {0};
    uint64_t more = 1, played = 0;
    uint64_t *seen = memory_new((size_t)schedule->num_bouts, sizeof *seen);
    bool right = true;
    for (int i = 0; i < schedule->num_bouts; i++)
        schedule->bouts[i].wanted = schedule->plan->gauntlet >= 0 ||
                                    is_first(schedule->plan, &schedule->bouts[i]);
    progress_init(&progress, 0, call->quiet);
    while (right && more > 0 && !call->stopped) {
        uint64_t work, missing = missing_games(schedule, call, true, &work);
        played += missing;
        progress_expect(&progress, missing > more ? missing : more);
        right = play_round(schedule, call, &progress, error);
        if (!right || call->stopped)
            break;
        right = read_wanted(schedule, &games, seen, error);
        if (!right)
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
    return right;
}

bool rating_schedule_read(const rating_schedule_t *schedule, rating_games_t *games,
                          failure_t *error) {
    for (int i = 0; i < schedule->num_bouts; i++) {
        const run_t *run = &schedule->bouts[i].run;
        int match = rating_games_begin(games, run, error);
        if (match < 0 || !rating_games_read(games, match, run, 0, run->num_shards, error))
            return false;
    }
    return true;
}
