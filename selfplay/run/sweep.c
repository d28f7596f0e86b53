#include "selfplay/run/sweep.h"

#include "core/base/files/publish.h"
#include "core/base/json.h"
#include "core/base/table/figures.h"
#include "core/base/text.h"
#include "core/config/value_lists.h"
#include "selfplay/config/run_config.h"
#include "selfplay/run/folder_kind.h"
#include "selfplay/run/run.h"
#include "selfplay/run/run_folder.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NAMED "configurations"

/* --- The list of runs --------------------------------------------------------------- */

static void add_key(sweep_t *sweep, const char *key) {
    sweep->keys = memory_resize(sweep->keys, sweep->num_keys + 1, sizeof *sweep->keys);
    sweep->keys[sweep->num_keys++] = text_copy(key);
}

/* Takes ownership of the values. */
static sweep_run_t *add_run(sweep_t *sweep, const char *name, cJSON *values) {
    sweep->runs = memory_resize(sweep->runs, sweep->count + 1, sizeof *sweep->runs);
    sweep_run_t *run = &sweep->runs[sweep->count++];
    *run = (sweep_run_t){.name = text_copy(name), .values = values};
    return run;
}

size_t sweep_find(const sweep_t *sweep, const char *path) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    size_t i = 0;
    while (i < sweep->count && strcmp(sweep->runs[i].name, name) != 0)
        i++;
    return i;
}

static bool has_key(const sweep_t *sweep, const char *key, size_t length) {
    for (size_t i = 0; i < sweep->num_keys; i++)
        if (strlen(sweep->keys[i]) == length && strncmp(sweep->keys[i], key, length) == 0)
            return true;
    return false;
}

void sweep_clear(sweep_t *sweep) {
    for (size_t i = 0; i < sweep->num_keys; i++)
        free(sweep->keys[i]);
    for (size_t i = 0; i < sweep->count; i++) {
        sweep_run_t *run = &sweep->runs[i];
        free(run->name);
        cJSON_Delete(run->values);
        if (run->config)
            run_config_clear(run->config);
        free(run->config);
    }
    free(sweep->keys);
    free(sweep->runs);
    *sweep = (sweep_t){0};
}

bool sweep_path(const sweep_t *sweep, const char *folder, size_t run,
                char path[FILE_PATH], failure_t *error) {
    return file_path(path, error, "%s/%s", folder, sweep->runs[run].name) &&
           run_folder_fits(path, error);
}

uint64_t sweep_most_games(const sweep_t *sweep, const char *folder) {
    uint64_t most = 0;
    for (size_t i = 0; i < sweep->count; i++) {
        char path[FILE_PATH];
        const uint64_t games =
            sweep_path(sweep, folder, i, path, NULL) ? run_games_wanted(path) : 0;
        most = games > most ? games : most;
    }
    return most;
}

/* --- Its file ----------------------------------------------------------------------- */

/* Names are folders', and keys look alike: none leads elsewhere, is hidden, or needs
 * quotes in a shell. */
static bool is_name(const char *name) {
    size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                 "0123456789._=+-");
    return length > 0 && length < SWEEP_NAME && !name[length] && *name != '.' &&
           *name != '-';
}

static bool read_json(sweep_t *sweep, const cJSON *json) {
    const cJSON *keys = cJSON_GetObjectItemCaseSensitive(json, "keys"), *item;
    const cJSON *runs = cJSON_GetObjectItemCaseSensitive(json, "runs");
    bool ok = cJSON_GetArraySize(keys) > 0 && cJSON_IsObject(runs);
    cJSON_ArrayForEach(item, keys) {
        ok = ok && cJSON_IsString(item) && is_name(item->valuestring);
        if (ok)
            add_key(sweep, item->valuestring);
    }
    cJSON_ArrayForEach(item, runs) {
        ok = ok && is_name(item->string) && cJSON_IsObject(item);
        if (ok)
            add_run(sweep, item->string, cJSON_Duplicate(item, true));
    }
    return ok;
}

