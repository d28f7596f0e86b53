#include "selfplay/reanalyze/reanalyze.h"

#include "core/terminal/terminal.h"
#include "mcts/evaluate/process/process_evaluator.h"
#include "mcts/search/agent.h"
#include "mcts/search/search.h"
#include "mcts/search/search_batch.h"
#include "selfplay/config/run_config.h"
#include "selfplay/export/export.h"
#include "selfplay/play/run_resources.h"
#include "selfplay/run/progress.h"
#include "selfplay/store/record.h"

#include <omp.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct reanalysis {
    reanalysis_setting_t setting;
    char *agent; /* effective */
    int threads, places;
    search_t **searches; /* for each thread's places; made by the thread */
    progress_t progress;
    bool begun; /* the progress */
    /* The positions being searched. */
    record_t *record;
    const export_position_t *positions;
    size_t count;
    atomic_size_t next, revised; /* of the positions; relaxed, as the next */
    atomic_bool failed;
    failure_t *error;
};

/* The searches of a thread. */
typedef struct thread {
    reanalysis_t *reanalysis;
    search_t **searches;
    size_t *rows; /* of the positions that are searched, by place */
} thread_t;

bool reanalysis_check(agent_t *agent, const char *where, failure_t *error) {
    if (agent_is_engine(agent))
        return error_set(error,
                         "%s: is an outside program, which reports no visits and values; "
                         "give an agent that searches",
                         where);
    if (agent->search.time_ms > 0)
        return error_set(error,
                         "%s: search.time_ms: must be 0, as results would depend on "
                         "the clock; use search.simulations",
                         where);
    if (agent->parallel.threads > 1)
        return error_set(
            error,
            "%s: search.threads: must be 1, as searches by many threads in one tree "
            "are not reproducible; --threads searches many positions in parallel",
            where);
    agent->search.reuse = false;
    return true;
}

reanalysis_t *reanalysis_new(const reanalysis_setting_t *setting) {
    reanalysis_t *reanalysis = memory_new(1, sizeof *reanalysis);
    run_config_t config = {
        .game = setting->game, .num_agents = 1, .agents = {*setting->agent}};
    reanalysis->setting = *setting;
    reanalysis->agent = agent_text(setting->agent);
    reanalysis->threads = setting->threads > 0 ? setting->threads : omp_get_max_threads();
    reanalysis->places = run_places(&config, UINT32_MAX, reanalysis->threads);
    reanalysis->searches = memory_new(
        (size_t)reanalysis->threads * (size_t)reanalysis->places, sizeof(search_t *));
    return reanalysis;
}

void reanalysis_free(reanalysis_t *reanalysis) {
    if (!reanalysis)
        return;
    if (reanalysis->begun)
        progress_finish(&reanalysis->progress);
    for (int i = 0; i < reanalysis->threads * reanalysis->places; i++)
        search_free(reanalysis->searches[i]);
    free(reanalysis->searches);
    free(reanalysis->agent);
    free(reanalysis);
}

static uint64_t simulations(const void *context) {
    const reanalysis_t *reanalysis = context;
    return atomic_load_explicit(&reanalysis->progress.simulations, memory_order_relaxed);
}

static void begin(void *context, uint64_t games) {
    reanalysis_t *reanalysis = context;
    if (reanalysis->begun)
        progress_finish(&reanalysis->progress);
    progress_init(&reanalysis->progress, games, reanalysis->setting.quiet);
    reanalysis->begun = true;
}

/* --- On each thread ----------------------------------------------------------------- */

static bool goes_on(reanalysis_t *reanalysis) {
    return !terminal_interrupted() &&
           !atomic_load_explicit(&reanalysis->failed, memory_order_relaxed);
}

static bool watch(void *context) {
    thread_t *thread = context;
    progress_simulations(&thread->reanalysis->progress, 0);
    return goes_on(thread->reanalysis);
}

static void fail(reanalysis_t *reanalysis, const failure_t *error) {
#pragma omp critical(fulcrum_reanalyze)
    {
        if (!atomic_load_explicit(&reanalysis->failed, memory_order_relaxed))
            *reanalysis->error = *error;
        atomic_store_explicit(&reanalysis->failed, true, memory_order_relaxed);
    }
}

/* The position of a row, which must have the recorded legal actions. */
static bool read_position(const reanalysis_t *reanalysis,
                          const export_position_t *position, state_t *state,
                          failure_t *error) {
    const game_t *game = reanalysis->setting.game;
    const record_t *record = reanalysis->record;
    action_t legal[GAME_MAX_LEGAL];
    size_t row = position->row, count = record_u32(record, POSITIONS_LEGAL)[row];
    const uint8_t *packed =
        record_u8(record, POSITIONS_STATE) + row * (size_t)game->packed_bytes;
    *state = (state_t){0};
    bool ok = game_unpack(game, packed, state, error);
    if (ok &&
        (game_outcome(game, state).over ||
         (size_t)game_legal(game, state, legal) != count ||
         memcmp(legal, record_u16(record, LEGAL_ACTION) + record_first_legal(record, row),
                count * sizeof *legal) != 0))
        ok = error_set(error, "the legal actions are not those of its state; see: "
                              "fulcrum verify");
    return ok || error_prefix(error, "game %lld, ply %u",
                              (long long)record_i64(record, GAMES_ID)[position->game_row],
                              record_u32(record, POSITIONS_PLY)[row]);
}

