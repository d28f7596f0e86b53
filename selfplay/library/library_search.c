/* The part of fulcrum.h for search: an agent's searches of many positions, in lanes. A
 * lane is a thread that runs several searches concurrently, so that their leaves form
 * batches (search_batch.h); each of its places takes the next free position. */
#include "core/base/json.h"
#include "mcts/evaluate/evaluator_choice.h"
#include "mcts/evaluate/process/process_evaluator.h"
#include "mcts/search/agent.h"
#include "mcts/search/search.h"
#include "mcts/search/search_batch.h"
#include "selfplay/library/library_error.h"
#include "selfplay/library/library_evaluator.h"
#include "selfplay/library/library_game.h"

#include <cjson/cJSON.h>
#include <stdatomic.h>
#include <stdlib.h>

struct fulcrum_search {
    const game_t *game;
    agent_t agent;
    library_maker_t maker;
    char *config;
    int lanes, places;    /* places: of a lane */
    search_t **searches;  /* lanes x places; NULL: not needed yet */
    _Atomic bool running; /* acquired and released by the thread that runs it */
};

typedef struct job {
    fulcrum_search_t *search;
    const fulcrum_state_t *states;
    int count;
    fulcrum_moments_t moments;
    fulcrum_found_t found;
    _Atomic int next;    /* the next free position; any thread, relaxed */
    _Atomic bool failed; /* set by any thread, relaxed */
} job_t;

typedef struct lane {
    job_t *job;
    int number;
    int *position_of; /* by place: the position searched there */
    search_result_t *result;
    catch_t caught;
    failure_t error;
} lane_t;

/* --- What was found ----------------------------------------------------------------- */

static agent_moment_t moment_of(const job_t *job, int i) {
    const fulcrum_moments_t *moments = &job->moments;
    return (agent_moment_t){.seed = moments->seed,
                            .game = moments->games ? moments->games[i] : (uint64_t)i,
                            .ply = moments->plies ? moments->plies[i] : 0,
                            .turn = moments->turns ? moments->turns[i] : 0};
}

static void write_policy(const search_result_t *result, int chosen, float *policy) {
    uint32_t targets = 0;
    for (int a = 0; a < result->count; a++)
        targets += result->visits[a] - result->pruned[a];
    for (int a = 0; a < result->count; a++) {
        uint32_t target = result->visits[a] - result->pruned[a];
        policy[result->actions[a]] =
            targets > 0 ? (float)target / (float)targets : (float)(a == chosen);
    }
}

static void write_actions(const job_t *job, int i, const search_result_t *result) {
    const fulcrum_found_t *found = &job->found;
    size_t count = (size_t)result->count;
    size_t row = (size_t)i * (size_t)job->search->game->max_legal;
    if (found->actions)
        memcpy(found->actions + row, result->actions, count * sizeof *found->actions);
    if (found->of_action)
        memcpy(found->of_action + row, result->visits, count * sizeof *found->of_action);
    if (found->values)
        memcpy(found->values + row, result->values, count * sizeof *found->values);
    if (found->priors)
        memcpy(found->priors + row, result->priors, count * sizeof *found->priors);
}

/* Of position i; chosen: the action's index. */
static void write_found(const lane_t *lane, int i, int chosen) {
    const job_t *job = lane->job;
    const fulcrum_found_t *found = &job->found;
    const search_result_t *result = lane->result;
    if (found->chosen)
        found->chosen[i] = result->actions[chosen];
    if (found->value)
        found->value[i] = result->root_value;
    if (found->proof)
        found->proof[i] = result->root_proof;
    if (found->visits)
        found->visits[i] = result->root_visits;
    if (found->num_legal)
        found->num_legal[i] = result->count;
    write_actions(job, i, result);
    if (found->policy) {
        size_t actions = (size_t)job->search->game->num_actions;
        float *policy = found->policy + (size_t)i * actions;
        memset(policy, 0, actions * sizeof *policy);
        write_policy(result, chosen, policy);
    }
}

/* --- A lane ------------------------------------------------------------------------- */

static bool is_stopped(const job_t *job) {
    return atomic_load_explicit(&job->failed, memory_order_relaxed) ||
           job->search->maker.status != FULCRUM_OK;
}

/* The next position, or -1. */
static int take_position(job_t *job) {
    int i = atomic_fetch_add_explicit(&job->next, 1, memory_order_relaxed);
    return i < job->count && !is_stopped(job) ? i : -1;
}

static search_t *search_at(const lane_t *lane, int place) {
    fulcrum_search_t *all = lane->job->search;
    search_t **search = &all->searches[lane->number * all->places + place];
    if (!*search)
        *search = agent_search_new(&all->agent, all->game);
    return *search;
}

