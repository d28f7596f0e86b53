/* A result as one JSON object. */
#include "core/base/json.h"
#include "core/base/table/result.h"

#include <cjson/cJSON.h>

static cJSON *cell_json(figure_kind_t kind, const figure_cell_t *cell) {
    if (cell->is_empty)
        return cJSON_CreateNull();
    if (cell->json)
        return cJSON_Duplicate(cell->json, true);
    if (cell->word)
        return cJSON_CreateString(cell->word);
    if (kind == FIGURE_COUNT)
        return json_number(cell->count);
    if (kind == FIGURE_YES_NO)
        return cJSON_CreateBool(cell->value.value != 0);
    return json_number(cell->value.value);
}

static void add_row(const figures_t *figures, size_t row, cJSON *json) {
    const figure_cell_t *cells = figures_row_at(figures, row);
    for (int i = 0; i < figures_columns(figures); i++) {
        const figure_column_t *column = figures_column_at(figures, i);
        if (column->flags & FIGURE_SHOWN)
            continue;
        if (figure_is_estimate(column->kind) && !cells[i].is_empty)
            json_add_estimate(json, column->key, &cells[i].value);
        else
            cJSON_AddItemToObject(json, column->key, cell_json(column->kind, &cells[i]));
    }
}

static cJSON *table_json(const figures_t *figures) {
    cJSON *rows = cJSON_CreateArray();
    for (size_t row = 0; row < figures_rows(figures); row++) {
        cJSON *object = cJSON_CreateObject();
        add_row(figures, row, object);
        cJSON_AddItemToArray(rows, object);
    }
    return rows;
}

static cJSON *list_json(const result_part_t *part) {
    cJSON *items = cJSON_CreateArray();
    for (size_t i = 0; i < part->count; i++) {
        cJSON *item = cJSON_CreateObject();
        cJSON_AddBoolToObject(item, "warning", part->items[i].is_warning);
        cJSON_AddStringToObject(item, "sentence", part->items[i].sentence);
        if (part->items[i].command)
            cJSON_AddStringToObject(item, "command", part->items[i].command);
        cJSON_AddItemToArray(items, item);
    }
    return items;
}

/* A record without a row is null. */
static void add_record(const result_part_t *part, cJSON *json) {
    bool exists = figures_rows(part->figures) > 0;
    if (!part->key && exists)
        add_row(part->figures, 0, json);
    else if (part->key && exists)
        add_row(part->figures, 0, cJSON_AddObjectToObject(json, part->key));
    else if (part->key)
        cJSON_AddNullToObject(json, part->key);
}

cJSON *result_as_json(const result_t *result) {
    cJSON *json = cJSON_CreateObject();
    for (size_t i = 0; i < result_parts(result); i++) {
        const result_part_t *part = result_part_at(result, i);
        if (part->kind == PART_RECORD)
            add_record(part, json);
        else if (part->key && part->kind == PART_SENTENCE)
            cJSON_AddStringToObject(json, part->key, part->title);
        else if (part->key)
            cJSON_AddItemToObject(json, part->key,
                                  part->kind == PART_TABLE ? table_json(part->figures)
                                  : part->kind == PART_LIST
                                      ? list_json(part)
                                      : cJSON_Duplicate(part->json, true));
    }
    return json;
}
