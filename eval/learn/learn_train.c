/* The second step of a generation: training data from its games, and a network from that
 * of the window. */
#include "core/base/files/publish.h"
#include "core/base/process/child_process.h"
#include "eval/learn/learn_folder.h"
#include "eval/learn/learn_steps.h"
#include "mcts/evaluate/integer/integer_network.h"
#include "mcts/evaluate/weights_file.h"
#include "selfplay/export/export.h"
#include "selfplay/export/export_options.h"
#include "selfplay/run/games_reader.h"
#include "selfplay/run/stop.h"
#include "selfplay/train/train_job.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LATER_SHARE 0.9
enum { WARM_UP = 30 }; /* steps of a training that continues another */

/* --- Training data ------------------------------------------------------------------ */

static bool export_games(learn_t *learn, int generation, const learn_variant_t *variant,
                         failure_t *error) {
    char from[FILE_PATH], to[FILE_PATH];
    shard_files_t files = {0};
    export_result_t result;
    const bool outside = learn->plan->train.command[0];
    const export_options_t options = {.policy = POLICY_PADDED,
                                      .symmetries =
                                          outside ? SYMMETRIES_MAPS : SYMMETRIES_NONE,
                                      .planes = outside,
                                      .features = true,
                                      .value_result = true,
                                      .value_root = true,
                                      .value_later = true,
                                      .later = LATER_SHARE,
                                      .end_turn = UINT32_MAX,
                                      .min_visits = 1,
                                      .validation = 0.05,
                                      .seed = 1,
                                      .deflate = 1,
                                      .memory = (size_t)1 << 30,
                                      .threads = learn->threads};
    if (!learn_path_of(learn->folder, from, "games", generation, variant, "", error) ||
        !learn_path_of(learn->folder, to, "exports", generation, variant, ".h5", error))
        return false;
    const bool ok = access(to, F_OK) == 0 ||
                    (shard_files_add(&files, from, error) &&
                     export_files(&files, to, &options, NULL, &result, error)) ||
                    access(to, F_OK) == 0; /* by another task meanwhile */
    shard_files_clear(&files);
    return ok;
}

/* The exports that a generation is trained on: generations ascending, variants in the
 * plan's order. */
typedef struct files {
    char **paths;
    size_t count, capacity;
} files_t;

static bool add_file(const learn_t *learn, files_t *files, int generation,
                     const learn_variant_t *variant, failure_t *error) {
    char path[FILE_PATH];
    if (!learn_path_of(learn->folder, path, "exports", generation, variant, ".h5", error))
        return false;
    files->paths = memory_grow(files->paths, &files->capacity, files->count + 1,
                               sizeof *files->paths);
    files->paths[files->count++] = text_copy(path);
    return true;
}

static bool list_files(const learn_t *learn, int first, int end, files_t *files,
                       failure_t *error) {
    bool ok = true;
    for (int g = first; g < end; g++)
        for (int v = 0; ok && v < learn->plan->num_variants; v++)
            ok = add_file(learn, files, g, &learn->plan->variants[v], error);
    return ok;
}

static void clear_files(files_t *files) {
    for (size_t i = 0; i < files->count; i++)
        free(files->paths[i]);
    free(files->paths);
}

/* Their rows: of generations first ... end - 1. */
struct learn_window {
    train_rows_t *rows;
    int first, end;
    size_t (*counts)[ROW_GROUPS]; /* by generation, from 0 */
    size_t capacity;
};

void learn_window_free(learn_window_t *window) {
    if (!window)
        return;
    train_rows_free(window->rows);
    free(window->counts);
    free(window);
}

static bool read_generation(learn_t *learn, learn_window_t *window, failure_t *error) {
    const learn_plan_t *plan = learn->plan;
    const train_targets_t targets = {plan->train.root_share, plan->train.later};
    const train_group_t *groups = window->rows->groups;
    files_t files = {0};
    bool ok = list_files(learn, window->end, window->end + 1, &files, error);
    window->counts = memory_grow(window->counts, &window->capacity,
                                 (size_t)window->end + 1, sizeof *window->counts);
    size_t *counts = window->counts[window->end];
    for (int i = 0; i < ROW_GROUPS; i++)
        counts[i] = groups[i].count;
    for (size_t i = 0; ok && i < files.count; i++)
        ok = train_rows_add(window->rows, files.paths[i], &targets, error);
    for (int i = 0; i < ROW_GROUPS; i++)
        counts[i] = groups[i].count - counts[i];
    clear_files(&files);
    window->end++;
    return ok;
}

