#include "mcts/play/play_menu.h"

#include "mcts/play/typed_turn.h"

#include <stdlib.h>

/* An action's group is the beginning of its text, up to its only cell or to the end of
 * the first of two. */
typedef struct entry {
    int number; /* from 1, among all legal actions */
    int cells, group;
    char text[GAME_ACTION_TEXT];
} entry_t;

typedef struct group {
    int count;
    int cells; /* that its actions name */
    char start[GAME_ACTION_TEXT];
} group_t;

struct play_menu {
    const game_t *game;
    int count, num_groups;
    entry_t *entries;
    group_t *groups;
};

static void find_start(const game_t *game, action_t action, entry_t *entry,
                       char start[GAME_ACTION_TEXT]) {
    uint8_t cells[GAME_ACTION_CELLS];
    char name[GAME_CELL_TEXT];
    text_t out = text_into(name, sizeof name);
    size_t length = strlen(entry->text);
    entry->cells = game_action_cells(game, action, cells);
    if (entry->cells > 0) {
        game_write_cell(game, cells[0], &out);
        const char *found = strstr(entry->text, name);
        if (found)
            length = (size_t)(found - entry->text) + (entry->cells > 1 ? out.used : 0);
        else
            entry->cells = 0;
    }
    snprintf(start, GAME_ACTION_TEXT, "%.*s", (int)length, entry->text);
}

static void add(play_menu_t *menu, action_t action, int number, const char *start) {
    entry_t *entry = &menu->entries[menu->count];
    group_t group = {0};
    int at = 0;
    *entry = (entry_t){.number = number};
    game_write_action(menu->game, action, entry->text);
    if (!typed_turn_begins(menu->game, action, start))
        return;
    find_start(menu->game, action, entry, group.start);
    while (at < menu->num_groups && (menu->groups[at].cells != entry->cells ||
                                     strcmp(menu->groups[at].start, group.start) != 0))
        at++;
    if (at == menu->num_groups) {
        group.cells = entry->cells;
        menu->groups[menu->num_groups++] = group;
    }
    menu->groups[at].count++;
    entry->group = at;
    menu->count++;
}

play_menu_t *play_menu_new(const play_table_t *table, const char *start) {
    action_t actions[GAME_MAX_LEGAL];
    play_menu_t *menu = memory_new(1, sizeof *menu);
    bool over = transcript_outcome(&table->transcript).over;
    int count = over ? 0 : game_legal(table->game, &table->transcript.state, actions);
    menu->game = table->game;
    menu->entries = memory_new((size_t)count + 1, sizeof *menu->entries);
    menu->groups = memory_new((size_t)count + 1, sizeof *menu->groups);
    for (int i = 0; i < count; i++)
        add(menu, actions[i], i + 1, start);
    return menu;
}

void play_menu_free(play_menu_t *menu) {
    if (!menu)
        return;
    free(menu->entries);
    free(menu->groups);
    free(menu);
}

int play_menu_count(const play_menu_t *menu) {
    return menu->count;
}

/* --- Lists -------------------------------------------------------------------------- */

static int width_of(const play_menu_t *menu) {
    int width = 0;
    for (int i = 0; i < menu->count; i++) {
        const entry_t *entry = &menu->entries[i];
        int length = snprintf(NULL, 0, "%d %s", entry->number, entry->text);
        width = length > width ? length : width;
    }
    return width;
}

static int columns_of(const play_menu_t *menu, int width) {
    int columns = width / (width_of(menu) + 2);
    return columns > 0 ? columns : 1;
}

/* Writes a list entry, preceded by the blanks after the last one. */
static void write_entry(const entry_t *entry, int blanks, text_t *out) {
    text_add(out, "%*s%d %s", blanks, "", entry->number, entry->text);
}

static int blanks_after(const entry_t *entry, int width) {
    return width + 2 - snprintf(NULL, 0, "%d %s", entry->number, entry->text);
}

bool play_menu_write(const play_menu_t *menu, int width, int most_lines, text_t *out) {
    int columns = columns_of(menu, width), entry_width = width_of(menu), blanks = 2;
    if (menu->count > most_lines * columns)
        return false;
    for (int i = 0; i < menu->count; i++) {
        bool ends = i + 1 == menu->count || i % columns == columns - 1;
        write_entry(&menu->entries[i], blanks, out);
        blanks = ends ? 2 : blanks_after(&menu->entries[i], entry_width);
        if (ends)
            text_add_char(out, '\n');
    }
    return true;
}

/* Prints the actions of a group on separate lines; group -1: all. */
static void print_group(const play_menu_t *menu, int group, int columns) {
    int width = width_of(menu), blanks = 2, column = 0;
    for (int i = 0; i < menu->count; i++) {
        char buffer[64];
        text_t out = text_into(buffer, sizeof buffer);
        if (group >= 0 && menu->entries[i].group != group)
            continue;
        if (column++ == columns) {
            printf("\n");
            column = 1;
            blanks = 2;
        }
        write_entry(&menu->entries[i], blanks, &out);
        printf("%s", buffer);
        blanks = blanks_after(&menu->entries[i], width);
    }
    printf("\n");
}

void play_menu_print(const play_menu_t *menu, int width) {
    int columns = columns_of(menu, width);
    if (menu->count == 0)
        return;
    if (menu->num_groups == menu->count)
        print_group(menu, -1, columns);
    for (int group = 0; group < menu->num_groups && menu->num_groups < menu->count;
         group++)
        print_group(menu, group, columns);
}

/* --- Summary ------------------------------------------------------------------------ */

/* A summary shows at most this many. */
enum { MOST_SHOWN = 12 };

static void write_pieces(const play_menu_t *menu, const char *between, text_t *out) {
    int pieces = 0;
    for (int i = 0; i < menu->num_groups; i++)
        if (menu->groups[i].cells > 1 && pieces++ < MOST_SHOWN)
            text_add(out, "%s%s", pieces == 1 ? between : " ", menu->groups[i].start);
    if (pieces > MOST_SHOWN)
        text_add(out, " ...");
}

void play_menu_write_summary(const play_menu_t *menu, text_t *out) {
    const char *between = ": ";
    int kinds = 0;
    text_add(out, "%d action%s", menu->count, TEXT_PLURAL(menu->count));
    for (int i = 0; i < menu->num_groups; i++) {
        const group_t *group = &menu->groups[i];
        if (group->cells > 1 || kinds++ >= MOST_SHOWN)
            continue;
        if (group->cells == 0)
            text_add(out, "%s\"%s\"", between, group->start);
        else
            text_add(out, "%s%s%son %d cell%s", between, group->start,
                     *group->start ? " " : "", group->count, TEXT_PLURAL(group->count));
        between = ", ";
    }
    write_pieces(menu, *between == ':' ? ": from " : ", from ", out);
}
