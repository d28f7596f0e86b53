/* cJSON.h - what play pages use of the library cJSON, which has no package for
 * WebAssembly: the same names, fields and meanings. The program itself is built with the
 * library. Adding gives an item to its parent, detaching takes it back; texts are copied.
 * Every function accepts NULL where a value may be missing.
 * Owns: a tree its items; the caller the root.
 */
#ifndef PAGE_CJSON_H
#define PAGE_CJSON_H

#include <stddef.h>

typedef int cJSON_bool;

enum {
    cJSON_False = 1 << 0,
    cJSON_True = 1 << 1,
    cJSON_NULL = 1 << 2,
    cJSON_Number = 1 << 3,
    cJSON_String = 1 << 4,
    cJSON_Array = 1 << 5,
    cJSON_Object = 1 << 6
};

typedef struct cJSON {
    struct cJSON *next, *child; /* the next item of its parent; its own first item */
    struct cJSON *last;         /* its own last item */
    int type;
    char *string;      /* its key in an object */
    char *valuestring; /* of a string; of a number, its digits as written, if any */
    double valuedouble;
} cJSON;

#define cJSON_ArrayForEach(item, parent)                                                 \
    for ((item) = (parent) ? (parent)->child : NULL; item; (item) = (item)->next)

/* --- Making ------------------------------------------------------------------------- */

cJSON *cJSON_CreateNull(void);
cJSON *cJSON_CreateBool(cJSON_bool value);
cJSON *cJSON_CreateNumber(double value);
cJSON *cJSON_CreateString(const char *text);
cJSON *cJSON_CreateArray(void);
cJSON *cJSON_CreateObject(void);
cJSON *cJSON_CreateIntArray(const int *numbers, int count);
cJSON *cJSON_CreateDoubleArray(const double *numbers, int count);
cJSON *cJSON_CreateStringArray(const char *const *texts, int count);
cJSON *cJSON_Duplicate(const cJSON *json, cJSON_bool deep);
void cJSON_Delete(cJSON *json);

/* --- Adding ------------------------------------------------------------------------- */

cJSON_bool cJSON_AddItemToArray(cJSON *parent, cJSON *item);
cJSON_bool cJSON_AddItemToObject(cJSON *parent, const char *key, cJSON *item);

/* A new item, which is returned; NULL: there is no parent. */
cJSON *cJSON_AddBoolToObject(cJSON *parent, const char *key, cJSON_bool value);
cJSON *cJSON_AddStringToObject(cJSON *parent, const char *key, const char *text);
cJSON *cJSON_AddArrayToObject(cJSON *parent, const char *key);
cJSON *cJSON_AddObjectToObject(cJSON *parent, const char *key);

/* --- Reading ------------------------------------------------------------------------ */

cJSON_bool cJSON_IsTrue(const cJSON *json);
cJSON_bool cJSON_IsBool(const cJSON *json);
cJSON_bool cJSON_IsNumber(const cJSON *json);
cJSON_bool cJSON_IsString(const cJSON *json);
cJSON_bool cJSON_IsArray(const cJSON *json);
cJSON_bool cJSON_IsObject(const cJSON *json);
int cJSON_GetArraySize(const cJSON *parent);
cJSON *cJSON_GetArrayItem(const cJSON *parent, int number);
cJSON *cJSON_GetObjectItemCaseSensitive(const cJSON *parent, const char *key);
char *cJSON_GetStringValue(const cJSON *json);

/* Takes an item out of its parent, for the caller to delete. */
cJSON *cJSON_DetachItemFromObjectCaseSensitive(cJSON *parent, const char *key);

#endif
