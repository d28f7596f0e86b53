#include "mcts/select/amaf.h"

#include "mcts/search/search_config.h"
#include "mcts/select/selection_scan.h"

#include <stdlib.h>

/* Actions noted per playout: longer ones count up to here. */
enum { MAX_NOTES = 8192 };

/* The statistics of one node: the number of their simulations, and visits and values of
 * each player's actions, as in an edge. */
typedef struct table {
    uint64_t simulations;
    uint64_t stats[]; /* num_actions of player 1, then of player 2 */
} table_t;

/* Actions of one player in a simulation, each once. */
typedef struct taken {
    action_t *actions;
    uint32_t count;
    uint32_t *stamps; /* by action: the stamp of the simulation that last had it */
} taken_t;

struct amaf {
    const selection_rule_t *rule;
    size_t num_actions;
    uint64_t reference;
    float bias;
    playout_notes_t notes;
    taken_t taken[2];
    uint32_t stamp;
    const table_t *used; /* by the path's nodes; NULL: none has enough simulations */
};

static size_t table_bytes(size_t num_actions) {
    return sizeof(table_t) + 2 * num_actions * sizeof(uint64_t);
}

size_t amaf_table_bytes(const game_t *game) {
    return table_bytes((size_t)game->num_actions);
}

amaf_t *amaf_new(const game_t *game, const selection_rule_t *rule,
                 const search_config_t *config) {
    REQUIRE(!rule->shared && config->amaf_reference > 0);
    amaf_t *amaf = memory_new(1, sizeof *amaf);
    amaf->rule = rule;
    amaf->num_actions = (size_t)game->num_actions;
    amaf->reference = (uint64_t)config->amaf_reference;
    amaf->bias = (float)config->amaf_bias;
    amaf->notes.actions = memory_new(MAX_NOTES, sizeof *amaf->notes.actions);
    amaf->notes.room = MAX_NOTES;
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

/* --- The actions of a simulation ---------------------------------------------------- */

void amaf_discard(amaf_t *amaf) {
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

static inline void add_action(amaf_t *amaf, int player, action_t action) {
    taken_t *taken = &amaf->taken[player];
    if (taken->stamps[action] == amaf->stamp)
        return;
    taken->stamps[action] = amaf->stamp;
    taken->actions[taken->count++] = action;
}

void amaf_add_playout(amaf_t *amaf) {
    amaf_discard(amaf);
    for (uint32_t i = 0; i < amaf->notes.count; i++)
        add_action(amaf, amaf->notes.actions[i].player, amaf->notes.actions[i].action);
}

void amaf_backup(amaf_t *amaf, const tree_t *tree, node_t *node, action_t action,
                 uint32_t value) {
    add_action(amaf, node->player, action);
    uint32_t index = node_tail(node)->table;
    if (index == TREE_FULL)
        return;
    table_t *table = tree_table(tree, index);
    table->simulations++;
    for (int player = 0; player < 2; player++) {
        const taken_t *taken = &amaf->taken[player];
        uint64_t *stats = table->stats + (size_t)player * amaf->num_actions;
        uint64_t visit = ((uint64_t)1 << VALUE_BITS) + value_for_player(player, value);
        for (uint32_t i = 0; i < taken->count; i++)
            stats[taken->actions[i]] += visit;
    }
}

uint64_t amaf_stats(const amaf_t *amaf, const tree_t *tree, node_t *node, int player,
                    action_t action) {
    const table_t *table = tree_table(tree, node_tail(node)->table);
    return table->stats[(size_t)player * amaf->num_actions + action];
}

/* --- Selection ---------------------------------------------------------------------- */

void amaf_enter_node(amaf_t *amaf, tree_t *tree, tree_chunk_t *chunk, node_t *node,
                     uint32_t visits, bool at_root) {
    uint32_t *index = &node_tail(node)->table;
    if (*index == TREE_FULL && (at_root || visits >= amaf->reference))
        *index = tree_add_table(tree, chunk, table_bytes(amaf->num_actions));
    if (*index == TREE_FULL)
        return;
    const table_t *table = tree_table(tree, *index);
    if (at_root || table->simulations >= amaf->reference)
        amaf->used = table;
}

/* What a scan needs for an edge's mean. */
typedef struct blend {
    const uint64_t *stats; /* of the mover's actions */
    float bias;
} blend_t;

/* The mean of an edge's visits combined with AMAF's, with the header's weight, as one
 * fraction. */
static inline float blended_mean(const selection_rule_t *rule, const edge_t *edge,
                                 uint64_t own, const void *context) {
    const blend_t *blend = context;
    uint64_t amafs = blend->stats[edge->action];
    float n = (float)stats_visits(own), a = (float)stats_visits(amafs),
          sum = (float)stats_value_sum(own) * (1.0f / VALUE_ONE),
          amaf_sum = (float)stats_value_sum(amafs) * (1.0f / VALUE_ONE),
          more = 1 + a * blend->bias;
    (void)rule;
    return (sum * more + amaf_sum) / (n * more + a);
}

/* Any of the best untried actions. Means are compared by cross-multiplication, without
 * division, as every node has many such actions. */
static scored_t best_untried(const node_t *node, const edge_t *edges,
                             const uint64_t *stats, float factor, pcg32_t *rng) {
    uint64_t best_sum = 0, best_visits = 0; /* 0 of 0: unknown, which is best */
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
        best_visits ? (float)best_sum * (1.0f / VALUE_ONE) / (float)best_visits + factor
                    : unknown,
        -1.0f};
}

int amaf_pick(const amaf_t *amaf, node_t *node, edge_t *edges, uint32_t visits,
              pcg32_t *rng) {
    const selection_rule_t *rule = amaf->rule;
    if (!amaf->used)
        return selection_pick(rule, node, edges, visits, rng, NULL);
    const blend_t blend = {amaf->used->stats + node->player * amaf->num_actions,
                           amaf->bias};
    float factor = selection_factor(rule, visits);
    scored_t best =
        scan_tried(rule, edges, node_tried(node), factor, blended_mean, &blend, NULL);
    if (best.edge == SCAN_BOUNDS)
        best = scan_bounded(rule, node, edges, factor, blended_mean, &blend,
                            scan_admits_undominated);
    if (node_tried(node) < node->num_edges) {
        scored_t untried = best_untried(node, edges, blend.stats, factor, rng);
        if (untried.score > best.score)
            return selection_try(node, edges, untried.edge);
    }
    return best.edge < 0 ? 0 : best.edge; /* all lost: any */
}
