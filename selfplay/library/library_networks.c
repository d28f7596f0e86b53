/* The part of fulcrum.h for networks and symmetries. */
#include "selfplay/library/library_networks.h"

#include "core/game/features.h"
#include "core/game/planes.h"
#include "selfplay/library/library_error.h"
#include "selfplay/library/library_game.h"

#include <stdlib.h>

static int has_no_planes(void) {
    return library_fail(FULCRUM_WRONG_CALL, "the game has no planes");
}

/* FULCRUM_OK if no position is over. */
static int check_goes_on(const game_t *game, const fulcrum_state_t *states, int count) {
    for (int i = 0; i < count; i++)
        if (game_outcome(game, library_state(&states[i])).over)
            return library_fail(FULCRUM_WRONG_CALL, "position %d is over", i);
    return FULCRUM_OK;
}

FULCRUM_API int fulcrum_planes(const fulcrum_game_t *caller,
                               const fulcrum_state_t *states, int count,
                               uint8_t *planes) {
    if (!LIBRARY_GIVEN(caller, states, planes) || !LIBRARY_COUNTED(count))
        return FULCRUM_WRONG_CALL;
    const game_t *game = library_game(caller);
    if (!caller->has_planes)
        return has_no_planes();
    int status = check_goes_on(game, states, count);
    size_t size = planes_bytes(game);
    for (int i = 0; i < count && status == FULCRUM_OK; i++)
        planes_write(game, library_state(&states[i]), planes + (size_t)i * size);
    return status;
}

void library_scale_planes(const game_t *game, const uint8_t *planes, float *scaled) {
    planes_shape_t shape = planes_shape(game);
    int places = shape.height * shape.width;
    for (int p = 0; p < shape.planes; p++) {
        float scale = planes_scale(game, p);
        for (int place = 0; place < places; place++)
            scaled[p * places + place] = (float)planes[p * places + place] * scale;
    }
}

typedef struct scaling {
    const game_t *game;
    const fulcrum_state_t *states;
    int count;
    float *planes;
} scaling_t;

static void write_scaled(void *context) {
    const scaling_t *scaling = context;
    size_t size = planes_bytes(scaling->game);
    uint8_t *bytes = memory_new(size, 1);
    for (int i = 0; i < scaling->count; i++) {
        planes_write(scaling->game, library_state(&scaling->states[i]), bytes);
        library_scale_planes(scaling->game, bytes, scaling->planes + (size_t)i * size);
    }
    free(bytes);
}

FULCRUM_API int fulcrum_planes_float(const fulcrum_game_t *caller,
                                     const fulcrum_state_t *states, int count,
                                     float *planes) {
    if (!LIBRARY_GIVEN(caller, states, planes) || !LIBRARY_COUNTED(count))
        return FULCRUM_WRONG_CALL;
    scaling_t scaling = {library_game(caller), states, count, planes};
    if (!caller->has_planes)
        return has_no_planes();
    int status = check_goes_on(scaling.game, states, count);
    return status == FULCRUM_OK ? library_run(write_scaled, &scaling) : status;
}

/* Whether there is a plane of this number; sets the error if not. */
static bool has_plane(const fulcrum_game_t *game, int plane) {
    if (game->has_planes && plane >= 0 && plane < planes_shape(library_game(game)).planes)
        return true;
    library_fail(FULCRUM_WRONG_CALL, "there is no plane %d", plane);
    return false;
}

FULCRUM_API const char *fulcrum_plane_meaning(const fulcrum_game_t *game, int plane) {
    if (!LIBRARY_GIVEN(game) || !has_plane(game, plane))
        return NULL;
    return planes_meaning(library_game(game), plane);
}

FULCRUM_API float fulcrum_plane_scale(const fulcrum_game_t *game, int plane) {
    if (!LIBRARY_GIVEN(game) || !has_plane(game, plane))
        return 0;
    return planes_scale(library_game(game), plane);
}

static int no_such_action(const game_t *game, int action) {
    return library_fail(FULCRUM_WRONG_CALL, "action %d is not from 0 to %d", action,
                        game->num_actions - 1);
}

FULCRUM_API int fulcrum_policy_output(const fulcrum_game_t *caller,
                                      const fulcrum_state_t *state, int action,
                                      fulcrum_output_t *output) {
    if (!LIBRARY_GIVEN(caller, state, output))
        return FULCRUM_WRONG_CALL;
    const game_t *game = library_game(caller);
    if (!caller->has_planes)
        return has_no_planes();
    if (action < 0 || action >= game->num_actions)
        return no_such_action(game, action);
    policy_output_t found =
        planes_output(game, game_side(game, library_state(state)), (action_t)action);
    *output = (fulcrum_output_t){found.kind, found.head, found.from, found.to};
    return FULCRUM_OK;
}

