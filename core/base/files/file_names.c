#include "core/base/files/file_names.h"

#include "core/base/error.h"
#include "core/base/text.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

bool file_names_list(file_names_t *names, const char *folder) {
    const struct dirent *entry;
    *names = (file_names_t){0};
    DIR *open = opendir(folder);
    if (!open)
        return false;
    for (errno = 0; (entry = readdir(open)) != NULL; errno = 0)
        if (entry->d_name[0] != '.') {
            names->of = memory_grow(names->of, &names->capacity, names->count + 1,
                                    sizeof *names->of);
            names->of[names->count++] = text_copy(entry->d_name);
        }
    int reason = errno;
    closedir(open);
    if (reason != 0)
        file_names_clear(names);
    else if (names->count > 0)
        qsort(names->of, names->count, sizeof *names->of, compare);
    errno = reason;
    return reason == 0;
}

void file_names_clear(file_names_t *names) {
    for (size_t i = 0; i < names->count; i++)
        free(names->of[i]);
    free(names->of);
    *names = (file_names_t){0};
}
