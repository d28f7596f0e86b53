/* file_names.h - the names in a folder.
 * Use: file_names_t names;
 *      if (file_names_list(&names, "FOLDER")) ... names.of[i] ...
 *      file_names_clear(&names);                              also after an error
 */
#ifndef CORE_FILE_NAMES_H
#define CORE_FILE_NAMES_H

#include <stdbool.h>
#include <stddef.h>

typedef struct file_names {
    char **of; /* sorted by bytes; without those that begin with a dot */
    size_t count, capacity;
} file_names_t;

/* False with errno, and without names. */
bool file_names_list(file_names_t *names, const char *folder);
void file_names_clear(file_names_t *names);

#endif
