#include "eval/metrics/openings.h"

#include "eval/metrics/game_trace.h"

#include <stdlib.h>

static opening_t *new_entries(int count) {
    opening_t *entries = memory_new((size_t)count, sizeof *entries);
    for (int i = 0; i < count; i++)
        entries[i].scores = outcome_counts_of_games();
    return entries;
}

void openings_init(openings_t *openings, const game_t *game) {
    *openings = (openings_t){
        .game = game,
        .actions = new_entries(game->num_actions),
        .cells = new_entries(game->cells),
    };
}

void openings_clear(openings_t *openings) {
    free(openings->actions);
    free(openings->cells);
    *openings = (openings_t){0};
}

static void add_to(opening_t *entry, const game_trace_t *trace) {
    size_t ply = 1;
    entry->games++;
    outcome_counts_add(&entry->scores, half_points(trace->outcome.winner, 0));
    while (ply < trace->num_actions && !trace->steps[ply].is_searched)
        ply++;
    if (ply < trace->num_actions)
        sample_add(&entry->value, trace->steps[ply].value);
}

void openings_add(openings_t *openings, const game_trace_t *trace) {
    uint8_t cells[GAME_ACTION_CELLS];
    if (trace->num_actions == 0)
        return;
    int count = game_action_cells(openings->game, trace->steps[0].chosen, cells);
    add_to(&openings->actions[trace->steps[0].chosen], trace);
    if (count > 0)
        add_to(&openings->cells[cells[count - 1]], trace);
}

/* Whether a goes before b. */
static bool goes_before(const openings_t *openings, int a, int b) {
    return openings->actions[a].games > openings->actions[b].games;
}

int openings_by_frequency(const openings_t *openings, action_t *actions, int most) {
    int count = 0;
    for (int action = 0; action < openings->game->num_actions; action++) {
        int place = count;
        if (openings->actions[action].games == 0)
            continue;
        while (place > 0 && goes_before(openings, action, actions[place - 1]))
            place--;
        if (place >= most)
            continue;
        count += count < most;
        memmove(actions + place + 1, actions + place,
                (size_t)(count - 1 - place) * sizeof *actions);
        actions[place] = (action_t)action;
    }
    return count;
}
