/* tree_size.h - the size of the game tree (number of possible games), exact or estimated.
 * Use: const complexity_order_t order = {.population = 256, .repeats = 16, .seed = 1};
 *      tree_size_t size;
 *      if (tree_size_find(game, &order, &size)) printf("%g\n", size.games.value);
 * A game is a sequence of actions from the start to an end; a limit on the length
 * (game_outcome_at) is an end as well. Numbers are given as log10.
 * Up to `population` sequences of a length are all followed; beyond that, a sample of
 * this size represents all, drawn so that all sequences of a length are equally likely,
 * each with the weight of their total over `population`. The estimate is unbiased for any
 * population; with one sequence it is Knuth's random probing, whose spread grows
 * exponentially with the length of the games. It is repeated `repeats` times.
 * The value is the logarithm of the mean of the repeats. The mean of their logarithms has
 * the standard error `error` and is on average below the truth (Jensen), so the lower end
 * of its interval (Student's) is a lower bound. If the repeats differ little, with a
 * standard deviation below a third of their mean, the interval contains both Cox's
 * interval of a lognormal mean and that of the mean to first order, with Hall's
 * correction for skewness at the upper end; if they differ more, the value tends to be
 * too low and there is no upper end: `high` is infinite. A larger population improves
 * both. Games so rare that no repeat finds any are not included.
 * Errors: false at the caller's stop.
 * Source: D. E. Knuth, Estimating the efficiency of backtrack programs, 1975;
 *      P. Grassberger, Go with the winners, 2002; Cox's interval: C. E. Land, 1972;
 *      L. V. Allis, Searching for solutions in games and artificial intelligence
 *      (thesis), 1994, for the game-tree complexity.
 */
#ifndef EVAL_TREE_SIZE_H
#define EVAL_TREE_SIZE_H

#include "core/base/interval.h"
#include "eval/complexity/complexity_order.h"

#include <stdbool.h>

typedef struct game game_t; /* core/game/game.h */

typedef struct tree_size {
    bool exact;       /* all games were counted: no error, a single repeat */
    estimate_t games; /* log10; interval of 95 %, whose upper end may be infinite */
    estimate_t nodes; /* log10 of all sequences, including the empty and complete ones */
    double error;     /* standard error of the mean of the repeats' log10 */
    double cut_off;   /* share of the games ended by a limit on the length, 0 to 1 */
    double length;    /* mean number of actions of all these games */
} tree_size_t;

bool tree_size_find(const game_t *game, const complexity_order_t *order,
                    tree_size_t *size);

#endif
