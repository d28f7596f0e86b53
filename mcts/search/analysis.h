/* analysis.h - a report on a search of one position.
 * Use: analysis_t *analysis = analysis_new(game, &config, &parallel, &state, 10);
 *      while (!search_run(analysis->search, 64)) ...
 *      analysis_look(analysis);                   reads the search
 *      analysis_write_text(analysis, &form, stdout);     or analysis_add_json
 *      analysis_free(analysis);
 * Values are scores to the player to move, 0 to 1, shown in percent. They have no
 * intervals: a longer search changes values by more than sampling error would;
 * visits show how much search an action received.
 * A position that is over is a REQUIRE.
 */
#ifndef MCTS_ANALYSIS_H
#define MCTS_ANALYSIS_H

#include "core/game/game.h"
#include "mcts/search/search.h"
#include "mcts/search/search_config.h"
#include "mcts/search/search_result.h"

#include <stdio.h>

enum { ANALYSIS_LINE = 32 /* maximum number of actions shown of a line */ };

typedef struct analysis {
    const game_t *game;
    search_t *search;
    state_t state;
    double start;             /* clock_seconds() */
    int64_t time_ms, multipv; /* time_ms 0: none */
    /* As of the last analysis_look: */
    double seconds;
    search_end_t end;
    search_memory_t memory;
    search_result_t result;
    int order[GAME_MAX_LEGAL]; /* indices of the result, the best action first */
} analysis_t;

analysis_t *analysis_new(const game_t *game, const search_config_t *config,
                         const search_parallel_t *parallel, const state_t *state,
                         int64_t multipv);
void analysis_free(analysis_t *analysis);
void analysis_look(analysis_t *analysis);

typedef struct analysis_form {
    bool live;   /* still running: shows how to end it */
    bool colour; /* ANSI colours in the picture */
    /* Maximum lines; the picture is omitted first, then actions; 0: no limit. */
    int rows;
} analysis_form_t;

void analysis_write_text(const analysis_t *analysis, const analysis_form_t *form,
                         FILE *file);

/* Adds to an object: the `side` and `player` (1 or 2) to move, the number of `legal`
 * actions; the effort (`simulations`, `visits` of the root, `seconds`, `nodes`,
 * `memory_...`, `end`: simulations, nodes, settled, time, proven or stopped); the root's
 * `value`, `proof` (none, lost, drawn, won) and `line`; and the best `actions`, each with
 * its text (`action`), `number`, `visits`, `share`, `value`, `proof` and `line`. */
void analysis_add_json(const analysis_t *analysis, cJSON *json);

#endif
