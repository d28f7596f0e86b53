#include "core/terminal/status_line.h"

#include "core/base/clock.h"
#include "core/terminal/terminal.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#define TERMINAL_INTERVAL 0.2 /* seconds */
#define FILE_INTERVAL 30.0
enum { LONGEST = 512 };

void status_line_init(status_line_t *line, bool quiet) {
    *line = (status_line_t){
        .quiet = quiet, .terminal = isatty(STDERR_FILENO) != 0, .last = clock_seconds()};
}

bool status_line_is_due(status_line_t *line) {
    double now = clock_seconds();
    if (line->quiet ||
        now - line->last < (line->terminal ? TERMINAL_INTERVAL : FILE_INTERVAL))
        return false;
    line->last = now;
    return true;
}

void status_line_print(status_line_t *line, const char *format, ...) {
    char words[LONGEST];
    va_list arguments;
    if (line->quiet)
        return;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    if (line->terminal)
        fprintf(stderr, "\r\033[K%.*s", terminal_columns(STDERR_FILENO) - 1, words);
    else
        fprintf(stderr, "%s\n", words);
    fflush(stderr);
    line->shown = line->terminal;
}

void status_line_clear(status_line_t *line) {
    if (line->shown)
        fputs("\r\033[K", stderr);
    line->shown = false;
}

void status_line_end(status_line_t *line) {
    if (line->shown)
        fputc('\n', stderr);
    line->shown = false;
}
