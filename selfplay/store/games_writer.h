/* games_writer.h - writes files of games larger than memory, column by column.
 * Use: games_writer_t *writer = games_writer_new(unfinished, game, queue);
 *      games_writer_add(writer, &record)                 each batch
 *      games_writer_save(writer, stream)                now and then: to resume from here
 *      games_writer_finish(writer, config, &maker, "0:500")
 *      games_writer_reads_back(writer, &file)           the finished file, opened
 *      games_writer_free(writer);
 *      writer = games_writer_resume(unfinished, game, queue, stream);    what was saved
 * Rows are buffered up to some mebibytes of full chunks, which all threads compress. The
 * caller adds the envelope (envelope_file), reads the file back and publishes it. A
 * writer that is resumed repeats the calls of the HDF5 library without writing the
 * chunks, which are in the file: the bytes are those of a writer that was not
 * interrupted, and it takes some microseconds a chunk.
 * Threads: as hdf5_values.h; the threads of the queue compress.
 * Errors: false or NULL if HDF5 could not write (publish_cannot_write gives the reason).
 *      Then only games_writer_free may be called.
 */
#ifndef SELFPLAY_GAMES_WRITER_H
#define SELFPLAY_GAMES_WRITER_H

#include "selfplay/store/schema.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct game game_t;             /* core/game/game.h */
typedef struct games_file games_file_t; /* selfplay/store/games_file.h */
typedef struct producer producer_t;     /* selfplay/store/games_header.h */
typedef struct record record_t;         /* selfplay/store/record.h */
typedef struct task_queue task_queue_t; /* core/base/process/task_queue.h */

typedef struct games_writer games_writer_t;

/* queue: borrowed; NULL: only this thread compresses. */
games_writer_t *games_writer_new(const char *path, const game_t *game,
                                 task_queue_t *queue);

/* Writes what a later process needs besides the file, which must not be written any more
 * if that process is to use it. In this program's own form. */
void games_writer_save(const games_writer_t *writer, FILE *out);

/* NULL: HDF5 could not write, or it was not saved by this program. */
games_writer_t *games_writer_resume(const char *path, const game_t *game,
                                    task_queue_t *queue, FILE *in);

/* Unless the file is finished, nothing more is written to it. */
void games_writer_free(games_writer_t *writer);

bool games_writer_add(games_writer_t *writer, const record_t *record);

/* Rows, and the checksum of a column, so far. */
const uint64_t *games_writer_rows(const games_writer_t *writer);
uint32_t games_writer_checksum(const games_writer_t *writer, column_id_t id);

/* Writes the remaining rows, checksums and attributes, and closes the file. present: the
 * games it holds (game_ranges.h). */
bool games_writer_finish(games_writer_t *writer, const char *config,
                         const producer_t *maker, const char *present);

/* Whether the chunks in the finished file are those that were written. */
bool games_writer_reads_back(const games_writer_t *writer, games_file_t *file);

#endif
