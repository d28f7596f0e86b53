/* line_editor.h - lines that a person types: edited, remembered and completed on a
 * terminal, and read as they come from a file or a pipe.
 * Use: line_editor_t *editor = line_editor_new();
 *      const char *line = line_editor_read(editor, "> ", words, count);
 *      line_editor_free(editor);
 * On a terminal the lines are edited as in a shell, the arrow keys bring back those
 * before, and Tab completes the last word from the words that are given. Without a
 * terminal the line is shown behind the prompt, so that the output reads as a session.
 * Needs terminal_catch_signals(), so that Ctrl-C ends a line and not the program.
 * Owns: the line, until the next call.   Threads: for the main thread.   Errors: none.
 */
#ifndef CORE_LINE_EDITOR_H
#define CORE_LINE_EDITOR_H

typedef struct line_editor line_editor_t;

line_editor_t *line_editor_new(void);
void line_editor_free(line_editor_t *editor);

/* The line without its end; NULL: the input is at its end, or a signal came. */
const char *line_editor_read(line_editor_t *editor, const char *prompt,
                             const char *const *words, int count);

#endif
