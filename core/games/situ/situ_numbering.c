/* Position numbers on boards of few nodes, in the phase of double turns
 * (position_numbering.h).
 *
 * A region is given by the nodes left on the board. Its positions are ordered by the set
 * of nodes with stones, as a binary number; for a set of k stones there are 2^k positions
 * with both actions of the turn ahead, then 2^k with one, each ordered by which stones
 * are the mover's. What a node sees depends on the set alone, so it is computed once for
 * all its positions; placing or removing a stone inserts or deletes a bit. */
#include "core/base/bits.h"
#include "core/game/position_numbering.h"
#include "core/games/situ/situ_position.h"

enum { MAX_NODES = 18, PHASES = 2 };

/* What all positions with stones on the same nodes have in common. */
typedef struct stones {
    uint32_t set; /* of nodes */
    int count;
    uint64_t first;                 /* number of their first position */
    uint64_t first_with[MAX_NODES]; /* the same for the set with this node toggled */
    uint32_t seen[MAX_NODES];       /* the stones in sight of a node, by their rank */
    uint8_t in_sight[MAX_NODES], rank[MAX_NODES]; /* how many; stones on lower nodes */
} stones_t;

typedef struct ground {
    uint8_t cell[MAX_NODES];                      /* of the remaining nodes, ascending */
    uint8_t next[MAX_NODES][SITU_MAX_DIRECTIONS]; /* nodes, or SITU_NO_CELL */
    int nodes, directions, surplus;
    stones_t stones; /* of the number queried last */
} ground_t;

_Static_assert(sizeof(ground_t) <= REGION_OWN_BYTES, "enlarge REGION_OWN_BYTES");

static ground_t *ground_of(region_t *region) {
    return (ground_t *)region->own;
}

static const ground_t *ground_in(const region_t *region) {
    return (const ground_t *)region->own;
}

static uint64_t positions_on(int nodes) {
    uint64_t positions = PHASES;
    for (int node = 0; node < nodes; node++)
        positions *= 3;
    return positions;
}

static uint64_t most_positions(const game_t *game) {
    return game->cells <= MAX_NODES ? positions_on(game->cells) : 0;
}

/* --- Sets of stones ----------------------------------------------------------------- */

/* Every set before this one lacks one of this set's nodes and agrees with it above that
 * node: each stone above the node doubles the positions, each node below it triples them.
 */
static uint64_t first_number(const ground_t *ground, uint32_t set) {
    uint64_t first = 0, doubled = 1;
    for (int node = ground->nodes - 1; node >= 0; node--)
        if (set >> node & 1) {
            first += doubled * positions_on(node);
            doubled *= 2;
        }
    return first;
}

static uint32_t set_of(const ground_t *ground, uint64_t number) {
    uint32_t set = 0;
    uint64_t doubled = 1;
    for (int node = ground->nodes - 1; node >= 0; node--) {
        uint64_t without = doubled * positions_on(node);
        if (number < without)
            continue;
        number -= without;
        set |= UINT32_C(1) << node;
        doubled *= 2;
    }
    return set;
}

/* The stones of a set that are also in another, by their rank in the set. */
static uint32_t ranks_of(uint32_t some, uint32_t set) {
    uint32_t ranks = 0;
    int rank = 0;
    for (bits64_t left = set; left; rank++)
        ranks |= (some >> bits64_pop(&left) & 1) << rank;
    return ranks;
}

static uint32_t look_around(const ground_t *ground, uint32_t set, int node) {
    uint32_t seen = 0;
    for (int d = 0; d < ground->directions; d++) {
        int at = ground->next[node][d];
        while (at != SITU_NO_CELL && !(set >> at & 1))
            at = ground->next[at][d];
        if (at != SITU_NO_CELL)
            seen |= UINT32_C(1) << at;
    }
    return seen;
}

static void find_stones(ground_t *ground, uint32_t set) {
    stones_t *stones = &ground->stones;
    stones->set = set;
    stones->count = bits64_count(set);
    stones->first = first_number(ground, set);
    for (int node = 0; node < ground->nodes; node++) {
        uint32_t one = UINT32_C(1) << node, seen = look_around(ground, set, node);
        stones->first_with[node] = first_number(ground, set ^ one);
        stones->seen[node] = ranks_of(seen, set);
        stones->in_sight[node] = (uint8_t)bits64_count(seen);
        stones->rank[node] = (uint8_t)bits64_count(set & (one - 1));
    }
}

static const stones_t *stones_of(ground_t *ground, uint64_t number) {
    const stones_t *stones = &ground->stones;
    if (number - stones->first >= (uint64_t)PHASES << stones->count)
        find_stones(ground, set_of(ground, number));
    return stones;
}

/* --- Actions ------------------------------------------------------------------------ */

static uint32_t with_bit(uint32_t bits, int at, uint32_t bit) {
    uint32_t below = (UINT32_C(1) << at) - 1;
    return (bits & ~below) << 1 | bit << at | (bits & below);
}

static uint32_t without_bit(uint32_t bits, int at) {
    uint32_t below = (UINT32_C(1) << at) - 1;
    return (bits >> 1 & ~below) | (bits & below);
}

