/* embedded.h - tables of texts that are embedded at build time (embed.cmake), ended by
 * {NULL, NULL}.
 */
#ifndef CORE_EMBEDDED_H
#define CORE_EMBEDDED_H

#include <string.h>

typedef struct embedded_text {
    const char *name, *text;
} embedded_text_t;

/* The text of that name; NULL: there is none. */
static inline const char *embedded_find(const embedded_text_t *texts, const char *name) {
    while (texts->name && strcmp(texts->name, name) != 0)
        texts++;
    return texts->text;
}

#endif
