#define _XOPEN_SOURCE 700 /* realpath */
#include "core/game/outside_game.h"

#include "core/base/files/file.h"
#include "core/base/process/process_start.h"
#include "core/game/source/game_compiler.h"
#include "core/game/source/game_source.h"
#include "core/game/source/recorded_game.h"
#include "core/game/source/sanitizer_messages.h"

#include <cjson/cJSON.h>
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* The loaded files: each as the user gave it, its absolute path, and its source if it is
 * one. */
static struct {
    const game_class_t *class;
    char *said, *path;
    game_source_t source;
} loaded[GAME_MOST_CLASSES];
static int num_loaded;

/* The absolute path: dlopen searches elsewhere for a bare name. NULL on error. */
static char *whole_path(const char *path, failure_t *error) {
    char *whole = realpath(path, NULL);
    if (!whole)
        error_set(error, "%s: %s", path, strerror(errno));
    return whole;
}

static bool check_interface(const outside_game_t *table, const char *path,
                            failure_t *error) {
    if (memcmp(table->kind, OUTSIDE_GAME_KIND, sizeof OUTSIDE_GAME_KIND) != 0)
        return error_set(error, "%s: its \"" OUTSIDE_GAME_SYMBOL "\" is not a game table",
                         path);
    if (table->interface != OUTSIDE_GAME_INTERFACE)
        return error_set(error,
                         "%s: a game for interface %u, but this program has %d: "
                         "recompile it with this program's headers",
                         path, table->interface, OUTSIDE_GAME_INTERFACE);
    bool alike = table->table_bytes == sizeof *table &&
                 table->class_bytes == sizeof(game_class_t) &&
                 table->game_bytes == sizeof(game_t) &&
                 table->key_bytes == sizeof(config_key_t) &&
                 table->state_bytes == sizeof(state_t);
    return alike || error_set(error,
                              "%s: its structs differ in size from this program's: "
                              "recompile it with this program's headers",
                              path);
}

static bool check_name(const outside_game_t *table, const char *path, failure_t *error) {
    const char *name = table->class->name;
    if (!name || !*name || strlen(name) >= OUTSIDE_GAME_NAME ||
        strspn(name, "abcdefghijklmnopqrstuvwxyz") != strlen(name))
        return error_set(error, "%s: the game's name must be 1 to %d lower-case letters",
                         path, OUTSIDE_GAME_NAME - 1);
    if (strncmp(name, table->name, OUTSIDE_GAME_NAME) != 0)
        return error_set(error, "%s: its class and its table differ in the game's name",
                         path);
    return !game_class_find(name, NULL) ||
           error_set(error, "%s: a game \"%s\" already exists", path, name);
}

typedef struct trial {
    const game_class_t *class;
    failure_t error;
    bool made;
} trial_t;

static void make_default(void *context) {
    trial_t *trial = context;
    game_t *game = game_new_overridden(trial->class, NULL, "", "", NULL, &trial->error);
    trial->made = game != NULL;
    game_free(game);
}

/* Whether `make` comes to an end, in a copy of the process; true as well if there can be
 * no copy. */
static bool make_ends(trial_t *trial, const char *path, failure_t *error) {
    enum { MOST_SECONDS = 60 }; /* of processor time */
    int status = 0;
    pid_t copy = fork();
    if (copy == 0) {
        (void)setrlimit(RLIMIT_CPU, &(struct rlimit){MOST_SECONDS, MOST_SECONDS + 1});
        (void)error_catch(make_default, trial, &trial->error);
        _exit(0);
    }
    while (copy > 0 && waitpid(copy, &status, 0) < 0 && errno == EINTR)
        continue;
    return !WIFSIGNALED(status) ||
           error_set(error, "%s: its function make ends with signal %d (%s)", path,
                     WTERMSIG(status), strsignal(WTERMSIG(status)));
}

