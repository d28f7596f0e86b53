/* keys_document.h - a table of keys for people and for programs: what can be said.
 * Use: keyset_document(&set, stdout);
 *      keyset_document_json(&set, array);                 an object for each key
 * Each key has its path, its default, what is allowed and what it means. In JSON: key,
 * type ("int", "real", "bool", "choice", "text"), default, min and max, choices, help.
 * Owns: nothing.   Threads: pure but for the file.   Errors: none.
 */
#ifndef CORE_KEYS_DOCUMENT_H
#define CORE_KEYS_DOCUMENT_H

#include "core/config/keys.h"

/* Columns: path and default, then the meaning and below it what is allowed. */
void keyset_document(const keyset_t *set, FILE *file);
void keyset_document_json(const keyset_t *set, cJSON *array);

/* One row of the same form, for what is no key of a table; allowed may be NULL. */
void key_document_row(const char *path, const char *value, const char *help,
                      const char *allowed, FILE *file);
void key_document_row_json(const char *path, const char *help, cJSON *array);

#endif
