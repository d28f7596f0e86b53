/* Features of games of the kit. In this order: for each cell own, enemy, nobody's; of
 * each layer own and enemy; the mark. For each phase from 1 on, which side is to move in
 * it. Where no symmetry exchanges the sides, which of them is side 0. With
 * k->side_counts, for each of up to 16 numbers, which side counts as many. For each axis,
 * at the cell that comes first: with k->in_line, lines of so many cells in which one side
 * has all but one or two and the other none; pairs of neighbours by their owners. */
#include "core/game/features.h"
#include "core/kit/kit_class.h"
#include "core/kit/kit_state.h"

/* --- Their numbers ------------------------------------------------------------------ */

/* Kinds of lines on an axis, own before enemy: all but one, all but two. Of pairs: 2 *
 * owner + the next one's owner; or both the same; none. */
enum { LINES = 4, PAIRS_ALL = 4, PAIRS_ALIKE = 2, STEPS = 16 };

static int count_groups(const kit_t *k) {
    return k->layout->owners + 2 * k->layout->layers + k->marks;
}

static int largest_count(const kit_t *k) {
    return k->most_count[k->most_count[1] > k->most_count[0]];
}

/* How many numbers a side's count is compared with. */
static int count_steps(const kit_t *k) {
    const int most = k->side_counts ? largest_count(k) : 0;
    return most < STEPS ? most : STEPS;
}

/* The number of a step, evenly from 1 to the largest count. */
static int step_number(const kit_t *k, int step) {
    const int steps = count_steps(k);
    return 1 + (steps < STEPS ? step : (largest_count(k) - 1) * step / (STEPS - 1));
}

static int facts_before_counts(const kit_t *k) {
    return 2 * (k->phases - 1) + 2 * (k->turned == 0);
}

static int count_facts(const kit_t *k) {
    return facts_before_counts(k) + 2 * count_steps(k);
}

static int first_along(const kit_t *k) {
    return count_groups(k) * k->cells + count_facts(k);
}

typedef struct kinds {
    int lines, pairs;
} kinds_t;

/* As many as there is room for. */
static kinds_t count_kinds(const kit_t *k) {
    const int each = k->axes * k->cells;
    int room = FEATURES_MAX - FEATURES_OF_PIE_RULE - first_along(k);
    room = each > 0 ? room / each : 0;
    const int lines = k->in_line > 0 && room >= LINES ? LINES : 0;
    room -= lines;
    return (kinds_t){.lines = lines,
                     .pairs = room >= PAIRS_ALL     ? PAIRS_ALL
                              : room >= PAIRS_ALIKE ? PAIRS_ALIKE
                                                    : 0};
}

static int count_features(const kit_t *k) {
    const kinds_t kinds = count_kinds(k);
    return first_along(k) + (kinds.lines + kinds.pairs) * k->axes * k->cells;
}

/* A feature along an axis. */
typedef struct along {
    int axis, cell;
    int length;    /* of a line; of a pair 2 */
    int kind;      /* of a line */
    int owners[2]; /* of a pair's cell and the next one */
} along_t;

static along_t along_of(const kit_t *k, int feature) {
    const kinds_t kinds = count_kinds(k);
    const int all = kinds.lines + kinds.pairs, number = feature - first_along(k);
    REQUIRE(all > 0);
    const int kind = number / k->cells % all, pair = kind - kinds.lines;
    return (along_t){
        .axis = number / k->cells / all,
        .cell = number % k->cells,
        .length = pair < 0 ? k->in_line : 2,
        .kind = kind,
        .owners = {(kinds.pairs == PAIRS_ALL ? pair / 2 : pair) & 1, pair & 1}};
}

static int number_of(const kit_t *k, const along_t *along) {
    const kinds_t kinds = count_kinds(k);
    const int *owners = along->owners;
    const int pair = kinds.pairs == PAIRS_ALL ? 2 * owners[0] + owners[1] : owners[0];
    const int kind = along->length > 2 ? along->kind : kinds.lines + pair;
    return first_along(k) +
           (along->axis * (kinds.lines + kinds.pairs) + kind) * k->cells + along->cell;
}

/* --- Writing ------------------------------------------------------------------------ */

/* Appends a feature for each cell, of which those of a set are on. */
static void put_cells(const kit_t *k, features_writer_t *writer, const uint64_t *set) {
    for (int first = 0; first < k->cells; first += 64)
        features_put(writer, set[first / 64],
                     k->cells - first < 64 ? k->cells - first : 64);
}

