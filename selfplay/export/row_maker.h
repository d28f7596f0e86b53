/* row_maker.h - makes rows of an export on all threads, and delivers them in order.
 * Use: row_maker_t *maker = row_maker_new(queue, most_bytes, put, context);
 *      row_maker_begin(maker, "run/games/shard-000000.h5");
 *      row_maker_add(maker, &place, &error)           ... each place of a walk
 *      row_maker_flush(maker, &error)                 before their record changes
 *      row_maker_free(maker);
 * Memory: rows of 1 MiB, or one row, and their places.
 * Owns: the rows, until they are delivered.
 * Threads: those of the queue make rows; `put` is called by the caller's thread, inside
 *      add and flush.
 * Errors: the first in the order of the places: a row that cannot be made, or the error
 *      of `put`. Nothing after it is delivered.
 */
#ifndef SELFPLAY_ROW_MAKER_H
#define SELFPLAY_ROW_MAKER_H

#include "core/base/error.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct export_place export_place_t; /* selfplay/export/export_rows.h */
typedef struct export_row export_row_t;     /* selfplay/export/export_rows.h */
typedef struct task_queue task_queue_t;     /* core/base/process/task_queue.h */

/* Receives a row of place->bytes bytes. */
typedef bool (*row_put_t)(void *context, const export_place_t *place,
                          const export_row_t *row, failure_t *error);

typedef struct row_maker row_maker_t;

/* most_bytes: of a row, at most. */
row_maker_t *row_maker_new(task_queue_t *queue, size_t most_bytes, row_put_t put,
                           void *context);
void row_maker_free(row_maker_t *maker); /* NULL is fine */

/* The file of the rows that follow, for messages; borrowed. */
void row_maker_begin(row_maker_t *maker, const char *path);

bool row_maker_add(row_maker_t *maker, const export_place_t *place, failure_t *error);
bool row_maker_flush(row_maker_t *maker, failure_t *error);

#endif
