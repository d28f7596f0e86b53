#include "eval/claim/claim_json.h"

#include "core/base/json.h"
#include "core/base/plain_text.h"
#include "eval/claim/claim_files.h"
#include "selfplay/run/run_folder.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

cJSON *claim_json_parse(const claim_files_t *files, const char *name, const char *where,
                        failure_t *error) {
    const claim_file_t *file = claim_files_find(files, name);
    char path[RUN_PATH];
    snprintf(path, sizeof path, "%.4000s/%s", where, name);
    if (!file || !file->bytes || memchr(file->bytes, 0, file->size)) {
        error_set(error, "%s: is missing or not text", path);
        return NULL;
    }
    return json_parse(file->bytes, path, error);
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
