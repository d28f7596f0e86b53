#include "core/kit/kit_class.h"

#include "core/base/error.h"
#include "core/kit/kit_misuse.h"
#include "core/kit/kit_state.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* --- Rules -------------------------------------------------------------------------- */

outcome_t kit_outcome_of_stuck(const kit_t *k, int side, int pieces0, int pieces1) {
    int winner = k->stuck == STUCK_LOSES ? !side : k->stuck == STUCK_WINS ? side : NOBODY;
    if (winner != NOBODY)
        return (outcome_t){true, (uint8_t)winner,
                           k->stuck == STUCK_WINS ? REASON_WIN : REASON_STUCK};
    if (k->stuck == STUCK_COUNTS && pieces0 != pieces1)
        return (outcome_t){true, pieces1 > pieces0, REASON_WIN};
    return (outcome_t){true, NOBODY, REASON_DRAW};
}

static void begin(const game_t *game, void *state) {
    memcpy(state, kit_of(game)->start, (size_t)game->state_bytes);
}

static int side(const game_t *game, const void *state) {
    (void)game;
    return ((const kit_head_t *)state)->side;
}

/* Of either side: a symmetry may have exchanged them. */
static bool first_turn_just_over(const game_t *game, const void *state) {
    const kit_t *k = kit_of(game);
    kit_head_t head, first;
    memcpy(&head, state, sizeof head);
    memcpy(&first, k->start, sizeof first);
    return k->most_played ? head.played == k->first_turn
                          : head.phase == first.phase &&
                                abs(kit_pieces(k, state) - kit_pieces(k, k->start)) == 1;
}

static int forget_turns(const game_t *game, void *state) {
    const kit_t *k = kit_of(game);
    kit_head_t *head = state;
    if (!k->cut_off)
        return INT_MAX;
    int left = k->cut_off - head->played;
    if (head->played > k->first_turn && left > 0)
        head->played = (uint16_t)kit_usually_played(k);
    return left;
}

/* --- Making a game ------------------------------------------------------------------ */

/* The letters of contents: ".xo", '#' of nobody, '-' for a removed cell, and for the
 * kinds from 1 on those of the setup, one for each owner. */
static void set_letters(kit_t *k) {
    static const char usual[] = "XOABCDEFGHIJKLMNPQRS";
    const char *letters = k->letters ? k->letters : usual;
    memset(k->all_letters, 0, sizeof k->all_letters);
    memcpy(k->all_letters, k->layout->owners > 2 ? ".xo#-" : ".xo?-", 5);
    for (int kind = 1; kind < 1 << k->layout->layers; kind++) {
        char *of = &k->all_letters[CELL_KIND * kind];
        of[CELL_EMPTY] = kind == 1 ? '-' : '?';
        of[CELL_OF_SIDE0] = *letters ? *letters++ : '?';
        of[CELL_OF_SIDE1] = *letters ? *letters++ : '?';
        of[CELL_OF_NOBODY] = k->layout->owners > 2 && *letters ? *letters++ : '?';
    }
}

static bool has_moves(const kit_t *k) {
    for (int g = 0; g < k->num_groups; g++)
        if (k->group[g].form == KIT_SLIDE || k->group[g].form == KIT_HOP ||
            k->group[g].form == KIT_PAIR)
            return true;
    return false;
}

static int board_cells(const kit_t *k) {
    int cells = 0;
    for (int w = 0; w < KIT_MOST_WORDS; w++)
        cells += __builtin_popcountll(k->all.word[w]);
    return cells;
}

/* Calls setup and start, and completes what they leave. */
static void complete(void *context) {
    const game_t *game = context;
    kit_t *k = game->tables;
    k->variant = game->variant;
    k->layout->setup(k);
    KIT_REQUIRE(k->cells <= 64 * k->layout->words,
                "setup: a board of %d places (%d by %d) is larger than CELLS", k->cells,
                k->width, k->height);
    KIT_REQUIRE(k->in_line == 0 || (k->in_line >= 3 && k->in_line <= 8),
                "setup: k->in_line is %d; allowed: 3 to 8, or 0", k->in_line);
    kit_complete_board(k);
    kit_number_actions(k);
    bool is_counted = has_moves(k) || k->first_turn > 0;
    k->first_turn += k->first_turn == 0;
    k->phases += k->phases == 0;
    k->most_played = k->cut_off ? k->cut_off : is_counted ? k->first_turn + 1 : 0;
    set_letters(k);
    kit_clear(k, k->start);
    k->layout->start(k, k->start);
    kit_set_result(k, k->start);
}

bool kit_make_game(game_t *game, const kit_layout_t *layout, failure_t *error) {
    kit_t *k = game->tables;
    k->layout = layout;
    if (error_catch(complete, game, error) != CATCH_NOTHING)
        return false;
    game->cells = k->cells;
    game->grid_width = k->width;
    game->grid_height = k->height;
    game->num_actions = k->num_actions;
    game->max_legal = k->num_actions < GAME_MAX_LEGAL ? k->num_actions : GAME_MAX_LEGAL;
    game->state_bytes = layout->bytes;
    game->packed_bytes = KIT_HEAD_BYTES + k->cells + 4 * layout->history;
    game->max_game_length = k->cut_off      ? k->cut_off
                            : k->max_length ? k->max_length
                                            : board_cells(k);
    game->board.letters = k->all_letters;
    KIT_FILL(game->rules.start, begin);
    KIT_FILL(game->rules.side, side);
    KIT_FILL(game->rules.first_turn_just_over, first_turn_just_over);
    KIT_FILL(game->rules.forget_turns, forget_turns);
    kit_fill_state(game);
    kit_fill_symmetries(game, k);
    kit_fill_texts(game);
    kit_fill_networks(game);
    kit_fill_features(game, k);
    return true;
}