/* Moves the window on to a generation, reading what is new in it; back, for a training
 * from the first weights, anew. */
static bool move_window(learn_t *learn, int generation, failure_t *error) {
    const int first = learn_plan_step(learn->plan, 0, generation, true).first_export;
    learn_window_t *window = learn->window;
    if (window && first < window->first) {
        learn_window_free(window);
        window = NULL;
    }
    if (!window) {
        learn->window = window = memory_new(1, sizeof *window);
        window->rows = train_rows_new();
        window->first = window->end = first;
    }
    for (; window->first < first && window->first < window->end; window->first++)
        train_rows_drop(window->rows, window->counts[window->first]);
    if (window->first < first) /* another task trained the ones before */
        window->first = window->end = first;
    bool ok = true;
    while (ok && window->end <= generation)
        ok = read_generation(learn, window, error);
    return ok;
}

/* --- What a training came to -------------------------------------------------------- */

static const config_key_t trained_keys[] = {
    KEY_INT("rows", learn_row_t, rows, 0, 0, 1e15, "rows for training"),
    KEY_INT("steps", learn_row_t, steps, 0, 0, 1e15, "steps"),
    KEY_REAL("policy", learn_row_t, policy, 0, 0, 1e9, "loss on validation"),
    KEY_REAL("policy_floor", learn_row_t, policy_floor, 0, 0, 1e9, "likewise"),
    KEY_REAL("value", learn_row_t, value, 0, 0, 1e9, "likewise"),
    KEY_REAL("value_floor", learn_row_t, value_floor, 0, 0, 1e9, "likewise"),
};
const keyset_t learn_trained_keys = {trained_keys, KEYSET_COUNT(trained_keys)};

/* Writes what is known of a training, before its weights. */
static bool write_training(const learn_t *learn, int generation, const learn_row_t *row,
                           const char *losses, failure_t *error) {
    char path[FILE_PATH];
    return learn_path(learn->folder, path, "weights", generation, ".csv", error) &&
           publish_file(path, losses, strlen(losses), error) &&
           learn_path(learn->folder, path, "weights", generation, ".json", error) &&
           learn_write_values(path, &learn_trained_keys, row, error);
}

static bool read_training(const learn_t *learn, int generation, learn_row_t *row,
                          failure_t *error) {
    char path[FILE_PATH];
    if (!learn_path(learn->folder, path, "weights", generation, ".json", error))
        return false;
    if (access(path, F_OK) != 0)
        return true; /* an external learner's */
    return learn_read_values(path, &learn_trained_keys, row, error);
}

/* --- Training ----------------------------------------------------------------------- */

static bool train_here(learn_t *learn, int generation, const char *weights,
                       learn_row_t *row, failure_t *error) {
    const learn_plan_t *plan = learn->plan;
    char label[64];
    train_done_t done;
    snprintf(label, sizeof label, "generation %d, training", generation);
    const int from = learn_trained_from(plan, generation);
    const double passes = learn_is_fresh(plan, generation) ? plan->train.fresh_passes
                          : from >= 0                      ? plan->train.passes
                                                           : plan->train.first_passes;
    if (!move_window(learn, generation, error))
        return false;
    train_job_t job = {.rows = learn->window->rows,
                       .options = TRAIN_OPTIONS,
                       .passes = passes,
                       .threads = learn->threads,
                       .quiet = learn->quiet,
                       .label = label};
    job.options.units = plan->train.units;
    if (from != LEARN_PLAYOUTS) {
        char start[FILE_PATH];
        const weights_t *network =
            learn_path(learn->folder, start, "weights", from, ".safetensors", error)
                ? weights_open(start, error)
                : NULL;
        if (!network)
            return false;
        job.start = integer_network_of(network);
        job.options.units = job.start->units;
    }
    if (from >= 0)
        job.options.warm_up = WARM_UP;
    job.options.seed = (uint64_t)learn_seed(plan, generation, LEARN_GAMES);
    job.options.batch = plan->train.batch;
    job.options.rate = plan->train.rate;
    if (from >= plan->train.full_rate)
        job.options.rate *= (double)plan->train.full_rate / generation;
    job.options.weight_decay =
        fmax(plan->train.weight_decay, plan->train.first_weight_decay / (generation + 1));
    job.options.average = plan->train.average;
    if (!train_job(&job, &done, error))
        return false;
    row->rows = done.rows;
    row->steps = done.steps;
    if (done.has_validation) {
        row->policy = done.validation.of[LOSS_POLICY];
        row->policy_floor = done.validation.of[LOSS_POLICY_FLOOR];
        row->value = done.validation.of[LOSS_VALUE];
        row->value_floor = done.validation.of[LOSS_VALUE_FLOOR];
    }
    const bool ok = write_training(learn, generation, row, done.losses, error) &&
                    publish_file(weights, done.bytes, done.size, error);
    train_done_clear(&done);
    return ok;
}

