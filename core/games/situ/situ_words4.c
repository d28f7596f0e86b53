/* Double-Move Situ on 193 to 256 nodes: square and diagonal of order 7. */
enum { WORDS = 4 };
#define situ_make_words RULES_MADE_HERE(situ_make_words4)
#include "core/games/situ/situ_rules.h"
