#include "core/terminal/line_editor.h"

#include "core/base/error.h"
#include "core/terminal/terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef FULCRUM_LIBEDIT
#include <histedit.h>
#include <wchar.h>
#endif

struct line_editor {
    char *line;
    size_t size;
    const char *prompt;
    const char *const *words;
    int num_words;
#ifdef FULCRUM_LIBEDIT
    EditLine *edit; /* NULL: no terminal with line editing */
    History *history;
#endif
};

static char *without_end(char *line) {
    line[strcspn(line, "\r\n")] = 0;
    return line;
}

static const char *read_plain(line_editor_t *editor) {
    printf("%s", editor->prompt);
    fflush(stdout);
    if (terminal_interrupted() || getline(&editor->line, &editor->size, stdin) < 0) {
        printf("\n");
        return NULL;
    }
    without_end(editor->line);
    if (!isatty(STDIN_FILENO))
        printf("%s\n", editor->line);
    return editor->line;
}

#ifdef FULCRUM_LIBEDIT

enum { HISTORY_LINES = 1000 };

static char *prompt_of(EditLine *edit) {
    static char prompt[128];
    line_editor_t *editor = NULL;
    el_get(edit, EL_CLIENTDATA, &editor);
    snprintf(prompt, sizeof prompt, "%s", editor->prompt);
    return prompt;
}

/* Counts the words that begin with `part`; *common: length of their common prefix. */
static int find_common(const line_editor_t *editor, const char *part, size_t length,
                       const char **first, size_t *common) {
    int found = 0;
    for (int i = 0; i < editor->num_words; i++) {
        const char *word = editor->words[i];
        if (strncmp(word, part, length) != 0)
            continue;
        if (found++ == 0) {
            *first = word;
            *common = strlen(word);
        }
        for (size_t at = 0; at < *common; at++)
            if ((*first)[at] != word[at])
                *common = at;
    }
    return found;
}

static void list_words(const line_editor_t *editor, const char *part, size_t length) {
    int columns = terminal_columns(STDOUT_FILENO);
    printf("\n");
    for (int i = 0, column = 0; i < editor->num_words; i++) {
        const char *word = editor->words[i];
        if (strncmp(word, part, length) != 0)
            continue;
        int width = (int)strlen(word) + 2;
        if (column + width > columns) {
            printf("\n");
            column = 0;
        }
        column += printf("%s  ", word);
    }
    printf("\n");
    fflush(stdout);
}

static unsigned char complete(EditLine *edit, wint_t key) {
    (void)key;
    line_editor_t *editor = NULL;
    const char *first = NULL;
    size_t common = 0;
    el_get(edit, EL_CLIENTDATA, &editor);
    const LineInfo *info = el_line(edit);
    const char *part = info->cursor;
    while (part > info->buffer && part[-1] != ' ')
        part--;
    size_t length = (size_t)(info->cursor - part);
    int found = find_common(editor, part, length, &first, &common);
    if (found == 0)
        return CC_ERROR;
    if (found > 1 && common == length) {
        list_words(editor, part, length);
        return CC_REDISPLAY;
    }
    char rest[128];
    snprintf(rest, sizeof rest, "%.*s%s", (int)(common - length), first + length,
             found == 1 ? " " : "");
    return el_insertstr(edit, rest) == 0 ? CC_REFRESH : CC_ERROR;
}

static void start_editing(line_editor_t *editor) {
    HistEvent event;
    if (!isatty(STDIN_FILENO) || !terminal_moves())
        return;
    editor->edit = el_init("fulcrum", stdin, stdout, stderr);
    if (!editor->edit)
        return;
    editor->history = history_init();
    REQUIRE(editor->history);
    history(editor->history, &event, H_SETSIZE, HISTORY_LINES);
    history(editor->history, &event, H_SETUNIQUE, 1);
    el_set(editor->edit, EL_CLIENTDATA, editor);
    el_set(editor->edit, EL_PROMPT, prompt_of);
    el_set(editor->edit, EL_EDITOR, "emacs");
    el_set(editor->edit, EL_HIST, history, editor->history);
    /* el_set would leak its copies of these two strings. */
    el_wset(editor->edit, EL_ADDFN, L"fulcrum-complete", L"Complete a word", complete);
    el_set(editor->edit, EL_BIND, "^I", "fulcrum-complete", NULL);
    el_source(editor->edit, NULL); /* the user's ~/.editrc */
}

static const char *read_edited(line_editor_t *editor) {
    HistEvent event;
    int length = 0;
    const char *line = terminal_interrupted() ? NULL : el_gets(editor->edit, &length);
    if (!line || length <= 0) {
        printf("\n");
        return NULL;
    }
    if ((size_t)length >= editor->size) {
        editor->size = (size_t)length + 1;
        editor->line = memory_resize(editor->line, editor->size, 1);
    }
    memcpy(editor->line, line, (size_t)length);
    editor->line[length] = 0;
    without_end(editor->line);
    if (*editor->line)
        history(editor->history, &event, H_ENTER, editor->line);
    return editor->line;
}

static void end_editing(line_editor_t *editor) {
    if (!editor->edit)
        return;
    history_end(editor->history);
    el_end(editor->edit);
}

#endif

line_editor_t *line_editor_new(void) {
    line_editor_t *editor = memory_new(1, sizeof *editor);
#ifdef FULCRUM_LIBEDIT
    start_editing(editor);
#endif
    return editor;
}

void line_editor_free(line_editor_t *editor) {
    if (!editor)
        return;
#ifdef FULCRUM_LIBEDIT
    end_editing(editor);
#endif
    free(editor->line);
    free(editor);
}

const char *line_editor_read(line_editor_t *editor, const char *prompt,
                             const char *const *words, int count) {
    editor->prompt = prompt;
    editor->words = words;
    editor->num_words = count;
#ifdef FULCRUM_LIBEDIT
    if (editor->edit)
        return read_edited(editor);
#endif
    return read_plain(editor);
}
