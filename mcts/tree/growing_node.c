#include "mcts/tree/growing_node.h"

#include <assert.h>

/* Bytes of the untried entries from edge `first` on. */
static size_t untried_bytes(const node_t *node, int first) {
    size_t each = node->equal_priors ? sizeof(action_t) : sizeof(untried_key_t);
    return (size_t)(node->num_edges - first) * each;
}

uint32_t node_pairs_with(int room, const node_t *node) {
    size_t bytes = sizeof(unit_t) * (size_t)(1 + (room ? room : node->num_edges));
    if (room != 0)
        bytes += untried_bytes(node, growing_node_first(room));
    return (uint32_t)((bytes + PAIR_BYTES - 1) / PAIR_BYTES);
}

uint32_t node_pairs(const tree_t *tree, const node_t *node) {
    if (tree->tail)
        return (uint32_t)(node->num_edges + tree->tail) / 2 + 1;
    return node_pairs_with((int)node->room, node);
}

/* The capacity after one that is too small; 0: for all edges. If it holds most of them,
 * another move is not worth it. */
static int more_room(const node_t *node, int room) {
    if (room > GROWING_MOST_ROOM ||
        3 * node_pairs_with(room, node) > 2 * node_pairs_with(0, node))
        return 0;
    return room;
}

/* Moves the smallest key to the front. */
static void find_least(untried_key_t *keys, int count) {
    untried_key_t least = keys[0];
    int place = 0;
    for (int i = 1; i < count; i++)
        least = keys[i] < least ? keys[i] : least;
    for (int i = 0; i < count; i++) /* no two are equal */
        place += keys[i] == least ? i : 0;
    keys[place] = keys[0];
    keys[0] = least;
}

static void sort_keys(untried_key_t *keys, int count) {
    for (int i = 1; i < count; i++) {
        untried_key_t key = keys[i];
        int place = i;
        for (; place > 0 && keys[place - 1] > key; place--)
            keys[place] = keys[place - 1];
        keys[place] = key;
    }
}

/* Copies untried entries into a node with all its edges. */
static void copy_to_edges(node_t *copy, node_t *node) {
    edge_t *edges = (edge_t *)(void *)(copy + 1);
    int first = growing_node_first((int)node->room), tried = node_tried(node);
    uint16_t prior = node_equal_prior(node->num_edges);
    if (node->equal_priors) {
        const action_t *actions = growing_node_actions(node);
        for (int i = tried; i < node->num_edges; i++)
            edges[i] = (edge_t){.action = actions[i - first], .prior = prior};
        return;
    }
    untried_key_t *keys = growing_node_keys(node);
    sort_keys(keys + tried - first, node->num_edges - tried);
    for (int i = tried; i < node->num_edges; i++)
        edges[i] = (edge_t){.action = untried_key_action(keys[i - first]),
                            .prior = untried_key_prior(keys[i - first])};
}

void growing_node_copy(node_t *copy, node_t *node, int room) {
    memcpy(copy, node, sizeof(unit_t) * (size_t)(1 + node_tried(node)));
    copy->room = (unsigned)room & GROWING_MOST_ROOM;
    if (room == 0) {
        copy_to_edges(copy, node);
        return;
    }
    int skipped = growing_node_first(room) - growing_node_first((int)node->room);
    assert(growing_node_first(room) <= node_tried(node));
    if (node->equal_priors)
        memcpy(growing_node_actions(copy), growing_node_actions(node) + skipped,
               untried_bytes(node, growing_node_first(room)));
    else
        memcpy(growing_node_keys(copy), growing_node_keys(node) + skipped,
               untried_bytes(node, growing_node_first(room)));
}

bool growing_node_pays(const tree_t *tree, int count, bool equal_priors) {
    node_t node = {.num_edges = (uint16_t)count, .equal_priors = equal_priors};
    return tree->grows && more_room(&node, GROWING_FIRST_ROOM) != 0;
}

uint32_t growing_node_add(tree_t *tree, tree_chunk_t *chunk, int player,
                          const action_t *actions, const uint16_t *priors, int count) {
    node_t header = {.num_edges = (uint16_t)count,
                     .player = (unsigned)player & 1,
                     .equal_priors = !priors,
                     .room = GROWING_FIRST_ROOM,
                     .best_edge = BEST_EDGE_NONE};
    uint32_t index = TREE_FULL;
    assert(growing_node_pays(tree, count, !priors));
    if (tree_count_node(tree, count))
        index = tree_take_block(tree, node_pairs_with(GROWING_FIRST_ROOM, &header));
    if (index == TREE_FULL)
        return TREE_FULL;
    chunk->nodes++;
    node_t *node = tree_node(tree, index);
    *node = header;
    if (!priors) {
        memcpy(growing_node_actions(node), actions, (size_t)count * sizeof *actions);
        return index;
    }
    untried_key_t *keys = growing_node_keys(node);
    for (int i = 0; i < count; i++)
        keys[i] = untried_key(priors[i], actions[i]);
    find_least(keys, count);
    return index;
}

uint32_t growing_node_move(tree_t *tree, uint32_t index) {
    node_t *node = tree_node(tree, index);
    int room = more_room(node, 2 * (int)node->room + 1);
    uint32_t moved = tree_take_block(tree, node_pairs_with(room, node));
    if (moved == TREE_FULL)
        return TREE_FULL;
    uint32_t pairs = node_pairs_with((int)node->room, node);
    growing_node_copy(tree_node(tree, moved), node, room);
    tree_leave_block(tree, index, pairs);
    return moved;
}

void growing_node_try(node_t *node, edge_t *edges, int next, int chosen) {
    int first = growing_node_first((int)node->room), count = node->num_edges - next;
    assert(next < (int)node->room && chosen >= next);
    if (node->equal_priors) {
        action_t *actions = growing_node_actions(node) - first, action = actions[chosen];
        actions[chosen] = actions[next];
        edges[next] =
            (edge_t){.action = action, .prior = node_equal_prior(node->num_edges)};
        return;
    }
    untried_key_t *keys = growing_node_keys(node) + (next - first);
    assert(chosen == next);
    edges[next] =
        (edge_t){.action = untried_key_action(*keys), .prior = untried_key_prior(*keys)};
    if (count > 1)
        find_least(keys + 1, count - 1);
}
