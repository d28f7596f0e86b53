/* claim_json.h - required parts of claim.json.
 * Use: cJSON *json = claim_json_parse(&files, "claim.json", "FOLDER", &error);
 *      if (!claim_json_line(json, "program", text, sizeof text, "FOLDER", &error)) ...
 *      const cJSON *list = claim_json_list(json, "agents", 4, "FOLDER", &error);
 * Errors: missing or malformed parts, by their key.
 */
#ifndef EVAL_CLAIM_JSON_H
#define EVAL_CLAIM_JSON_H

#include "core/base/error.h"
#include "selfplay/run/folder_kind.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct cJSON cJSON;               /* cjson/cJSON.h */
typedef struct claim_files claim_files_t; /* eval/claim/claim_files.h */

#define CLAIM_ABOUT_FILE FOLDER_BUNDLE_FILE

/* A file of the bundle, as text; NULL: an error. */
const char *claim_json_load(claim_files_t *files, const char *name, failure_t *error);

/* The same, which must be one JSON object; the caller deletes it. */
cJSON *claim_json_parse(claim_files_t *files, const char *name, const char *where,
                        failure_t *error);

/* Reports a part that is not as `fulcrum claim` writes it; always false. */
bool claim_json_malformed(const char *where, const char *key, failure_t *error);

/* A plain line that fits; a list of at most `most` items. */
bool claim_json_line(const cJSON *json, const char *key, char *into, size_t size,
                     const char *where, failure_t *error);
const cJSON *claim_json_list(const cJSON *json, const char *key, int most,
                             const char *where, failure_t *error);

#endif