static bool check_defaults(const game_class_t *class, const char *path,
                           failure_t *error) {
    const config_key_t *key;
    size_t offset;
    for (int i = 0; (key = keyset_at(&class->variant_keys, i, &offset)) != NULL; i++)
        if ((key->kind == VALUE_INT || key->kind == VALUE_REAL) &&
            (key->initial < key->least || key->initial > key->most))
            return error_set(error,
                             "%s: the default of the key \"%.80s\" is %.10g; allowed: "
                             "%.10g to %.10g",
                             path, key->name, key->initial, key->least, key->most);
    return true;
}

/* Whether a game of the default variant can be made. */
static bool check_class(const game_class_t *class, const char *path, failure_t *error) {
    trial_t trial = {.class = class};
    if (!class->make)
        return error_set(error, "%s: %s: make is missing", path, class->name);
    if (!check_defaults(class, path, error))
        return false;
    if (!make_ends(&trial, path, error))
        return false;
    if (error_catch(make_default, &trial, &trial.error) != CATCH_NOTHING || !trial.made)
        return error_set(error, "%s: cannot make a game of it: %.1500s", path,
                         trial.error.message);
    return true;
}

static bool exists(const game_class_t *class) {
    for (int i = 0; i < game_class_count; i++)
        if (game_classes[i] == class)
            return true;
    return false;
}

static bool add(const outside_game_t *table, const char *path, failure_t *error) {
    if (!check_interface(table, path, error))
        return false;
    if (!table->class)
        return error_set(error, "%s: its table has no class", path);
    if (exists(table->class))
        return true;
    if (!check_name(table, path, error) || !check_class(table->class, path, error))
        return false;
    return game_class_add(table->class) ||
           error_set(error, "%s: there are already %d games, the most possible", path,
                     game_class_count);
}

/* The index of a class; num_loaded: it is not loaded from a file. */
static int find(const game_class_t *class) {
    int i = 0;
    while (i < num_loaded && loaded[i].class != class)
        i++;
    return i;
}

/* Once, however often its file is given. */
static int remember(const game_class_t *class, const char *said, const char *path) {
    int i = find(class);
    if (i < num_loaded)
        return i;
    loaded[i].class = class;
    loaded[i].said = text_copy(said);
    loaded[i].path = text_copy(path);
    return num_loaded++;
}

const game_source_t *outside_game_source(const game_class_t *class) {
    int i = find(class);
    return i < num_loaded && loaded[i].source.text ? &loaded[i].source : NULL;
}

/* The hash of the source of a class; NULL: it has none. */
static const char *find_hash(const game_class_t *class) {
    const game_source_t *source = outside_game_source(class);
    return source                    ? source->sha256
           : recorded_game_is(class) ? recorded_game_hash(class)
                                     : NULL;
}

void outside_game_write_json(const game_class_t *class, cJSON *json) {
    const char *hash = find_hash(class);
    cJSON_AddStringToObject(json, "game", class->name);
    if (hash)
        cJSON_AddStringToObject(json, GAME_SOURCE_KEY, hash);
}

void outside_game_write_all(const game_t *game, cJSON *json) {
    outside_game_write_json(game->class, json);
    if (find_hash(game->class))
        recorded_game_write(game, json);
}

static bool needs_no_rules;

void outside_games_need_no_rules(void) {
    needs_no_rules = true;
}

static bool is_compiled_from(const game_class_t *class, const char *hash,
                             const char *where, failure_t *error) {
    const game_source_t *source = outside_game_source(class);
    const char *own = find_hash(class);
    return (own && strcmp(own, hash) == 0) ||
           error_set(error,
                     "%s: its game, %s, was compiled from another source, with the "
                     "SHA-256 %.12s..., than %.400s (%.12s...): a game whose source has "
                     "changed is another game; without --game, --allow-code after the "
                     "command compiles the text that is kept with the games",
                     where, class->name, hash, source ? source->path : "the one loaded",
                     source ? source->sha256 : "none");
}

