/* naive_planes.h - planes and policy outputs computed the slow and obvious way: only from
 * a position's text and the tables of mcts/evaluate/convolution/NETWORK.md.
 * Use: naive_planes_t seen;  naive_planes("seesaw", variant_text, text, false, &seen);
 *      naive_output("seesaw", variant_text, text, "d1-d2", &output);
 * Values are bytes, planes in the order of the page. Only official kinds of positions:
 * those of games from the start, not over.
 * Errors: an invalid text fails the test.
 */
#ifndef TESTS_NAIVE_PLANES_H
#define TESTS_NAIVE_PLANES_H

#include <stdbool.h>
#include <stdint.h>

enum { NAIVE_MAX_PLANES = 32, NAIVE_MAX_SIDE = 16 };

typedef struct naive_planes {
    int planes, height, width;
    uint8_t value[NAIVE_MAX_PLANES][NAIVE_MAX_SIDE][NAIVE_MAX_SIDE]; /* row, column */
} naive_planes_t;

/* may_swap: "swap" is among the legal actions. */
void naive_planes(const char *game, const char *variant, const char *position,
                  bool may_swap, naive_planes_t *out);

typedef struct naive_output {
    char kind; /* 'c'ell, 'p'air, 'w'hole */
    int head;
    int from_row, from_column, to_row, to_column; /* -1: none */
} naive_output_t;

/* The policy output of an action in a position, both given as texts. */
void naive_output(const char *game, const char *variant, const char *position,
                  const char *action, naive_output_t *out);

#endif
