/* result.h - what a command answers: sentences and tables in order, and writers that put
 * them out as text for a terminal, as JSON or as CSV; as HTML:
 * eval/render/figures_html.h.
 * Use: result_t *result = result_new();
 *      result_sentence(result, "answer", "The first player scores %s.", words);
 *      figures_row(result_record(result, NULL, NULL, columns, count), &match);
 *      figures_t *table = result_table(result, "cells", "All cells", columns, count);
 *      result_detail(result);                  what follows is text only if wanted
 *      result_list(result, "controls", "Can the search be trusted?");
 *      result_item(result, true, "All seats together: %s", words);
 *      result_print(result, RESULT_TEXT, stdout);   result_free(result);
 * The answer comes first, what it rests on later.
 * JSON is one object on one line with a key for each part: a sentence is a string, a list
 * an array of {"warning", "sentence"}, a table an array of objects, a record an object.
 * CSV is the first table (or else record) with its columns as heading.
 * Owns: copies of all texts, and its tables; result_free releases all.
 */
#ifndef CORE_RESULT_H
#define CORE_RESULT_H

#include "core/base/error.h"
#include "core/base/table/figures.h"

#include <stdio.h>

typedef struct result result_t;
typedef struct result_part result_part_t;

result_t *result_new(void);
void result_free(result_t *result);

/* One paragraph. key: NULL for text and pages only. */
void result_sentence(result_t *result, const char *key, const char *format, ...)
    PRINTF_LIKE(3, 4);

/* Sentences under a title; result_item adds to the latest list. */
void result_list(result_t *result, const char *key, const char *title);
void result_item(result_t *result, bool is_warning, const char *format, ...)
    PRINTF_LIKE(3, 4);
/* The command that the latest item is about: on a line of its own, to be copied. */
void result_item_command(result_t *result, const char *command);

/* A list with the first items of another one, under a title of its own. */
void result_copy_list(result_t *result, const char *title, const result_part_t *list,
                      size_t most);

/* A table (figures.h), to be filled with rows. Text leaves out tables without rows. key:
 * NULL for text only. */
figures_t *result_table(result_t *result, const char *key, const char *title,
                        const figure_column_t *columns, int count);
/* A table of one row: text shows a figure per line, JSON one object; key NULL: its
 * columns are keys of the object around it. Text leaves out empty figures. */
figures_t *result_record(result_t *result, const char *key, const char *title,
                         const figure_column_t *columns, int count);

/* For JSON only; takes ownership. */
void result_json(result_t *result, const char *key, cJSON *json);

/* Moves all parts of another result to the end of this one. */
void result_join(result_t *result, result_t *other);

/* All that is added from now on: text has it only in detail. */
void result_detail(result_t *result);

/* The latest part is for text without detail alone: how to ask for more. */
void result_brief(result_t *result);

typedef enum { RESULT_TEXT, RESULT_DETAIL, RESULT_JSON, RESULT_CSV } result_form_t;
void result_print(const result_t *result, result_form_t form, FILE *file);

/* --- Parts, for writers ------------------------------------------------------------- */

typedef enum {
    PART_SENTENCE,
    PART_LIST,
    PART_TABLE,
    PART_RECORD,
    PART_JSON
} result_part_kind_t;

typedef struct result_item {
    char *sentence, *command; /* command: NULL without one */
    bool is_warning;
} result_item_t;

struct result_part {
    result_part_kind_t kind;
    bool is_detail, is_brief;
    char *key;   /* NULL: none */
    char *title; /* of a list; the text of a sentence */
    result_item_t *items;
    size_t count, capacity;
    figures_t *figures;
    cJSON *json;
};

size_t result_parts(const result_t *result);
const result_part_t *result_part_at(const result_t *result, size_t index);
/* The part with a key, or a list with a title; NULL: there is none. */
const result_part_t *result_find(const result_t *result, const char *key);
const result_part_t *result_find_titled(const result_t *result, const char *title);
/* Whether people see something of it. */
bool result_part_has_content(const result_part_t *part);

void result_text(const result_t *result, bool detail, FILE *file);
cJSON *result_as_json(const result_t *result); /* the caller deletes it */
void figures_csv(const figures_t *figures, FILE *file);

#endif
