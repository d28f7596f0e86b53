#include "eval/learn/learn.h"
#include "eval/learn/learn_folder.h"

#include "core/base/clock.h"
#include "core/base/files/publish.h"
#include "core/game/game.h"
#include "core/game/outside_game.h"
#include "core/game/source/game_source.h"
#include "eval/learn/learn_steps.h"
#include "eval/stats/confidence_sequence.h"
#include "selfplay/run/folder_kind.h"
#include "selfplay/run/stop.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <unistd.h>

void learn_clear(learn_t *learn) {
    free(learn->rows);
    free(learn->rungs);
    learn_window_free(learn->window);
}

static const char *const folders[] = {"games", "exports", "weights",    "agents",
                                      "gates", "curve",   "generations"};

bool learn_open(learn_t *learn, failure_t *error) {
    const game_source_t *source =
        outside_game_source(learn->plan->variants[0].game->class);
    char path[FILE_PATH];
    char *text = learn_plan_text(learn->plan);
    bool ok = folder_kind_may_hold(learn->folder, FOLDER_LEARN, error) &&
              publish_folder(learn->folder, error) &&
              file_path(path, error, "%s/" FOLDER_LEARN_FILE, learn->folder) &&
              learn_settle_text(path, text, "plan", error) &&
              (!source || game_source_keep(source, learn->folder, error));
    free(text);
    for (size_t i = 0; ok && i < sizeof folders / sizeof folders[0]; i++)
        ok = file_path(path, error, "%s/%s", learn->folder, folders[i]) &&
             publish_folder(path, error);
    learn->best = learn_first(learn->plan);
    return ok && learn_settle_start(learn->folder, learn->plan, error) &&
           file_path(path, error, "%s/best.json", learn->folder) &&
           (access(path, F_OK) == 0 ||
            learn_write_agent(learn->folder, learn->plan, learn->best, path, error));
}

/* --- What a generation came to ------------------------------------------------------ */

static const config_key_t spent_keys[] = {
    KEY_REAL("seconds.games", learn_row_t, games_s, 0, 0, 1e15,
             "CPU time of this task, interrupted attempts included"),
    KEY_REAL("seconds.train", learn_row_t, train_s, 0, 0, 1e15, "with the export"),
    KEY_REAL("seconds.gate", learn_row_t, gate_s, 0, 0, 1e15, "likewise"),
    KEY_REAL("seconds.clock", learn_row_t, clock_s, 0, 0, 1e15, "all by the clock"),
};
static const keyset_t spent_set = {spent_keys, KEYSET_COUNT(spent_keys)};

static const config_key_t row_keys[] = {
    KEY_INT("generation", learn_row_t, generation, 0, 0, 1e6, "its number"),
    KEY_INT("games", learn_row_t, games, 0, 0, 1e15, "games of self-play"),
    KEY_INT("simulations", learn_row_t, simulations, 0, 0, 1e15,
            "simulations of a search; 0: playouts"),
    KEY_SET(&learn_trained_keys, 0),
    KEY_TEXT("hash", learn_row_t, hash, "of the weights"),
    KEY_INT("opponent", learn_row_t, opponent, 0, LEARN_START, 1e6,
            "the best generation before; -1: playouts; -2: the network to start from"),
    LEARN_PAIRS_KEYS("gate.", learn_row_t, pairs, effective),
    KEY_BOOL("curve", learn_row_t, has_rating, 0, "whether it is on the curve"),
    LEARN_PAIRS_KEYS("gain.", learn_row_t, gain, effective_gain),
    KEY_BOOL("promoted", learn_row_t, promoted, 0, "whether it is the new best"),
    KEY_SET(&spent_set, 0),
};
static const keyset_t row_set = {row_keys, KEYSET_COUNT(row_keys)};

/* Errors of matches with games of their own are independent. */
static void add_gain(estimate_t *rating, const learn_row_t *row) {
    estimate_t gain =
        outcome_counts_elo_of_effective(&row->gain, row->effective_gain, INTERVAL_LEVEL);
    if (!isfinite(gain.value))
        gain.value = gain.value > 0 ? gain.low : gain.high;
    const double value = rating->value + gain.value,
                 low = hypot(rating->value - rating->low, gain.value - gain.low),
                 high = hypot(rating->high - rating->value, gain.high - gain.value);
    *rating = (estimate_t){value, value - low, value + high};
}