static bool read_list(sweep_t *sweep, const char *path, failure_t *error) {
    *sweep = (sweep_t){0};
    cJSON *json = json_load(path, error);
    bool ok = json && (read_json(sweep, json) ||
                       error_set(error, "%s: is not a file of fulcrum selfplay", path));
    cJSON_Delete(json);
    return ok;
}

bool sweep_read(sweep_t *sweep, const char *folder, failure_t *error) {
    char path[FILE_PATH];
    *sweep = (sweep_t){0};
    return file_path(path, error, "%s/" FOLDER_SWEEP_FILE, folder) &&
           read_list(sweep, path, error);
}

static char *sweep_text(const sweep_t *sweep) {
    cJSON *json = cJSON_CreateObject();
    cJSON *keys = cJSON_AddArrayToObject(json, "keys");
    cJSON *runs = cJSON_AddObjectToObject(json, "runs");
    for (size_t i = 0; i < sweep->num_keys; i++)
        cJSON_AddItemToArray(keys, cJSON_CreateString(sweep->keys[i]));
    for (size_t i = 0; i < sweep->count; i++)
        cJSON_AddItemToObject(runs, sweep->runs[i].name,
                              cJSON_Duplicate(sweep->runs[i].values, true));
    return json_lines(json);
}

/* Reads the sweep that is in the folder, if any. */
static bool read_there(sweep_t *sweep, const char *folder, failure_t *error) {
    char path[FILE_PATH];
    *sweep = (sweep_t){0};
    if (!file_path(path, error, "%s/" FOLDER_SWEEP_FILE, folder))
        return false;
    if (access(path, F_OK) == 0)
        return sweep_read(sweep, folder, error);
    return errno == ENOENT || errno == ENOTDIR ||
           error_set_system(error, path, "cannot be read");
}

/* Adds the runs of others that are not among ours. */
static void add_others(sweep_t *sweep, const sweep_t *others) {
    for (size_t i = 0; i < others->count; i++)
        if (sweep_find(sweep, others->runs[i].name) == sweep->count)
            add_run(sweep, others->runs[i].name,
                    cJSON_Duplicate(others->runs[i].values, true));
}

/* Gives the list its name, and adds the runs of the list that had it, which it swaps out:
 * another process may have written that one since ours was read. */
static bool put(sweep_t *sweep, const char *path, failure_t *error) {
    char unfinished[FILE_PATH], *text = sweep_text(sweep);
    bool exists, ok = publish_write(path, text, strlen(text), unfinished, error);
    sweep_t others;
    free(text);
    if (!ok || !publish_new(unfinished, path, &exists, error))
        return false;
    if (!exists)
        return true;
    if (!publish_exchange(unfinished, path))
        return publish_finish(unfinished, path, error);
    ok = read_list(&others, unfinished, error);
    if (ok)
        add_others(sweep, &others);
    sweep_clear(&others);
    unlink(unfinished);
    return ok;
}

bool sweep_write(sweep_t *sweep, const char *folder, failure_t *error) {
    char path[FILE_PATH];
    sweep_t others;
    bool is_new = false;
    for (size_t i = 0; i < sweep->count; i++)
        is_new |= sweep->runs[i].is_new;
    if (!is_new)
        return true;
    bool ok = read_there(&others, folder, error) &&
              file_path(path, error, "%s/" FOLDER_SWEEP_FILE, folder);
    if (ok)
        add_others(sweep, &others);
    sweep_clear(&others);
    for (size_t written = 0; ok && written < sweep->count;) {
        written = sweep->count;
        ok = put(sweep, path, error);
    }
    return ok;
}

/* --- Making it ---------------------------------------------------------------------- */

typedef struct builder {
    sweep_t *sweep;
    const char *where, *folder;
    cJSON *base, *named; /* the file; its configurations, or NULL */
    value_lists_t lists; /* in the order of the sweep's keys */
    char **words;        /* the others */
    int num_words;
    failure_t *error;
} builder_t;

/* The list of "KEY=[1, 2]"; NULL: it is none. */
static cJSON *list_of(const char *word) {
    const char *equals = strchr(word, '=');
    cJSON *json = equals && equals[1] == '[' ? json_read(equals + 1, "", NULL) : NULL;
    if (cJSON_IsArray(json))
        return json;
    cJSON_Delete(json);
    return NULL;
}

