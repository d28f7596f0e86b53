#include "mcts/evaluate/integer/integer_rows.h"

#include "core/base/text.h"
#include "core/game/features.h"
#include "core/game/planes.h"
#include "mcts/evaluate/weights.h"

#include <stdlib.h>
#include <string.h>

enum { MEANING = 128 };

/* Distinct texts in order of first appearance. */
typedef struct names {
    char (*texts)[MEANING];
    size_t count, capacity;
} names_t;

static size_t append(names_t *names, const char *text) {
    names->texts = memory_grow(names->texts, &names->capacity, names->count + 1,
                               sizeof *names->texts);
    snprintf(names->texts[names->count], MEANING, "%s", text);
    return names->count++;
}

/* The number of a text, which is appended if it is new. near: where to look first. */
static size_t number_of(names_t *names, const char *text, size_t near) {
    if (near < names->count && strcmp(names->texts[near], text) == 0)
        return near;
    for (size_t i = 0; i < names->count; i++)
        if (strcmp(names->texts[i], text) == 0)
            return i;
    return append(names, text);
}

/* --- Rows of one variant ------------------------------------------------------------ */

static void number_features(names_t *names, const game_t *game, variant_rows_t *rows) {
    const int count = features_count(game);
    const bool is_first = names->count == 0;
    for (int side = 0; side < 2; side++)
        rows->features[side] = memory_new((size_t)count, sizeof(uint16_t));
    for (int f = 0; f < count; f++) {
        char meaning[MEANING];
        text_t text = text_into(meaning, sizeof meaning);
        features_meaning(game, f, &text);
        rows->features[0][f] =
            (uint16_t)(is_first ? append(names, meaning)
                                : number_of(names, meaning, (size_t)f));
    }
    for (int f = 0; f < count; f++)
        rows->features[1][f] = rows->features[0][features_seen(game, 1, f)];
}

static void number_actions(names_t *names, const game_t *game, variant_rows_t *rows) {
    const bool is_first = names->count == 0;
    for (int side = 0; side < 2; side++)
        rows->actions[side] = memory_new((size_t)game->num_actions, sizeof(action_t));
    for (int a = 0; a < game->num_actions; a++) {
        char name[GAME_ACTION_TEXT];
        game_write_action(game, (action_t)a, name);
        rows->actions[0][a] = (action_t)(is_first ? append(names, name)
                                                  : number_of(names, name, (size_t)a));
    }
    features_seen_actions(game, 1, rows->actions[1]);
    for (int a = 0; a < game->num_actions; a++)
        rows->actions[1][a] = rows->actions[0][rows->actions[1][a]];
}

/* --- Rules -------------------------------------------------------------------------- */

static bool has_word(const char *text, const char *word) {
    char copy[GAME_VARIANT_TEXT], *words[GAME_VARIANT_TEXT / 2];
    snprintf(copy, sizeof copy, "%s", text);
    const int count = text_split(copy, words, GAME_VARIANT_TEXT / 2);
    for (int i = 0; i < count; i++)
        if (strcmp(words[i], word) == 0)
            return true;
    return false;
}

static bool is_shared(const integer_rows_t *rows, const char *word) {
    for (int v = 0; v < rows->count; v++)
        if (!has_word(rows->variants[v].text, word))
            return false;
    return true;
}

static void number_rules(names_t *names, integer_rows_t *rows, variant_rows_t *variant) {
    char copy[GAME_VARIANT_TEXT], *words[GAME_VARIANT_TEXT / 2];
    text_t apart = text_into(variant->apart, sizeof variant->apart);
    snprintf(copy, sizeof copy, "%s", variant->text);
    const int count = text_split(copy, words, GAME_VARIANT_TEXT / 2);
    variant->rules = memory_new((size_t)count + 1, sizeof *variant->rules);
    for (int i = 0; i < count; i++)
        if (!is_shared(rows, words[i])) {
            text_add(&apart, "%s%s", variant->num_rules > 0 ? " " : "", words[i]);
            variant->rules[variant->num_rules++] =
                (uint16_t)(rows->features + (int)number_of(names, words[i], 0));
        }
}

/* --- All ---------------------------------------------------------------------------- */

static bool same_boards(const game_t *a, const game_t *b) {
    bool same = a->cells == b->cells;
    for (int cell = 0; same && cell < a->cells; cell++) {
        char one[GAME_CELL_TEXT], other[GAME_CELL_TEXT];
        text_t text = text_into(one, sizeof one), text_b = text_into(other, sizeof other);
        game_write_cell(a, cell, &text);
        game_write_cell(b, cell, &text_b);
        same = strcmp(one, other) == 0;
    }
    return same;
}

