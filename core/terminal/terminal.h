/* terminal.h - a screen redrawn in place, keys without Enter, and Ctrl-C.
 * Use: terminal_catch_signals();
 *      terminal_t terminal;
 *      if (terminal_open(&terminal)) ... terminal_draw(text) ... terminal_key(&terminal)
 *      terminal_close(&terminal);       then print what is to remain
 * Drawing uses the terminal's alternate screen; closing restores the previous contents.
 * Keys are read when standard input is the terminal and this program is in its
 * foreground.
 * Owns: the terminal's mode, from open to close.   Threads: main thread only.
 * Errors: without a terminal, open returns false and the other functions do nothing.
 */
#ifndef CORE_TERMINAL_H
#define CORE_TERMINAL_H

#include <stdbool.h>

typedef struct terminal {
    bool open, keys; /* keys: they are read without Enter, until close */
} terminal_t;

/* false: standard output is not a terminal with cursor movement. */
bool terminal_open(terminal_t *terminal);
void terminal_close(terminal_t *terminal);

/* Whether standard output is a terminal with cursor movement; and whether colours may be
 * used, which the environment variable NO_COLOR forbids (no-color.org). */
bool terminal_moves(void);
bool terminal_has_colour(void);

/* Rows of the screen; 24 if unknown. */
int terminal_rows(void);

/* Columns of the terminal behind a descriptor; 80 if unknown. */
int terminal_columns(int descriptor);

/* Replaces the screen by the text; what does not fit is cut off. */
void terminal_draw(const char *text);

/* Whether a key was pressed since the last call. */
bool terminal_key(const terminal_t *terminal);

/* From now on SIGINT, SIGTERM, SIGHUP, a batch system's SIGUSR1 and SIGALRM are recorded
 * instead of ending the program. Another one ends it if the recorded one has waited for
 * SIGNAL_ECHO_S (process_start.h): a rule of a game may never return. */
void terminal_catch_signals(void);
bool terminal_interrupted(void);

/* The same, and clears a recorded SIGINT, for programs that continue after Ctrl-C. The
 * other signals stay recorded. */
bool terminal_take_interrupt(void);

#endif
