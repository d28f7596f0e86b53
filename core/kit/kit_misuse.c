#include "core/kit/kit_misuse.h"

#include "core/base/error.h"
#include "core/game/source/sanitizer_messages.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* Only a game that is compiled to be checked has it. */
extern fulcrum_game_fault_t *fulcrum_game_fault __attribute__((weak));

void kit_fail(const char *format, ...) {
    char text[512], of_source[sizeof text + 8];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (error_is_caught())
        error_throw("%s", text);
    snprintf(of_source, sizeof of_source, "game.c: %s", text);
    if (&fulcrum_game_fault && fulcrum_game_fault)
        fulcrum_game_fault(of_source);
    fprintf(stderr, "%s: %s\n", error_program(), text);
    exit(PROCESS_FAILED);
}
