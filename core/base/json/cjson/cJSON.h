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

cJSON *cJSON_CreateNull(void);
cJSON *cJSON_CreateBool(bool value);
cJSON *cJSON_CreateNumber(double value);
cJSON *cJSON_CreateString(const char *text);
cJSON *cJSON_CreateArray(void);
cJSON *cJSON_CreateObject(void);
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

/* Each returns the new item. */
cJSON *cJSON_AddNullToObject(cJSON *parent, const char *key);
cJSON *cJSON_AddBoolToObject(cJSON *parent, const char *key, bool value);
cJSON *cJSON_AddStringToObject(cJSON *parent, const char *key, const char *text);
cJSON *cJSON_AddArrayToObject(cJSON *parent, const char *key);
cJSON *cJSON_AddObjectToObject(cJSON *parent, const char *key);

/* --- Reading ------------------------------------------------------------------------ */

bool cJSON_IsBool(const cJSON *json);
bool cJSON_IsTrue(const cJSON *json);
bool cJSON_IsNumber(const cJSON *json);
bool cJSON_IsString(const cJSON *json);
bool cJSON_IsArray(const cJSON *json);
bool cJSON_IsObject(const cJSON *json);

/* The items of an array or object, by number from 0 and by key; NULL: there is none. */
int cJSON_GetArraySize(const cJSON *parent);
cJSON *cJSON_GetArrayItem(const cJSON *parent, int number);
cJSON *cJSON_GetObjectItemCaseSensitive(const cJSON *parent, const char *key);
#define cJSON_GetObjectItem cJSON_GetObjectItemCaseSensitive
#define cJSON_HasObjectItem(parent, key) (cJSON_GetObjectItem(parent, key) != NULL)

/* The text of a string; NULL: it is none. */
const char *cJSON_GetStringValue(const cJSON *json);

/* --- Changing ----------------------------------------------------------------------- */

/* Takes an item out of its parent, for the caller to delete; NULL: it is not there. */
cJSON *cJSON_DetachItemViaPointer(cJSON *parent, cJSON *item);
cJSON *cJSON_DetachItemFromObjectCaseSensitive(cJSON *parent, const char *key);
void cJSON_DeleteItemFromObjectCaseSensitive(cJSON *parent, const char *key);
#define cJSON_DetachItemFromObject cJSON_DetachItemFromObjectCaseSensitive
#define cJSON_DeleteItemFromObject cJSON_DeleteItemFromObjectCaseSensitive

/* Puts an item in place of another one and deletes that; false: it is not there, and the
 * new one is deleted. */
bool cJSON_ReplaceItemViaPointer(cJSON *parent, cJSON *item, cJSON *replacement);
bool cJSON_ReplaceItemInObjectCaseSensitive(cJSON *parent, const char *key,
                                            cJSON *replacement);
#define cJSON_ReplaceItemInObject cJSON_ReplaceItemInObjectCaseSensitive

#endif
