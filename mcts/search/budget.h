/* budget.h - when a search has done enough, beside its simulations and a proven root.
 * Use: budget_t budget; budget_start(&budget, &config);    at the start of the search
 *      search_end_t end = budget_look(&budget, root, edges, nodes, simulations);
 * Nodes are counted after every simulation. The clock, and whether the result is settled,
 * are looked at when the number of simulations is a multiple of BUDGET_INTERVAL: at the
 * same ones however the search is cut into calls. Every search runs one simulation at
 * least, and BUDGET_INTERVAL before time or settlement end it.
 * Settled: in the simulations that are left the second action cannot get as many visits
 * as the first has. Actions that are proven to be no better than another one do not
 * count; a first action of which that would have been proven in what is left is the one
 * case in which another action would have been played.
 * Without a time the end depends on the search alone.
 * Owns: nothing.   Threads: one search, one thread.   Errors: none.
 */
#ifndef MCTS_BUDGET_H
#define MCTS_BUDGET_H

#include "mcts/search/search_config.h"
#include "mcts/search/search_result.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct edge edge_t; /* mcts/tree/tree.h */
typedef struct node node_t; /* mcts/tree/tree.h */

enum { BUDGET_INTERVAL = 16 /* simulations */ };

typedef struct budget {
    uint32_t simulations, nodes;     /* visits of the root; nodes 0: any number */
    bool stop_when_settled, limited; /* limited: by something that has to be looked at */
    double seconds, start;           /* seconds 0: any time */
} budget_t;

void budget_start(budget_t *budget, const search_config_t *config);

/* Simulations to the next one at which there is something to look at; threads that run
 * them together look less often. */
uint32_t budget_until_look(const budget_t *budget, uint32_t simulations, int threads);

/* nodes: of the tree; simulations: run since budget_start. */
search_end_t budget_look(const budget_t *budget, const node_t *root, const edge_t *edges,
                         uint32_t nodes, uint32_t simulations);

#endif
