#define _GNU_SOURCE /* realpath, mkdtemp, MAP_ANONYMOUS */
#include "core/game/source/game_compiler.h"

#include "core/base/files/sha256.h"
#include "core/base/process/child_process.h"
#include "core/base/process/limited_program.h"
#include "core/base/text.h"
#include "core/game/source/compiler_messages.h"
#include "core/game/source/development_files.h"
#include "core/game/source/game_source.h"
#include "core/game/source/object_cache.h"
#include "core/game/source/sanitizer_messages.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define SOURCE "game.c" /* in the temporary folder */
#define OBJECT "game.so"
#define INCLUDED "game.d"
#define TEMPORARY "fulcrum-game-"

enum { MOST_OPTIONS = 80, OPTION_ROOM = 2 * FILE_PATH, MOST_OBJECT = 64 << 20 };

/* The compiler's command line. */
typedef struct command {
    char compiler[OPTION_ROOM], page_options[OPTION_ROOM];
    char *words[MOST_OPTIONS];
    int count, compiler_words;
    development_files_t files;
} command_t;

/* No fused multiply-add, so that games are the same on every machine. */
static const char *const options[] = {"-std=c11",
                                      "-ffp-contract=off",
                                      "-shared",
                                      "-fPIC",
                                      "-fvisibility=hidden",
                                      "-Wall",
                                      "-Wno-psabi",
                                      "-Wextra",
                                      "-MMD",
                                      "-MF",
                                      INCLUDED,
                                      "-o",
                                      OBJECT,
                                      SOURCE,
                                      NULL};
static const char *const fast[] = {"-O3", "-march=native", NULL};
/* Without the compilers' own libraries for it, as we have the functions that are called
 * (sanitizer_messages.c). */
static const char *const checked[] = {"-O1",
                                      "-g",
                                      "-fsanitize=undefined",
                                      "-fno-sanitize-recover=all",
                                      "-nodefaultlibs",
                                      "-DFULCRUM_CHECKED",
                                      NULL};
static const char *const checks_addresses[] = {"-fsanitize=address", NULL};
/* What a play page needs of the compiler: page_engine.cmake sets its options. */
#ifndef PAGE_OPTIONS
#define PAGE_OPTIONS ""
#define PAGE_COMPILER ""
#endif
#define PAGE_PACKAGES                                                                    \
    "the Debian packages clang, lld, wasi-libc and libclang-rt-14-dev-wasm32"
static const char *const page_options[] = {"-MMD", "-MF",  INCLUDED, "-o",
                                           OBJECT, SOURCE, NULL};
static const char *const libraries[] = {"-lm", "-lc", "-lgcc", "-Wl,--no-undefined",
                                        NULL};

static void add_word(command_t *command, const char *word) {
    REQUIRE(command->count < MOST_OPTIONS - 1);
    /* Never written to: posix_spawn takes words that are not const. */
    memcpy(&command->words[command->count++], &word, sizeof word);
}

static void add_words(command_t *command, const char *const *words) {
    while (*words)
        add_word(command, *words++);
}

static void add_headers(command_t *command) {
    for (int i = 0; i < DEVELOPMENT_HEADERS; i++) {
        add_word(command, "-isystem");
        add_word(command, command->files.headers[i]);
    }
}

/* Whether a game can be compiled with checks of addresses (address_checks.c): not where
 * address space is limited, or this program has such checks of its own. */
static bool shadow_fits(void) {
#if defined(__x86_64__) && defined(MAP_FIXED_NOREPLACE)
    void *shadow = mmap((void *)ADDRESS_SHADOW, ADDRESS_SHADOW_BYTES, /* NOLINT */
                        PROT_READ | PROT_WRITE, ADDRESS_SHADOW_MAPPING, -1, 0);
    if (shadow != MAP_FAILED)
        (void)munmap(shadow, ADDRESS_SHADOW_BYTES);
    return shadow == (void *)ADDRESS_SHADOW; /* NOLINT */
#else
    return false;
#endif
}

/* With the objects of the engine, to a module. */
static bool make_page_command(command_t *command, failure_t *error) {
    *command = (command_t){0};
    if (!development_files_find(&command->files, error))
        return false;
    if (!*PAGE_COMPILER || access(command->files.page, R_OK) != 0)
        return error_set(error,
                         "this program was built without the engine of play pages: "
                         "install " PAGE_PACKAGES ", and rebuild it");
    add_word(command, PAGE_COMPILER);
    command->compiler_words = 1;
    snprintf(command->page_options, sizeof command->page_options, "%s", PAGE_OPTIONS);
    command->count += text_split(command->page_options, command->words + command->count,
                                 MOST_OPTIONS / 2);
    add_words(command, page_options);
    add_headers(command);
    add_word(command, command->files.page);
    return true;
}

