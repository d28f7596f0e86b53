/* retrograde.h - the exact value of every position of a region, found backwards.
 * Use: retrograde_t *table = retrograde_new(&region, &limits);
 *      if (retrograde_run(table)) { value = retrograde_value(table, number, &length); }
 *      retrograde_free(table);
 * For games whose positions are numbered (position_numbering.h). From the ends of the
 * game back, all positions that are won or lost in 0, 1, 2, ... actions, level by level:
 * a position is won as soon as one action leads to a position that is good for its mover,
 * and lost when the last of them has turned out bad. What is left at the end is drawn: by
 * the rules, or because neither player can force a win, however long they play. No way to
 * a position matters, so that games that go round in circles are no harder. A length is
 * the number of actions, of both players together, to the end of the game when the winner
 * makes it as short and the loser as long as possible: it is exact.
 * Cost: RETROGRADE_BYTES a position, each looked at twice, once forwards and once back.
 * Owns: its table.   Threads: a call runs in a team of `threads`; values and lengths do
 * not depend on how many.   Errors: none; false at the caller's stop.
 * Source: Zermelo 1913, von Neumann and Morgenstern; Ströhlein 1970, Thompson 1986
 * (backwards, with a count of the actions that are left).
 */
#ifndef EVAL_RETROGRADE_H
#define EVAL_RETROGRADE_H

#include "core/game/position_numbering.h"

enum { RETROGRADE_BYTES = 2 };

/* Worth of a position to its mover. */
typedef enum { MOVER_LOSES, MOVER_DRAWS, MOVER_WINS } mover_value_t;

typedef struct retrograde_limits {
    int threads;
    /* Asked every now and then by one of the threads, with the positions decided so far;
     * true ends the work. May be NULL. */
    bool (*stop)(void *context, uint64_t decided);
    void *context;
} retrograde_limits_t;

typedef struct retrograde {
    region_t region;
    retrograde_limits_t limits;
    _Atomic uint16_t *entries;
    _Atomic uint8_t *due[2]; /* which chunks of numbers have positions of a level */
    /* Results: positions won and lost for their mover, the others are drawn; and the
     * longest way that is won or lost. */
    uint64_t won, lost;
    int longest;
} retrograde_t;

retrograde_t *retrograde_new(const region_t *region, const retrograde_limits_t *limits);
void retrograde_free(retrograde_t *table);

/* Once; false: stopped, and the table is of no use. */
bool retrograde_run(retrograde_t *table);

/* *length: 0 where it is drawn. */
mover_value_t retrograde_value(const retrograde_t *table, uint64_t number, int *length);

#endif
