#include "eval/solve/proof_search.h"

#include <stdlib.h>

enum { PATH_FILTER = 1 << 16, STOP_INTERVAL = 1024 };

typedef struct child {
    win_query_t question;
    uint64_t hash;
    proof_numbers_t proof;
    int cost;   /* of the action, in the unit of lengths */
    bool final; /* over, or a repetition: no table lookup */
} child_t;

struct proof_search {
    const game_t *game;
    proof_table_t *table;
    proof_limits_t limits;
    child_t *stack; /* the children of all nodes on the path, consecutively */
    size_t used, capacity;
    size_t path[PROOF_DEPTH]; /* stack indices of the path's positions */
    uint16_t
        filter[PATH_FILTER]; /* number of positions on the path with these hash bits */
    /* Not on the C stack, which the recursion uses. */
    action_t actions[GAME_MAX_LEGAL], counted[GAME_MAX_LEGAL];
    uint64_t nodes, nodes_end, repeats[2];
    int depth; /* of the question, from the position being solved */
    bool stopped;
};

proof_search_t *proof_search_new(const game_t *game, proof_table_t *table,
                                 proof_limits_t limits) {
    proof_search_t *search = memory_new(1, sizeof *search);
    search->game = game;
    search->table = table;
    search->limits = limits;
    search->capacity = 1024;
    search->stack = memory_new(search->capacity, sizeof *search->stack);
    return search;
}

void proof_search_free(proof_search_t *search) {
    if (search)
        free(search->stack);
    free(search);
}

uint64_t proof_search_nodes(const proof_search_t *search) {
    return search->nodes;
}

uint64_t proof_search_repeats(const proof_search_t *search, win_query_kind_t kind) {
    return search->repeats[kind];
}

/* --- The path from the root --------------------------------------------------------- */

static bool on_path(const proof_search_t *search, const child_t *child, int depth) {
    if (!search->filter[child->hash % PATH_FILTER])
        return false;
    for (int i = 0; i <= depth; i++) {
        const child_t *other = &search->stack[search->path[i]];
        if (other->hash == child->hash &&
            win_query_equal(search->game, &other->question, &child->question))
            return true;
    }
    return false;
}

static child_t *push(proof_search_t *search) {
    if (search->used == search->capacity) {
        search->capacity *= 2;
        search->stack =
            memory_resize(search->stack, search->capacity, sizeof *search->stack);
    }
    return &search->stack[search->used++];
}

/* --- Children ----------------------------------------------------------------------- */

static proof_numbers_t answer(bool yes, int length) {
    return yes ? (proof_numbers_t){0, PROOF_INFINITE, (uint16_t)length}
               : (proof_numbers_t){PROOF_INFINITE, 0, 0};
}

/* An initial guess: the side with few actions is the easier one to force. */
static proof_numbers_t guess(proof_search_t *search, const win_query_t *question) {
    uint32_t count =
        (uint32_t)game_legal(search->game, &question->state, search->counted);
    bool attacks = game_player(search->game, &question->state) == question->attacker;
    return (proof_numbers_t){attacks ? 1 : count, attacks ? count : 1, 0};
}

/* In turns where they are counted, else in actions. */
static int cost_of(const game_t *game, const win_query_t *before, const state_t *after) {
    state_t state;
    game_copy(game, &state, &before->state);
    int left = game_forget_turns(game, &state);
    game_copy(game, &state, after);
    return left == INT_MAX ? 1 : left - game_forget_turns(game, &state);
}

/* Evaluates the position after an action. */
static void make_child(proof_search_t *search, const win_query_t *parent, action_t action,
                       int depth, child_t *child) {
    const game_t *game = search->game;
    win_query_copy(game, &child->question, parent);
    game_apply(game, &child->question.state, action);
    outcome_t outcome = game_outcome(game, &child->question.state);
    child->cost = cost_of(game, parent, &child->question.state);
    child->final = outcome.over;
    if (outcome.over) {
        child->proof = answer(outcome.winner == parent->attacker, 0);
        return;
    }
    win_query_normalise(game, (win_query_kind_t)parent->kind, search->depth + depth + 1,
                        &child->question);
    child->hash = win_query_hash(game, &child->question);
    if (depth + 1 >= PROOF_DEPTH || on_path(search, child, depth)) {
        search->repeats[parent->kind]++;
        child->final = true;
        child->proof = answer(false, 0);
    } else if (!proof_table_find(search->table, &child->question, child->hash,
                                 &child->proof)) {
        child->proof = (proof_numbers_t){1, 1, 0};
    }
}

/* Pushes the children of the path's last position; stops at one that settles it. Returns
 * how many were pushed. */
static int expand(proof_search_t *search, int depth, bool attacks) {
    const game_t *game = search->game;
    win_query_t parent;
    win_query_copy(game, &parent, &search->stack[search->path[depth]].question);
    int count = game_legal(game, &parent.state, search->actions);
    for (int i = 0; i < count; i++) {
        child_t *child = push(search);
        make_child(search, &parent, search->actions[i], depth, child);
        if (attacks ? child->proof.yes == 0 : child->proof.no == 0)
            return i + 1;
    }
    for (size_t i = search->used - (size_t)count; i < search->used; i++)
        if (search->stack[i].proof.yes == 1 && search->stack[i].proof.no == 1)
            search->stack[i].proof = guess(search, &search->stack[i].question);
    return count;
}

/* --- Numbers ------------------------------------------------------------------------ */

/* Summary of a node's children, from the point of view of the player to move: `best` is
 * the least number of a child that would settle the node in their favour, `rest` the
 * number to settle all children against them. */
typedef struct tally {
    uint32_t best, second, rest, open;
    int length_least, length_most; /* of children with the answer yes */
    size_t chosen;
} tally_t;

