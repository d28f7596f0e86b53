/* seega_edges.h - moves as edges of the board; part of seega_rules.h.
 * Two neighbouring cells, one with a piece of the mover and one empty, are one move,
 * which exchanges their contents. So the moves of all pieces are the open edges, those
 * with one empty end, that touch a piece of the mover. A move changes both sets only at
 * its own cells, by table lookup.
 * Use: edges_t open = edges_open(empty cells), moves = edges_touching(&own, &open);
 *      int edge = edges_select(&moves, a number below edges_count(&moves));
 *      pieces_flip(&own, ends, edge);  edges_flip(&open, ends, edge);
 */
#ifndef CORE_SEEGA_EDGES_H
#define CORE_SEEGA_EDGES_H

/* An edge is the bit of its lower or left end, in `up` or in `right`. If both fit one
 * word they are its halves, all in `up`. */
enum {
    EDGES_FIT = 2 * CELLS <= 64,
    EDGES_RIGHT = EDGES_FIT ? 32 : CELLS, /* number of the first edge to the right */
    EDGES = EDGES_RIGHT + CELLS
};

typedef struct edges {
    board_t up, right;
} edges_t;

/* The cells of a side's pieces. If edges fit one word they are in both halves, and `back`
 * has them shifted along the edges to the lower and left ends. */
typedef struct pieces {
    board_t here, back;
} pieces_t;

/* What a move along each edge changes: the parts of pieces_t and edges_t. */
typedef struct edge_ends {
    board_t here[EDGES], back[EDGES];
    board_t up[EDGES], right[EDGES];
} edge_ends_t;

static inline pieces_t pieces_of(board_t cells) {
    if (!EDGES_FIT)
        return (pieces_t){.here = cells};
    return (pieces_t){.here = cells | cells << EDGES_RIGHT,
                      .back = cells >> 1 | cells >> SIDE << EDGES_RIGHT};
}

static inline board_t pieces_cells(const pieces_t *pieces) {
    return EDGES_FIT ? pieces->here & ALL_CELLS : pieces->here;
}

static inline void pieces_flip(pieces_t *pieces, const edge_ends_t *ends, int edge) {
    pieces->here ^= ends->here[edge];
    pieces->back ^= ends->back[edge];
}

/* The edges with one end in a set of cells. */
static inline edges_t edges_open(board_t cells) {
    board_t up = (cells ^ cells >> 1) & ~TOP_ROW;
    board_t right = (cells ^ cells >> SIDE) & (ALL_CELLS >> SIDE);
    return EDGES_FIT ? (edges_t){.up = up | right << EDGES_RIGHT} : (edges_t){up, right};
}

static inline void edges_flip(edges_t *open, const edge_ends_t *ends, int edge) {
    open->up ^= ends->up[edge];
    open->right ^= ends->right[edge];
}

static inline edges_t edges_touching(const pieces_t *pieces, const edges_t *open) {
    board_t here = pieces->here;
    if (EDGES_FIT)
        return (edges_t){.up = (here | pieces->back) & open->up};
    return (edges_t){.up = (here | here >> 1) & open->up,
                     .right = (here | here >> SIDE) & open->right};
}

static inline uint32_t edges_count(const edges_t *edges) {
    return (uint32_t)(board_count(edges->up) +
                      (EDGES_FIT ? 0 : board_count(edges->right)));
}

/* The edge with exactly `number` edges before it. */
static inline int edges_select(const edges_t *edges, uint32_t number) {
    if (EDGES_FIT)
        return board_select(edges->up, (int)number);
    /* Without a branch, which would be unpredictable. */
    uint32_t in_up = (uint32_t)board_count(edges->up);
    int to_right = number >= in_up;
    board_t set = edges->up ^ ((edges->up ^ edges->right) & (0 - (board_t)to_right));
    return EDGES_RIGHT * to_right +
           board_select(set, (int)number - ((int)in_up & -to_right));
}

static void edges_init(edge_ends_t *ends) {
    for (int edge = 0; edge < EDGES; edge++) {
        int to_right = edge >= EDGES_RIGHT, cell = edge - EDGES_RIGHT * to_right;
        board_t one = cell < CELLS ? board_one(cell) : 0;
        board_t cells = (one | one << (to_right ? SIDE : 1)) & ALL_CELLS;
        pieces_t pieces = pieces_of(cells);
        edges_t open = edges_open(cells);
        ends->here[edge] = pieces.here;
        ends->back[edge] = pieces.back;
        ends->up[edge] = open.up;
        ends->right[edge] = open.right;
    }
}

#endif
