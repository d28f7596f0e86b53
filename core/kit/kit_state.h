/* kit_state.h - positions of games of the kit, as the library sees them.
 * A position is a kit_head_t and sets of layout->words words: those of the owners, then
 * the layers; then the hashes of layout->history earlier positions.
 * Text: the mover and the cells, as games on a grid write them, and after that what is
 * not as usual: "phase=1 mark=c3 count=0,12 played=0 past=1c0ffee,2".
 * Packed: side, phase, mark, 0; played and the counts, low byte first; 0, 0; contents;
 * the hashes, low byte first.
 */
#ifndef CORE_KIT_STATE_H
#define CORE_KIT_STATE_H

#include "core/base/error.h"
#include "core/game/game.h"
#include "core/kit/kit_board.h"
#include "core/kit/kit_class.h"

/* What a position is besides its cells. */
typedef struct kit_head {
    uint8_t side;    /* to move */
    uint8_t phase;   /* of a turn or of the game; the setup says how many there are */
    uint8_t mark;    /* a cell that matters, or NO_CELL: a piece that has to capture on */
    uint8_t result;  /* how the game stands, by kit_encode */
    uint16_t played; /* actions, up to k->most_played */
    uint16_t count[KIT_COUNTERS];
    uint16_t unused;
} kit_head_t;

enum { KIT_HEAD_BYTES = 16 }; /* packed, before the contents */

static inline const kit_t *kit_of(const game_t *game) {
    return game->tables;
}

/* The set number i of a position: those of the owners, then the layers. */
static inline const uint64_t *kit_set(const kit_t *k, const void *state, int i) {
    return (const uint64_t *)state + sizeof(kit_head_t) / 8 + i * k->layout->words;
}

/* The value of `played` that texts omit: the first turn is over. */
static inline int kit_usually_played(const kit_t *k) {
    return k->most_played ? k->first_turn + 1 : 0;
}

/* The hashes of earlier positions, layout->history of them, the last first. */
void kit_get_past(const kit_t *k, const void *state, uint32_t past[KIT_HISTORY]);
void kit_set_past(const kit_t *k, void *state, const uint32_t past[KIT_HISTORY]);

/* An empty board with side 0 to move; how the game stands, which follows from the rest.
 */
void kit_clear(const kit_t *k, void *state);
void kit_set_result(const kit_t *k, void *state);

int kit_pieces(const kit_t *k, const void *state);
void kit_contents(const game_t *game, const void *state, uint8_t *contents);

/* The image of a state, but for its result. */
void kit_map_state(const kit_t *k, const kit_symmetry_t *symmetry, const void *state,
                   void *image);

/* Whether a head is within the limits of the setup. */
bool kit_check_head(const kit_t *k, const kit_head_t *head, failure_t *error);

/* Fill in what a game's class omits, one part of the game table each. */
#define KIT_FILL(field, value) ((field) = (field) ? (field) : (value))
void kit_fill_state(game_t *game);
void kit_fill_symmetries(game_t *game, kit_t *k);
void kit_fill_texts(game_t *game);
void kit_fill_networks(game_t *game);
void kit_fill_features(game_t *game, kit_t *k); /* and k->line_begins */

#endif
