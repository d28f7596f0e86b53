/* Makes generations again: each in a folder of its own that begins with what the original
 * had before it, by links. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "core/base/files/publish.h"
#include "core/game/game.h"
#include "eval/learn/learn_folder.h"
#include "eval/learn/learn_steps.h"
#include "mcts/evaluate/weights_file.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Links a file of the original, by its absolute path, into the scratch folder. */
static bool link_file(const learn_t *learn, const char *scratch, const char *kind,
                      int generation, const learn_variant_t *variant, const char *suffix,
                      failure_t *error) {
    char from[FILE_PATH], to[FILE_PATH];
    if (!learn_path_of(learn->folder, from, kind, generation, variant, suffix, error) ||
        !learn_path_of(scratch, to, kind, generation, variant, suffix, error))
        return false;
    char *absolute = realpath(from, NULL);
    if (!absolute)
        return error_set(error, "%s: is not there, and generation %d needs it", from,
                         generation);
    const bool ok = symlink(absolute, to) == 0 || access(to, F_OK) == 0;
    free(absolute);
    return ok || error_set(error, "%s: cannot be linked", to);
}

/* What the games and the training of a generation read: the best network before it, that
 * which its training starts from, and the earlier exports of its window. */
static bool link_inputs(const learn_t *learn, const char *scratch, int generation,
                        int best, failure_t *error) {
    static const learn_variant_t whole = {0};
    const learn_plan_t *plan = learn->plan;
    bool ok = best < 0 ||
              link_file(learn, scratch, "weights", best, &whole, ".safetensors", error);
    const int from = learn_trained_from(plan, generation);
    ok =
        ok && (from < 0 || from == best ||
               link_file(learn, scratch, "weights", from, &whole, ".safetensors", error));
    const int first = learn_plan_step(plan, 0, generation, true).first_export;
    for (int g = first; ok && g < generation; g++)
        for (int v = 0; ok && v < plan->num_variants; v++)
            ok =
                link_file(learn, scratch, "exports", g, &plan->variants[v], ".h5", error);
    return ok;
}

/* The network to start from, before the folder makes one of its own. */
static bool link_start(const learn_t *learn, const char *scratch, failure_t *error) {
    static const learn_variant_t whole = {0};
    char path[FILE_PATH];
    return learn_first(learn->plan) != LEARN_START ||
           (file_path(path, error, "%s/weights", scratch) &&
            publish_folder(path, error) &&
            link_file(learn, scratch, "weights", LEARN_START, &whole, ".safetensors",
                      error));
}

/* Whether the folder's own weights, if they are there, are those that it recorded. */
static bool is_as_recorded(const learn_t *learn, int generation, bool *is_equal,
                           failure_t *error) {
    char path[FILE_PATH], hash[WEIGHTS_HASH];
    if (!learn_path(learn->folder, path, "weights", generation, ".safetensors", error))
        return false;
    *is_equal = true;
    if (access(path, F_OK) != 0)
        return true;
    const weights_t *weights = weights_open(path, error);
    if (weights) {
        weights_write_hash(weights, hash);
        *is_equal = strcmp(hash, learn->rows[generation].hash) == 0;
    }
    return weights != NULL;
}

static bool check_generation(const learn_t *original, int generation, int best,
                             const char *scratch, bool *is_equal, failure_t *error) {
    char path[FILE_PATH];
    learn_row_t row = {0};
    learn_t again = {.plan = original->plan,
                     .folder = path,
                     .threads = original->threads,
                     .quiet = original->quiet,
                     .share = TASK_SHARE_ALL};
    bool ok = file_path(path, error, "%s/%03d", scratch, generation) &&
              link_start(original, path, error) && learn_open(&again, error);
    again.best = best;
    ok = ok && link_inputs(original, path, generation, best, error) &&
         learn_play(&again, generation, &row, error) &&
         (again.stopped || learn_train(&again, generation, &row, error));
    if (ok && again.stopped)
        ok = error_set(error, "stopped by %s; nothing was decided", again.stopped);
    ok = ok && is_as_recorded(original, generation, is_equal, error);
    *is_equal = ok && *is_equal && strcmp(row.hash, original->rows[generation].hash) == 0;
    learn_clear(&again);
    return ok;
}

bool learn_check(const learn_t *learn, const int *generations, int count,
                 const char *scratch, int *equal, failure_t *error) {
    *equal = 0;
    for (int i = 0; i < count; i++) {
        bool is_equal;
        if (generations[i] >= (int)learn->count)
            return error_set(error, "%s: generation %d is not complete; it has %zu",
                             learn->folder, generations[i], learn->count);
        if (!check_generation(learn, generations[i],
                              (int)learn->rows[generations[i]].opponent, scratch,
                              &is_equal, error))
            return false;
        *equal += is_equal;
        if (learn->checked)
            learn->checked(generations[i], learn->rows[generations[i]].hash, is_equal);
    }
    return true;
}
