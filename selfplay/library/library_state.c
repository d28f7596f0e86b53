/* The part of fulcrum.h for states and texts. */
#include "selfplay/library/library_error.h"
#include "selfplay/library/library_game.h"

#include <stdio.h>

/* --- States ------------------------------------------------------------------------- */

FULCRUM_API int fulcrum_state_start(const fulcrum_game_t *game, fulcrum_state_t *state) {
    if (!LIBRARY_GIVEN(game, state))
        return FULCRUM_WRONG_CALL;
    memset(state, 0, sizeof *state);
    game_start(library_game(game), library_state_out(state));
    return FULCRUM_OK;
}

FULCRUM_API int fulcrum_legal(const fulcrum_game_t *game, const fulcrum_state_t *state,
                              uint16_t *actions) {
    if (!LIBRARY_GIVEN(game, state, actions))
        return FULCRUM_WRONG_CALL;
    return game_legal(library_game(game), library_state(state), actions);
}

static int is_not_legal(const game_t *game, int action) {
    if (action < 0 || action >= game->num_actions)
        return library_fail(FULCRUM_WRONG_CALL, "action %d is not from 0 to %d", action,
                            game->num_actions - 1);
    return library_fail(FULCRUM_WRONG_CALL, "action %d, \"%s\", is not legal here",
                        action, game_action_text(game, (action_t)action).text);
}

FULCRUM_API int fulcrum_apply(const fulcrum_game_t *caller, fulcrum_state_t *state,
                              int action) {
    if (!LIBRARY_GIVEN(caller, state))
        return FULCRUM_WRONG_CALL;
    const game_t *game = library_game(caller);
    if (action < 0 || action >= game->num_actions ||
        !game_is_legal(game, library_state(state), (action_t)action))
        return is_not_legal(game, action);
    game_apply(game, library_state_out(state), (action_t)action);
    return FULCRUM_OK;
}

FULCRUM_API void fulcrum_apply_legal(const fulcrum_game_t *game, fulcrum_state_t *state,
                                     int action) {
    if (LIBRARY_GIVEN(game, state))
        game_apply(library_game(game), library_state_out(state), (action_t)action);
}

FULCRUM_API int fulcrum_player(const fulcrum_game_t *game, const fulcrum_state_t *state) {
    if (!LIBRARY_GIVEN(game, state))
        return FULCRUM_WRONG_CALL;
    return game_player(library_game(game), library_state(state));
}

FULCRUM_API fulcrum_outcome_t fulcrum_outcome(const fulcrum_game_t *game,
                                              const fulcrum_state_t *state) {
    if (!LIBRARY_GIVEN(game, state))
        return (fulcrum_outcome_t){1, NOBODY, FULCRUM_WRONG_CALL};
    outcome_t outcome = game_outcome(library_game(game), library_state(state));
    return (fulcrum_outcome_t){
        .over = outcome.over, .winner = outcome.winner, .reason = outcome.reason};
}

FULCRUM_API const char *fulcrum_reason(int reason) {
    return reason >= 0 && reason < REASON_COUNT ? reason_names[reason] : NULL;
}

/* --- Texts -------------------------------------------------------------------------- */

/* Writes to a text of any size, of which the caller gets as much as fits. */
typedef struct writing {
    const game_t *game;
    const state_t *state;
    action_t action;
    bool colour;
    text_t out;
} writing_t;

static void write_position(void *context) {
    writing_t *writing = context;
    char text[GAME_POSITION_TEXT];
    game_write_position(writing->game, writing->state, POSITION_FULL, text);
    text_add(&writing->out, "%s", text);
}

static void write_action(void *context) {
    writing_t *writing = context;
    text_add(&writing->out, "%s", game_action_text(writing->game, writing->action).text);
}

static void write_picture(void *context) {
    writing_t *writing = context;
    game_picture(writing->game, writing->state, writing->colour, &writing->out);
}

/* The length, or a status. */
static int write_text(void (*write)(void *), writing_t *writing, char *text,
                      size_t room) {
    char whole[GAME_PICTURE_TEXT];
    writing->out = text_into(whole, sizeof whole);
    int status = library_run(write, writing);
    if (status != FULCRUM_OK)
        return status;
    if (room > 0)
        snprintf(text, room, "%s", whole);
    return (int)writing->out.used;
}

