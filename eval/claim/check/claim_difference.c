#include "eval/claim/check/claim_difference.h"

#include "core/base/plain_text.h"
#include "core/base/text.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void write_value(const cJSON *item, char text[CLAIM_DIFFERENCE / 4]) {
    char *value = cJSON_PrintUnformatted(item);
    snprintf(text, CLAIM_DIFFERENCE / 4, "%.60s", value);
    plain_text_make(text);
    cJSON_free(value);
}

/* Differences due to C libraries: of numbers with the precision of a double, and of those
 * that CSV has with six decimals. */
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
    snprintf(what, CLAIM_DIFFERENCE, "%.150s is %s, but the games give %s",
             path.used > 0 ? path.buffer : "everything", a, b);
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
                     "line %d, value %d is %.*s, but the games give %.*s", line, column,
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

bool claim_difference_find(const char *claimed, const char *computed,
                           char what[CLAIM_DIFFERENCE]) {
    char path[160] = "";
    bool differs = true, near = false;
    if (*computed != '{')
        return find_value(claimed, computed, what);
    cJSON *ours = cJSON_Parse(computed), *theirs = cJSON_Parse(claimed);
    if (!theirs)
        snprintf(what, CLAIM_DIFFERENCE, "is not JSON");
    else if (!find_difference(theirs, ours, text_into(path, sizeof path), &near, what)) {
        snprintf(what, CLAIM_DIFFERENCE, "is not formatted as `fulcrum study` writes it");
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

uint64_t claim_difference_numbers(const char *text) {
    cJSON *json = cJSON_Parse(text);
    uint64_t count = count_numbers(json);
    cJSON_Delete(json);
    return count;
}
