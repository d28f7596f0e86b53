#include "tests/nights/night_truth.h"

#include "core/base/error.h"
#include "tests/nights/night_plants.h"
#include "tests/nights/night_programs.h"
#include "tests/nights/night_world.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NIGHT_FILES = 16, LENGTHS = 2 };

#define CONFIG(name, shard, seed)                                                        \
    "{\"game\": \"seesaw\", \"variant\": {\"size\": 2}, \"shard_games\": " #shard        \
    ", \"seed\": " #seed ", \"games\": " name                                            \
    ", \"search\": {\"simulations\": 6, \"memory_mb\": 1}}\n"

const truth_config_t truth_configs[TRUTHS] = {
    {7, 11, 3, CONFIG("7", 3, 1)},
    {6, 9, 2, CONFIG("6", 2, 2)},
    {5, 8, 2, CONFIG("5", 2, 3)},
    {4, 4, 2, CONFIG("4", 2, 4)},
};

/* The files of a run of one length. */
typedef struct truth {
    char names[NIGHT_FILES][DISK_NAME];
    image_t images[NIGHT_FILES];
    int count;
} truth_t;

static truth_t truths[TRUTHS][LENGTHS];

void truth_put_file(disk_t *disk, const char *path, const char *text) {
    inode_t *file;
    REQUIRE(disk_open(disk, 0, path, DISK_CREATE, 0, &file) == 0);
    disk_write(disk, 0, file, 0, text, strlen(text), 0);
    disk_sync(disk, 0, file);
}

static void take(void *context, const char *path, const inode_t *file) {
    truth_t *truth = context;
    const char *name = strrchr(path, '/') + 1;
    if (file->is_folder || !strstr(name, ".h5"))
        return;
    REQUIRE(truth->count < NIGHT_FILES);
    image_t *image = &truth->images[truth->count];
    snprintf(truth->names[truth->count++], DISK_NAME, "%s", name);
    image->bytes = memory_new(file->now.size, 1);
    image->size = file->now.size;
    memcpy(image->bytes, file->now.bytes, file->now.size);
}

static void run_quietly(world_t *world, program_call_t *call) {
    process_t *process = world_start(world, 0, program_run, call);
    world_run(world, HUGE_VAL);
    REQUIRE(process_is_done(process) && process_status(process) == 0);
}

static void make(int config, int length) {
    const truth_config_t *what = &truth_configs[config];
    truth_t *truth = &truths[config][length];
    disk_traits_t traits = {.closes_send = true, .keeps_order = true, .links = true};
    inode_t *site;
    disk_t *disk = disk_new(&traits, 1);
    world_t *world = world_new(disk, 1);
    REQUIRE(disk_make_folder(disk, 0, "/site", 0) == 0 &&
            disk_find(disk, 0, "/site", true, 0, &site) == 0);
    truth_put_file(disk, NIGHT_CONFIG, what->text);
    run_quietly(world, program_call("selfplay " NIGHT_CONFIG " games=%u --out " NIGHT_RUN
                                    " --threads 1 --quiet --task 0/1",
                                    length == 0 ? what->games : what->more));
    run_quietly(world, program_call("merge " NIGHT_RUN " -o " NIGHT_MERGED
                                    " --threads 1 --quiet"));
    disk_for_each(disk, take, truth);
    world_free(world);
    disk_free(disk);
}

void truth_make(void) {
    plant_t before = planted;
    planted = PLANT_NONE;
    for (int config = 0; config < TRUTHS; config++)
        for (int length = 0; length < LENGTHS; length++)
            if (truths[config][length].count == 0)
                make(config, length);
    planted = before;
}

static bool has(int config, const char *name, const image_t *image, int *length) {
    for (*length = LENGTHS - 1; *length >= 0; --*length) {
        const truth_t *truth = &truths[config][*length];
        for (int i = 0; i < truth->count; i++)
            if (strcmp(truth->names[i], name) == 0 &&
                truth->images[i].size == image->size &&
                memcmp(truth->images[i].bytes, image->bytes, image->size) == 0)
                return true;
    }
    return false;
}

static unsigned games_of(int config, int length) {
    return length == 0 ? truth_configs[config].games : truth_configs[config].more;
}

bool truth_has_shard(int config, const char *name, const image_t *image,
                     unsigned *games) {
    int length;
    if (!has(config, name, image, &length))
        return false;
    unsigned size = truth_configs[config].shard_games;
    unsigned first = size * (unsigned)strtoul(name + strlen("shard-"), NULL, 10);
    unsigned left = games_of(config, length) - first;
    *games = left < size ? left : size;
    return true;
}

bool truth_has_merged(int config, const image_t *image, unsigned *games) {
    int length;
    if (!has(config, strrchr(NIGHT_MERGED, '/') + 1, image, &length))
        return false;
    *games = games_of(config, length);
    return true;
}

void truth_clear(void) {
    for (int config = 0; config < TRUTHS; config++)
        for (int length = 0; length < LENGTHS; length++) {
            truth_t *truth = &truths[config][length];
            for (int i = 0; i < truth->count; i++)
                free(truth->images[i].bytes);
            *truth = (truth_t){0};
        }
}
