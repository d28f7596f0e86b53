#include "mcts/evaluate/opened_files.h"

#include <sys/stat.h>

typedef struct opened_file {
    struct opened_file *next;
    dev_t device;
    ino_t inode;
    off_t size;
    struct timespec changed;
    void *thing;
} opened_file_t;

static bool is_same(const opened_file_t *opened, const struct stat *facts) {
    return opened->device == facts->st_dev && opened->inode == facts->st_ino &&
           opened->size == facts->st_size &&
           opened->changed.tv_sec == facts->st_mtim.tv_sec &&
           opened->changed.tv_nsec == facts->st_mtim.tv_nsec;
}

const void *opened_files_get(opened_files_t *files, const char *path,
                             void *(*read)(const char *path, failure_t *error),
                             failure_t *error) {
    struct stat facts = {0};
    bool known = stat(path, &facts) == 0;
    for (const opened_file_t *opened = files->first; known && opened;
         opened = opened->next)
        if (is_same(opened, &facts))
            return opened->thing;
    void *thing = read(path, error);
    if (!thing)
        return NULL;
    opened_file_t *opened = memory_new(1, sizeof *opened);
    *opened = (opened_file_t){.next = files->first,
                              .device = facts.st_dev,
                              .inode = facts.st_ino,
                              .size = facts.st_size,
                              .changed = facts.st_mtim,
                              .thing = thing};
    files->first = opened;
    return thing;
}
