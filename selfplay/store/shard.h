/* shard.h - files of recorded games (HDF5): written whole, read whole.
 * Use: shard_write(path, &record, config, &bytes, &error);
 *      shard_t shard;
 *      if (shard_read(&shard, path, &error)) { ... shard.record ... shard_clear(&shard); }
 * Files that may be large are read by games_file.h, a part at a time.
 * A file is made in memory and published in one go (publish.h), so that a full disk or a
 * kill leaves nothing behind and the library never writes to the disk itself. The same
 * games give the same bytes, whoever writes them.
 * Owns: shard_clear releases record, game and text.
 * Threads: the library is not safe for threads: one call at a time in the whole program.
 * Errors: write: as publish_file. read: cannot open; not ours; damaged (seal.h); another
 *      schema; a column that is missing, of another type, length or checksum; rows or
 *      values that do not fit together; a game this program does not know: each one
 *      message with the path.
 * Layout: FORMAT.md.
 */
#ifndef SELFPLAY_SHARD_H
#define SELFPLAY_SHARD_H

#include "core/base/error.h"
#include "selfplay/store/games_header.h"
#include "selfplay/store/record.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* config: the run's effective configuration; *bytes: the size of the file. */
bool shard_write(const char *path, const record_t *record, const char *config,
                 size_t *bytes, failure_t *error);

typedef struct shard {
    record_t record;
    game_t *game;
    char *config; /* the run's */
    producer_t maker;
    int64_t file_bytes;
    int rules_version;
} shard_t;

bool shard_read(shard_t *shard, const char *path, failure_t *error);
void shard_clear(shard_t *shard);

#endif
