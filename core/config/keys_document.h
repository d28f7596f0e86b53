/* keys_document.h - documents a table of keys, as text for people and as JSON.
 * Use: keyset_document(&set, stdout);
 *      keyset_document_json(&set, array);                 adds an object per key
 * Each key is listed with its path, default, allowed values and meaning; one that is read
 * elsewhere with its meaning, if it has one. In JSON: key, type ("int", "real", "bool",
 * "choice", "text", "command"), default, min and max, choices, help.
 */
#ifndef CORE_KEYS_DOCUMENT_H
#define CORE_KEYS_DOCUMENT_H

#include "core/config/keys.h"

/* Columns: path, default, meaning; the allowed values below the meaning. */
void keyset_document(const keyset_t *set, FILE *file);
void keyset_document_json(const keyset_t *set, cJSON *array);

#endif