/* Lists the actions, or retracted actions, on a set of stones by the side that owns `own`
 * of them. Control of a node does not depend on what stands on it, so both are one loop:
 * the actor places an own stone (or takes it back) where the other side has no control,
 * and removes an enemy stone (or puts it back) where the actor has control. A step is
 * written before it is known to be legal, since a branch would be unpredictable (this
 * saves a fifth of the total time). */
static int list_steps(const ground_t *ground, uint32_t own, bool back, int phase,
                      bool passes, region_step_t *steps) {
    const stones_t *stones = &ground->stones;
    int count = 0;
    for (int node = 0; node < ground->nodes; node++) {
        bool there = stones->set >> node & 1, own_comes = there == back;
        int rank = stones->rank[node], left = stones->count + (there ? -1 : 1);
        int balance = 2 * bits64_count(own & stones->seen[node]) - stones->in_sight[node];
        int least = own_comes ? 1 - ground->surplus : ground->surplus;
        uint32_t after =
            there ? without_bit(own, rank) : with_bit(own, rank, own_comes ? 1 : 0);
        uint32_t turned = passes && !back ? (UINT32_C(1) << left) - 1 : 0;
        steps[count].number = stones->first_with[node] + ((uint64_t)phase << left) +
                              (uint64_t)(after ^ turned);
        steps[count].passes = passes;
        count += (balance >= least) & (!there | ((own >> rank & 1) == own_comes));
    }
    return count;
}

static int following(region_t *region, uint64_t number, region_step_t *steps) {
    ground_t *ground = ground_of(region);
    const stones_t *stones = stones_of(ground, number);
    uint64_t place = number - stones->first;
    bool last = place >> stones->count; /* action of the turn */
    uint32_t own = (uint32_t)place & ((UINT32_C(1) << stones->count) - 1);
    return list_steps(ground, own, false, !last, last, steps);
}

static int preceding(region_t *region, uint64_t number, region_step_t *steps) {
    ground_t *ground = ground_of(region);
    const stones_t *stones = stones_of(ground, number);
    uint64_t place = number - stones->first;
    bool last = place >> stones->count;
    uint32_t all = (UINT32_C(1) << stones->count) - 1, own = (uint32_t)place & all;
    return list_steps(ground, last ? own : own ^ all, true, !last, !last, steps);
}

/* --- Between positions and numbers -------------------------------------------------- */

static bool is_left(const situ_position_t *position, int cell) {
    return position->holds[cell] != SITU_REMOVED;
}

static bool open_region(const game_t *game, const void *state, region_t *region) {
    const situ_board_t *board = situ_board(game);
    const situ_geometry_t *geometry = &board->geometry;
    ground_t *ground = ground_of(region);
    situ_position_t position;
    board->load(game, state, &position);
    if (position.phase < SITU_DOUBLE0)
        return false;
    uint8_t node_of[MAX_NODES];
    memset(region->own, 0, sizeof region->own);
    ground->directions = 2 * geometry->axes;
    ground->surplus = (int)board->variant.surplus;
    for (int cell = 0; cell < game->cells; cell++)
        if (is_left(&position, cell)) {
            node_of[cell] = (uint8_t)ground->nodes;
            ground->cell[ground->nodes++] = (uint8_t)cell;
        }
    for (int node = 0; node < ground->nodes; node++)
        for (int d = 0; d < ground->directions; d++) {
            int to = geometry->neighbour[ground->cell[node]][d];
            ground->next[node][d] =
                to != SITU_NO_CELL && is_left(&position, to) ? node_of[to] : SITU_NO_CELL;
        }
    find_stones(ground, 0);
    region->game = game;
    region->positions = positions_on(ground->nodes);
    return true;
}

static bool number_of(const region_t *region, const void *state, uint64_t *number) {
    const ground_t *ground = ground_in(region);
    situ_position_t position;
    uint32_t set = 0, own = 0;
    int left = 0;
    situ_board(region->game)->load(region->game, state, &position);
    for (int cell = 0; cell < region->game->cells; cell++)
        left += is_left(&position, cell);
    if (position.phase < SITU_DOUBLE0 || left != ground->nodes)
        return false;
    for (int node = 0; node < ground->nodes; node++) {
        int holds = position.holds[ground->cell[node]];
        if (holds == SITU_REMOVED)
            return false;
        set |= (uint32_t)(holds != NOBODY) << node;
        own |= (uint32_t)(holds == position.side) << node;
    }
    uint64_t phase = position.phase - SITU_DOUBLE0;
    *number =
        first_number(ground, set) + (phase << bits64_count(set)) + ranks_of(own, set);
    return true;
}

/* The state has Maroon to move. */
static void state_of(const region_t *region, uint64_t number, void *state) {
    const ground_t *ground = ground_in(region);
    situ_position_t position = {.side = 0};
    uint32_t set = set_of(ground, number);
    uint64_t place = number - first_number(ground, set);
    memset(position.holds, SITU_REMOVED, sizeof position.holds);
    position.phase = (uint8_t)(SITU_DOUBLE0 + (place >> bits64_count(set)));
    for (int node = 0, rank = 0; node < ground->nodes; node++) {
        bool there = set >> node & 1;
        position.holds[ground->cell[node]] = !there ? NOBODY : place >> rank & 1 ? 0 : 1;
        rank += there;
    }
    situ_board(region->game)->store(region->game, &position, state);
}

const game_solver_t situ_solver = {most_positions, open_region, number_of,
                                   state_of,       following,   preceding};
