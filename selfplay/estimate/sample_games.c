#include "selfplay/estimate/sample_games.h"

#include "core/base/clock.h"
#include "core/terminal/status_line.h"
#include "mcts/engine/engine_session.h"
#include "mcts/evaluate/process/process_evaluator.h"
#include "mcts/search/search.h"
#include "mcts/search/search_batch.h"
#include "selfplay/config/run_config.h"
#include "selfplay/play/run_game.h"
#include "selfplay/play/run_resources.h"
#include "selfplay/run/stop.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

/* Shared by the threads; all but the atomics in the critical section fulcrum_sample. */
typedef struct sampling {
    const run_config_t *config;
    const sample_limits_t *limits;
    sample_games_t *sample;
    failure_t *error;
    int places;
    uint64_t games, dealt; /* of the run; given to threads */
    double start;
    double sum, squares; /* of the lengths of finished games */
    status_line_t line;
    atomic_bool failed, enough; /* relaxed: tell other threads to stop */
} sampling_t;

typedef struct sampled_game {
    play_t *play;
    record_t record;
    search_t *search; /* in progress, or NULL */
    bool playing;
} sampled_game_t;

typedef struct sampler {
    sampling_t *sampling;
    sampled_game_t *games;
    uint64_t simulations;
    double actions;
} sampler_t;

static bool goes_on(sampling_t *sampling) {
    return !atomic_load_explicit(&sampling->failed, memory_order_relaxed) &&
           !atomic_load_explicit(&sampling->enough, memory_order_relaxed) &&
           !stop_asked() && clock_seconds() - sampling->start < sampling->limits->seconds;
}

static void fail(sampling_t *sampling, const failure_t *error) {
    if (!atomic_load_explicit(&sampling->failed, memory_order_relaxed))
        *sampling->error = *error;
    atomic_store_explicit(&sampling->failed, true, memory_order_relaxed);
}

/* --- In the critical section -------------------------------------------------------- */

static void draw(sampling_t *sampling) {
    if (status_line_is_due(&sampling->line))
        status_line_print(&sampling->line, "%.0f of %.0f s at most, %zu games have ended",
                          clock_seconds() - sampling->start, sampling->limits->seconds,
                          sampling->sample->games.rows[TABLE_GAMES]);
}

static void look_at_precision(sampling_t *sampling) {
    const sample_limits_t *limits = sampling->limits;
    double count = (double)sampling->sample->games.rows[TABLE_GAMES];
    if (!(limits->precision > 0) || count < SAMPLE_GAMES_LEAST ||
        clock_seconds() - sampling->start < limits->seconds / 10)
        return;
    double mean = sampling->sum / count;
    double variance = (sampling->squares / count - mean * mean) / count;
    if (sqrt(variance > 0 ? variance : 0) <= limits->precision * mean)
        atomic_store_explicit(&sampling->enough, true, memory_order_relaxed);
}

static void take_whole(sampling_t *sampling, sampled_game_t *game) {
    double length = (double)game->record.rows[TABLE_POSITIONS];
    record_append(&sampling->sample->games, &game->record);
    record_empty(&game->record);
    game->playing = false;
    sampling->sum += length;
    sampling->squares += length * length;
    look_at_precision(sampling);
}

/* An unfinished game as if cut off: only its size matters. */
static void take_part(sampling_t *sampling, sampled_game_t *game) {
    if (game->record.rows[TABLE_POSITIONS] == 0)
        return;
    const game_end_t end = {
        .outcome = {.over = true, .winner = NOBODY, .reason = REASON_CUT_OFF},
        .winner_side = NOBODY};
    record_end_game(&game->record, &end);
    record_append(&sampling->sample->parts, &game->record);
}

/* --- A thread ----------------------------------------------------------------------- */

static bool watch(void *context) {
    sampler_t *sampler = context;
#pragma omp critical(fulcrum_sample)
    draw(sampler->sampling);
    return goes_on(sampler->sampling);
}

/* Assigns the run's next game to the thread; false: none is left, or the sample is large
 * enough. */
static bool deal(sampling_t *sampling, sampled_game_t *game, bool whole) {
    bool dealt = false;
    uint64_t id = 0;
#pragma omp critical(fulcrum_sample)
    {
        if (whole)
            take_whole(sampling, game);
        dealt = goes_on(sampling) && sampling->dealt < sampling->games;
        if (dealt)
            id = sampling->dealt++;
        draw(sampling);
    }
    if (dealt)
        play_begin(game->play, id, &game->record);
    game->playing = dealt;
    return dealt;
}

