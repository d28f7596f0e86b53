#include "eval/study/variant_grid.h"

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/config/choices.h"
#include "core/game/game.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#define SIMULATIONS_KEY "simulations"

bool variant_grid_has(const variant_grid_t *grid, const char *word) {
    config_key_t rows[GAME_KEY_ROWS];
    const keyset_t rules = game_class_keys(grid->class, rows);
    const config_key_t *key;
    size_t length = strcspn(word, "="), offset;
    for (int i = 0; word[length] && (key = keyset_at(&rules, i, &offset)) != NULL; i++)
        if (strlen(key->name) == length && strncmp(word, key->name, length) == 0)
            return true;
    return false;
}

/* Whether the last value is a duplicate. */
static bool is_twice(const variant_list_t *list) {
    for (int i = 0; i + 1 < list->count; i++)
        if (strcmp(list->values[i], list->values[list->count - 1]) == 0)
            return true;
    return false;
}

static bool read_list(variant_list_t *list, const char *word, const char *where,
                      failure_t *error) {
    const char *equals = strchr(word, '=');
    snprintf(list->key, sizeof list->key, "%.*s", (int)(equals - word), word);
    for (const char *p = equals + 1;; p++) {
        size_t length = strcspn(p, ",");
        if (list->count == GRID_VALUES || length == 0 || length >= GRID_TEXT)
            return error_set(error,
                             "%s: %.60s: give values separated by commas, at most %d",
                             where, word, GRID_VALUES);
        snprintf(list->values[list->count++], GRID_TEXT, "%.*s", (int)length, p);
        if (is_twice(list))
            return error_set(error, "%s: \"%s\": the value %s is given twice", where,
                             list->key, list->values[list->count - 1]);
        p += length;
        if (!*p)
            return true;
    }
}

bool variant_grid_add(variant_grid_t *grid, const char *word, const char *where,
                      failure_t *error) {
    size_t length = strcspn(word, "=");
    for (int i = 0; i < grid->num_lists; i++)
        if (strlen(grid->lists[i].key) == length &&
            strncmp(grid->lists[i].key, word, length) == 0)
            return error_set(error, "%s: \"%s\" is given twice", where,
                             grid->lists[i].key);
    if (grid->num_lists == GRID_LISTS)
        return error_set(error, "%s: more than %d lists", where, GRID_LISTS);
    grid->lists[grid->num_lists] = (variant_list_t){0};
    return read_list(&grid->lists[grid->num_lists++], word, where, error);
}

/* Adds "key=value" for each rule that has this value: it may have been meant. */
static void add_values(const keyset_t *rules, const char *value, text_t *out) {
    const config_key_t *key;
    size_t offset;
    for (int i = 0; (key = keyset_at(rules, i, &offset)) != NULL; i++)
        if (key->choices && choice_find(key->choices, value) >= 0)
            text_add(out, "%s\"%s=%s\"", out->used ? " or " : "; did you mean ",
                     key->name, value);
}

/* Whether a key that is no rule is one of the question's own; if not, the error suggests
 * what may have been meant and lists the rules. Keys with a dot are checked later. */
static bool is_known(const variant_grid_t *grid, const char *key, const keyset_t *own,
                     failure_t *error) {
    config_key_t rows[GAME_KEY_ROWS];
    const keyset_t rules = game_class_keys(grid->class, rows);
    const config_key_t all_rows[] = {KEY_SET(&rules, 0), KEY_ELSEWHERE(SIMULATIONS_KEY),
                                     KEY_SET(own, 0)};
    const keyset_t all = {all_rows, KEYSET_COUNT(all_rows)};
    char meant[1024] = "", list[1024] = "";
    size_t offset;
    if (keyset_find(own, key, &offset) || strchr(key, '.'))
        return true;
    text_t out = text_into(meant, sizeof meant), list_out = text_into(list, sizeof list);
    char *names = keyset_names(&all, "", 0);
    int nearest = choice_nearest(names, key);
    if (nearest >= 0) {
        text_add(&out, "; did you mean \"");
        choice_write(names, nearest, &out);
        text_add(&out, "\"");
    } else {
        add_values(&rules, key, &out);
    }
    choices_write(names, ", ", &list_out);
    free(names);
    return error_set(
        error, "%s: unknown key \"%.60s\"%s%s keys of %s and of its study are %s",
        COMMAND_LINE, key, meant, *meant ? "? The" : "; the", grid->class->name, list);
}

