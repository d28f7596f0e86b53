#include "eval/study/study_question.h"

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/game/pie_rule.h"
#include "eval/study/study.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LISTS = 16, MAX_VALUES = 24, VALUE_TEXT_BYTES = 64 };

/* "size=4,6": a key and its values. */
typedef struct list {
    char key[VALUE_TEXT_BYTES];
    char values[MAX_VALUES][VALUE_TEXT_BYTES];
    int count;
} list_t;

typedef struct question {
    const game_class_t *class;
    list_t lists[MAX_LISTS]; /* of the variants */
    int num_lists;
    list_t simulations;
    char **others; /* words, borrowed */
    int num_others;
} question_t;

bool study_question_is(const char *word) {
    failure_t ignored;
    return game_instead_of_file(word, "", &ignored);
}

/* --- Words -------------------------------------------------------------------------- */

#define SIMULATIONS_KEY "simulations"

static bool is_variant_key(const game_class_t *class, const char *key, size_t length) {
    if (strlen(SWAP_KEY) == length && strncmp(key, SWAP_KEY, length) == 0)
        return true;
    for (int i = 0; i < class->variant_keys.count; i++)
        if (strlen(class->variant_keys.keys[i].path) == length &&
            strncmp(key, class->variant_keys.keys[i].path, length) == 0)
            return true;
    return false;
}

static bool read_list(list_t *list, const char *word, failure_t *error) {
    const char *equals = strchr(word, '=');
    snprintf(list->key, sizeof list->key, "%.*s", (int)(equals - word), word);
    for (const char *p = equals + 1;; p++) {
        size_t length = strcspn(p, ",");
        if (list->count == MAX_VALUES || length == 0 || length >= VALUE_TEXT_BYTES)
            return error_set(error,
                             "%s: %.60s: say values with commas between them, at most %d",
                             COMMAND_LINE, word, MAX_VALUES);
        snprintf(list->values[list->count++], VALUE_TEXT_BYTES, "%.*s", (int)length, p);
        p += length;
        if (!*p)
            return true;
    }
}

/* Which list a word belongs to; NULL: it is a key of the study, or there is no more room.
 */
static list_t *list_of(question_t *question, const char *word) {
    size_t length = strcspn(word, "=");
    if (!word[length])
        return NULL;
    if (length == strlen(SIMULATIONS_KEY) && strncmp(word, SIMULATIONS_KEY, length) == 0)
        return &question->simulations;
    if (question->num_lists == MAX_LISTS ||
        !is_variant_key(question->class, word, length))
        return NULL;
    return &question->lists[question->num_lists++];
}

/* Neither a rule of the game nor a key of a study: what may have been meant. */
static bool check_key(const question_t *question, const char *word, failure_t *error) {
    const keyset_t *rules = &question->class->variant_keys;
    const char *names[MAX_LISTS * 2];
    int count = 0;
    char key[VALUE_TEXT_BYTES];
    snprintf(key, sizeof key, "%.*s", (int)strcspn(word, "="), word);
    if (study_has_key(key))
        return true;
    names[count++] = SWAP_KEY;
    names[count++] = SIMULATIONS_KEY;
    for (int i = 0; i < rules->count && count < MAX_LISTS * 2; i++)
        names[count++] = rules->keys[i].path;
    const char *nearest = text_nearest(key, names, count);
    return !nearest || error_set(error, "%s: unknown key \"%s\"; did you mean \"%s\"?",
                                 COMMAND_LINE, key, nearest);
}

static bool read_words(question_t *question, char *const *words, int count,
                       failure_t *error) {
    for (int i = 0; i < count; i++) {
        list_t *list = list_of(question, words[i]);
        if (list && list->count > 0)
            return error_set(error, "%s: \"%s\" is given twice", COMMAND_LINE, list->key);
        bool right = list ? read_list(list, words[i], error)
                          : check_key(question, words[i], error);
        if (!right)
            return false;
        if (!list)
            question->others[question->num_others++] = words[i];
    }
    return true;
}

/* --- The study ---------------------------------------------------------------------- */

static int num_variants(const question_t *question) {
    int count = 1;
    for (int i = 0; i < question->num_lists; i++)
        if ((count *= question->lists[i].count) > STUDY_MAX_VARIANTS)
            break;
    return count;
}

/* The variant with a number; the last list's values change fastest. */
static bool add_variant(const question_t *question, int number, cJSON *variants,
                        failure_t *error) {
    char words[MAX_LISTS][2 * VALUE_TEXT_BYTES + 2], *pointers[MAX_LISTS];
    for (int i = question->num_lists - 1; i >= 0; i--) {
        const list_t *list = &question->lists[i];
        snprintf(words[i], sizeof words[i], "%s=%s", list->key,
                 list->values[number % list->count]);
        pointers[i] = words[i];
        number /= list->count;
    }
    cJSON *item = cJSON_CreateObject();
    cJSON_AddItemToArray(variants, item);
    cJSON *variant = json_from_arguments(pointers, question->num_lists, error);
    if (!variant)
        return false;
    cJSON_AddItemToObject(item, "variant", variant);
    return true;
}

