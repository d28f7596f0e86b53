#include "eval/claim/claim_result.h"

#include "core/base/memory_stream.h"
#include "core/base/plain_text.h"
#include "core/base/text.h"
#include "eval/claim/claim_about.h"
#include "eval/claim/claim_table.h"
#include "eval/report/report.h"
#include "eval/report/report_answers.h"
#include "eval/report/tables/report_table.h"
#include "eval/report/tables/report_tables.h"
#include "eval/study/study_result.h"
#include "selfplay/run/run_config.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- From the table ----------------------------------------------------------------- */

typedef struct source {
    const claim_about_t *about;
    const claim_table_t *table;
} source_t;

static bool is_part(const study_part_t *a, const study_part_t *b) {
    return a->variant == b->variant && a->strength == b->strength && a->kind == b->kind &&
           a->pair == b->pair;
}

static int find_run(const claim_about_t *about, const study_part_t *part) {
    int run = 0;
    while (run < about->num_runs && !is_part(&about->runs[run], part))
        run++;
    REQUIRE(run < about->num_runs);
    return run;
}

static bool add_games(study_run_t *run, const claim_table_t *table, int which,
                      const char *name, failure_t *error) {
    size_t count;
    const claim_row_t *rows = claim_table_run(table, which, &count);
    if (count % (size_t)run->config.shard_games != 0)
        return error_set(error,
                         CLAIM_TABLE_FILE ": %s has %zu games, which are no whole files",
                         name, count);
    for (size_t i = 0; i < count; i++) {
        study_game_t seen = rows[i].seen;
        seen.first_agent = (uint8_t)run_config_agent(&run->config, i, 0);
        if (seen.orientation >= run->first_turns.orientations.count ||
            !study_run_add(run, &seen, table->actions + rows[i].first_turn,
                           rows[i].length))
            return error_set(error,
                             CLAIM_TABLE_FILE ": game %zu of %s has an orientation or a "
                                              "first turn that there is not",
                             i, name);
    }
    return true;
}

static bool open_run(void *context, study_run_t *run, const study_t *study,
                     study_part_t part, failure_t *error) {
    const source_t *source = context;
    int which = find_run(source->about, &part);
    char name[CLAIM_RUN_NAME];
    claim_run_name(source->about, which, name);
    if (!study_run_imagine(run, study, part, source->about->folder, error))
        return false;
    if (add_games(run, source->table, which, name, error))
        return true;
    study_run_close(run);
    return false;
}

study_result_t *claim_result_new(const claim_about_t *about, const claim_table_t *table,
                                 failure_t *error) {
    source_t context = {about, table};
    const study_source_t source = {
        .open = open_run, .context = &context, .exact = about->exact};
    return study_result_of(&about->study, about->folder, &source, error);
}

char *claim_result_text(const study_result_t *result, study_print_t as, size_t *size) {
    char *text = NULL;
    FILE *out = memory_stream_open(&text, size);
    study_print(result, as, out);
    memory_stream_close(out);
    return text;
}

/* --- What differs ------------------------------------------------------------------- */

static void write_value(const cJSON *item, char text[CLAIM_DIFFERENCE / 4]) {
    char *value = cJSON_PrintUnformatted(item);
    snprintf(text, CLAIM_DIFFERENCE / 4, "%.60s", value);
    plain_text_make(text);
    cJSON_free(value);
}

/* Differences that a C library makes: of numbers as exact as a double, and of those that
 * CSV has with six digits behind the point. */
#define NEAR_RELATIVE 1e-9
#define NEAR_JSON 1e-12
#define NEAR_CSV 1.5e-6

static bool is_near(double a, double b, double near) {
    return fabs(a - b) <= near + NEAR_RELATIVE * fmax(fabs(a), fabs(b));
}

/* The first place below `path` in which two values differ by more than last digits;
 * false: in none. *near: some differ by less. */
static bool find_difference(const cJSON *claimed, const cJSON *computed, text_t path,
                            bool *near, char what[CLAIM_DIFFERENCE]) {
    bool is_deep = (cJSON_IsObject(claimed) && cJSON_IsObject(computed)) ||
                   (cJSON_IsArray(claimed) && cJSON_IsArray(computed));
    if (cJSON_IsNumber(claimed) && cJSON_IsNumber(computed) &&
        is_near(claimed->valuedouble, computed->valuedouble, NEAR_JSON)) {
        *near = *near || claimed->valuedouble != computed->valuedouble;
        return false;
    }
    if (!is_deep && cJSON_Compare(claimed, computed, true))
        return false;
    const cJSON *theirs = is_deep ? claimed->child : NULL;
    const cJSON *ours = is_deep ? computed->child : NULL;
    for (int i = 0; theirs && ours; theirs = theirs->next, ours = ours->next, i++) {
        text_t deeper = path;
        if (deeper.size - deeper.used < 80 ||
            (ours->string && strcmp(ours->string, theirs->string) != 0))
            break;
        if (ours->string)
            text_add(&deeper, "%s%.60s", path.used > 0 ? "." : "", ours->string);
        else
            text_add(&deeper, "[%d]", i);
        if (find_difference(theirs, ours, deeper, near, what))
            return true;
    }
    if (is_deep && !theirs && !ours)
        return false;
    char a[CLAIM_DIFFERENCE / 4], b[CLAIM_DIFFERENCE / 4];
    write_value(claimed, a);
    write_value(computed, b);
    path.buffer[path.used] = 0;
    snprintf(what, CLAIM_DIFFERENCE, "%.150s is %s, and the games give %s",
             path.used > 0 ? path.buffer : "all of it", a, b);
    return true;
}

