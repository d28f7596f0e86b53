#include "selfplay/verify/set_aside.h"

#include "core/base/files/file.h"
#include "core/base/files/publish.h"
#include "selfplay/run/run_folder.h"
#include "selfplay/verify/game_checker.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool is_same_file(const game_origin_t *origin) {
    game_origin_t now;
    game_origin_init(&now, origin->path, origin->shard);
    return now.inode != 0 && now.inode == origin->inode && now.size == origin->size &&
           now.modified_ns == origin->modified_ns;
}

/* Reserves an unused name by creating an empty file. */
static bool take_name(const char *folder, const game_origin_t *origin,
                      char moved[FILE_PATH], failure_t *error) {
    enum { MOST = 10000 };
    const char *slash = strrchr(origin->path, '/');
    const char *name = slash ? slash + 1 : origin->path;
    for (int count = 0; count < MOST; count++) {
        char suffix[16] = "";
        if (count > 0)
            snprintf(suffix, sizeof suffix, ".%d", count);
        if (!file_path(moved, error, "%s/" RUN_FOLDER_DAMAGED "/%s%s", folder, name,
                       suffix))
            return false;
        int file = open(moved, O_WRONLY | O_CREAT | O_EXCL, 0666);
        if (file >= 0) {
            close(file);
            return true;
        }
        if (errno != EEXIST)
            return error_set(error, "%s: cannot be created: %s", moved, strerror(errno));
    }
    return error_set(error, "%s: %d files of that name exist", moved, MOST);
}

bool set_aside(const char *folder, const game_origin_t *origin, char moved[FILE_PATH],
               failure_t *error) {
    char place[FILE_PATH];
    snprintf(place, sizeof place, "%s/" RUN_FOLDER_DAMAGED, folder);
    if (!publish_folder_below(folder, place, error) ||
        !take_name(folder, origin, moved, error))
        return false;
    bool same = is_same_file(origin);
    if (same && rename(origin->path, moved) == 0)
        return true;
    int reason = errno;
    unlink(moved);
    if (!same)
        return error_set(error, "%s: was meanwhile repaired by another process",
                         origin->path);
    return error_set(error, "%s: cannot be moved to %s: %s", origin->path, moved,
                     strerror(reason));
}
