/* rules_pages.h - the RULES.md pages, embedded at build time: each game's under its
 * name, and "games" for what all have in common. Markdown.
 * Use: const char *page = embedded_find(rules_pages, "seesaw");     NULL: there is none
 */
#ifndef CORE_RULES_PAGES_H
#define CORE_RULES_PAGES_H

#include "core/base/embedded.h"

extern const embedded_text_t rules_pages[];
extern const char rules_pages_names[];

#endif
