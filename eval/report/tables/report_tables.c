#include "eval/report/tables/report_tables.h"

#include "core/base/files/output_file.h"
#include "core/base/files/publish.h"
#include "core/base/memory_stream.h"
#include "eval/report/report.h"
#include "eval/report/tables/report_table.h"

#include <stdlib.h>

typedef report_table_t *(*table_maker_t)(const report_t *report);
static const table_maker_t makers[REPORT_TABLES] = {
    report_table_compare,      report_table_cells,    report_table_networks,
    report_table_differences,  report_table_trends,   report_table_skill,
    report_table_skill_traces, report_table_controls, report_table_lengths,
    report_table_first_turns,  report_table_metrics,  report_table_turns_drawn,
    report_table_turns_chosen, report_table_book,     report_table_sizes};

report_table_t *report_table_make(int which, const report_t *report) {
    REQUIRE(which >= 0 && which < REPORT_TABLES);
    return makers[which](report);
}

static bool publish_table(const report_table_t *table, const char *folder,
                          failure_t *error) {
    char path[PUBLISH_PATH], *text = NULL;
    size_t size;
    if (snprintf(path, sizeof path, "%s/%s.csv", folder, report_table_id(table)) >=
        (int)sizeof path)
        return error_set(error, "%.100s...: the path is too long", folder);
    FILE *file = memory_stream_open(&text, &size);
    report_table_csv(table, file);
    memory_stream_close(file);
    /* The first column's name, as later columns differ between versions. */
    char begins[64];
    snprintf(begins, sizeof begins, "%.*s", (int)strcspn(text, ",\n"), text);
    const output_rule_t rule = {.kind = "table of fulcrum report", .begins = begins};
    bool ok = output_check(path, &rule, error) && publish_file(path, text, size, error);
    free(text);
    return ok;
}

bool report_tables_write_csv(const report_t *report, const char *folder,
                             failure_t *error) {
    bool ok = publish_folder(folder, error);
    for (int which = 0; which < REPORT_TABLES && ok; which++) {
        report_table_t *table = report_table_make(which, report);
        if (report_table_rows(table) > 0)
            ok = publish_table(table, folder, error);
        report_table_free(table);
    }
    return ok;
}
