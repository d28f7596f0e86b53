#include "core/game/pie_rule.h"

#include "core/game/features.h"
#include "core/game/planes.h"
#include "core/game/playout.h"
#include "core/game/position_numbering.h"

#include <assert.h>
#include <stdlib.h>

/* The base game, without the pie rule: its functions get this game_t, not the wrapper. */
struct pie_rule_base {
    game_t game;
};

static const game_t *base(const game_t *game) {
    return &game->pie_rule_base->game;
}

static unsigned char *swapped_byte(const game_t *game, void *state) {
    return (unsigned char *)state + base(game)->state_bytes;
}

static bool is_swapped(const game_t *game, const void *state) {
    return ((const unsigned char *)state)[base(game)->state_bytes] != 0;
}

static action_t pie_rule_action(const game_t *game) {
    return (action_t)base(game)->num_actions;
}

static bool may_swap(const game_t *game, const void *state) {
    return !is_swapped(game, state) && game_first_turn_just_over(base(game), state);
}

static void start(const game_t *game, void *state) {
    game_start(base(game), state);
    *swapped_byte(game, state) = 0;
}

static int legal(const game_t *game, const void *state, action_t *actions) {
    int count = game_legal(base(game), state, actions);
    if (count > 0 && may_swap(game, state))
        actions[count++] = pie_rule_action(game);
    return count;
}

static void apply(const game_t *game, void *state, action_t action) {
    if (action == pie_rule_action(game)) {
        assert(may_swap(game, state));
        *swapped_byte(game, state) = 1;
    } else {
        game_apply(base(game), state, action);
    }
}

static int side(const game_t *game, const void *state) {
    return game_side(base(game), state);
}

static int player(const game_t *game, const void *state) {
    return side(game, state) ^ (int)is_swapped(game, state);
}

/* The base game names the winning side as if it were the player. */
static outcome_t outcome_of_players(outcome_t outcome, bool swapped) {
    if (swapped && outcome.winner != NOBODY)
        outcome.winner ^= 1;
    return outcome;
}

static outcome_t outcome(const game_t *game, const void *state) {
    return outcome_of_players(game_outcome(base(game), state), is_swapped(game, state));
}

/* Plays actions while a swap is still possible; after that the players' sides are settled
 * and the base game can play on its own. Returns the number of actions. */
static uint32_t settle_sides(const game_t *game, void *state, pcg32_t *rng,
                             playout_notes_t *notes) {
    uint32_t played = 0;
    bool first_turn = !is_swapped(game, state);
    while (first_turn && !outcome(game, state).over) {
        action_t actions[GAME_MAX_LEGAL];
        bool last = may_swap(game, state);
        int before = side(game, state);
        int count = legal(game, state, actions);
        action_t action = actions[pcg32_below(rng, (uint32_t)count)];
        playout_note(notes, player(game, state), action);
        apply(game, state, action);
        played++;
        first_turn = !last && (side(game, state) == before || may_swap(game, state));
    }
    return played;
}

/* Converts the base game's playout, which began after some actions, to players. Those
 * actions count towards the bound on a game's length, which the base game does not know:
 * if the total exceeds it, the playout is cut off at the bound. */
static playout_t playout_of_players(const game_t *game, playout_t rest, uint32_t actions,
                                    bool swapped) {
    uint32_t length = rest.length + actions, most = (uint32_t)game->max_game_length;
    if (length > most)
        return (playout_t){{true, NOBODY, REASON_CUT_OFF}, most};
    return (playout_t){outcome_of_players(rest.outcome, swapped), length};
}

static playout_t playout(const game_t *game, void *state, pcg32_t *rng) {
    uint32_t actions = settle_sides(game, state, rng, NULL);
    bool swapped = is_swapped(game, state);
    return playout_of_players(game, game_playout(base(game), state, rng), actions,
                              swapped);
}

static playout_t playout_noted(const game_t *game, void *state, pcg32_t *rng,
                               playout_notes_t *notes) {
    uint32_t before = notes->count;
    uint32_t actions = settle_sides(game, state, rng, notes), settled = notes->count;
    bool swapped = is_swapped(game, state);
    playout_t rest = game_playout_noted(base(game), state, rng, notes);
    for (uint32_t i = settled; i < notes->count; i++) /* from sides to players */
        notes->actions[i].player ^= (uint8_t)swapped;
    playout_t all = playout_of_players(game, rest, actions, swapped);
    if (notes->count - before > all.length)
        notes->count = before + all.length;
    return all;
}

/* Between the caller's feed and that of the base game. */
typedef struct settled_feed {
    const game_t *game;
    const playout_feed_t *feed;
    struct settled_slot {
        bool playing, swapped;
        uint32_t actions;
    } slots[PLAYOUT_SLOTS];
} settled_feed_t;

