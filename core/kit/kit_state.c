#include "core/kit/kit_state.h"

#include "core/base/error.h"
#include "core/kit/kit_class.h"

#include <assert.h>
#include <string.h>

static_assert(sizeof(kit_head_t) == 16, "no padding");

/* --- Positions as the library sees them --------------------------------------------- */

static uint64_t *set_at(const kit_t *k, void *state, int i) {
    return (uint64_t *)state + sizeof(kit_head_t) / 8 + i * k->layout->words;
}
static bool has(const uint64_t *set, int cell) {
    return set[cell / 64] >> cell % 64 & 1;
}
static void add(uint64_t *set, int cell) {
    set[cell / 64] |= UINT64_C(1) << cell % 64;
}
static int count(const kit_t *k, const uint64_t *set) {
    int sum = 0;
    for (int i = 0; i < k->layout->words; i++)
        sum += __builtin_popcountll(set[i]);
    return sum;
}

int kit_pieces(const kit_t *k, const void *state) {
    int sum = 0;
    for (int i = 0; i < k->layout->owners; i++)
        sum += count(k, kit_set(k, state, i));
    return sum;
}

void kit_clear(const kit_t *k, void *state) {
    kit_head_t *head = state;
    memset(state, 0, (size_t)k->layout->bytes);
    head->mark = NO_CELL;
}

static size_t past_at(const kit_t *k) {
    const kit_layout_t *layout = k->layout;
    return sizeof(kit_head_t) + sizeof(uint64_t) * (size_t)layout->words *
                                    (size_t)(layout->owners + layout->layers);
}

void kit_get_past(const kit_t *k, const void *state, uint32_t past[KIT_HISTORY]) {
    memcpy(past, (const char *)state + past_at(k),
           (size_t)k->layout->history * sizeof *past);
}

void kit_set_past(const kit_t *k, void *state, const uint32_t past[KIT_HISTORY]) {
    memcpy((char *)state + past_at(k), past, (size_t)k->layout->history * sizeof *past);
}

/* --- Contents ----------------------------------------------------------------------- */

void kit_contents(const game_t *game, const void *state, uint8_t *contents) {
    const kit_t *k = kit_of(game);
    for (int cell = 0; cell < k->cells; cell++) {
        int owner = 0, kind = 0;
        for (int i = 0; i < k->layout->owners; i++)
            owner |= has(kit_set(k, state, i), cell) ? CELL_OF_SIDE0 + i : 0;
        for (int i = 0; i < k->layout->layers; i++)
            kind |= has(kit_set(k, state, k->layout->owners + i), cell) << i;
        contents[cell] =
            on_board(k, cell) ? (uint8_t)(owner + CELL_KIND * kind) : CELL_REMOVED;
    }
}

/* Sets the cells of a cleared state. */
static bool read_contents(const kit_t *k, const uint8_t *contents, void *state,
                          failure_t *error) {
    for (int cell = 0; cell < k->cells; cell++) {
        int owner = contents[cell] & CELL_OWNER, kind = contents[cell] / CELL_KIND;
        if ((contents[cell] == CELL_REMOVED) == on_board(k, cell))
            return error_set(error, "the board has another shape");
        if (contents[cell] == CELL_REMOVED)
            continue;
        if (owner > k->layout->owners || kind >= 1 << k->layout->layers ||
            (kind > 0 && owner == 0))
            return error_set(error, "nothing like that can be on a cell");
        if (owner > 0)
            add(set_at(k, state, owner - 1), cell);
        for (int i = 0; i < k->layout->layers; i++)
            if (kind >> i & 1)
                add(set_at(k, state, k->layout->owners + i), cell);
    }
    return true;
}

void kit_set_result(const kit_t *k, void *state) {
    kit_head_t *head = state;
    head->result = k->layout->result(k, state);
}

static bool set_contents(const game_t *game, const uint8_t *contents, int side,
                         void *state, failure_t *error) {
    const kit_t *k = kit_of(game);
    kit_head_t *head = state;
    kit_clear(k, state);
    head->side = (uint8_t)side;
    head->played = (uint16_t)kit_usually_played(k);
    if (!read_contents(k, contents, state, error))
        return false;
    kit_set_result(k, state);
    return true;
}

/* --- Symmetries --------------------------------------------------------------------- */

void kit_map_state(const kit_t *k, const kit_symmetry_t *symmetry, const void *state,
                   void *image) {
    kit_head_t head;
    int sets = k->layout->owners + k->layout->layers;
    kit_clear(k, image);
    memcpy(&head, state, sizeof head);
    if (head.mark != NO_CELL)
        head.mark = symmetry->cell[head.mark];
    if (symmetry->exchanges) {
        head.side ^= 1;
        if (k->side_counts) {
            uint16_t first = head.count[0];
            head.count[0] = head.count[1];
            head.count[1] = first;
        }
    }
    memcpy(image, &head, sizeof head);
    uint32_t past[KIT_HISTORY]; /* of games with the identity alone */
    kit_get_past(k, state, past);
    kit_set_past(k, image, past);
    for (int i = 0; i < sets; i++) {
        const uint64_t *from = kit_set(k, state, i);
        uint64_t *to = set_at(k, image, symmetry->exchanges && i < 2 ? !i : i);
        for (int w = 0; w < k->layout->words; w++)
            for (uint64_t rest = from[w]; rest; rest &= rest - 1)
                add(to, symmetry->cell[64 * w + __builtin_ctzll(rest)]);
    }
}

