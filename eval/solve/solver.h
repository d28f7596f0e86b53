/* solver.h - the exact value of a position.
 * Use: solver_t *solver = solver_new(game, &limits);
 *      solution_t *solution = solver_solve(solver, &state);
 *      if (solution->value != VALUE_OPEN) { ... }
 *      solution_free(solution); solver_free(solver);
 * Values are for player 1, whichever side they play: won, drawn or lost, by two questions
 * (win_query.h): can player 1 force a win, can player 2? proof_search.h works on them
 * alternately, with growing numbers of nodes; as soon as one answer is yes, the position
 * is solved.
 * Games that count their turns, with a draw at the limit: distinguishing positions by the
 * counter would make every position of a long game a new one. So the questions are asked
 * without it (ENDLESS), which is exact for the game with its cut-off, too:
 *   no    A player who cannot force a win in unlimited time cannot in less.
 *   yes   comes with a bound on the turns it takes. If that many are left, the player
 *         wins: a win at an earlier turn is a win under any later cut-off.
 *   yes, but the bound is more than the turns left: asked again with the counter in the
 *         state (COUNTED), where no position can repeat and all answers are exact.
 * With few turns left, COUNTED is tried first. If both answers are no and positions
 * repeated on the path, the no of proof_search.h may be wrong: fortress.h decides
 * (`confirmed`). A game without a limit on its length is called drawn when neither player
 * can force a win.
 * Games whose positions are numbered (position_numbering.h) can also be solved by
 * retrograde analysis, all positions at once (region_solver.h). This is used where proof
 * search has not answered after so many nodes that it is less work, and it fits into
 * memory. Then the bound is exact except as region_solver.h says, and repetitions leave
 * no doubt.
 * Owns: table and search; a solution belongs to the caller.
 * Threads: one solver, one caller; retrograde analysis uses limits.threads.
 * Errors: VALUE_OPEN at the limits.
 */
#ifndef EVAL_SOLVER_H
#define EVAL_SOLVER_H

#include "core/game/game.h"

typedef enum { VALUE_LOST, VALUE_DRAWN, VALUE_WON, VALUE_OPEN } solver_value_t;

extern const char *const solver_value_names[]; /* "lost", ..., "open" */

/* The value to a player of a value to player 1. */
static inline solver_value_t solver_value_to(solver_value_t of_player1, int player) {
    return player == 0 || of_player1 == VALUE_OPEN
               ? of_player1
               : (solver_value_t)((int)VALUE_WON - (int)of_player1);
}

/* What is known about "this player can force a win". */
typedef enum {
    ANSWER_OPEN,
    ANSWER_LIKELY_NO, /* unless repetitions matter */
    ANSWER_NO,
    ANSWER_YES
} answer_t;

typedef struct solver_progress {
    uint64_t nodes;   /* positions expanded by proof search */
    uint64_t members; /* positions in the fortress being built, or 0 */
    uint64_t decided; /* positions decided of the current region, or 0 */
    int region;       /* number of that region, from 1 */
    double seconds, table_fill;
} solver_progress_t;

typedef enum { SOLVER_AUTO, SOLVER_PROOF, SOLVER_RETROGRADE } solver_method_t;

typedef struct solver_limits {
    solver_method_t method; /* SOLVER_RETROGRADE: only where solver_fits */
    int threads;            /* of retrograde analysis; 0: one */
    size_t table_mb;        /* of each table: first the one, then the other */
    double seconds;         /* 0: no limit */
    /* May be NULL; called about every thousand nodes; false gives up. */
    bool (*report)(void *context, const solver_progress_t *progress);
    void *context;
} solver_limits_t;

enum { SOLVER_LINE = 400 };

typedef struct solution {
    solver_value_t value; /* of player 1 */
    answer_t wins[2];     /* can player 1, player 2 force a win */
    /* Upper bound on the turns (actions, where the game does not count turns) that the
     * winner needs; 0: not known. Not always the shortest win. */
    int bound;
    bool counts_turns;          /* the unit of bound */
    bool confirmed;             /* a draw by fortress: positions can repeat */
    int length;                 /* of the line */
    action_t line[SOLVER_LINE]; /* best actions of both; the first is the root's */
    bool line_ends;             /* the line reaches the end of the game */
    uint64_t nodes, members;    /* of proof search; positions in fortresses */
    bool backwards;             /* solved by retrograde analysis; else proof search */
    int regions;                /* solved by retrograde analysis; positions in them */
    uint64_t positions;
    size_t table_entries, table_used, table_mb;
    double seconds; /* wall-clock time until the value was known */
} solution_t;

typedef struct solver solver_t;

/* Whether retrograde analysis of a position fits into this memory. *needed_mb: how much
 * it takes; 0: the game's positions are not numbered, or too many. */
bool solver_fits(const game_t *game, const state_t *state, size_t table_mb,
                 size_t *needed_mb);

solver_t *solver_new(const game_t *game, const solver_limits_t *limits);
void solver_free(solver_t *solver);

/* If the game is over, the value is known without search and there is no line. */
solution_t *solver_solve(solver_t *solver, const state_t *state);
void solution_free(solution_t *solution);

/* Only the value for player 1, without the work for a line. */
solver_value_t solver_value(solver_t *solver, const state_t *state);

#endif
