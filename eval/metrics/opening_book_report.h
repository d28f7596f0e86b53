/* opening_book_report.h - an opening book as text and JSON, and the shortest game.
 * Use: opening_book_print(&metrics, 0.95, stdout);
 *      cJSON_AddItemToObject(json, "opening_book", opening_book_json(&metrics, 0.95));
 *      shortest_game_print(&metrics, stdout);
 * A line is shown if BOOK_GAMES games have it: in text with its BOOK_SHOWN most frequent
 * replies, in JSON with BOOK_REPLIES.
 * Owns: nothing; a JSON object is the caller's.   Threads: pure.
 */
#ifndef EVAL_OPENING_BOOK_REPORT_H
#define EVAL_OPENING_BOOK_REPORT_H

#include "core/base/interval.h"

#include <stdio.h>

typedef struct cJSON cJSON;                 /* cjson/cJSON.h */
typedef struct book_line book_line_t;       /* eval/metrics/opening_book.h */
typedef struct game_metrics game_metrics_t; /* eval/metrics/game_metrics.h */

enum { BOOK_GAMES = 10, BOOK_SHOWN = 3 };

void opening_book_print(const game_metrics_t *metrics, double level, FILE *file);
cJSON *opening_book_json(const game_metrics_t *metrics, double level);

/* Player 1's score of a line, with the effective number of its games. */
estimate_t opening_book_score(const game_metrics_t *metrics, const book_line_t *line,
                              double level);

/* Prints one line; nothing if there is no game whose end counts. */
void shortest_game_print(const game_metrics_t *metrics, FILE *file);
/* The same as JSON, or null. */
cJSON *shortest_game_json(const game_metrics_t *metrics);

#endif
