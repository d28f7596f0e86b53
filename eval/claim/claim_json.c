#include "eval/claim/claim_json.h"

#include "core/base/json.h"
#include "core/base/plain_text.h"
#include "eval/claim/claim_files.h"
#include "selfplay/run/run_folder.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

const char *claim_json_load(claim_files_t *files, const char *name, failure_t *error) {
    size_t size;
    const char *text = claim_files_load(files, name, CLAIM_TEXT_BYTES, &size, error);
    if (!text || !memchr(text, 0, size))
        return text;
    error_set(error, "%s/%s: is not text", files->folder, name);
    return NULL;
}

cJSON *claim_json_parse(claim_files_t *files, const char *name, const char *where,
                        failure_t *error) {
    char path[RUN_PATH];
    const char *text = claim_json_load(files, name, error);
    snprintf(path, sizeof path, "%.4000s/%s", where, name);
    return text ? json_parse(text, path, error) : NULL;
}

bool claim_json_malformed(const char *where, const char *key, failure_t *error) {
    return error_set(error,
                     "%s/" CLAIM_ABOUT_FILE
                     ": \"%s\" is missing, or is not as `fulcrum claim` writes it",
                     where, key);
}

bool claim_json_line(const cJSON *json, const char *key, char *into, size_t size,
                     const char *where, failure_t *error) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, key);
    if (!cJSON_IsString(item) || !plain_text_is_line(item->valuestring, size))
        return claim_json_malformed(where, key, error);
    snprintf(into, size, "%s", item->valuestring);
    return true;
}

const cJSON *claim_json_list(const cJSON *json, const char *key, int most,
                             const char *where, failure_t *error) {
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(json, key);
    if (cJSON_IsArray(list) && cJSON_GetArraySize(list) <= most)
        return list;
    claim_json_malformed(where, key, error);
    return NULL;
}