static bool make_command(command_t *command, bool is_checked, failure_t *error) {
    enum { MOST_WORDS = 8 };
    const char *set = getenv("CC");
    *command = (command_t){0};
    if (!development_files_find(&command->files, error))
        return false;
    char here[FILE_PATH] = ""; /* it runs in another folder */
    if (set && *set != '/' && strcspn(set, "/") < strcspn(set, " ") &&
        !getcwd(here, sizeof here))
        return error_set_system(error, ".", "cannot be found");
    snprintf(command->compiler, sizeof command->compiler, "%s%s%s", here,
             *here ? "/" : "", set && *set ? set : "cc");
    command->count = text_split(command->compiler, command->words, MOST_WORDS);
    if (command->count > MOST_WORDS || command->count == 0)
        return error_set(error, "CC=\"%.200s\" is not a compiler with at most %d options",
                         set, MOST_WORDS - 1);
    command->compiler_words = command->count;
    add_words(command, is_checked ? checked : fast);
    if (is_checked && shadow_fits())
        add_words(command, checks_addresses);
    add_words(command, options);
    add_headers(command);
    add_word(command, command->files.library);
    add_words(command, libraries);
    return true;
}

/* --- The hash of all that an object depends on -------------------------------------- */

/* The file that a command runs, as in a shell. */
static bool find_program(const char *name, char path[FILE_PATH]) {
    const char *folder = getenv("PATH");
    if (strchr(name, '/'))
        return file_path(path, NULL, "%s", name) && access(path, X_OK) == 0;
    while (folder && *folder) {
        size_t length = strcspn(folder, ":");
        if (file_path(path, NULL, "%.*s/%s", (int)length, folder, name) &&
            access(path, X_OK) == 0 && !file_is_folder(path))
            return true;
        folder += length + (folder[length] == ':');
    }
    return false;
}

/* The compiler's own version: its file, as an update replaces it. */
static bool hash_program(const char *name, sha256_t *sum) {
    char path[FILE_PATH];
    struct stat status;
    if (!find_program(name, path) || stat(path, &status) != 0)
        return false;
    char *whole = realpath(path, NULL);
    const int64_t file[] = {status.st_size, status.st_mtim.tv_sec,
                            status.st_mtim.tv_nsec};
    sha256_add(sum, whole ? whole : path, strlen(whole ? whole : path));
    sha256_add(sum, file, sizeof file);
    free(whole);
    return true;
}

/* What -march=native depends on: the first processor's lines that do not change. */
static void hash_processor(sha256_t *sum) {
    char line[8192];
    FILE *file = fopen("/proc/cpuinfo", "re");
    while (file && fgets(line, sizeof line, file) && *line != '\n')
        if (!strstr(line, "MHz") && !strstr(line, "bogomips") &&
            !strstr(line, "BogoMIPS") &&
            strncmp(line, "processor", strlen("processor")) != 0 &&
            !strstr(line, "apicid") && !strstr(line, "core id"))
            sha256_add(sum, line, strlen(line));
    if (file)
        fclose(file);
}

static bool hash_all(const game_source_t *source, const command_t *command,
                     char name[SHA256_TEXT], failure_t *error) {
    sha256_t sum;
    sha256_begin(&sum);
    sha256_add(&sum, source->text, strlen(source->text) + 1);
    for (int i = 0; i < command->count; i++)
        sha256_add(&sum, command->words[i], strlen(command->words[i]) + 1);
    if (!hash_program(command->words[0], &sum))
        return error_set(
            error, "%s: there is no compiler \"%.100s\" to compile it with: install %s",
            source->path, command->words[0],
            command->page_options[0]
                ? PAGE_PACKAGES
                : "one (Debian, Ubuntu: sudo apt install gcc), or set CC");
    for (int i = 1; i < command->compiler_words; i++)
        (void)hash_program(command->words[i], &sum);
    hash_processor(&sum);
    development_files_hash(&command->files, &sum);
    sha256_end(&sum, name);
    return true;
}

/* --- Compiling ---------------------------------------------------------------------- */

static bool make_temporary(char folder[FILE_PATH], failure_t *error) {
    const char *set = getenv("TMPDIR");
    return file_path(folder, error, "%s/" TEMPORARY "XXXXXX",
                     set && *set == '/' ? set : "/tmp") &&
           (mkdtemp(folder) || error_set_system(error, folder, "cannot be created"));
}

static void remove_temporary(const char *folder) {
    file_names_t names;
    char path[FILE_PATH];
    if (!file_names_list(&names, folder))
        return;
    for (size_t i = 0; i < names.count; i++)
        if (file_path(path, NULL, "%s/%s", folder, names.of[i]))
            unlink(path);
    file_names_clear(&names);
    rmdir(folder);
}

static bool write_source(const char *folder, const game_source_t *source,
                         failure_t *error) {
    char path[FILE_PATH];
    if (!file_path(path, error, "%s/" SOURCE, folder))
        return false;
    FILE *file = fopen(path, "wxe");
    bool ok = file && fputs(source->text, file) >= 0;
    ok = file && fclose(file) == 0 && ok;
    return ok || error_set_system(error, path, "cannot be written");
}

