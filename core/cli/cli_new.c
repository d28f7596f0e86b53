/* fulcrum new: writes a game of one's own to begin with, a copy of a classic. */
#include "core/base/files/file.h"
#include "core/cli/cli.h"
#include "core/game/outside_game.h"
#include "core/game/source/game_source.h"
#include "core/kit/kit_summary.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct call {
    cli_words_t words;
    int like; /* an index of kit_classics */
} call_t;

static const option_t options[] = {
    OPTION_CHOICE("like", 0, "CLASSIC", call_t, like, kit_classics_names,
                  "Begin from this game of configs/games", .fallback = "gomoku"),
};

/* The letters of the file's name, in lower case: what a game can be called. */
static bool find_name(const char *path, char name[OUTSIDE_GAME_NAME], failure_t *error) {
    const char *slash = strrchr(path, '/');
    size_t used = 0;
    if (!game_source_is(path))
        return error_set(error, "%s: a game's file must end in .c", path);
    for (const char *c = slash ? slash + 1 : path; *c != '.'; c++)
        if (isalpha((unsigned char)*c) && used < OUTSIDE_GAME_NAME)
            name[used++] = (char)tolower((unsigned char)*c);
    if (used == 0 || used >= OUTSIDE_GAME_NAME)
        return error_set(error,
                         "%s: the game's name is that of its file, which must have 1 to "
                         "%d letters",
                         path, OUTSIDE_GAME_NAME - 1);
    name[used] = 0;
    return !game_class_find(name, NULL) ||
           error_set(error, "%s: there is a game \"%s\": name the file otherwise", path,
                     name);
}

/* Writes the text up to what follows `before`; moves past the word in its place. */
static const char *copy_up_to(FILE *file, const char *text, const char *before) {
    const char *word = strstr(text, before);
    REQUIRE(word);
    word += strlen(before);
    fwrite(text, 1, (size_t)(word - text), file);
    return word + strcspn(word, "\"");
}

static bool write_game(const char *path, const char *name, const char *text,
                       failure_t *error) {
    FILE *file = fopen(path, "wxe");
    if (!file && errno == EEXIST)
        return error_set(error, "%s: exists already; nothing was changed", path);
    if (!file)
        return error_set_system(error, path, "cannot be created");
    char title[OUTSIDE_GAME_NAME];
    snprintf(title, sizeof title, "%c%s", toupper((unsigned char)*name), name + 1);
    fprintf(file, "/* %s, begun from the following game. */\n", title);
    text = copy_up_to(file, text, "GAME(\"");
    fputs(name, file);
    text = copy_up_to(file, text, ".title = \"");
    fprintf(file, "%s%s", title, text);
    bool ok = !ferror(file);
    ok = fclose(file) == 0 && ok;
    if (!ok) {
        error_set_system(error, path, "cannot be written");
        (void)unlink(path);
    }
    return ok;
}

static int run(void *data) {
    const call_t *call = data;
    const char *path = call->words.words[0];
    const embedded_text_t *classic = &kit_classics[call->like];
    char name[OUTSIDE_GAME_NAME] = "", quoted[FILE_PATH * 2];
    text_t out = text_into(quoted, sizeof quoted);
    failure_t error;
    if (!find_name(path, name, &error) || !write_game(path, name, classic->text, &error))
        return cli_fail(&error);
    text_add_shell_word(&out, path);
    printf("%s is %s under another name. Change its rules and its guide, then:\n"
           "  fulcrum conformance %s; fulcrum play %s; fulcrum study %s\n"
           "`fulcrum help kit` lists what rules are made of.\n",
           path, classic->name, quoted, quoted, quoted);
    return cli_finish_output();
}

const command_t new_command = {
    .name = "new",
    .summary = "write the file of a game of your own, to begin with",
    .description = "Write a C file that is a whole game, a copy of a classic under the "
                   "file's name, to change its rules. An existing file is never "
                   "overwritten. Then `fulcrum conformance` checks it, and every command "
                   "takes it as a GAME: `fulcrum play ./mygame.c`.",
    .arguments = {ARGUMENT("FILE.c", WORD_FILE, 1, 1, call_t, words,
                           "no file given: use a path that ends in .c, ./mygame.c")},
    .groups = {{.options = options, .count = OPTION_COUNT(options)}},
    .call_bytes = sizeof(call_t),
    .run = run,
};
