#include "eval/fairest/fairest.h"

#include "core/base/json.h"
#include "core/base/pcg.h"
#include "core/base/plain_text.h"
#include "core/base/text.h"
#include "core/config/keys_document.h"
#include "core/game/game.h"
#include "core/game/outside_game.h"
#include "eval/study/networks/study_networks.h"
#include "eval/study/study.h"
#include "eval/study/study_run.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

static const config_key_t number_keys[] = {
    KEY_INT("seed", fairest_t, seed, 1, 0, 9007199254740991.0,
            "seed; every variant derives its own from it"),
    KEY_INT("games", fairest_t, games, 0, 0, 1000000000,
            "games of all variants together; 0: in passes, each of twice the games, "
            "until the answer is settled or the user stops it"),
    KEY_INT("finalists", fairest_t, finalists, 2, 1, HALVING_ARMS,
            "variants that are not dropped; with as many as there are, all get the same "
            "number of games: a map"),
    KEY_INT("shard", fairest_t, shard, 20, 2, 100000,
            "games per file, an even number; plans consist of complete files"),
    KEY_REAL("fresh", fairest_t, fresh, 0.25, 0, 0.9,
             "share of the games that finalists play after being chosen"),
    KEY_REAL("margin", fairest_t, margin, 0.05, 0.001, 0.499,
             "a score at most this far from 1/2 is fair"),
    KEY_REAL("error_rate", fairest_t, error_rate, 0.05, 1e-6, 0.5,
             "of all intervals together"),
};
static const keyset_t numbers = {number_keys, KEYSET_COUNT(number_keys)};
static const config_key_t part_keys[] = {KEY_ELSEWHERE("title"), KEY_ELSEWHERE("game"),
                                         KEY_ELSEWHERE("grid"), KEY_ELSEWHERE("agent")};
static const keyset_t parts = {part_keys, KEYSET_COUNT(part_keys)};
static const config_key_t rows[] = {KEY_SET(&parts, 0), KEY_SET(&numbers, 0)};
static const keyset_t fairest_keys = {rows, KEYSET_COUNT(rows)};

void fairest_document(FILE *file) {
    keyset_document(&numbers, file);
}

/* --- Variants ----------------------------------------------------------------------- */

/* "size=4 swap=true", or "4 true" where there is no room for keys. */
static bool write_name(const fairest_t *fairest, int number, bool has_keys, char *name,
                       size_t size) {
    const value_lists_t *lists = &fairest->grid.lists;
    size_t used = 0;
    *name = '\0';
    for (int i = 0; i < lists->count && used < size; i++)
        used += (size_t)snprintf(name + used, size - used, "%s%s%s%s", i > 0 ? " " : "",
                                 has_keys ? lists->of[i].key : "", has_keys ? "=" : "",
                                 value_lists_value(lists, number, i));
    if (lists->count == 0)
        used = (size_t)snprintf(name, size, "default");
    return used < size;
}

/* The name of the folder: the first of these forms that fits for all variants. */
static void name_folder(const fairest_t *fairest, int number, char name[STUDY_NAME]) {
    bool with_keys = true, values_alone = true;
    char trial[STUDY_NAME];
    for (int i = 0; i < fairest->num_variants; i++) {
        with_keys = with_keys && write_name(fairest, i, true, trial, sizeof trial);
        values_alone = values_alone && write_name(fairest, i, false, trial, sizeof trial);
    }
    if (with_keys || values_alone)
        write_name(fairest, number, with_keys, name, STUDY_NAME);
    else
        snprintf(name, STUDY_NAME, "variant %d", number + 1);
}

