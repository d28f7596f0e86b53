/* rules_pages.h - the RULES.md pages, embedded at build time: each game's under its
 * name, and "games" for what all have in common. Markdown; an entry without a name ends
 * the array.
 */
#ifndef CORE_RULES_PAGES_H
#define CORE_RULES_PAGES_H

#include <string.h>

typedef struct embedded_page {
    const char *name, *text;
} embedded_page_t;

extern const embedded_page_t rules_pages[];

/* The page of that name; NULL: there is none. */
static inline const char *rules_page(const char *name) {
    const embedded_page_t *page = rules_pages;
    while (page->name && strcmp(page->name, name) != 0)
        page++;
    return page->text;
}

#endif
