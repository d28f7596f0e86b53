#include "eval/study/variant_grid.h"

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/config/choices.h"
#include "core/game/game.h"

#include <stdlib.h>
#include <string.h>

#define SIMULATIONS_KEY "simulations"

bool variant_grid_has(const variant_grid_t *grid, const char *word) {
    config_key_t rows[GAME_KEY_ROWS];
    const keyset_t rules = game_class_keys(grid->class, rows);
    const config_key_t *key;
    size_t length = strcspn(word, "="), offset;
    for (int i = 0; (key = keyset_at(&rules, i, &offset)) != NULL; i++)
        if (strlen(key->name) == length && strncmp(word, key->name, length) == 0)
            return true;
    return false;
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
    if (choice_find(names, key) >= 0) { /* of several keys: whoever reads them says so */
        free(names);
        return true;
    }
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
    char key[64];
    if (is_simulations(word))
        return value_lists_add(&question->simulations, word, COMMAND_LINE, error);
    if (variant_grid_has(&question->grid, word))
        return value_lists_add(&question->grid.lists, word, COMMAND_LINE, error);
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
    value_lists_clear(&question->grid.lists);
    value_lists_clear(&question->simulations);
    free(question->others);
}

bool grid_words_simulations(const grid_words_t *question, int i, long *simulations,
                            failure_t *error) {
    const char *text = value_lists_value(&question->simulations, i, 0);
    return (text_read_number(&text, 100000000, simulations) && !*text &&
            *simulations >= 1) ||
           error_set(error, "%s: \"%s\": allowed: whole numbers from 1 on", COMMAND_LINE,
                     SIMULATIONS_KEY);
}

void variant_grid_title(const variant_grid_t *grid, char *title, size_t size) {
    size_t used = (size_t)snprintf(title, size, "%s", grid->class->title);
    for (int i = 0; i < grid->lists.count && used + 28 < size; i++) {
        const value_list_t *list = &grid->lists.of[i];
        used += (size_t)snprintf(title + used, size - used, "%s%.20s",
                                 i == 0 ? ": " : "; ", list->key);
        for (int j = 0; j < list->count && used + 28 < size; j++)
            used += (size_t)snprintf(title + used, size - used, "%s%.12s",
                                     j == 0 ? " " : ", ", list->values[j]);
    }
}
