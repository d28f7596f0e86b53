/* status_line.h - one line on standard error that says how far long work is.
 * Use: status_line_t line;  status_line_init(&line, quiet);
 *      if (status_line_is_due(&line)) status_line_print(&line, "%zu of %zu", done, all);
 *      status_line_clear(&line);        before results are printed, and at the end
 * On a terminal the line is redrawn in place, at most five times a second and cut to the
 * terminal's width; elsewhere it is a new line every half minute; with quiet, nothing.
 * Threads: one at a time.
 */
#ifndef CORE_STATUS_LINE_H
#define CORE_STATUS_LINE_H

#include "core/base/error.h"

#include <stdbool.h>

typedef struct status_line {
    bool quiet, terminal;
    bool shown;  /* on the terminal now */
    double last; /* clock_seconds when it was last due */
} status_line_t;

void status_line_init(status_line_t *line, bool quiet);

/* Whether it is time to print again, which the caller then does. */
bool status_line_is_due(status_line_t *line);

void status_line_print(status_line_t *line, const char *format, ...) PRINTF_LIKE(2, 3);

/* Removes the line from a terminal; what was printed elsewhere stays. */
void status_line_clear(status_line_t *line);

/* Keeps what was printed last: later output begins on a line of its own. */
void status_line_end(status_line_t *line);

#endif