static void derive(const learn_t *learn, learn_row_t *row) {
    const double pairs = (double)outcome_counts_trials(&row->pairs);
    const weighed_counts_t weighed = {row->pairs, pairs > 0 ? row->effective / pairs : 1};
    row->gate_games = 2 * outcome_counts_trials(&row->pairs);
    row->score = confidence_sequence_weighed(&weighed, INTERVAL_LEVEL);
    row->elo = outcome_counts_elo_of_score(row->score);
    row->seconds = row->games_s + row->train_s + row->gate_s;
    row->rating =
        learn->count > 0 ? learn->rows[learn->count - 1].rating : (estimate_t){0, 0, 0};
    if (outcome_counts_trials(&row->gain) > 0)
        add_gain(&row->rating, row);
}

static bool write_row(const learn_t *learn, const learn_row_t *row, failure_t *error) {
    char path[FILE_PATH];
    return learn_path(learn->folder, path, "generations", (int)row->generation, ".json",
                      error) &&
           learn_write_values(path, &row_set, row, error);
}

/* *exists: whether the generation is complete. */
static bool read_row(const learn_t *learn, int generation, learn_row_t *row, bool *exists,
                     failure_t *error) {
    char path[FILE_PATH];
    if (!learn_path(learn->folder, path, "generations", generation, ".json", error))
        return false;
    *exists = access(path, F_OK) == 0;
    if (!*exists)
        return true;
    *row = (learn_row_t){.pairs = outcome_counts_of_pairs(),
                         .gain = outcome_counts_of_pairs()};
    return learn_read_values(path, &row_set, row, error);
}

/* Adds a complete generation. */
static void add_row(learn_t *learn, learn_row_t *row) {
    derive(learn, row);
    learn->rows =
        memory_grow(learn->rows, &learn->capacity, learn->count + 1, sizeof *learn->rows);
    learn->rows[learn->count++] = *row;
    learn->rejections = row->promoted ? 0 : learn->rejections + 1;
    if (row->promoted)
        learn->best = (int)row->generation;
    learn->is_over = learn->best >= 0 && learn->rejections >= learn->plan->rejections;
}

/* Other tasks may have been killed before they synced the names of what is there. */
static bool sync_names(const learn_t *learn, failure_t *error) {
    char path[FILE_PATH];
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof folders / sizeof folders[0]; i++)
        ok = file_path(path, error, "%s/%s/.", learn->folder, folders[i]) &&
             publish_sync_name(path, error);
    return ok && file_path(path, error, "%s/.", learn->folder) &&
           publish_sync_name(path, error);
}

/* --- Generations -------------------------------------------------------------------- */

/* Adds the time since *start, which becomes now, to a sum. */
static void lap(double (*clock)(void), double *start, double *sum) {
    const double now = clock();
    *sum += now - *start;
    *start = now;
}

/* Where the task's time is kept until the generation is complete. */
static bool spent_path(const learn_t *learn, int generation, char path[FILE_PATH],
                       failure_t *error) {
    char suffix[48];
    snprintf(suffix, sizeof suffix, ".spent-%llu.json",
             (unsigned long long)learn->share.index);
    return learn_path(learn->folder, path, "generations", generation, suffix, error);
}

/* Once the generation is complete: its file has it. */
static void drop_spent(const learn_t *learn, int generation) {
    char path[FILE_PATH];
    failure_t ignored;
    if (spent_path(learn, generation, path, &ignored))
        (void)unlink(path);
}