/* --- Packed positions --------------------------------------------------------------- */

static void pack(const game_t *game, const void *state, unsigned char *bytes) {
    const kit_t *k = kit_of(game);
    kit_head_t head;
    memcpy(&head, state, sizeof head);
    memset(bytes, 0, KIT_HEAD_BYTES);
    bytes[0] = head.side;
    bytes[1] = head.phase;
    bytes[2] = head.mark;
    for (int byte = 0; byte < 2; byte++) {
        bytes[4 + byte] = (unsigned char)(head.played >> 8 * byte);
        for (int i = 0; i < KIT_COUNTERS; i++)
            bytes[6 + 2 * i + byte] = (unsigned char)(head.count[i] >> 8 * byte);
    }
    kit_contents(game, state, bytes + KIT_HEAD_BYTES);
    uint32_t past[KIT_HISTORY];
    kit_get_past(k, state, past);
    for (int i = 0; i < 4 * k->layout->history; i++)
        bytes[KIT_HEAD_BYTES + k->cells + i] =
            (unsigned char)(past[i / 4] >> 8 * (i % 4));
}

bool kit_check_head(const kit_t *k, const kit_head_t *head, failure_t *error) {
    for (int i = 0; i < KIT_COUNTERS; i++)
        if (head->count[i] > k->most_count[i])
            return error_set(error, "count %d is %d; allowed: 0 to %d (k->most_count)", i,
                             head->count[i], k->most_count[i]);
    if (head->side > 1)
        return error_set(error, "the side to move is %d", head->side);
    if (head->phase >= k->phases)
        return error_set(error, "phase is %d; allowed: 0 to %d (k->phases)", head->phase,
                         k->phases - 1);
    if (head->mark != NO_CELL &&
        (!k->marks || head->mark >= k->cells || !on_board(k, head->mark)))
        return error_set(error, "that cell cannot be marked (k->marks)");
    if (head->played > k->most_played)
        return error_set(error, "played is %d; allowed: 0 to %d", head->played,
                         k->most_played);
    return true;
}

static bool unpack(const game_t *game, const unsigned char *bytes, void *state,
                   failure_t *error) {
    const kit_t *k = kit_of(game);
    kit_head_t head = {.side = bytes[0], .phase = bytes[1], .mark = bytes[2]};
    head.played = (uint16_t)(bytes[4] | bytes[5] << 8);
    for (int i = 0; i < KIT_COUNTERS; i++)
        head.count[i] = (uint16_t)(bytes[6 + 2 * i] | bytes[7 + 2 * i] << 8);
    kit_clear(k, state);
    if (bytes[3] | bytes[14] | bytes[15])
        return error_set(error, "packed state: unused bytes are not 0");
    if (!kit_check_head(k, &head, error) ||
        !read_contents(k, bytes + KIT_HEAD_BYTES, state, error))
        return error_prefix(error, "packed state");
    memcpy(state, &head, sizeof head);
    uint32_t past[KIT_HISTORY] = {0};
    for (int i = 0; i < 4 * k->layout->history; i++)
        past[i / 4] |= (uint32_t)bytes[KIT_HEAD_BYTES + k->cells + i] << 8 * (i % 4);
    kit_set_past(k, state, past);
    kit_set_result(k, state);
    return true;
}

/* What contents cannot say. */
static bool check_sets(const game_t *game, const void *state, failure_t *error) {
    const kit_t *k = kit_of(game);
    for (int w = 0; w < k->layout->words; w++) {
        uint64_t owned = 0, twice = 0, kinds = 0;
        for (int i = 0; i < k->layout->owners; i++) {
            twice |= owned & kit_set(k, state, i)[w];
            owned |= kit_set(k, state, i)[w];
        }
        for (int i = 0; i < k->layout->layers; i++)
            kinds |= kit_set(k, state, k->layout->owners + i)[w];
        const uint64_t off = (owned | kinds) & ~k->all.word[w],
                       wrong = off | twice | (kinds & ~owned);
        if (!wrong)
            continue;
        const int place = 64 * w + __builtin_ctzll(wrong);
        const uint64_t bit = wrong & -wrong;
        char name[16];
        text_t out = text_into(name, sizeof name);
        if (place < k->cells)
            game_write_cell(game, place, &out);
        else
            text_add(&out, "place %d", place);
        return error_set(error, "%s %s", name,
                         off & bit     ? "is off the board, but has a piece"
                         : twice & bit ? "has two pieces"
                                       : "has a kind, but no piece");
    }
    return true;
}

static bool check(const game_t *game, const void *state, failure_t *error) {
    unsigned char bytes[GAME_PACKED_BYTES];
    state_t again = {0};
    if (!check_sets(game, state, error))
        return false;
    pack(game, state, bytes);
    if (!unpack(game, bytes, &again, error))
        return false;
    return memcmp(&again, state, (size_t)game->state_bytes) == 0 ||
           error_set(error, "position: the state is not what its cells imply");
}

void kit_fill_state(game_t *game) {
    KIT_FILL(game->board.contents, kit_contents);
    KIT_FILL(game->board.set_contents, set_contents);
    KIT_FILL(game->text.pack, pack);
    KIT_FILL(game->text.unpack, unpack);
    KIT_FILL(game->text.check, check);
}