const game_class_t *outside_game_find(const char *name, cJSON *json, const char *where,
                                      failure_t *error) {
    cJSON *item = cJSON_DetachItemFromObjectCaseSensitive(json, GAME_SOURCE_KEY);
    const char *hash = cJSON_IsString(item) ? item->valuestring : "";
    const game_class_t *class = game_class_find(name, error);
    if (!class && item && needs_no_rules)
        class = recorded_game_class(name, hash, json, NULL);
    cJSON_DeleteItemFromObjectCaseSensitive(json, RECORDED_GAME_KEY);
    if (!class && item)
        error_set(error,
                  "%s: needs the rules of its game, %.80s, a source with the SHA-256 "
                  "%.12s...: name it " RECORDED_GAME_ADVICE,
                  where, name, hash);
    else if (!class)
        error_prefix(error, "%s", where);
    else if (item && !is_compiled_from(class, hash, where, error))
        class = NULL;
    cJSON_Delete(item);
    return class;
}

const char *outside_game_call(const game_class_t *class, char call[OUTSIDE_GAME_CALL]) {
    text_t out = text_into(call, OUTSIDE_GAME_CALL);
    int i = find(class);
    text_add(&out, "fulcrum");
    if (i < num_loaded) {
        text_add(&out, " --game ");
        text_add_shell_word(&out, loaded[i].said);
    } else if (recorded_game_is(class)) {
        text_add(&out, " --game FILE");
    }
    return call;
}

const char *outside_game_command(const game_class_t *class, const char *command,
                                 char call[OUTSIDE_GAME_CALL]) {
    const game_source_t *source = outside_game_source(class);
    text_t out = text_into(call, OUTSIDE_GAME_CALL);
    if (!source)
        out.used = strlen(outside_game_call(class, call));
    text_add(&out, "%s %s ", source ? "fulcrum" : "", command);
    text_add_shell_word(&out, source ? source->path : class->name);
    return call;
}

char *outside_games_paths(void) {
    size_t size = 1;
    for (int i = 0; i < num_loaded; i++)
        size += strlen(loaded[i].path) + 1;
    char *paths = memory_new(size, 1);
    text_t out = text_into(paths, size);
    for (int i = 0; i < num_loaded; i++)
        text_add(&out, "%s%s", i ? ":" : "", loaded[i].path);
    return paths;
}

static void (*check)(const char *text); /* the fault of outside_games_check_code */
static char checked[FILE_PATH];         /* the source that is checked */

void outside_games_check_code(void (*fault)(const char *text)) {
    check = fault;
}

/* With the source's path as the user gave it; of a header its name. */
static void find_fault(const char *text) {
    char said[512 + FILE_PATH];
    size_t length = strcspn(text, ":");
    bool is_source = strncmp(text, GAME_SOURCE_FILE, length) == 0;
    while (!is_source && length > 0 && text[length - 1] != '/')
        length--;
    snprintf(said, sizeof said, "%s%s", is_source ? checked : "", text + length);
    check(said);
}

static void set_fault(void *handle) {
    fulcrum_game_fault_t **fault = dlsym(handle, GAME_FAULT_SYMBOL);
    if (fault && check)
        *fault = find_fault;
}

/* Loads an object, and adds its game; path: for messages. NULL on error. */
static const game_class_t *load_object(const char *object, const char *path,
                                       failure_t *error) {
    void *handle = dlopen(object, RTLD_NOW | RTLD_LOCAL);
    const char *why = handle ? NULL : dlerror();
    const outside_game_t *table = handle ? dlsym(handle, OUTSIDE_GAME_SYMBOL) : NULL;
    if (handle)
        set_fault(handle);
    if (table && add(table, path, error))
        return table->class;
    if (!handle)
        error_set(error, "%s: cannot be loaded as a shared object: %s", path,
                  why ? why : "");
    else if (!table)
        error_set(error, "%s: not a game: it exports no \"" OUTSIDE_GAME_SYMBOL "\"",
                  path);
    if (handle)
        (void)dlclose(handle);
    return NULL;
}