FULCRUM_API int fulcrum_position_text(const fulcrum_game_t *game,
                                      const fulcrum_state_t *state, char *text,
                                      size_t room) {
    if (!LIBRARY_GIVEN(game, state) || (room > 0 && !LIBRARY_GIVEN(text)))
        return FULCRUM_WRONG_CALL;
    writing_t writing = {.game = library_game(game), .state = library_state(state)};
    return write_text(write_position, &writing, text, room);
}

FULCRUM_API int fulcrum_action_text(const fulcrum_game_t *game, int action, char *text,
                                    size_t room) {
    if (!LIBRARY_GIVEN(game) || (room > 0 && !LIBRARY_GIVEN(text)))
        return FULCRUM_WRONG_CALL;
    writing_t writing = {.game = library_game(game), .action = (action_t)action};
    if (action < 0 || action >= writing.game->num_actions)
        return is_not_legal(writing.game, action);
    return write_text(write_action, &writing, text, room);
}

FULCRUM_API int fulcrum_picture(const fulcrum_game_t *game, const fulcrum_state_t *state,
                                int colour, char *text, size_t room) {
    if (!LIBRARY_GIVEN(game, state) || (room > 0 && !LIBRARY_GIVEN(text)))
        return FULCRUM_WRONG_CALL;
    writing_t writing = {
        .game = library_game(game), .state = library_state(state), .colour = colour != 0};
    return write_text(write_picture, &writing, text, room);
}

typedef struct reading {
    const game_t *game;
    const char *text;
    const unsigned char *packed;
    const state_t *from;
    state_t state;
    action_t action;
} reading_t;

static void read_position(void *context) {
    reading_t *reading = context;
    failure_t error;
    if (!game_read_position(reading->game, reading->text, &reading->state, &error))
        library_throw(FULCRUM_WRONG_CALL, error.message);
}

static void read_action(void *context) {
    reading_t *reading = context;
    failure_t error;
    if (!game_read_action(reading->game, reading->from, reading->text, &reading->action,
                          &error))
        library_throw(FULCRUM_WRONG_CALL, error.message);
}

static void read_packed(void *context) {
    reading_t *reading = context;
    failure_t error;
    if (!game_unpack(reading->game, reading->packed, &reading->state, &error))
        library_throw(FULCRUM_WRONG_CALL, error.message);
}

static int give_state(int status, const reading_t *reading, fulcrum_state_t *state) {
    if (status == FULCRUM_OK)
        memcpy(state, &reading->state, sizeof *state);
    return status;
}

FULCRUM_API int fulcrum_position_read(const fulcrum_game_t *game, const char *text,
                                      fulcrum_state_t *state) {
    if (!LIBRARY_GIVEN(game, text, state))
        return FULCRUM_WRONG_CALL;
    reading_t reading = {.game = library_game(game), .text = text};
    return give_state(library_run(read_position, &reading), &reading, state);
}

FULCRUM_API int fulcrum_action_read(const fulcrum_game_t *game,
                                    const fulcrum_state_t *state, const char *text) {
    if (!LIBRARY_GIVEN(game, state, text))
        return FULCRUM_WRONG_CALL;
    reading_t reading = {
        .game = library_game(game), .from = library_state(state), .text = text};
    int status = library_run(read_action, &reading);
    return status == FULCRUM_OK ? reading.action : status;
}

FULCRUM_API int fulcrum_pack(const fulcrum_game_t *game, const fulcrum_state_t *state,
                             unsigned char *packed) {
    if (!LIBRARY_GIVEN(game, state, packed))
        return FULCRUM_WRONG_CALL;
    game_pack(library_game(game), library_state(state), packed);
    return FULCRUM_OK;
}

FULCRUM_API int fulcrum_unpack(const fulcrum_game_t *game, const unsigned char *packed,
                               fulcrum_state_t *state) {
    if (!LIBRARY_GIVEN(game, packed, state))
        return FULCRUM_WRONG_CALL;
    reading_t reading = {.game = library_game(game), .packed = packed};
    return give_state(library_run(read_packed, &reading), &reading, state);
}
