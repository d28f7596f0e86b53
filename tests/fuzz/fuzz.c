#include "tests/fuzz/fuzz.h"

#include "tests/support/variants.h"

#include <stdlib.h>
#include <unistd.h>

#if defined(FULCRUM_FUZZ)
/* Running out of memory calls _exit (error.h), which the fuzzer would take for a normal
 * end; aborting makes it keep the input. */
/* NOLINTNEXTLINE(bugprone-reserved-identifier): the C library's name */
_Noreturn void _exit(int status) {
    (void)status;
    abort();
}
#endif

/* --- Inputs ------------------------------------------------------------------------- */

uint8_t fuzz_take_byte(fuzz_input_t *input) {
    if (input->size == 0)
        return 0;
    input->size--;
    return *input->data++;
}

char *fuzz_take_line(fuzz_input_t *input) {
    if (input->size == 0)
        return NULL;
    const uint8_t *newline = memchr(input->data, '\n', input->size);
    size_t length = newline ? (size_t)(newline - input->data) : input->size;
    size_t taken = newline ? length + 1 : length;
    char *line = memory_new(length + 1, 1);
    memcpy(line, input->data, length);
    input->data += taken;
    input->size -= taken;
    return line;
}

static int count_variants(const char *game) {
    int count = 0;
    for (int i = 0; i < test_variant_count; i++)
        count += strcmp(test_variants[i].game, game) == 0;
    return count;
}

/* The line of variants.c that has a game's variant of this number. */
static int find_variant(const char *game, int number) {
    for (int i = 0; i < test_variant_count; i++)
        if (strcmp(test_variants[i].game, game) == 0 && number-- == 0)
            return i;
    return 0; /* not reached: the number is in range */
}

const game_t *fuzz_take_game(fuzz_input_t *input) {
    static game_t *games[256]; /* by line of variants.c, then by class */
    REQUIRE(test_variant_count + game_class_count <=
            (int)(sizeof games / sizeof games[0]));
    uint8_t first = (uint8_t)(fuzz_take_byte(input) - '0');
    uint8_t second = (uint8_t)(fuzz_take_byte(input) - '0');
    int class = first % game_class_count;
    const char *name = game_classes[class]->name;
    int count = count_variants(name);
    test_variant_t variant = {name, ""}; /* for games that are not in variants.c */
    int index = test_variant_count + class;
    if (count > 0) {
        index = find_variant(name, second % count);
        variant = test_variants[index];
    }
    if (!games[index])
        games[index] = test_variant_game(&variant);
    return games[index];
}

/* --- Properties of a state ---------------------------------------------------------- */

static void check_sound(const game_t *game, const state_t *state) {
    failure_t error = {""};
    if (!game_check(game, state, &error))
        fprintf(stderr, "%s %s: %s\n", game->class->name, game->variant_text,
                error.message);
    REQUIRE(!error.message[0]);
}

/* print -> parse is the identity. The state that is read into is filled with 0xff: the
 * reader must write all of its bytes. */
static void check_text(const game_t *game, const state_t *state) {
    char text[GAME_POSITION_TEXT], again[GAME_POSITION_TEXT];
    state_t read;
    failure_t error;
    game_write_position(game, state, POSITION_FULL, text);
    memset(&read, 0xff, sizeof read);
    REQUIRE(game->text.read_position(game, text, &read, &error));
    REQUIRE(game_equal(game, state, &read));
    game_write_position(game, &read, POSITION_FULL, again);
    REQUIRE(strcmp(text, again) == 0);
    game_write_position(game, state, POSITION_WITHOUT_TURN, text);
    REQUIRE(game_read_position(game, text, &read, &error));
}

static void check_packed(const game_t *game, const state_t *state) {
    unsigned char packed[GAME_PACKED_BYTES];
    state_t read;
    failure_t error;
    memset(packed, 0xff, sizeof packed);
    memset(&read, 0xff, sizeof read);
    game_pack(game, state, packed);
    REQUIRE(game_unpack(game, packed, &read, &error));
    REQUIRE(game_equal(game, state, &read));
}

static void check_pictures(const game_t *game, const state_t *state) {
    char picture[GAME_PICTURE_TEXT];
    for (int colour = 0; colour < 2; colour++) {
        text_t out = text_into(picture, sizeof picture);
        game_picture(game, state, colour == 1, &out);
        REQUIRE(out.used > 0 && picture[out.used - 1] == '\n');
    }
}

/* Legal actions are in ascending order, and there are none if and only if the game is
 * over. */
static int check_legal(const game_t *game, const state_t *state, action_t *actions) {
    int count = game_legal(game, state, actions);
    outcome_t outcome = game_outcome(game, state);
    REQUIRE(count >= 0 && count <= game->max_legal);
    for (int i = 0; i < count; i++) {
        REQUIRE(actions[i] < game->num_actions);
        REQUIRE(i == 0 || actions[i - 1] < actions[i]);
    }
    REQUIRE(outcome.over == (count == 0));
    REQUIRE(outcome.over == (outcome.reason != REASON_NONE));
    REQUIRE(outcome.winner <= NOBODY && outcome.reason < REASON_COUNT);
    REQUIRE(outcome.over || outcome.winner == NOBODY);
    REQUIRE((game_side(game, state) | game_player(game, state)) <= 1);
    return count;
}

static void check_actions(const game_t *game, const state_t *state) {
    action_t actions[GAME_MAX_LEGAL], read;
    int count = check_legal(game, state, actions);
    for (int i = 0; i < count; i++) {
        char text[GAME_ACTION_TEXT];
        state_t next = *state;
        game_write_action(game, actions[i], text);
        REQUIRE(game_parse_action(game, text, &read) && read == actions[i]);
        game_apply(game, &next, actions[i]);
        check_sound(game, &next);
    }
}

/* The image of a sound state is sound and has as many legal actions. */
static void check_symmetries(const game_t *game, const state_t *state) {
    action_t actions[GAME_MAX_LEGAL];
    int count = game_legal(game, state, actions);
    for (int symmetry = 0; symmetry < game->num_symmetries; symmetry++) {
        state_t image;
        memset(&image, 0xff, sizeof image);
        game_symmetry(game, symmetry, state, &image);
        check_sound(game, &image);
        REQUIRE(check_legal(game, &image, actions) == count);
        REQUIRE(symmetry != 0 || game_equal(game, state, &image));
    }
}

void fuzz_check_state(const game_t *game, const state_t *state) {
    check_sound(game, state);
    check_text(game, state);
    check_packed(game, state);
    check_pictures(game, state);
    check_actions(game, state);
    check_symmetries(game, state);
}

void fuzz_play(const game_t *game, const state_t *state, uint64_t seed) {
    enum { CHECKED = 24 };
    pcg32_t rng = pcg32_for(seed, 0, 0, PCG_FOR_TEST);
    action_t actions[GAME_MAX_LEGAL];
    state_t now = *state;
    for (int i = 0, count; i < CHECKED; i++) {
        check_sound(game, &now);
        if ((count = check_legal(game, &now, actions)) == 0)
            break;
        game_apply(game, &now, actions[pcg32_below(&rng, (uint32_t)count)]);
    }
    playout_t end = game_playout(game, &now, &rng);
    REQUIRE(end.outcome.over && end.outcome.winner <= NOBODY);
    REQUIRE(end.outcome.reason != REASON_NONE && end.outcome.reason < REASON_COUNT);
    REQUIRE(end.length <= (uint32_t)game->max_game_length);
}
