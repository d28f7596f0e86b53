/* Features of games of the kit. In this order: for each cell own, enemy, nobody's; of
 * each layer own and enemy; the mark. For each phase from 1 on, which side is to move in
 * it. Where no symmetry exchanges the sides, which of them is side 0. For each axis,
 * pairs of neighbours by their owners, at the cell that comes first. */
#include "core/game/features.h"
#include "core/kit/kit_class.h"
#include "core/kit/kit_state.h"

/* --- Their numbers ------------------------------------------------------------------ */

/* Kinds of pairs on an axis: 2 * owner + the next one's owner; or both the same; none. */
enum { PAIRS_ALL = 4, PAIRS_ALIKE = 2 };

static int count_groups(const kit_t *k) {
    return k->layout->owners + 2 * k->layout->layers + k->marks;
}

static int count_facts(const kit_t *k) {
    return 2 * (k->phases - 1) + 2 * (k->turned == 0);
}

static int first_pair(const kit_t *k) {
    return count_groups(k) * k->cells + count_facts(k);
}

/* As many as there is room for. */
static int count_kinds(const kit_t *k) {
    const int room = FEATURES_MAX - FEATURES_OF_PIE_RULE - first_pair(k);
    const int each = k->axes * k->cells;
    return room >= PAIRS_ALL * each     ? PAIRS_ALL
           : room >= PAIRS_ALIKE * each ? PAIRS_ALIKE
                                        : 0;
}

static int count_features(const kit_t *k) {
    return first_pair(k) + count_kinds(k) * k->axes * k->cells;
}

typedef struct pair {
    int axis, cell, owners[2]; /* of the cell and the next one along the axis */
} pair_t;

static pair_t pair_of(const kit_t *k, int feature) {
    const int kinds = count_kinds(k), number = feature - first_pair(k);
    REQUIRE(kinds > 0);
    const int kind = number / k->cells % kinds;
    return (pair_t){.axis = number / k->cells / kinds,
                    .cell = number % k->cells,
                    .owners = {kinds == PAIRS_ALL ? kind / 2 : kind, kind % 2}};
}

static int number_of_pair(const kit_t *k, const pair_t *pair) {
    const int kinds = count_kinds(k), *owners = pair->owners;
    const int kind = kinds == PAIRS_ALL ? 2 * owners[0] + owners[1] : owners[0];
    return first_pair(k) + (pair->axis * kinds + kind) * k->cells + pair->cell;
}

/* --- Writing ------------------------------------------------------------------------ */

/* Appends a feature for each cell, of which those of a set are on. */
static void put_cells(const kit_t *k, features_writer_t *writer, const uint64_t *set) {
    for (int first = 0; first < k->cells; first += 64)
        features_put(writer, set[first / 64],
                     k->cells - first < 64 ? k->cells - first : 64);
}

static void put_pairs(const kit_t *k, features_writer_t *writer, int direction,
                      const uint64_t *const owners[2]) {
    const uint8_t *next = k->next[direction];
    uint64_t pairs[PAIRS_ALL][KIT_CELLS / 64 + 1] = {{0}};
    for (int owner = 0; owner < 2; owner++)
        for (int w = 0; w < k->layout->words; w++)
            for (uint64_t rest = owners[owner][w]; rest;) {
                const int cell = 64 * w + bits64_pop(&rest), there = next[cell];
                for (int other = 0; other < 2 && there != NO_CELL; other++)
                    pairs[2 * owner + other][w] |=
                        (owners[other][there / 64] >> there % 64 & 1) << cell % 64;
            }
    for (int kind = 0; kind < PAIRS_ALL; kind += count_kinds(k) == PAIRS_ALL ? 1 : 3)
        put_cells(k, writer, pairs[kind]);
}

static void write(const game_t *game, const void *state, uint64_t *bits) {
    const kit_t *k = kit_of(game);
    const int owners = k->layout->owners;
    const uint64_t *const sides[2] = {kit_set(k, state, 0), kit_set(k, state, 1)};
    uint64_t set[KIT_CELLS / 64 + 1] = {0};
    features_writer_t writer = features_writer(bits);
    kit_head_t head;
    memcpy(&head, state, sizeof head);
    for (int i = 0; i < owners; i++)
        put_cells(k, &writer, kit_set(k, state, i));
    for (int i = 0; i < k->layout->layers; i++)
        for (int side = 0; side < 2; side++) {
            for (int w = 0; w < k->layout->words; w++)
                set[w] = kit_set(k, state, owners + i)[w] & sides[side][w];
            put_cells(k, &writer, set);
        }
    if (k->marks) {
        memset(set, 0, sizeof set);
        if (head.mark != NO_CELL)
            set[head.mark / 64] = UINT64_C(1) << head.mark % 64;
        put_cells(k, &writer, set);
    }
    for (int phase = 1; phase < k->phases; phase++)
        features_put_fact(&writer, head.side, head.phase == phase);
    if (k->turned == 0)
        features_put_fact(&writer, 0, true);
    for (int axis = 0; axis < k->axes && count_kinds(k) > 0; axis++)
        put_pairs(k, &writer, k->axis[axis], sides);
    features_finish(&writer);
}

