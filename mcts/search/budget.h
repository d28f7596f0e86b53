/* budget.h - stopping conditions of a search other than simulations and a proven root.
 * Use: budget_t budget; budget_start(&budget, &config, 1); at the start of the search
 *      search_end_t end = budget_look(&budget, root, edges, nodes, simulations);
 * Nodes are checked after every simulation. The clock, and whether the result is settled,
 * are checked when the number of simulations is a multiple of BUDGET_INTERVAL: at the
 * same simulations however the search is split into calls. A search whose root is not
 * proven at its start, as that of a kept tree may be, runs at least one simulation, and
 * BUDGET_INTERVAL before time or settlement can end it.
 * Threads in one tree stop together to check nodes and settlement: when there may be
 * enough nodes, and every BUDGET_TEAM_SECONDS. Each checks the clock itself, after every
 * BUDGET_INTERVAL of its own simulations.
 * Settled: in the remaining simulations the second action cannot get as many visits as
 * the first has. Actions that are proven no better than another do not count. Another
 * action would have been played only if the remaining simulations had proven the first
 * one no better than another.
 * Without a time limit the end depends on the search alone.
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
    uint32_t simulations, nodes;     /* root visits; nodes 0: no limit */
    bool stop_when_settled, limited; /* limited: something must be checked */
    double seconds, start;           /* seconds 0: no limit */
} budget_t;

void budget_start(budget_t *budget, const search_config_t *config, int threads);

/* Simulations until the next check. */
uint32_t budget_until_look(const budget_t *budget, uint32_t nodes, uint32_t simulations);

/* When threads in one tree stop for a check, by clock_seconds(); HUGE_VAL: never. */
double budget_next_look(const budget_t *budget);

/* nodes: of the tree; simulations: run since budget_start. */
search_end_t budget_look(const budget_t *budget, const node_t *root, const edge_t *edges,
                         uint32_t nodes, uint32_t simulations);

#endif