/* Whether a word lists values, or one of a key of the sweep. */
static bool is_list(const builder_t *builder, const char *word) {
    size_t length = strcspn(word, "=");
    cJSON *json = list_of(word);
    bool lists = json || has_key(builder->sweep, word, length) ||
                 (strchr(word + length, ',') && !run_config_is_text(word, length));
    cJSON_Delete(json);
    return lists;
}

static bool add_list(builder_t *builder, const char *word) {
    size_t length = strcspn(word, "=");
    char key[SWEEP_NAME];
    snprintf(key, sizeof key, "%.*s", (int)length, word);
    if (strcmp(key, "games") == 0 || strcmp(key, "threads") == 0)
        return error_set(builder->error, "%s: \"%s\" takes one value, for all runs",
                         COMMAND_LINE, key);
    cJSON *json = list_of(word);
    if (!json && word[length] && run_config_is_text(word, length)) {
        json = cJSON_CreateArray();
        cJSON_AddItemToArray(json, cJSON_CreateString(word + length + 1));
    }
    bool ok = json ? value_lists_add_json(&builder->lists, key, json, COMMAND_LINE,
                                          builder->error)
                   : value_lists_add(&builder->lists, word, COMMAND_LINE, builder->error);
    cJSON_Delete(json);
    return ok;
}

static bool add_named(builder_t *builder) {
    const cJSON *item;
    if (!cJSON_IsObject(builder->named) || !builder->named->child)
        return error_set(builder->error,
                         "%s: \"" NAMED "\" must be an object {\"NAME\": {...}, ...}",
                         builder->where);
    cJSON *names = cJSON_CreateArray();
    bool ok = true;
    cJSON_ArrayForEach(item, builder->named) {
        ok = ok && ((is_name(item->string) && cJSON_IsObject(item)) ||
                    error_set(builder->error,
                              "%s: \"" NAMED ".%.60s\": must be an object, and its name "
                              "letters, digits and ._=+-, for a folder",
                              builder->where, item->string));
        cJSON_AddItemToArray(names, cJSON_CreateString(item->string));
    }
    ok = ok && value_lists_add_json(&builder->lists, SWEEP_CONFIGURATION, names,
                                    builder->where, builder->error);
    cJSON_Delete(names);
    return ok;
}

static bool error_keys(const builder_t *builder) {
    const sweep_t *sweep = builder->sweep;
    char keys[1024] = "";
    for (size_t i = 0; i < sweep->num_keys; i++)
        snprintf(keys + strlen(keys), sizeof keys - strlen(keys), "%s%.100s",
                 i > 0 ? ", " : "", sweep->keys[i]);
    return error_set(builder->error,
                     "%s: is a sweep over %s: give values of each, and of no other key, "
                     "or choose another --out",
                     builder->folder, keys);
}

/* In the order of the keys of an existing sweep, which have to be the same. */
static bool order_lists(builder_t *builder) {
    const sweep_t *sweep = builder->sweep;
    value_lists_t *lists = &builder->lists;
    for (int k = 0; k < (int)sweep->num_keys; k++) {
        int i = k;
        while (i < lists->count && strcmp(lists->of[i].key, sweep->keys[k]) != 0)
            i++;
        if (i >= lists->count)
            return error_keys(builder);
        value_list_t found = lists->of[i];
        lists->of[i] = lists->of[k];
        lists->of[k] = found;
    }
    return sweep->num_keys == 0 || lists->count == (int)sweep->num_keys ||
           error_keys(builder);
}

/* The game, or the first of several, that a word, the file or a named configuration has;
 * NULL: none that is known. */
static const game_class_t *game_of(const builder_t *builder, char *const *words,
                                   int count) {
    char name[FILE_PATH] = "";
    const cJSON *game = cJSON_GetObjectItemCaseSensitive(builder->base, "game"), *named;
    cJSON_ArrayForEach(named, builder->named) {
        if (!game)
            game = cJSON_GetObjectItemCaseSensitive(named, "game");
    }
    if (cJSON_IsString(game))
        snprintf(name, sizeof name, "%s", game->valuestring);
    for (int i = 0; i < count; i++)
        if (strncmp(words[i], "game=", strlen("game=")) == 0)
            snprintf(name, sizeof name, "%.*s",
                     (int)strcspn(words[i] + strlen("game="), ","),
                     words[i] + strlen("game="));
    return game_class_find(name, NULL);
}