static void start(lane_t *lane, int place, int i) {
    search_t *search = search_at(lane, place);
    lane->position_of[place] = i;
    search_forget(search);
    agent_start(search, library_state(&lane->job->states[i]), moment_of(lane->job, i));
}

static search_t *next_search(void *context, int place, search_t *done) {
    lane_t *lane = context;
    const job_t *job = lane->job;
    int i = lane->position_of[place];
    if (done && !is_stopped(job))
        write_found(
            lane, i,
            agent_decide(&job->search->agent, done, moment_of(job, i), lane->result));
    i = take_position(lane->job);
    if (i < 0)
        return NULL;
    start(lane, place, i);
    return search_at(lane, place);
}

static bool goes_on(void *context) {
    return !is_stopped(((lane_t *)context)->job);
}

/* Searches with many threads each, in sequence. */
static void run_in_turn(lane_t *lane) {
    int i;
    while ((i = take_position(lane->job)) >= 0) {
        const job_t *job = lane->job;
        search_t *search = search_at(lane, 0);
        search_forget(search);
        write_found(lane, i,
                    agent_choose(&job->search->agent, search,
                                 library_state(&job->states[i]), moment_of(job, i),
                                 lane->result));
    }
}

static void run_lane(void *context) {
    lane_t *lane = context;
    const fulcrum_search_t *search = lane->job->search;
    if (search->agent.parallel.threads > 1) {
        run_in_turn(lane);
        return;
    }
    search_batch_run(search->game, &(search_feed_t){.places = search->places,
                                                    .next = next_search,
                                                    .watch = goes_on,
                                                    .context = lane});
}

/* Errors in another thread must be caught there. */
static void run_caught(lane_t *lane) {
    lane->caught = error_catch(run_lane, lane, &lane->error);
    if (lane->caught != CATCH_NOTHING)
        atomic_store_explicit(&lane->job->failed, true, memory_order_relaxed);
}

static void run_lanes(lane_t *lanes, int count) {
#pragma omp parallel for num_threads(count) schedule(static, 1)
    for (int i = 0; i < count; i++)
        run_caught(&lanes[i]);
}

static void rethrow(const lane_t *lane) {
    if (lane->caught == CATCH_MEMORY)
        library_throw(FULCRUM_NO_MEMORY, lane->error.message);
    if (lane->caught != CATCH_NOTHING)
        library_throw(FULCRUM_INTERNAL_ERROR, lane->error.message);
}

static void run_job(void *context) {
    job_t *job = context;
    fulcrum_search_t *search = job->search;
    int count = search->lanes < job->count ? search->lanes : job->count;
    lane_t *lanes = memory_new((size_t)count, sizeof *lanes);
    for (int i = 0; i < count; i++) {
        lanes[i].job = job;
        lanes[i].number = i;
        lanes[i].position_of =
            memory_new((size_t)search->places, sizeof *lanes[i].position_of);
        lanes[i].result = memory_new(1, sizeof *lanes[i].result);
    }
    if (count == 1)
        run_caught(&lanes[0]);
    else
        run_lanes(lanes, count);
    lane_t failed = {.caught = CATCH_NOTHING};
    for (int i = 0; i < count; i++) {
        free(lanes[i].position_of);
        free(lanes[i].result);
        if (failed.caught == CATCH_NOTHING)
            failed = lanes[i];
    }
    free(lanes);
    rethrow(&failed);
    failure_t error;
    if (agent_program(&search->agent) && process_evaluator_failed(&error))
        library_throw(FULCRUM_STOPPED, error.message);
    if (search->maker.status != FULCRUM_OK)
        library_throw((fulcrum_status_t)search->maker.status,
                      search->maker.error.message);
}

FULCRUM_API int fulcrum_search_run(fulcrum_search_t *search,
                                   const fulcrum_state_t *states, int count,
                                   const fulcrum_moments_t *moments,
                                   const fulcrum_found_t *found) {
    if (!LIBRARY_GIVEN(search, states, found) || !LIBRARY_COUNTED(count) ||
        !LIBRARY_SIZED(found) || (moments && !LIBRARY_SIZED(moments)))
        return FULCRUM_WRONG_CALL;
    job_t job = {.search = search, .states = states, .count = count};
    size_t size = found->size < sizeof job.found ? found->size : sizeof job.found;
    memcpy(&job.found, found, size);
    if (moments) {
        size = moments->size < sizeof job.moments ? moments->size : sizeof job.moments;
        memcpy(&job.moments, moments, size);
    }
    for (int i = 0; i < count; i++)
        if (game_outcome(search->game, library_state(&states[i])).over)
            return library_fail(FULCRUM_WRONG_CALL, "position %d is over", i);
    if (atomic_exchange_explicit(&search->running, true, memory_order_acquire))
        return library_fail(FULCRUM_WRONG_CALL, "fulcrum_search_run: the search is "
                                                "running");
    search->maker.status = FULCRUM_OK;
    int status = count > 0 ? library_run(run_job, &job) : FULCRUM_OK;
    atomic_store_explicit(&search->running, false, memory_order_release);
    return status;
}

