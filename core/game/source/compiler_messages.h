/* compiler_messages.h - what a compiler says about a source that it knows under another
 * name.
 * Use: compiler_messages_t of = {.known_as = "game.c", .path = "./mygame.c",
 *                                .headers = headers, .num_headers = 2};
 *      char *text = compiler_messages(&of, output, &hidden);   free(text);
 * The messages of gcc and clang are kept as they are, with the source's path as the user
 * gave it, up to MESSAGES_MOST_LINES lines; a name that a linker misses has a line. Left
 * out are those about files other than the source, our headers and the system's (an
 * #include can name any file, whose lines a message would quote), and all that is not
 * plain text.
 */
#ifndef CORE_COMPILER_MESSAGES_H
#define CORE_COMPILER_MESSAGES_H

#include <stdbool.h>

enum { MESSAGES_MOST_LINES = 40 };

typedef struct compiler_messages {
    const char *known_as, *path;
    const char *const *headers; /* folders of our headers */
    int num_headers;
} compiler_messages_t;

/* The text, for the caller to free; *hidden: lines were left out. */
char *compiler_messages(const compiler_messages_t *of, const char *output, bool *hidden);

#endif
