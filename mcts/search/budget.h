/* budget.h - when a search has done enough, beside its simulations and a proven root.
 * Use: budget_t budget; budget_start(&budget, &config, 1); at the start of the search
 *      search_end_t end = budget_look(&budget, root, edges, nodes, simulations);
 * Nodes are counted after every simulation. The clock, and whether the result is settled,
 * are looked at when the number of simulations is a multiple of BUDGET_INTERVAL: at the
 * same ones however the search is cut into calls. A search whose root is not proven when
 * it starts, as that of a tree that is kept may be, runs one simulation at least, and
 * BUDGET_INTERVAL before time or settlement end it.
 * Threads in one tree stop together for a look at nodes and settlement: when there may be
 * nodes enough, and every BUDGET_TEAM_SECONDS. Each looks at the clock itself, after
 * every BUDGET_INTERVAL of its own simulations.
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
#define BUDGET_TEAM_SECONDS 0.02

typedef struct budget {
    int threads;
    uint32_t simulations, nodes;     /* visits of the root; nodes 0: any number */
    bool stop_when_settled, limited; /* limited: by something that has to be looked at */
    double seconds, start;           /* seconds 0: any time */
} budget_t;

void budget_start(budget_t *budget, const search_config_t *config, int threads);

/* Simulations to the next one at which there is something to look at. */
uint32_t budget_until_look(const budget_t *budget, uint32_t nodes, uint32_t simulations);

/* The time at which threads in one tree stop for a look, by clock_seconds(); HUGE_VAL:
 * none. */
double budget_next_look(const budget_t *budget);

/* nodes: of the tree; simulations: run since budget_start. */
search_end_t budget_look(const budget_t *budget, const node_t *root, const edge_t *edges,
                         uint32_t nodes, uint32_t simulations);

#endif
