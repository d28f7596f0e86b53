#include "eval/study/study_question.h"

#include "core/base/json.h"
#include "core/game/game.h"
#include "eval/study/study.h"
#include "eval/study/variant_grid.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

bool study_question_is(const char *word) {
    failure_t ignored;
    return game_instead_of_file(word, "", &ignored);
}

/* --- The study ---------------------------------------------------------------------- */

static bool add_variant(const grid_words_t *question, int number, cJSON *variants,
                        failure_t *error) {
    cJSON *item = cJSON_CreateObject();
    cJSON_AddItemToArray(variants, item);
    cJSON *variant = value_lists_at(&question->grid.lists, number, error);
    if (!variant)
        return false;
    cJSON_AddItemToObject(item, "variant", variant);
    return true;
}

/* Controls and first turns are played only at levels where they are cheap. */
static void add_strength(double simulations, cJSON *strengths) {
    cJSON *item = cJSON_CreateObject();
    json_add_number(item, "simulations", simulations);
    if (simulations < 100 || simulations > 400) {
        json_add_number(item, "seats", 0);
        json_add_number(item, "first_turns", 0);
    }
    cJSON_AddItemToArray(strengths, item);
}

static bool add_strengths(const grid_words_t *question, cJSON *strengths,
                          failure_t *error) {
    static const double usual[] = {25, 100, 400, 1600};
    const value_lists_t *lists = &question->simulations;
    const int count = lists->count > 0 ? lists->of[0].count : 0;
    for (size_t i = 0; count == 0 && i < sizeof usual / sizeof usual[0]; i++)
        add_strength(usual[i], strengths);
    for (int i = 0; i < count; i++) {
        long simulations;
        if (!grid_words_simulations(question, i, &simulations, error))
            return false;
        add_strength((double)simulations, strengths);
    }
    return true;
}

static void add_numbers(int64_t most, cJSON *json) {
    cJSON *games = cJSON_AddObjectToObject(json, "games");
    json_add_number(games, "first", 40);
    json_add_number(games, "most", most);
    json_add_number(games, "shard", 20);
    json_add_number(json, "precision", 0.03);
    json_add_number(json, "seats", 200);
    json_add_number(json, "first_turns", 1000);
    json_add_number(json, "skill", 200);
    cJSON_AddBoolToObject(json, "paired", false); /* variants have different games */
}

static void add_title(const grid_words_t *question, cJSON *json) {
    char title[128];
    variant_grid_title(&question->grid, title, sizeof title);
    cJSON_AddStringToObject(json, "title", title);
}

/* "b: size=5 swap=true" */
static bool add_named(const variant_grid_t *grid, char *text, cJSON *variants,
                      failure_t *error) {
    enum { MOST_WORDS = 64 };
    char *words[MOST_WORDS], *colon = strchr(text, ':');
    if (!colon)
        return error_set(error, "--variants: \"%.60s\" has no name, as in \"a: size=5\"",
                         text);
    *colon = '\0';
    const int count = text_split(colon + 1, words, MOST_WORDS);
    cJSON *shared = value_lists_at(&grid->lists, 0, error),
          *own = count <= MOST_WORDS ? json_from_arguments(words, count, error) : NULL,
          *item = cJSON_CreateObject();
    cJSON_AddItemToArray(variants, item);
    cJSON_AddStringToObject(item, "name", text + strspn(text, " "));
    for (cJSON *key = own ? own->child : NULL; key; key = key->next) {
        cJSON_DeleteItemFromObjectCaseSensitive(shared, key->string);
        json_add_item(shared, key->string, cJSON_Duplicate(key, true));
    }
    cJSON_AddItemToObject(item, "variant", shared);
    const bool ok = shared && own;
    cJSON_Delete(own);
    return ok;
}

static bool add_all_named(const variant_grid_t *grid, const char *text, cJSON *variants,
                          failure_t *error) {
    char *copy = text_copy(text), *save = NULL;
    bool ok = value_lists_count(&grid->lists, 1) == 1 ||
              error_set(error, "--variants and a key with several values exclude each "
                               "other");
    for (char *part = strtok_r(copy, ",", &save); ok && part;
         part = strtok_r(NULL, ",", &save))
        ok = add_named(grid, part, variants, error);
    free(copy);
    return ok;
}

static bool make_study(const grid_words_t *question, const study_question_t *more,
                       cJSON *json, failure_t *error) {
    int count = value_lists_count(&question->grid.lists, STUDY_MAX_VARIANTS);
    if (count > STUDY_MAX_VARIANTS)
        return error_set(error, "%s: more than %d variants", COMMAND_LINE,
                         STUDY_MAX_VARIANTS);
    add_title(question, json);
    cJSON_AddStringToObject(json, "game", question->grid.class->name);
    add_numbers(more->most, json);
    cJSON *variants = cJSON_AddArrayToObject(json, "variants");
    if (more->variants &&
        !add_all_named(&question->grid, more->variants, variants, error))
        return false;
    for (int i = 0; !more->variants && i < count; i++)
        if (!add_variant(question, i, variants, error))
            return false;
    return add_strengths(question, cJSON_AddArrayToObject(json, "strengths"), error);
}

bool study_question_load(study_t *study, const char *game, char *const *words, int count,
                         const study_question_t *more, failure_t *error) {
    grid_words_t *question = memory_new(1, sizeof *question);
    cJSON *json = cJSON_CreateObject();
    *study = (study_t){0};
    bool ok = grid_words_read(question, game, words, count, study_number_keys(), error) &&
              make_study(question, more, json, error) &&
              study_read_json(study, json, COMMAND_LINE, question->others,
                              question->num_others, error);
    cJSON_Delete(json);
    grid_words_clear(question);
    free(question);
    return ok;
}

bool study_question_add(study_t *study, const char *variants, failure_t *error) {
    const variant_grid_t none = {.class = study->variants[0].game->class};
    cJSON *json = study_json(study);
    bool ok = add_all_named(&none, variants,
                            cJSON_GetObjectItemCaseSensitive(json, "variants"), error);
    if (ok) {
        study_clear(study);
        ok = study_read_json(study, json, COMMAND_LINE, NULL, 0, error);
    }
    cJSON_Delete(json);
    return ok;
}

/* --- The folder --------------------------------------------------------------------- */

/* Named by what determines its games; precision and the like may change. */
void study_question_folder(const char *game, char *const *words, int count,
                           char folder[STUDY_QUESTION_FOLDER]) {
    grid_words_t *question = memory_new(1, sizeof *question);
    failure_t ignored;
    question->grid.class = game_class_find(game, &ignored);
    REQUIRE(question->grid.class != NULL);
    int used = snprintf(folder, STUDY_QUESTION_FOLDER, "runs/%.40s", game);
    for (int i = 0; i < count; i++) {
        if (!grid_words_is_list(question, words[i]) || used >= STUDY_QUESTION_FOLDER - 2)
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
