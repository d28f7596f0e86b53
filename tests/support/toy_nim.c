#include "tests/support/toy_nim.h"

#include "core/base/bits.h"
#include "core/game/planes.h"

#include <assert.h>

enum { MAX_TURNS = 2, PACKED_BYTES = 6, MIRROR = 1 };

static const char side_letters[] = "AB";

typedef struct variant {
    int64_t size, take;
    bool misere;
} variant_t;

/* No padding: equal states have equal bytes. */
typedef struct nim {
    uint16_t tokens, taken; /* left in the row; taken in the current turn */
    uint8_t side, turns;    /* after the end, the side that took last */
} nim_t;

static const variant_t *variant_of(const game_t *game) {
    return game->variant;
}

static int size_of(const game_t *game) {
    return (int)variant_of(game)->size;
}

static unsigned full_row(const game_t *game) {
    return (1U << size_of(game)) - 1;
}

/* The tokens that may be taken. */
static unsigned takeable(const nim_t *nim) {
    unsigned beside = (unsigned)nim->taken << 1 | (unsigned)nim->taken >> 1;
    return nim->taken ? nim->tokens & beside : nim->tokens;
}

static void start(const game_t *game, void *state) {
    nim_t *nim = state;
    *nim = (nim_t){.tokens = (uint16_t)full_row(game)};
}

static int legal(const game_t *game, const void *state, action_t *actions) {
    const nim_t *nim = state;
    int count = 0;
    for (bits64_t left = takeable(nim); left;)
        actions[count++] = (action_t)bits64_pop(&left);
    if (nim->taken)
        actions[count++] = (action_t)size_of(game);
    return count;
}

static void end_turn(nim_t *nim) {
    nim->taken = 0;
    nim->turns = (uint8_t)(nim->turns < MAX_TURNS ? nim->turns + 1 : MAX_TURNS);
    if (nim->tokens)
        nim->side ^= 1;
}

static void apply(const game_t *game, void *state, action_t action) {
    nim_t *nim = state;
    if (action == size_of(game)) {
        assert(nim->taken);
        end_turn(nim);
        return;
    }
    unsigned token = 1U << action;
    assert(takeable(nim) & token);
    nim->tokens = (uint16_t)(nim->tokens & ~token);
    nim->taken = (uint16_t)(nim->taken | token);
    if (bits64_count(nim->taken) == variant_of(game)->take || !takeable(nim))
        end_turn(nim);
}

/* Sides and players coincide. */
static int side(const game_t *game, const void *state) {
    (void)game;
    return ((const nim_t *)state)->side;
}

static outcome_t outcome(const game_t *game, const void *state) {
    const nim_t *nim = state;
    if (nim->tokens)
        return (outcome_t){false, NOBODY, REASON_NONE};
    int winner = nim->side ^ (variant_of(game)->misere ? 1 : 0);
    return (outcome_t){true, (uint8_t)winner, REASON_WIN};
}

static bool first_turn_just_over(const game_t *game, const void *state) {
    (void)game;
    const nim_t *nim = state;
    return nim->turns == 1 && !nim->taken;
}

static void write_position(const game_t *game, const void *state, position_form_t form,
                           text_t *out) {
    (void)form; /* the turns decide when to swap, not a cut-off: they are always shown */
    const nim_t *nim = state;
    text_add(out, "%c ", side_letters[nim->side]);
    for (int i = 0; i < size_of(game); i++)
        text_add_char(out, nim->tokens >> i & 1 ? 'o' : nim->taken >> i & 1 ? '*' : '.');
    text_add(out, " %d", nim->turns);
}

static bool read_row(const game_t *game, const token_t *token, nim_t *nim,
                     failure_t *error) {
    if (token->length != size_of(game))
        return error_set(error, "column %d: the row has %d tokens", token->column,
                         size_of(game));
    for (int i = 0; i < token->length; i++) {
        unsigned bit = 1U << i;
        if (token->start[i] == 'o')
            nim->tokens = (uint16_t)(nim->tokens | bit);
        else if (token->start[i] == '*')
            nim->taken = (uint16_t)(nim->taken | bit);
        else if (token->start[i] != '.')
            return error_set(error, "column %d: a token is o, * or .", token->column + i);
    }
    return true;
}

static bool read_position(const game_t *game, const char *text, void *state,
                          failure_t *error) {
    token_reader_t reader = token_reader(text);
    token_t who, row, turns, more;
    nim_t *nim = state;
    *nim = (nim_t){0};
    if (!token_next(&reader, &who) || !token_next(&reader, &row) ||
        !token_next(&reader, &turns))
        return error_set(error, "a position is a side, a row and a number of turns, as "
                                "in \"A ooo 0\"");
    if (token_next(&reader, &more))
        return error_set(error, "column %d: nothing may follow", more.column);
    if (!token_is(&who, "A") && !token_is(&who, "B"))
        return error_set(error, "column %d: the side is A or B", who.column);
    if (turns.length != 1 || turns.start[0] < '0' || turns.start[0] > '0' + MAX_TURNS)
        return error_set(error, "column %d: the turns are 0, 1 or 2", turns.column);
    nim->side = token_is(&who, "B");
    nim->turns = (uint8_t)(turns.start[0] - '0');
    return read_row(game, &row, nim, error);
}

static void pack(const game_t *game, const void *state, unsigned char *bytes) {
    (void)game;
    const nim_t *nim = state;
    bytes[0] = (unsigned char)(nim->tokens & 0xff);
    bytes[1] = (unsigned char)(nim->tokens >> 8);
    bytes[2] = (unsigned char)(nim->taken & 0xff);
    bytes[3] = (unsigned char)(nim->taken >> 8);
    bytes[4] = nim->side;
    bytes[5] = nim->turns;
}

