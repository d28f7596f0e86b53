#include "core/config/value_lists.h"

#include "core/base/json.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static value_list_t *add_list(value_lists_t *lists, const char *key, size_t length,
                              const char *where, failure_t *error) {
    for (int i = 0; i < lists->count; i++)
        if (strlen(lists->of[i].key) == length &&
            strncmp(lists->of[i].key, key, length) == 0) {
            error_set(error, "%s: \"%s\" is given twice", where, lists->of[i].key);
            return NULL;
        }
    lists->of = memory_resize(lists->of, (size_t)lists->count + 1, sizeof *lists->of);
    value_list_t *list = &lists->of[lists->count++];
    *list = (value_list_t){.key = memory_new(length + 1, 1)};
    memcpy(list->key, key, length);
    return list;
}

static bool add_value(value_list_t *list, const char *value, size_t length,
                      const char *where, failure_t *error) {
    char *copy = memory_new(length + 1, 1);
    memcpy(copy, value, length);
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->values[i], copy) == 0) {
            free(copy);
            return error_set(error, "%s: \"%s\": the value %s is given twice", where,
                             list->key, list->values[i]);
        }
    list->values =
        memory_resize(list->values, (size_t)list->count + 1, sizeof *list->values);
    list->values[list->count++] = copy;
    return true;
}

static bool has_values(const value_list_t *list, const char *where, failure_t *error) {
    bool ok = list->count > 0;
    for (int i = 0; ok && i < list->count; i++)
        ok = *list->values[i] != '\0';
    return ok || error_set(error, "%s: \"%s\": give values separated by commas", where,
                           list->key);
}

bool value_lists_add(value_lists_t *lists, const char *word, const char *where,
                     failure_t *error) {
    const char *p = word + strcspn(word, "=");
    value_list_t *list = add_list(lists, word, (size_t)(p - word), where, error);
    while (list && *p) {
        size_t length = strcspn(++p, ",");
        if (!add_value(list, p, length, where, error))
            return false;
        p += length;
    }
    return list && has_values(list, where, error);
}

bool value_lists_add_json(value_lists_t *lists, const char *key, const cJSON *values,
                          const char *where, failure_t *error) {
    const cJSON *item;
    value_list_t *list = add_list(lists, key, strlen(key), where, error);
    cJSON_ArrayForEach(item, values) {
        char *text = json_to_word(item);
        bool ok = list && add_value(list, text, strlen(text), where, error);
        free(text);
        if (!ok)
            return false;
    }
    return list && has_values(list, where, error);
}

void value_lists_clear(value_lists_t *lists) {
    for (int i = 0; i < lists->count; i++) {
        value_list_t *list = &lists->of[i];
        for (int k = 0; k < list->count; k++)
            free(list->values[k]);
        free(list->values);
        free(list->key);
    }
    free(lists->of);
    *lists = (value_lists_t){0};
}

int value_lists_count(const value_lists_t *lists, int most) {
    int count = 1;
    for (int i = 0; i < lists->count && count <= most; i++)
        count *= lists->of[i].count;
    return count;
}

const char *value_lists_value(const value_lists_t *lists, int number, int list) {
    for (int i = lists->count - 1; i > list; i--)
        number /= lists->of[i].count;
    return lists->of[list].values[number % lists->of[list].count];
}

char *value_lists_word(const value_lists_t *lists, int number, int list) {
    const char *key = lists->of[list].key;
    const char *value = value_lists_value(lists, number, list);
    size_t size = strlen(key) + strlen(value) + 2;
    char *word = memory_new(size, 1);
    snprintf(word, size, "%s=%s", key, value);
    return word;
}

cJSON *value_lists_at(const value_lists_t *lists, int number, failure_t *error) {
    char **words = memory_new((size_t)lists->count + 1, sizeof *words);
    for (int i = 0; i < lists->count; i++)
        words[i] = value_lists_word(lists, number, i);
    cJSON *json = json_from_arguments(words, lists->count, error);
    for (int i = 0; i < lists->count; i++)
        free(words[i]);
    free(words);
    return json;
}

cJSON *value_list_json(const value_list_t *list) {
    cJSON *values = cJSON_CreateArray();
    for (int i = 0; i < list->count; i++)
        cJSON_AddItemToArray(values, json_from_word(list->values[i]));
    return values;
}
