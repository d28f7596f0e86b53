/* opening_book.h - which lines games begin with, how often, and what came of them.
 * Use: opening_book_t book; opening_book_init(&book, game);
 *      opening_book_add(&book, &trace);                       each game
 *      opening_book_finish(&book);                            after the last
 *      book_line_t line = opening_book_start(&book);
 *      book_line_t replies[BOOK_REPLIES];
 *      int count = opening_book_replies(&book, &line, replies, BOOK_REPLIES, 10);
 *      opening_book_clear(&book);
 * A line is the first actions of games, at most BOOK_DEPTH of them. Games that are images
 * of each other, by symmetries that leave the sides as they are, have the same line: the
 * one that comes first by the numbers of the actions.
 * Owns: some 30 bytes a game.   Threads: one book, one thread.   Errors: none.
 */
#ifndef EVAL_OPENING_BOOK_H
#define EVAL_OPENING_BOOK_H

#include "core/game/game.h"
#include "core/stats/outcome_counts.h"

#include <stddef.h>
#include <stdint.h>

typedef struct game_trace game_trace_t; /* eval/metrics/game_trace.h */

enum { BOOK_DEPTH = 12, BOOK_REPLIES = 8 };

/* How a game began. */
typedef struct book_game {
    action_t actions[BOOK_DEPTH]; /* ACTION_NONE behind a game's end */
    uint16_t searched;            /* bit i: action i was searched for */
    uint8_t points;               /* half points of player 1 */
} book_game_t;

typedef struct opening_book {
    const game_t *game;
    book_game_t *games; /* after finish, in the order of their actions */
    size_t count, capacity;
} opening_book_t;

/* The games that begin with book->games[first].actions up to `depth`. */
typedef struct book_line {
    size_t first, games;
    int depth;
    uint64_t searched;       /* games in which a search chose the last of the actions */
    outcome_counts_t scores; /* of player 1 */
} book_line_t;

void opening_book_init(opening_book_t *book, const game_t *game);
void opening_book_clear(opening_book_t *book);
void opening_book_add(opening_book_t *book, const game_trace_t *trace);
/* After it games may be added, and then it is called again. */
void opening_book_finish(opening_book_t *book);

/* All games, of depth 0. */
book_line_t opening_book_start(const opening_book_t *book);

/* The lines that are one action longer and have `least` games, the most frequent first
 * and at most `most`: how many. None at BOOK_DEPTH. */
int opening_book_replies(const opening_book_t *book, const book_line_t *line,
                         book_line_t *replies, int most, size_t least);

/* Its last action; of depth 1 or more. */
action_t opening_book_action(const opening_book_t *book, const book_line_t *line);

#endif
