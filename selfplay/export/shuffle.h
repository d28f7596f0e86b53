/* shuffle.h - puts rows in random order, in memory or through a file.
 * Use: shuffle_t *shuffle = shuffle_new(num_groups);
 *      shuffle_count(shuffle, group, key, bytes);                       for each row
 *      if (!shuffle_open(shuffle, memory, "OUT.h5.rows", &error)) ...
 *      shuffle_put(shuffle, group, key, row, bytes, &error)             the same rows
 *      while (shuffle_take(shuffle, &bucket, &error)) ... bucket.rows[i] ...
 *      shuffle_free(shuffle);
 * Rows come out group by group, within a group by ascending key: with distinct random
 * keys (shuffle_key) all orders are equally likely. The order depends only on the keys,
 * never on the memory: if memory is short, rows first go to a file, into buckets by
 * the leading bits of their keys, and each bucket is then sorted in memory.
 * Memory: `memory` bytes for rows and sorting, as long as all rows of one of 4096
 * equal key ranges of a group fit in a quarter of it.
 * Owns: its memory and the file, which is unlinked as soon as it is open, so that nothing
 *      is left of it in any case; rows of a bucket are valid until the next call.
 * Errors: the file cannot be created (its path is a folder, for instance), written (a
 *      full disk) or read; rows that were not counted.
 */
#ifndef SELFPLAY_SHUFFLE_H
#define SELFPLAY_SHUFFLE_H

#include "core/base/error.h"

#include <stdint.h>

typedef struct shuffle shuffle_t;

/* The key of row number `row`: the outputs of splitmix64 from the seed on, which are all
 * distinct and pass as random. */
uint64_t shuffle_key(uint64_t seed, uint64_t row);

enum { SHUFFLE_MAX_GROUPS = 2 };
shuffle_t *shuffle_new(int num_groups);
void shuffle_free(shuffle_t *shuffle); /* NULL is fine */

void shuffle_count(shuffle_t *shuffle, int group, uint64_t key, size_t bytes);

/* path: of the file, if one is needed. */
bool shuffle_open(shuffle_t *shuffle, size_t memory, const char *path, failure_t *error);
bool shuffle_uses_file(const shuffle_t *shuffle);

bool shuffle_put(shuffle_t *shuffle, int group, uint64_t key, const void *row,
                 size_t bytes, failure_t *error);

typedef struct bucket {
    int group;
    size_t count;
    const void **rows; /* aligned to 8 bytes */
} bucket_t;

/* False after the last bucket, with an empty message, or on an error, with its message.
 */
bool shuffle_take(shuffle_t *shuffle, bucket_t *bucket, failure_t *error);

#endif
