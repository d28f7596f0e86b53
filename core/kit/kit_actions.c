#include "core/kit/kit_board.h"

#include "core/base/error.h"

/* Adds a group of kinds of actions, which are numbered when the board is complete. */
static void add_group(kit_t *k, kit_form_t form, int kinds, int distances,
                      const char *text) {
    REQUIRE(k->cells > 0 && k->num_groups < KIT_GROUPS);
    REQUIRE(k->num_kinds + kinds <= KIT_KINDS);
    k->group[k->num_groups++] = (kit_group_t){.form = form,
                                              .kind = k->num_kinds,
                                              .kinds = kinds,
                                              .distances = distances,
                                              .text = text};
    k->num_kinds += kinds;
}

void places(kit_t *k, const char *text) {
    add_group(k, KIT_PLACE, 1, 1, text);
}
void drops(kit_t *k) {
    add_group(k, KIT_DROP, 1, 1, "");
}
void slides(kit_t *k, int most) {
    add_group(k, KIT_SLIDE, k->directions * most, most, "");
}
void hops(kit_t *k) {
    add_group(k, KIT_HOP, k->hops, 1, "");
}
void pairs(kit_t *k) {
    add_group(k, KIT_PAIR, k->cells, 1, "");
}
void calls(kit_t *k, const char *text) {
    add_group(k, KIT_CALL, 1, 1, text);
}
void calls_at(kit_t *k, const char *text) {
    add_group(k, KIT_CALL_AT, 1, 1, text);
}

/* The cell to which an action leads, NO_CELL: off the board. */
static int target(const kit_t *k, const kit_group_t *group, int way, int cell) {
    if (group->form == KIT_CALL)
        return cell == 0 ? 0 : NO_CELL;
    if (group->form == KIT_DROP)
        return cell < k->width ? cell : NO_CELL;
    if (!on_board(k, cell))
        return NO_CELL;
    if (group->form == KIT_PAIR)
        return way != cell && on_board(k, way) ? way : NO_CELL;
    int to = cell;
    if (group->form == KIT_HOP)
        to = k->next[HOPS + way][cell];
    for (int n = way % group->distances; group->form == KIT_SLIDE && n >= 0; n--)
        if (to != NO_CELL)
            to = k->next[way / group->distances][to];
    return to;
}

static void number_kind(kit_t *k, int g, int way) {
    const kit_group_t *group = &k->group[g];
    int kind = group->kind + way, first = kind * k->cells;
    REQUIRE(first + k->cells <= KIT_PLACES);
    k->kind[kind] =
        (kit_kind_t){.first = first,
                     .group = (uint8_t)g,
                     .direction = (uint8_t)(way / group->distances +
                                            (group->form == KIT_HOP ? HOPS : 0)),
                     .distance = (uint8_t)(way % group->distances + 1)};
    for (int cell = 0; cell < k->cells; cell++) {
        int to = target(k, group, way, cell);
        k->target[first + cell] = (uint8_t)to;
        k->number[first + cell] = UINT16_MAX;
        if (to == NO_CELL)
            continue;
        REQUIRE(k->num_actions < KIT_ACTIONS);
        k->number[first + cell] = (uint16_t)k->num_actions;
        k->action[k->num_actions++] =
            (kit_action_t){(uint16_t)kind, (uint8_t)cell, (uint8_t)to};
    }
}

void kit_number_actions(kit_t *k) {
    REQUIRE(k->num_groups > 0);
    for (int g = 0; g < k->num_groups; g++)
        for (int way = 0; way < k->group[g].kinds; way++)
            number_kind(k, g, way);
}