/* --- Making ------------------------------------------------------------------------- */

typedef struct request {
    const fulcrum_game_t *caller;
    const char *config;
    const fulcrum_evaluator_t *evaluator;
    int threads;
    fulcrum_search_t *search;
} request_t;

/* Defaults for evaluators with priors, unless the configuration sets them. */
static void add_defaults(cJSON *json) {
    const char *name;
    cJSON *object = json_object_at(json, "search.selection", &name);
    if (!object)
        return; /* reading it reports the error */
    if (!json_has(object, "selection"))
        cJSON_AddStringToObject(object, "selection", "puct");
    if (!json_has(object, "fpu"))
        cJSON_AddStringToObject(object, "fpu", "reduction");
}

static void write_config(fulcrum_search_t *search, bool given) {
    cJSON *json = cJSON_CreateObject();
    agent_write_json(&search->agent, json);
    if (given)
        cJSON_ReplaceItemInObjectCaseSensitive(
            cJSON_GetObjectItemCaseSensitive(json, "search"), "evaluator",
            cJSON_CreateString("given"));
    search->config = json_lines(json);
}

/* Sets up the agent for the caller's evaluator. */
static bool take_evaluator(fulcrum_search_t *search, const request_t *request,
                           failure_t *error) {
    search_config_t *config = &search->agent.search;
    if (!library_maker_init(&search->maker, request->evaluator,
                            request->caller->has_planes, error))
        return false;
    config->evaluator.kind = EVALUATOR_GIVEN;
    config->evaluator.given = &search->maker.class;
    return search_config_check(config, "search", error) &&
           search_parallel_check(&search->agent.parallel, config, "search", error);
}

static bool read_agent(const request_t *request, failure_t *error) {
    fulcrum_search_t *search = request->search;
    cJSON *json = library_read_keys(request->config, error);
    if (!json)
        return false;
    if (request->evaluator)
        add_defaults(json);
    bool ok = agent_read_json(&search->agent, json, "search", NULL, 0, error);
    cJSON_Delete(json);
    if (!ok)
        return false;
    if (agent_is_engine(&search->agent))
        return error_set(error,
                         "an outside program that plays cannot be used as a search");
    write_config(search, request->evaluator != NULL);
    return !request->evaluator || take_evaluator(search, request, error);
}

static void make_search(void *context) {
    request_t *request = context;
    failure_t error;
    fulcrum_search_t *search = request->search = memory_new(1, sizeof *search);
    search->game = library_game(request->caller);
    search->maker.status = FULCRUM_OK;
    if (!read_agent(request, &error))
        library_throw(FULCRUM_WRONG_CALL, error.message);
    library_lock_files();
    if (!search_config_bind(&search->agent.search, search->game, "search", &error) ||
        !evaluator_choice_start(&search->agent.search.evaluator, search->game, "search",
                                &error))
        library_throw(FULCRUM_NO_FILE, error.message);
    bool alone = request->evaluator || search->agent.parallel.threads > 1;
    search->lanes = alone ? 1 : request->threads;
    search->places =
        search->agent.parallel.threads > 1
            ? 1
            : evaluator_choice_class(&search->agent.search.evaluator)->most_leaves;
    search->searches =
        memory_new((size_t)search->lanes * (size_t)search->places, sizeof(search_t *));
}

FULCRUM_API fulcrum_search_t *fulcrum_search_new(const fulcrum_game_t *game,
                                                 const char *config,
                                                 const fulcrum_evaluator_t *evaluator,
                                                 int threads) {
    if (!LIBRARY_GIVEN(game))
        return NULL;
    request_t request = {game, config, evaluator, threads, NULL};
    if (threads < 1 || threads > 1024)
        return library_fail_null(FULCRUM_WRONG_CALL,
                                 "fulcrum_search_new: threads must be from 1 to 1024");
    if (library_run(make_search, &request) == FULCRUM_OK)
        return request.search;
    fulcrum_search_free(request.search);
    return NULL;
}

FULCRUM_API void fulcrum_search_free(fulcrum_search_t *search) {
    if (!search)
        return;
    if (atomic_load_explicit(&search->running, memory_order_acquire)) {
        library_refuse(__func__, "the search is running");
        return;
    }
    for (int i = 0; search->searches && i < search->lanes * search->places; i++)
        search_free(search->searches[i]);
    free(search->searches);
    free(search->config);
    free(search);
}

FULCRUM_API const char *fulcrum_search_config(const fulcrum_search_t *search) {
    if (!LIBRARY_GIVEN(search))
        return NULL;
    return search->config;
}
