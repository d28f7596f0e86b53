#define _GNU_SOURCE /* memmem */
#include "tests/nights/night_truth.h"

#include "core/base/error.h"
#include "core/base/files/file.h"
#include "tests/nights/night_plants.h"
#include "tests/nights/night_programs.h"
#include "tests/nights/night_world.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LENGTHS = 2 };

#define CONFIG(name, shard, seed)                                                        \
    "{\"game\": \"seesaw\", \"variant\": {\"size\": 2}, \"shard_games\": " #shard        \
    ", \"seed\": " #seed ", \"games\": " name                                            \
    ", \"search\": {\"simulations\": 6, \"memory_mb\": 1}}\n"

/* Games of a generation and variant, in files of 50. */
#define LEARN(games)                                                                     \
    " games.positions=100 games.least=" #games " games.most=" #games                     \
    " games.first_simulations=1 games.least_simulations=2 games.simulations=2 "          \
    "games.fast_simulations=1 train.units=64 train.window=2 gate.simulations=1 "         \
    "curve.every=1 curve.games=2 ladder.games=0"

const truth_config_t truth_configs[TRUTHS] = {
    {7, 11, 3, CONFIG("7", 3, 1)},
    {6, 9, 2, CONFIG("6", 2, 2)},
    {5, 8, 2, CONFIG("5", 2, 3)},
    {4, 4, 2, CONFIG("4", 2, 4)},
    {2, 3, 0, "seesaw size=2 --seed 24" LEARN(52)},
    {2, 3, 0, "seesaw size=2 swap=false,true --seed 36" LEARN(20)},
    {1, 1, 0, "seesaw size=2 --seed 3" LEARN(20)},
};

/* The files of one length, in the end and (is_early) before. */
typedef struct truth_file {
    char path[OPEN_PATH];
    image_t image;
    bool is_early; /* its path is a name alone */
} truth_file_t;

typedef struct truth {
    truth_file_t *files;
    size_t count, capacity;
} truth_t;

static truth_t truths[TRUTHS][LENGTHS];

void truth_put_file(disk_t *disk, const char *path, const char *text) {
    inode_t *file;
    REQUIRE(disk_open(disk, 0, path, DISK_CREATE, 0, &file) == 0);
    disk_write(disk, 0, file, 0, text, strlen(text), 0);
    disk_sync(disk, 0, file);
}

program_call_t *truth_call(int config, bool more, unsigned share, unsigned count,
                           double limit_s) {
    const truth_config_t *what = &truth_configs[config];
    const unsigned length = more ? what->more : what->games;
    char limit[40] = "";
    if (limit_s > 0)
        snprintf(limit, sizeof limit, " --time-limit %.0fs", limit_s);
    if (truth_learns(config))
        return program_call("learn %s --out " NIGHT_RUN " --generations %u --task %u/%u "
                            "--threads 1 --quiet%s",
                            what->text, length, share, count, limit);
    return program_call("selfplay %s games=%u --out " NIGHT_RUN " --task %u/%u "
                        "--threads 1 --quiet%s",
                        config == TRUTH_OTHER ? NIGHT_OTHER : NIGHT_CONFIG, length, share,
                        count, limit);
}

/* --- Making ------------------------------------------------------------------------- */

static const char *name_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void add(truth_t *truth, const char *path, const image_t *image, bool is_early) {
    truth->files = memory_grow(truth->files, &truth->capacity, truth->count + 1,
                               sizeof *truth->files);
    truth_file_t *file = &truth->files[truth->count++];
    *file = (truth_file_t){.is_early = is_early};
    REQUIRE(strlen(path) < sizeof file->path);
    memcpy(file->path, path, strlen(path));
    image_copy(&file->image, image);
}

static void take_games(void *context, const char *path, const inode_t *file) {
    if (!file->is_folder && strstr(path, ".h5"))
        add(context, path, &file->now, false);
}

/* All but what depends on time and process. */
static void take_learned(void *context, const char *path, const inode_t *file) {
    if (!file->is_folder && strncmp(path, NIGHT_RUN "/", strlen(NIGHT_RUN "/")) == 0 &&
        !strstr(path, "/calls/") && !strstr(path, "/journal/") && !strstr(path, ".spent"))
        add(context, path, &file->now, false);
}

/* The names of the best network's files, which change. */
static void take_early(void *context, const char *name, const inode_t *file) {
    if (strcmp(name, "best.json") == 0 || strcmp(name, "best.safetensors") == 0)
        add(context, name, &file->now, true);
}

