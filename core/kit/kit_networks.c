/* Planes, policy outputs and features of games of the kit. */
#include "core/game/features.h"
#include "core/game/planes.h"
#include "core/kit/kit_class.h"
#include "core/kit/kit_state.h"

/* --- Planes ------------------------------------------------------------------------- */

enum {
    PLANE_OWN = 1,
    PLANE_ENEMY,
    PLANE_NOBODY,
    PLANE_KIND,
    PLANE_MARK = 7,
    PLANE_PHASE,
    PLANE_FIRST
};

const planes_class_t kit_planes = {
    .version = 2,
    .planes = {{"own", 1},
               {"enemy", 1},
               {"nobody's", 1},
               {"of an odd kind", 1},
               {"of kind 2, 3, 6 or 7", 1},
               {"of kind 4 to 7", 1},
               {"marked", 1},
               {"phase", 1},
               {"the mover moves first", 1}},
    .cell_heads = {"place", "second place", "third place", "fourth place"},
    .pair_heads = {"move", "second move", "third move", "fourth move"},
    .whole_heads = {"call", "second call", "third call"},
};

/* Where a cell lies as a side sees the board. */
static int seen_cell(const kit_t *k, int side, int cell) {
    return k->symmetry[side == 0 ? 0 : k->turned].cell[cell];
}

static void write_planes(const game_t *game, const void *state, uint8_t *planes) {
    const kit_t *k = kit_of(game);
    uint8_t contents[GAME_MAX_CELLS];
    kit_head_t head;
    memcpy(&head, state, sizeof head);
    kit_contents(game, state, contents);
    for (int cell = 0; cell < k->cells; cell++) {
        int owner = contents[cell] & CELL_OWNER, kind = contents[cell] / CELL_KIND;
        uint8_t *seen = planes + seen_cell(k, head.side, cell);
        if (!on_board(k, cell))
            continue;
        *seen = 1;
        if (owner)
            seen[(owner == CELL_OF_NOBODY              ? PLANE_NOBODY
                  : owner == CELL_OF_SIDE0 + head.side ? PLANE_OWN
                                                       : PLANE_ENEMY) *
                 k->cells] = 1;
        for (int i = 0; i < 3; i++)
            seen[(PLANE_KIND + i) * k->cells] = kind >> i & 1;
    }
    if (head.mark != NO_CELL)
        planes[PLANE_MARK * k->cells + seen_cell(k, head.side, head.mark)] = 1;
    planes_fill(game, planes, PLANE_PHASE, head.phase);
    planes_fill(game, planes, PLANE_FIRST, k->turned == 0 && head.side == 0);
}

/* The kind of policy output of a group of actions. */
static output_kind_t output_kind(kit_form_t form) {
    switch (form) {
    case KIT_PLACE:
    case KIT_DROP:
    case KIT_CALL_AT:
        return OUTPUT_CELL;
    case KIT_SLIDE:
    case KIT_HOP:
    case KIT_PAIR:
        return OUTPUT_PAIR;
    case KIT_CALL:
        break;
    }
    return OUTPUT_WHOLE;
}

static policy_output_t policy_output(const game_t *game, int side, action_t action) {
    const kit_t *k = kit_of(game);
    if (side == 1)
        action = game_symmetry_action(game, k->turned, action);
    const kit_kind_t *of = &k->kind[k->action[action].kind];
    output_kind_t kind = output_kind(k->group[of->group].form);
    policy_output_t output = {.kind = (uint8_t)kind};
    for (int g = 0; g < of->group; g++)
        output.head = (uint8_t)(output.head + (output_kind(k->group[g].form) == kind));
    if (kind != OUTPUT_WHOLE)
        output.from = k->action[action].cell;
    if (kind == OUTPUT_PAIR)
        output.to = k->action[action].target;
    return output;
}

/* --- Features ----------------------------------------------------------------------- */

/* Groups of one feature for each cell: own, enemy, nobody's; for each layer own and
 * enemy; the mark. Then, for each phase from 1 on, which side is to move in it; and where
 * no symmetry exchanges the sides, which of them is side 0. */
