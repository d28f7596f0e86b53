/* The part of fulcrum.h for many games at once. The arrays belong to the caller; an env
 * itself stores the states and the legal actions, so that a step writes only changes to a
 * mask: of thousands of actions, a few dozen are legal. */
#include "core/game/planes.h"
#include "selfplay/library/library_error.h"
#include "selfplay/library/library_game.h"
#include "selfplay/library/library_networks.h"

#include <stdlib.h>

struct fulcrum_env {
    const game_t *game;
    int n, threads;
    fulcrum_env_arrays_t arrays; /* the caller's; planes for floats: per thread */
    fulcrum_state_t *states;     /* n */
    action_t *legal;             /* n x max_legal */
    int32_t *num_legal;          /* n */
    uint32_t *length;            /* n */
    pcg32_t *rngs;               /* n, of fulcrum_env_sample */
    size_t planes_bytes;         /* 0: no planes are wanted */
    uint8_t *scratch;            /* n x planes_bytes, if only floats are wanted */
    fulcrum_state_t start;
    action_t *start_legal;
    int32_t start_count;
};

/* --- What is shown ------------------------------------------------------------------ */

static inline action_t *legal_of(const fulcrum_env_t *env, int i) {
    return env->legal + (size_t)i * (size_t)env->game->max_legal;
}

static void show_planes(fulcrum_env_t *env, int i) {
    size_t first = (size_t)i * env->planes_bytes;
    uint8_t *bytes = (env->scratch ? env->scratch : env->arrays.planes) + first;
    planes_write(env->game, library_state(&env->states[i]), bytes);
    if (env->arrays.planes_float)
        library_scale_planes(env->game, bytes, env->arrays.planes_float + first);
}

/* Updates the legal actions of game i after a step, and its arrays; start: it is at the
 * starting position, whose actions are known. The mask still has the previous ones. */
static void show(fulcrum_env_t *env, int i, bool start) {
    const fulcrum_env_arrays_t *arrays = &env->arrays;
    const game_t *game = env->game;
    action_t *legal = legal_of(env, i);
    uint8_t *mask =
        arrays->mask ? arrays->mask + (size_t)i * (size_t)game->num_actions : NULL;
    if (mask)
        library_mark(mask, legal, env->num_legal[i], 0);
    if (start) {
        env->num_legal[i] = env->start_count;
        memcpy(legal, env->start_legal, (size_t)env->start_count * sizeof *legal);
    } else {
        env->num_legal[i] = game_legal(game, library_state(&env->states[i]), legal);
    }
    if (mask)
        library_mark(mask, legal, env->num_legal[i], 1);
    if (arrays->legal)
        memcpy(arrays->legal + (size_t)i * (size_t)game->max_legal, legal,
               (size_t)env->num_legal[i] * sizeof *legal);
    if (arrays->num_legal)
        arrays->num_legal[i] = env->num_legal[i];
    if (arrays->player)
        arrays->player[i] = (uint8_t)game_player(game, library_state(&env->states[i]));
    if (env->planes_bytes)
        show_planes(env, i);
}

static void show_result(const fulcrum_env_t *env, int i, outcome_t outcome) {
    const fulcrum_env_arrays_t *arrays = &env->arrays;
    float first = outcome.winner == NOBODY ? 0.0f : outcome.winner == 0 ? 1.0f : -1.0f;
    if (arrays->reward) {
        arrays->reward[2 * (size_t)i] = first;
        arrays->reward[2 * (size_t)i + 1] = -first;
    }
    if (arrays->done)
        arrays->done[i] = outcome.over;
    if (arrays->winner)
        arrays->winner[i] = outcome.winner;
    if (arrays->reason)
        arrays->reason[i] = outcome.reason;
    if (arrays->length)
        arrays->length[i] = env->length[i];
}

/* --- One game ----------------------------------------------------------------------- */

static void begin(fulcrum_env_t *env, int i) {
    game_copy(env->game, library_state_out(&env->states[i]), library_state(&env->start));
    env->length[i] = 0;
    show(env, i, true);
}

static void step(fulcrum_env_t *env, int i, action_t action) {
    state_t *state = library_state_out(&env->states[i]);
    game_apply(env->game, state, action);
    outcome_t outcome = game_outcome_at(env->game, state, ++env->length[i]);
    show_result(env, i, outcome);
    if (outcome.over)
        begin(env, i);
    else
        show(env, i, false);
}

static bool is_legal(const fulcrum_env_t *env, int i, int64_t action) {
    const action_t *legal = legal_of(env, i);
    int low = 0, high = env->num_legal[i];
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (legal[middle] <= action)
            low = middle;
        else
            high = middle;
    }
    return legal[low] == action;
}

/* --- All games ---------------------------------------------------------------------- */

static void begin_all(fulcrum_env_t *env) {
    const outcome_t none = {false, NOBODY, REASON_NONE};
#pragma omp parallel for num_threads(env->threads) schedule(static)
    for (int i = 0; i < env->n; i++) {
        begin(env, i);
        show_result(env, i, none);
    }
}

static void step_all(fulcrum_env_t *env, const int64_t *actions) {
#pragma omp parallel for num_threads(env->threads) schedule(static)
    for (int i = 0; i < env->n; i++)
        step(env, i, (action_t)actions[i]);
}

FULCRUM_API int fulcrum_env_reset(fulcrum_env_t *env) {
    if (!LIBRARY_GIVEN(env))
        return FULCRUM_WRONG_CALL;
    begin_all(env);
    return FULCRUM_OK;
}