static search_t *next_search(void *context, int place, search_t *done) {
    sampler_t *sampler = context;
    sampling_t *sampling = sampler->sampling;
    sampled_game_t *game = &sampler->games[place];
    game->search = NULL;
    if (done) {
        sampler->simulations += search_simulations(done);
        play_decide(game->play);
        sampler->actions++;
    }
    for (;;) {
        size_t before = game->record.rows[TABLE_POSITIONS];
        search_t *search =
            game->playing && goes_on(sampling) ? play_next(game->play) : NULL;
        sampler->actions += (double)(game->record.rows[TABLE_POSITIONS] - before);
        game->search = search;
        if (search)
            return search;
        if (game->playing && !goes_on(sampling))
            return NULL;
        if (game->playing && play_problem(game->play)) {
#pragma omp critical(fulcrum_sample)
            fail(sampling, &play_problem(game->play)->failure);
            return NULL;
        }
        if (!deal(sampling, game, game->playing))
            return NULL;
    }
}

/* The fraction of an action done by an interrupted search, from its simulations. */
static double part_of_action(const run_config_t *config, const search_t *search) {
    double budget = (double)agent_simulations(&config->agents[0]);
    double done = budget > 0 ? (double)search_simulations(search) / budget : 0;
    return done < 1 ? done : 1;
}

static void end_thread(sampling_t *sampling, sampler_t *sampler) {
    failure_t error;
#pragma omp critical(fulcrum_sample)
    {
        for (int i = 0; i < sampling->places; i++) {
            sampled_game_t *game = &sampler->games[i];
            if (game->playing && game->search) {
                sampler->actions += part_of_action(sampling->config, game->search);
                sampler->simulations += search_simulations(game->search);
            }
            if (game->playing)
                take_part(sampling, game);
        }
        sampling->sample->actions += sampler->actions;
        sampling->sample->simulations += sampler->simulations;
        if (run_config_outside_batch(sampling->config) > 0 &&
            process_evaluator_failed(&error))
            fail(sampling, &error);
    }
    for (int i = 0; i < sampling->places; i++) {
        play_free(sampler->games[i].play);
        record_clear(&sampler->games[i].record);
    }
    free(sampler->games);
}

static void play_on_thread(sampling_t *sampling) {
    sampler_t sampler = {.sampling = sampling};
    sampler.games = memory_new((size_t)sampling->places, sizeof *sampler.games);
    for (int i = 0; i < sampling->places; i++) {
        sampler.games[i].play = play_new(sampling->config);
        record_init(&sampler.games[i].record, sampling->config->game);
        play_set_patience(sampler.games[i].play, (engine_patience_t){watch, &sampler});
    }
#pragma omp barrier
#pragma omp single
    sampling->start = clock_seconds();
    stop_thread_plays();
    search_batch_run(sampling->config->game, &(search_feed_t){.places = sampling->places,
                                                              .next = next_search,
                                                              .watch = watch,
                                                              .context = &sampler});
    stop_thread_leaves();
    end_thread(sampling, &sampler);
}

bool sample_games_play(sample_games_t *sample, const run_config_t *config, int threads,
                       const sample_limits_t *limits, failure_t *error) {
    sampling_t sampling = {.config = config,
                           .limits = limits,
                           .sample = sample,
                           .error = error,
                           .start = clock_seconds()};
    REQUIRE(threads > 0 && limits->seconds > 0);
    status_line_init(&sampling.line, limits->quiet);
    *sample = (sample_games_t){.threads = threads};
    record_init(&sample->games, config->game);
    record_init(&sample->parts, config->game);
    sampling.games = config->games > 0 ? (uint64_t)config->games : RUN_DEFAULT_GAMES;
    sampling.places = run_places(config, sampling.games, threads);
    atomic_init(&sampling.failed, false);
    atomic_init(&sampling.enough, false);
#pragma omp parallel num_threads(threads)
    play_on_thread(&sampling);
    sample->seconds = clock_seconds() - sampling.start;
    status_line_clear(&sampling.line);
    bool ok = !atomic_load(&sampling.failed) &&
              (!stop_asked() || error_set(error, "stopped by %s", stop_reason()));
    if (!ok)
        sample_games_clear(sample);
    return ok;
}

void sample_games_clear(sample_games_t *sample) {
    record_clear(&sample->games);
    record_clear(&sample->parts);
}
