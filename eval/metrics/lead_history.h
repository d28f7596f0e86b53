/* lead_history.h - who was ahead when: drama and related metrics of a game's values.
 * Use: lead_point_t points[] = ...;   every searched action, in order
 *      lead_history_t history = {points, count, actions, winner};
 *      double drama = lead_drama_mean(&history);
 * The evaluation E_p of a position is player p's expected score by the search made there,
 * 0 to 1; E_1 + E_2 = 1. The player above 1/2 leads; at 1/2 the previous leader still
 * does. All metrics use the search's estimates and include their noise: few simulations
 * cause more lead changes and killer moves, and less permanence. A metric that is not
 * defined for a game (no winner, or too few points) is NAN.
 * Source: C. Browne, Automatic generation and evaluation of recombination games (thesis),
 *      2008, for the notions; the metrics of the Ludii system (their source,
 *      Evaluation/src/metrics) for decisiveness and stability.
 */
#ifndef EVAL_LEAD_HISTORY_H
#define EVAL_LEAD_HISTORY_H

#include <stddef.h>
#include <stdint.h>

typedef struct lead_point {
    double value;   /* of player 1 (index 0) */
    uint32_t turn;  /* completed turns before it */
    uint32_t ply;   /* actions before it */
    uint8_t player; /* to move */
} lead_point_t;

typedef struct lead_history {
    const lead_point_t *points;
    size_t count;
    size_t num_actions; /* of the complete game */
    int winner;         /* player 0 or 1, or NOBODY */
} lead_history_t;

/* Browne: mean of sqrt(E_loser - E_winner) over the points at which the eventual winner
 * is behind, 0 if there are none; and the largest of them. 0 to 1. */
double lead_drama_mean(const lead_history_t *history);
double lead_drama_max(const lead_history_t *history);

/* Share of the points at which the eventual winner is behind, 0 to 1. */
double lead_behind_share(const lead_history_t *history);

/* Number of lead changes; the same as a share of the steps between points. */
double lead_changes(const lead_history_t *history);
double lead_change_share(const lead_history_t *history);

/* Variance of player 1's value over the points, 0 to 1/4. */
double lead_variance(const lead_history_t *history);

/* Mean of 4 E_1 E_2: 1 while nobody leads, 0 when the game is decided. */
double lead_uncertainty(const lead_history_t *history);

/* The loser's largest value: a player with a larger one won. 0 to 1. */
double lead_threshold(const lead_history_t *history);

/* Share of the game's actions from the first point at which the winner's value is above
 * that threshold, 0 to 1. */
double lead_decided_share(const lead_history_t *history);

/* Share of the game's actions from the first point at which, and at all later ones, the
 * winner's value is at least `level`, 0 to 1. */
double lead_foregone_share(const lead_history_t *history, double level);

/* By turns, each valued at its first point: the largest gain of a turn in its player's
 * value, -1 to 1; and the share of all gains that the reply did not undo, 0 to 1. Turns
 * without a point, or whose next turn has none, do not count. */
double lead_killer_move(const lead_history_t *history);
double lead_permanence(const lead_history_t *history);

#endif
