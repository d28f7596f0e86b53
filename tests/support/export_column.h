/* export_column.h - a dataset of an export by its name.
 * Use: export_column_fill(export_column("planes"), &source, bytes); */
#ifndef TESTS_EXPORT_COLUMN_H
#define TESTS_EXPORT_COLUMN_H

#include "core/base/error.h"
#include "selfplay/export/export_columns.h"

#include <string.h>

static inline const export_column_t *export_column(const char *name) {
    int i = 0;
    while (i < EXPORT_COLUMNS && strcmp(export_columns[i].name, name) != 0)
        i++;
    REQUIRE(i < EXPORT_COLUMNS);
    return &export_columns[i];
}

#endif