/* The rule that the compiler writes has no other file than the source. */
static bool check_included(const char *folder, const game_source_t *source,
                           failure_t *error) {
    char path[FILE_PATH];
    char *rule = file_path(path, error, "%s/" INCLUDED, folder)
                     ? file_read_text(path, error)
                     : NULL;
    if (!rule)
        return false;
    const char *files = rule + strcspn(rule, ":");
    files += strspn(files, ": ");
    bool is_alone = strcmp(files, SOURCE "\n") == 0;
    free(rule);
    return is_alone || error_set(error,
                                 "%s: includes another file than headers of fulcrum and "
                                 "of the system; a game is one file",
                                 source->path);
}

static double find_seconds(void) {
    const char *set = getenv("FULCRUM_COMPILE_SECONDS");
    long seconds = 0;
    bool is_set = set && text_read_number(&set, 3600, &seconds) && !*set && seconds > 0;
    return is_set ? (double)seconds : GAME_COMPILE_SECONDS;
}

/* Shows the compiler's messages: an error's, or warnings. */
static bool show(const limited_program_t *run, const command_t *command,
                 const game_source_t *source, bool compiled, failure_t *error) {
    const development_files_t *files = &command->files;
    const char *const headers[] = {files->headers[0], files->headers[1], files->core};
    const compiler_messages_t of = {SOURCE, source->path, headers,
                                    sizeof headers / sizeof headers[0]};
    bool hidden, is_library = error_is_caught();
    char *text = compiler_messages(&of, run->output, &hidden);
    const char *more = hidden ? " (further messages are left out)" : "";
    if (!is_library)
        fputs(text, stderr);
    if (!compiled && is_library)
        error_set(error, "%s: does not compile%s:\n%.1600s", source->path, more, text);
    else if (!compiled)
        error_set(error, "%s: does not compile%s", source->path, more);
    free(text);
    return compiled;
}

/* Whether the compiler ended by itself, and well. */
static bool check_end(const limited_program_t *run, const command_t *command,
                      const game_source_t *source, failure_t *error) {
    char how[128];
    text_t out = text_into(how, sizeof how);
    const child_process_t ended = {.status = run->status};
    if (run->is_late)
        return error_set(error, "%s: compiling it takes more than %.0f seconds",
                         source->path, run->seconds);
    if (run->is_long)
        return error_set(error, "%s: its compiler prints more than %zu MiB of messages",
                         source->path, run->most_output >> 20);
    if (WIFEXITED(run->status))
        return show(run, command, source, WEXITSTATUS(run->status) == 0, error);
    child_process_write_end(&ended, &out);
    return error_set(error, "%s: its compiler %s", source->path, how);
}

static bool compile_in(const char *folder, const game_source_t *source,
                       const command_t *command, failure_t *error) {
    limited_program_t run = {.command = command->words,
                             .folder = folder,
                             .seconds = find_seconds(),
                             .most_memory = INT64_C(4) << 30,
                             .most_file = MOST_OBJECT,
                             .most_output = 16 << 20};
    bool ok = write_source(folder, source, error) && limited_program_run(&run, error) &&
              check_end(&run, command, source, error) &&
              check_included(folder, source, error);
    limited_program_clear(&run);
    return ok;
}

/* Compiles in a temporary folder, and moves the object to the cache if there is one; else
 * it stays in the folder. */
static bool make_object(const game_source_t *source, const command_t *command,
                        const char *kept, char object[FILE_PATH], failure_t *error) {
    char folder[FILE_PATH];
    size_t size;
    if (!make_temporary(folder, error))
        return false;
    bool ok = compile_in(folder, source, command, error) &&
              file_path(object, error, "%s/" OBJECT, folder);
    unsigned char *bytes =
        ok && *kept ? file_read_bytes(object, MOST_OBJECT, &size, error) : NULL;
    bool added = bytes && object_cache_add(kept, bytes, size);
    if (added)
        ok = file_path(object, error, "%s", kept);
    if (!ok || added)
        remove_temporary(folder);
    free(bytes);
    return ok;
}

bool game_compile(const game_source_t *source, game_build_t build, char object[FILE_PATH],
                  failure_t *error) {
    char name[SHA256_TEXT], kept[FILE_PATH];
    command_t *command = memory_new(1, sizeof *command);
    bool ok =
        (build == GAME_PAGE ? make_page_command(command, error)
                            : make_command(command, build == GAME_CHECKED, error)) &&
        hash_all(source, command, name, error);
    if (ok && !object_cache_path(name, kept))
        *kept = 0;
    if (ok && *kept && object_cache_has(kept))
        memcpy(object, kept, sizeof kept);
    else if (ok)
        ok = make_object(source, command, kept, object, error);
    free(command);
    return ok;
}

void game_compile_discard(const char *object) {
    const char *name = strstr(object, "/" TEMPORARY);
    char folder[FILE_PATH];
    if (name &&
        file_path(folder, NULL, "%.*s", (int)(strrchr(object, '/') - object), object))
        remove_temporary(folder);
}
