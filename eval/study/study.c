#include "eval/study/study.h"

#include "core/base/files/file.h"
#include "core/base/json.h"
#include "core/base/plain_text.h"
#include "core/config/keys_document.h"
#include "core/game/outside_game.h"
#include "eval/study/networks/study_networks.h"
#include "mcts/search/search_config.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>

#define MOST 1000000

static const config_key_t number_keys[] = {
    KEY_INT("seed", study_t, seed, 1, 0, 9007199254740991.0, "seed of all runs"),
    KEY_INT("games.first", study_t, first, 200, 2, MOST,
            "games of a cell before its interval is first checked"),
    KEY_INT("games.most", study_t, games.most, 20000, 0, MOST,
            "games of a cell at most; 0: the cell is not played"),
    KEY_INT("games.shard", study_t, shard, 50, 2, 100000,
            "games per file, an even number"),
    KEY_INT(
        "seats", study_t, games.seats, 0, 0, MOST,
        "games of each strength level against itself with seats exchanged: a control"),
    KEY_INT("first_turns", study_t, games.first_turns, 0, 0, MOST,
            "games of each strength level after a random first turn"),
    KEY_INT("skill", study_t, games.skill, 0, 0, MOST,
            "games of twice the simulations against each strength level"),
    KEY_INT("advantage", study_t, games.advantage, 0, 0, MOST,
            "games of each strength level against itself at each ratio of simulations "
            "from 4:1 to 1:4, for what moving first is worth"),
    KEY_ROW(VALUE_CHOICE, KEY_IF_SET, "purpose", study_t, purpose,
            .choices = "watch|estimate|decide", .fallback = "estimate",
            .help =
                "what ends the games of a cell. estimate: a "
                "precision, a number of games or a time, whatever the score: the "
                "narrowest intervals, for its end. decide: its balance is known, at one "
                "of a few looks. watch: anything, at any time: the widest intervals"),
    KEY_REAL("precision", study_t, precision, 0.02, 0.0005, 0.5,
             "target half-width of a cell's interval if no game is repeated; repeated "
             "games make the interval shown wider"),
    KEY_REAL("margin", study_t, margin, 0.05, 0.001, 0.499,
             "a score at most this far from 1/2 is balanced"),
    KEY_REAL("error_rate", study_t, error_rate, 0.05, 1e-6, 0.5,
             "of all verdicts of one kind at one strength level; of a study to watch, at "
             "all"),
    KEY_BOOL("paired", study_t, paired, 1,
             "compare games of the same number in pairs: sharper if two variants have "
             "equally many games; false: compare all games of both, as two samples"),
};
static const keyset_t numbers = {number_keys, KEYSET_COUNT(number_keys)};

/* What the program writes into a folder's study. */
static const config_key_t past_keys[] = {
    KEY_INT_IN(KEY_IF_SET, "past.timed", study_t, past.timed, 0, 0, 9007199254740991.0,
               "games of all runs when the time limit of the first command ended the "
               "study; 0: none did"),
    KEY_ROW(VALUE_BOOL, KEY_IF_SET, "past.replanned", study_t, past.replanned,
            .help = "what ends the games was changed after the study had begun"),
    KEY_INT_IN(KEY_IF_SET, "past.removed", study_t, past.removed, 0, 0, 1000,
               "variants that were left out after they had been played"),
    KEY_ROW(VALUE_REAL, KEY_IF_SET, "past.added", study_t, past.added, .most = 1000,
            .help =
                "of variants added to a study that had begun: the sum of their shares "
                "of the error rate at that time"),
};
static const keyset_t past_set = {past_keys, KEYSET_COUNT(past_keys)};

/* What a strength level may set for itself. */
static const config_key_t strength_keys[] = {
    KEY_INT("games", study_strength_t, games.most, 0, 0, MOST, "self-play, at most"),
    KEY_INT("seats", study_strength_t, games.seats, 0, 0, MOST, "seats exchanged"),
    KEY_INT("first_turns", study_strength_t, games.first_turns, 0, 0, MOST,
            "after a random first turn"),
    KEY_INT("skill", study_strength_t, games.skill, 0, 0, MOST,
            "twice the simulations against it"),
    KEY_INT("advantage", study_strength_t, games.advantage, 0, 0, MOST,
            "at unequal budgets"),
};
static const keyset_t strength_set = {strength_keys, KEYSET_COUNT(strength_keys)};