static bool add_lists(builder_t *builder, char *const *words, int count) {
    const game_class_t *class = game_of(builder, words, count);
    bool ok = !builder->named || add_named(builder);
    for (int i = 0; ok && i < count; i++) {
        char *word = run_config_full_word(class, words[i]);
        if (!is_list(builder, word)) {
            builder->words[builder->num_words++] = word;
            continue;
        }
        ok = add_list(builder, word);
        free(word);
    }
    return ok && order_lists(builder);
}

/* The last part of a key if no other one has the same, and it as a whole otherwise. */
static const char *short_key(const value_lists_t *lists, int list) {
    const char *key = lists->of[list].key, *dot = strrchr(key, '.');
    for (int i = 0; dot && i < lists->count; i++) {
        const char *other = strrchr(lists->of[i].key, '.');
        if (i != list && strcmp(other ? other : lists->of[i].key, dot + !other) == 0)
            return key;
    }
    return dot ? dot + 1 : key;
}

/* "weak_simulations=25_size=4"; characters that no name has become dashes. */
static bool write_name(const builder_t *builder, int number, char name[SWEEP_NAME]) {
    const value_lists_t *lists = &builder->lists;
    size_t used = 0;
    *name = 0;
    for (int i = 0; i < lists->count && used < SWEEP_NAME; i++) {
        bool is_named = strcmp(lists->of[i].key, SWEEP_CONFIGURATION) == 0;
        used +=
            (size_t)snprintf(name + used, SWEEP_NAME - used, "%s%s%s%s", i > 0 ? "_" : "",
                             is_named ? "" : short_key(lists, i), is_named ? "" : "=",
                             value_lists_value(lists, number, i));
    }
    for (char *p = name; *p; p++) {
        const char one[] = {'x', *p, 0};
        if (!is_name(one))
            *p = '-';
    }
    return used < SWEEP_NAME ||
           error_set(builder->error,
                     "%s: the values are too long for the name of a folder; give the "
                     "runs names, under \"" NAMED "\"",
                     builder->where);
}

static cJSON *values_at(const value_lists_t *lists, int number) {
    cJSON *values = cJSON_CreateObject();
    for (int i = 0; i < lists->count; i++)
        cJSON_AddItemToObject(values, lists->of[i].key,
                              json_from_word(value_lists_value(lists, number, i)));
    return values;
}

static run_config_t *parse(builder_t *builder, int number) {
    run_config_t *config = memory_new(1, sizeof *config);
    cJSON *json = cJSON_Duplicate(builder->base, true);
    const value_lists_t *lists = &builder->lists;
    char **words = memory_new((size_t)(builder->num_words + lists->count), sizeof *words);
    char where[512];
    int count = 0;
    snprintf(where, sizeof where, "%.300s", builder->where);
    for (int i = 0; i < builder->num_words; i++)
        words[count++] = text_copy(builder->words[i]);
    for (int i = 0; i < lists->count; i++) {
        if (strcmp(lists->of[i].key, SWEEP_CONFIGURATION) != 0) {
            words[count++] = value_lists_word(lists, number, i);
            continue;
        }
        const char *name = value_lists_value(lists, number, i);
        json_merge(json, cJSON_GetObjectItemCaseSensitive(builder->named, name));
        snprintf(where, sizeof where, "%.300s: " NAMED ".%s", builder->where, name);
    }
    char *text = json_lines(json);
    if (!run_config_parse(config, text, where, words, count, builder->error)) {
        free(config);
        config = NULL;
    }
    for (int i = 0; i < count; i++)
        free(words[i]);
    free(words);
    free(text);
    return config;
}

