/* opening_book.h - the lines that games begin with: frequency and results.
 * Use: opening_book_t book; opening_book_init(&book, game);
 *      opening_book_add(&book, &trace);                       each game
 *      opening_book_finish(&book);                            after the last
 *      book_line_t line = opening_book_start(&book);
 *      book_line_t replies[BOOK_REPLIES];
 *      int count = opening_book_replies(&book, &line, replies, BOOK_REPLIES, 10);
 *      opening_book_clear(&book);
 * A line is up to BOOK_DEPTH first actions of games. Games that are images of each other,
 * under symmetries that do not exchange the sides, share a line: the first in the order
 * of action numbers.
 * Owns: some 30 bytes per game.   Threads: one book, one thread.
 */
#ifndef EVAL_OPENING_BOOK_H
#define EVAL_OPENING_BOOK_H

#include "core/game/game.h"
#include "core/stats/outcome_counts.h"

#include <stddef.h>
#include <stdint.h>

typedef struct game_trace game_trace_t; /* eval/metrics/game_trace.h */

/* Shown are lines of BOOK_GAMES games or more: at most BOOK_SHOWN of each line,
 * BOOK_REPLIES to programs. */
enum { BOOK_DEPTH = 12, BOOK_REPLIES = 8, BOOK_GAMES = 10, BOOK_SHOWN = 3 };

/* How a game began. */
typedef struct book_game {
    action_t actions[BOOK_DEPTH]; /* ACTION_NONE after the game's end */
    uint16_t searched;            /* bit i: action i was chosen by a search */
    uint8_t points;               /* half points of player 1 */
} book_game_t;

typedef struct opening_book {
    const game_t *game;
    book_game_t *games; /* after finish, sorted by their actions */
    size_t count, capacity;
} opening_book_t;

/* The games that begin with the first `depth` of book->games[first].actions. */
typedef struct book_line {
    size_t first, games;
    int depth;
    uint64_t searched;       /* games in which a search chose the last action */
    outcome_counts_t scores; /* of player 1 */
} book_line_t;

void opening_book_init(opening_book_t *book, const game_t *game);
void opening_book_clear(opening_book_t *book);
void opening_book_add(opening_book_t *book, const game_trace_t *trace);
/* If games are added later, call it again. */
void opening_book_finish(opening_book_t *book);

/* All games, of depth 0. */
book_line_t opening_book_start(const opening_book_t *book);

/* The at most `most` lines that are one action longer and have `least` games, the most
 * frequent first. Returns their number; none at BOOK_DEPTH. */
int opening_book_replies(const opening_book_t *book, const book_line_t *line,
                         book_line_t *replies, int most, size_t least);

#endif
