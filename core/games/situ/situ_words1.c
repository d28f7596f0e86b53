/* Double-Move Situ on 1 to 64 nodes: hex of order 2 to 4, the others of order 2 to 4. */
#include "core/game/playout.h"
#include "core/games/lanes.h"

enum { WORDS = 1 };
#define situ_make_words RULES_MADE_HERE(situ_make_words1)
#include "core/games/situ/situ_rules.h"
