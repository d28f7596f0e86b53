/* tree_size.h - how many games a game has: the size of its tree, counted or estimated.
 * Use: const tree_size_order_t order = {.population = 256, .repeats = 16, .seed = 1};
 *      tree_size_t size;
 *      if (tree_size_find(game, &order, &size)) printf("%g\n", size.games.value);
 * A game is a sequence of actions from the start to an end; a limit on the length
 * (game_outcome_at) is an end as well. Numbers are given as log10.
 * Up to `population` sequences are all looked at; from there on so many stand for all,
 * drawn so that each sequence is as likely as any other of its length, each for the
 * number of all over `population`. What that estimates is unbiased for any population;
 * with one sequence it is Knuth's random probing, whose spread grows exponentially with
 * the length of the games. It is done `repeats` times.
 * The value is the logarithm of the mean of the repeats. The mean of their logarithms has
 * a standard error, `error`, and is on average below the truth (Jensen): so the lower end
 * of its interval (Student's) is a lower bound. Where the repeats differ little, their
 * standard deviation being less than a third of them, the interval holds Cox's of a
 * lognormal mean and the mean's own to first order; where they differ more, the value is
 * rather too low, and there is no upper end: `high` is infinite. A larger population
 * makes both better. Games so rare that no
 * repeat sees any do not count.
 * Owns: nothing.   Threads: pure.   Errors: none; false at the caller's stop.
 * Source: D. E. Knuth, Estimating the efficiency of backtrack programs, 1975;
 *      P. Grassberger, Go with the winners, 2002; Cox's interval: C. E. Land, 1972;
 *      L. V. Allis, Searching for solutions in games and artificial intelligence
 *      (thesis), 1994, for the game-tree complexity.
 */
#ifndef EVAL_TREE_SIZE_H
#define EVAL_TREE_SIZE_H

#include "core/base/interval.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct game game_t; /* core/game/game.h */

enum { TREE_SIZE_LEAST_REPEATS = 8 /* fewer may be alike by chance */ };

typedef struct tree_size_order {
    int population; /* 1 or more */
    int repeats;    /* TREE_SIZE_LEAST_REPEATS or more */
    uint64_t seed;
    /* May be NULL; asked at every length of sequence: false ends the work. done: 0 to 1,
     * where the longest sequence is game->max_game_length. */
    bool (*go_on)(void *context, double done);
    void *context;
} tree_size_order_t;

typedef struct tree_size {
    bool exact;       /* all games were counted: no error, and one repeat was enough */
    estimate_t games; /* log10; interval of 95 %, whose upper end may be infinite */
    estimate_t nodes; /* log10 of all sequences, the empty one and whole games too */
    double error;     /* standard error of the mean of the repeats' log10 */
    double cut_off;   /* share of the games that a limit on the length ends, 0 to 1 */
    double length;    /* mean number of actions of all these games */
} tree_size_t;

bool tree_size_find(const game_t *game, const tree_size_order_t *order,
                    tree_size_t *size);

#endif
