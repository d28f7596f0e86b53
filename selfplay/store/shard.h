/* shard.h - writes complete files of recorded games (FORMAT.md); games_file.h reads them.
 * Use: shard_prepare(path, &record, config, &maker, unfinished, &bytes, &error) &&
 *      publish_finish(unfinished, path, &error);            shard_job.h does both
 * A file is made in memory and published in one step (publish.h), so that a full disk or
 * a kill leaves nothing behind. The same games always give the same bytes.
 * Threads: as hdf5_values.h.
 */
#ifndef SELFPLAY_SHARD_H
#define SELFPLAY_SHARD_H

#include "core/base/error.h"
#include "core/base/files/file.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct producer producer_t; /* selfplay/store/games_header.h */
typedef struct record record_t;     /* selfplay/store/record.h */

/* Writes the file under another name, `unfinished`, which publish.h renames. config: the
 * run's effective configuration; maker: of all games; *bytes: its size. */
bool shard_prepare(const char *path, const record_t *record, const char *config,
                   const producer_t *maker, char unfinished[FILE_PATH], size_t *bytes,
                   failure_t *error);

/* The size that the file of these games would have; 0: HDF5 cannot make it. */
size_t shard_bytes(const record_t *record, const char *config);

#endif
