#include "eval/claim/claim_metrics.h"

#include "core/base/memory_stream.h"
#include "core/base/text.h"
#include "eval/claim/claim_subject.h"
#include "eval/claim/claim_table.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Limit of metrics.csv.gz: a million games at about 200 bytes a line. */
static const size_t most_text = (size_t)1 << 30;

bool claim_run_is_measured(const claim_run_t *run) {
    return run->part.kind == STUDY_SELF || run->part.kind == STUDY_NETWORKS;
}

void claim_metrics_clear(claim_metrics_t *metrics) {
    free(metrics->values);
    *metrics = (claim_metrics_t){0};
}

void claim_metrics_add(claim_metrics_t *metrics, size_t row,
                       const double values[METRIC_COUNT]) {
    if (row >= metrics->capacity) {
        metrics->capacity = 2 * row + 1024;
        metrics->values =
            memory_resize(metrics->values, metrics->capacity, sizeof *metrics->values);
    }
    memcpy(metrics->values[row], values, sizeof metrics->values[row]);
}

static void values_of_end(const study_game_t *seen, double values[METRIC_COUNT]) {
    const outcome_t outcome = {
        .over = true, .winner = seen->winner, .reason = seen->reason};
    game_values_of_end(seen->turns, seen->num_actions, &outcome, values);
}

/* Which metrics are in the file: those that games.csv.gz does not give. */
static void list_columns(bool is_column[METRIC_COUNT]) {
    double values[METRIC_COUNT];
    for (metric_id_t m = 0; m < METRIC_COUNT; m++)
        values[m] = nan("");
    values_of_end(&(study_game_t){0}, values);
    for (metric_id_t m = 0; m < METRIC_COUNT; m++)
        is_column[m] = isnan(values[m]);
}

/* With as few digits as give the same value when read. */
static void write_value(double value, FILE *out) {
    enum { MOST_DIGITS = 17 };
    char text[32] = "";
    for (int digits = 1; !isnan(value) && digits <= MOST_DIGITS; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    fprintf(out, ",%s", text);
}

static void write_heading(const bool is_column[METRIC_COUNT], FILE *out) {
    fputs("run,game", out);
    for (metric_id_t m = 0; m < METRIC_COUNT; m++)
        if (is_column[m])
            fprintf(out, ",%s", metric_table[m].key);
    fputc('\n', out);
}

char *claim_metrics_pack(const claim_metrics_t *metrics, const claim_subject_t *subject,
                         const claim_table_t *table, size_t *size) {
    bool is_column[METRIC_COUNT];
    char *text = NULL;
    size_t length = 0, count;
    FILE *out = memory_stream_open(&text, &length);
    list_columns(is_column);
    write_heading(is_column, out);
    for (int run = 0; run < subject->num_runs; run++) {
        (void)claim_table_run(table, run, &count);
        for (size_t i = 0; i < count && claim_run_is_measured(&subject->runs[run]); i++) {
            const double *values = metrics->values[table->runs[run] + i];
            fprintf(out, "%d,%zu", run, i);
            for (metric_id_t m = 0; m < METRIC_COUNT; m++)
                if (is_column[m])
                    write_value(values[m], out);
            fputc('\n', out);
        }
    }
    memory_stream_close(out);
    char *bytes = claim_gzip(text, length, size);
    free(text);
    return bytes;
}

/* --- And back ----------------------------------------------------------------------- */

/* A finite number after a comma, or nothing. */
static bool take_value(const char **at, double *value) {
    char *end;
    if (*(*at)++ != ',')
        return false;
    *value = nan("");
    if (**at == ',' || **at == '\n')
        return true;
    if (**at != '-' && !isdigit((unsigned char)**at))
        return false;
    *value = strtod(*at, &end);
    *at = end;
    return isfinite(*value);
}

static bool take_number(const char **at, size_t expected) {
    long number;
    return text_read_number(at, LONG_MAX, &number) && (size_t)number == expected;
}

static bool take_row(claim_metrics_t *metrics, const claim_table_t *table, int run,
                     size_t game, const bool is_column[METRIC_COUNT], const char **at) {
    double values[METRIC_COUNT];
    size_t row = table->runs[run] + game;
    if (!take_number(at, (size_t)run) || *(*at)++ != ',' || !take_number(at, game))
        return false;
    values_of_end(&table->rows[row].seen, values);
    for (metric_id_t m = 0; m < METRIC_COUNT; m++)
        if (is_column[m] && !take_value(at, &values[m]))
            return false;
    claim_metrics_add(metrics, row, values);
    return *(*at)++ == '\n';
}

/* The lines of the runs; *line: the last one read. */
static bool take_runs(claim_metrics_t *metrics, const claim_subject_t *subject,
                      const claim_table_t *table, const char *at, const char *end,
                      size_t *line) {
    bool is_column[METRIC_COUNT];
    char *heading = NULL;
    size_t length = 0, count;
    list_columns(is_column);
    FILE *out = memory_stream_open(&heading, &length);
    write_heading(is_column, out);
    memory_stream_close(out);
    bool right = strncmp(at, heading, length) == 0;
    at += right ? length : 0;
    free(heading);
    for (int run = 0; run < subject->num_runs; run++) {
        (void)claim_table_run(table, run, &count);
        for (size_t i = 0; i < count && claim_run_is_measured(&subject->runs[run]); i++) {
            if (!right)
                return false;
            ++*line;
            right = take_row(metrics, table, run, i, is_column, &at);
        }
    }
    return right && at == end;
}

bool claim_metrics_unpack(claim_metrics_t *metrics, const claim_subject_t *subject,
                          const claim_table_t *table, const char *bytes, size_t size,
                          failure_t *error) {
    size_t length, line = 1;
    char *text = claim_gunzip(bytes, size, most_text, &length);
    *metrics = (claim_metrics_t){0};
    if (!text)
        return error_set(error, CLAIM_METRICS_FILE ": is not gzip-compressed text");
    bool right = take_runs(metrics, subject, table, text, text + length, &line);
    free(text);
    if (right)
        return true;
    claim_metrics_clear(metrics);
    return error_set(error,
                     CLAIM_METRICS_FILE ": line %zu does not have the metrics of a game "
                                        "of " CLAIM_TABLE_FILE,
                     line);
}

/* --- Use ---------------------------------------------------------------------------- */

void claim_metrics_take(const claim_metrics_t *metrics, const claim_table_t *table,
                        int run, game_metrics_t *all) {
    size_t count;
    const claim_row_t *rows = claim_table_run(table, run, &count);
    for (size_t i = 0; i < count; i++)
        game_metrics_take_values(all, metrics->values[table->runs[run] + i],
                                 rows[i].seen.hash);
}

static const double last_digits = 1e-9;

bool claim_metrics_equal(const claim_metrics_t *metrics, size_t row,
                         const double values[METRIC_COUNT]) {
    for (metric_id_t m = 0; m < METRIC_COUNT; m++) {
        double claimed = metrics->values[row][m];
        if (isnan(claimed) != isnan(values[m]) ||
            fabs(claimed - values[m]) > last_digits * fmax(1, fabs(claimed)))
            return false;
    }
    return true;
}
