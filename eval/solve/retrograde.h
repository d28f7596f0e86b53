/* retrograde.h - the exact value of every position of a region, by retrograde analysis.
 * Use: retrograde_t *table = retrograde_new(&region, &limits);
 *      if (retrograde_run(table)) { value = retrograde_value(table, number, &length); }
 *      retrograde_free(table);
 * For games whose positions are numbered (position_numbering.h). Starting from the ends
 * of the game, it finds all positions that are won or lost in 0, 1, 2, ... actions, level
 * by level: a position is won as soon as one action leads to a position that is good for
 * its mover, and lost when the last of its actions has turned out bad. What remains is
 * drawn, by the rules or because neither player can force a win, however long they play.
 * The path to a position does not matter, so repetitions cause no difficulty. A length is
 * the number of actions of both players to the end of the game when the winner makes it
 * as short, and the loser as long, as possible; it is exact.
 * Cost: RETROGRADE_BYTES per position; each is visited twice, forwards and backwards.
 * Owns: its table.   Threads: a call runs in a team of `threads`; values and lengths do
 * not depend on how many.   Errors: false at the caller's stop.
 * Source: Zermelo 1913, von Neumann and Morgenstern; Ströhlein 1970, Thompson 1986
 * (backwards, with a count of the remaining actions).
 */
#ifndef EVAL_RETROGRADE_H
#define EVAL_RETROGRADE_H

#include "core/game/position_numbering.h"

enum { RETROGRADE_BYTES = 2 };

/* Value of a position to its mover. */
typedef enum { MOVER_LOSES, MOVER_DRAWS, MOVER_WINS } mover_value_t;

typedef struct retrograde_limits {
    int threads;
    /* Called from time to time by one of the threads, with the positions decided so far;
     * true stops. May be NULL. */
    bool (*stop)(void *context, uint64_t decided);
    void *context;
} retrograde_limits_t;

typedef struct retrograde {
    region_t region;
    retrograde_limits_t limits;
    _Atomic uint16_t *entries;
    _Atomic uint8_t *due[2]; /* which chunks of numbers have positions of a level */
    /* Out: positions won and lost for their mover (the others are drawn), and the length
     * of the longest win or loss. */
    uint64_t won, lost;
    int longest;
} retrograde_t;

retrograde_t *retrograde_new(const region_t *region, const retrograde_limits_t *limits);
void retrograde_free(retrograde_t *table);

/* Call once; false: stopped, and the table is unusable. */
bool retrograde_run(retrograde_t *table);

/* *length: 0 if drawn. */
mover_value_t retrograde_value(const retrograde_t *table, uint64_t number, int *length);

#endif
