#define _XOPEN_SOURCE 700 /* strtok_r */
#include "core/game/source/compiler_messages.h"

#include "core/base/memory_stream.h"
#include "core/base/plain_text.h"
#include "core/base/text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MISSING_NAME = 128, MISSING_NAMES = 2048 };

static bool begins(const char *line, const char *with) {
    return strncmp(line, with, strlen(with)) == 0;
}

/* The length of "FILE" in "FILE:LINE..." and "FILE: In function"; 0: the line has no
 * place. */
static size_t file_length(const char *line) {
    const char *colon = strchr(line, ':');
    while (colon && !isdigit((unsigned char)colon[1]) && !begins(colon, ": In ") &&
           !begins(colon, ": At "))
        colon = strchr(colon + 1, ':');
    return colon && !isspace((unsigned char)*line) ? (size_t)(colon - line) : 0;
}

static bool is_shown(const compiler_messages_t *of, const char *line, size_t length) {
    static const char *const system[] = {"/usr/include/", "/usr/lib/"};
    bool shown = length == strlen(of->known_as) && begins(line, of->known_as);
    for (int i = 0; i < of->num_headers; i++)
        shown |= begins(line, of->headers[i]);
    for (size_t i = 0; i < sizeof system / sizeof system[0]; i++)
        shown |= begins(line, system[i]);
    return shown && !strstr(line, "/../");
}

static void print_line(const compiler_messages_t *of, char *line, FILE *out) {
    size_t length = strlen(of->known_as);
    for (char *tab = strchr(line, '\t'); tab; tab = strchr(tab, '\t'))
        *tab = ' ';
    plain_text_make(line);
    for (char *at = strstr(line, of->known_as); at; at = strstr(line, of->known_as)) {
        bool is_place = (at == line || at[-1] == ' ') && at[length] == ':';
        fprintf(out, "%.*s%s", (int)(at - line), line,
                is_place ? of->path : of->known_as);
        line = at + length;
    }
    fprintf(out, "%s\n", line);
}

/* What a linker says around the names that it misses. */
static bool is_of_linker(const char *line) {
    static const char *const says[] = {".o: in function `", "ld returned 1 exit status",
                                       "linker command failed"};
    for (size_t i = 0; i < sizeof says / sizeof says[0]; i++)
        if (strstr(line, says[i]))
            return true;
    return false;
}

/* The name in a linker's "undefined reference to `NAME'", as a line of its own, once;
 * false: the line has none. */
static bool print_missing(const compiler_messages_t *of, const char *line, text_t *named,
                          FILE *out) {
    static const char says[] = "undefined reference to `";
    const char *name = strstr(line, says);
    if (!name)
        return false;
    name += sizeof says - 1;
    char word[MISSING_NAME];
    size_t length = 0;
    while (isalnum((unsigned char)name[length]) || name[length] == '_')
        length++;
    snprintf(word, sizeof word, " %.*s ", (int)length, name);
    if (!strstr(named->buffer, word)) {
        text_add(named, "%s", word);
        fprintf(out, "%s: there is no function%.*s, which the game needs\n", of->path,
                (int)strlen(word) - 1, word);
    }
    return true;
}

char *compiler_messages(const compiler_messages_t *of, const char *output, bool *hidden) {
    char *text, *copy = text_copy(output), *save = NULL;
    size_t size;
    int lines = 0;
    bool shown = true;
    char names[MISSING_NAMES];
    text_t named = text_into(names, sizeof names);
    FILE *out = memory_stream_open(&text, &size);
    *hidden = false;
    for (char *line = strtok_r(copy, "\n", &save); line;
         line = strtok_r(NULL, "\n", &save)) {
        static const char from[] = "In file included from ";
        if (print_missing(of, line, &named, out) || is_of_linker(line))
            continue;
        size_t skipped = begins(line, from) ? sizeof from - 1 : 0;
        size_t length = file_length(line + skipped);
        if (length > 0)
            shown = is_shown(of, line + skipped, length);
        if (shown && lines < MESSAGES_MOST_LINES)
            print_line(of, line, out);
        else
            *hidden = true;
        lines += shown;
    }
    memory_stream_close(out);
    free(copy);
    return text;
}