/* The cell so many steps on; NO_CELL: the line is shorter. */
static int steps_on(const uint8_t *next, int cell, int steps) {
    for (; steps > 0 && cell != NO_CELL; steps--)
        cell = next[cell];
    return cell;
}

/* The cells from which a step in a direction leads into a set. */
static kit_words_t before(const kit_t *k, int direction, const kit_words_t *set) {
    const int back = k->opposite[direction], words = k->layout->words;
    const bool up = k->shift[back] > 0;
    const int by = up ? k->shift[back] : -k->shift[back];
    kit_words_t image = {{0}};
    for (int w = 0; w < words && k->by_shift; w++) {
        const int from = up ? w - 1 : w + 1;
        const uint64_t here = set->word[w],
                       there = from >= 0 && from < words ? set->word[from] : 0;
        image.word[w] =
            (up ? here << by | there >> (64 - by) : here >> by | there << (64 - by)) &
            k->landing[back].word[w];
    }
    for (int w = 0; w < words && !k->by_shift; w++)
        for (uint64_t rest = set->word[w]; rest;) {
            const int cell = k->next[back][64 * w + bits64_pop(&rest)];
            if (cell != NO_CELL)
                image.word[cell / 64] |= UINT64_C(1) << cell % 64;
        }
    return image;
}

/* What side has from each cell on: any stone, and how many, modulo 8, in three bits. */
typedef struct stones {
    kit_words_t first, second; /* of pairs */
    kit_words_t any, bit[3];
} stones_t;

static stones_t count_stones(const kit_t *k, int direction, const uint64_t *side,
                             int length) {
    stones_t stones = {0};
    kit_words_t at = {{0}};
    memcpy(at.word, side, (size_t)k->layout->words * sizeof *side);
    for (int i = 0; i < length; i++) {
        if (i > 0)
            at = before(k, direction, &at);
        if (i < 2)
            *(i == 0 ? &stones.first : &stones.second) = at;
        for (int w = 0; w < k->layout->words; w++) {
            uint64_t carry = at.word[w];
            stones.any.word[w] |= carry;
            for (int bit = 0; bit < 3; bit++) {
                const uint64_t old = stones.bit[bit].word[w];
                stones.bit[bit].word[w] ^= carry;
                carry &= old;
            }
        }
    }
    return stones;
}

/* Lines that fit on the board, and of which a side has exactly so many. */
static void put_lines(const kit_t *k, features_writer_t *writer, int axis,
                      const stones_t stones[2]) {
    for (int missing = 1; missing <= 2; missing++)
        for (int side = 0; side < 2; side++) {
            kit_words_t lines = k->line_begins[axis];
            for (int w = 0; w < k->layout->words; w++) {
                lines.word[w] &= ~stones[!side].any.word[w];
                for (int bit = 0; bit < 3; bit++)
                    lines.word[w] &= (k->in_line - missing) >> bit & 1
                                         ? stones[side].bit[bit].word[w]
                                         : ~stones[side].bit[bit].word[w];
            }
            put_cells(k, writer, lines.word);
        }
}

static void put_pairs(const kit_t *k, features_writer_t *writer, const stones_t stones[2],
                      int kinds) {
    for (int kind = 0; kind < PAIRS_ALL; kind += kinds == PAIRS_ALL ? 1 : 3) {
        kit_words_t pairs = stones[kind / 2].first;
        for (int w = 0; w < k->layout->words; w++)
            pairs.word[w] &= stones[kind % 2].second.word[w];
        put_cells(k, writer, pairs.word);
    }
}

static void put_axis(const kit_t *k, features_writer_t *writer, int axis, kinds_t kinds,
                     const uint64_t *const sides[2]) {
    const int length = kinds.lines > 0 ? k->in_line : kinds.pairs > 0 ? 2 : 0;
    stones_t stones[2];
    for (int side = 0; side < 2; side++)
        stones[side] = count_stones(k, k->axis[axis], sides[side], length);
    if (kinds.lines > 0)
        put_lines(k, writer, axis, stones);
    if (kinds.pairs > 0)
        put_pairs(k, writer, stones, kinds.pairs);
}

static void write(const game_t *game, const void *state, uint64_t *bits) {
    const kit_t *k = kit_of(game);
    const int owners = k->layout->owners;
    const kinds_t kinds = count_kinds(k);
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
    for (int step = 0; step < count_steps(k); step++)
        for (int side = 0; side < 2; side++)
            features_put(&writer, head.count[side] >= step_number(k, step), 1);
    for (int axis = 0; axis < k->axes; axis++)
        put_axis(k, &writer, axis, kinds, sides);
    features_finish(&writer);
}