static bool settled_next(void *context, int slot) {
    settled_feed_t *settled = context;
    const playout_feed_t *feed = settled->feed;
    playout_slot_t *outer = &feed->slots[slot];
    struct settled_slot *inner = &settled->slots[slot];
    if (inner->playing)
        outer->result = playout_of_players(settled->game, outer->result, inner->actions,
                                           inner->swapped);
    inner->playing = feed->next(feed->context, slot);
    if (inner->playing) {
        inner->actions = settle_sides(settled->game, &outer->state, &outer->rng, NULL);
        inner->swapped = is_swapped(settled->game, &outer->state);
    }
    return inner->playing;
}

static void playouts(const game_t *game, const playout_feed_t *feed) {
    settled_feed_t settled = {.game = game, .feed = feed};
    playout_feed_t below = *feed;
    below.next = settled_next;
    below.context = &settled;
    game_playouts(base(game), &below);
}

static bool first_turn_just_over(const game_t *game, const void *state) {
    return game_first_turn_just_over(base(game), state);
}

static void write_position(const game_t *game, const void *state, position_form_t form,
                           text_t *out) {
    base(game)->text.write_position(base(game), state, form, out);
    if (is_swapped(game, state))
        text_add(out, " " SWAP_TOKEN);
}

/* Whether the last token is "swapped"; *length: of the text before it. */
static bool ends_in_swapped(const char *text, size_t *length) {
    token_reader_t reader = token_reader(text);
    token_t token, last = {0};
    while (token_next(&reader, &token))
        last = token;
    bool found = last.start && token_is(&last, SWAP_TOKEN);
    *length = found ? (size_t)(last.start - text) : strlen(text);
    return found;
}

static bool read_position(const game_t *game, const char *text, void *state,
                          failure_t *error) {
    size_t length;
    bool swapped = ends_in_swapped(text, &length);
    char *below = memory_new(length + 1, 1);
    memcpy(below, text, length);
    bool ok = base(game)->text.read_position(base(game), below, state, error);
    free(below);
    *swapped_byte(game, state) = swapped;
    return ok;
}

static void write_cell(const game_t *game, int cell, text_t *out) {
    game_write_cell(base(game), cell, out);
}

static void write_action(const game_t *game, action_t action, text_t *out) {
    if (action == pie_rule_action(game))
        text_add(out, SWAP_ACTION);
    else
        base(game)->text.write_action(base(game), action, out);
}

static bool read_action(const game_t *game, const char *text, action_t *action) {
    if (strcmp(text, SWAP_ACTION) != 0)
        return game_parse_action(base(game), text, action);
    *action = pie_rule_action(game);
    return true;
}

static void pack(const game_t *game, const void *state, unsigned char *bytes) {
    game_pack(base(game), state, bytes);
    bytes[base(game)->packed_bytes] = is_swapped(game, state);
}

static bool unpack(const game_t *game, const unsigned char *bytes, void *state,
                   failure_t *error) {
    unsigned char swapped = bytes[base(game)->packed_bytes];
    if (swapped > 1)
        return error_set(error, "packed state: the byte \"swapped\" is %d", swapped);
    *swapped_byte(game, state) = swapped;
    return game_unpack(base(game), bytes, state, error);
}

static void symmetry(const game_t *game, int number, const void *state, void *image) {
    game_symmetry(base(game), number, state, image);
    *swapped_byte(game, image) = is_swapped(game, state);
}

static action_t symmetry_action(const game_t *game, int number, action_t action) {
    return action == pie_rule_action(game)
               ? action
               : game_symmetry_action(base(game), number, action);
}

static bool symmetry_exchanges_sides(const game_t *game, int number) {
    return game_symmetry_exchanges_sides(base(game), number);
}

static void contents(const game_t *game, const void *state, uint8_t *cells) {
    game_contents(base(game), state, cells);
}

static int action_cells(const game_t *game, action_t action,
                        uint8_t cells[GAME_ACTION_CELLS]) {
    return action == pie_rule_action(game) ? 0
                                           : game_action_cells(base(game), action, cells);
}

static void draw_board(const game_t *game, struct board_drawing *board) {
    base(game)->drawing.draw_board(base(game), board);
}

static void draw_cells(const game_t *game, const void *state,
                       struct cell_drawing *cells) {
    if (base(game)->drawing.draw_cells)
        base(game)->drawing.draw_cells(base(game), state, cells);
}

static void picture(const game_t *game, const void *state, const picture_form_t *form,
                    text_t *out) {
    game_picture_marked(base(game), state, form, out);
    if (is_swapped(game, state))
        text_add(out, "the players have exchanged sides\n");
}

