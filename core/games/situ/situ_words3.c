/* Double-Move Situ on 129 to 192 nodes: hex of order 7, the others of order 6. */
enum { WORDS = 3 };
#define situ_make_words RULES_MADE_HERE(situ_make_words3)
#include "core/games/situ/situ_rules.h"