/* Keys that are read elsewhere: of a study, of a variant, of a strength level. */
static const config_key_t part_keys[] = {
    KEY_ELSEWHERE("title"), KEY_ELSEWHERE("game"), KEY_ELSEWHERE("variants"),
    KEY_ELSEWHERE("strengths"), KEY_ELSEWHERE("agent")};
static const keyset_t parts = {part_keys, KEYSET_COUNT(part_keys)};
static const config_key_t variant_part_keys[] = {
    KEY_ELSEWHERE("name"), KEY_ELSEWHERE("variant"), KEY_ELSEWHERE("speed"),
    KEY_ELSEWHERE("openings")};
static const keyset_t variant_parts = {variant_part_keys,
                                       KEYSET_COUNT(variant_part_keys)};
static const config_key_t strength_part_keys[] = {
    KEY_ELSEWHERE("name"), KEY_ELSEWHERE("simulations"), KEY_ELSEWHERE("agent"),
    KEY_ELSEWHERE("playouts")};
static const keyset_t strength_parts = {strength_part_keys,
                                        KEYSET_COUNT(strength_part_keys)};

static const config_key_t study_rows[] = {KEY_SET(&parts, 0), KEY_SET(&numbers, 0),
                                          KEY_SET(&past_set, 0)};
static const keyset_t study_keys = {study_rows, KEYSET_COUNT(study_rows)};
static const config_key_t strength_rows[] = {KEY_SET(&strength_parts, 0),
                                             KEY_SET(&strength_set, 0)};
static const keyset_t strength_all = {strength_rows, KEYSET_COUNT(strength_rows)};

/* --- Parts of the JSON -------------------------------------------------------------- */

