#include "core/base/table/result.h"

#include "core/base/text.h"

#include <cjson/cJSON.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct result {
    result_part_t *parts;
    size_t count, capacity;
    bool is_detail; /* what is added from now on */
};

result_t *result_new(void) {
    return memory_new(1, sizeof(result_t));
}

void result_free(result_t *result) {
    if (!result)
        return;
    for (size_t i = 0; i < result->count; i++) {
        result_part_t *part = &result->parts[i];
        for (size_t k = 0; k < part->count; k++) {
            free(part->items[k].sentence);
            free(part->items[k].command);
        }
        free(part->items);
        free(part->key);
        free(part->title);
        figures_free(part->figures);
        cJSON_Delete(part->json);
    }
    free(result->parts);
    free(result);
}

static result_part_t *add(result_t *result, result_part_kind_t kind, const char *key) {
    result->parts = memory_grow(result->parts, &result->capacity, result->count + 1,
                                sizeof *result->parts);
    result_part_t *part = &result->parts[result->count++];
    *part = (result_part_t){
        .kind = kind, .is_detail = result->is_detail, .key = key ? text_copy(key) : NULL};
    return part;
}

void result_join(result_t *result, result_t *other) {
    result->parts = memory_grow(result->parts, &result->capacity,
                                result->count + other->count, sizeof *result->parts);
    for (size_t i = 0; i < other->count; i++)
        result->parts[result->count++] = other->parts[i];
    other->count = 0;
}

static char *format_text(const char *format, va_list values) PRINTF_LIKE(1, 0);
static char *format_text(const char *format, va_list values) {
    va_list again;
    va_copy(again, values);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = memory_new((size_t)length + 1, 1);
    vsnprintf(text, (size_t)length + 1, format, values);
    return text;
}

void result_sentence(result_t *result, const char *key, const char *format, ...) {
    va_list values;
    va_start(values, format);
    char *text = format_text(format, values);
    va_end(values);
    add(result, PART_SENTENCE, key)->title = text;
}

void result_list(result_t *result, const char *key, const char *title) {
    add(result, PART_LIST, key)->title = text_copy(title);
}

static result_part_t *latest_list(result_t *result) {
    REQUIRE(result->count > 0);
    result_part_t *part = &result->parts[result->count - 1];
    REQUIRE(part->kind == PART_LIST);
    return part;
}

void result_item(result_t *result, bool is_warning, const char *format, ...) {
    result_part_t *part = latest_list(result);
    va_list values;
    va_start(values, format);
    char *text = format_text(format, values);
    va_end(values);
    part->items =
        memory_grow(part->items, &part->capacity, part->count + 1, sizeof *part->items);
    part->items[part->count++] = (result_item_t){text, NULL, is_warning};
}

void result_item_command(result_t *result, const char *command) {
    result_part_t *part = latest_list(result);
    REQUIRE(part->count > 0);
    part->items[part->count - 1].command = text_copy(command);
}

static figures_t *add_figures(result_t *result, result_part_kind_t kind, const char *key,
                              const char *title, const figure_column_t *columns,
                              int count) {
    result_part_t *part = add(result, kind, key);
    part->figures = figures_new(key, title, columns, count);
    return part->figures;
}

void result_copy_list(result_t *result, const char *title, const result_part_t *list,
                      size_t most) {
    result_list(result, list->key, title);
    for (size_t i = 0; i < list->count && i < most; i++) {
        result_item(result, list->items[i].is_warning, "%s", list->items[i].sentence);
        if (list->items[i].command)
            result_item_command(result, list->items[i].command);
    }
}

figures_t *result_table(result_t *result, const char *key, const char *title,
                        const figure_column_t *columns, int count) {
    return add_figures(result, PART_TABLE, key, title, columns, count);
}

figures_t *result_record(result_t *result, const char *key, const char *title,
                         const figure_column_t *columns, int count) {
    return add_figures(result, PART_RECORD, key, title, columns, count);
}

void result_json(result_t *result, const char *key, cJSON *json) {
    add(result, PART_JSON, key)->json = json;
}

void result_detail(result_t *result) {
    result->is_detail = true;
}

void result_brief(result_t *result) {
    REQUIRE(result->count > 0);
    result->parts[result->count - 1].is_brief = true;
}

size_t result_parts(const result_t *result) {
    return result->count;
}

const result_part_t *result_part_at(const result_t *result, size_t index) {
    return &result->parts[index];
}

const result_part_t *result_find(const result_t *result, const char *key) {
    for (size_t i = 0; i < result->count; i++)
        if (result->parts[i].key && strcmp(result->parts[i].key, key) == 0)
            return &result->parts[i];
    return NULL;
}

const result_part_t *result_find_titled(const result_t *result, const char *title) {
    for (size_t i = 0; i < result->count; i++)
        if (result->parts[i].kind == PART_LIST &&
            strcmp(result->parts[i].title, title) == 0)
            return &result->parts[i];
    return NULL;
}

bool result_part_has_content(const result_part_t *part) {
    switch (part->kind) {
    case PART_SENTENCE:
        return *part->title;
    case PART_LIST:
        return part->count > 0;
    case PART_TABLE:
    case PART_RECORD:
        return figures_rows(part->figures) > 0;
    case PART_JSON:
        break;
    }
    return false;
}
