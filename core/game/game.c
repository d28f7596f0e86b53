#include "core/game/game.h"

const char *const reason_names[REASON_COUNT] = {
    [REASON_NONE] = "goes on",          [REASON_WIN] = "win",
    [REASON_STUCK] = "stuck",           [REASON_DRAW] = "draw",
    [REASON_BOTH_STUCK] = "both stuck", [REASON_CUT_OFF] = "cut off",
    [REASON_RESIGNED] = "resignation",
};

uint64_t game_hash(const game_t *game, const state_t *state) {
    uint64_t hash = (uint64_t)game->state_bytes, word;
    int bytes = game->state_bytes, i = 0;
    for (; i + 8 <= bytes; i += 8) {
        memcpy(&word, state->bytes + i, 8);
        hash = mix64(hash ^ word);
    }
    word = 0;
    memcpy(&word, state->bytes + i, (size_t)(bytes - i));
    return mix64(hash ^ word);
}

int game_find_action(const action_t *actions, int count, action_t action) {
    for (int i = 0; i < count; i++)
        if (actions[i] == action)
            return i;
    return -1;
}

bool game_is_legal(const game_t *game, const state_t *state, action_t action) {
    action_t actions[GAME_MAX_LEGAL];
    return game_find_action(actions, game_legal(game, state, actions), action) >= 0;
}

bool game_check_packed(const game_t *game, const void *state, const unsigned char *bytes,
                       failure_t *error) {
    unsigned char expected[GAME_PACKED_BYTES];
    game_pack(game, state, expected);
    for (int i = 0; i < game->packed_bytes; i++)
        if (bytes[i] != expected[i])
            return error_set(error,
                             "packed state: byte %d is %d, but the other bytes imply %d",
                             i, bytes[i], expected[i]);
    return true;
}

void game_write_position(const game_t *game, const state_t *state, position_form_t form,
                         char text[GAME_POSITION_TEXT]) {
    text_t out = text_into(text, GAME_POSITION_TEXT);
    game->text.write_position(game, state, form, &out);
}

bool game_read_position(const game_t *game, const char *text, state_t *state,
                        failure_t *error) {
    memset(state, 0, sizeof *state);
    if (!text) {
        game_start(game, state);
        return true;
    }
    return game->text.read_position(game, text, state, error) &&
           game_check(game, state, error);
}

void game_write_action(const game_t *game, action_t action, char text[GAME_ACTION_TEXT]) {
    text_t out = text_into(text, GAME_ACTION_TEXT);
    game->text.write_action(game, action, &out);
}

position_text_t game_position_text(const game_t *game, const state_t *state) {
    position_text_t written;
    game_write_position(game, state, POSITION_FULL, written.text);
    return written;
}

action_text_t game_action_text(const game_t *game, action_t action) {
    action_text_t written;
    game_write_action(game, action, written.text);
    return written;
}

bool game_read_action(const game_t *game, const state_t *state, const char *text,
                      action_t *action, failure_t *error) {
    if (!game_parse_action(game, text, action))
        return error_set(error, "\"%s\" is not an action of %s", text,
                         game->class->title);
    return game_is_legal(game, state, *action) ||
           error_set(error, "\"%s\" is not legal here", text);
}

void game_add_outcome(const game_t *game, const state_t *state, outcome_t outcome,
                      text_t *out) {
    REQUIRE(outcome.over);
    if (outcome.winner == NOBODY)
        text_add(out, "drawn");
    else
        text_add(out, "%s (player %d) has won",
                 game->class->side_names[game_side_of(game, state, outcome.winner)],
                 outcome.winner + 1);
    if (outcome.reason != REASON_WIN && outcome.reason != REASON_DRAW)
        text_add(out, ": %s", reason_names[outcome.reason]);
}
