/* rules_pages.h - the RULES.md pages, embedded at build time: each game's under its
 * name, and "games" for what all have in common. Markdown; an entry without a name ends
 * the array.
 */
#ifndef CORE_RULES_PAGES_H
#define CORE_RULES_PAGES_H

typedef struct embedded_page {
    const char *name, *text;
} embedded_page_t;

extern const embedded_page_t rules_pages[];

#endif
