/* puzzle_hunt.h - puzzles in recorded games: puzzle.h applied to their last positions.
 * Use: puzzle_hunt_t hunt = {.last = 20, .most = 10, ..., .found = print};
 *      if (!puzzle_hunt_path(&hunt, "runs/mine", &error)) ...
 * In each game, at most `last` positions are tried from the end backwards, until one is
 * not proven: earlier ones are harder. A position and its images under symmetries are
 * tried once per path.
 * Owns: nothing that outlives a call.   Threads: one hunt, one thread.
 * Errors: those of games_reader.h.
 */
#ifndef EVAL_PUZZLE_HUNT_H
#define EVAL_PUZZLE_HUNT_H

#include "core/base/error.h"
#include "core/game/game.h"
#include "eval/solve/action_values.h"
#include "eval/solve/puzzle.h"

typedef struct puzzle_found {
    const char *path; /* as given */
    const game_t *game;
    uint64_t id;  /* of the recorded game in its run */
    uint32_t ply; /* actions before the position */
    const state_t *state;
    const puzzle_t *puzzle;
    bool played;         /* the action was played in the game */
    double visits_share; /* the action's, in the recorded search; NAN: no search */
} puzzle_found_t;

typedef struct puzzle_hunt {
    action_limits_t limits;
    int last;        /* positions per game, 1 or more */
    uint64_t most;   /* puzzles, 1 or more */
    int least_bound; /* of wins; draws have none */
    /* Called with each puzzle, in the order of the games. */
    void (*found)(void *context, const puzzle_found_t *found);
    /* May be NULL; called before and after every game; false ends the hunt. */
    bool (*go_on)(void *context);
    void *context;
    /* Out, over all paths: */
    uint64_t games, positions, open, puzzles; /* positions tried; open: not proven */
    bool stopped;
} puzzle_hunt_t;

bool puzzle_hunt_path(puzzle_hunt_t *hunt, const char *path, failure_t *error);

#endif