/* The random numbers of a position, for the share and then for its search. */
static pcg32_t rng_of(const reanalysis_t *reanalysis, const export_position_t *position) {
    const record_t *record = reanalysis->record;
    return pcg32_for(record_u64(record, GAMES_SEED)[position->game_row],
                     (uint64_t)record_i64(record, GAMES_ID)[position->game_row],
                     record_u32(record, POSITIONS_PLY)[position->row],
                     PCG_FOR_REANALYSIS);
}

/* Starts the search of a position; false: not drawn for the share, or an error. */
static bool start(thread_t *thread, int place, const export_position_t *position) {
    reanalysis_t *reanalysis = thread->reanalysis;
    pcg32_t rng = rng_of(reanalysis, position);
    failure_t error;
    state_t state;
    if (pcg32_real(&rng) >= reanalysis->setting.share)
        return false;
    if (!read_position(reanalysis, position, &state, &error)) {
        fail(reanalysis, &error);
        return false;
    }
    if (!thread->searches[place])
        thread->searches[place] =
            agent_search_new(reanalysis->setting.agent, reanalysis->setting.game);
    thread->rows[place] = position->row;
    search_forget(thread->searches[place]);
    search_start(thread->searches[place], &state, rng);
    return true;
}

static void take_result(const thread_t *thread, int place, const search_t *search) {
    reanalysis_t *reanalysis = thread->reanalysis;
    search_result_t result;
    search_read(search, &result);
    record_set_search(reanalysis->record, thread->rows[place], &result);
    atomic_fetch_add_explicit(&reanalysis->revised, 1, memory_order_relaxed);
    progress_simulations(&reanalysis->progress, search_simulations(search));
}

static search_t *next_search(void *context, int place, search_t *done) {
    thread_t *thread = context;
    reanalysis_t *reanalysis = thread->reanalysis;
    const export_position_t *positions = reanalysis->positions;
    if (done)
        take_result(thread, place, done);
    while (goes_on(reanalysis)) {
        size_t i = atomic_fetch_add_explicit(&reanalysis->next, 1, memory_order_relaxed);
        if (i >= reanalysis->count)
            break;
        if (i > 0 && positions[i].game_row != positions[i - 1].game_row)
            progress_game(&reanalysis->progress);
        if (start(thread, place, &positions[i]))
            return thread->searches[place];
    }
    return NULL;
}

static void search_on_thread(reanalysis_t *reanalysis, int number) {
    size_t places = (size_t)reanalysis->places;
    failure_t error;
    thread_t thread = {.reanalysis = reanalysis,
                       .searches = reanalysis->searches + (size_t)number * places,
                       .rows = memory_new(places, sizeof(size_t))};
    search_batch_run(reanalysis->setting.game,
                     &(search_feed_t){.places = reanalysis->places,
                                      .next = next_search,
                                      .watch = watch,
                                      .context = &thread});
    free(thread.rows);
    if (process_evaluator_failed(&error))
        fail(reanalysis, &error);
}

/* --- All of them -------------------------------------------------------------------- */

static bool revise(void *context, record_t *record, const export_position_t *positions,
                   size_t count, size_t *revised, failure_t *error) {
    reanalysis_t *reanalysis = context;
    reanalysis->record = record;
    reanalysis->positions = positions;
    reanalysis->count = count;
    reanalysis->error = error;
    atomic_store_explicit(&reanalysis->next, 0, memory_order_relaxed);
    atomic_store_explicit(&reanalysis->revised, 0, memory_order_relaxed);
    atomic_store_explicit(&reanalysis->failed, false, memory_order_relaxed);
#pragma omp parallel num_threads(reanalysis->threads)
    search_on_thread(reanalysis, omp_get_thread_num());
    progress_game(&reanalysis->progress);
    *revised = atomic_load_explicit(&reanalysis->revised, memory_order_relaxed);
    return !atomic_load_explicit(&reanalysis->failed, memory_order_relaxed) &&
           (!terminal_interrupted() || error_set(error, "interrupted"));
}

export_revision_t reanalysis_revision(reanalysis_t *reanalysis) {
    return (export_revision_t){.agent = reanalysis->agent,
                               .share = reanalysis->setting.share,
                               .begin = begin,
                               .revise = revise,
                               .simulations = simulations,
                               .context = reanalysis};
}
