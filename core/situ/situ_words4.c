/* Double-Move Situ on 193 to 256 nodes: square and diagonal of order 7. */
enum { WORDS = 4 };
#define situ_make_words situ_make_words4
#include "core/situ/situ_rules.h"
