#include "selfplay/export/sources.h"

#include "core/base/files/hdf5_attributes.h"
#include "selfplay/config/run_config.h"
#include "selfplay/store/games_header.h"
#include "selfplay/store/record.h"

#include <stdlib.h>

enum { MAX_SOURCES = UINT16_MAX };

typedef struct source_game {
    int source;
    int64_t id;
} source_game_t;

static bool check_variant(sources_t *sources, const char *path, const game_t *game,
                          failure_t *error) {
    if (!sources->game) {
        sources->game = text_copy(game->class->name);
        sources->variant = text_copy(game->variant_text);
    }
    return (strcmp(sources->game, game->class->name) == 0 &&
            strcmp(sources->variant, game->variant_text) == 0) ||
           error_set(
               error,
               "%s: is of %s %s, %s of %s %s; positions and actions differ between games "
               "and variants, so export each to its own file: a learner can open several",
               path, game->class->name, game->variant_text, sources->sources[0].path,
               sources->game, sources->variant);
}

static int find(sources_t *sources, const char *path, const games_header_t *header) {
    for (int i = 0; i < sources->count; i++)
        if (strcmp(sources->sources[i].config, header->config) == 0)
            return i;
    sources->sources = memory_resize(sources->sources, (size_t)sources->count + 1,
                                     sizeof *sources->sources);
    sources->sources[sources->count] =
        (source_t){.config = text_copy(header->config),
                   .path = text_copy(path),
                   .program = text_copy(header->maker.program)};
    return sources->count++;
}

int sources_add_file(sources_t *sources, const char *path, const games_header_t *header,
                     failure_t *error) {
    if (!check_variant(sources, path, header->game, error))
        return -1;
    int source = find(sources, path, header);
    if (source >= MAX_SOURCES) {
        error_set(error, "%s: more than %d runs", path, MAX_SOURCES);
        return -1;
    }
    sources->sources[source].files++;
    return source;
}

void sources_add_games(sources_t *sources, int source, const record_t *record) {
    size_t games = record->rows[TABLE_GAMES];
    sources->sources[source].games += games;
    sources->games = memory_grow(sources->games, &sources->capacity,
                                 sources->num_games + games, sizeof *sources->games);
    for (size_t i = 0; i < games; i++)
        sources->games[sources->num_games++] =
            (source_game_t){source, record_i64(record, GAMES_ID)[i]};
}

static int compare_games(const void *a, const void *b) {
    const source_game_t *left = a, *right = b;
    if (left->source != right->source)
        return left->source - right->source;
    return (left->id > right->id) - (left->id < right->id);
}

bool sources_check(sources_t *sources, failure_t *error) {
    if (sources->num_games > 0)
        qsort(sources->games, sources->num_games, sizeof *sources->games, compare_games);
    for (size_t i = 1; i < sources->num_games; i++)
        if (compare_games(&sources->games[i - 1], &sources->games[i]) == 0)
            return error_set(error,
                             "game %lld of the run of %s is given twice: name each run "
                             "and each file once",
                             (long long)sources->games[i].id,
                             sources->sources[sources->games[i].source].path);
    return true;
}

/* Texts of equal length, that of the longest. */
static bool write_texts(hid_t group, const char *name, const char *const *texts,
                        int count) {
    size_t width = 0;
    for (int i = 0; i < count; i++)
        width = strlen(texts[i]) >= width ? strlen(texts[i]) + 1 : width;
    char *bytes = memory_new((size_t)count, width);
    for (int i = 0; i < count; i++)
        memcpy(bytes + (size_t)i * width, texts[i], strlen(texts[i]));
    hid_t type = hdf5_text_type(width);
    bool written = type >= 0 && hdf5_write_dataset(group, name, type, type, 1,
                                                   &(hsize_t){(hsize_t)count}, bytes);
    H5Tclose(type);
    free(bytes);
    return written;
}

static bool write_numbers(hid_t group, const char *name, hsize_t count,
                          const uint64_t *numbers) {
    return hdf5_write_dataset(group, name, H5T_STD_U64LE, H5T_NATIVE_UINT64, 1, &count,
                              numbers);
}

static bool write_columns(const sources_t *sources, hid_t group) {
    size_t count = (size_t)sources->count;
    const char **texts = memory_new(3 * count, sizeof *texts);
    uint64_t *numbers = memory_new(2 * count, sizeof *numbers);
    for (size_t i = 0; i < count; i++) {
        const source_t *source = &sources->sources[i];
        texts[i] = source->config;
        texts[count + i] = source->path;
        texts[2 * count + i] = source->program;
        numbers[i] = run_config_hash(source->config);
        numbers[count + i] = source->games;
    }
    bool written = write_texts(group, "config", texts, sources->count) &&
                   write_texts(group, "path", texts + count, sources->count) &&
                   write_texts(group, "program", texts + 2 * count, sources->count) &&
                   write_numbers(group, "config_hash", count, numbers) &&
                   write_numbers(group, "games", count, numbers + count);
    free(texts);
    free(numbers);
    return written;
}

bool sources_write(const sources_t *sources, hid_t file) {
    hid_t properties = hdf5_untimed(H5P_GROUP_CREATE);
    hid_t group = H5Gcreate2(file, "sources", H5P_DEFAULT, properties, H5P_DEFAULT);
    H5Pclose(properties);
    bool written = group >= 0 && write_columns(sources, group);
    if (group >= 0)
        written = H5Gclose(group) >= 0 && written;
    return written;
}

void sources_clear(sources_t *sources) {
    for (int i = 0; i < sources->count; i++) {
        free(sources->sources[i].config);
        free(sources->sources[i].path);
        free(sources->sources[i].program);
    }
    free(sources->sources);
    free(sources->games);
    free(sources->game);
    free(sources->variant);
    *sources = (sources_t){0};
}