static void run_quietly(world_t *world, program_call_t *call) {
    process_t *process = world_start(world, 0, program_run, call);
    world_run(world, HUGE_VAL);
    REQUIRE(process_is_done(process) && process_status(process) == 0);
}

static void make(int config, int length) {
    truth_t *truth = &truths[config][length];
    disk_traits_t traits = {.closes_send = true, .keeps_order = true, .links = true};
    inode_t *site;
    disk_t *disk = disk_new(&traits, 1);
    world_t *world = world_new(disk, 1);
    REQUIRE(disk_make_folder(disk, 0, "/site", 0) == 0 &&
            disk_find(disk, 0, "/site", true, 0, &site) == 0);
    if (truth_learns(config))
        disk_watch(disk, take_early, truth);
    else
        truth_put_file(disk, config == TRUTH_OTHER ? NIGHT_OTHER : NIGHT_CONFIG,
                       truth_configs[config].text);
    run_quietly(world, truth_call(config, length > 0, 0, 1, 0));
    if (!truth_learns(config))
        run_quietly(world, program_call("merge " NIGHT_RUN " -o " NIGHT_MERGED
                                        " --threads 1 --quiet"));
    disk_for_each(disk, truth_learns(config) ? take_learned : take_games, truth);
    world_free(world);
    disk_free(disk);
}

void truth_make(int config) {
    plant_t before = planted;
    planted = PLANT_NONE;
    for (int length = 0; length < LENGTHS; length++)
        if (truths[config][length].count == 0)
            make(config, length);
    planted = before;
}

/* --- Comparing ---------------------------------------------------------------------- */

/* The end of a result up to its CPU times. */
static size_t before_times(const image_t *image) {
    static const char times[] = "\"seconds\":";
    const unsigned char *at =
        image->size > 0 ? memmem(image->bytes, image->size, times, sizeof times - 1)
                        : NULL;
    return at ? (size_t)(at - image->bytes) : image->size;
}

static bool is_whole(const image_t *image) {
    return image->size >= 2 && memcmp(image->bytes + image->size - 2, "}\n", 2) == 0;
}

static bool is_same(const image_t *image, const image_t *other) {
    const size_t size = before_times(image);
    const bool has_times = size < image->size;
    return size == before_times(other) && has_times == (size < other->size) &&
           (size == 0 || memcmp(image->bytes, other->bytes, size) == 0) &&
           (!has_times || (is_whole(image) && is_whole(other)));
}

static bool has(int config, const char *name, const image_t *image, int *length) {
    for (*length = LENGTHS - 1; *length >= 0; --*length) {
        const truth_t *truth = &truths[config][*length];
        for (size_t i = 0; i < truth->count; i++)
            if (strcmp(name_of(truth->files[i].path), name) == 0 &&
                is_same(&truth->files[i].image, image))
                return true;
    }
    return false;
}

bool truth_knows(int config, const char *name, const image_t *image) {
    int length;
    bool is_known = file_ends(name, ".h5") || file_ends(name, ".safetensors");
    for (length = 0; !is_known && length < LENGTHS; length++)
        for (size_t i = 0; i < truths[config][length].count; i++)
            is_known |= strcmp(name_of(truths[config][length].files[i].path), name) == 0;
    return !is_known || has(config, name, image, &length);
}

typedef struct search {
    const truth_file_t *file, *longer; /* longer: NULL: none */
    bool found;
} search_t;

static void compare(void *context, const char *path, const inode_t *file) {
    search_t *search = context;
    if (!search->found && strcmp(path, search->file->path) == 0)
        search->found = is_same(&search->file->image, &file->now) ||
                        (search->longer && is_same(&search->longer->image, &file->now));
}

static const truth_file_t *find_best(const truth_t *truth, const char *path) {
    for (size_t i = 0; strstr(path, "/best.") && i < truth->count; i++)
        if (strcmp(truth->files[i].path, path) == 0)
            return &truth->files[i];
    return NULL;
}

const char *truth_lacks(int config, bool more, bool is_growing, const disk_t *disk) {
    const truth_t *truth = &truths[config][more];
    for (size_t i = 0; i < truth->count; i++) {
        search_t search = {.file = &truth->files[i]};
        if (is_growing)
            search.longer = find_best(&truths[config][1], search.file->path);
        if (search.file->is_early)
            continue;
        disk_for_each(disk, compare, &search);
        if (!search.found)
            return search.file->path;
    }
    return NULL;
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
            for (size_t i = 0; i < truth->count; i++)
                free(truth->files[i].image.bytes);
            free(truth->files);
            *truth = (truth_t){0};
        }
}
