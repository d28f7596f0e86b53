#include "core/kit/kit_class.h"

#include <assert.h>
#include <stdlib.h>

static_assert(sizeof(kit_head_t) == 16, "no padding");

enum { HEAD_BYTES = 16 }; /* packed: side, phase, mark, 0, played, counts, 0, 0 */

static const kit_t *kit(const game_t *game) {
    return game->tables;
}

/* --- Positions as the library sees them --------------------------------------------- */

/* The set number i of a position: the owners' come first. */
static uint64_t *set_at(const kit_t *k, void *state, int i) {
    return (uint64_t *)state + sizeof(kit_head_t) / 8 + i * k->layout->words;
}
static const uint64_t *const_set_at(const kit_t *k, const void *state, int i) {
    return (const uint64_t *)state + sizeof(kit_head_t) / 8 + i * k->layout->words;
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

static void clear(const kit_t *k, void *state) {
    kit_head_t *head = state;
    memset(state, 0, (size_t)k->layout->bytes);
    head->mark = NO_CELL;
}

/* The number of actions after which p->played is as usual: past the first turn. */
static int usually_played(const kit_t *k) {
    return k->most_played ? k->first_turn + 1 : 0;
}

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

void kit_begin(const game_t *game, void *state) {
    memcpy(state, kit(game)->start, (size_t)game->state_bytes);
}

int kit_side(const game_t *game, const void *state) {
    (void)game;
    return ((const kit_head_t *)state)->side;
}

static int pieces(const kit_t *k, const void *state) {
    int sum = 0;
    for (int i = 0; i < k->layout->owners; i++)
        sum += count(k, const_set_at(k, state, i));
    return sum;
}

/* Of either side: a symmetry may have exchanged them. */
bool kit_first_turn_just_over(const game_t *game, const void *state) {
    const kit_t *k = kit(game);
    kit_head_t head, first;
    memcpy(&head, state, sizeof head);
    memcpy(&first, k->start, sizeof first);
    return k->most_played ? head.played == k->first_turn
                          : head.phase == first.phase &&
                                abs(pieces(k, state) - pieces(k, k->start)) == 1;
}

int kit_forget_turns(const game_t *game, void *state) {
    const kit_t *k = kit(game);
    kit_head_t *head = state;
    if (!k->cut_off)
        return INT_MAX;
    int left = k->cut_off - head->played;
    if (head->played > k->first_turn && left > 0)
        head->played = (uint16_t)usually_played(k);
    return left;
}

/* --- Contents ----------------------------------------------------------------------- */

void kit_contents(const game_t *game, const void *state, uint8_t *contents) {
    const kit_t *k = kit(game);
    for (int cell = 0; cell < k->cells; cell++) {
        int owner = 0, kind = 0;
        for (int i = 0; i < k->layout->owners; i++)
            owner |= has(const_set_at(k, state, i), cell) ? CELL_OF_SIDE0 + i : 0;
        for (int i = 0; i < k->layout->layers; i++)
            kind |= has(const_set_at(k, state, k->layout->owners + i), cell) << i;
        contents[cell] =
            has(k->all.word, cell) ? (uint8_t)(owner + CELL_KIND * kind) : CELL_REMOVED;
    }
}

/* Sets the cells of a cleared state. */
static bool read_contents(const kit_t *k, const uint8_t *contents, void *state,
                          failure_t *error) {
    for (int cell = 0; cell < k->cells; cell++) {
        int owner = contents[cell] & CELL_OWNER, kind = contents[cell] / CELL_KIND;
        if ((contents[cell] == CELL_REMOVED) == has(k->all.word, cell))
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

static void set_result(const kit_t *k, void *state) {
    kit_head_t *head = state;
    head->result = k->layout->result(k, state);
}

bool kit_set_contents(const game_t *game, const uint8_t *contents, int side, void *state,
                      failure_t *error) {
    const kit_t *k = kit(game);
    kit_head_t *head = state;
    clear(k, state);
    head->side = (uint8_t)side;
    head->played = (uint16_t)usually_played(k);
    if (!read_contents(k, contents, state, error))
        return false;
    set_result(k, state);
    return true;
}

/* --- Symmetries --------------------------------------------------------------------- */

void kit_map_state(const kit_t *k, const kit_symmetry_t *symmetry, const void *state,
                   void *image) {
    kit_head_t head;
    int sets = k->layout->owners + k->layout->layers;
    clear(k, image);
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
    for (int i = 0; i < sets; i++) {
        const uint64_t *from = const_set_at(k, state, i);
        uint64_t *to = set_at(k, image, symmetry->exchanges && i < 2 ? !i : i);
        for (int w = 0; w < k->layout->words; w++)
            for (uint64_t rest = from[w]; rest; rest &= rest - 1)
                add(to, symmetry->cell[64 * w + __builtin_ctzll(rest)]);
    }
}

void kit_symmetry(const game_t *game, int symmetry, const void *state, void *image) {
    const kit_t *k = kit(game);
    kit_map_state(k, &k->symmetry[symmetry], state, image);
    set_result(k, image);
}

int kit_symmetry_cell(const game_t *game, int symmetry, int cell) {
    return kit(game)->symmetry[symmetry].cell[cell];
}

bool kit_symmetry_exchanges(const game_t *game, int symmetry) {
    return kit(game)->symmetry[symmetry].exchanges;
}

action_t kit_symmetry_action(const game_t *game, int symmetry, action_t action) {
    const kit_t *k = kit(game);
    const kit_symmetry_t *map = &k->symmetry[symmetry];
    const kit_action_t *played = &k->action[action];
    const kit_kind_t *of = &k->kind[played->kind];
    const kit_group_t *group = &k->group[of->group];
    int kind = played->kind;
    if (group->form == KIT_CALL)
        return action;
    if (group->form == KIT_PAIR)
        kind = group->kind + map->cell[kind - group->kind];
    if (group->form == KIT_SLIDE || group->form == KIT_HOP)
        kind += (map->direction[of->direction] - of->direction) * group->distances;
    return k->number[k->kind[kind].first + map->cell[played->cell]];
}

/* --- Packed positions --------------------------------------------------------------- */

void kit_pack(const game_t *game, const void *state, unsigned char *bytes) {
    kit_head_t head;
    memcpy(&head, state, sizeof head);
    memset(bytes, 0, HEAD_BYTES);
    bytes[0] = head.side;
    bytes[1] = head.phase;
    bytes[2] = head.mark;
    for (int byte = 0; byte < 2; byte++) {
        bytes[4 + byte] = (unsigned char)(head.played >> 8 * byte);
        for (int i = 0; i < KIT_COUNTERS; i++)
            bytes[6 + 2 * i + byte] = (unsigned char)(head.count[i] >> 8 * byte);
    }
    kit_contents(game, state, bytes + HEAD_BYTES);
}

bool kit_check_head(const kit_t *k, const kit_head_t *head, failure_t *error) {
    for (int i = 0; i < KIT_COUNTERS; i++)
        if (head->count[i] > k->most_count[i])
            return error_set(error, "count %d is %d; allowed: 0 to %d", i, head->count[i],
                             k->most_count[i]);
    if (head->side > 1)
        return error_set(error, "the side to move is %d", head->side);
    if (head->phase >= k->phases)
        return error_set(error, "phase is %d; allowed: 0 to %d", head->phase,
                         k->phases - 1);
    if (head->mark != NO_CELL &&
        (!k->marks || head->mark >= k->cells || !has(k->all.word, head->mark)))
        return error_set(error, "that cell cannot be marked");
    if (head->played > k->most_played)
        return error_set(error, "played is %d; allowed: 0 to %d", head->played,
                         k->most_played);
    return true;
}

bool kit_unpack(const game_t *game, const unsigned char *bytes, void *state,
                failure_t *error) {
    const kit_t *k = kit(game);
    kit_head_t head = {.side = bytes[0], .phase = bytes[1], .mark = bytes[2]};
    head.played = (uint16_t)(bytes[4] | bytes[5] << 8);
    for (int i = 0; i < KIT_COUNTERS; i++)
        head.count[i] = (uint16_t)(bytes[6 + 2 * i] | bytes[7 + 2 * i] << 8);
    clear(k, state);
    if (bytes[3] | bytes[14] | bytes[15])
        return error_set(error, "packed state: unused bytes are not 0");
    if (!kit_check_head(k, &head, error) ||
        !read_contents(k, bytes + HEAD_BYTES, state, error))
        return error_prefix(error, "packed state");
    memcpy(state, &head, sizeof head);
    set_result(k, state);
    return true;
}

bool kit_check(const game_t *game, const void *state, failure_t *error) {
    unsigned char bytes[GAME_PACKED_BYTES];
    state_t again = {0};
    kit_pack(game, state, bytes);
    if (!kit_unpack(game, bytes, &again, error))
        return false;
    return memcmp(&again, state, (size_t)game->state_bytes) == 0 ||
           error_set(error, "position: the state is not what its cells imply");
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

bool kit_complete(game_t *game, kit_t *k, const kit_layout_t *layout, failure_t *error) {
    k->layout = layout;
    if (k->cells > 64 * layout->words)
        return error_set(error, "a board of %d places (%d by %d) is larger than CELLS",
                         k->cells, k->width, k->height);
    kit_complete_board(k);
    kit_number_actions(k);
    k->first_turn += k->first_turn == 0;
    k->phases += k->phases == 0;
    k->most_played = k->cut_off ? k->cut_off : has_moves(k) ? k->first_turn + 1 : 0;
    set_letters(k);
    clear(k, k->start);
    layout->start(k, k->start);
    set_result(k, k->start);
    kit_find_symmetries(k);
    game->cells = k->cells;
    game->grid_width = k->width;
    game->grid_height = k->height;
    game->num_actions = k->num_actions;
    game->max_legal = k->num_actions < GAME_MAX_LEGAL ? k->num_actions : GAME_MAX_LEGAL;
    game->state_bytes = layout->bytes;
    game->packed_bytes = HEAD_BYTES + k->cells;
    game->max_game_length = k->cut_off      ? k->cut_off
                            : k->max_length ? k->max_length
                                            : board_cells(k);
    game->num_symmetries = k->num_symmetries;
    game->board.letters = k->all_letters;
    kit_count_features(game, k);
    return true;
}
