/* games_writer.h - writes a file of games that is larger than memory, column by column.
 * Use: games_writer_t *writer = games_writer_new(unfinished, game, columns, queue);
 *      games_writer_add(writer, &record)                 batch after batch
 *      games_writer_finish(writer, config, &maker, "0:500")
 *      games_writer_free(writer);
 * Rows gather until there are some mebibytes of whole chunks; these are packed by all
 * threads (chunk_filters.h) and written. So memory does not grow with the file.
 * The file has the layout of a shard, in the format of HDF5 1.10, whose tables carry
 * checksums of their own. Columns that are left out (of a virtual file) only get their
 * checksum; the caller makes them before finish.
 * Owns: the open file; the caller adds the envelope (envelope_file), reads the file back
 *      and publishes it, or removes it.
 * Threads: as hdf5_values.h; packing is done by the threads of the queue.
 * Errors: new: NULL; the others: false, when HDF5 could not write (publish_cannot_write
 *      says why). Nothing but games_writer_free is to be called then.
 */
#ifndef SELFPLAY_GAMES_WRITER_H
#define SELFPLAY_GAMES_WRITER_H

#include "selfplay/store/schema.h"

#include <hdf5.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct game game_t;             /* core/game/game.h */
typedef struct producer producer_t;     /* selfplay/store/games_header.h */
typedef struct record record_t;         /* selfplay/store/record.h */
typedef struct task_queue task_queue_t; /* selfplay/run/task_queue.h */

typedef struct games_writer games_writer_t;

/* is_written: for each column, whether it is written here. queue: borrowed; NULL: this
 * thread alone packs. */
games_writer_t *games_writer_new(const char *path, const game_t *game,
                                 const bool is_written[COLUMN_COUNT],
                                 task_queue_t *queue);

/* After an error: takes what has been written off the disk, so that HDF5 can close. */
void games_writer_free(games_writer_t *writer);

bool games_writer_add(games_writer_t *writer, const record_t *record);

/* Rows and checksum of a column so far, and the open file, for columns that are made
 * elsewhere. */
const uint64_t *games_writer_rows(const games_writer_t *writer);
uint32_t games_writer_checksum(const games_writer_t *writer, column_id_t id);
hid_t games_writer_file(const games_writer_t *writer);

/* Writes what is left, checksums and attributes, and closes the file. present: which
 * games it holds (game_ranges.h). */
bool games_writer_finish(games_writer_t *writer, const char *config,
                         const producer_t *maker, const char *present);

#endif
