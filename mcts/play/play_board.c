#include "mcts/play/play_board.h"

#include "core/game/perft.h"
#include "mcts/play/typed_turn.h"

/* --- Marks -------------------------------------------------------------------------- */

/* Where the turn before the current one began: everything since is news. */
static uint32_t start_of_news(const play_table_t *table, state_t *state) {
    const transcript_t *transcript = &table->transcript;
    const game_t *game = table->game;
    uint32_t begins[2] = {0, 0}; /* of the last turn, of the one before it */
    int mover = NOBODY, last = play_table_player(table);
    game_copy(game, state, &transcript->start);
    for (uint32_t i = 0; i < transcript->count; i++) {
        int player = game_player(game, state);
        if (player != mover) {
            begins[1] = begins[0];
            begins[0] = i;
        }
        mover = player;
        game_apply(game, state, transcript->actions[i]);
    }
    bool in_turn = mover == last && !transcript_outcome(transcript).over;
    uint32_t start = begins[in_turn];
    game_copy(game, state, &transcript->start);
    for (uint32_t i = 0; i < start; i++)
        game_apply(game, state, transcript->actions[i]);
    return start;
}

/* Marks cells that were named or changed. */
static void mark_news(const play_table_t *table, uint8_t marks[GAME_MAX_CELLS]) {
    const transcript_t *transcript = &table->transcript;
    const game_t *game = table->game;
    uint8_t before[GAME_MAX_CELLS], now[GAME_MAX_CELLS], cells[GAME_ACTION_CELLS];
    state_t state = {0};
    uint32_t start = start_of_news(table, &state);
    game_contents(game, &state, before);
    game_contents(game, &transcript->state, now);
    for (int cell = 0; cell < game->cells; cell++)
        if (before[cell] != now[cell])
            marks[cell] = MARK_LAST;
    for (uint32_t i = start; i < transcript->count; i++) {
        int count = game_action_cells(game, transcript->actions[i], cells);
        for (int k = 0; k < count; k++)
            marks[cells[k]] = MARK_LAST;
    }
}

static void mark_targets(const play_table_t *table, const char *start,
                         uint8_t marks[GAME_MAX_CELLS]) {
    const game_t *game = table->game;
    action_t actions[GAME_MAX_LEGAL];
    uint8_t cells[GAME_ACTION_CELLS];
    if (transcript_outcome(&table->transcript).over)
        return;
    int count = game_legal(game, &table->transcript.state, actions);
    for (int i = 0; i < count; i++) {
        int named = game_action_cells(game, actions[i], cells);
        if (named > 0 && typed_turn_begins(game, actions[i], start))
            marks[cells[*start ? named - 1 : 0]] = MARK_TARGET;
    }
}

void play_board_write(const play_table_t *table, const char *start, bool colour,
                      text_t *out) {
    uint8_t marks[GAME_MAX_CELLS] = {0};
    picture_form_t form = {.colour = colour, .marks = marks};
    mark_news(table, marks);
    mark_targets(table, start, marks);
    game_picture_marked(table->game, &table->transcript.state, &form, out);
}

/* --- The last turns ----------------------------------------------------------------- */

void play_board_write_last(const play_table_t *table, text_t *out) {
    const transcript_t *transcript = &table->transcript;
    const game_t *game = table->game;
    char texts[2][TURN_TEXT] = {"", ""};
    const char *sides[2] = {NULL, NULL};
    text_t turn = text_into(texts[0], TURN_TEXT);
    state_t state = {0};
    int turns = 0, player = NOBODY;
    game_copy(game, &state, &transcript->start);
    for (uint32_t i = 0; i < transcript->count; i++) {
        int mover = game_player(game, &state);
        if (mover != player) {
            turn = text_into(texts[++turns % 2], TURN_TEXT);
            sides[turns % 2] = game->class->side_names[game_side(game, &state)];
        }
        player = mover;
        turn_text_add(game, transcript->actions[i], &turn);
        game_apply(game, &state, transcript->actions[i]);
    }
    for (int i = turns > 1 ? turns - 1 : 1; turns > 0 && i <= turns; i++)
        text_add(out, "%s%s %s", i == turns && turns > 1 ? ", " : "", sides[i % 2],
                 texts[i % 2]);
}
