#include "eval/solve/region_solver.h"

#include "core/game/state_set.h"
#include "eval/solve/win_query.h"

#include <stdlib.h>

/* The result of a position that is not in the table. */
typedef struct finding {
    bool found;
    region_verdict_t verdict;
} finding_t;

struct region_solver {
    const game_t *game;
    retrograde_limits_t limits;
    retrograde_t *table; /* of the last region, or NULL */
    state_set_t states;  /* one of each position and its images */
    finding_t *findings; /* of the states, in their order */
    size_t capacity;
    int regions;
    uint64_t positions;
};

uint64_t region_solver_bytes(const game_t *game, const state_t *state) {
    region_t region;
    return RETROGRADE_BYTES * (region_open(game, state, &region)
                                   ? region.positions
                                   : region_most_positions(game));
}

region_solver_t *region_solver_new(const game_t *game,
                                   const retrograde_limits_t *limits) {
    region_solver_t *solver = memory_new(1, sizeof *solver);
    solver->game = game;
    solver->limits = *limits;
    state_set_init(&solver->states, game);
    return solver;
}

void region_solver_free(region_solver_t *solver) {
    if (!solver)
        return;
    retrograde_free(solver->table);
    state_set_clear(&solver->states);
    free(solver->findings);
    free(solver);
}

int region_solver_regions(const region_solver_t *solver) {
    return solver->regions;
}

uint64_t region_solver_positions(const region_solver_t *solver) {
    return solver->positions;
}

/* --- Results ------------------------------------------------------------------------ */

static finding_t *finding_of(region_solver_t *solver, const state_t *state) {
    win_query_t question = {.attacker = 0};
    game_copy(solver->game, &question.state, state);
    win_query_normalise(solver->game, WIN_QUERY_FIXED, 0, &question);
    size_t known = solver->states.count;
    size_t index = state_set_index(&solver->states, &question.state);
    solver->findings = memory_grow(solver->findings, &solver->capacity, index + 1,
                                   sizeof *solver->findings);
    if (index == known)
        solver->findings[index] = (finding_t){.found = false};
    return &solver->findings[index];
}

static bool look_up(const region_solver_t *solver, const state_t *state,
                    region_verdict_t *verdict) {
    uint64_t number;
    if (!solver->table || !region_number(&solver->table->region, state, &number))
        return false;
    verdict->value = retrograde_value(solver->table, number, &verdict->length);
    return true;
}

/* Results from the table are stored: the line may need them after another table has
 * replaced it. */
static bool find_known(region_solver_t *solver, const state_t *state,
                       region_verdict_t *verdict) {
    if (look_up(solver, state, verdict)) {
        *finding_of(solver, state) = (finding_t){true, *verdict};
        return true;
    }
    const finding_t *finding = finding_of(solver, state);
    *verdict = finding->verdict;
    return finding->found;
}

/* --- Regions ------------------------------------------------------------------------ */

typedef enum { NO_REGION, REGION_READY, REGION_STOPPED } region_status_t;

/* Solves the region that contains the position. */
static region_status_t load_region(region_solver_t *solver, const state_t *state) {
    region_t region;
    uint64_t number;
    if (!region_open(solver->game, state, &region))
        return NO_REGION;
    if (solver->table && region_number(&solver->table->region, state, &number))
        return REGION_READY;
    retrograde_free(solver->table);
    solver->table = retrograde_new(&region, &solver->limits);
    if (!retrograde_run(solver->table)) {
        retrograde_free(solver->table);
        solver->table = NULL;
        return REGION_STOPPED;
    }
    solver->regions++;
    solver->positions += region.positions;
    return REGION_READY;
}

/* --- Actions ------------------------------------------------------------------------ */

static bool is_better(region_verdict_t a, region_verdict_t b) {
    if (a.value != b.value)
        return a.value > b.value;
    return a.value == MOVER_WINS ? a.length < b.length
                                 : a.value == MOVER_LOSES && a.length > b.length;
}

typedef bool (*find_t)(region_solver_t *solver, const state_t *state,
                       region_verdict_t *verdict);

/* The value of an action to the player who makes it, given what `find` returns for the
 * next position. */
static bool value_action(region_solver_t *solver, const state_t *state, action_t action,
                         find_t find, region_verdict_t *verdict) {
    const game_t *game = solver->game;
    state_t next;
    game_copy(game, &next, state);
    game_apply(game, &next, action);
    int mover = game_player(game, state);
    outcome_t outcome = game_outcome(game, &next);
    if (outcome.over) {
        verdict->value = outcome.winner == NOBODY  ? MOVER_DRAWS
                         : outcome.winner == mover ? MOVER_WINS
                                                   : MOVER_LOSES;
        verdict->length = outcome.winner != NOBODY;
        return true;
    }
    if (!find(solver, &next, verdict))
        return false;
    if (game_player(game, &next) != mover)
        verdict->value = MOVER_WINS - verdict->value;
    verdict->length += verdict->value != MOVER_DRAWS;
    return true;
}

bool region_solver_value(region_solver_t *solver, const state_t *state,
                         region_verdict_t *verdict) {
    if (find_known(solver, state, verdict))
        return true;
    region_status_t status = load_region(solver, state);
    if (status == REGION_STOPPED)
        return false;
    if (status == REGION_READY) {
        look_up(solver, state, verdict);
    } else {
        action_t actions[GAME_MAX_LEGAL];
        int count = game_legal(solver->game, state, actions);
        *verdict = (region_verdict_t){MOVER_LOSES, -1};
        for (int i = 0; i < count; i++) {
            /* After a win, only actions that cost nothing, which may include a shorter
             * one. */
            bool won = verdict->value == MOVER_WINS;
            region_verdict_t other;
            if (value_action(solver, state, actions[i],
                             won ? find_known : region_solver_value, &other)) {
                if (is_better(other, *verdict))
                    *verdict = other;
            } else if (!won) {
                return false;
            }
        }
    }
    *finding_of(solver, state) = (finding_t){true, *verdict};
    return true;
}

int region_solver_choose(region_solver_t *solver, const state_t *state,
                         const action_t *actions, int count) {
    region_verdict_t best = {MOVER_LOSES, -1}, verdict;
    int chosen = -1;
    if (load_region(solver, state) == REGION_STOPPED)
        return -1;
    for (int i = 0; i < count; i++)
        if (value_action(solver, state, actions[i], find_known, &verdict) &&
            is_better(verdict, best)) {
            best = verdict;
            chosen = i;
        }
    return chosen;
}