/* The length of the value that begins at a place of a line of CSV. */
static int value_length(const char *value) {
    return (int)strcspn(value, ",\n");
}

static bool is_near_value(const char *a, const char *b) {
    char *end_a, *end_b;
    double x = strtod(a, &end_a), y = strtod(b, &end_b);
    return end_a == a + value_length(a) && end_b == b + value_length(b) && end_a > a &&
           end_b > b && is_near(x, y, NEAR_CSV);
}

/* Value by value; those of one line have the same number of them. */
static bool find_value(const char *claimed, const char *computed,
                       char what[CLAIM_DIFFERENCE]) {
    enum { SHOWN = 60 };
    int line = 1, column = 1;
    while (*claimed || *computed) {
        int theirs = value_length(claimed), ours = value_length(computed);
        bool same = theirs == ours && strncmp(claimed, computed, (size_t)ours) == 0;
        if ((!same && !is_near_value(claimed, computed)) ||
            claimed[theirs] != computed[ours] || !claimed[theirs]) {
            snprintf(what, CLAIM_DIFFERENCE,
                     "line %d, value %d is %.*s, and the games give %.*s", line, column,
                     theirs < SHOWN ? theirs : SHOWN, claimed,
                     ours < SHOWN ? ours : SHOWN, computed);
            plain_text_make(what);
            return true;
        }
        line += claimed[theirs] == '\n';
        column = claimed[theirs] == '\n' ? 1 : column + 1;
        claimed += theirs + 1;
        computed += ours + 1;
    }
    return false;
}

bool claim_result_differs(const char *claimed, const char *computed,
                          char what[CLAIM_DIFFERENCE]) {
    char path[160] = "";
    bool differs = true, near = false;
    if (*computed != '{')
        return find_value(claimed, computed, what);
    cJSON *ours = cJSON_Parse(computed), *theirs = cJSON_Parse(claimed);
    if (!theirs)
        snprintf(what, CLAIM_DIFFERENCE, "is no JSON");
    else if (!find_difference(theirs, ours, text_into(path, sizeof path), &near, what)) {
        snprintf(what, CLAIM_DIFFERENCE, "is not written as `fulcrum study` writes it");
        differs = !near;
    }
    cJSON_Delete(ours);
    cJSON_Delete(theirs);
    return differs;
}

static uint64_t count_numbers(const cJSON *json) {
    uint64_t count = cJSON_IsNumber(json) ? 1 : 0;
    for (const cJSON *item = json ? json->child : NULL; item; item = item->next)
        count += count_numbers(item);
    return count;
}

uint64_t claim_result_numbers(const char *text) {
    cJSON *json = cJSON_Parse(text);
    uint64_t count = count_numbers(json);
    cJSON_Delete(json);
    return count;
}

/* --- The page ----------------------------------------------------------------------- */

static void look_for(FILE *part, char *const *text, const char *page, int *held,
                     int *all) {
    memory_stream_close(part);
    *held += strstr(page, *text) != NULL;
    ++*all;
    free(*text);
}

void claim_result_page(const study_result_t *result, const char *page, int *held,
                       int *all) {
    report_t *report = memory_new(1, sizeof *report);
    char *text;
    size_t size;
    report->result = result;
    *held = *all = 0;
    for (int which = 0; which < REPORT_TABLES; which++) {
        if (report_table_needs_games(which))
            continue;
        report_table_t *table = report_table_make(which, report);
        if (report_table_rows(table) > 0) {
            FILE *part = memory_stream_open(&text, &size);
            report_table_html(table, part);
            look_for(part, &text, page, held, all);
        }
        report_table_free(table);
    }
    FILE *headline = memory_stream_open(&text, &size);
    report_headline(report, headline);
    look_for(headline, &text, page, held, all);
    FILE *verdict = memory_stream_open(&text, &size);
    report_verdict(report, verdict);
    look_for(verdict, &text, page, held, all);
    free(report);
}
