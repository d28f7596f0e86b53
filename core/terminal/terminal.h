/* terminal.h - a picture that is redrawn in place, keys without Enter, and Ctrl-C.
 * Use: terminal_catch_signals();
 *      terminal_t terminal;
 *      if (terminal_open(&terminal)) ... terminal_draw(text) ... terminal_key(&terminal)
 *      terminal_close(&terminal);       then print what is to stay
 * The picture is on the terminal's alternate screen; closing restores what was shown
 * before. Keys are read when standard input is the terminal and this program is in its
 * foreground.
 * Owns: the terminal's mode, from open to close.   Threads: for the main thread.
 * Errors: none; where there is no terminal, open says so and all else does nothing.
 */
#ifndef CORE_TERMINAL_H
#define CORE_TERMINAL_H

#include <stdbool.h>

typedef struct terminal {
    bool open, keys; /* keys: read without Enter, a mode that close restores */
} terminal_t;

/* false: standard output is no terminal on which the cursor can be moved. */
bool terminal_open(terminal_t *terminal);
void terminal_close(terminal_t *terminal);

/* Whether standard output is a terminal on which the cursor can be moved; and whether it
 * may have colours, which the environment's NO_COLOR forbids (no-color.org). */
bool terminal_moves(void);
bool terminal_has_colour(void);

/* Lines of the screen; 24 where nobody knows. */
int terminal_rows(void);

/* Columns of the terminal that a descriptor is; 80 where nobody knows. */
int terminal_columns(int descriptor);

/* Shows the text in place of what was drawn; lines too long or too many are cut. */
void terminal_draw(const char *text);

/* Whether a key was pressed since the last question. */
bool terminal_key(const terminal_t *terminal);

/* From now on SIGINT, SIGTERM and a hangup do not end the program but are remembered. */
void terminal_catch_signals(void);
bool terminal_interrupted(void);

/* The same, and forgets a SIGINT: for a program that goes on after Ctrl-C. The others are
 * remembered. */
bool terminal_take_interrupt(void);

#endif