/* The study of all variants; NULL: an error. */
static cJSON *study_of(const fairest_t *fairest, const cJSON *agent, failure_t *error) {
    cJSON *json = cJSON_CreateObject();
    outside_game_write_json(fairest->grid.class, json);
    cJSON *games = cJSON_AddObjectToObject(json, "games");
    json_add_number(games, "first", fairest->shard);
    json_add_number(games, "most", STUDY_RUN_GAMES);
    json_add_number(games, "shard", fairest->shard);
    cJSON *strength = cJSON_CreateObject();
    cJSON_AddItemToArray(cJSON_AddArrayToObject(json, "strengths"), strength);
    if (agent)
        cJSON_AddItemToObject(strength, "agent", cJSON_Duplicate(agent, true));
    cJSON *variants = cJSON_AddArrayToObject(json, "variants");
    for (int i = 0; i < fairest->num_variants; i++) {
        char name[STUDY_NAME];
        cJSON *item = cJSON_CreateObject();
        name_folder(fairest, i, name);
        cJSON_AddStringToObject(item, "name", name);
        cJSON_AddItemToArray(variants, item);
        if (!cJSON_AddItemToObject(item, "variant",
                                   value_lists_at(&fairest->grid.lists, i, error))) {
            cJSON_Delete(json);
            return NULL;
        }
    }
    return json;
}

static bool are_different(const study_t *study, const char *where, failure_t *error) {
    for (int i = 0; i < study->num_variants; i++)
        for (int j = 0; j < i; j++) {
            const char *a = study->variants[i].game->variant_text;
            if (strcmp(a, study->variants[j].game->variant_text) == 0)
                return error_set(error, "%s: two of the variants are the same: %.300s",
                                 where, a);
        }
    return true;
}

/* A variant's seed depends on its rules alone, whatever the others are. */
static void set_seeds(const fairest_t *fairest) {
    for (int i = 0; i < fairest->num_variants; i++) {
        study_variant_t *variant = &fairest->study->variants[i];
        uint64_t rules = text_hash(variant->game->variant_text);
        variant->seed = (int64_t)(mix64(mix64((uint64_t)fairest->seed) ^ rules) >> 11);
    }
}

static bool make_study(fairest_t *fairest, const cJSON *agent, const char *where,
                       failure_t *error) {
    cJSON *json = study_of(fairest, agent, error);
    fairest->study = memory_new(1, sizeof *fairest->study);
    bool ok = json &&
              study_read_json_of(fairest->study, json, HALVING_ARMS, where, error) &&
              are_different(fairest->study, where, error);
    cJSON_Delete(json);
    if (ok && fairest->study->strengths[0].num_networks > 0)
        return error_set(error,
                         "%s: \"network.weights\" is a list, but --find fairest takes "
                         "one network per variant",
                         where);
    if (ok)
        set_seeds(fairest);
    return ok;
}

/* --- Games and plans ---------------------------------------------------------------- */

static halving_wish_t wish_of(const fairest_t *fairest) {
    return (halving_wish_t){.arms = fairest->num_variants,
                            .finalists = (int)fairest->finalists,
                            .budget = (uint64_t)fairest->games,
                            .block = (uint64_t)fairest->shard,
                            .fresh = fairest->fresh};
}

enum { MOST_PASSES = 32 };

bool fairest_plan(const fairest_t *fairest, int pass, halving_plan_t *plan) {
    halving_wish_t wish = wish_of(fairest);
    if ((fairest->games > 0) != (pass == 0) || pass > MOST_PASSES)
        return false;
    if (pass > 0)
        wish.budget = halving_least(&wish) << (pass - 1);
    return halving_plan(plan, &wish) && plan->round_games[plan->rounds] < STUDY_RUN_GAMES;
}

static bool check_games(const fairest_t *fairest, const char *where, failure_t *error) {
    halving_wish_t wish = wish_of(fairest);
    halving_plan_t plan;
    if (fairest_plan(fairest, fairest->games > 0 ? 0 : 1, &plan))
        return true;
    return error_set(error,
                     "%s: \"games\" is %lld; allowed for %d variants: 0, or at least "
                     "%llu, and fewer than %d per variant",
                     where, (long long)fairest->games, fairest->num_variants,
                     (unsigned long long)halving_least(&wish), STUDY_RUN_GAMES);
}

