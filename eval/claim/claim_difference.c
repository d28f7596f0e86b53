#include "eval/claim/claim_difference.h"

#include "core/base/json.h"
#include "core/base/plain_text.h"
#include "core/base/text.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void claim_differs(claim_differences_t *differences, const char *format, ...) {
    char what[CLAIM_DIFFERENCE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    if (differences->count++ < CLAIM_MOST_LISTED)
        differences->first[differences->count - 1] = text_copy(what);
}

void claim_differences_clear(claim_differences_t *differences) {
    for (int i = 0; i < CLAIM_MOST_LISTED; i++)
        free(differences->first[i]);
    *differences = (claim_differences_t){0};
}

/* Whether two numbers with the precision of a double may differ by the C library. */
static bool is_near(const cJSON *a, const cJSON *b) {
    const double relative = 1e-9, absolute = 1e-12;
    double x = a->valuedouble, y = b->valuedouble;
    return !(floor(x) == x && floor(y) == y) &&
           fabs(x - y) <= absolute + relative * fmax(fabs(x), fabs(y));
}

/* Two values and where they are in their texts. */
typedef struct place {
    const cJSON *claimed, *computed;
    char path[160];
    bool near; /* some number before differs in last digits */
} place_t;

static bool find_other(place_t *at);

/* The same for the values in two objects or lists; at is left at the first that differs,
 * or, if they have other keys or lengths, where it is. */
static bool find_below(place_t *at) {
    const place_t here = *at;
    const cJSON *claimed = here.claimed->child, *computed = here.computed->child;
    size_t used = strlen(here.path);
    for (int i = 0; claimed && computed; i++) {
        const char *key = computed->string;
        if (sizeof here.path - used < 80 || (key && strcmp(key, claimed->string) != 0))
            break;
        at->claimed = claimed;
        at->computed = computed;
        if (key)
            snprintf(at->path + used, sizeof at->path - used, "%s%.60s", used ? "." : "",
                     key);
        else
            snprintf(at->path + used, sizeof at->path - used, "[%d]", i);
        if (find_other(at))
            return true;
        claimed = claimed->next;
        computed = computed->next;
    }
    bool near = at->near;
    *at = here;
    at->near = near;
    return claimed || computed;
}

/* Moves to the first place at or below `at` in which the two differ by more than last
 * digits; false: there is none. */
static bool find_other(place_t *at) {
    const cJSON *a = at->claimed, *b = at->computed;
    if ((cJSON_IsObject(a) && cJSON_IsObject(b)) ||
        (cJSON_IsArray(a) && cJSON_IsArray(b)))
        return find_below(at);
    if (json_equal(a, b))
        return false;
    bool near = cJSON_IsNumber(a) && cJSON_IsNumber(b) && is_near(a, b);
    at->near = at->near || near;
    return !near;
}

static char *value_text(const cJSON *item) {
    enum { MOST = 60 };
    char *text = json_line(cJSON_Duplicate(item, true));
    if (strlen(text) > MOST)
        text[MOST] = 0;
    plain_text_make(text);
    return text;
}

claim_comparison_t claim_compare(claim_differences_t *differences, const char *name,
                                 const char *claimed, const char *computed) {
    if (strcmp(claimed, computed) == 0)
        return CLAIM_SAME;
    cJSON *theirs = json_read(claimed, "", NULL), *ours = json_read(computed, "", NULL);
    place_t at = {.claimed = theirs, .computed = ours};
    bool differs = true;
    if (!theirs) {
        claim_differs(differences, "%s: is not JSON", name);
    } else if (find_other(&at)) {
        char *a = value_text(at.claimed), *b = value_text(at.computed);
        claim_differs(differences, "%s: %.150s is %s, but the games give %s", name,
                      *at.path ? at.path : "everything", a, b);
        free(a);
        free(b);
    } else if (!at.near) {
        claim_differs(differences, "%s: is not formatted as this program writes it",
                      name);
    } else {
        differs = false;
    }
    cJSON_Delete(ours);
    cJSON_Delete(theirs);
    return differs ? CLAIM_OTHER : CLAIM_NEAR;
}
