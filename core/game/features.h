/* features.h - a position as sparse features: facts that are on or off, few of them on at
 * a time, for networks whose first layer is updated incrementally, action by action.
 * Use: uint64_t bits[FEATURES_WORDS];
 *      features_write(game, &state, bits);
 *      uint16_t on[FEATURES_MAX];
 *      int count = features_list(bits, features_words(game), on);
 *      for (int i = 0; i < count; i++)
 *          unit += weights[features_seen(game, side, on[i])];   (as `side` sees them)
 * Features have numbers from 0 to features_count - 1, for a game, a variant and a
 * version. They are written from side 0's point of view ("own"), whoever is to move. Side
 * 1 sees each under another number, an involution: own and enemy are exchanged, and the
 * board is turned where the planes turn it (planes.h). Facts about the mover are written
 * as facts of the side to move. An action is seen under the number that has the same
 * output (planes_output). mcts/evaluate/integer/INTEGER.md lists the features, and what
 * they omit.
 * Errors: a number out of range is a REQUIRE.
 */
#ifndef CORE_FEATURES_H
#define CORE_FEATURES_H

#include "core/base/bits.h"
#include "core/base/text.h"
#include "core/game/game.h"

enum {
    FEATURES_MAX = 4096,
    FEATURES_WORDS = FEATURES_MAX / 64,
    FEATURES_OF_PIE_RULE = 2 /* the last of a variant with swap=true */
};

/* The number of features, of words that hold them, and the most that are on at once. */
static inline int features_count(const game_t *game) {
    return game->features.count;
}
static inline int features_words(const game_t *game) {
    return (game->features.count + 63) / 64;
}
static inline int features_most(const game_t *game) {
    return game->features.most;
}
static inline int features_version(const game_t *game) {
    return game->features.version;
}

/* Writes features_words words: feature f is bit f % 64 of word f / 64; bits past the last
 * are 0. The position must not be over. */
static inline void features_write(const game_t *game, const state_t *state,
                                  uint64_t *bits) {
    game->features.write(game, state, bits);
}

/* The number under which a side sees a feature. */
int features_seen(const game_t *game, int side, int feature);

/* Whether the game says which features are images of each other. */
bool features_have_images(const game_t *game);

/* The image of a feature under a symmetry that does not exchange the sides: it is on in a
 * state's image where the feature is on in the state. */
int features_image(const game_t *game, int symmetry, int feature);

/* The number under which a side sees each feature, and each action, which is unchanged if
 * it has no counterpart among side 0's. */
void features_seen_all(const game_t *game, int side, uint16_t *seen);
void features_seen_actions(const game_t *game, int side, action_t *seen);

/* "own stack of size 2, d4": from side 0's point of view, the cell's name after a comma.
 */
void features_meaning(const game_t *game, int feature, text_t *out);

/* Lists the numbers of the features that are on, ascending; returns how many. */
static inline int features_list(const uint64_t *bits, int words, uint16_t *on) {
    int count = 0;
    for (int w = 0; w < words; w++)
        for (uint64_t rest = bits[w]; rest;)
            on[count++] = (uint16_t)(64 * w + bits64_pop(&rest));
    return count;
}

/* The same of a position, as a side sees them. */
int features_list_seen(const game_t *game, int side, const state_t *state,
                       uint16_t on[FEATURES_MAX]);

/* --- For the games: writing features in order --------------------------------------- */

typedef struct features_writer {
    uint64_t *next; /* where the current word goes */
    uint64_t word;  /* the current word */
    unsigned used;  /* bits of it, 0 to 63 */
} features_writer_t;

static inline features_writer_t features_writer(uint64_t *bits) {
    return (features_writer_t){.next = bits, .word = 0, .used = 0};
}

/* Appends the lowest `count` bits of a word, 1 to 64; those above must be 0. */
static inline void features_put(features_writer_t *writer, uint64_t bits, int count) {
    writer->word |= bits << writer->used;
    unsigned used = writer->used + (unsigned)count;
    if (used >= 64) {
        *writer->next++ = writer->word;
        writer->word = writer->used == 0 ? 0 : bits >> (64 - writer->used);
        used -= 64;
    }
    writer->used = used;
}

/* Call once, after the last feature. */
static inline void features_finish(features_writer_t *writer) {
    if (writer->used > 0)
        *writer->next = writer->word;
}

/* Appends a feature for each side, of which that of `side` is on if `on`. */
static inline void features_put_fact(features_writer_t *writer, int side, bool on) {
    features_put(writer, (uint64_t)on << side, 2);
}

/* The number of turns left, in coarse steps: one of three features, or none. */
enum { FEATURES_TURNS = 3 };
extern const char *const features_turns_names[FEATURES_TURNS];

static inline uint64_t features_turns(int64_t left) {
    return left <= 4 ? 1 : left <= 16 ? 2 : left <= 64 ? 4 : 0;
}

#endif
