#include "mcts/play/transcript.h"

#include "core/game/perft.h"

#include <stdlib.h>

void transcript_init(transcript_t *transcript, const game_t *game, const state_t *start) {
    *transcript = (transcript_t){.game = game, .resigned = NOBODY};
    game_copy(game, &transcript->start, start);
    game_copy(game, &transcript->state, start);
}

void transcript_clear(transcript_t *transcript) {
    free(transcript->actions);
    transcript->actions = NULL;
}

/* Whether an action by `player` that led to this state ended the turn. */
static bool ends_turn(const game_t *game, const state_t *state, int player) {
    return game_outcome(game, state).over || game_player(game, state) != player;
}

static void step(transcript_t *transcript, action_t action) {
    const game_t *game = transcript->game;
    int player = game_player(game, &transcript->state);
    game_apply(game, &transcript->state, action);
    transcript->turn += ends_turn(game, &transcript->state, player);
    transcript->count++;
}

void transcript_play(transcript_t *transcript, action_t action) {
    REQUIRE(!transcript_outcome(transcript).over);
    REQUIRE(game_is_legal(transcript->game, &transcript->state, action));
    transcript->length = transcript->count + 1;
    transcript->actions = memory_resize(transcript->actions, transcript->length,
                                        sizeof *transcript->actions);
    transcript->actions[transcript->count] = action;
    step(transcript, action);
}

bool transcript_back(transcript_t *transcript) {
    uint32_t count = transcript->count;
    transcript->resigned = NOBODY;
    if (count == 0)
        return false;
    transcript->count = transcript->turn = 0;
    game_copy(transcript->game, &transcript->state, &transcript->start);
    while (transcript->count + 1 < count)
        step(transcript, transcript->actions[transcript->count]);
    return true;
}

bool transcript_forth(transcript_t *transcript) {
    if (transcript->count == transcript->length || transcript->resigned != NOBODY)
        return false;
    step(transcript, transcript->actions[transcript->count]);
    return true;
}

void transcript_go_to(transcript_t *transcript, uint32_t count) {
    REQUIRE(count <= transcript->length);
    while (transcript->count > count)
        transcript_back(transcript);
    while (transcript->count < count)
        transcript_forth(transcript);
}

outcome_t transcript_outcome(const transcript_t *transcript) {
    outcome_t outcome =
        game_outcome_at(transcript->game, &transcript->state, transcript->count);
    if (!outcome.over && transcript->resigned != NOBODY)
        outcome = (outcome_t){true, (uint8_t)!transcript->resigned, REASON_NONE};
    return outcome;
}

static const char *side_of(const transcript_t *transcript, int player) {
    const game_t *game = transcript->game;
    return game->class->side_names[game_side_of(game, &transcript->state, player)];
}

void transcript_write_result(const transcript_t *transcript, text_t *out) {
    outcome_t outcome = transcript_outcome(transcript);
    if (outcome.over && outcome.reason != REASON_NONE) {
        game_add_outcome(transcript->game, &transcript->state, outcome, out);
        return;
    }
    int player =
        outcome.over ? outcome.winner : game_player(transcript->game, &transcript->state);
    text_add(out, "%s (player %d) %s", side_of(transcript, player), player + 1,
             outcome.over ? "has won: " : "to move");
    if (outcome.over)
        text_add(out, "%s has resigned", side_of(transcript, transcript->resigned));
}

void transcript_write_turns(const transcript_t *transcript, FILE *file) {
    const game_t *game = transcript->game;
    char buffer[TURN_TEXT];
    text_t text = text_into(buffer, sizeof buffer);
    state_t state = {0};
    uint32_t turn = 0;
    game_copy(game, &state, &transcript->start);
    for (uint32_t i = 0; i < transcript->count; i++) {
        int player = game_player(game, &state);
        turn_text_add(game, transcript->actions[i], &text);
        game_apply(game, &state, transcript->actions[i]);
        if (i + 1 < transcript->count && !ends_turn(game, &state, player))
            continue;
        if (turn % 2 == 0)
            fprintf(file, "%4u. %-24s", turn / 2 + 1, buffer);
        else
            fprintf(file, " %s\n", buffer);
        text = text_into(buffer, sizeof buffer);
        turn++;
    }
    if (turn % 2 == 1)
        fprintf(file, "\n");
}