static uint32_t smaller(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

static void tally_child(tally_t *tally, const child_t *child, bool attacks, size_t at) {
    uint32_t mine = attacks ? child->proof.yes : child->proof.no;
    uint32_t other = attacks ? child->proof.no : child->proof.yes;
    if (child->proof.yes == 0) {
        int length = child->proof.length + child->cost;
        if (child->proof.length == PROOF_LONG || length > PROOF_LONG)
            length = PROOF_LONG;
        tally->length_least = length < tally->length_least ? length : tally->length_least;
        tally->length_most = length > tally->length_most ? length : tally->length_most;
    }
    if (other > 0) {
        tally->open++;
        tally->rest = other > tally->rest ? other : tally->rest;
    }
    if (mine < tally->best) {
        tally->second = tally->best;
        tally->best = mine;
        tally->chosen = at;
    } else if (mine < tally->second) {
        tally->second = mine;
    }
}

static tally_t tally_children(const proof_search_t *search, size_t first, int count,
                              bool attacks) {
    tally_t tally = {PROOF_INFINITE, PROOF_INFINITE, 0, 0, PROOF_LONG, 0, first};
    for (size_t i = first; i < first + (size_t)count; i++)
        tally_child(&tally, &search->stack[i], attacks, i);
    if (tally.open > 1)
        tally.rest = smaller(tally.rest + tally.open - 1, PROOF_INFINITE);
    if (tally.best == 0)
        tally.rest = PROOF_INFINITE;
    else if (tally.open == 0)
        tally.best = PROOF_INFINITE;
    return tally;
}

static proof_numbers_t numbers_of(const tally_t *tally, bool attacks) {
    int length = attacks ? tally->length_least : tally->length_most;
    proof_numbers_t proof = {attacks ? tally->best : tally->rest,
                             attacks ? tally->rest : tally->best, 0};
    if (proof.yes == 0)
        proof.length = (uint16_t)length;
    return proof;
}

/* Positions below the children may have been reached by other paths. */
static void look_up_children(const proof_search_t *search, size_t first, int count) {
    for (size_t i = first; i < first + (size_t)count; i++) {
        child_t *child = &search->stack[i];
        if (!child->final && child->proof.yes != 0 && child->proof.no != 0)
            proof_table_find(search->table, &child->question, child->hash, &child->proof);
    }
}

static bool has_to_stop(proof_search_t *search) {
    if (search->nodes >= search->nodes_end ||
        (search->nodes % STOP_INTERVAL == 0 &&
         search->limits.stop(search->limits.context, search->nodes)))
        search->stopped = true;
    return search->stopped;
}

/* --- The search --------------------------------------------------------------------- */

static proof_numbers_t explore(proof_search_t *search, int depth, uint32_t yes_limit,
                               uint32_t no_limit);

/* Descends to the most promising child, until its numbers exceed those of another child
 * or the node reaches its own thresholds. */
static void explore_chosen(proof_search_t *search, const tally_t *tally, int depth,
                           bool attacks, uint32_t best_limit, uint32_t rest_limit) {
    uint32_t second = smaller(tally->second + tally->second / 4 + 1, PROOF_INFINITE);
    uint32_t best = smaller(best_limit, second);
    uint32_t rest =
        rest_limit >= PROOF_INFINITE ? PROOF_INFINITE : rest_limit - (tally->open - 1);
    search->path[depth + 1] = tally->chosen;
    proof_numbers_t proof = attacks ? explore(search, depth + 1, best, rest)
                                    : explore(search, depth + 1, rest, best);
    search->stack[tally->chosen].proof = proof;
}

static proof_numbers_t explore(proof_search_t *search, int depth, uint32_t yes_limit,
                               uint32_t no_limit) {
    size_t self = search->path[depth], first = search->used;
    uint64_t hash = search->stack[self].hash, nodes_before = search->nodes++;
    const win_query_t *question = &search->stack[self].question; /* invalidated by push */
    bool attacks = game_player(search->game, &question->state) == question->attacker;
    search->filter[hash % PATH_FILTER]++;
    int count = expand(search, depth, attacks);
    uint32_t best_limit = attacks ? yes_limit : no_limit;
    uint32_t rest_limit = attacks ? no_limit : yes_limit;
    tally_t tally;
    for (;;) {
        tally = tally_children(search, first, count, attacks);
        if (tally.best >= best_limit || tally.rest >= rest_limit || tally.best == 0 ||
            tally.rest == 0 || has_to_stop(search))
            break;
        explore_chosen(search, &tally, depth, attacks, best_limit, rest_limit);
        look_up_children(search, first, count);
    }
    proof_numbers_t proof = numbers_of(&tally, attacks);
    proof_table_put(search->table, &search->stack[self].question, hash, proof,
                    search->nodes - nodes_before);
    search->filter[hash % PATH_FILTER]--;
    search->used = first;
    return proof;
}

proof_numbers_t proof_search_run(proof_search_t *search, const win_query_t *question,
                                 int depth, uint64_t nodes) {
    REQUIRE(question->kind != WIN_QUERY_FIXED);
    search->used = 0;
    search->depth = depth;
    search->stopped = false;
    search->nodes_end = search->nodes + nodes;
    child_t *root = push(search);
    win_query_copy(search->game, &root->question, question);
    root->hash = win_query_hash(search->game, question);
    search->path[0] = 0;
    /* An existing proof is kept: those of the following actions fit its length. */
    if (proof_table_find(search->table, &root->question, root->hash, &root->proof) &&
        (root->proof.yes == 0 || root->proof.no == 0))
        return root->proof;
    return explore(search, 0, PROOF_INFINITE, PROOF_INFINITE);
}