/* Adds the run of a combination, or finds it among those of the folder. */
static bool make_run(builder_t *builder, int number) {
    sweep_t *sweep = builder->sweep;
    char name[SWEEP_NAME];
    if (!write_name(builder, number, name))
        return false;
    cJSON *values = values_at(&builder->lists, number);
    size_t found = sweep_find(sweep, name);
    bool is_other =
        found < sweep->count &&
        (sweep->runs[found].config || !json_equal(sweep->runs[found].values, values));
    if (found == sweep->count)
        add_run(sweep, name, values)->is_new = true;
    else
        cJSON_Delete(values);
    if (is_other)
        return error_set(builder->error,
                         "%s: two runs would be named %s; give them names, under "
                         "\"" NAMED "\"",
                         builder->where, name);
    sweep->runs[found].config = parse(builder, number);
    return sweep->runs[found].config != NULL;
}

static bool make(builder_t *builder, char *const *words, int count) {
    sweep_t *sweep = builder->sweep;
    if (!add_lists(builder, words, count))
        return false;
    for (int i = 0; sweep->num_keys < (size_t)builder->lists.count; i++)
        add_key(sweep, builder->lists.of[i].key);
    int combinations = value_lists_count(&builder->lists, SWEEP_RUNS);
    if (combinations > SWEEP_RUNS)
        return error_set(builder->error, "%s: more than %d runs", builder->where,
                         SWEEP_RUNS);
    bool ok = true;
    for (int i = 0; ok && sweep->num_keys > 0 && i < combinations; i++)
        ok = make_run(builder, i);
    return ok;
}

bool sweep_make(sweep_t *sweep, const char *text, const char *where, char *const *words,
                int count, const char *folder, failure_t *error) {
    builder_t builder = {
        .sweep = sweep, .where = where, .folder = folder, .error = error};
    *sweep = (sweep_t){0};
    if (folder && !read_there(sweep, folder, error))
        return false;
    builder.base = json_parse(text, where, error);
    if (!builder.base)
        return false;
    builder.named = cJSON_DetachItemFromObjectCaseSensitive(builder.base, NAMED);
    builder.words = memory_new((size_t)count + 1, sizeof *builder.words);
    bool ok = make(&builder, words, count);
    for (int i = 0; i < builder.num_words; i++)
        free(builder.words[i]);
    free(builder.words);
    value_lists_clear(&builder.lists);
    cJSON_Delete(builder.base);
    cJSON_Delete(builder.named);
    return ok;
}

/* --- Tables ------------------------------------------------------------------------- */

static const cJSON *value_of(const sweep_t *sweep, size_t run, size_t key) {
    return run < sweep->count ? cJSON_GetObjectItemCaseSensitive(sweep->runs[run].values,
                                                                 sweep->keys[key])
                              : NULL;
}

static figure_kind_t kind_of(const sweep_t *sweep, size_t key) {
    size_t numbers = 0, bools = 0;
    for (size_t i = 0; i < sweep->count; i++) {
        numbers += cJSON_IsNumber(value_of(sweep, i, key)) != 0;
        bools += cJSON_IsBool(value_of(sweep, i, key)) != 0;
    }
    return numbers == sweep->count ? FIGURE_NUMBER
           : bools == sweep->count ? FIGURE_YES_NO
                                   : FIGURE_WORD;
}

void sweep_columns(const sweep_t *sweep, figures_t *table) {
    for (size_t k = 0; k < sweep->num_keys; k++)
        figures_column(table, (figure_column_t){.kind = kind_of(sweep, k),
                                                .key = sweep->keys[k],
                                                .heading = sweep->keys[k],
                                                .flags = FIGURE_DATA});
}

static void add_word(figures_t *table, const cJSON *value) {
    char *text = json_to_word(value);
    figures_add_word(table, text);
    free(text);
}

void sweep_cells(const sweep_t *sweep, size_t run, figures_t *table) {
    for (size_t k = 0; k < sweep->num_keys; k++) {
        const cJSON *value = value_of(sweep, run, k);
        if (!value)
            figures_add_nothing(table, NULL);
        else if (kind_of(sweep, k) == FIGURE_NUMBER)
            figures_add(table, value->valuedouble);
        else if (kind_of(sweep, k) == FIGURE_YES_NO)
            figures_add_yes_no(table, cJSON_IsTrue(value));
        else
            add_word(table, value);
    }
}
