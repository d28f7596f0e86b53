/* complexity_order.h - what to count and estimate of a game's size, and how thoroughly.
 * Use: complexity_order_t order = {.positions = 2000000, .playouts = 50000,
 *                                  .population = 1024, .repeats = 16, .seed = 1};
 * The same order gives the same results on every machine, except for the last digits of
 * the C library.
 */
#ifndef EVAL_COMPLEXITY_ORDER_H
#define EVAL_COMPLEXITY_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TREE_SIZE_LEAST_REPEATS = 8 /* fewer may agree by chance */ };

typedef struct complexity_order {
    size_t positions;    /* to count one by one at most, 1 or more */
    int playouts;        /* to compare where there are more positions; 2 or more */
    int population;      /* sequences that represent all of their length; 1 or more */
    int repeats;         /* TREE_SIZE_LEAST_REPEATS or more */
    int mirror_games;    /* for each symmetry and seat; 0: none */
    int64_t simulations; /* per action, of the search that the copying player faces */
    uint64_t seed;
    /* May be NULL; called often; false stops. doing: "positions", "playouts", "games",
     * "copying"; count: of these so far; for "games" thousandths of the work at most. */
    bool (*go_on)(void *context, const char *doing, uint64_t count);
    void *context;
} complexity_order_t;

static inline bool complexity_go_on(const complexity_order_t *order, const char *doing,
                                    uint64_t count) {
    return !order->go_on || order->go_on(order->context, doing, count);
}

#endif
