#include "mcts/search/search_root.h"

#include "mcts/select/forced_playouts.h"
#include "mcts/select/noise.h"

void search_root_start(search_t *search) {
    const search_config_t *config = &search->config;
    node_t *root = tree_node(&search->tree, search->root);
    edge_t *edges = tree_edges(&search->tree, search->root);
    pcg32_t *first = &search->workers[0].rng;
    if (search->gumbel)
        gumbel_start(search->gumbel, config, root, edges, first);
    if (config->noise_weight > 0) {
        memcpy(search->before_noise, edges, root->num_edges * sizeof *edges);
        noise_mix(root, edges, config->noise_weight, config->noise_total, first);
    }
}

int search_root_pick(search_t *search, node_t *root, const edge_t *edges,
                     uint32_t visits) {
    const search_config_t *config = &search->config;
    if (search->gumbel)
        return gumbel_pick(search->gumbel, root, edges);
    return config->forced_playouts > 0 ? forced_playouts_pick(config, root, edges, visits)
                                       : -1;
}
