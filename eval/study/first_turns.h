/* first_turns.h - the worth of the first turn of a game, turn by turn.
 * Use: first_turns_t turns; first_turns_init(&turns, game);
 *      first_turns_add(&turns, &record, row);               each game
 *      first_turns_sort(&turns);   first_turns_value(&turns, &value, 0.95);
 *      first_turns_clear(&turns);
 * First turns that lead to mirror images of one position (orientation.h) count as one.
 * Scores are those of player 1, who made the turn.
 * The best of many noisy figures looks better than it is. So the intervals of the fairest
 * turn's score and of the score under a pie rule rest on simultaneous intervals of all
 * judged turns (Bonferroni), and hold whichever turn was picked; and the point estimate
 * under a pie rule comes from turns that one half of the games picks and the other half
 * judges. Both are about judged turns only.
 * Owns: the list; first_turns_clear releases it.   Threads: one list, one thread.
 */
#ifndef EVAL_FIRST_TURNS_H
#define EVAL_FIRST_TURNS_H

#include "core/base/interval.h"
#include "core/game/game.h"
#include "core/stats/outcome_counts.h"
#include "eval/study/orientation.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct record record_t; /* selfplay/store/record.h */

enum { FIRST_TURN_TEXT = 64, FIRST_TURN_ACTIONS = 4 };

typedef struct first_turn {
    uint64_t key;                         /* of the position after it */
    char text[FIRST_TURN_TEXT];           /* of the image that represents all */
    action_t actions[FIRST_TURN_ACTIONS]; /* the first of its actions */
    int num_actions;                      /* of them */
    outcome_counts_t halves[2];           /* games of even and of odd number */
} first_turn_t;

typedef struct first_turns {
    orientations_t orientations;
    first_turn_t *turns;
    size_t count, capacity;
    double weight; /* of a game in intervals: duplicates_weight() of all; 1 at init */
} first_turns_t;

void first_turns_init(first_turns_t *turns, const game_t *game);
void first_turns_clear(first_turns_t *turns);

/* Skips a game that ended within its first turn. */
void first_turns_add(first_turns_t *turns, const record_t *record, size_t row);

/* The actions of a game's first turn; 0 when the game ended in it. */
uint32_t first_turn_length(const record_t *record, size_t row);

/* A game of which only the first turn is known. */
typedef struct first_turn_game {
    uint64_t id;             /* number in the run */
    const action_t *actions; /* of the first turn */
    uint32_t length;         /* how many; 0: the game is skipped */
    uint8_t winner;          /* player 0 or 1, or NOBODY */
} first_turn_game_t;

/* false: the actions are not a complete first turn after which the game continues. */
bool first_turns_add_game(first_turns_t *turns, const first_turn_game_t *game);

/* Sorts by games, most first, then by text. */
void first_turns_sort(first_turns_t *turns);

/* All games that begin with a first turn, and their score; its interval is for this turn
 * alone. */
outcome_counts_t first_turn_counts(const first_turn_t *turn);
estimate_t first_turn_score(const first_turns_t *turns, const first_turn_t *turn,
                            double level);

/* The worth of first turns overall; of judged turns only. */
typedef struct first_turns_value {
    int turns;                   /* judged */
    uint64_t games, all_games;   /* of judged turns; of all */
    double spread;               /* standard deviation of their scores, noise removed */
    double lowest, highest;      /* of the scores, noise included */
    const first_turn_t *fairest; /* nearest to 1/2 in all games; NULL without turns */
    const char *fairest_text;    /* its text */
    estimate_t fairest_score;    /* of that turn; simultaneous over the judged turns */
    /* Player 1's score, at most 1/2, if they play the turn that leaves them most and
     * player 2 takes the better side, both without an error. */
    estimate_t under_pie;
    /* Whether there are enough judged turns, and enough games of them (at least half of
     * all games, too), to name a fairest turn. */
    bool has_fairest;
} first_turns_value_t;
enum { FIRST_TURNS_LEAST_JUDGED = 2, FIRST_TURNS_LEAST_GAMES = 100 };

/* The least games in each half for a turn to be judged: rare turns would widen the
 * intervals of all. */
enum { FIRST_TURN_LEAST = 10 };

void first_turns_value(const first_turns_t *turns, first_turns_value_t *value,
                       double level);

#endif
