/* Double-Move Situ on 65 to 128 nodes: hex of order 5 and 6, the others of order 5. */
enum { WORDS = 2 };
#define situ_make_words RULES_MADE_HERE(situ_make_words2)
#include "core/games/situ/situ_rules.h"
