#include "mcts/select/amaf.h"

#include "mcts/select/selection_scan.h"

#include <assert.h>
#include <stdlib.h>

/* Decisions of a random game that are noted: of longer ones the beginning counts. */
enum { ROOM = 8192 };

/* What one node knows: how many simulations it is from, and of each player's decisions
 * visits and values as in an edge. */
typedef struct table {
    uint64_t simulations;
    uint64_t stats[]; /* num_actions of player 0, then of player 1 */
} table_t;

/* Decisions of one player in a simulation, each once. */
typedef struct taken {
    action_t *actions;
    uint32_t count;
    uint32_t *stamps; /* by action: the simulation, or part of one, that it was seen in */
} taken_t;

struct amaf {
    const selection_rule_t *rule;
    size_t num_actions;
    uint64_t reference;
    float bias;
    playout_notes_t notes;
    taken_t taken[2];
    uint32_t stamp;
    const table_t
        *used; /* by the nodes of the way, from the nearest one that has enough */
};

static size_t table_bytes(size_t num_actions) {
    return sizeof(table_t) + 2 * num_actions * sizeof(uint64_t);
}

size_t amaf_table_bytes(const game_t *game) {
    return table_bytes((size_t)game->num_actions);
}

amaf_t *amaf_new(const game_t *game, const selection_rule_t *rule) {
    REQUIRE(!rule->shared && rule->config.amaf_reference > 0);
    amaf_t *amaf = memory_new(1, sizeof *amaf);
    amaf->rule = rule;
    amaf->num_actions = (size_t)game->num_actions;
    amaf->reference = (uint64_t)rule->config.amaf_reference;
    amaf->bias = (float)rule->config.amaf_bias;
    amaf->notes.actions = memory_new(ROOM, sizeof *amaf->notes.actions);
    amaf->notes.room = ROOM;
    for (int player = 0; player < 2; player++) {
        taken_t *taken = &amaf->taken[player];
        taken->actions = memory_new(amaf->num_actions, sizeof *taken->actions);
        taken->stamps = memory_new(amaf->num_actions, sizeof *taken->stamps);
    }
    return amaf;
}

void amaf_free(amaf_t *amaf) {
    if (!amaf)
        return;
    for (int player = 0; player < 2; player++) {
        free(amaf->taken[player].actions);
        free(amaf->taken[player].stamps);
    }
    free(amaf->notes.actions);
    free(amaf);
}

/* --- What a simulation did ----------------------------------------------------------- */

void amaf_forget(amaf_t *amaf) {
    for (int player = 0; player < 2; player++) {
        taken_t *taken = &amaf->taken[player];
        if (amaf->stamp == UINT32_MAX)
            memset(taken->stamps, 0, amaf->num_actions * sizeof *taken->stamps);
        taken->count = 0;
    }
    amaf->stamp = amaf->stamp == UINT32_MAX ? 1 : amaf->stamp + 1;
}

void amaf_start(amaf_t *amaf) {
    amaf->notes.count = 0;
    amaf->used = NULL;
}

playout_notes_t *amaf_notes(amaf_t *amaf) {
    return &amaf->notes;
}

static inline void take(amaf_t *amaf, int player, action_t action) {
    taken_t *taken = &amaf->taken[player];
    if (taken->stamps[action] == amaf->stamp)
        return;
    taken->stamps[action] = amaf->stamp;
    taken->actions[taken->count++] = action;
}

void amaf_gather(amaf_t *amaf) {
    amaf_forget(amaf);
    for (uint32_t i = 0; i < amaf->notes.count; i++)
        take(amaf, amaf->notes.actions[i].player, amaf->notes.actions[i].action);
}

void amaf_count(amaf_t *amaf, const tree_t *tree, const node_t *node, action_t action,
                const uint32_t values[2]) {
    take(amaf, node->player, action);
    if (node->table == TREE_FULL)
        return;
    table_t *table = tree_table(tree, node->table);
    table->simulations++;
    for (int player = 0; player < 2; player++) {
        const taken_t *taken = &amaf->taken[player];
        uint64_t *stats = table->stats + (size_t)player * amaf->num_actions;
        uint64_t visit = ((uint64_t)1 << VALUE_BITS) + values[player];
        for (uint32_t i = 0; i < taken->count; i++)
            stats[taken->actions[i]] += visit;
    }
}

uint64_t amaf_stats(const amaf_t *amaf, const tree_t *tree, const node_t *node,
                    int player, action_t action) {
    const table_t *table = tree_table(tree, node->table);
    return table->stats[(size_t)player * amaf->num_actions + action];
}

/* --- Selection ----------------------------------------------------------------------- */

