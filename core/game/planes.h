/* planes.h - a convolutional network's input planes, and the policy output of each
 * action.
 * Use: uint8_t *planes = memory_new(planes_bytes(game), 1);
 *      planes_write(game, &state, planes);         planes x height x width, row-major
 *      value = planes[(p * height + row) * width + column] * planes_scale(game, p);
 *      policy_output_t output = planes_output(game, game_side(game, &state), action);
 * Everything is seen from the mover's point of view: own and enemy, and, if directions
 * depend on the side, the board as well. Plane 0 is the mask of the board's cells; the
 * last two belong to the pie rule; those between are the game's, with meaning and scale
 * in its class. Places are numbered row * width + column.
 * mcts/evaluate/convolution/NETWORK.md lists the planes, and what they omit.
 * Errors: a game without planes is a REQUIRE.
 */
#ifndef CORE_PLANES_H
#define CORE_PLANES_H

#include "core/game/game.h"

enum {
    PLANES_MAX = 32,        /* of any game */
    PLANES_MAX_GRID = 256,  /* places of any variant's grid */
    PLANES_MAX_HEADS = 4,   /* of one kind, the pie rule's among them */
    PLANES_MAX_COUNTER = 64 /* larger numbers are clamped to it */
};

typedef struct plane {
    const char *meaning;
    float scale; /* its value is its byte times this */
} plane_t;

/* Planes and heads of a class of games, the same for all its variants. */
struct planes_class {
    int version;                /* incremented whenever planes or outputs change */
    plane_t planes[PLANES_MAX]; /* between the mask and the pie rule's two */
    const char *cell_heads[PLANES_MAX_HEADS]; /* "deploy", ...; the rest NULL */
    const char *pair_heads[PLANES_MAX_HEADS]; /* of two cells */
    const char
        *whole_heads[PLANES_MAX_HEADS]; /* of no cell; `swap` is added after them */
};

/* For games whose grid is their board and that write no planes of their own: the owner of
 * each cell, and one head of cells. */
extern const planes_class_t planes_of_cells;
enum { CELLS_PLANE_OWN = 1, CELLS_PLANE_ENEMY, CELLS_PLANE_NOBODY };

typedef enum { OUTPUT_CELL, OUTPUT_PAIR, OUTPUT_WHOLE } output_kind_t;

/* The policy output of an action; places that a kind does not use are 0. */
struct policy_output {
    uint8_t kind; /* output_kind_t */
    uint8_t head;
    uint16_t from, to; /* places; a cell's is `from` */
};

/* Sizes of a game's planes: those of its class, except height and width. */
typedef struct planes_shape {
    int version, planes, height, width;
    int cell_heads, pair_heads, whole_heads;
} planes_shape_t;

planes_shape_t planes_shape(const game_t *game);
size_t planes_bytes(const game_t *game);
const char *planes_meaning(const game_t *game, int plane);
float planes_scale(const game_t *game, int plane);

/* The sizes that depend on the class alone: height and width are 0. */
planes_shape_t planes_class_shape(const game_class_t *class);

/* The position must not be over. */
void planes_write(const game_t *game, const state_t *state, uint8_t *planes);
policy_output_t planes_output(const game_t *game, int side, action_t action);

/* The place of each cell of the board, as the side to move sees it: the cell's own number
 * in games that use planes_of_cells, else derived from the outputs of actions that name
 * cells. False if these do not determine the places of all cells. */
bool planes_places(const game_t *game, int side, uint16_t places[GAME_MAX_CELLS]);

/* For the games: sets one plane to a value on all cells of the board (the mask, plane 0
 * of `planes`, must be written before). */
void planes_fill(const game_t *game, uint8_t *planes, int plane, int value);

/* A number, such as of turns left, clamped for a plane. */
static inline uint8_t planes_counter(int64_t number) {
    return (uint8_t)(number < PLANES_MAX_COUNTER ? number : PLANES_MAX_COUNTER);
}

#endif
