/* game_ranges.h - sets of games as text: "0:500 700:1000", FIRST:END for FIRST ... END-1.
 * Use: game_ranges_t ranges; game_ranges_init(&ranges);
 *      game_ranges_add(&ranges, first, end);          ascending; joined where they touch
 *      puts(game_ranges_text(&ranges));               "none" if empty
 * Past some thousand ranges the text ends in "..."; the count stays exact.
 */
#ifndef SELFPLAY_GAME_RANGES_H
#define SELFPLAY_GAME_RANGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GAME_RANGES_TEXT = 1 << 14 };

typedef struct game_ranges {
    char buffer[GAME_RANGES_TEXT];
    size_t used;
    uint64_t games;
    uint64_t first, end; /* the last range, not yet in the text */
    bool full;
} game_ranges_t;

void game_ranges_init(game_ranges_t *ranges);
void game_ranges_add(game_ranges_t *ranges, uint64_t first, uint64_t end);

/* The text so far, valid until the next call; later ranges are not joined to its last. */
const char *game_ranges_text(game_ranges_t *ranges);

/* Parses exactly one range, "FIRST:END", with FIRST less than END, up to 10^9. */
bool game_ranges_read(const char *text, uint64_t *first, uint64_t *end);

/* *place: the index of a game among those of a text; false: it is not in the text. */
bool game_ranges_find(const char *text, uint64_t game, uint64_t *place);

#endif