static bool check(const game_t *const *games, int count, failure_t *error) {
    if (!games[0]->class->networks.planes)
        return error_set(error, "%s has no planes: no network plays it",
                         games[0]->class->name);
    if (count > INTEGER_VARIANTS)
        return error_set(error, "%d variants are more than the %d of a network", count,
                         INTEGER_VARIANTS);
    for (int v = 1; v < count; v++) {
        if (!same_boards(games[0], games[v]))
            return error_set(error,
                             "%s and %s have different boards: a network plays one board",
                             games[0]->variant_text, games[v]->variant_text);
        for (int other = 0; other < v; other++)
            if (strcmp(games[v]->variant_text, games[other]->variant_text) == 0)
                return error_set(error, "%s is named twice", games[v]->variant_text);
    }
    return true;
}

static void join_texts(integer_rows_t *rows) {
    char joined[INTEGER_VARIANTS_TEXT + GAME_VARIANT_TEXT];
    text_t text = text_into(joined, sizeof joined);
    for (int v = 0; v < rows->count; v++)
        text_add(&text, "%s%s", v > 0 ? WEIGHTS_SEPARATOR : "", rows->variants[v].text);
    rows->text = text_copy(joined);
}

integer_rows_t *integer_rows_new(const game_t *const *games, int count,
                                 failure_t *error) {
    names_t features = {0}, actions = {0}, rules = {0};
    if (!check(games, count, error))
        return NULL;
    integer_rows_t *rows = memory_new(1, sizeof *rows);
    rows->game = games[0]->class;
    rows->features_version = features_version(games[0]);
    rows->planes_version = planes_shape(games[0]).version;
    rows->variants = memory_new((size_t)count, sizeof *rows->variants);
    rows->count = count;
    for (int v = 0; v < count; v++) {
        variant_rows_t *variant = &rows->variants[v];
        snprintf(variant->text, sizeof variant->text, "%s", games[v]->variant_text);
        number_features(&features, games[v], variant);
        number_actions(&actions, games[v], variant);
    }
    rows->features = (int)features.count;
    rows->actions = (int)actions.count;
    for (int v = 0; v < count; v++) {
        variant_rows_t *variant = &rows->variants[v];
        number_rules(&rules, rows, variant);
        const int most = features_most(games[v]) + variant->num_rules;
        rows->most = most > rows->most ? most : rows->most;
    }
    rows->features += (int)rules.count;
    join_texts(rows);
    free(features.texts);
    free(actions.texts);
    free(rules.texts);
    if (rows->features <= FEATURES_MAX)
        return rows;
    error_set(error, "the variants have %d features; a network has at most %d",
              rows->features, FEATURES_MAX);
    integer_rows_free(rows);
    return NULL;
}

bool integer_rows_shared(const game_t *a, const game_t *b, failure_t *error) {
    const game_t *const both[] = {a, b};
    integer_rows_t *rows = integer_rows_new(both, 2, error);
    integer_rows_free(rows);
    return rows != NULL;
}

integer_rows_t *integer_rows_read(const char *game, const char *variants,
                                  failure_t *error) {
    game_t *games[INTEGER_VARIANTS + 1] = {NULL};
    integer_rows_t *rows = NULL;
    int count = 0;
    bool ok = true;
    char *copy = text_copy(variants), *next = copy;
    while (ok && next && count <= INTEGER_VARIANTS) {
        const char *text = next;
        next = strstr(text, WEIGHTS_SEPARATOR);
        if (next) {
            *next = '\0';
            next += strlen(WEIGHTS_SEPARATOR);
        }
        games[count] = game_of_text(game, text, error);
        ok = games[count] != NULL;
        count += ok;
    }
    free(copy);
    if (ok && count > 0)
        rows = integer_rows_new((const game_t *const *)games, count, error);
    for (int v = 0; v < count; v++)
        game_free(games[v]);
    if (!rows || strcmp(rows->text, variants) == 0)
        return rows;
    error_set(error, "its \"variant\" is \"%.200s\"; it must be \"%.200s\"", variants,
              rows->text);
    integer_rows_free(rows);
    return NULL;
}

void integer_rows_free(integer_rows_t *rows) {
    if (!rows)
        return;
    for (int v = 0; v < rows->count; v++) {
        for (int side = 0; side < 2; side++) {
            free(rows->variants[v].features[side]);
            free(rows->variants[v].actions[side]);
        }
        free(rows->variants[v].rules);
    }
    free(rows->variants);
    free(rows->text);
    free(rows);
}

int integer_rows_find(const integer_rows_t *rows, const game_t *game) {
    for (int v = 0; game->class == rows->game && v < rows->count; v++)
        if (strcmp(rows->variants[v].text, game->variant_text) == 0)
            return v;
    return -1;
}
