#include "mcts/selection.h"

#include "core/portable_math.h"

#include <assert.h>
#include <math.h>

/* How widely a node with n visits is searched: the factor of every edge's urge. */
static float breadth_of(const search_config_t *config, uint32_t visits) {
    if (config->selection == SELECTION_PUCT)
        return (float)(config->puct_exploration * sqrt((double)visits) / UINT16_MAX);
    double log_visits = visits > 1 ? portable_log((double)visits) : 0;
    return (float)(config->uct_exploration * sqrt(log_visits));
}

void selection_init(selection_rule_t *rule, const search_config_t *config) {
    rule->config = *config;
    for (uint32_t n = 0; n < SELECTION_TABLE; n++) {
        rule->reciprocal[n] = n ? 1.0f / (float)n : 0;
        rule->root_reciprocal[n] = n ? 1.0f / sqrtf((float)n) : 0;
        rule->breadth[n] = breadth_of(config, n);
    }
}

static inline float reciprocal(const selection_rule_t *rule, uint32_t n) {
    return n < SELECTION_TABLE ? rule->reciprocal[n] : 1.0f / (float)n;
}

static inline float root_reciprocal(const selection_rule_t *rule, uint32_t n) {
    return n < SELECTION_TABLE ? rule->root_reciprocal[n] : 1.0f / sqrtf((float)n);
}

static inline float score_of(const selection_rule_t *rule, const edge_t *edge,
                             float breadth) {
    uint32_t n = edge_visits(edge);
    float value = (float)edge_value_sum(edge) * (1.0f / VALUE_ONE) * reciprocal(rule, n);
    if (rule->config.selection == SELECTION_PUCT)
        return value + breadth * (float)edge->prior * reciprocal(rule, n + 1);
    return value + breadth * root_reciprocal(rule, n);
}

double node_value(const node_t *node, const edge_t *edges) {
    uint64_t visits = 0, sum = 0;
    for (int i = 0; i < node->num_tried; i++) {
        visits += edge_visits(&edges[i]);
        sum += edge_value_sum(&edges[i]);
    }
    return visits ? (double)sum / VALUE_ONE / (double)visits : 0.5;
}

/* What the next edge that has not been tried counts for. */
static float score_untried(const selection_rule_t *rule, const node_t *node,
                           const edge_t *edges, float breadth) {
    const search_config_t *config = &rule->config;
    double value = config->fpu_value;
    if (config->fpu == FPU_REDUCTION)
        value = node_value(node, edges) - config->fpu_value;
    float urge = config->selection == SELECTION_PUCT
                     ? breadth * (float)edges[node->num_tried].prior
                     : breadth;
    return (float)value + urge;
}

/* Makes the next edge a tried one. With equal priors any of them is the next. */
static int try_next(node_t *node, edge_t *edges, pcg32_t *rng) {
    int next = node->num_tried++;
    if (node->equal_priors) {
        uint32_t others = (uint32_t)(node->num_edges - next);
        int chosen = next + (int)(others > 1 ? pcg32_below(rng, others) : 0);
        edge_t edge = edges[chosen];
        edges[chosen] = edges[next];
        edges[next] = edge;
    }
    return next;
}

int selection_pick(const selection_rule_t *rule, node_t *node, edge_t *edges,
                   pcg32_t *rng) {
    bool has_untried = node->num_tried < node->num_edges;
    if (has_untried && rule->config.fpu == FPU_FIRST)
        return try_next(node, edges, rng);
    float breadth = node->visits < SELECTION_TABLE
                        ? rule->breadth[node->visits]
                        : breadth_of(&rule->config, node->visits);
    float best_score = -1.0f;
    int best = -1;
    for (int i = 0; i < node->num_tried; i++) {
        if (edges[i].proof == PROOF_LOSS)
            continue;
        float score = score_of(rule, &edges[i], breadth);
        if (score > best_score) {
            best_score = score;
            best = i;
        }
    }
    if (has_untried &&
        (best < 0 || score_untried(rule, node, edges, breadth) > best_score))
        return try_next(node, edges, rng);
    return best < 0 ? 0 : best; /* all lost: any */
}
