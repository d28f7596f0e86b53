/* night_truth.h - the expected contents of the files of a run, or of a folder of
 * learning, byte for byte: made by the same program in a simulation without failures.
 * Use: if (!truth_has_shard(config, "shard-000001.h5", image, &games)) ...
 *      if (!truth_knows(config, "001.safetensors", image)) ...     of learning
 * Owns: truth_clear frees all contents made so far.   Threads: one.
 */
#ifndef TESTS_NIGHT_TRUTH_H
#define TESTS_NIGHT_TRUTH_H

#include "tests/nights/night_disk.h"

/* What is made: runs, and folders of learning. */
enum {
    TRUTH_OTHER = 3, /* another run in the same folder; those before are night's runs */
    TRUTH_LEARN,     /* the first folder of learning */
    TRUTH_LEARN_OTHER = 6,
    TRUTHS
};
typedef struct truth_config {
    unsigned games, more; /* after an extension; of learning: generations */
    unsigned shard_games; /* 0: of learning */
    const char *text;     /* the configuration; of learning: the command's words */
} truth_config_t;
extern const truth_config_t truth_configs[TRUTHS];

static inline bool truth_learns(int config) {
    return truth_configs[config].shard_games == 0;
}

/* The command that makes a share of it, extended or not. limit_s: 0: none. */
typedef struct program_call program_call_t; /* night_programs.h */
program_call_t *truth_call(int config, bool more, unsigned share, unsigned count,
                           double limit_s);

/* Whether a file of that name may have these contents, for a run of either length. games:
 * how many games it then holds. */
bool truth_has_shard(int config, const char *name, const image_t *image, unsigned *games);
bool truth_has_merged(int config, const image_t *image, unsigned *games);

/* Of learning: whether a file of that name may have these contents at some time. CPU
 * times in results do not count. */
bool truth_knows(int config, const char *name, const image_t *image);
/* A file that the disk has not, or not with the contents at the end; NULL: it has all.
 * is_growing: best.* may be those of more generations. */
const char *truth_lacks(int config, bool more, bool is_growing, const disk_t *disk);

void truth_make(int config); /* before the first night that has it */
void truth_clear(void);

/* Creates a synced file before the night. */
void truth_put_file(disk_t *disk, const char *path, const char *text);

#endif
