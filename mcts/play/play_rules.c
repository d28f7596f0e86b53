#include "mcts/play/play_rules.h"

#include "core/base/text.h"
#include "core/games/rules_pages.h"
#include "mcts/play/play_display.h"

/* Whether a line is the heading of the section, "3" in "## 3. A turn", or of a part of
 * it, "### 3.1 Capture". */
static bool is_within(const char *line, const char *section) {
    const char *number = line + strspn(line, "# ");
    size_t length = strlen(section);
    return strncmp(number, section, length) == 0 && strchr(". ", number[length]) &&
           number[length];
}

static void print_paragraph(text_t *paragraph, int columns) {
    play_display_wrap(paragraph->buffer, columns, stdout);
    *paragraph = text_into(paragraph->buffer, paragraph->size);
}

/* Prints a line, or adds it to the paragraph that it continues or begins. */
static void print_line(const char *line, int length, bool in_block, text_t *paragraph,
                       int columns) {
    int blanks = (int)strspn(line, " ");
    bool alone = in_block || length == 0 || *line == '#' || *line == '|';
    if (alone || *line == '-' || paragraph->used + (size_t)length + 2 > paragraph->size)
        print_paragraph(paragraph, columns);
    if (alone)
        printf("%.*s\n", length, line);
    else
        text_add(paragraph, "%s%.*s", paragraph->used ? " " : "", length - blanks,
                 line + blanks);
}

static void print_contents(const char *page) {
    printf("\nMore: \"rules\" with a number, or \"rules all\":\n");
    for (const char *line = page; line; line = strstr(line + 1, "\n## "))
        if (strspn(line, "\n# ") == 4 && strspn(line + 4, "0123456789") > 0)
            printf("  rules %.*s\n", (int)strcspn(line + 4, "\n"), line + 4);
}

/* Prints the requested sections; false: there are none. */
static bool print_sections(const char *page, const char *section, int columns) {
    char buffer[4096];
    text_t paragraph = text_into(buffer, sizeof buffer);
    bool all = strcmp(section, "all") == 0, inside = all, found = all, in_block = false;
    for (const char *line = page; *line;) {
        int length = (int)strcspn(line, "\n");
        bool is_fence = strncmp(line, "```", 3) == 0;
        in_block ^= is_fence;
        if (*line == '#' && !in_block && !all)
            inside = is_within(line, section);
        found |= inside;
        if (inside)
            print_line(line, length, in_block || is_fence, &paragraph, columns);
        line += length + (line[length] == '\n');
    }
    print_paragraph(&paragraph, columns);
    return found;
}

void play_rules_print(const game_t *game, const char *section, int columns) {
    const char *page = embedded_find(rules_pages, game->class->name);
    if (*section && page && print_sections(page, section, columns))
        return;
    if (*section) {
        printf("%s has no section %s of its rules.\n", game->class->title, section);
    } else {
        printf("%s, %s\n\n", game->class->title, game->variant_text);
        play_display_write_guide(game, columns, stdout);
    }
    if (page)
        print_contents(page);
}