static bool has_word_characters(const char *name) {
    for (const char *p = name; *p; p++)
        if ((*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') ||
            (*p >= '0' && *p <= '9'))
            return true;
    return false;
}

static bool take_text(cJSON *json, const char *key, char *into, size_t size,
                      const char *where, failure_t *error) {
    cJSON *item = cJSON_DetachItemFromObjectCaseSensitive(json, key);
    bool is_line =
        !item || (cJSON_IsString(item) && plain_text_is_line(item->valuestring, size));
    bool ok = !item || (is_line && has_word_characters(item->valuestring));
    if (item && ok)
        snprintf(into, size, "%s", item->valuestring);
    else if (item && is_line)
        error_set(error,
                  "%s: \"%s\" must be a text with a letter from a to z or a digit, as "
                  "folder names are made of these, but is \"%s\"",
                  where, key, item->valuestring);
    else if (item)
        error_set(error,
                  "%s: \"%s\" must be a text of at most %zu bytes, " PLAIN_TEXT_ALLOWED
                  ", including a letter from a to z or a digit",
                  where, key, size - 1);
    cJSON_Delete(item);
    return ok;
}

static bool is_list(const cJSON *list, const char *key, int most, const char *where,
                    failure_t *error) {
    bool ok = cJSON_IsArray(list) && cJSON_GetArraySize(list) >= 1 &&
              cJSON_GetArraySize(list) <= most;
    for (const cJSON *item = ok ? list->child : NULL; item; item = item->next)
        ok = ok && cJSON_IsObject(item);
    return ok || error_set(error, "%s: \"%s\" must be a list of 1 to %d objects {...}",
                           where, key, most);
}

/* The name of a variant without one: the keys that it sets, as in the variant's text,
 * "size=4 swap=true"; "default" if it sets none. */
static void name_by_keys(study_variant_t *variant, const cJSON *keys) {
    text_t name = text_into(variant->name, sizeof variant->name);
    char tokens[GAME_VARIANT_TEXT], *save = NULL;
    snprintf(tokens, sizeof tokens, "%s", variant->game->variant_text);
    for (char *token = strtok_r(tokens, " ", &save); token;
         token = strtok_r(NULL, " ", &save)) {
        char *value = strchr(token, '=');
        *value = '\0';
        if (!cJSON_GetObjectItemCaseSensitive(keys, token) ||
            name.used + strlen(token) + strlen(value + 1) + 3 > name.size)
            continue;
        text_add(&name, "%s%s=%s", name.used > 0 ? " " : "", token, value + 1);
    }
    if (name.used == 0)
        text_add(&name, "default");
}

static bool take_speed(cJSON *json, double *speed, const char *where, failure_t *error) {
    cJSON *item = cJSON_DetachItemFromObjectCaseSensitive(json, "speed");
    bool ok = !item || (cJSON_IsNumber(item) && isfinite(item->valuedouble) &&
                        item->valuedouble > 0);
    *speed = item && ok ? item->valuedouble : 0;
    cJSON_Delete(item);
    return ok || error_set(error,
                           "%s: \"speed\" must be a number above 0, the simulations "
                           "per second of one thread",
                           where);
}

static bool read_variant(study_variant_t *variant, const game_class_t *class, cJSON *item,
                         const char *where, failure_t *error) {
    cJSON *keys = cJSON_DetachItemFromObjectCaseSensitive(item, "variant");
    bool ok =
        take_text(item, "name", variant->name, sizeof variant->name, where, error) &&
        take_speed(item, &variant->speed, where, error);
    ok = ok && keyset_check_names(&variant_parts, item, where, "", error);
    const cJSON *openings = cJSON_GetObjectItemCaseSensitive(item, "openings");
    if (ok)
        variant->game = game_new_overridden(class, keys, where, "variant.", NULL, error);
    if (variant->game && !*variant->name)
        name_by_keys(variant, keys);
    cJSON_Delete(keys);
    return variant->game && study_networks_read_openings(variant, openings, where, error);
}

/* The agent of a strength level: the shared part, its own part, and its simulations. */
static bool read_agent(study_strength_t *strength, const cJSON *base, cJSON *item,
                       const char *where, failure_t *error) {
    cJSON *own = cJSON_DetachItemFromObjectCaseSensitive(item, "agent");
    cJSON *simulations = cJSON_DetachItemFromObjectCaseSensitive(item, "simulations");
    bool is_engine = json_has(own, "engine");
    cJSON *agent = cJSON_IsObject(base) && !is_engine ? cJSON_Duplicate(base, true)
                                                      : cJSON_CreateObject();
    const char *last;
    bool ok = !own || cJSON_IsObject(own) ||
              error_set(error, "%s: \"agent\" must be an object {...}", where);
    if (ok && own)
        json_merge(agent, own);
    if (ok && simulations) {
        cJSON *search = json_object_at(
            agent, is_engine ? "engine.simulations" : "search.simulations", &last);
        ok = search || error_set(error, "%s: \"%s\" must be an object {...}", where,
                                 is_engine ? "engine" : "search");
        if (ok) {
            cJSON_DeleteItemFromObjectCaseSensitive(search, last);
            cJSON_AddItemToObject(search, last, simulations);
            simulations = NULL;
        }
    }
    ok = ok && study_networks_read(strength, agent, where, error) &&
         agent_read_json(&strength->agent, agent, where, NULL, 0, error);
    cJSON_Delete(own);
    cJSON_Delete(simulations);
    cJSON_Delete(agent);
    return ok;
}

static bool take_playouts(study_strength_t *strength, const study_t *study, cJSON *item,
                          const char *where, failure_t *error) {
    cJSON *list = cJSON_DetachItemFromObjectCaseSensitive(item, "playouts");
    bool ok =
        !list || (cJSON_IsArray(list) && cJSON_GetArraySize(list) <= study->num_variants);
    int i = 0;
    for (const cJSON *one = ok && list ? list->child : NULL; ok && one; one = one->next) {
        study_playouts_t *playouts = &strength->playouts[i++];
        const bool is_range = cJSON_GetArraySize(one) == 2;
        int64_t about; /* of an earlier version: without an end */
        ok = is_range ? json_integer(one->child, 0, 1e15, &playouts->least) &&
                            json_integer(one->child->next, 0, 1e15, &playouts->most)
                      : json_integer(one, 0, 1e15, &about);
    }
    cJSON_Delete(list);
    return ok || error_set(error,
                           "%s: \"playouts\" must be a list of pairs of whole numbers, "
                           "[least, most], one for each variant",
                           where);
}

static bool read_strength(study_strength_t *strength, const study_t *study,
                          const cJSON *base, cJSON *item, const char *where,
                          failure_t *error) {
    strength->games = study->games;
    if (!take_text(item, "name", strength->name, sizeof strength->name, where, error) ||
        !read_agent(strength, base, item, where, error) ||
        !take_playouts(strength, study, item, where, error) ||
        !keyset_read_json(&strength_all, strength, item, where, "", error))
        return false;
    if (!*strength->name)
        snprintf(strength->name, sizeof strength->name, "%lld",
                 (long long)agent_simulations(&strength->agent));
    memcpy(strength->agent.name, strength->name, sizeof strength->name);
    if (strength->agent.search.time_ms > 0 || strength->agent.engine.time_ms > 0 ||
        strength->agent.parallel.threads > 1)
        return error_set(error,
                         "%s: strength \"%s\" depends on the clock or on threads; a "
                         "study's games must be reproducible",
                         where, strength->name);
    return true;
}

static bool read_lists(study_t *study, const game_class_t *class, const cJSON *variants,
                       const cJSON *strengths, const cJSON *base, const char *where,
                       failure_t *error) {
    study->variants =
        memory_new((size_t)cJSON_GetArraySize(variants), sizeof *study->variants);
    for (cJSON *item = variants->child; item; item = item->next)
        if (!read_variant(&study->variants[study->num_variants++], class, item, where,
                          error))
            return false;
    for (cJSON *item = strengths->child; item; item = item->next)
        if (!read_strength(&study->strengths[study->num_strengths++], study, base, item,
                           where, error))
            return false;
    return true;
}

/* --- Consistency -------------------------------------------------------------------- */

void study_folder_of(const char *name, char folder[STUDY_NAME]) {
    size_t used = 0;
    for (const char *p = name; *p && used < STUDY_NAME - 1; p++) {
        bool letter = (*p >= 'a' && *p <= 'z') || (*p >= '0' && *p <= '9');
        if (*p >= 'A' && *p <= 'Z')
            folder[used++] = (char)(*p - 'A' + 'a');
        else if (letter || *p == '.')
            folder[used++] = *p;
        else if (used > 0 && folder[used - 1] != '-')
            folder[used++] = '-';
    }
    while (used > 0 && folder[used - 1] == '-')
        used--;
    folder[used] = 0;
}

static bool have_one_folder(const char *a, const char *b) {
    char x[STUDY_NAME], y[STUDY_NAME];
    study_folder_of(a, x);
    study_folder_of(b, y);
    return strcmp(x, y) == 0;
}

int study_variant_named(const study_t *study, const char *name) {
    int i = study->num_variants - 1;
    while (i >= 0 && !have_one_folder(study->variants[i].name, name))
        i--;
    return i;
}

const study_strength_t *study_strength_named(const study_t *study, const char *name) {
    for (int i = 0; i < study->num_strengths; i++)
        if (have_one_folder(study->strengths[i].name, name))
            return &study->strengths[i];
    return NULL;
}

static bool are_different(const char *a, const char *b, const char *list,
                          const char *where, failure_t *error) {
    char folder[STUDY_NAME];
    study_folder_of(a, folder);
    return !have_one_folder(a, b) ||
           error_set(error,
                     "%s: two of the %s are called \"%s\" (folder %s): names have "
                     "to differ in letters or digits",
                     where, list, a, folder);
}

static bool check(const study_t *study, const char *where, failure_t *error) {
    for (int i = 0; i < study->num_variants; i++)
        for (int j = 0; j < i; j++)
            if (!are_different(study->variants[i].name, study->variants[j].name,
                               "variants", where, error))
                return false;
    for (int i = 0; i < study->num_strengths; i++)
        for (int j = 0; j < i; j++)
            if (!are_different(study->strengths[i].name, study->strengths[j].name,
                               "strengths", where, error))
                return false;
    if (study->shard % 2)
        return error_set(
            error, "%s: games.shard must be even, as each pair of games is in one file",
            where);
    for (int i = 0; i < study->num_strengths; i++) {
        agent_t twice;
        if (study->strengths[i].games.skill > 0 &&
            !study_twice(&study->strengths[i], &twice))
            return error_set(error,
                             "%s: \"skill\" of strength \"%s\" needs a budget of "
                             "simulations that can be doubled",
                             where, study->strengths[i].name);
        const int64_t simulations = agent_simulations(&study->strengths[i].agent);
        if (study->strengths[i].games.advantage > 0 &&
            (simulations < 1 || simulations > SEARCH_MAX_SIMULATIONS / 4))
            return error_set(error,
                             "%s: \"advantage\" of strength \"%s\" needs a budget of "
                             "simulations that can be made four times as large",
                             where, study->strengths[i].name);
    }
    return study_networks_check(study, where, error);
}

/* --- Loading ------------------------------------------------------------------------ */

static bool read_numbers(study_t *study, cJSON *json, const char *where,
                         char *const *words, int num_words, failure_t *error) {
    cJSON *overrides = json_from_arguments(words, num_words, error);
    bool ok = overrides && keyset_read_json(&study_keys, study, json, where, "", error) &&
              keyset_read_json(&study_keys, study, overrides, COMMAND_LINE, "", error);
    cJSON_Delete(overrides);
    return ok;
}

static bool read_study(study_t *study, cJSON *json, int most, const char *where,
                       char *const *words, int num_words, failure_t *error) {
    char name[FILE_PATH] = "";
    cJSON *variants = cJSON_DetachItemFromObjectCaseSensitive(json, "variants");
    cJSON *strengths = cJSON_DetachItemFromObjectCaseSensitive(json, "strengths");
    cJSON *base = cJSON_DetachItemFromObjectCaseSensitive(json, "agent");
    bool ok = take_text(json, "title", study->title, sizeof study->title, where, error) &&
              take_text(json, "game", name, sizeof name, where, error);
    if (ok && !*name) /* its key may be misspelt */
        ok = read_numbers(study, json, where, words, num_words, error) &&
             error_set(error, "%s: which game? Set \"game\": \"NAME\"", where);
    const game_class_t *class = ok ? outside_game_find(name, json, where, error) : NULL;
    ok = class && read_numbers(study, json, where, words, num_words, error);
    if (ok && base && !cJSON_IsObject(base))
        ok = error_set(error, "%s: \"agent\" must be an object {...}", where);
    ok = ok && is_list(variants, "variants", most, where, error) &&
         is_list(strengths, "strengths", STUDY_MAX_STRENGTHS, where, error) &&
         read_lists(study, class, variants, strengths, base, where, error) &&
         check(study, where, error);
    if (ok && !*study->title)
        snprintf(study->title, sizeof study->title, "%s", class->title);
    cJSON_Delete(variants);
    cJSON_Delete(strengths);
    cJSON_Delete(base);
    return ok;
}

/* A stored study has every key, of purposes all but "watch". */
static bool is_stored(const cJSON *json) {
    return json_has(json, "seed") && json_has(json, "games") &&
           json_has(json, "precision") && json_has(json, "margin") &&
           json_has(json, "error_rate") && json_has(json, "paired");
}

static bool begin(study_t *study, cJSON *json, int most, const char *where,
                  char *const *words, int num_words, failure_t *error) {
    *study = (study_t){0};
    keyset_set_defaults(&numbers, study);
    if (is_stored(json))
        study->purpose = PURPOSE_WATCH;
    bool ok = read_study(study, json, most, where, words, num_words, error);
    if (!ok)
        study_clear(study);
    return ok;
}

bool study_read_json(study_t *study, cJSON *json, const char *where, char *const *words,
                     int num_words, failure_t *error) {
    return begin(study, json, STUDY_MAX_VARIANTS, where, words, num_words, error);
}

bool study_read_json_of(study_t *study, cJSON *json, int most_variants, const char *where,
                        failure_t *error) {
    return begin(study, json, most_variants, where, NULL, 0, error);
}

bool study_load(study_t *study, const char *path, char *const *words, int num_words,
                failure_t *error) {
    *study = (study_t){0};
    if (game_instead_of_file(path,
                             "a study is needed, a file such as those in "
                             "configs/studies/",
                             error))
        return false;
    cJSON *json = json_load(path, error);
    bool ok = json && study_networks_locate(json, path, error) &&
              study_read_json(study, json, path, words, num_words, error);
    cJSON_Delete(json);
    return ok;
}

void study_clear(study_t *study) {
    for (int i = 0; i < study->num_variants; i++) {
        game_free(study->variants[i].game);
        free(study->variants[i].openings);
    }
    free(study->variants);
    *study = (study_t){0};
}

void study_free(study_t *study) {
    if (study)
        study_clear(study);
    free(study);
}

/* --- The effective study ------------------------------------------------------------ */

/* Values equal to the study's are left out, so that a change of the study's applies. */
static void write_own_games(const study_strength_t *strength, const study_t *study,
                            cJSON *item) {
    const study_strength_t shared = {.games = study->games};
    cJSON *own = cJSON_CreateObject(), *of_all = cJSON_CreateObject();
    keyset_write_json(&strength_set, strength, own);
    keyset_write_json(&strength_set, &shared, of_all);
    for (const cJSON *key = own->child; key; key = key->next)
        if (!json_equal(key, cJSON_GetObjectItemCaseSensitive(of_all, key->string)))
            cJSON_AddItemToObject(item, key->string, cJSON_Duplicate(key, true));
    cJSON_Delete(own);
    cJSON_Delete(of_all);
}

cJSON *study_playouts_json(const study_playouts_t *playouts) {
    cJSON *pair = cJSON_CreateArray();
    cJSON_AddItemToArray(pair, json_number(playouts->least));
    cJSON_AddItemToArray(pair, json_number(playouts->most));
    return pair;
}

static void write_playouts(const study_strength_t *strength, int count, cJSON *item) {
    cJSON *list = cJSON_CreateArray();
    bool any = false;
    for (int i = 0; i < count; i++) {
        const study_playouts_t *playouts = &strength->playouts[i];
        cJSON_AddItemToArray(list, study_playouts_json(playouts));
        any = any || playouts->least > 0 || playouts->most > 0;
    }
    if (any)
        cJSON_AddItemToObject(item, "playouts", list);
    else
        cJSON_Delete(list);
}

static void write_strength(const study_strength_t *strength, const study_t *study,
                           cJSON *item) {
    cJSON_AddStringToObject(item, "name", strength->name);
    cJSON *agent = cJSON_AddObjectToObject(item, "agent");
    agent_write_json(&strength->agent, agent);
    study_networks_write(strength, agent);
    write_playouts(strength, study->num_variants, item);
    write_own_games(strength, study, item);
}

cJSON *study_json(const study_t *study) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "title", study->title);
    outside_game_write_json(study->variants[0].game->class, json);
    keyset_write_json(&numbers, study, json);
    keyset_write_json(&past_set, study, json);
    cJSON *variants = cJSON_AddArrayToObject(json, "variants");
    for (int i = 0; i < study->num_variants; i++) {
        cJSON *item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "name", study->variants[i].name);
        game_write_variant(study->variants[i].game,
                           cJSON_AddObjectToObject(item, "variant"));
        if (study->variants[i].speed > 0)
            json_add_number(item, "speed", study->variants[i].speed);
        if (study->variants[i].openings)
            cJSON_AddStringToObject(item, "openings", study->variants[i].openings);
        cJSON_AddItemToArray(variants, item);
    }
    cJSON *strengths = cJSON_AddArrayToObject(json, "strengths");
    for (int i = 0; i < study->num_strengths; i++) {
        cJSON *item = cJSON_CreateObject();
        write_strength(&study->strengths[i], study, item);
        cJSON_AddItemToArray(strengths, item);
    }
    return json;
}