/* The game of a source that is already loaded. */
static const game_class_t *find_source(const game_source_t *source) {
    for (int i = 0; i < num_loaded; i++)
        if (strcmp(loaded[i].source.sha256, source->sha256) == 0)
            return loaded[i].class;
    return NULL;
}

const game_class_t *outside_game_load_source(game_source_t *source, failure_t *error) {
    char object[FILE_PATH], *whole = whole_path(source->path, error);
    const game_class_t *class = find_source(source);
    snprintf(checked, sizeof checked, "%s", source->path);
    if (class || !whole ||
        !game_compile(source, check ? GAME_CHECKED : GAME_FAST, object, error)) {
        free(whole);
        game_source_clear(source);
        return class;
    }
    class = load_object(object, source->path, error);
    if (!class)
        (void)unlink(object);
    game_compile_discard(object);
    if (class)
        loaded[remember(class, source->path, whole)].source = *source;
    else
        game_source_clear(source);
    free(whole);
    return class;
}

const game_class_t *outside_game_load(const char *path, failure_t *error) {
    if (game_source_is(path)) {
        game_source_t source;
        const game_class_t *class = game_source_read(&source, path, error)
                                        ? outside_game_load_source(&source, error)
                                        : NULL;
        if (class)
            game_class_name(path, class);
        return class;
    }
    char *whole = whole_path(path, error);
    const game_class_t *class = whole ? load_object(whole, path, error) : NULL;
    if (class)
        (void)remember(class, path, whole);
    free(whole);
    return class;
}

bool outside_games_load_environment(failure_t *error) {
    const char *paths = getenv(OUTSIDE_GAMES_VARIABLE);
    char *copy = text_copy(paths ? paths : ""), *save = NULL;
    bool ok = true;
    for (char *path = strtok_r(copy, ":", &save); path && ok;
         path = strtok_r(NULL, ":", &save))
        ok =
            outside_game_load(path, error) || error_prefix(error, OUTSIDE_GAMES_VARIABLE);
    free(copy);
    return ok;
}

/* --- Crashes ------------------------------------------------------------------------ */

static char crash[2 * OUTSIDE_GAME_CALL]; /* what is said of one */

static void explain(int number) {
    ssize_t ignored = write(STDERR_FILENO, crash, strlen(crash));
    (void)ignored;
    process_end_by_signal(number);
}

/* Not where another handler is set, as by a sanitizer. */
void outside_games_explain_crashes(void) {
    static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    static char room[1 << 16]; /* to explain a stack that is full, of the main thread */
    const stack_t stack = {.ss_sp = room, .ss_size = sizeof room};
    struct sigaction action = {.sa_handler = explain,
                               .sa_flags = (int)SA_RESETHAND | SA_ONSTACK};
    char call[OUTSIDE_GAME_CALL];
    int i = 0;
    while (i < num_loaded && !loaded[i].source.text)
        i++;
    if (i == num_loaded || check) /* conformance names the action itself */
        return;
    snprintf(
        crash, sizeof crash,
        "fulcrum: crashed, probably in the rules of %s; to see by which action: %s\n",
        num_loaded == 1 ? loaded[i].said : "a game of one's own",
        num_loaded == 1 ? outside_game_command(loaded[i].class, "conformance", call)
                        : "fulcrum conformance FILE");
    sigemptyset(&action.sa_mask);
    sigaltstack(&stack, NULL);
    for (size_t n = 0; n < sizeof numbers / sizeof numbers[0]; n++) {
        struct sigaction before;
        if (sigaction(numbers[n], NULL, &before) == 0 && before.sa_handler == SIG_DFL)
            sigaction(numbers[n], &action, NULL);
    }
}