/* --- Loading ------------------------------------------------------------------------ */

/* The rest, after grid and numbers are read. */
static bool make_variants(fairest_t *fairest, const cJSON *agent, const char *where,
                          failure_t *error) {
    int count = value_lists_count(&fairest->grid.lists, HALVING_ARMS);
    if (count > HALVING_ARMS)
        return error_set(error, "%s: more than %d variants", where, HALVING_ARMS);
    if (fairest->shard % 2 == 1)
        return error_set(error, "%s: \"shard\" must be even", where);
    fairest->names = memory_new((size_t)count, sizeof *fairest->names);
    fairest->num_variants = count;
    for (int i = 0; i < count; i++)
        if (!write_name(fairest, i, true, fairest->names[i], sizeof fairest->names[i]))
            return error_set(error, "%s: the values of the grid are too long", where);
    return make_study(fairest, agent, where, error) && check_games(fairest, where, error);
}

static bool read_numbers(fairest_t *fairest, const cJSON *json, const char *where,
                         char *const *words, int count, failure_t *error) {
    cJSON *overrides = json_from_arguments(words, count, error);
    bool ok = overrides &&
              keyset_read_json(&fairest_keys, fairest, json, where, "", error) &&
              keyset_read_json(&numbers, fairest, overrides, COMMAND_LINE, "", error);
    cJSON_Delete(overrides);
    return ok;
}

static bool read_grid(fairest_t *fairest, const cJSON *grid, const char *where,
                      failure_t *error) {
    bool ok = cJSON_IsObject(grid) ||
              error_set(error, "%s: \"grid\" must be an object {\"KEY\": [...]}", where);
    for (const cJSON *list = ok ? grid->child : NULL; ok && list; list = list->next)
        ok = cJSON_IsArray(list) && variant_grid_has(&fairest->grid, list->string)
                 ? value_lists_add_json(&fairest->grid.lists, list->string, list, where,
                                        error)
                 : error_set(error,
                             "%s: \"grid.%.60s\" must be a rule of the game and a "
                             "list of its values",
                             where, list->string);
    return ok;
}

/* What is no number, taken out of the object. */
static cJSON *take_parts(cJSON *json) {
    cJSON *taken = cJSON_CreateObject();
    for (size_t i = 0; i < KEYSET_COUNT(part_keys); i++) {
        const char *key = part_keys[i].name;
        if (json_has(json, key))
            cJSON_AddItemToObject(taken, key,
                                  cJSON_DetachItemFromObjectCaseSensitive(json, key));
    }
    return taken;
}

static bool read_question(fairest_t *fairest, cJSON *json, cJSON *taken,
                          const char *where, char *const *words, int count,
                          failure_t *error) {
    const cJSON *game = cJSON_GetObjectItemCaseSensitive(taken, "game");
    const cJSON *title = cJSON_GetObjectItemCaseSensitive(taken, "title");
    const cJSON *grid = cJSON_GetObjectItemCaseSensitive(taken, "grid");
    const cJSON *agent = cJSON_GetObjectItemCaseSensitive(taken, "agent");
    if (!cJSON_IsString(game))
        return error_set(error, "%s: which game? Set \"game\": \"NAME\"", where);
    if ((title && !(cJSON_IsString(title) &&
                    plain_text_is_line(title->valuestring, FAIREST_TITLE))) ||
        (agent && !cJSON_IsObject(agent)))
        return error_set(
            error,
            "%s: \"title\" must be a text of at most %d bytes, " PLAIN_TEXT_ALLOWED
            ", and \"agent\" an object {...}",
            where, FAIREST_TITLE - 1);
    fairest->grid.class = outside_game_find(game->valuestring, json, where, error);
    if (!fairest->grid.class ||
        !read_numbers(fairest, json, where, words, count, error) ||
        !read_grid(fairest, grid, where, error))
        return false;
    variant_grid_title(&fairest->grid, fairest->title, sizeof fairest->title);
    if (title)
        snprintf(fairest->title, sizeof fairest->title, "%s", title->valuestring);
    return make_variants(fairest, agent, where, error);
}