static bool make_generation(learn_t *learn, int generation, learn_row_t *row,
                            failure_t *error) {
    bool (*const steps[])(learn_t *, int, learn_row_t *, failure_t *) = {
        learn_play, learn_train, learn_gate, learn_curve};
    double *const seconds[] = {&row->games_s, &row->train_s, &row->gate_s, &row->gate_s};
    char spent[FILE_PATH];
    double cpu_start = clock_cpu_seconds();
    *row = (learn_row_t){.generation = generation,
                         .opponent = learn->best,
                         .pairs = outcome_counts_of_pairs(),
                         .gain = outcome_counts_of_pairs()};
    bool ok = spent_path(learn, generation, spent, error) &&
              learn_read_values_if_any(spent, &spent_set, row, error);
    for (int i = 0; ok && !learn->stopped && i < 4; i++) {
        failure_t second;
        ok = steps[i](learn, generation, row, error);
        lap(clock_cpu_seconds, &cpu_start, seconds[i]);
        lap(clock_seconds, &learn->counted, &row->clock_s);
        ok = learn_write_values(spent, &spent_set, row, ok ? error : &second) && ok;
    }
    if (!ok || learn->stopped)
        return ok;
    learn_row_t other = {0};
    bool exists; /* by another task, and learning may have gone on */
    if (!read_row(learn, generation, &other, &exists, error))
        return false;
    if (exists)
        *row = other;
    return exists || ((!row->promoted ||
                       learn_promote(learn->folder, learn->plan, generation, error)) &&
                      sync_names(learn, error) && write_row(learn, row, error));
}

/* A task that was late may have made an earlier generation the best again. */
static bool settle_best(const learn_t *learn, failure_t *error) {
    learn_row_t next;
    bool exists; /* by a call for more generations, which does this itself */
    return read_row(learn, (int)learn->count, &next, &exists, error) &&
           (exists || learn->best < 0 ||
            learn_promote(learn->folder, learn->plan, learn->best, error)) &&
           sync_names(learn, error);
}

/* The seconds of a generation by the clock; of an earlier version, which did not keep
 * them, by its CPU time. */
static double clock_of(const learn_t *learn, const learn_row_t *row) {
    const int threads = learn->threads > 0 ? learn->threads : omp_get_max_threads();
    return row->clock_s > 0 ? row->clock_s : row->seconds / threads;
}

/* Sets the deadline by the time that earlier calls took. *last: that of the generation
 * before; *begun: that of the generation, by attempts that were interrupted. */
static bool find_deadline(learn_t *learn, int generation, double *last, double *begun,
                          failure_t *error) {
    learn_row_t row = {0};
    char path[FILE_PATH];
    if (!spent_path(learn, generation, path, error) ||
        !learn_read_values_if_any(path, &spent_set, &row, error))
        return false;
    double spent = *begun = row.clock_s;
    for (size_t i = 0; i < learn->count; i++)
        spent += *last = clock_of(learn, &learn->rows[i]);
    learn->deadline = clock_seconds() + fmax(0, learn->time - spent);
    return true;
}

bool learn_run(learn_t *learn, failure_t *error) {
    bool ok = true;
    double last = 0, begun = 0; /* how long the last generation took; this one, so far */
    learn->begun = learn->counted = clock_seconds();
    for (int g = 0; ok && g < learn->end && !learn->is_over; g++) {
        learn_row_t row = {0};
        bool exists;
        ok = read_row(learn, g, &row, &exists, error);
        if (ok && !exists && learn->time > 0 && learn->deadline <= 0)
            ok = find_deadline(learn, g, &last, &begun, error);
        if (ok && !exists) {
            const double start = clock_seconds();
            if (learn->deadline > 0 && learn->count > 0 && begun <= 0 &&
                start + last / 2 >= learn->deadline)
                break;
            begun = 0;
            ok = make_generation(learn, g, &row, error);
            last = clock_seconds() - start;
        }
        if (!ok || learn->stopped)
            break;
        drop_spent(learn, g);
        add_row(learn, &row);
        learn->made += !exists;
        if (learn->report && !exists)
            learn->report(learn, &learn->rows[learn->count - 1]);
    }
    ok = ok && (learn->stopped || settle_best(learn, error));
    if (!ok && stop_asked()) {
        learn->stopped = stop_reason();
        return true;
    }
    return ok;
}

bool learn_view(learn_t *learn, failure_t *error) {
    learn->best = learn_first(learn->plan);
    for (int g = 0;; g++) {
        learn_row_t row = {0};
        bool exists;
        if (!read_row(learn, g, &row, &exists, error))
            return false;
        if (!exists)
            return learn_view_ladder(learn, error);
        add_row(learn, &row);
    }
}
