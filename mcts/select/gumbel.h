/* gumbel.h - selection at the root by Gumbel noise and sequential halving, for budgets
 * that are small relative to the number of actions.
 * Use: gumbel_start(&gumbel, &config, node, edges, &rng);      once per search
 *      int edge = gumbel_pick(&gumbel, node, edges);           in each simulation
 *      int best = gumbel_best(&gumbel, node, edges);           at the end
 * Each action gets the logarithm of its prior plus a Gumbel variate: the largest of these
 * sums are a sample without replacement from the prior. They are visited in rounds; after
 * each of about log2(considered) phases the better half remains, compared by the same sum
 * plus a monotone function of the mean value. The final action improves on the prior at
 * any budget. Without noise the actions with the highest priors are considered, or any if
 * all priors are equal. Below the root the search selects as configured. Root edges are
 * sorted by their sums, so that tried edges stay in front.
 * Threads: one search, one thread.
 * Source: Danihelka, Guez, Schrittwieser and Silver, Policy Improvement by Planning with
 *      Gumbel, 2022; the order of visits is that of the authors' published library.
 */
#ifndef MCTS_GUMBEL_H
#define MCTS_GUMBEL_H

#include "core/base/pcg.h"
#include "core/game/game.h"
#include "mcts/tree/tree.h"

struct search_config;

typedef struct gumbel {
    int considered;       /* actions that get visits */
    int phases;           /* log2 of them, rounded up, at least 1 */
    int in_round, rounds; /* actions in each round of this phase; rounds left in it */
    int left;             /* visits left in this round */
    uint32_t visits;      /* of an action of this round, before it */
    uint32_t simulations; /* of the whole search */
    double visit_offset, scale;
    double sums[GAME_MAX_LEGAL]; /* log prior + Gumbel variate, of each edge */
} gumbel_t;

void gumbel_start(gumbel_t *gumbel, const struct search_config *config, node_t *node,
                  edge_t *edges, pcg32_t *rng);

/* The root's edge for the next simulation; counts it as tried. */
int gumbel_pick(gumbel_t *gumbel, node_t *node, const edge_t *edges);

/* The edge to play: the best sum among the most visited. */
int gumbel_best(const gumbel_t *gumbel, const node_t *node, const edge_t *edges);

#endif