/* --- The other side, images --------------------------------------------------------- */

/* The cell of a pair that comes first in an image which turns it around; of a cell at the
 * end of its line, which is in no pair, that at the other end. */
static int last_cell(const kit_t *k, int direction, int cell) {
    const uint8_t *back = k->next[k->opposite[direction]];
    if (k->next[direction][cell] != NO_CELL)
        return k->next[direction][cell];
    while (back[cell] != NO_CELL)
        cell = back[cell];
    return cell;
}

static int image_of_pair(const kit_t *k, const kit_symmetry_t *symmetry, bool exchanges,
                         int feature) {
    const pair_t pair = pair_of(k, feature);
    const int direction = k->axis[pair.axis], along = symmetry->direction[direction];
    const int owners[2] = {pair.owners[0] ^ exchanges, pair.owners[1] ^ exchanges};
    int axis = 0;
    while (k->axis[axis] != along && k->opposite[k->axis[axis]] != along)
        axis++;
    const bool turns = k->axis[axis] != along;
    const int first = turns ? last_cell(k, direction, pair.cell) : pair.cell;
    return number_of_pair(k, &(pair_t){.axis = axis,
                                       .cell = symmetry->cell[first],
                                       .owners = {owners[turns], owners[!turns]}});
}

static int seen(const game_t *game, int feature) {
    const kit_t *k = kit_of(game);
    const kit_symmetry_t *symmetry = &k->symmetry[k->turned];
    const int owners = k->layout->owners, facts = count_groups(k) * k->cells;
    int group = feature / k->cells;
    if (feature >= first_pair(k))
        return image_of_pair(k, symmetry, true, feature);
    if (feature >= facts)
        return facts + ((feature - facts) ^ 1);
    if (group < 2)
        group ^= 1;
    else if (group >= owners && group < owners + 2 * k->layout->layers)
        group = owners + ((group - owners) ^ 1);
    return group * k->cells + symmetry->cell[feature % k->cells];
}

static int image(const game_t *game, int symmetry, int feature) {
    const kit_t *k = kit_of(game);
    const kit_symmetry_t *map = &k->symmetry[symmetry];
    if (feature >= first_pair(k))
        return image_of_pair(k, map, false, feature);
    if (feature >= count_groups(k) * k->cells)
        return feature;
    return feature / k->cells * k->cells + map->cell[feature % k->cells];
}

/* --- Meanings ----------------------------------------------------------------------- */

static const char *const owner_names[] = {"own", "enemy", "nobody's"};

static void write_pair(const game_t *game, int feature, text_t *out) {
    const kit_t *k = kit_of(game);
    const pair_t pair = pair_of(k, feature);
    const int next = k->next[k->axis[pair.axis]][pair.cell];
    text_add(out, "%s and %s, ", owner_names[pair.owners[0]],
             owner_names[pair.owners[1]]);
    game_write_cell(game, pair.cell, out);
    text_add(out, "-");
    if (next == NO_CELL)
        text_add(out, "nothing along axis %d", pair.axis + 1);
    else
        game_write_cell(game, next, out);
}

static void meaning(const game_t *game, int feature, text_t *out) {
    const kit_t *k = kit_of(game);
    const int group = feature / k->cells, layer = group - k->layout->owners;
    const int fact = feature - count_groups(k) * k->cells;
    if (feature >= first_pair(k)) {
        write_pair(game, feature, out);
        return;
    }
    if (fact >= 2 * (k->phases - 1)) {
        text_add(out, "%s side moves first", owner_names[fact % 2]);
        return;
    }
    if (fact >= 0) {
        text_add(out, "%s side to move in phase %d", owner_names[fact % 2], fact / 2 + 1);
        return;
    }
    if (layer < 0)
        text_add(out, "%s", owner_names[group]);
    else if (layer < 2 * k->layout->layers)
        text_add(out, "%s with bit %d", owner_names[layer % 2], layer / 2);
    else
        text_add(out, "marked");
    text_add(out, ", ");
    game_write_cell(game, feature % k->cells, out);
}

void kit_fill_features(game_t *game, const kit_t *k) {
    const int pairs = count_kinds(k) > 0 ? k->axes : 0;
    if (!game->features.write)
        game->features =
            (game_features_t){.version = 2,
                              .count = count_features(k),
                              .most = (1 + k->layout->layers + pairs) * k->cells + 3,
                              .write = write,
                              .seen = seen,
                              .image = image,
                              .meaning = meaning};
}
