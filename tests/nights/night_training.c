/* An export is a text that depends on the games it was made from; its one row is that
 * text's hash; training draws a real network at random, by rows, seed and start. Exports
 * are published as export_file.c does it. */
#include "tests/nights/night_training.h"

#include "core/base/files/file.h"
#include "core/base/files/publish.h"
#include "core/base/pcg.h"
#include "core/base/text.h"
#include "core/game/game.h"
#include "mcts/evaluate/integer/integer_network.h"
#include "mcts/evaluate/weights_file.h"
#include "selfplay/export/export.h"
#include "selfplay/export/export_options.h"
#include "selfplay/run/games_reader.h"
#include "selfplay/run/stop.h"
#include "selfplay/store/games_file.h"
#include "selfplay/store/record.h"
#include "selfplay/train/train_job.h"
#include "tests/nights/night_world.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* NOLINTBEGIN(bugprone-reserved-identifier): the linker's names */
#define WRAP(result, name, ...)                                                          \
    result __wrap_##name(__VA_ARGS__);                                                   \
    result __wrap_##name(__VA_ARGS__)

/* --- Exports ------------------------------------------------------------------------ */

enum { EXPORT_TEXT = 1000, HASH_FEATURES = 4 };

static uint64_t hash_of(const record_t *record) {
    const size_t size = record_image_bytes(record);
    unsigned char *image = memory_new(size, 1);
    uint64_t hash = size;
    record_write_image(record, image);
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ image[i]) * 0x100000001b3;
    free(image);
    return hash;
}

/* Mixes in the games of a file; text: what begins the export, empty before the first. */
static bool add_games(const char *path, text_t *text, uint64_t *hash, failure_t *error) {
    games_file_t file;
    record_t record;
    if (!run_file_open(&file, path, NULL, GAMES_FILE_WHOLE, error))
        return false;
    const game_t *game = file.header.game;
    if (*hash == 0)
        text_add(text, "%s\n%s\n", game->class->name, game->variant_text);
    record_init(&record, game);
    int64_t count;
    while ((count = games_file_next(&file, &record, error)) > 0)
        *hash = mix64(*hash + hash_of(&record));
    record_clear(&record);
    games_file_close(&file);
    return count == 0;
}

/* Like the HDF5 library: syncs nothing. */
static bool publish_export(const char *path, const char *text, bool replaces,
                           failure_t *error) {
    char unfinished[FILE_PATH];
    if (!publish_begin(path, unfinished, error))
        return false;
    int file = open(unfinished, O_RDWR);
    bool ok = file >= 0 && file_write(file, text, strlen(text));
    if (file >= 0)
        ok = close(file) == 0 && ok;
    char *again = ok ? file_read_text(unfinished, error) : NULL;
    ok = again && strcmp(again, text) == 0;
    free(again);
    if (ok)
        return (replaces ? publish_finish : publish_finish_new)(unfinished, path, error);
    publish_cannot_write(unfinished, path, error);
    (void)unlink(unfinished);
    return false;
}

WRAP(bool, export_files, const shard_files_t *files, const char *path,
     const export_options_t *options, const export_revision_t *revision,
     export_result_t *result, failure_t *error) {
    char words[EXPORT_TEXT];
    text_t text = text_into(words, sizeof words);
    uint64_t hash = 0;
    bool ok = files->count > 0;
    (void)revision;
    *result = (export_result_t){0};
    for (size_t i = 0; ok && i < files->count; i++)
        ok = add_games(files->paths[i], &text, &hash, error);
    text_add(&text, "%016llx\n", (unsigned long long)hash);
    return ok && publish_export(path, words, options->replace, error);
}

/* --- Rows --------------------------------------------------------------------------- */

