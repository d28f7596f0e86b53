/* Planes and policy outputs of games of the kit. */
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
    PLANE_FIRST,
    PLANE_OWN_COUNT,
    PLANE_ENEMY_COUNT
};

const planes_class_t kit_planes = {
    .version = 3,
    .planes = {{"own", 1},
               {"enemy", 1},
               {"nobody's", 1},
               {"of an odd kind", 1},
               {"of kind 2, 3, 6 or 7", 1},
               {"of kind 4 to 7", 1},
               {"marked", 1},
               {"phase", 1},
               {"the mover moves first", 1},
               {"own count", 1.0F / PLANES_MAX_COUNTER},
               {"enemy count", 1.0F / PLANES_MAX_COUNTER}},
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
    for (int i = 0; i < 2 && k->side_counts; i++)
        planes_fill(game, planes, PLANE_OWN_COUNT + i,
                    planes_counter(head.count[head.side ^ i]));
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

void kit_fill_networks(game_t *game) {
    KIT_FILL(game->networks.write_planes, write_planes);
    KIT_FILL(game->networks.policy_output, policy_output);
}
