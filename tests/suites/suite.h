/* suite.h - positions with known answers: the rows of tests/suites/GAME.csv.
 * Use: suite_t suite;
 *      if (!suite_read("tests/suites/GAME.csv", &suite, &error)) ...
 *      suite.rows[i] ...                                  suite_clear(&suite);
 *      suite_solve(solver, game, &state, &answer);        what every action is worth
 *      suite_rate(game, &config, &state, row, 20, &wrong);      how often it is found
 * Columns: id; theme; variant (the keys that are not at their default); position; its
 * value for the mover: won, drawn or lost; best: all actions that keep that value,
 * between blanks; simulations that a search may take; nodes that the exact solver looked
 * at for the position and all its actions; and, of 20 seeds, how many searches with
 * default parameters chose one of the best and how many proved the value, by UCT and by
 * PUCT; last, to the end of the line, what there is to see.
 * Owns: suite_clear releases the rows.   Errors: a row that cannot be read, with its
 * line.
 */
#ifndef TESTS_SUITE_H
#define TESTS_SUITE_H

#include "eval/solve/solver.h"
#include "mcts/search/search_config.h"

enum { SUITE_SEEDS = 20, SUITE_SELECTIONS = 2 /* by selection_t */ };

typedef struct suite_rate {
    int found, proven; /* of SUITE_SEEDS */
} suite_rate_t;

typedef struct suite_row {
    char *id, *theme, *variant, *position, *value, *best, *remark;
    long simulations, nodes;
    suite_rate_t rates[SUITE_SELECTIONS];
} suite_row_t;

typedef struct suite {
    char *text; /* what the rows point into */
    suite_row_t *rows;
    int count;
} suite_t;

extern const char suite_columns[]; /* the first line */

bool suite_read(const char *path, suite_t *suite, failure_t *error);
void suite_clear(suite_t *suite);
void suite_write_row(const suite_row_t *row, FILE *file);

/* What a position and its actions are worth to the player to move. */
typedef struct suite_answer {
    solver_value_t value;
    int count;
    action_t actions[GAME_MAX_LEGAL];
    solver_value_t values[GAME_MAX_LEGAL];
    uint64_t nodes; /* of the solver, for all */
} suite_answer_t;

/* False when something stays open at the solver's limits, or when the solver contradicts
 * itself: the value is that of the best action. The position is not over. */
bool suite_solve(solver_t *solver, const game_t *game, const state_t *state,
                 suite_answer_t *answer);

/* The actions that keep the value, in ascending order, between blanks. */
void suite_write_best(const game_t *game, const suite_answer_t *answer, text_t *out);

/* Whether an action is one of those, its text being between blanks in `best`. */
bool suite_is_best(const game_t *game, const char *best, action_t action);

/* The default search, but for these two. */
search_config_t suite_config(int selection, int64_t simulations);

/* Searches the position with the first of the seeds. A search that proves another value
 * than the row's counts for nothing; *wrong then says so. */
suite_rate_t suite_rate(const game_t *game, const search_config_t *config,
                        const state_t *state, const suite_row_t *row, int seeds,
                        bool *wrong);

#endif
