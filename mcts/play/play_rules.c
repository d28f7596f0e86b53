#include "mcts/play/play_rules.h"

#include "core/base/text_layout.h"
#include "core/games/rules_pages.h"
#include "mcts/play/play_view.h"

#include <stdio.h>

enum { LINE = 4096 /* bytes of a paragraph */ };

static const char *page_of(const game_t *game) {
    for (const embedded_page_t *page = rules_pages; page->name; page++)
        if (strcmp(page->name, game->class->name) == 0)
            return page->text;
    return NULL;
}

/* A heading's number, "3" in "## 3. A turn" or "3.1", and its text; false: not a numbered
 * heading. */
static bool read_heading(const char *line, char number[16], const char **words) {
    size_t marks = strspn(line, "#");
    const char *text = line + marks + strspn(line + marks, " ");
    size_t length = strspn(text, "0123456789.");
    if (marks == 0 || length == 0 || length >= 16)
        return false;
    *words = text + length + strspn(text + length, " ");
    snprintf(number, 16, "%.*s", (int)(text[length - 1] == '.' ? length - 1 : length),
             text);
    return true;
}

static bool is_within(const char *number, const char *section) {
    size_t length = strlen(section);
    return strncmp(number, section, length) == 0 &&
           (number[length] == 0 || number[length] == '.');
}

/* --- Printing ----------------------------------------------------------------------- */

/* Strips Markdown: code, bold, and links, whose text stays. */
static void add_plain(const char *line, text_t *out) {
    for (const char *c = line; *c; c++) {
        const char *link = *c == ']' && c[1] == '(' ? strchr(c, ')') : NULL;
        if (link)
            c = link;
        else if (*c == '*' && c[1] == '*')
            c++;
        else if (*c != '`' && !(*c == '[' && strstr(c, "](")))
            text_add_char(out, *c);
    }
}

static void print_paragraph(text_t *paragraph, int columns) {
    char lines[2 * LINE];
    text_t out = text_into(lines, sizeof lines);
    text_wrap(paragraph->buffer, columns, &out);
    fputs(lines, stdout);
    *paragraph = text_into(paragraph->buffer, paragraph->size);
}

/* Whether a line begins a paragraph: a list item, a table row, a heading. */
static bool begins(const char *line) {
    return *line == '#' || *line == '|' || strncmp(line, "- ", 2) == 0;
}

static void print_line(const char *line, bool *in_block, text_t *paragraph, int columns) {
    bool fence = strncmp(line, "```", 3) == 0;
    if (fence || *in_block || !*line || begins(line))
        print_paragraph(paragraph, columns);
    if (fence)
        *in_block = !*in_block;
    else if (*in_block || !*line)
        printf("%s\n", line);
    else if (strncmp(line, "| ---", 5) != 0 &&
             paragraph->used + strlen(line) + 2 < paragraph->size) {
        text_add(paragraph, "%s", paragraph->used > 0 ? " " : "");
        add_plain(line + strspn(line, "# "), paragraph);
    }
}

/* Prints the requested sections; false: there are none. */
static bool print_sections(const char *page, const char *section, int columns) {
    char line[LINE], buffer[LINE], number[16];
    text_t paragraph = text_into(buffer, sizeof buffer);
    const char *words;
    bool all = strcmp(section, "all") == 0, found = all, inside = all, in_block = false;
    for (const char *next = page; *next;) {
        size_t length = strcspn(next, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, next);
        next += length + (next[length] == '\n');
        if (!in_block && *line == '#' && !all)
            inside = read_heading(line, number, &words) && is_within(number, section);
        found = found || inside;
        if (inside)
            print_line(line, &in_block, &paragraph, columns);
        else if (strncmp(line, "```", 3) == 0)
            in_block = !in_block;
    }
    print_paragraph(&paragraph, columns);
    return found;
}

static void print_contents(const char *page) {
    char line[LINE], number[16];
    const char *words;
    printf("\nMore: \"rules\" with a number, or \"rules all\":\n");
    for (const char *next = page; *next;) {
        size_t length = strcspn(next, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, next);
        next += length + (next[length] == '\n');
        if (strncmp(line, "## ", 3) == 0 && read_heading(line, number, &words))
            printf("  rules %-3s %s\n", number, words);
    }
}

void play_rules_print(const game_t *game, const char *section, int columns) {
    const char *page = page_of(game);
    if (*section && page && print_sections(page, section, columns))
        return;
    if (*section)
        printf("%s has no section %s of its rules.\n", game->class->title, section);
    else
        printf("%s, %s\n\n", game->class->title, game->variant_text);
    if (!*section)
        play_view_rules(game);
    if (page)
        print_contents(page);
}