bool fairest_read_json(fairest_t *fairest, cJSON *json, const char *where,
                       char *const *words, int count, failure_t *error) {
    *fairest = (fairest_t){0};
    keyset_set_defaults(&numbers, fairest);
    cJSON *taken = take_parts(json);
    bool ok = read_question(fairest, json, taken, where, words, count, error);
    cJSON_Delete(taken);
    if (!ok)
        fairest_clear(fairest);
    return ok;
}

static void write_grid(const value_lists_t *lists, cJSON *json) {
    cJSON *grid = cJSON_AddObjectToObject(json, "grid");
    for (int i = 0; i < lists->count; i++)
        cJSON_AddItemToObject(grid, lists->of[i].key, value_list_json(&lists->of[i]));
}

static bool read_words(fairest_t *fairest, const grid_words_t *words, failure_t *error) {
    long simulations = FAIREST_SIMULATIONS;
    if (words->simulations.count > 0 && words->simulations.of[0].count > 1)
        return error_set(error, "%s: \"simulations\": allowed: one whole number",
                         COMMAND_LINE);
    if (words->simulations.count > 0 &&
        !grid_words_simulations(words, 0, &simulations, error))
        return false;
    cJSON *json = cJSON_CreateObject();
    outside_game_write_json(words->grid.class, json);
    write_grid(&words->grid.lists, json);
    cJSON *agent = cJSON_AddObjectToObject(json, "agent");
    json_add_number(cJSON_AddObjectToObject(agent, "search"), "simulations", simulations);
    const bool ok = fairest_read_json(fairest, json, COMMAND_LINE, words->others,
                                      words->num_others, error);
    cJSON_Delete(json);
    return ok;
}

bool fairest_ask(fairest_t *fairest, const char *game, char *const *words, int count,
                 failure_t *error) {
    grid_words_t *question = memory_new(1, sizeof *question);
    *fairest = (fairest_t){0};
    const bool ok = grid_words_read(question, game, words, count, &numbers, error) &&
                    read_words(fairest, question, error);
    grid_words_clear(question);
    free(question);
    return ok;
}

bool fairest_load(fairest_t *fairest, const char *path, char *const *words, int count,
                  failure_t *error) {
    *fairest = (fairest_t){0};
    cJSON *json = json_load(path, error);
    bool ok = json && study_networks_locate(json, path, error) &&
              fairest_read_json(fairest, json, path, words, count, error);
    cJSON_Delete(json);
    return ok;
}

bool fairest_set_agent(fairest_t *fairest, cJSON *agent, failure_t *error) {
    cJSON *json = fairest_json(fairest);
    cJSON_ReplaceItemInObjectCaseSensitive(json, "agent", agent);
    fairest_clear(fairest);
    const bool ok = fairest_read_json(fairest, json, COMMAND_LINE, NULL, 0, error);
    cJSON_Delete(json);
    return ok;
}

void fairest_clear(fairest_t *fairest) {
    if (fairest->study)
        study_clear(fairest->study);
    free(fairest->study);
    free(fairest->names);
    value_lists_clear(&fairest->grid.lists);
    *fairest = (fairest_t){0};
}

/* --- The effective question --------------------------------------------------------- */

cJSON *fairest_json(const fairest_t *fairest) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "title", fairest->title);
    cJSON_AddStringToObject(json, "game", fairest->grid.class->name);
    keyset_write_json(&numbers, fairest, json);
    write_grid(&fairest->grid.lists, json);
    agent_write_json(&fairest->study->strengths[0].agent,
                     cJSON_AddObjectToObject(json, "agent"));
    return json;
}

char *fairest_text(const fairest_t *fairest) {
    return json_lines(fairest_json(fairest));
}
