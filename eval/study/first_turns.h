/* first_turns.h - what the first turn of a game is worth, turn by turn.
 * Use: first_turns_t turns; first_turns_init(&turns, game);
 *      first_turns_add(&turns, &record, row);               each game
 *      first_turns_sort(&turns);   first_turns_value(&turns, &value, 0.95);
 *      first_turns_clear(&turns);
 * First turns that lead to mirror images of one position (orientation.h) count as one.
 * Scores are player 1's, who made the turn.
 * How close the fairest first turn is to even, and what player 1 is left with under a pie
 * rule, come from turns that one half of the games selects and the other half scores:
 * scored by the same games, the best of many noisy figures looks better than it is.
 * Owns: the list; first_turns_clear releases it.   Threads: one list, one thread.
 * Errors: none.
 */
#ifndef EVAL_FIRST_TURNS_H
#define EVAL_FIRST_TURNS_H

#include "core/base/interval.h"
#include "core/game/game.h"
#include "eval/stats/outcome_counts.h"
#include "eval/study/orientation.h"

#include <stddef.h>
#include <stdint.h>

typedef struct record record_t; /* selfplay/store/record.h */

enum { FIRST_TURN_TEXT = 64, FIRST_TURN_DECISIONS = 4 };

typedef struct first_turn {
    uint64_t key;                           /* of the position after it */
    char text[FIRST_TURN_TEXT];             /* of the image that stands for all */
    action_t actions[FIRST_TURN_DECISIONS]; /* the first of its actions */
    int num_actions;                        /* of them */
    outcome_counts_t halves[2];             /* games of even and of odd number */
} first_turn_t;

typedef struct first_turns {
    orientations_t orientations;
    first_turn_t *turns;
    size_t count, capacity;
} first_turns_t;

void first_turns_init(first_turns_t *turns, const game_t *game);
void first_turns_clear(first_turns_t *turns);

/* A game that ended within its first turn is left out. */
void first_turns_add(first_turns_t *turns, const record_t *record, size_t row);

/* By games, most first, then by text. */
void first_turns_sort(first_turns_t *turns);

/* All games that begin with a first turn. */
outcome_counts_t first_turn_counts(const first_turn_t *turn);

/* What first turns are worth as a whole; of turns with games in both halves. */
typedef struct first_turns_value {
    int turns;                   /* such turns */
    double spread;               /* standard deviation of their scores, noise taken out */
    double lowest, highest;      /* of the scores as they stand, noise and all */
    const first_turn_t *fairest; /* nearest to 1/2 in all games; NULL without turns */
    estimate_t fairest_score;    /* of turns chosen by the other half */
    estimate_t under_pie;        /* player 1's score when they make the turn that leaves
                                    them most, and player 2 takes the better side */
} first_turns_value_t;

/* A turn is looked at from this many games in each half on: rare ones would be chosen for
 * their noise. */
enum { FIRST_TURN_LEAST = 10 };

void first_turns_value(const first_turns_t *turns, first_turns_value_t *value,
                       double level);

#endif
