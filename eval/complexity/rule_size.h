/* rule_size.h - the length of a game's rules.
 * Use: rule_size_t size = rule_size_of(game);
 * The same for all variants of a game: the words shown to a first-time player, and the
 * rules page, whose compressed size is an upper bound on its Kolmogorov complexity. A
 * page reflects its author's style: compare only games whose pages are written in the
 * same style. None of these figures says how hard a game is to play.
 * Errors: an outside game has no page, and zeros there.
 * Source: C. Browne, Elegance in game design, 2012 (rule complexity); the reports of
 *      Ai Ai (S. Tavener) take the bytes of a game's program.
 */
#ifndef EVAL_RULE_SIZE_H
#define EVAL_RULE_SIZE_H

#include <stddef.h>

typedef struct game game_t; /* core/game/game.h */

typedef struct rule_size {
    size_t guide_words;                  /* of the guide, which `play` shows */
    size_t page_words;                   /* of RULES.md, including tables and examples */
    size_t page_bytes, compressed_bytes; /* of RULES.md; the latter by DEFLATE */
    size_t variant_keys;                 /* configurable rules */
} rule_size_t;

rule_size_t rule_size_of(const game_t *game);

#endif
