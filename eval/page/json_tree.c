/* json_tree.c - the trees of the library cJSON, as far as play pages use them. Of its
 * links back, only that from the first item to the last is kept. */
#include "core/base/error.h"
#include "core/base/text.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

/* --- Making ------------------------------------------------------------------------- */

static cJSON *create(int type) {
    cJSON *json = memory_new(1, sizeof *json);
    json->type = type;
    return json;
}

cJSON *cJSON_CreateNull(void) {
    return create(cJSON_NULL);
}

cJSON *cJSON_CreateBool(cJSON_bool value) {
    return create(value ? cJSON_True : cJSON_False);
}

cJSON *cJSON_CreateNumber(double value) {
    cJSON *json = create(cJSON_Number);
    json->valuedouble = value;
    return json;
}

cJSON *cJSON_CreateString(const char *text) {
    cJSON *json = create(cJSON_String);
    json->valuestring = text_copy(text);
    return json;
}

cJSON *cJSON_CreateArray(void) {
    return create(cJSON_Array);
}

cJSON *cJSON_CreateObject(void) {
    return create(cJSON_Object);
}

cJSON *cJSON_CreateIntArray(const int *numbers, int count) {
    cJSON *json = cJSON_CreateArray();
    for (int i = 0; i < count; i++)
        cJSON_AddItemToArray(json, cJSON_CreateNumber(numbers[i]));
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

cJSON *cJSON_Duplicate(const cJSON *json, cJSON_bool deep) {
    const cJSON *item;
    if (!json)
        return NULL;
    cJSON *copy = create(json->type);
    copy->valuedouble = json->valuedouble;
    copy->valuestring = json->valuestring ? text_copy(json->valuestring) : NULL;
    copy->string = json->string ? text_copy(json->string) : NULL;
    if (deep)
        cJSON_ArrayForEach(item, json)
            cJSON_AddItemToArray(copy, cJSON_Duplicate(item, deep));
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

cJSON_bool cJSON_AddItemToArray(cJSON *parent, cJSON *item) {
    if (!parent || !item)
        return false;
    *(parent->child ? &parent->child->prev->next : &parent->child) = item;
    parent->child->prev = item;
    return true;
}

cJSON_bool cJSON_AddItemToObject(cJSON *parent, const char *key, cJSON *item) {
    if (parent && item) {
        free(item->string);
        item->string = text_copy(key);
    }
    return cJSON_AddItemToArray(parent, item);
}

static cJSON *add(cJSON *parent, const char *key, cJSON *item) {
    if (cJSON_AddItemToObject(parent, key, item))
        return item;
    cJSON_Delete(item);
    return NULL;
}

cJSON *cJSON_AddBoolToObject(cJSON *parent, const char *key, cJSON_bool value) {
    return add(parent, key, cJSON_CreateBool(value));
}

cJSON *cJSON_AddStringToObject(cJSON *parent, const char *key, const char *text) {
    return add(parent, key, cJSON_CreateString(text));
}

cJSON *cJSON_AddArrayToObject(cJSON *parent, const char *key) {
    return add(parent, key, cJSON_CreateArray());
}

cJSON *cJSON_AddObjectToObject(cJSON *parent, const char *key) {
    return add(parent, key, cJSON_CreateObject());
}

/* --- Reading ------------------------------------------------------------------------ */

static bool has_type(const cJSON *json, int types) {
    return json && (json->type & types);
}

cJSON_bool cJSON_IsTrue(const cJSON *json) {
    return has_type(json, cJSON_True);
}

cJSON_bool cJSON_IsBool(const cJSON *json) {
    return has_type(json, cJSON_True | cJSON_False);
}

cJSON_bool cJSON_IsNumber(const cJSON *json) {
    return has_type(json, cJSON_Number);
}

cJSON_bool cJSON_IsString(const cJSON *json) {
    return has_type(json, cJSON_String);
}

cJSON_bool cJSON_IsArray(const cJSON *json) {
    return has_type(json, cJSON_Array);
}

cJSON_bool cJSON_IsObject(const cJSON *json) {
    return has_type(json, cJSON_Object);
}

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

char *cJSON_GetStringValue(const cJSON *json) {
    return cJSON_IsString(json) ? json->valuestring : NULL;
}

cJSON *cJSON_DetachItemFromObjectCaseSensitive(cJSON *parent, const char *key) {
    cJSON *item = cJSON_GetObjectItemCaseSensitive(parent, key), *before = NULL;
    if (!item)
        return NULL;
    while ((before ? before->next : parent->child) != item)
        before = before ? before->next : parent->child;
    cJSON *last = parent->child->prev;
    *(before ? &before->next : &parent->child) = item->next;
    if (parent->child)
        parent->child->prev = last == item ? before : last;
    item->next = item->prev = NULL;
    return item;
}
