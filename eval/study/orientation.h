/* orientation.h - the mirror images of a game that are the same game for the players.
 * Use: orientations_t of; orientations_init(&of, game);
 *      int which = orientation_of_game(&of, &record, row);
 *      orientation_of_state(&of, &state, &least);           the same for all images
 * Only symmetries that preserve the start position and do not exchange sides: the rules
 * cannot distinguish their images, so the results of games of different orientation have
 * to be alike. If they are not, rules or search favour a direction.
 * Threads: constant after init.
 */
#ifndef EVAL_ORIENTATION_H
#define EVAL_ORIENTATION_H

#include <stddef.h>

typedef struct game game_t;     /* core/game/game.h */
typedef struct record record_t; /* selfplay/store/record.h */
typedef struct state state_t;   /* core/game/game.h */

enum { ORIENTATIONS_MAX = 16 };

typedef struct orientations {
    const game_t *game;
    int symmetries[ORIENTATIONS_MAX]; /* the identity first */
    int count;
} orientations_t;

void orientations_init(orientations_t *of, const game_t *game);

/* The index of the symmetry that makes the game's actions the least of all images. */
int orientation_of_game(const orientations_t *of, const record_t *record, size_t row);

/* The image of a state that is least as packed bytes, and the index of its symmetry. */
int orientation_of_state(const orientations_t *of, const state_t *state, state_t *least);

#endif