static int count_cell_groups(const kit_t *k) {
    return k->layout->owners + 2 * k->layout->layers + k->marks;
}

static int count_features(const kit_t *k) {
    return count_cell_groups(k) * k->cells + 2 * (k->phases - 1) + 2 * (k->turned == 0);
}

static void set_feature(uint64_t *bits, int feature) {
    bits[feature / 64] |= UINT64_C(1) << feature % 64;
}

static void write_features(const game_t *game, const void *state, uint64_t *bits) {
    const kit_t *k = kit_of(game);
    uint8_t contents[GAME_MAX_CELLS];
    int groups = count_cell_groups(k), owners = k->layout->owners;
    kit_head_t head;
    memcpy(&head, state, sizeof head);
    memset(bits, 0, (size_t)features_words(game) * sizeof *bits);
    kit_contents(game, state, contents);
    for (int cell = 0; cell < k->cells; cell++) {
        int owner = contents[cell] & CELL_OWNER, kind = contents[cell] / CELL_KIND;
        if (owner == 0)
            continue;
        set_feature(bits, (owner - CELL_OF_SIDE0) * k->cells + cell);
        for (int i = 0; i < k->layout->layers && owner != CELL_OF_NOBODY; i++)
            if (kind >> i & 1)
                set_feature(bits,
                            (owners + 2 * i + owner - CELL_OF_SIDE0) * k->cells + cell);
    }
    if (head.mark != NO_CELL)
        set_feature(bits, (groups - 1) * k->cells + head.mark);
    if (head.phase)
        set_feature(bits, groups * k->cells + 2 * (head.phase - 1) + head.side);
    if (k->turned == 0)
        set_feature(bits, count_features(k) - 2);
}

static int feature_seen(const game_t *game, int feature) {
    const kit_t *k = kit_of(game);
    int groups = count_cell_groups(k), owners = k->layout->owners;
    int group = feature / k->cells, cell = feature % k->cells;
    if (feature >= groups * k->cells)
        return groups * k->cells + ((feature - groups * k->cells) ^ 1);
    if (group < 2)
        group ^= 1;
    else if (group >= owners && group < owners + 2 * k->layout->layers)
        group = owners + ((group - owners) ^ 1);
    return group * k->cells + seen_cell(k, 1, cell);
}

static int feature_image(const game_t *game, int symmetry, int feature) {
    const kit_t *k = kit_of(game);
    if (feature >= count_cell_groups(k) * k->cells)
        return feature;
    return feature / k->cells * k->cells + k->symmetry[symmetry].cell[feature % k->cells];
}

static void feature_meaning(const game_t *game, int feature, text_t *out) {
    const kit_t *k = kit_of(game);
    static const char *const owners[] = {"own", "enemy", "nobody's"};
    int groups = count_cell_groups(k), group = feature / k->cells;
    int layer = group - k->layout->owners, phase = feature - groups * k->cells;
    if (k->turned == 0 && feature >= count_features(k) - 2) {
        text_add(out, "%s side moves first",
                 owners[feature % 2 != count_features(k) % 2]);
        return;
    }
    if (phase >= 0) {
        text_add(out, "%s side to move in phase %d", owners[phase % 2], phase / 2 + 1);
        return;
    }
    if (layer < 0)
        text_add(out, "%s", owners[group]);
    else if (layer < 2 * k->layout->layers)
        text_add(out, "%s with bit %d", owners[layer % 2], layer / 2);
    else
        text_add(out, "marked");
    text_add(out, ", ");
    game_write_cell(game, feature % k->cells, out);
}

void kit_fill_networks(game_t *game, const kit_t *k) {
    KIT_FILL(game->networks.write_planes, write_planes);
    KIT_FILL(game->networks.policy_output, policy_output);
    if (!game->features.write)
        game->features = (game_features_t){.version = 2,
                                           .count = count_features(k),
                                           .most = (1 + k->layout->layers) * k->cells + 3,
                                           .write = write_features,
                                           .seen = feature_seen,
                                           .image = feature_image,
                                           .meaning = feature_meaning};
}
