/* rule_size.h - how much there is to say of a game's rules.
 * Use: rule_size_t size = rule_size_of(game);
 * Of all variants of the game alike: the words that a first-time player is shown, and the
 * page of rules, whose compressed bytes are an upper bound of its Kolmogorov complexity.
 * A page has its writer's style in it: such figures compare games whose pages are written
 * alike, and none of them says how hard a game is to play.
 * Threads: pure.   Errors: none; a game from outside has no page, and zeros there.
 * Source: C. Browne, Elegance in game design, 2012 (rule complexity); the reports of
 *      Ai Ai (S. Tavener) take the bytes of a game's program.
 */
#ifndef EVAL_RULE_SIZE_H
#define EVAL_RULE_SIZE_H

#include <stddef.h>

typedef struct game game_t; /* core/game/game.h */

typedef struct rule_size {
    size_t guide_words; /* of the guide, which `play` shows */
    size_t page_words;  /* of RULES.md, what stands in its tables and examples too */
    size_t page_bytes, compressed_bytes; /* of it; the latter by DEFLATE */
    size_t variant_keys;                 /* rules that can be chosen */
} rule_size_t;

rule_size_t rule_size_of(const game_t *game);

#endif