static bool add_row(train_rows_t *rows, const char *text, failure_t *error) {
    char name[GAME_VARIANT_TEXT], variant[GAME_VARIANT_TEXT];
    train_group_t *group = &rows->groups[TRAIN_ROWS];
    const size_t at = group->count++;
    if (sscanf(text, "%127s\n%255[^\n]", name, variant) != 2)
        return error_set(error, "is no export");
    int v = 0;
    while (v < rows->num_variants &&
           strcmp(rows->variants[v].game->variant_text, variant) != 0)
        v++;
    if (v == rows->num_variants) {
        rows->variants[v].game = game_of_text(name, variant, error);
        rows->num_variants += rows->variants[v].game != NULL;
    }
    group->rows = memory_resize(group->rows, at + 1, sizeof *group->rows);
    group->first_feature =
        memory_resize(group->first_feature, at + 2, sizeof *group->first_feature);
    group->first_action =
        memory_resize(group->first_action, at + 2, sizeof *group->first_action);
    group->features =
        memory_resize(group->features, (at + 1) * HASH_FEATURES, sizeof *group->features);
    group->actions = memory_resize(group->actions, 1, sizeof *group->actions);
    group->shares = memory_resize(group->shares, 1, sizeof *group->shares);
    group->rows[at] = (train_row_t){.variant = (uint8_t)v};
    const uint64_t hash = text_hash(text);
    for (size_t i = 0; i < HASH_FEATURES; i++)
        group->features[at * HASH_FEATURES + i] = (uint16_t)(hash >> 16 * i);
    for (size_t i = at; i < at + 2; i++) {
        group->first_feature[i] = i * HASH_FEATURES;
        group->first_action[i] = 0;
    }
    return rows->num_variants > 0;
}

WRAP(bool, train_rows_add, train_rows_t *rows, const char *path,
     const train_targets_t *targets, failure_t *error) {
    char *text = file_read_text(path, error);
    (void)targets;
    const bool ok =
        text && (add_row(rows, text, error) || error_prefix(error, "%s", path));
    free(text);
    return ok;
}

/* --- Training ----------------------------------------------------------------------- */

/* Takes as long as some hundred searches; false: stopped. */
static bool take_time(failure_t *error) {
    enum { STEPS = 10 };
    world_t *world = process_world(process_now());
    const double longest = 40 * world_traits(world)->search_s;
    bool ok = true;
    for (int i = 0; ok && i < STEPS; i++) {
        process_sleep(world_real(world, 0, longest));
        ok = stop_goes_on(error);
    }
    return ok;
}

WRAP(bool, train_job, const train_job_t *job, train_done_t *done, failure_t *error) {
    const train_group_t *group = &job->rows->groups[TRAIN_ROWS];
    const game_t *games[TRAIN_VARIANTS];
    uint64_t hash = job->options.seed + (job->start ? job->start->weights.hash : 0);
    *done = (train_done_t){.rows = group->count, .steps = 10};
    if (!take_time(error))
        return false;
    for (size_t i = 0; i < group->count * HASH_FEATURES; i++)
        hash = mix64(hash ^ group->features[i]);
    for (int v = 0; v < job->rows->num_variants; v++)
        games[v] = job->rows->variants[v].game;
    integer_network_t *network = integer_network_of_variants(
        games, job->rows->num_variants, (int)job->options.units, error);
    if (!network)
        return false;
    integer_network_randomize(network, hash);
    integer_network_settle(network);
    done->bytes = integer_network_write(network, &done->size);
    done->hash = network->weights.hash;
    integer_network_free(network);
    done->losses = text_copy("step,policy\n");
    return true;
}

/* --- Networks ----------------------------------------------------------------------- */

/* As the program keeps them, but one per contents: inodes' numbers are used again. */
typedef struct opened {
    unsigned char *bytes;
    size_t size;
    weights_t *weights;
} opened_t;

static opened_t *opened;
static size_t num_opened, capacity;

WRAP(const weights_t *, weights_open, const char *path, failure_t *error) {
    opened_t file;
    file.bytes = file_read_bytes(path, WEIGHTS_BYTES, &file.size, error);
    if (!file.bytes)
        return NULL;
    for (size_t i = 0; i < num_opened; i++)
        if (opened[i].size == file.size &&
            memcmp(opened[i].bytes, file.bytes, file.size) == 0) {
            free(file.bytes);
            return opened[i].weights;
        }
    file.weights = weights_read(file.bytes, file.size, error);
    if (!file.weights) {
        free(file.bytes);
        error_prefix(error, "%s", path);
        return NULL;
    }
    opened = memory_grow(opened, &capacity, num_opened + 1, sizeof *opened);
    opened[num_opened++] = file;
    return file.weights;
}

void training_clear(void) {
    while (num_opened > 0) {
        opened_t *last = &opened[--num_opened];
        weights_free(last->weights);
        free(last->bytes);
    }
    free(opened);
    opened = NULL;
    capacity = 0;
}
/* NOLINTEND(bugprone-reserved-identifier) */
