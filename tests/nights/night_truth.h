/* night_truth.h - the expected contents of a run's files, byte for byte: made by the same
 * program in a simulation without failures.
 * Use: if (!truth_has_shard(config, "shard-000001.h5", image, &games)) ...
 * Owns: truth_clear frees all contents made so far.   Threads: one.
 */
#ifndef TESTS_NIGHT_TRUTH_H
#define TESTS_NIGHT_TRUTH_H

#include "tests/nights/night_disk.h"

/* Configurations of runs: their games, and the number after an extension. */
enum { TRUTHS = 4, TRUTH_OTHER = 3 /* another one in the same folder */ };
typedef struct truth_config {
    unsigned games, more, shard_games;
    const char *text;
} truth_config_t;
extern const truth_config_t truth_configs[TRUTHS];

/* Whether a file of that name may have these contents, for a run of either length. games:
 * how many games it then holds. */
bool truth_has_shard(int config, const char *name, const image_t *image, unsigned *games);
bool truth_has_merged(int config, const image_t *image, unsigned *games);
void truth_make(void); /* before the first night */
void truth_clear(void);

/* Creates a synced file before the night. */
void truth_put_file(disk_t *disk, const char *path, const char *text);

#endif