/* Whether the tokens of a set, not empty, are adjacent. */
static bool is_run(unsigned set) {
    unsigned carried = set + (set & (~set + 1));
    return (carried & set) == 0;
}

static bool check(const game_t *game, const void *state, failure_t *error) {
    const nim_t *nim = state;
    unsigned rest = nim->tokens | nim->taken, gone = full_row(game) & ~rest;
    int64_t take = variant_of(game)->take;
    if (nim->side > 1 || nim->turns > MAX_TURNS)
        return error_set(error, "side %d or turns %d out of range", nim->side,
                         nim->turns);
    if ((rest & ~full_row(game)) || (nim->tokens & nim->taken))
        return error_set(error, "a token is beyond the row, or there and taken");
    if (nim->taken &&
        (!is_run(nim->taken) || bits64_count(nim->taken) >= take || !takeable(nim)))
        return error_set(error, "the tokens taken are no turn under way");
    if ((nim->turns == 0) != (gone == 0))
        return error_set(error, "no turn has been played, or tokens are gone");
    if (nim->turns == 1 && (!is_run(gone) || bits64_count(gone) > take))
        return error_set(error, "one turn does not take these tokens");
    if (nim->turns < 2 && nim->side != (nim->tokens ? nim->turns : 0))
        return error_set(error, "A has the first turn, and B the second");
    return true;
}

static bool unpack(const game_t *game, const unsigned char *bytes, void *state,
                   failure_t *error) {
    nim_t *nim = state;
    *nim = (nim_t){.tokens = (uint16_t)(bytes[0] | bytes[1] << 8),
                   .taken = (uint16_t)(bytes[2] | bytes[3] << 8),
                   .side = bytes[4],
                   .turns = bytes[5]};
    return check(game, state, error);
}

static uint16_t reversed(const game_t *game, unsigned row) {
    unsigned image = 0;
    for (int i = 0; i < size_of(game); i++)
        image = image << 1 | (row >> i & 1);
    return (uint16_t)image;
}

static void symmetry(const game_t *game, int number, const void *state, void *image) {
    nim_t nim = *(const nim_t *)state;
    if (number == MIRROR) {
        nim.tokens = reversed(game, nim.tokens);
        nim.taken = reversed(game, nim.taken);
    }
    memcpy(image, &nim, sizeof nim);
}

static int symmetry_cell(const game_t *game, int number, int cell) {
    (void)number; /* the mirror: the default for actions needs it */
    return size_of(game) - 1 - cell;
}

/* A token belongs to nobody; one taken in the current turn has kind 1. */
static void contents(const game_t *game, const void *state, uint8_t *cells) {
    const nim_t *nim = state;
    for (int i = 0; i < size_of(game); i++)
        cells[i] = nim->tokens >> i & 1  ? CELL_OF_NOBODY
                   : nim->taken >> i & 1 ? CELL_OF_NOBODY + CELL_KIND
                                         : CELL_EMPTY;
}

enum { PLANE_BOARD, PLANE_TOKENS, PLANE_TAKEN, PLANE_TAKE, PLANE_MISERE };

static const planes_class_t toy_nim_planes = {
    .version = 1,
    .planes = {{"token", 1},
               {"taken in this turn", 1},
               {"take", 1 / 2.0f},
               {"misere", 1}},
    .cell_heads = {"take"},
    .whole_heads = {"stop"},
};

static void write_planes(const game_t *game, const void *state, uint8_t *out) {
    const nim_t *nim = state;
    int size = size_of(game);
    for (int i = 0; i < size; i++) {
        out[PLANE_BOARD * size + i] = 1;
        out[PLANE_TOKENS * size + i] = nim->tokens >> i & 1;
        out[PLANE_TAKEN * size + i] = nim->taken >> i & 1;
    }
    planes_fill(game, out, PLANE_TAKE, (int)variant_of(game)->take);
    planes_fill(game, out, PLANE_MISERE, variant_of(game)->misere);
}

static bool make(game_t *game, failure_t *error) {
    (void)error; /* all values go together, and there are no tables */
    int size = size_of(game);
    game->cells = size;
    game->num_actions = size + 1;
    game->state_bytes = sizeof(nim_t);
    game->packed_bytes = PACKED_BYTES;
    game->max_game_length = 2 * size; /* each taken once, and followed by a stop */
    game->num_symmetries = 2;
    return true;
}

static const config_key_t keys[] = {
    KEY_INT("size", variant_t, size, 7, 3, 12, "tokens in the row"),
    KEY_INT("take", variant_t, take, 2, 2, 3, "tokens that a turn may take at most"),
    KEY_BOOL("misere", variant_t, misere, false, "who takes the last token has lost"),
};

const game_class_t toy_nim_class = {
    .name = "toynim",
    .title = "Toy Nim",
    .side_names = {"A", "B"},
    .guide = "Aim: take the last token.\n",
    .rules_version = 1,
    .variant_keys = {keys, KEYSET_COUNT(keys)},
    .variant_bytes = sizeof(variant_t),
    .make = make,
    .rules = {.start = start,
              .legal = legal,
              .apply = apply,
              .side = side,
              .outcome = outcome,
              .first_turn_just_over = first_turn_just_over},
    .board = {.contents = contents,
              .letters = ".??o???*",
              .symmetry_cell = symmetry_cell,
              .symmetry = symmetry},
    .text = {.write_position = write_position,
             .read_position = read_position,
             .pack = pack,
             .unpack = unpack,
             .check = check},
    .networks = {.planes = &toy_nim_planes, .write_planes = write_planes},
};