static bool check(const game_t *game, const void *state, failure_t *error) {
    if (((const unsigned char *)state)[base(game)->state_bytes] > 1)
        return error_set(error, "the byte \"swapped\" is neither 0 nor 1");
    return game_check(base(game), state, error);
}

/* The base game distinguishes the turn after which a swap is allowed from later ones. */
static int forget_turns(const game_t *game, void *state) {
    return game_forget_turns(base(game), state);
}

static void write_planes(const game_t *game, const void *state, uint8_t *out) {
    base(game)->networks.write_planes(base(game), state, out);
}

static policy_output_t policy_output(const game_t *game, int to_move, action_t action) {
    return base(game)->networks.policy_output(base(game), to_move, action);
}

/* --- Features: two more, for each side whether it may swap -------------------------- */

static void write_features(const game_t *game, const void *state, uint64_t *bits) {
    int count = base(game)->features.count;
    base(game)->features.write(base(game), state, bits);
    uint64_t offered = (uint64_t)may_swap(game, state) << side(game, state);
    if (count % 64 == 0)
        bits[count / 64] = 0;
    bits[count / 64] |= offered << count % 64;
    if (count % 64 == 63)
        bits[count / 64 + 1] = offered >> 1;
}

static int feature_seen(const game_t *game, int feature) {
    int count = base(game)->features.count;
    return feature < count ? base(game)->features.seen(base(game), feature)
                           : count + (feature == count);
}

static int feature_image(const game_t *game, int symmetry, int feature) {
    return feature < base(game)->features.count
               ? base(game)->features.image(base(game), symmetry, feature)
               : feature;
}

static void feature_meaning(const game_t *game, int feature, text_t *out) {
    int count = base(game)->features.count;
    if (feature < count)
        base(game)->features.meaning(base(game), feature, out);
    else
        text_add(out, "%s side may swap", feature == count ? "own" : "enemy");
}

/* --- Numbers: a numbered position is past the first turn, so all that is left of the
 * rule is who plays which side; the numbers are those of the base game's positions. */

static uint64_t most_positions(const game_t *game) {
    return region_most_positions(base(game));
}

static bool open_region(const game_t *game, const void *state, region_t *region) {
    return base(game)->solver.open(base(game), state, region);
}

bool pie_rule_is_action(const game_t *game, action_t action) {
    return game->swap && action == pie_rule_action(game);
}

bool pie_rule_is_offered(const game_t *game, const state_t *state) {
    return game->swap && may_swap(game, state);
}

static const game_rules_t pie_rules = {.start = start,
                                       .legal = legal,
                                       .apply = apply,
                                       .side = side,
                                       .player = player,
                                       .outcome = outcome,
                                       .playout = playout,
                                       .playout_noted = playout_noted,
                                       .playouts = playouts,
                                       .first_turn_just_over = first_turn_just_over,
                                       .forget_turns = forget_turns};

static const game_board_t pie_board = {.contents = contents,
                                       .action_cells = action_cells,
                                       .symmetry = symmetry,
                                       .symmetry_action = symmetry_action,
                                       .symmetry_exchanges_sides =
                                           symmetry_exchanges_sides};

static const game_text_t pie_text = {.write_cell = write_cell,
                                     .write_position = write_position,
                                     .read_position = read_position,
                                     .write_action = write_action,
                                     .read_action = read_action,
                                     .pack = pack,
                                     .unpack = unpack,
                                     .check = check};

static const game_drawing_t pie_drawing = {
    .draw_board = draw_board, .draw_cells = draw_cells, .picture = picture};

static const game_solver_t pie_solver = {.most_positions = most_positions,
                                         .open = open_region};

void pie_rule_wrap(game_t *game) {
    struct pie_rule_base *below = memory_new(1, sizeof *below);
    below->game = *game;
    game->pie_rule_base = below;
    game->rules = pie_rules;
    game->board = pie_board;
    game->text = pie_text;
    game->drawing = pie_drawing;
    game->networks.write_planes = write_planes;
    game->networks.policy_output = policy_output;
    game->features.write = write_features;
    game->features.seen = feature_seen;
    game->features.image = base(game)->features.image ? feature_image : NULL;
    game->features.meaning = feature_meaning;
    game->features.count += FEATURES_OF_PIE_RULE;
    game->features.most++;
    game->solver = pie_solver;
    game->num_actions++;
    game->state_bytes++;
    game->packed_bytes++;
    game->max_legal++;
    game->max_game_length++;
    below->game.max_game_length++; /* of its playouts, which have the wrapper's bound */
}

void pie_rule_unwrap(game_t *game) {
    struct pie_rule_base *below;
    /* Const for all but its owner. */
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): the pointer is copied */
    memcpy(&below, &game->pie_rule_base, sizeof below);
    free(below);
    game->pie_rule_base = NULL;
}