/* Runs the external learner, which writes a file of its own, unless another task has made
 * these weights meanwhile. */
static bool run_command(const learn_t *learn, char *const *command, const char *weights,
                        failure_t *error) {
    child_process_t child;
    char end[128];
    if (!child_process_start(&child, command, -1, error))
        return false;
    while (!child_process_has_ended(&child, 0.2)) {
        const bool is_made = access(weights, F_OK) == 0;
        if (is_made || !stop_goes_on(error)) {
            child_process_kill(&child);
            return is_made;
        }
    }
    child_process_end(&child, 0);
    if (child.status == 0)
        return true;
    text_t text = text_into(end, sizeof end);
    child_process_write_end(&child, &text);
    return error_set(error, "the learner, %s, %s", learn->plan->train.command, end);
}

static bool train_outside(const learn_t *learn, int generation, const char *weights,
                          failure_t *error) {
    char shell[LEARN_COMMAND + 32], path[FILE_PATH];
    files_t files = {0};
    const int window = learn_plan_step(learn->plan, 0, generation, true).first_export;
    bool ok = list_files(learn, window, generation + 1, &files, error);
    char **command = memory_new(files.count + 6, sizeof *command);
    snprintf(shell, sizeof shell, "exec %s \"$@\" >&2", learn->plan->train.command);
    ok = ok && publish_begin(weights, path, error);
    const bool has_begun = ok;
    const char *const first[] = {"sh", "-c", shell, "learner", path};
    for (int i = 0; i < 5; i++)
        memcpy(&command[i], &first[i], sizeof command[i]); /* never written to */
    for (size_t i = 0; i < files.count; i++)
        command[5 + i] = files.paths[i];
    ok = ok && run_command(learn, command, weights, error);
    if (ok && access(weights, F_OK) != 0)
        ok = weights_open(path, error) &&
             (publish_finish_new(path, weights, error) || access(weights, F_OK) == 0);
    if (has_begun)
        unlink(path);
    free(command);
    clear_files(&files);
    return ok;
}

static bool file_is_made(const void *context) {
    return access(context, F_OK) == 0;
}

/* How long a task waits for a step that one task does. */
static double patience(const learn_t *learn) {
    return 120.0 * (double)learn->share.index;
}

static bool make_network(learn_t *learn, int generation, const char *weights,
                         learn_row_t *row, failure_t *error) {
    bool ok = true;
    for (int v = 0; ok && v < learn->plan->num_variants; v++)
        ok = export_games(learn, generation, &learn->plan->variants[v], error);
    return ok && (learn->plan->train.command[0]
                      ? train_outside(learn, generation, weights, error)
                      : train_here(learn, generation, weights, row, error));
}

bool learn_train(learn_t *learn, int generation, learn_row_t *row, failure_t *error) {
    char path[FILE_PATH];
    if (!learn_path(learn->folder, path, "weights", generation, ".safetensors", error))
        return false;
    if (!learn_wait(file_is_made, path, patience(learn))) {
        learn->stopped = stop_reason();
        return true;
    }
    if (access(path, F_OK) == 0) {
        if (!read_training(learn, generation, row, error))
            return false;
    } else if (!make_network(learn, generation, path, row, error))
        return false;
    const weights_t *weights = weights_open(path, error);
    if (weights)
        weights_write_hash(weights, row->hash);
    return weights != NULL;
}
