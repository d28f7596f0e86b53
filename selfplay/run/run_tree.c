#include "selfplay/run/run_tree.h"

#include "core/base/files/file.h"
#include "core/base/text.h"
#include "selfplay/run/run_folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void add(run_tree_t *tree, const char *path) {
    tree->paths = memory_resize(tree->paths, tree->count + 1, sizeof *tree->paths);
    tree->paths[tree->count++] = text_copy(path);
}

void run_tree_clear(run_tree_t *tree) {
    for (size_t i = 0; i < tree->count; i++)
        free(tree->paths[i]);
    free(tree->paths);
    *tree = (run_tree_t){0};
}

static bool is_run(const char *folder) {
    char config[RUN_PATH];
    run_config_path(folder, config);
    return access(config, F_OK) == 0;
}

static bool holds_games(const char *folder) {
    failure_t ignored;
    run_folder_t list;
    if (!run_folder_list(&list, folder, &ignored))
        return false;
    bool some = list.num_shards > 0;
    run_folder_clear(&list);
    return some;
}

/* By bytes, except that digits are compared as numbers: "9" before "16". */
static int by_name(const struct dirent **a, const struct dirent **b) {
    const char *x = (*a)->d_name, *y = (*b)->d_name;
    while (*x && *x == *y)
        x++, y++;
    size_t digits_x = strspn(x, "0123456789"), digits_y = strspn(y, "0123456789");
    if (digits_x != digits_y)
        return digits_x < digits_y ? -1 : 1;
    return (int)(unsigned char)*x - (int)(unsigned char)*y;
}

static int is_shown(const struct dirent *entry) {
    return entry->d_name[0] != '.';
}

static bool add_below(run_tree_t *tree, const char *folder, int depth, failure_t *error) {
    struct dirent **entries;
    int count = scandir(folder, &entries, is_shown, by_name);
    bool ok =
        count >= 0 || error_set(error, "%s: cannot be read: %s", folder, strerror(errno));
    for (int i = 0; i < count; i++) {
        char path[RUN_PATH];
        if (ok &&
            snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name) <
                (int)sizeof path - 64 &&
            file_is_folder(path)) {
            if (holds_games(path))
                add(tree, path);
            else if (depth > 1 && !is_run(path))
                ok = add_below(tree, path, depth - 1, error);
        }
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    return ok;
}

bool run_tree_add(run_tree_t *tree, const char *path, failure_t *error) {
    size_t before = tree->count;
    if (file_is_folder(path) && strlen(path) + 64 < RUN_PATH && !is_run(path) &&
        !holds_games(path) && !add_below(tree, path, RUN_TREE_DEPTH, error))
        return false;
    if (tree->count == before)
        add(tree, path); /* its reader reports the error */
    return true;
}
