#include "tests/support/mirrored.h"

#include "core/game/playout.h"

#include <stdlib.h>

typedef struct mirror {
    const game_t *below;
    int symmetry;
    bool exchange_players; /* on top of the symmetry */
    action_t *image, *original;
} mirror_t;

static const mirror_t *mirror(const game_t *game) {
    return game->tables;
}

static const game_t *below(const game_t *game) {
    return mirror(game)->below;
}

static void start(const game_t *game, void *state) {
    state_t original;
    game_start(below(game), &original);
    game_symmetry(below(game), mirror(game)->symmetry, &original, state);
}

/* In ascending order of the numbers in this game. */
static int legal(const game_t *game, const void *state, action_t *actions) {
    uint64_t set[UINT16_MAX / 64 + 1];
    size_t words = (size_t)game->num_actions / 64 + 1;
    int count = game_legal(below(game), state, actions), listed = 0;
    memset(set, 0, words * sizeof *set);
    for (int i = 0; i < count; i++) {
        action_t original = mirror(game)->original[actions[i]];
        set[original / 64] |= (uint64_t)1 << original % 64;
    }
    for (size_t w = 0; w < words; w++)
        for (uint64_t bits = set[w]; bits; bits &= bits - 1)
            actions[listed++] = (action_t)(64 * w + (size_t)__builtin_ctzll(bits));
    REQUIRE(listed == count);
    return count;
}

static void apply(const game_t *game, void *state, action_t action) {
    game_apply(below(game), state, mirror(game)->image[action]);
}

static int side(const game_t *game, const void *state) {
    return game_side(below(game), state);
}

static int player(const game_t *game, const void *state) {
    return game_player(below(game), state) ^ (int)mirror(game)->exchange_players;
}

static outcome_t outcome(const game_t *game, const void *state) {
    outcome_t outcome = game_outcome(below(game), state);
    if (outcome.winner != NOBODY)
        outcome.winner ^= mirror(game)->exchange_players;
    return outcome;
}

static bool first_turn_just_over(const game_t *game, const void *state) {
    return game_first_turn_just_over(below(game), state);
}

static void write_position(const game_t *game, const void *state, position_form_t form,
                           text_t *out) {
    below(game)->text.write_position(below(game), state, form, out);
}

static void write_action(const game_t *game, action_t action, text_t *out) {
    below(game)->text.write_action(below(game), mirror(game)->image[action], out);
}

static void pack(const game_t *game, const void *state, unsigned char *bytes) {
    game_pack(below(game), state, bytes);
}

static int forget_turns(const game_t *game, void *state) {
    return game_forget_turns(below(game), state);
}

static const game_rules_t mirrored_rules = {.start = start,
                                            .legal = legal,
                                            .apply = apply,
                                            .side = side,
                                            .player = player,
                                            .outcome = outcome,
                                            .playout = playout_generic,
                                            .first_turn_just_over = first_turn_just_over,
                                            .forget_turns = forget_turns};

static const game_text_t mirrored_text = {
    .write_position = write_position, .write_action = write_action, .pack = pack};

game_t *mirrored_new(const game_t *game, int symmetry, bool exchange_players) {
    game_t *mirrored = memory_new(1, sizeof *mirrored);
    mirror_t *tables = memory_new(1, sizeof *tables);
    *tables = (mirror_t){
        .below = game, .symmetry = symmetry, .exchange_players = exchange_players};
    tables->image = memory_new((size_t)game->num_actions, sizeof(action_t));
    tables->original = memory_new((size_t)game->num_actions, sizeof(action_t));
    memset(tables->original, 0xff, (size_t)game->num_actions * sizeof(action_t));
    for (int a = 0; a < game->num_actions; a++) {
        action_t image = game_symmetry_action(game, symmetry, (action_t)a);
        REQUIRE(image < game->num_actions && tables->original[image] == ACTION_NONE);
        tables->image[a] = image;
        tables->original[image] = (action_t)a;
    }
    *mirrored = *game;
    mirrored->rules = mirrored_rules;
    mirrored->text = mirrored_text;
    mirrored->board = (game_board_t){.contents = NULL};
    mirrored->tables = tables;
    return mirrored;
}

void mirrored_free(game_t *game) {
    if (!game)
        return;
    mirror_t *tables = game->tables;
    free(tables->image);
    free(tables->original);
    free(tables);
    free(game);
}

void mirrored_state(const game_t *mirrored, const state_t *state, state_t *image) {
    game_symmetry(below(mirrored), mirror(mirrored)->symmetry, state, image);
}

bool mirrored_exchanges_players(const game_t *mirrored) {
    bool exchanges =
        game_symmetry_exchanges_sides(below(mirrored), mirror(mirrored)->symmetry);
    return exchanges != mirror(mirrored)->exchange_players;
}