/* Separate from step_all: a function with a parallel region wakes the OpenMP runtime, and
 * one thread needs none. */
FULCRUM_API int fulcrum_env_step(fulcrum_env_t *env, const int64_t *actions) {
    if (!LIBRARY_GIVEN(env, actions))
        return FULCRUM_WRONG_CALL;
    for (int i = 0; i < env->n; i++)
        if (!is_legal(env, i, actions[i]))
            return library_fail(FULCRUM_WRONG_CALL,
                                "game %d: action %lld is not legal; no game was stepped",
                                i, (long long)actions[i]);
    if (env->threads > 1)
        step_all(env, actions);
    else
        for (int i = 0; i < env->n; i++)
            step(env, i, (action_t)actions[i]);
    return FULCRUM_OK;
}

FULCRUM_API int fulcrum_env_sample(fulcrum_env_t *env, int64_t *actions) {
    if (!LIBRARY_GIVEN(env, actions))
        return FULCRUM_WRONG_CALL;
    for (int i = 0; i < env->n; i++)
        actions[i] =
            legal_of(env, i)[pcg32_below(&env->rngs[i], (uint32_t)env->num_legal[i])];
    return FULCRUM_OK;
}

FULCRUM_API int fulcrum_env_set(fulcrum_env_t *env, int index,
                                const fulcrum_state_t *state) {
    if (!LIBRARY_GIVEN(env, state))
        return FULCRUM_WRONG_CALL;
    if (index < 0 || index >= env->n)
        return library_fail(FULCRUM_WRONG_CALL, "game %d is not from 0 to %d", index,
                            env->n - 1);
    if (game_outcome(env->game, library_state(state)).over)
        return library_fail(FULCRUM_WRONG_CALL, "the game is over in this position");
    env->states[index] = *state;
    env->length[index] = 0;
    show(env, index, false);
    show_result(env, index, (outcome_t){false, NOBODY, REASON_NONE});
    return FULCRUM_OK;
}

FULCRUM_API const fulcrum_state_t *fulcrum_env_states(const fulcrum_env_t *env) {
    if (!LIBRARY_GIVEN(env))
        return NULL;
    return env->states;
}

/* --- Making ------------------------------------------------------------------------- */

typedef struct request {
    const fulcrum_game_t *caller;
    const fulcrum_env_arrays_t *arrays;
    int n, threads;
    uint64_t seed;
    fulcrum_env_t *env;
} request_t;

static void take_arrays(fulcrum_env_t *env, const fulcrum_env_arrays_t *arrays,
                        bool has_planes) {
    size_t size = arrays->size < sizeof *arrays ? arrays->size : sizeof *arrays;
    memcpy(&env->arrays, arrays, size);
    if (!env->arrays.planes && !env->arrays.planes_float)
        return;
    if (!has_planes)
        library_throw(FULCRUM_WRONG_CALL, "the game has no planes");
    env->planes_bytes = planes_bytes(env->game);
    if (!env->arrays.planes)
        env->scratch = memory_new((size_t)env->n, env->planes_bytes);
}

static void make_env(void *context) {
    request_t *request = context;
    const game_t *game = library_game(request->caller);
    size_t n = (size_t)request->n, max_legal = (size_t)game->max_legal;
    fulcrum_env_t *env = request->env = memory_new(1, sizeof *env);
    env->game = game;
    env->n = request->n;
    env->threads = request->threads;
    take_arrays(env, request->arrays, request->caller->has_planes);
    env->states = memory_new(n, sizeof *env->states);
    env->legal = memory_new(n * max_legal, sizeof *env->legal);
    env->num_legal = memory_new(n, sizeof *env->num_legal);
    env->length = memory_new(n, sizeof *env->length);
    env->rngs = memory_new(n, sizeof *env->rngs);
    env->start_legal = memory_new(max_legal, sizeof *env->start_legal);
    for (size_t i = 0; i < n; i++)
        env->rngs[i] = pcg32_for(request->seed, i, 0, PCG_FOR_ENV);
    game_start(game, library_state_out(&env->start));
    env->start_count = game_legal(game, library_state(&env->start), env->start_legal);
    if (env->arrays.mask)
        memset(env->arrays.mask, 0, n * (size_t)game->num_actions);
    begin_all(env);
}

FULCRUM_API fulcrum_env_t *fulcrum_env_new(const fulcrum_game_t *game, int n,
                                           const fulcrum_env_arrays_t *arrays,
                                           uint64_t seed, int threads) {
    request_t request = {game, arrays, n, threads, seed, NULL};
    if (!LIBRARY_GIVEN(game, arrays) || !LIBRARY_SIZED(arrays))
        return NULL;
    if (n < 1 || threads < 1 || threads > 1024)
        return library_fail_null(
            FULCRUM_WRONG_CALL,
            "fulcrum_env_new: n must be at least 1, threads from 1 to 1024");
    if (library_run(make_env, &request) == FULCRUM_OK)
        return request.env;
    fulcrum_env_free(request.env);
    return NULL;
}

FULCRUM_API void fulcrum_env_free(fulcrum_env_t *env) {
    if (!env)
        return;
    free(env->scratch);
    free(env->states);
    free(env->legal);
    free(env->num_legal);
    free(env->length);
    free(env->rngs);
    free(env->start_legal);
    free(env);
}