void study_json_remove(cJSON *json, int index) {
    cJSON_DeleteItemFromArray(cJSON_GetObjectItemCaseSensitive(json, "variants"), index);
    const cJSON *strengths = cJSON_GetObjectItemCaseSensitive(json, "strengths");
    for (cJSON *item = strengths->child; item; item = item->next)
        cJSON_DeleteItemFromArray(cJSON_GetObjectItemCaseSensitive(item, "playouts"),
                                  index);
}

char *study_text(const study_t *study) {
    return json_lines(study_json(study));
}

void study_document(FILE *file) {
    keyset_document(&numbers, file);
}

const keyset_t *study_number_keys(void) {
    return &numbers;
}

bool study_twice(const study_strength_t *strength, agent_t *twice) {
    *twice = strength->agent;
    const int64_t simulations = agent_simulations(twice);
    if (simulations < 1 || simulations > SEARCH_MAX_SIMULATIONS / 2)
        return false;
    agent_set_simulations(twice, 2 * simulations);
    REQUIRE(snprintf(twice->name, AGENT_NAME, "%s twice", strength->name) < AGENT_NAME);
    return true;
}

double study_doublings(const study_strength_t *strength) {
    int64_t simulations = agent_simulations(&strength->agent);
    return simulations > 0 ? log2((double)simulations) : (double)NAN;
}
