/* game_length.h - the mean length of games, from finished and unfinished ones.
 * Use: game_length_t length;
 *      game_length_find(observed, count, &length);
 *      if (length.has_interval) printf("[%g, %g]", length.low, length.high);
 * Unfinished games are censored observations: the mean is the area under Kaplan and
 * Meier's survival function; if the longest game is unfinished, up to its length, and
 * `is_rough`. The interval (95 %) contains two of the same error, by Greenwood's
 * variance: Student's, and Student's with Hall's correction for skewness. There is none
 * where it would hold less often: with fewer than GAME_LENGTH_LEAST finished games, if
 * `is_rough`, if all games have the same length, or if few long games decide the mean.
 * Lengths so rare that none was seen are in no interval.
 * Source: E. Kaplan, P. Meier, "Nonparametric estimation from incomplete observations",
 *      1958; Greenwood 1926; P. Hall, On the removal of skewness by transformation, 1992.
 */
#ifndef SELFPLAY_GAME_LENGTH_H
#define SELFPLAY_GAME_LENGTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GAME_LENGTH_LEAST = 30 /* finished games for an interval */ };

typedef struct observed_length {
    uint32_t actions; /* so far, if the game has not ended */
    bool has_ended;
} observed_length_t;

typedef struct game_length {
    double mean, low, high; /* actions; 0 without games */
    bool has_interval;
    bool is_rough; /* few games, or mostly short ones, have ended */
} game_length_t;

/* Sorts `observed`. */
void game_length_find(observed_length_t *observed, size_t count, game_length_t *found);

#endif