void amaf_come(amaf_t *amaf, tree_t *tree, tree_room_t *room, node_t *node,
               uint32_t visits, bool at_root) {
    if (node->table == TREE_FULL && (at_root || visits >= amaf->reference))
        node->table = tree_add_table(tree, room, table_bytes(amaf->num_actions));
    if (node->table == TREE_FULL)
        return;
    const table_t *table = tree_table(tree, node->table);
    if (at_root || table->simulations >= amaf->reference)
        amaf->used = table;
}

/* The mean of an edge's visits and of AMAF's, by the weight of the header, as one
 * fraction. */
static inline float blend(const amaf_t *amaf, uint64_t edge, uint64_t amafs) {
    float n = (float)stats_visits(edge), a = (float)stats_visits(amafs),
          sum = (float)stats_value_sum(edge) * (1.0f / VALUE_ONE),
          amaf_sum = (float)stats_value_sum(amafs) * (1.0f / VALUE_ONE),
          more = 1 + a * amaf->bias;
    return (sum * more + amaf_sum) / (n * more + a);
}

/* The best of the tried edges that are worth it by what is proven. */
static scored_t best_within_bounds(const amaf_t *amaf, const node_t *node,
                                   const edge_t *edges, const uint64_t *stats,
                                   float breadth) {
    in_hand_t hand = node_in_hand(node, edges);
    scored_t best = {SCAN_NONE, -1.0f, -1.0f};
    int tried = node_tried(node);
    for (int i = 0; i < tried; i++) {
        bounds_t bounds = edge_bounds(&edges[i]);
        uint64_t own = edge_stats(&edges[i]);
        float mean = scan_within(blend(amaf, own, stats[edges[i].action]), bounds);
        float score = mean + scan_exploration(amaf->rule, &edges[i], own, breadth);
        if (score > best.score && bounds_pay(bounds, hand))
            best = (scored_t){i, score, -1.0f};
    }
    return best;
}

/* The same where nothing is proven but losses. */
static scored_t best_tried(const amaf_t *amaf, const node_t *node, const edge_t *edges,
                           const uint64_t *stats, float breadth) {
    scored_t best = {SCAN_NONE, -1.0f, -1.0f};
    int tried = node_tried(node);
    for (int i = 0; i < tried; i++) {
        bounds_t bounds = edge_bounds(&edges[i]);
        if (bounds == BOUNDS_LOST)
            continue;
        if (bounds != BOUNDS_NONE)
            return best_within_bounds(amaf, node, edges, stats, breadth);
        uint64_t own = edge_stats(&edges[i]);
        float score = blend(amaf, own, stats[edges[i].action]) +
                      scan_exploration(amaf->rule, &edges[i], own, breadth);
        if (score > best.score)
            best = (scored_t){i, score, -1.0f};
    }
    return best;
}

/* Any of the best of those not tried yet. Means are compared as products: a position has
 * many such decisions, and so has every node. */
static scored_t best_untried(const node_t *node, const edge_t *edges,
                             const uint64_t *stats, float breadth, pcg32_t *rng) {
    uint64_t best_sum = 0, best_visits = 0; /* 0 of 0: nothing is known, which is best */
    int best = SCAN_NONE;
    uint32_t equal = 0;
    for (int i = node_tried(node); i < node->num_edges; i++) {
        uint64_t amafs = stats[edges[i].action], visits = amafs >> VALUE_BITS,
                 sum = stats_value_sum(amafs);
        bool known = visits > 0, best_known = best_visits > 0;
        bool better =
            best < 0 || (best_known && (!known || sum * best_visits > best_sum * visits));
        if (better) {
            best = i;
            best_sum = sum;
            best_visits = visits;
            equal = 1;
        } else if (known == best_known && sum * best_visits == best_sum * visits &&
                   pcg32_below(rng, ++equal) == 0) {
            best = i;
        }
    }
    const float unknown = 1e6f;
    return (scored_t){
        best,
        best_visits ? (float)best_sum * (1.0f / VALUE_ONE) / (float)best_visits + breadth
                    : unknown,
        -1.0f};
}

int amaf_pick(const amaf_t *amaf, node_t *node, edge_t *edges, uint32_t visits,
              pcg32_t *rng) {
    if (!amaf->used)
        return selection_pick(amaf->rule, node, edges, visits, rng);
    const uint64_t *stats = amaf->used->stats + node->player * amaf->num_actions;
    float breadth = selection_breadth(amaf->rule, visits);
    scored_t tried = best_tried(amaf, node, edges, stats, breadth);
    if (node_tried(node) < node->num_edges) {
        scored_t untried = best_untried(node, edges, stats, breadth, rng);
        if (untried.score > tried.score)
            return selection_try(node, edges, untried.edge);
    }
    return tried.edge < 0 ? 0 : tried.edge; /* all lost: any */
}
