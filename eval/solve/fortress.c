#include "eval/solve/fortress.h"

#include "core/game/state_set.h"
#include "eval/solve/win_query.h"

#include <stdlib.h>

#define NO_LINK UINT32_MAX
enum { STOP_INTERVAL = 1024 };

/* SEEN: a child not needed yet. */
typedef enum { SEEN, NEEDED, LOST } status_t;

/* A position depends on another: it is revisited if that one is lost. */
typedef struct link {
    uint32_t parent, next; /* next: link of the same child */
} link_t;

typedef struct fortress {
    const game_t *game;
    int attacker;
    state_set_t states;
    uint8_t *status;      /* status_t of each state */
    uint32_t *first_link; /* of each state */
    size_t known;         /* states with a status */
    size_t capacity;      /* of status and first_link */
    link_t *links;
    size_t num_links, link_capacity;
    uint32_t *todo; /* states to visit, from todo_next on */
    size_t todo_next, num_todo, todo_capacity;
    action_t actions[GAME_MAX_LEGAL];
} fortress_t;

static void clear(fortress_t *fortress) {
    state_set_clear(&fortress->states);
    free(fortress->status);
    free(fortress->first_link);
    free(fortress->links);
    free(fortress->todo);
    free(fortress);
}

static size_t bytes_of(const fortress_t *fortress) {
    size_t a_state = (size_t)fortress->game->state_bytes + 8;
    return fortress->states.capacity * a_state + fortress->capacity * 5 +
           fortress->link_capacity * sizeof(link_t) + fortress->todo_capacity * 4;
}

static uint32_t index_of(fortress_t *fortress, const state_t *state) {
    uint32_t index = (uint32_t)state_set_index(&fortress->states, state);
    if (index == fortress->capacity) {
        fortress->capacity = 2 * fortress->capacity + 64;
        fortress->status = memory_resize(fortress->status, fortress->capacity, 1);
        fortress->first_link =
            memory_resize(fortress->first_link, fortress->capacity, sizeof(uint32_t));
    }
    if (index == fortress->known) {
        fortress->known++;
        fortress->status[index] = SEEN;
        fortress->first_link[index] = NO_LINK;
    }
    return index;
}

static void look_at_later(fortress_t *fortress, uint32_t index) {
    fortress->todo = memory_grow(fortress->todo, &fortress->todo_capacity,
                                 fortress->num_todo + 1, sizeof *fortress->todo);
    fortress->todo[fortress->num_todo++] = index;
}

static void need(fortress_t *fortress, uint32_t child, uint32_t parent) {
    fortress->links = memory_grow(fortress->links, &fortress->link_capacity,
                                  fortress->num_links + 1, sizeof *fortress->links);
    REQUIRE(fortress->num_links < NO_LINK);
    fortress->links[fortress->num_links] = (link_t){parent, fortress->first_link[child]};
    fortress->first_link[child] = (uint32_t)fortress->num_links++;
    if (fortress->status[child] == SEEN) {
        fortress->status[child] = NEEDED;
        look_at_later(fortress, child);
    }
}

static void lose(fortress_t *fortress, uint32_t index) {
    fortress->status[index] = LOST;
    for (uint32_t i = fortress->first_link[index]; i != NO_LINK;
         i = fortress->links[i].next)
        if (fortress->status[fortress->links[i].parent] != LOST)
            look_at_later(fortress, fortress->links[i].parent);
}

/* The result of an action: whether the game is over and who won, else which state
 * follows. */
typedef enum { WON_BY_ATTACKER, NOT_WON, GOES_ON } step_t;

static step_t step(fortress_t *fortress, const state_t *state, action_t action,
                   uint32_t *index) {
    const game_t *game = fortress->game;
    win_query_t question = {.attacker = (uint8_t)fortress->attacker};
    game_copy(game, &question.state, state);
    game_apply(game, &question.state, action);
    outcome_t outcome = game_outcome(game, &question.state);
    if (outcome.over)
        return outcome.winner == fortress->attacker ? WON_BY_ATTACKER : NOT_WON;
    win_query_normalise(game, WIN_QUERY_FIXED, 0, &question);
    *index = index_of(fortress, &question.state);
    return fortress->status[*index] == LOST ? WON_BY_ATTACKER : GOES_ON;
}

/* All actions of the attacker have to stay inside. */
static void look_at_attack(fortress_t *fortress, uint32_t self, const state_t *state,
                           int count) {
    for (int i = 0; i < count; i++) {
        uint32_t child;
        step_t end = step(fortress, state, fortress->actions[i], &child);
        if (end == WON_BY_ATTACKER) {
            lose(fortress, self);
            return;
        }
        if (end == GOES_ON)
            need(fortress, child, self);
    }
}

/* One action of the defender has to: an end of the game if there is one, else preferably
 * a state already in the set. */
static void look_at_defence(fortress_t *fortress, uint32_t self, const state_t *state,
                            int count) {
    uint32_t child, chosen = NO_LINK;
    for (int i = 0; i < count; i++) {
        step_t end = step(fortress, state, fortress->actions[i], &child);
        if (end == NOT_WON)
            return;
        if (end == GOES_ON && (chosen == NO_LINK || (fortress->status[chosen] == SEEN &&
                                                     fortress->status[child] == NEEDED)))
            chosen = child;
    }
    if (chosen == NO_LINK)
        lose(fortress, self);
    else
        need(fortress, chosen, self);
}

static void look_at(fortress_t *fortress, uint32_t self) {
    const game_t *game = fortress->game;
    state_t state;
    state_set_at(&fortress->states, self, &state);
    int count = game_legal(game, &state, fortress->actions);
    if (game_player(game, &state) == fortress->attacker)
        look_at_attack(fortress, self, &state, count);
    else
        look_at_defence(fortress, self, &state, count);
}

fortress_answer_t fortress_build(const game_t *game, const win_query_t *question,
                                 fortress_limits_t *limits) {
    fortress_t *fortress = memory_new(1, sizeof *fortress);
    win_query_t first = {.attacker = question->attacker};
    fortress_answer_t answer = FORTRESS_STANDS;
    game_copy(game, &first.state, &question->state);
    win_query_normalise(game, WIN_QUERY_FIXED, 0, &first);
    fortress->game = game;
    fortress->attacker = question->attacker;
    state_set_init(&fortress->states, game);
    uint32_t root = index_of(fortress, &first.state);
    fortress->status[root] = NEEDED;
    look_at_later(fortress, root);
    while (fortress->todo_next < fortress->num_todo && fortress->status[root] != LOST) {
        uint32_t self = fortress->todo[fortress->todo_next++];
        if (fortress->status[self] != LOST)
            look_at(fortress, self);
        /* Growing temporarily takes twice the memory. */
        if (bytes_of(fortress) > limits->bytes / 3 ||
            (limits->stop && fortress->todo_next % STOP_INTERVAL == 0 &&
             limits->stop(limits->context, fortress->known))) {
            answer = FORTRESS_OPEN;
            break;
        }
    }
    if (fortress->status[root] == LOST)
        answer = FORTRESS_FALLS;
    limits->positions = fortress->known;
    clear(fortress);
    return answer;
}
