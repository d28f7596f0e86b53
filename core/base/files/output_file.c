#include "core/base/files/output_file.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool output_is_same_file(const char *a, const char *b) {
    struct stat first, second;
    return stat(a, &first) == 0 && stat(b, &second) == 0 &&
           first.st_ino == second.st_ino && first.st_dev == second.st_dev;
}

static bool begins_with(const char *path, const char *begins) {
    char start[256];
    size_t length = strlen(begins);
    REQUIRE(length <= sizeof start);
    int file = open(path, O_RDONLY | O_NONBLOCK);
    if (file < 0)
        return false;
    bool same = read(file, start, length) == (ssize_t)length &&
                memcmp(start, begins, length) == 0;
    close(file);
    return same;
}

bool output_check(const char *path, const output_rule_t *rule, failure_t *error) {
    struct stat there;
    if (stat(path, &there) != 0)
        return true;
    if (!S_ISREG(there.st_mode))
        return error_set(
            error, "%s: already exists and is not a regular file; it is not replaced",
            path);
    if (rule->needs_force && !rule->is_forced)
        return error_set(error, "%s: already exists; --force replaces it", path);
    for (size_t i = 0; i < rule->num_inputs; i++)
        if (output_is_same_file(path, rule->inputs[i]))
            return error_set(error, "%s: is an input of this command; it is not replaced",
                             path);
    bool own = rule->begins ? begins_with(path, rule->begins) : rule->is_own(path);
    return own ||
           error_set(error,
                     "%s: already exists and is not a %s; it is not replaced: choose "
                     "another name, or remove it first",
                     path, rule->kind);
}
