/* rules_pages.h - the pages of rules, as the build found them: RULES.md of each game's
 * folder, by its name, and "games", what all have in common. Markdown; the last has no
 * name.
 */
#ifndef CORE_RULES_PAGES_H
#define CORE_RULES_PAGES_H

typedef struct embedded_page {
    const char *name, *text;
} embedded_page_t;

extern const embedded_page_t rules_pages[];

#endif
