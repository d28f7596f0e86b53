/* suite.h - positions with known answers: the rows of tests/suites/GAME.csv.
 * Use: suite_t suite;
 *      if (!suite_read("tests/suites/GAME.csv", &suite, &error)) ...
 *      suite.rows[i] ...                                  suite_clear(&suite);
 *      suite_solve(solver, game, &state, &answer);        the value of every action
 *      suite_rate(game, &config, &state, row, 20, &wrong);      success rate of searches
 * Columns: id; theme; variant (keys not at their defaults); position; its value for the
 * mover: won, drawn or lost; best: all actions that keep that value, separated by blanks;
 * simulations of a search; nodes that the exact solver visited for the position and all
 * its actions; and, of 20 seeds, how many searches with default parameters chose one of
 * the best and how many proved the value, with UCT and with PUCT; last, to the end of the
 * line, a remark.
 * Owns: suite_clear frees the rows.   Errors: an invalid row, with its line.
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
    char *text; /* the rows point into it */
    suite_row_t *rows;
    int count;
} suite_t;

extern const char suite_columns[]; /* the first line */

bool suite_read(const char *path, suite_t *suite, failure_t *error);
void suite_clear(suite_t *suite);
void suite_write_row(const suite_row_t *row, FILE *file);

/* The values of a position and its actions to the player to move. */
typedef struct suite_answer {
    solver_value_t value;
    int count;
    action_t actions[GAME_MAX_LEGAL];
    solver_value_t values[GAME_MAX_LEGAL];
    uint64_t nodes; /* visited by the solver, in total */
} suite_answer_t;

/* The position must not be over. False if a value stays open at the solver's limits, or
 * if the solver contradicts itself: the value must be that of the best action. */
bool suite_solve(solver_t *solver, const game_t *game, const state_t *state,
                 suite_answer_t *answer);

/* The actions that keep the value, in ascending order, separated by blanks. */
void suite_write_best(const game_t *game, const suite_answer_t *answer, text_t *out);

/* Whether an action is listed in `best`. */
bool suite_is_best(const game_t *game, const char *best, action_t action);

/* The default search, with these two parameters set. */
search_config_t suite_config(int selection, int64_t simulations);

/* Searches the position with the first `seeds` seeds. A search that proves a value other
 * than the row's is not counted and sets *wrong. */
suite_rate_t suite_rate(const game_t *game, const search_config_t *config,
                        const state_t *state, const suite_row_t *row, int seeds,
                        bool *wrong);

#endif
