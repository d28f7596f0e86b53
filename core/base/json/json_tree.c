/* json_tree.c - the trees of cjson/cJSON.h. */
#include "core/base/error.h"
#include "core/base/text.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

/* --- Making ------------------------------------------------------------------------- */

cJSON *cJSON_CreateKind(json_kind_t kind) {
    cJSON *json = memory_new(1, sizeof *json);
    json->kind = kind;
    return json;
}

cJSON *cJSON_CreateNumber(double value) {
    cJSON *json = cJSON_CreateKind(JSON_NUMBER);
    json->valuedouble = value;
    return json;
}

cJSON *cJSON_CreateString(const char *text) {
    cJSON *json = cJSON_CreateKind(JSON_STRING);
    json->valuestring = text_copy(text);
    return json;
}

cJSON *cJSON_CreateIntArray(const int *numbers, int count) {
    cJSON *json = cJSON_CreateArray();
    for (int i = 0; i < count; i++)
        cJSON_AddItemToArray(json, cJSON_CreateNumber(numbers[i]));
    return json;
}

cJSON *cJSON_CreateFloatArray(const float *numbers, int count) {
    cJSON *json = cJSON_CreateArray();
    for (int i = 0; i < count; i++)
        cJSON_AddItemToArray(json, cJSON_CreateNumber((double)numbers[i]));
    return json;
}

cJSON *cJSON_CreateDoubleArray(const double *numbers, int count) {
    cJSON *json = cJSON_CreateArray();
    for (int i = 0; i < count; i++)
        cJSON_AddItemToArray(json, cJSON_CreateNumber(numbers[i]));
    return json;
}

cJSON *cJSON_CreateStringArray(const char *const *texts, int count) {
    cJSON *json = cJSON_CreateArray();
    for (int i = 0; i < count; i++)
        cJSON_AddItemToArray(json, cJSON_CreateString(texts[i]));
    return json;
}

cJSON *cJSON_Duplicate(const cJSON *json, bool deep) {
    const cJSON *item;
    if (!json)
        return NULL;
    cJSON *copy = cJSON_CreateKind(json->kind);
    copy->valuedouble = json->valuedouble;
    copy->valuestring = json->valuestring ? text_copy(json->valuestring) : NULL;
    if (deep)
        cJSON_ArrayForEach(item, json) {
            cJSON *below = cJSON_Duplicate(item, true);
            below->string = item->string ? text_copy(item->string) : NULL;
            cJSON_AddItemToArray(copy, below);
        }
    return copy;
}

void cJSON_Delete(cJSON *json) {
    if (!json)
        return;
    for (cJSON *item = json->child, *next; item; item = next) {
        next = item->next;
        cJSON_Delete(item);
    }
    free(json->string);
    free(json->valuestring);
    free(json);
}

/* --- Adding ------------------------------------------------------------------------- */

bool cJSON_AddItemToArray(cJSON *parent, cJSON *item) {
    if (!parent || !item)
        return false;
    *(parent->last ? &parent->last->next : &parent->child) = item;
    parent->last = item;
    return true;
}

static void set_key(cJSON *item, const char *key) {
    char *copy = text_copy(key);
    free(item->string);
    item->string = copy;
}

bool cJSON_AddItemToObject(cJSON *parent, const char *key, cJSON *item) {
    if (parent && item)
        set_key(item, key);
    return cJSON_AddItemToArray(parent, item);
}

cJSON *cJSON_AddNewToObject(cJSON *parent, const char *key, cJSON *item) {
    if (cJSON_AddItemToObject(parent, key, item))
        return item;
    cJSON_Delete(item);
    return NULL;
}

/* --- Reading ------------------------------------------------------------------------ */

int cJSON_GetArraySize(const cJSON *parent) {
    const cJSON *item;
    int size = 0;
    cJSON_ArrayForEach(item, parent) size++;
    return size;
}

cJSON *cJSON_GetArrayItem(const cJSON *parent, int number) {
    cJSON *item = parent ? parent->child : NULL;
    for (; item && number > 0; number--)
        item = item->next;
    return item;
}

cJSON *cJSON_GetObjectItemCaseSensitive(const cJSON *parent, const char *key) {
    cJSON *item;
    cJSON_ArrayForEach(item, parent) {
        if (item->string && strcmp(item->string, key) == 0)
            return item;
    }
    return NULL;
}

/* --- Changing ----------------------------------------------------------------------- */

/* Takes an item out and puts another one, or NULL, in its place. */
static bool exchange(cJSON *parent, const cJSON *item, cJSON *replacement) {
    cJSON *before = NULL, **place = parent ? &parent->child : NULL;
    while (place && *place && *place != item) {
        before = *place;
        place = &before->next;
    }
    if (!item || !place || !*place)
        return false;
    if (replacement)
        replacement->next = item->next;
    *place = replacement ? replacement : item->next;
    if (parent->last == item)
        parent->last = replacement ? replacement : before;
    return true;
}

cJSON *cJSON_DetachItemViaPointer(cJSON *parent, cJSON *item) {
    if (!exchange(parent, item, NULL))
        return NULL;
    item->next = NULL;
    return item;
}

bool cJSON_ReplaceItemViaPointer(cJSON *parent, cJSON *item, cJSON *replacement) {
    if (!exchange(parent, item, replacement)) {
        cJSON_Delete(replacement);
        return false;
    }
    if (replacement && item->string)
        set_key(replacement, item->string);
    item->next = NULL;
    cJSON_Delete(item);
    return true;
}