/* Controls and first turns are asked of the levels at which they are cheap. */
static void add_strength(double simulations, cJSON *strengths) {
    cJSON *item = cJSON_CreateObject();
    cJSON_AddNumberToObject(item, "simulations", simulations);
    if (simulations < 100 || simulations > 400) {
        cJSON_AddNumberToObject(item, "seats", 0);
        cJSON_AddNumberToObject(item, "first_turns", 0);
    }
    cJSON_AddItemToArray(strengths, item);
}

static bool add_strengths(const question_t *question, cJSON *strengths,
                          failure_t *error) {
    static const double usual[] = {25, 100, 400, 1600};
    const list_t *list = &question->simulations;
    for (size_t i = 0; list->count == 0 && i < sizeof usual / sizeof usual[0]; i++)
        add_strength(usual[i], strengths);
    for (int i = 0; i < list->count; i++) {
        const char *text = list->values[i];
        long simulations;
        if (!text_read_number(&text, 100000000, &simulations) || *text || simulations < 1)
            return error_set(error, "%s: \"%s\": allowed: whole numbers from 1 on",
                             COMMAND_LINE, SIMULATIONS_KEY);
        add_strength((double)simulations, strengths);
    }
    return true;
}

static void add_numbers(cJSON *json) {
    cJSON *games = cJSON_AddObjectToObject(json, "games");
    cJSON_AddNumberToObject(games, "first", 40);
    cJSON_AddNumberToObject(games, "most", 10000);
    cJSON_AddNumberToObject(games, "shard", 20);
    cJSON_AddNumberToObject(json, "precision", 0.03);
    cJSON_AddNumberToObject(json, "seats", 200);
    cJSON_AddNumberToObject(json, "first_turns", 1000);
    cJSON_AddNumberToObject(json, "skill", 200);
    cJSON_AddBoolToObject(json, "paired", false); /* variants have other games */
}

static void add_title(const question_t *question, cJSON *json) {
    char title[128];
    int used = snprintf(title, sizeof title, "%s", question->class->title);
    for (int i = 0; i < question->num_lists && used < 100; i++) {
        const list_t *list = &question->lists[i];
        used += snprintf(title + used, sizeof title - (size_t)used, "%s%.20s",
                         i == 0 ? ": " : "; ", list->key);
        for (int j = 0; j < list->count && used < 100; j++)
            used += snprintf(title + used, sizeof title - (size_t)used, "%s%.12s",
                             j == 0 ? " " : ", ", list->values[j]);
    }
    cJSON_AddStringToObject(json, "title", title);
}

static bool make_study(const question_t *question, cJSON *json, failure_t *error) {
    int count = num_variants(question);
    if (count > STUDY_MAX_VARIANTS)
        return error_set(error, "%s: these are more than %d variants", COMMAND_LINE,
                         STUDY_MAX_VARIANTS);
    add_title(question, json);
    cJSON_AddStringToObject(json, "game", question->class->name);
    add_numbers(json);
    cJSON *variants = cJSON_AddArrayToObject(json, "variants");
    for (int i = 0; i < count; i++)
        if (!add_variant(question, i, variants, error))
            return false;
    return add_strengths(question, cJSON_AddArrayToObject(json, "strengths"), error);
}

bool study_question_load(study_t *study, const char *game, char *const *words, int count,
                         failure_t *error) {
    question_t *question = memory_new(1, sizeof *question);
    cJSON *json = cJSON_CreateObject();
    question->others = memory_new((size_t)count + 1, sizeof *question->others);
    question->class = game_class_find(game, error);
    *study = (study_t){0};
    bool right = question->class && read_words(question, words, count, error) &&
                 make_study(question, json, error) &&
                 study_read_json(study, json, COMMAND_LINE, question->others,
                                 question->num_others, error);
    cJSON_Delete(json);
    free(question->others);
    free(question);
    return right;
}

/* --- The folder --------------------------------------------------------------------- */

/* Named by what makes its games; precision and the like may change. */
void study_question_folder(const char *game, char *const *words, int count,
                           char folder[STUDY_QUESTION_FOLDER]) {
    question_t *question = memory_new(1, sizeof *question);
    failure_t ignored;
    question->class = game_class_find(game, &ignored);
    REQUIRE(question->class != NULL);
    int used = snprintf(folder, STUDY_QUESTION_FOLDER, "runs/%.40s", game);
    for (int i = 0; i < count; i++) {
        if (!list_of(question, words[i]) || used >= STUDY_QUESTION_FOLDER - 2)
            continue;
        folder[used++] = '-';
        for (const char *p = words[i]; *p && used < STUDY_QUESTION_FOLDER - 3; p++) {
            bool plain =
                (*p >= 'a' && *p <= 'z') || (*p >= '0' && *p <= '9') || *p == '.';
            folder[used++] = plain ? *p : '-';
        }
    }
    folder[used] = '\0';
    free(question);
}
