#include "core/kit/kit_board.h"

#include "core/base/text.h"
#include "core/kit/kit_misuse.h"

/* By kit_form_t: the functions that declare them. */
static const char *const form_names[] = {"places", "drops", "slides",  "hops",
                                         "pairs",  "calls", "calls_at"};

/* Adds a group of kinds of actions, which are numbered when the board is complete. */
static void add_group(kit_t *k, kit_form_t form, int kinds, int distances,
                      const char *text) {
    KIT_REQUIRE(k->cells > 0, "setup: groups of actions come after the board");
    KIT_REQUIRE(k->num_groups < KIT_GROUPS, "setup: more than %d groups of actions",
                KIT_GROUPS);
    KIT_REQUIRE(kinds > 0, "setup: group %d, %s, has no actions%s", k->num_groups,
                form_names[form],
                form == KIT_HOP ? ": hop or knight_hops comes first" : "");
    KIT_REQUIRE(k->num_kinds + kinds <= KIT_KINDS,
                "setup: group %d, %s: the groups have more than %d directions times "
                "distances",
                k->num_groups, form_names[form], KIT_KINDS);
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
    KIT_REQUIRE(first + k->cells <= KIT_PLACES,
                "setup: more than %d cells times directions times distances", KIT_PLACES);
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
        KIT_REQUIRE(k->num_actions < KIT_ACTIONS, "setup: more than %d actions",
                    KIT_ACTIONS);
        k->number[first + cell] = (uint16_t)k->num_actions;
        k->action[k->num_actions++] =
            (kit_action_t){(uint16_t)kind, (uint8_t)cell, (uint8_t)to};
    }
}

void kit_number_actions(kit_t *k) {
    KIT_REQUIRE(k->num_groups > 0,
                "setup: declares no group of actions, as places(k, \"\")");
    for (int g = 0; g < k->num_groups; g++)
        for (int way = 0; way < k->group[g].kinds; way++)
            number_kind(k, g, way);
    for (int g = k->num_groups; g < KIT_GROUPS; g++)
        k->group[g].kind = k->num_kinds; /* which kit_refuse_kind reports */
}

/* --- Misuse ------------------------------------------------------------------------- */

/* "group 1 (slides), direction 3, distance 2" */
static void describe_kind(const kit_t *k, int number, text_t *out) {
    const kit_kind_t *kind = &k->kind[number];
    const kit_group_t *group = &k->group[kind->group];
    text_add(out, "group %d (%s)", kind->group, form_names[group->form]);
    if (group->form == KIT_PAIR)
        text_add(out, ", second cell %d", number - group->kind);
    else if (group->kinds > 1)
        text_add(out, ", direction %d, distance %d", kind->direction, kind->distance);
}

void kit_refuse_kind(const kit_t *k, int before, int kind) {
    char first[80], second[80];
    text_t first_out = text_into(first, sizeof first);
    text_t second_out = text_into(second, sizeof second);
    KIT_REQUIRE(kind >= 0 && kind < k->num_kinds && before < k->num_kinds,
                "legal: offers actions of a group that setup does not declare: the "
                "groups are 0 to %d",
                k->num_groups - 1);
    describe_kind(k, before, &first_out);
    describe_kind(k, kind, &second_out);
    kit_fail("legal: offers %s %s %s: choices are in the order of groups, then of "
             "directions, then of distances, each once; add_move and choose_all take "
             "them in any order",
             second, before == kind ? "again after" : "after", first);
}

void kit_refuse_cell(const kit_t *k, int kind, int cell) {
    char text[80];
    text_t out = text_into(text, sizeof text);
    describe_kind(k, kind, &out);
    kit_fail("legal: offers %s from the cell %c%d, where that is not on the board", text,
             'a' + cell % k->width, cell / k->width + 1);
}

void kit_refuse_move(const kit_t *k, int group, int direction, int distance) {
    KIT_REQUIRE(group >= 0 && group < k->num_groups,
                "legal: choose_move: there is no group %d", group);
    const kit_group_t *moves = &k->group[group];
    int first = moves->form == KIT_HOP ? HOPS : 0;
    KIT_REQUIRE(moves->form == KIT_SLIDE || moves->form == KIT_HOP,
                "legal: choose_move: group %d is declared by %s, which has no moves",
                group, form_names[moves->form]);
    kit_fail("legal: choose_move: group %d, declared by %s, has the directions %d to %d "
             "and distances 1 to %d, not direction %d, distance %d",
             group, form_names[moves->form], first,
             first + moves->kinds / moves->distances - 1, moves->distances, direction,
             distance);
}
