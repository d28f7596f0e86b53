#include "eval/claim/check/claim_difference.h"

#include "core/base/json.h"
#include "core/base/plain_text.h"
#include "core/base/text.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void write_value(const cJSON *item, char text[CLAIM_DIFFERENCE / 4]) {
    char *value = json_line(cJSON_Duplicate(item, true));
    snprintf(text, CLAIM_DIFFERENCE / 4, "%.60s", value);
    plain_text_make(text);
    free(value);
}

/* Differences due to C libraries, of numbers with the precision of a double. */
#define NEAR_RELATIVE 1e-9
#define NEAR 1e-12

static bool is_near(double a, double b) {
    bool are_whole = floor(a) == a && floor(b) == b;
    return !are_whole && fabs(a - b) <= NEAR + NEAR_RELATIVE * fmax(fabs(a), fabs(b));
}

/* The first place below `path` in which two values differ by more than last digits;
 * false: in none. *near: some differ by less. */
static bool find_difference(const cJSON *claimed, const cJSON *computed, text_t path,
                            bool *near, char what[CLAIM_DIFFERENCE]) {
    bool is_deep = (cJSON_IsObject(claimed) && cJSON_IsObject(computed)) ||
                   (cJSON_IsArray(claimed) && cJSON_IsArray(computed));
    if (!is_deep && json_equal(claimed, computed))
        return false;
    if (cJSON_IsNumber(claimed) && cJSON_IsNumber(computed) &&
        is_near(claimed->valuedouble, computed->valuedouble)) {
        *near = true;
        return false;
    }
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

bool claim_difference_find(const char *claimed, const char *computed,
                           char what[CLAIM_DIFFERENCE]) {
    char path[160] = "";
    bool differs = true, near = false;
    cJSON *ours = json_read(computed, "", NULL), *theirs = json_read(claimed, "", NULL);
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
    cJSON *json = json_read(text, "", NULL);
    uint64_t count = count_numbers(json);
    cJSON_Delete(json);
    return count;
}