static bool is_simulations(const char *word) {
    return strncmp(word, SIMULATIONS_KEY "=", strlen(SIMULATIONS_KEY "=")) == 0;
}

bool grid_words_is_list(const grid_words_t *question, const char *word) {
    return is_simulations(word) || variant_grid_has(&question->grid, word);
}

static bool read_word(grid_words_t *question, char *word, const keyset_t *own,
                      failure_t *error) {
    char key[GRID_TEXT];
    if (is_simulations(word))
        return question->simulations.count > 0
                   ? error_set(error, "%s: \"" SIMULATIONS_KEY "\" is given twice",
                               COMMAND_LINE)
                   : read_list(&question->simulations, word, COMMAND_LINE, error);
    if (variant_grid_has(&question->grid, word))
        return variant_grid_add(&question->grid, word, COMMAND_LINE, error);
    snprintf(key, sizeof key, "%.*s", (int)strcspn(word, "="), word);
    question->others[question->num_others++] = word;
    return is_known(&question->grid, key, own, error);
}

bool grid_words_read(grid_words_t *question, const char *game, char *const *words,
                     int count, const keyset_t *own, failure_t *error) {
    *question = (grid_words_t){.grid = {.class = game_class_find(game, error)}};
    question->others = memory_new((size_t)count + 1, sizeof *question->others);
    bool ok = question->grid.class != NULL;
    for (int i = 0; ok && i < count; i++)
        ok = read_word(question, words[i], own, error);
    return ok;
}

void grid_words_clear(grid_words_t *question) {
    free(question->others);
}

bool grid_words_simulations(const grid_words_t *question, int i, long *simulations,
                            failure_t *error) {
    const char *text = question->simulations.values[i];
    return (text_read_number(&text, 100000000, simulations) && !*text &&
            *simulations >= 1) ||
           error_set(error, "%s: \"%s\": allowed: whole numbers from 1 on", COMMAND_LINE,
                     SIMULATIONS_KEY);
}

int variant_grid_count(const variant_grid_t *grid, int most) {
    int count = 1;
    for (int i = 0; i < grid->num_lists; i++)
        if ((count *= grid->lists[i].count) > most)
            break;
    return count;
}

void variant_grid_values(const variant_grid_t *grid, int number, int values[GRID_LISTS]) {
    for (int i = grid->num_lists - 1; i >= 0; i--) {
        values[i] = number % grid->lists[i].count;
        number /= grid->lists[i].count;
    }
}

cJSON *variant_grid_at(const variant_grid_t *grid, int number, failure_t *error) {
    char words[GRID_LISTS][2 * GRID_TEXT + 2], *pointers[GRID_LISTS];
    int values[GRID_LISTS];
    variant_grid_values(grid, number, values);
    for (int i = 0; i < grid->num_lists; i++) {
        snprintf(words[i], sizeof words[i], "%s=%s", grid->lists[i].key,
                 grid->lists[i].values[values[i]]);
        pointers[i] = words[i];
    }
    return json_from_arguments(pointers, grid->num_lists, error);
}

void variant_grid_title(const variant_grid_t *grid, char *title, size_t size) {
    size_t used = (size_t)snprintf(title, size, "%s", grid->class->title);
    for (int i = 0; i < grid->num_lists && used + 28 < size; i++) {
        const variant_list_t *list = &grid->lists[i];
        used += (size_t)snprintf(title + used, size - used, "%s%.20s",
                                 i == 0 ? ": " : "; ", list->key);
        for (int j = 0; j < list->count && used + 28 < size; j++)
            used += (size_t)snprintf(title + used, size - used, "%s%.12s",
                                     j == 0 ? " " : ", ", list->values[j]);
    }
}
