/* cJSON.h - JSON values as trees, built and read by the program; json.h reads and
 * prints them as text.
 * Use: cJSON *json = cJSON_CreateObject();
 *      cJSON_AddStringToObject(json, "name", "uct-400");
 *      const cJSON *name = cJSON_GetObjectItemCaseSensitive(json, "name");
 *      if (cJSON_IsString(name)) ... name->valuestring ...
 *      cJSON_Delete(json);
 * Names and fields are those of the library cJSON. Adding gives an item to its parent,
 * detaching takes it back; texts are copied. Every function accepts NULL where a value
 * may be missing: it has no kind, no members, and size 0.
 * Owns: a tree its items; the caller the root.
 */
#ifndef CORE_CJSON_H
#define CORE_CJSON_H

#include <stdbool.h>
#include <stddef.h>

typedef enum {
    JSON_NULL,
    JSON_FALSE,
    JSON_TRUE,
    JSON_NUMBER,
    JSON_STRING,
    JSON_ARRAY,
    JSON_OBJECT
} json_kind_t;

typedef struct cJSON {
    struct cJSON *next, *child; /* the next item of its parent; its own first item */
    struct cJSON *last;         /* its own last item */
    json_kind_t kind;
    char *string;      /* its key in an object */
    char *valuestring; /* of a string; of a number, its digits as written, if any */
    double valuedouble;
} cJSON;

#define cJSON_ArrayForEach(item, parent)                                                 \
    for ((item) = (parent) ? (parent)->child : NULL; item; (item) = (item)->next)

/* --- Making ------------------------------------------------------------------------- */

cJSON *cJSON_CreateKind(json_kind_t kind); /* null, empty or 0 */
#define cJSON_CreateNull() cJSON_CreateKind(JSON_NULL)
#define cJSON_CreateBool(value) cJSON_CreateKind((value) ? JSON_TRUE : JSON_FALSE)
#define cJSON_CreateArray() cJSON_CreateKind(JSON_ARRAY)
#define cJSON_CreateObject() cJSON_CreateKind(JSON_OBJECT)
cJSON *cJSON_CreateNumber(double value);
cJSON *cJSON_CreateString(const char *text);
cJSON *cJSON_CreateIntArray(const int *numbers, int count);
cJSON *cJSON_CreateFloatArray(const float *numbers, int count);
cJSON *cJSON_CreateDoubleArray(const double *numbers, int count);
cJSON *cJSON_CreateStringArray(const char *const *texts, int count);

/* A copy, without the key that it has in its parent; deep: with its items. */
cJSON *cJSON_Duplicate(const cJSON *json, bool deep);
void cJSON_Delete(cJSON *json);

/* --- Adding ------------------------------------------------------------------------- */

/* false: parent or item is NULL, and nothing is done. */
bool cJSON_AddItemToArray(cJSON *parent, cJSON *item);
bool cJSON_AddItemToObject(cJSON *parent, const char *key, cJSON *item);

/* The same for a new item, which is returned, and deleted if there is no parent. */
cJSON *cJSON_AddNewToObject(cJSON *parent, const char *key, cJSON *item);
#define cJSON_AddNullToObject(parent, key)                                               \
    cJSON_AddNewToObject(parent, key, cJSON_CreateNull())
#define cJSON_AddBoolToObject(parent, key, value)                                        \
    cJSON_AddNewToObject(parent, key, cJSON_CreateBool(value))
#define cJSON_AddStringToObject(parent, key, text)                                       \
    cJSON_AddNewToObject(parent, key, cJSON_CreateString(text))
#define cJSON_AddArrayToObject(parent, key)                                              \
    cJSON_AddNewToObject(parent, key, cJSON_CreateArray())
#define cJSON_AddObjectToObject(parent, key)                                             \
    cJSON_AddNewToObject(parent, key, cJSON_CreateObject())

/* --- Reading ------------------------------------------------------------------------ */

static inline bool cJSON_IsTrue(const cJSON *json) {
    return json && json->kind == JSON_TRUE;
}
static inline bool cJSON_IsBool(const cJSON *json) {
    return cJSON_IsTrue(json) || (json && json->kind == JSON_FALSE);
}
static inline bool cJSON_IsNumber(const cJSON *json) {
    return json && json->kind == JSON_NUMBER;
}
static inline bool cJSON_IsString(const cJSON *json) {
    return json && json->kind == JSON_STRING;
}
static inline bool cJSON_IsArray(const cJSON *json) {
    return json && json->kind == JSON_ARRAY;
}
static inline bool cJSON_IsObject(const cJSON *json) {
    return json && json->kind == JSON_OBJECT;
}

/* The items of an array or object, by number from 0 and by key; NULL: there is none. */
int cJSON_GetArraySize(const cJSON *parent);
cJSON *cJSON_GetArrayItem(const cJSON *parent, int number);
cJSON *cJSON_GetObjectItemCaseSensitive(const cJSON *parent, const char *key);
#define cJSON_GetObjectItem cJSON_GetObjectItemCaseSensitive
#define cJSON_HasObjectItem(parent, key) (cJSON_GetObjectItem(parent, key) != NULL)

/* The text of a string; NULL: it is none. */
static inline const char *cJSON_GetStringValue(const cJSON *json) {
    return cJSON_IsString(json) ? json->valuestring : NULL;
}

/* --- Changing ----------------------------------------------------------------------- */

/* Takes an item out of its parent, for the caller to delete; NULL: it is not there. */
cJSON *cJSON_DetachItemViaPointer(cJSON *parent, cJSON *item);
#define cJSON_DetachItemFromObjectCaseSensitive(parent, key)                             \
    cJSON_DetachItemViaPointer(parent, cJSON_GetObjectItemCaseSensitive(parent, key))
#define cJSON_DeleteItemFromObjectCaseSensitive(parent, key)                             \
    cJSON_Delete(cJSON_DetachItemFromObjectCaseSensitive(parent, key))
#define cJSON_DetachItemFromObject cJSON_DetachItemFromObjectCaseSensitive
#define cJSON_DeleteItemFromObject cJSON_DeleteItemFromObjectCaseSensitive

/* Puts an item in place of another one and deletes that; false: it is not there, and the
 * new one is deleted. */
bool cJSON_ReplaceItemViaPointer(cJSON *parent, cJSON *item, cJSON *replacement);
#define cJSON_ReplaceItemInObjectCaseSensitive(parent, key, item)                        \
    cJSON_ReplaceItemViaPointer(parent, cJSON_GetObjectItem(parent, key), item)
#define cJSON_ReplaceItemInObject cJSON_ReplaceItemInObjectCaseSensitive

#endif
