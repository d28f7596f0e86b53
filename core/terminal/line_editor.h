/* line_editor.h - line input, with editing, history and completion on a terminal; lines
 * from a file or a pipe are read as they are.
 * Use: line_editor_t *editor = line_editor_new();
 *      const char *line = line_editor_read(editor, "> ", words, count);
 *      line_editor_free(editor);
 * On a terminal, lines are edited as in a shell, the arrow keys recall earlier lines, and
 * Tab completes the last word from the given words. Without a terminal, the line is
 * echoed after the prompt, so that the output reads like a session. Call
 * terminal_catch_signals() first, so that Ctrl-C ends a line instead of the program.
 * Owns: the line, until the next call.   Threads: main thread only.
 */
#ifndef CORE_LINE_EDITOR_H
#define CORE_LINE_EDITOR_H

typedef struct line_editor line_editor_t;

line_editor_t *line_editor_new(void);
void line_editor_free(line_editor_t *editor);

/* The line without its line end; NULL at the end of the input or after a signal. */
const char *line_editor_read(line_editor_t *editor, const char *prompt,
                             const char *const *words, int count);

#endif
