/* learn_folder.h - the files of a folder of `fulcrum learn`, all ordinary ones; what has
 * its name is whole, and is not made again.
 *      FOLDER/plan.json                   the plan (learn_plan.h)
 *      FOLDER/games/003.json, games/003/  generation 3's configuration and run
 *      FOLDER/exports/003.h5              its training data
 *      FOLDER/weights/003.safetensors     the network trained on the window;
 *      FOLDER/weights/003.csv, 003.json   its losses by step, and at the end
 *      FOLDER/weights/start.safetensors   the network to start from, for these variants
 *      FOLDER/agents/003.json             an agent that plays with it
 *      FOLDER/gates/003/                  its match against the best so far
 *      FOLDER/curve/004/                  the best after it against an earlier best
 *      FOLDER/generations/003.json        what the generation came to; until then,
 *      FOLDER/generations/003.spent-0.json  task 0's CPU time
 *      FOLDER/ladder/003-4000/            the best network against so many playouts
 *      FOLDER/ladder/003-4000.json        and the CPU time of a search of both
 *      FOLDER/best.json                   the agent of the best so far: at first playouts
 *      FOLDER/best.safetensors            its weights, once it has some
 * With several variants, games, exports and matches are of one variant each:
 * games/003-swap=true/.
 * Use: char path[FILE_PATH];
 *      if (learn_path(folder, path, "weights", 3, ".safetensors", &error)) ...
 * Errors: paths that are too long; those of publish.h, agent.h.
 */
#ifndef EVAL_LEARN_FOLDER_H
#define EVAL_LEARN_FOLDER_H

#include "core/base/error.h"
#include "core/base/files/file.h"
#include "core/config/keys.h"
#include "eval/learn/learn_plan.h"
#include "mcts/search/agent.h"

/* In place of a generation: the search before the first network; the network to start
 * from. */
enum { LEARN_PLAYOUTS = -1, LEARN_START = -2 };

/* What plays before generation 0 has been promoted. */
static inline int learn_first(const learn_plan_t *plan) {
    return plan->train.start[0] ? LEARN_START : LEARN_PLAYOUTS;
}
/* The generation whose network a generation's training starts from; LEARN_START;
 * LEARN_PLAYOUTS: random weights. */
int learn_trained_from(const learn_plan_t *plan, int generation);
/* Makes FOLDER/weights/start.safetensors, if there is a network to start from. */
bool learn_settle_start(const char *folder, const learn_plan_t *plan, failure_t *error);

/* FOLDER/KIND/003LABEL SUFFIX */
bool learn_path(const char *folder, char path[FILE_PATH], const char *kind,
                int generation, const char *suffix, failure_t *error);
bool learn_path_of(const char *folder, char path[FILE_PATH], const char *kind,
                   int generation, const learn_variant_t *variant, const char *suffix,
                   failure_t *error);

/* Publishes a text unless it exists already; another text there is an error. what: of it;
 * NULL: then the other one holds. */
bool learn_settle_text(const char *path, const char *text, const char *what,
                       failure_t *error);

/* Publishes the values of a table of keys as a JSON object; reads them again. */
bool learn_write_values(const char *path, const keyset_t *set, const void *values,
                        failure_t *error);
bool learn_read_values(const char *path, const keyset_t *set, void *values,
                       failure_t *error);
/* The same, or nothing if there is no such file. */
bool learn_read_values_if_any(const char *path, const keyset_t *set, void *values,
                              failure_t *error);

/* Publishes them unless the file exists already, and reads those that are there then. */
bool learn_settle_values(const char *path, const keyset_t *set, void *values,
                         failure_t *error);

/* The configuration of a generation's games of a variant, played by the best so far. */
bool learn_write_config(const char *folder, const learn_plan_t *plan, int variant,
                        int generation, int best, const learn_step_t *step,
                        failure_t *error);

/* Writes the agent of a generation's network, or the playouts', to a path. */
bool learn_write_agent(const char *folder, const learn_plan_t *plan, int generation,
                       const char *path, failure_t *error);
/* Copies a generation's weights to a path. */
bool learn_copy_weights(const char *folder, int generation, const char *to,
                        failure_t *error);
/* Makes a generation's network the best: FOLDER/best.json, best.safetensors. */
bool learn_promote(const char *folder, const learn_plan_t *plan, int generation,
                   failure_t *error);
/* An agent from its file in FOLDER/agents, which is written if need be. */
bool learn_load_agent(const char *folder, const learn_plan_t *plan, int generation,
                      agent_t *agent, failure_t *error);

#endif
