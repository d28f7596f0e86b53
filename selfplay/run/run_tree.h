/* run_tree.h - the runs below a folder, such as the folder of a study.
 * Use: run_tree_t tree = {0};
 *      if (run_tree_add(&tree, "runs/study", &error)) ... tree.paths[i] ...
 *      run_tree_clear(&tree);                                    also after an error
 * A path that is a run, a folder with files of games, or not a folder stands for itself.
 * Any other folder stands for the runs with games below it, at most RUN_TREE_DEPTH levels
 * deep, sorted by name, with numbers in names compared as numbers.
 */
#ifndef SELFPLAY_RUN_TREE_H
#define SELFPLAY_RUN_TREE_H

#include "core/base/error.h"

#include <stdbool.h>
#include <stddef.h>

enum { RUN_TREE_DEPTH = 3 };

typedef struct run_tree {
    char **paths;
    size_t count;
} run_tree_t;

bool run_tree_add(run_tree_t *tree, const char *path, failure_t *error);
void run_tree_clear(run_tree_t *tree);

#endif
