#include "core/conformance/position_checks.h"

#include "core/base/plain_text.h"
#include "core/base/text.h"
#include "core/game/features.h"
#include "core/game/planes.h"

#include <stdio.h>
#include <stdlib.h>

#define HOLDS(walk, state, condition)                                                    \
    ((condition) ? (void)0 : does_not_hold(walk, state, #condition))

_Noreturn void conformance_is_wrong(const walk_t *walk, const state_t *state,
                                    const char *what) {
    error_throw("%s\nat %.1200s\n%s", walk->name,
                game_position_text(walk->game, state).text, what);
}

static _Noreturn void does_not_hold(const walk_t *walk, const state_t *state,
                                    const char *condition) {
    char whole[512];
    snprintf(whole, sizeof whole, "does not hold: %s", condition);
    conformance_is_wrong(walk, state, whole);
}

enum { UNUSED = 0xa5 };

state_t conformance_unset_state(void) {
    state_t state;
    memset(&state, UNUSED, sizeof state);
    return state;
}

void conformance_line(const walk_t *walk, const char *what, const char *text,
                      size_t size) {
    if (plain_text_is_line(text, size))
        return;
    char shown[80];
    plain_text_copy(shown, sizeof shown, text, strlen(text));
    error_throw("%s\n%s, \"%s\", must be " PLAIN_TEXT_ALLOWED ", of 1 to %zu bytes",
                walk->name, what, shown, size - 1);
}

static void check_texts(const walk_t *walk, const state_t *state) {
    char text[GAME_POSITION_TEXT], again[GAME_POSITION_TEXT];
    unsigned char packed[GAME_PACKED_BYTES], packed_again[GAME_PACKED_BYTES];
    state_t read = {0};
    failure_t error;
    game_write_position(walk->game, state, POSITION_FULL, text);
    if (!game_read_position(walk->game, text, &read, &error))
        error_throw("%s\nrejects its own %.1000s\n%.500s", walk->name, text,
                    error.message);
    conformance_line(walk, "a position text", text, GAME_POSITION_TEXT);
    HOLDS(walk, state, game_equal(walk->game, state, &read));
    HOLDS(walk, state, game_hash(walk->game, state) == game_hash(walk->game, &read));
    game_write_position(walk->game, &read, POSITION_FULL, again);
    HOLDS(walk, state, strcmp(text, again) == 0);
    game_pack(walk->game, state, packed);
    read = conformance_unset_state();
    HOLDS(walk, state, game_unpack(walk->game, packed, &read, &error));
    HOLDS(walk, state, game_equal(walk->game, state, &read));
    game_pack(walk->game, &read, packed_again);
    HOLDS(walk, state,
          memcmp(packed, packed_again, (size_t)walk->game->packed_bytes) == 0);
}

static void check_actions(const walk_t *walk, const state_t *state,
                          const action_t *actions, int count) {
    for (int i = 0; i < count; i++) {
        char text[256];
        text_t out = text_into(text, sizeof text);
        action_t read;
        failure_t error;
        HOLDS(walk, state, actions[i] < walk->game->num_actions);
        HOLDS(walk, state, i == 0 || actions[i - 1] < actions[i]);
        walk->game->text.write_action(walk->game, actions[i], &out);
        conformance_line(walk, "the text of an action", text, GAME_ACTION_TEXT);
        HOLDS(walk, state, strchr(text, ' ') == NULL);
        HOLDS(walk, state, game_read_action(walk->game, state, text, &read, &error));
        HOLDS(walk, state, read == actions[i]);
    }
}

static int compare_actions(const void *a, const void *b) {
    return (int)*(const action_t *)a - (int)*(const action_t *)b;
}

static outcome_t exchanged(outcome_t outcome) {
    if (outcome.winner != NOBODY)
        outcome.winner ^= 1;
    return outcome;
}

static _Noreturn void symmetry_fails(const walk_t *walk, const state_t *state,
                                     int symmetry, const char *how) {
    char whole[384];
    snprintf(whole, sizeof whole,
             "symmetry %d: %s (with the kit: k->symmetries says which ones the rules "
             "keep, and k->side_counts that counts are the sides')",
             symmetry, how);
    conformance_is_wrong(walk, state, whole);
}

static void check_image_outcome(const walk_t *walk, const state_t *state,
                                const state_t *image, int symmetry) {
    int turned = game_symmetry_exchanges_sides(walk->game, symmetry) ? 1 : 0;
    outcome_t here = game_outcome(walk->game, state);
    outcome_t there = game_outcome(walk->game, image);
    if (turned)
        there = exchanged(there);
    if (here.over != there.over || here.winner != there.winner ||
        here.reason != there.reason)
        symmetry_fails(walk, state, symmetry,
                       "the image of the position has another outcome");
    if (!here.over) {
        HOLDS(walk, state,
              game_side(walk->game, image) == (game_side(walk->game, state) ^ turned));
        HOLDS(walk, state,
              game_player(walk->game, image) ==
                  (game_player(walk->game, state) ^ turned));
    }
}

/* Checks that one permutation of the cells maps the cells of actions to those of their
 * images. */
static void check_action_cells(const walk_t *walk, const state_t *state, int symmetry,
                               action_t action, action_t action_image) {
    uint8_t cells[GAME_ACTION_CELLS], images[GAME_ACTION_CELLS];
    int count = game_action_cells(walk->game, action, cells);
    HOLDS(walk, state, game_action_cells(walk->game, action_image, images) == count);
    for (int i = 0; i < count; i++) {
        int *image = &walk->images[symmetry][cells[i]];
        if (*image == CELL_UNKNOWN)
            *image = images[i];
        HOLDS(walk, state, *image == images[i]);
        HOLDS(walk, state, symmetry > 0 || images[i] == cells[i]);
    }
}

/* Checks that the image of a cell has the same contents in the image of the position, of
 * the other side if the symmetry exchanges sides. */
static void check_image_contents(const walk_t *walk, const state_t *state,
                                 const state_t *image, int symmetry) {
    uint8_t here[GAME_MAX_CELLS], there[GAME_MAX_CELLS];
    bool exchanges = game_symmetry_exchanges_sides(walk->game, symmetry);
    game_contents(walk->game, state, here);
    game_contents(walk->game, image, there);
    for (int cell = 0; cell < walk->game->cells; cell++) {
        int to = walk->images[symmetry][cell], owner = here[cell] & CELL_OWNER;
        bool is_of_side = owner == CELL_OF_SIDE0 || owner == CELL_OF_SIDE1;
        int expected = here[cell] ^ (exchanges && is_of_side ? CELL_OWNER : 0);
        if (to != CELL_UNKNOWN)
            HOLDS(walk, state, there[to] == expected);
    }
}

/* Ends the check of an action of a position. */
static _Noreturn void action_is_wrong(const walk_t *walk, const state_t *state,
                                      action_t action, const char *how) {
    char whole[512];
    snprintf(whole, sizeof whole, "the action %s %s",
             game_action_text(walk->game, action).text, how);
    conformance_is_wrong(walk, state, whole);
}

/* Plays an action twice: the rules look at nothing but the position. */
static state_t next_of(const walk_t *walk, const state_t *state, action_t action) {
    state_t next = *state, again = *state;
    char how[400];
    failure_t error;
    game_apply(walk->game, &next, action);
    game_apply(walk->game, &again, action);
    if (!game_check(walk->game, &next, &error)) {
        snprintf(how, sizeof how, "leads to a wrong position: %.300s", error.message);
        action_is_wrong(walk, state, action, how);
    }
    if (!game_equal(walk->game, &next, &again))
        action_is_wrong(walk, state, action,
                        "leads elsewhere when it is played again: rules may keep nothing "
                        "outside of the position");
    return next;
}

/* Checks that an action changes a cell that it names, or, if it names none, changes
 * nothing or ends the turn; and that every cell is written. */
static void check_contents(const walk_t *walk, const state_t *state,
                           const action_t *actions, int count) {
    uint8_t before[GAME_MAX_CELLS], after[GAME_MAX_CELLS];
    int cells = walk->game->cells;
    memset(before, UNUSED, sizeof before);
    memset(after, ~UNUSED & 0xff, sizeof after);
    game_contents(walk->game, state, before);
    game_contents(walk->game, state, after);
    HOLDS(walk, state, memcmp(before, after, (size_t)cells) == 0);
    for (int i = 0; i < count; i++) {
        uint8_t named[GAME_ACTION_CELLS];
        int names = game_action_cells(walk->game, actions[i], named);
        const state_t next = next_of(walk, state, actions[i]);
        game_contents(walk->game, &next, after);
        bool changes = names == 0;
        for (int n = 0; n < names; n++)
            changes = changes || before[named[n]] != after[named[n]];
        if (!changes)
            action_is_wrong(walk, state, actions[i],
                            "changes none of the cells that it names (with the kit: "
                            "`legal` must not offer it, or its group is calls_at)");
        if (names == 0 && memcmp(before, after, (size_t)cells) != 0 &&
            game_side(walk->game, state) == game_side(walk->game, &next))
            action_is_wrong(walk, state, actions[i],
                            "changes cells, names none of them and does not end the "
                            "turn (with the kit: places or slides instead of calls)");
    }
}

/* how: what does not hold of the images of the action and of the position. */
static _Noreturn void symmetric_action_fails(const walk_t *walk, const state_t *state,
                                             int symmetry, action_t action,
                                             const char *how) {
    char whole[192];
    snprintf(whole, sizeof whole, "the image of the action %s %s",
             game_action_text(walk->game, action).text, how);
    symmetry_fails(walk, state, symmetry, whole);
}

/* Checks that symmetries commute with actions. */
static void check_symmetry(const walk_t *walk, const state_t *state, int symmetry,
                           const action_t *actions, int count) {
    state_t image = conformance_unset_state();
    action_t images[GAME_MAX_LEGAL], legal[GAME_MAX_LEGAL];
    failure_t error;
    game_symmetry(walk->game, symmetry, state, &image);
    HOLDS(walk, state, game_check(walk->game, &image, &error));
    check_image_outcome(walk, state, &image, symmetry);
    if (game_legal(walk->game, &image, legal) != count)
        symmetry_fails(walk, state, symmetry,
                       "the image of the position has more or fewer legal actions");
    for (int i = 0; i < count; i++) {
        state_t next = *state, next_image = conformance_unset_state(), image_next = image;
        images[i] = game_symmetry_action(walk->game, symmetry, actions[i]);
        if (game_find_action(legal, count, images[i]) < 0)
            symmetric_action_fails(walk, state, symmetry, actions[i],
                                   "is not legal in the image of the position");
        check_action_cells(walk, state, symmetry, actions[i], images[i]);
        game_apply(walk->game, &next, actions[i]);
        game_symmetry(walk->game, symmetry, &next, &next_image);
        game_apply(walk->game, &image_next, images[i]);
        if (!game_equal(walk->game, &next_image, &image_next))
            symmetric_action_fails(walk, state, symmetry, actions[i],
                                   "does not lead to the image of the next position");
    }
    check_image_contents(walk, state, &image, symmetry);
    qsort(images, (size_t)count, sizeof *images, compare_actions);
    HOLDS(walk, state, memcmp(images, legal, (size_t)count * sizeof *images) == 0);
    if (symmetry == 0)
        HOLDS(walk, state, game_equal(walk->game, state, &image));
}

/* Checks a picture: complete lines, in which only colours are escape sequences. */
static void check_picture(const walk_t *walk, const state_t *state, bool colour) {
    char picture[GAME_PICTURE_TEXT];
    text_t out = text_into(picture, sizeof picture);
    game_picture(walk->game, state, colour, &out);
    for (char *c = picture; colour && (c = strstr(c, "\033[")) != NULL;)
        for (*c = ' '; *c && *c != 'm';)
            c++;
    HOLDS(walk, state, out.used > 0 && plain_text_is_lines(picture));
}

void conformance_state(const walk_t *walk, const state_t *state, const action_t *actions,
                       int count) {
    outcome_t outcome = game_outcome(walk->game, state);
    failure_t error;
    if (!game_check(walk->game, state, &error))
        error_throw("%s: %.1500s", walk->name, error.message);
    HOLDS(walk, state, (count == 0) == outcome.over);
    HOLDS(walk, state, outcome.over == (outcome.reason != REASON_NONE));
    HOLDS(walk, state, outcome.over || outcome.winner == NOBODY);
    check_texts(walk, state);
    check_actions(walk, state, actions, count);
    check_picture(walk, state, false);
    check_picture(walk, state, true);
}

/* Changes a packed state at random. If that is still a state, it must satisfy what the
 * states of games do, and so must the states after it: a position that `unpack`, `check`
 * or `set_contents` accepts can be given to any command. */
void conformance_changed(const walk_t *walk, const state_t *state, pcg32_t *rng) {
    unsigned char packed[GAME_PACKED_BYTES], again[GAME_PACKED_BYTES];
    action_t actions[GAME_MAX_LEGAL];
    state_t changed = conformance_unset_state();
    failure_t error;
    uint32_t bytes = (uint32_t)walk->game->packed_bytes;
    game_pack(walk->game, state, packed);
    for (uint32_t change = pcg32_below(rng, 3) + 1; change > 0; change--) {
        unsigned char *byte = &packed[pcg32_below(rng, bytes)];
        *byte = pcg32_below(rng, 2) ? packed[pcg32_below(rng, bytes)]
                                    : (unsigned char)(*byte ^ 1 << pcg32_below(rng, 8));
    }
    if (!game_unpack(walk->game, packed, &changed, &error) ||
        !game_check(walk->game, &changed, &error))
        return;
    game_pack(walk->game, &changed, again);
    HOLDS(walk, &changed, memcmp(packed, again, bytes) == 0);
    for (int turn = 0; turn < 8; turn++) {
        int count = game_legal(walk->game, &changed, actions);
        conformance_state(walk, &changed, actions, count);
        if (count == 0)
            break;
        game_apply(walk->game, &changed, actions[pcg32_below(rng, (uint32_t)count)]);
    }
}

/* Checks that the first plane marks places for cells, and that each action has its own
 * output within the policy heads. */
static void check_networks(const walk_t *walk, const state_t *state) {
    const game_t *game = walk->game;
    planes_shape_t shape = planes_shape(game);
    int places = shape.height * shape.width, marked = 0, side = game_side(game, state);
    int heads[] = {shape.cell_heads, shape.pair_heads, shape.whole_heads};
    HOLDS(walk, state, places > 0 && places <= PLANES_MAX_GRID);
    uint8_t *planes = memory_new(planes_bytes(game), 1);
    planes_write(game, state, planes);
    for (int place = 0; place < places; place++)
        marked += planes[place];
    free(planes);
    HOLDS(walk, state, marked > 0 && marked <= game->cells);
    size_t pairs = (size_t)places * (size_t)places;
    bool *taken = memory_new(3 * PLANES_MAX_HEADS * pairs, sizeof *taken);
    for (int a = 0; a < game->num_actions; a++) {
        policy_output_t output = planes_output(game, side, (action_t)a);
        HOLDS(walk, state,
              output.kind <= OUTPUT_WHOLE && output.head < heads[output.kind]);
        HOLDS(walk, state, output.from < places && output.to < places);
        size_t at = (size_t)(output.kind * PLANES_MAX_HEADS + output.head) * pairs +
                    (size_t)output.from * (size_t)places + output.to;
        HOLDS(walk, state, !taken[at]);
        taken[at] = true;
    }
    free(taken);
}

/* Checks that features are in range and within their maximum number, and that exchanging
 * the sides twice gives each feature back. */
static void check_features(const walk_t *walk, const state_t *state) {
    const game_t *game = walk->game;
    uint64_t bits[FEATURES_WORDS], again[FEATURES_WORDS];
    uint16_t on[FEATURES_MAX], seen[FEATURES_MAX];
    int words = features_words(game), total = features_count(game);
    HOLDS(walk, state, features_version(game) > 0 && total > 0 && total <= FEATURES_MAX);
    memset(bits, UNUSED, sizeof bits);
    memset(again, ~UNUSED & 0xff, sizeof again);
    features_write(game, state, bits);
    features_write(game, state, again);
    HOLDS(walk, state, memcmp(bits, again, (size_t)words * sizeof *bits) == 0);
    int count = features_list(bits, words, on);
    HOLDS(walk, state, count <= features_most(game));
    HOLDS(walk, state, count == 0 || on[count - 1] < total);
    features_seen_all(game, 1, seen);
    for (int feature = 0; feature < total; feature++)
        HOLDS(walk, state, seen[seen[feature]] == feature);
    for (int s = 0; s < game->num_symmetries; s++) {
        state_t image = {0};
        game_symmetry(game, s, state, &image);
        features_write(game, &image, again);
        HOLDS(walk, state, features_list(again, words, on) == count);
    }
}

void conformance_position(const walk_t *walk, const state_t *state,
                          const action_t *actions, int count, int number) {
    conformance_state(walk, state, actions, count);
    if (count == 0)
        return;
    if (number % 8 == 0 || number < 4) {
        check_contents(walk, state, actions, count);
        for (int s = 0; s < walk->game->num_symmetries; s++)
            check_symmetry(walk, state, s, actions, count);
    }
    if (number % 16 == 0 && walk->game->networks.planes)
        check_networks(walk, state);
    if (number % 16 == 0)
        check_features(walk, state);
}
