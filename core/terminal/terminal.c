#include "core/terminal/terminal.h"

#include "core/base/process/process_start.h"

#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

/* Alternate screen, no cursor, no wrapping; and back. */
#define ENTER "\033[?1049h\033[?25l\033[?7l"
#define LEAVE "\033[?7h\033[?25h\033[?1049l"

static struct termios saved_mode; /* a program has only one terminal */
/* What a handler has to undo. */
static volatile sig_atomic_t screen_is_open, keys_are_open;

static bool open_keys(void) {
    if (!isatty(STDIN_FILENO) || tcgetpgrp(STDIN_FILENO) != getpgrp() ||
        tcgetattr(STDIN_FILENO, &saved_mode) != 0)
        return false;
    struct termios mode = saved_mode;
    mode.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    mode.c_cc[VMIN] = 0;
    mode.c_cc[VTIME] = 0;
    /* These keys are read like others: stopping the program would leave the alternate
     * screen on. */
    mode.c_cc[VSUSP] = mode.c_cc[VQUIT] = _POSIX_VDISABLE;
    return tcsetattr(STDIN_FILENO, TCSANOW, &mode) == 0;
}

bool terminal_moves(void) {
    const char *kind = getenv("TERM");
    return isatty(STDOUT_FILENO) && kind && *kind && strcmp(kind, "dumb") != 0;
}

bool terminal_has_colour(void) {
    const char *forbidden = getenv("NO_COLOR");
    return terminal_moves() && !(forbidden && *forbidden);
}

bool terminal_open(terminal_t *terminal) {
    *terminal = (terminal_t){0};
    if (!terminal_moves())
        return false;
    terminal->open = true;
    terminal->keys = open_keys();
    keys_are_open = terminal->keys;
    screen_is_open = true;
    fputs(ENTER, stdout);
    fflush(stdout);
    return true;
}

void terminal_close(terminal_t *terminal) {
    if (!terminal->open)
        return;
    fputs(LEAVE, stdout);
    fflush(stdout);
    if (terminal->keys)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &saved_mode);
    screen_is_open = keys_are_open = false;
    terminal->open = false;
}

int terminal_rows(void) {
    struct winsize size;
    bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0;
    return known ? size.ws_row : 24;
}

int terminal_columns(int descriptor) {
    struct winsize size;
    bool known = ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return known ? size.ws_col : 80;
}

void terminal_draw(const char *text) {
    fputs("\033[H", stdout);
    for (int row = terminal_rows(); row > 0 && *text; row--) {
        int length = (int)strcspn(text, "\n");
        printf("%.*s\033[0m\033[K%s", length, text, row > 1 ? "\n" : "");
        text += length + (text[length] ? 1 : 0);
    }
    fputs("\033[J", stdout);
    fflush(stdout);
}

bool terminal_key(const terminal_t *terminal) {
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    char key;
    return terminal->keys && poll(&input, 1, 0) > 0 && (input.revents & POLLIN) &&
           read(STDIN_FILENO, &key, 1) == 1;
}

static volatile sig_atomic_t interrupted; /* the signal's number, or 0 */

static _Atomic double interrupted_s; /* when it was recorded */

/* With async-signal-safe functions only. */
static void end_at_once(int number) {
    static const char leave[] = LEAVE;
    ssize_t ignored = screen_is_open ? write(STDOUT_FILENO, leave, sizeof leave - 1) : 0;
    (void)ignored;
    if (keys_are_open)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &saved_mode);
    process_end_by_signal(number);
}

static void remember(int number) {
    if (interrupted == 0)
        atomic_store_explicit(&interrupted_s, 0, memory_order_relaxed);
    if (process_signal_repeats(&interrupted_s))
        end_at_once(number);
    if (interrupted == 0 || number != SIGINT)
        interrupted = number;
}

void terminal_catch_signals(void) {
    struct sigaction action = {.sa_handler = remember}, before;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGUSR1, &action, NULL);
    sigaction(SIGALRM, &action, NULL);
    /* Under nohup it is meant to continue. */
    if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        sigaction(SIGHUP, &action, NULL);
}

bool terminal_interrupted(void) {
    return interrupted != 0;
}

bool terminal_take_interrupt(void) {
    int number = interrupted;
    if (number == SIGINT)
        interrupted = 0;
    return number != 0;
}
