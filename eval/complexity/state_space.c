#include "eval/complexity/state_space.h"

#include "core/base/interval.h"
#include "core/game/state_set.h"
#include "eval/complexity/collision_bound.h"

#include <math.h>
#include <stdlib.h>

enum { ASK_EVERY = 1000, MOST_CONTENTS = 256 };

/* --- Exact count -------------------------------------------------------------------- */

/* How a position was first reached. */
typedef struct origin {
    uint32_t from;
    action_t action;
} origin_t;

typedef struct survey {
    const game_t *game;
    const complexity_order_t *order;
    state_space_t *space;
    state_set_t seen;
    origin_t *origins;    /* of those seen */
    size_t capacity, end; /* end: index of the end of the shortest game; 0: none yet */
    bool held[MOST_CONTENTS]; /* contents of cells in any position */
    bool full;
} survey_t;

static void look_at_cells(survey_t *survey, const state_t *state) {
    uint8_t contents[GAME_MAX_CELLS];
    game_contents(survey->game, state, contents);
    for (int cell = 0; cell < survey->game->cells; cell++)
        survey->held[contents[cell]] = true;
}

/* Adds the position after an action, if it is new. */
static void add_position(survey_t *survey, const state_t *state, size_t from,
                         action_t action) {
    size_t index = survey->seen.count;
    if (!state_set_add(&survey->seen, state))
        return;
    survey->origins =
        memory_grow(survey->origins, &survey->capacity, index + 1, sizeof(origin_t));
    survey->origins[index] = (origin_t){(uint32_t)from, action};
    look_at_cells(survey, state);
    if (survey->end == 0 && game_outcome(survey->game, state).over)
        survey->end = index;
}

static void follow(survey_t *survey, size_t index) {
    action_t actions[GAME_MAX_LEGAL];
    state_t state;
    state_set_at(&survey->seen, index, &state);
    int count = game_legal(survey->game, &state, actions);
    for (int i = 0; i < count && !survey->full; i++) {
        state_t next;
        game_copy(survey->game, &next, &state);
        game_apply(survey->game, &next, actions[i]);
        (void)game_forget_turns(survey->game, &next);
        survey->full = survey->seen.count >= survey->order->positions;
        if (!survey->full)
            add_position(survey, &next, index, actions[i]);
    }
}

/* false: stopped. */
static bool look_at_all(survey_t *survey) {
    state_t start;
    size_t level = 1; /* number of positions up to the current length */
    game_start(survey->game, &start);
    (void)game_forget_turns(survey->game, &start);
    add_position(survey, &start, 0, 0);
    for (size_t i = 0; i < survey->seen.count && !survey->full; i++) {
        if (i == level) {
            survey->space->whole_length++;
            level = survey->seen.count;
        }
        if (i % ASK_EVERY == 0 &&
            !complexity_go_on(survey->order, "positions", survey->seen.count))
            return false;
        follow(survey, i);
    }
    survey->space->positions = survey->seen.count;
    survey->space->exact = !survey->full;
    return true;
}

/* Reconstructs the line backwards from the first end. */
static void read_line(survey_t *survey) {
    state_space_t *space = survey->space;
    state_t state;
    int length = 0, mover;
    space->shortest = -1;
    if (survey->end == 0)
        return;
    for (size_t at = survey->end; at > 0; at = survey->origins[at].from)
        length++;
    space->shortest = length;
    space->line = memory_new((size_t)length, sizeof *space->line);
    for (size_t at = survey->end; at > 0; at = survey->origins[at].from)
        space->line[--length] = survey->origins[at].action;
    game_start(survey->game, &state);
    for (int i = 0; i < space->shortest; i++) {
        mover = game_player(survey->game, &state);
        game_apply(survey->game, &state, space->line[i]);
        space->shortest_turns +=
            i + 1 == space->shortest || game_player(survey->game, &state) != mover;
    }
    space->outcome = game_outcome(survey->game, &state);
}

/* --- By collisions ------------------------------------------------------------------ */

/* Hashes of the positions of playouts after some number of actions. */
typedef struct sightings {
    uint64_t *hashes;
    size_t count, capacity;
} sightings_t;

static void add_sighting(sightings_t *sightings, uint64_t hash) {
    sightings->hashes = memory_grow(sightings->hashes, &sightings->capacity,
                                    sightings->count + 1, sizeof *sightings->hashes);
    sightings->hashes[sightings->count++] = hash;
}

/* Plays one playout. Returns its number of actions. */
static int note_playout(survey_t *survey, sightings_t *sightings, int most,
                        pcg32_t *rng) {
    const game_t *game = survey->game;
    action_t actions[GAME_MAX_LEGAL];
    state_t state, plain;
    int length = 0;
    game_start(game, &state);
    while (!game_outcome_at(game, &state, (uint32_t)length).over) {
        int count = game_legal(game, &state, actions);
        game_apply(game, &state, actions[pcg32_below(rng, (uint32_t)count)]);
        if (++length > most)
            continue;
        game_copy(game, &plain, &state);
        (void)game_forget_turns(game, &plain);
        add_sighting(&sightings[length - 1], game_hash(game, &plain));
    }
    look_at_cells(survey, &state);
    return length;
}

static void bound_by_collisions(state_space_t *space, sightings_t *sightings, int most) {
    int lengths = 0;
    for (int i = 0; i < most; i++)
        lengths += sightings[i].count > 1;
    for (int i = 0; i < most; i++) {
        if (sightings[i].count < 2)
            continue;
        double bound = collision_bound(sightings[i].hashes, sightings[i].count,
                                       1 - (1 - INTERVAL_LEVEL) / lengths);
        if (bound > space->at_least) {
            space->at_least = bound;
            space->at_length = i + 1;
        }
    }
}

/* Number of lengths compared; of longer games, only the first actions. */
enum { MOST_LENGTHS = 256 };

/* false: stopped. */
static bool play(survey_t *survey) {
    int most = survey->game->max_game_length;
    most = most < MOST_LENGTHS ? most : MOST_LENGTHS;
    sightings_t *sightings = memory_new((size_t)most, sizeof *sightings);
    state_space_t *space = survey->space;
    bool ok = true;
    pcg32_t rng = pcg32_seed(survey->order->seed, 0);
    for (int i = 0; ok && i < survey->order->playouts; i++) {
        int length = note_playout(survey, sightings, most, &rng);
        if (i == 0 || length < space->shortest_played)
            space->shortest_played = length;
        ok = i % ASK_EVERY != 0 ||
             complexity_go_on(survey->order, "playouts", (uint64_t)i);
    }
    if (ok)
        bound_by_collisions(space, sightings, most);
    for (int i = 0; i < most; i++)
        free(sightings[i].hashes);
    free(sightings);
    return ok;
}

bool state_space_find(const game_t *game, const complexity_order_t *order,
                      state_space_t *space) {
    REQUIRE(order->positions >= 1 && order->playouts >= 2);
    survey_t survey = {.game = game, .order = order, .space = space};
    *space = (state_space_t){.at_length = -1, .shortest_played = -1};
    state_set_init(&survey.seen, game);
    bool ok = look_at_all(&survey);
    if (ok) {
        read_line(&survey);
        space->at_least = log10((double)space->positions);
        ok = space->exact || play(&survey);
    }
    for (int i = 0; i < MOST_CONTENTS; i++)
        space->contents += survey.held[i];
    space->boards = game->cells * log10(space->contents);
    state_set_clear(&survey.seen);
    free(survey.origins);
    if (!ok)
        state_space_clear(space);
    return ok;
}

void state_space_clear(state_space_t *space) {
    free(space->line);
    *space = (state_space_t){0};
}
