/* night_truth.h - what the files of a run have to hold, byte for byte: made by the same
 * program in a world where nothing fails.
 * Use: if (!truth_has_shard(config, "shard-000001.h5", image)) ...
 * Owns: truth_clear releases what has been made so far.   Threads: one.   Errors: none.
 */
#ifndef TESTS_NIGHT_TRUTH_H
#define TESTS_NIGHT_TRUTH_H

#include "tests/nights/night_disk.h"

/* Configurations: what a run is to have, and what it is asked for later. */
enum { TRUTHS = 4, TRUTH_OTHER = 3 /* another one in the same folder */ };
typedef struct truth_config {
    unsigned games, more, shard_games;
    const char *text;
} truth_config_t;
extern const truth_config_t truth_configs[TRUTHS];

/* Whether a file of that name may hold this: of a run of either length. games: how many
 * games of the run it then holds. */
bool truth_has_shard(int config, const char *name, const image_t *image, unsigned *games);
bool truth_has_merged(int config, const image_t *image, unsigned *games);
void truth_make(void); /* before the first night */
void truth_clear(void);

/* Puts a synced file there, before the night. */
void truth_put_file(disk_t *disk, const char *path, const char *text);

#endif
