/* games_writer.h - writes files of games larger than memory, column by column.
 * Use: games_writer_t *writer = games_writer_new(unfinished, game, queue);
 *      games_writer_add(writer, &record)                 each batch
 *      games_writer_finish(writer, config, &maker, "0:500")
 *      games_writer_free(writer);
 * Rows are buffered up to some mebibytes of full chunks, which all threads compress. The
 * caller adds the envelope (envelope_file), reads the file back and publishes it.
 * Threads: as hdf5_values.h; the threads of the queue compress.
 * Errors: false or NULL if HDF5 could not write (publish_cannot_write gives the reason).
 * Then
 *      only games_writer_free may be called.
 */
#ifndef SELFPLAY_GAMES_WRITER_H
#define SELFPLAY_GAMES_WRITER_H

#include "selfplay/store/schema.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct game game_t;             /* core/game/game.h */
typedef struct producer producer_t;     /* selfplay/store/games_header.h */
typedef struct record record_t;         /* selfplay/store/record.h */
typedef struct task_queue task_queue_t; /* core/base/process/task_queue.h */

typedef struct games_writer games_writer_t;

/* queue: borrowed; NULL: only this thread compresses. */
games_writer_t *games_writer_new(const char *path, const game_t *game,
                                 task_queue_t *queue);

/* After an error: truncates the file on disk, so that HDF5 can close it. */
void games_writer_free(games_writer_t *writer);

bool games_writer_add(games_writer_t *writer, const record_t *record);

/* Rows, and the checksum of a column, so far. */
const uint64_t *games_writer_rows(const games_writer_t *writer);
uint32_t games_writer_checksum(const games_writer_t *writer, column_id_t id);

/* Writes the remaining rows, checksums and attributes, and closes the file. present: the
 * games it holds (game_ranges.h). */
bool games_writer_finish(games_writer_t *writer, const char *config,
                         const producer_t *maker, const char *present);

#endif