FULCRUM_API int fulcrum_sides(const fulcrum_game_t *caller, const fulcrum_state_t *states,
                              int count, uint8_t *sides) {
    if (!LIBRARY_GIVEN(caller, states, sides) || !LIBRARY_COUNTED(count))
        return FULCRUM_WRONG_CALL;
    const game_t *game = library_game(caller);
    int status = check_goes_on(game, states, count);
    for (int i = 0; i < count && status == FULCRUM_OK; i++)
        sides[i] = (uint8_t)game_side(game, library_state(&states[i]));
    return status;
}

/* Of 0 ... count - 1. */
static bool is_permutation(const uint16_t *numbers, int count) {
    bool *taken = memory_new((size_t)count, sizeof *taken), ok = true;
    for (int i = 0; ok && i < count; i++) {
        ok = !taken[numbers[i]];
        taken[numbers[i]] = true;
    }
    free(taken);
    return ok;
}

FULCRUM_API int fulcrum_seen_actions(const fulcrum_game_t *caller, int side,
                                     uint16_t *seen) {
    if (!LIBRARY_GIVEN(caller, seen))
        return FULCRUM_WRONG_CALL;
    if (!caller->has_planes)
        return has_no_planes();
    if (side != 0 && side != 1)
        return library_fail(FULCRUM_WRONG_CALL, "side %d is neither 0 nor 1", side);
    const game_t *game = library_game(caller);
    features_seen_actions(game, side, seen);
    return is_permutation(seen, game->num_actions)
               ? FULCRUM_OK
               : library_fail(FULCRUM_WRONG_CALL,
                              "the game's policy outputs give two actions one number");
}

FULCRUM_API int fulcrum_legal_mask(const fulcrum_game_t *caller,
                                   const fulcrum_state_t *states, int count,
                                   uint8_t *mask) {
    if (!LIBRARY_GIVEN(caller, states, mask) || !LIBRARY_COUNTED(count))
        return FULCRUM_WRONG_CALL;
    const game_t *game = library_game(caller);
    action_t actions[GAME_MAX_LEGAL];
    size_t size = (size_t)game->num_actions;
    memset(mask, 0, (size_t)count * size);
    for (int i = 0; i < count; i++)
        library_mark(mask + (size_t)i * size, actions,
                     game_legal(game, library_state(&states[i]), actions), 1);
    return FULCRUM_OK;
}

FULCRUM_API int fulcrum_features(const fulcrum_game_t *caller,
                                 const fulcrum_state_t *states, int count,
                                 uint64_t *bits) {
    if (!LIBRARY_GIVEN(caller, states, bits) || !LIBRARY_COUNTED(count))
        return FULCRUM_WRONG_CALL;
    const game_t *game = library_game(caller);
    if (features_count(game) == 0)
        return library_fail(FULCRUM_WRONG_CALL, "the game has no features");
    int status = check_goes_on(game, states, count);
    size_t words = (size_t)features_words(game);
    for (int i = 0; i < count && status == FULCRUM_OK; i++)
        features_write(game, library_state(&states[i]), bits + (size_t)i * words);
    return status;
}

/* --- Symmetries --------------------------------------------------------------------- */

static bool has_symmetry(const game_t *game, int symmetry) {
    if (symmetry >= 0 && symmetry < game->num_symmetries)
        return true;
    library_fail(FULCRUM_WRONG_CALL, "symmetry %d is not from 0 to %d", symmetry,
                 game->num_symmetries - 1);
    return false;
}

FULCRUM_API int fulcrum_symmetry(const fulcrum_game_t *caller, int symmetry,
                                 const fulcrum_state_t *state, fulcrum_state_t *image) {
    if (!LIBRARY_GIVEN(caller, state, image))
        return FULCRUM_WRONG_CALL;
    const game_t *game = library_game(caller);
    fulcrum_state_t from = *state; /* the two may be the same */
    if (!has_symmetry(game, symmetry))
        return FULCRUM_WRONG_CALL;
    memset(image, 0, sizeof *image);
    game_symmetry(game, symmetry, library_state(&from), library_state_out(image));
    return FULCRUM_OK;
}

FULCRUM_API int fulcrum_symmetry_action(const fulcrum_game_t *caller, int symmetry,
                                        int action) {
    if (!LIBRARY_GIVEN(caller))
        return FULCRUM_WRONG_CALL;
    const game_t *game = library_game(caller);
    if (!has_symmetry(game, symmetry))
        return FULCRUM_WRONG_CALL;
    if (action < 0 || action >= game->num_actions)
        return no_such_action(game, action);
    return game_symmetry_action(game, symmetry, (action_t)action);
}

FULCRUM_API int fulcrum_symmetry_exchanges_sides(const fulcrum_game_t *caller,
                                                 int symmetry) {
    if (!LIBRARY_GIVEN(caller))
        return FULCRUM_WRONG_CALL;
    const game_t *game = library_game(caller);
    return has_symmetry(game, symmetry) ? game_symmetry_exchanges_sides(game, symmetry)
                                        : FULCRUM_WRONG_CALL;
}