/* --- The other side, images --------------------------------------------------------- */

/* The cell at which a line or pair begins in an image that turns it around: its last.
 * Near the end of the board's line, where none begins, a cell as near to the other end.
 */
static int last_cell(const kit_t *k, int direction, int cell, int length) {
    const uint8_t *next = k->next[direction], *back = k->next[k->opposite[direction]];
    const int last = steps_on(next, cell, length - 1);
    int after = 0;
    if (last != NO_CELL)
        return last;
    while (steps_on(next, cell, after + 1) != NO_CELL)
        after++;
    while (back[cell] != NO_CELL)
        cell = back[cell];
    return steps_on(next, cell, after);
}

static int image_along(const kit_t *k, const kit_symmetry_t *symmetry, bool exchanges,
                       int feature) {
    const along_t along = along_of(k, feature);
    const int direction = k->axis[along.axis], image = symmetry->direction[direction];
    const int owners[2] = {along.owners[0] ^ exchanges, along.owners[1] ^ exchanges};
    int axis = 0;
    while (k->axis[axis] != image && k->opposite[k->axis[axis]] != image)
        axis++;
    const bool turns = k->axis[axis] != image;
    const int first =
        turns ? last_cell(k, direction, along.cell, along.length) : along.cell;
    return number_of(k, &(along_t){.axis = axis,
                                   .cell = symmetry->cell[first],
                                   .length = along.length,
                                   .kind = along.kind ^ exchanges,
                                   .owners = {owners[turns], owners[!turns]}});
}

static int seen(const game_t *game, int feature) {
    const kit_t *k = kit_of(game);
    const kit_symmetry_t *symmetry = &k->symmetry[k->turned];
    const int owners = k->layout->owners, facts = count_groups(k) * k->cells;
    int group = feature / k->cells;
    if (feature >= first_along(k))
        return image_along(k, symmetry, true, feature);
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
    if (feature >= first_along(k))
        return image_along(k, map, false, feature);
    if (feature >= count_groups(k) * k->cells)
        return feature;
    return feature / k->cells * k->cells + map->cell[feature % k->cells];
}

/* --- Meanings ----------------------------------------------------------------------- */

static const char *const owner_names[] = {"own", "enemy", "nobody's"};

static void write_along(const game_t *game, int feature, text_t *out) {
    const kit_t *k = kit_of(game);
    const along_t along = along_of(k, feature);
    const int last = steps_on(k->next[k->axis[along.axis]], along.cell, along.length - 1);
    if (along.length > 2)
        text_add(out, "%s alone, %d of %d, ", owner_names[along.kind & 1],
                 along.length - 1 - along.kind / 2, along.length);
    else
        text_add(out, "%s and %s, ", owner_names[along.owners[0]],
                 owner_names[along.owners[1]]);
    game_write_cell(game, along.cell, out);
    text_add(out, "-");
    if (last == NO_CELL)
        text_add(out, "nothing along axis %d", along.axis + 1);
    else
        game_write_cell(game, last, out);
}

static void meaning(const game_t *game, int feature, text_t *out) {
    const kit_t *k = kit_of(game);
    const int group = feature / k->cells, layer = group - k->layout->owners;
    const int fact = feature - count_groups(k) * k->cells;
    if (feature >= first_along(k)) {
        write_along(game, feature, out);
        return;
    }
    if (fact >= facts_before_counts(k)) {
        text_add(out, "%s count of %d or more", owner_names[fact % 2],
                 step_number(k, (fact - facts_before_counts(k)) / 2));
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

void kit_fill_features(game_t *game, kit_t *k) {
    const kinds_t kinds = count_kinds(k);
    for (int axis = 0; axis < k->axes && kinds.lines > 0; axis++) {
        k->line_begins[axis] = k->all;
        for (int i = 1; i < k->in_line; i++)
            k->line_begins[axis] = before(k, k->axis[axis], &k->line_begins[axis]);
    }
    const int along = k->axes * ((kinds.lines > 0) + (kinds.pairs > 0));
    if (!game->features.write)
        game->features = (game_features_t){
            .version = 2 + (k->in_line > 0) + 2 * k->side_counts,
            .count = count_features(k),
            .most = (1 + k->layout->layers + along) * k->cells + 3 + 2 * count_steps(k),
            .write = write,
            .seen = seen,
            .image = image,
            .meaning = meaning};
}
