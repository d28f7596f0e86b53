#include "selfplay/train/train_rows.h"

#include "core/base/files/hdf5_attributes.h"
#include "core/base/files/hdf5_open.h"
#include "core/base/portable_math.h"
#include "core/game/features.h"
#include "core/game/game.h"
#include "core/game/planes.h"
#include "mcts/evaluate/integer/integer_rows.h"
#include "selfplay/export/export_columns.h"

#include <stdlib.h>
#include <string.h>

enum { NO_FEATURE = 65535 };

train_rows_t *train_rows_new(void) {
    return memory_new(1, sizeof(train_rows_t));
}

void train_rows_free(train_rows_t *rows) {
    if (!rows)
        return;
    for (int i = 0; i < ROW_GROUPS; i++) {
        train_group_t *group = &rows->groups[i];
        free(group->rows);
        free(group->first_feature);
        free(group->first_action);
        free(group->features);
        free(group->actions);
        free(group->shares);
    }
    for (int v = 0; v < rows->num_variants; v++) {
        symmetry_maps_clear(&rows->variants[v].maps);
        game_free(rows->variants[v].game);
    }
    free(rows);
}

/* --- The game ----------------------------------------------------------------------- */

static void set_game(train_variant_t *variant, game_t *game) {
    variant->game = game;
    variant->symmetries = game->num_symmetries;
    if (!symmetry_maps_make(&variant->maps, game, false, true, NULL))
        variant->symmetries = 1; /* a game from outside, without images of its features */
}

/* The number of a file's variant, which is added if it is new; -1: it cannot be. */
static int find_variant(train_rows_t *rows, const char *name, const char *text,
                        failure_t *error) {
    for (int v = 0; v < rows->num_variants; v++) {
        const game_t *game = rows->variants[v].game;
        if (strcmp(name, game->class->name) != 0) {
            error_set(error, "it is of %s, but the first file of %s", name,
                      game->class->name);
            return -1;
        }
        if (strcmp(text, game->variant_text) == 0)
            return v;
    }
    if (rows->num_variants == TRAIN_VARIANTS) {
        error_set(error, "more than %d variants: too many for a network", TRAIN_VARIANTS);
        return -1;
    }
    game_t *game = game_of_text(name, text, error);
    if (!game || (rows->num_variants > 0 &&
                  !integer_rows_shared(rows->variants[0].game, game, error))) {
        game_free(game);
        return -1;
    }
    set_game(&rows->variants[rows->num_variants], game);
    return rows->num_variants++;
}

static bool check_number(hid_t file, const char *name, int expected, failure_t *error) {
    uint64_t number;
    if (!hdf5_read_number(file, name, &number))
        return error_set(error,
                         "its attribute \"%s\" is missing: export with --features "
                         "--policy padded --value result,root",
                         name);
    return number == (uint64_t)expected ||
           error_set(error, "its \"%s\" is %llu, but only %d is supported", name,
                     (unsigned long long)number, expected);
}

/* The number of the file's variant; -1: it is no such file. */
static int read_variant(train_rows_t *rows, hid_t file, failure_t *error) {
    char *format = hdf5_read_text(file, "format"), *name = hdf5_read_text(file, "game"),
         *variant = hdf5_read_text(file, "variant");
    int number = -1;
    if (format && strcmp(format, EXPORT_FORMAT) == 0 && name && variant)
        number = find_variant(rows, name, variant, error);
    else
        error_set(error, "it is not a file of fulcrum export");
    free(format);
    free(name);
    free(variant);
    if (number < 0)
        return -1;
    const game_t *game = rows->variants[number].game;
    const bool ok =
        check_number(file, "schema_version", EXPORT_VERSION, error) &&
        check_number(file, "features_version", features_version(game), error) &&
        check_number(file, "planes_version", planes_shape(game).version, error) &&
        check_number(file, "features", features_count(game), error) &&
        check_number(file, "num_actions", (int)game->num_actions, error);
    return ok ? number : -1;
}

/* --- The rows ----------------------------------------------------------------------- */

typedef enum {
    COLUMN_SIDE,
    COLUMN_OUTCOME,
    COLUMN_FULL,
    COLUMN_REASON,
    COLUMN_PROOF,
    COLUMN_LEGAL,
    COLUMN_FEATURES,
    COLUMN_ACTION,
    COLUMN_VISITS,
    COLUMN_ROOT_VISITS,
    COLUMN_TURNS_LEFT,
    COLUMN_VALUE,
    COLUMNS
} column_t;

static const struct {
    const char *name;
    export_type_t type;
    bool is_wide;
} columns[COLUMNS] = {
    [COLUMN_SIDE] = {"side", EXPORT_U8, false},
    [COLUMN_OUTCOME] = {"outcome", EXPORT_U8, false},
    [COLUMN_FULL] = {"full", EXPORT_U8, false},
    [COLUMN_REASON] = {"reason", EXPORT_U8, false},
    [COLUMN_PROOF] = {"root_proof", EXPORT_U8, false},
    [COLUMN_LEGAL] = {"legal", EXPORT_U16, false},
    [COLUMN_FEATURES] = {"features", EXPORT_U16, true},
    [COLUMN_ACTION] = {"action", EXPORT_U16, true},
    [COLUMN_VISITS] = {"visits", EXPORT_U32, true},
    [COLUMN_ROOT_VISITS] = {"root_visits", EXPORT_U32, false},
    [COLUMN_TURNS_LEFT] = {"turns_left", EXPORT_U32, false},
    [COLUMN_VALUE] = {"value_root", EXPORT_F32, false},
};

typedef struct block {
    size_t rows, width[COLUMNS];
    void *values[COLUMNS];
} block_t;

static bool read_column(hid_t group, column_t column, const char *name, block_t *block,
                        failure_t *error) {
    const hid_t types[] = {[EXPORT_U8] = H5T_NATIVE_UINT8,
                           [EXPORT_U16] = H5T_NATIVE_UINT16,
                           [EXPORT_U32] = H5T_NATIVE_UINT32,
                           [EXPORT_F32] = H5T_NATIVE_FLOAT};
    hsize_t size[2] = {0, 1};
    hid_t dataset = hdf5_open_dataset(group, name);
    if (dataset < 0)
        return error_set(error,
                         "it has no dataset \"%s\": export with --features --policy "
                         "padded --value result,root%s",
                         name, strcmp(name, "value_later") == 0 ? ",later:0.9" : "");
    hid_t space = H5Dget_space(dataset);
    const int rank = columns[column].is_wide ? 2 : 1;
    const bool is_such = H5Sget_simple_extent_ndims(space) == rank;
    bool ok = is_such && H5Sget_simple_extent_dims(space, size, NULL) == rank &&
              (column == COLUMN_SIDE || size[0] == block->rows);
    const export_type_t type = columns[column].type;
    if (ok) {
        block->rows = size[0];
        block->width[column] = size[1];
        block->values[column] =
            memory_new((size_t)(size[0] * size[1]) + 1, export_type_bytes(type));
        ok = H5Dread(dataset, types[type], H5S_ALL, H5S_ALL, H5P_DEFAULT,
                     block->values[column]) >= 0;
    }
    H5Sclose(space);
    H5Dclose(dataset);
    return ok || error_set(error, "its dataset \"%s\" %s", name,
                           is_such                   ? "cannot be read"
                           : columns[column].is_wide ? "has another shape: export with "
                                                       "--policy padded"
                                                     : "has another shape");
}

static bool read_block(hid_t file, const char *name, bool later, block_t *block,
                       failure_t *error) {
    hid_t group = H5Gopen(file, name, H5P_DEFAULT);
    if (group < 0)
        return error_set(error, "its group \"%s\" is missing", name);
    bool ok = true;
    for (int i = 0; ok && i < COLUMNS; i++)
        ok = read_column(group, (column_t)i,
                         i == COLUMN_VALUE && later ? "value_later" : columns[i].name,
                         block, error);
    H5Gclose(group);
    return ok;
}

static double entropy_of(const float *shares, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        if (shares[i] > 0)
            sum -= (double)shares[i] * portable_log((double)shares[i]);
    return sum;
}

static void set_value(train_row_t *row, const block_t *block, size_t i, double share) {
    const uint8_t outcome = ((const uint8_t *)block->values[COLUMN_OUTCOME])[i];
    const bool is_searched =
        ((const uint32_t *)block->values[COLUMN_ROOT_VISITS])[i] > 0 ||
        ((const uint8_t *)block->values[COLUMN_PROOF])[i] > 0;
    const float root = ((const float *)block->values[COLUMN_VALUE])[i];
    const float of_root = is_searched ? (float)share : 0;
    for (int k = 0; k < TRAIN_RESULTS; k++)
        row->value[k] = (k == 2 - outcome ? 1 - of_root : 0);
    row->value[0] += of_root * root;
    row->value[TRAIN_RESULTS - 1] += of_root * (1 - root);
    row->value_floor = (float)entropy_of(row->value, TRAIN_RESULTS);
}

/* Values that index tables of the game, and shares of a game. */
static bool row_is_valid(const game_t *game, const block_t *block, size_t i) {
    const size_t width = block->width[COLUMN_ACTION],
                 most = block->width[COLUMN_FEATURES];
    const size_t legal = ((const uint16_t *)block->values[COLUMN_LEGAL])[i];
    const uint16_t *actions = (const uint16_t *)block->values[COLUMN_ACTION] + i * width;
    const uint16_t *on = (const uint16_t *)block->values[COLUMN_FEATURES] + i * most;
    const float value = ((const float *)block->values[COLUMN_VALUE])[i];
    bool ok = legal <= width && width == block->width[COLUMN_VISITS] && value >= 0 &&
              value <= 1 && ((const uint8_t *)block->values[COLUMN_FULL])[i] < 2 &&
              ((const uint8_t *)block->values[COLUMN_SIDE])[i] < 2 &&
              ((const uint8_t *)block->values[COLUMN_OUTCOME])[i] < TRAIN_RESULTS;
    for (size_t k = 0; ok && k < legal; k++)
        ok = actions[k] < game->num_actions;
    for (size_t k = 0; ok && k < most; k++)
        ok = on[k] == NO_FEATURE || on[k] < features_count(game);
    return ok;
}

static void add_row(train_group_t *group, const block_t *block, size_t i, int variant,
                    const train_targets_t *targets) {
    const size_t at = group->count++, width = block->width[COLUMN_ACTION];
    const size_t legal = ((const uint16_t *)block->values[COLUMN_LEGAL])[i];
    const uint16_t *on = (const uint16_t *)block->values[COLUMN_FEATURES] +
                         i * block->width[COLUMN_FEATURES];
    const uint16_t *actions = (const uint16_t *)block->values[COLUMN_ACTION] + i * width;
    const uint32_t *visits = (const uint32_t *)block->values[COLUMN_VISITS] + i * width;
    const uint32_t turns = ((const uint32_t *)block->values[COLUMN_TURNS_LEFT])[i];
    train_row_t *row = &group->rows[at];
    size_t features = group->first_feature[at], first = group->first_action[at];
    uint64_t total = 0;
    for (size_t k = 0; k < block->width[COLUMN_FEATURES] && on[k] != NO_FEATURE; k++)
        group->features[features++] = on[k];
    group->first_feature[at + 1] = features;
    group->first_action[at + 1] = first + legal;
    if (((const uint8_t *)block->values[COLUMN_FULL])[i])
        for (size_t k = 0; k < legal; k++)
            total += visits[k];
    for (size_t k = 0; k < legal; k++) {
        group->actions[first + k] = actions[k];
        group->shares[first + k] =
            total > 0 ? (float)((double)visits[k] / (double)total) : 0;
    }
    *row =
        (train_row_t){.log_turns = (float)portable_log(turns > 0 ? turns : 1),
                      .policy_floor = (float)entropy_of(group->shares + first, legal),
                      .side = ((const uint8_t *)block->values[COLUMN_SIDE])[i],
                      .variant = (uint8_t)variant,
                      .has_policy = total > 0,
                      .has_turns = ((const uint8_t *)block->values[COLUMN_REASON])[i] !=
                                   REASON_RESIGNED};
    set_value(row, block, i, targets->root_share);
}

/* Makes room for the rows of a block, and for as many features and actions as they could
 * have. */
static void grow(train_group_t *group, const block_t *block) {
    const size_t rows = group->count + block->rows;
    const bool is_new = group->count == 0;
    group->rows = memory_resize(group->rows, rows, sizeof *group->rows);
    group->first_feature =
        memory_resize(group->first_feature, rows + 1, sizeof *group->first_feature);
    group->first_action =
        memory_resize(group->first_action, rows + 1, sizeof *group->first_action);
    if (is_new)
        group->first_feature[0] = group->first_action[0] = 0;
    const uint16_t *legal = block->values[COLUMN_LEGAL];
    size_t features =
        group->first_feature[group->count] + block->rows * block->width[COLUMN_FEATURES];
    size_t actions = group->first_action[group->count];
    for (size_t i = 0; i < block->rows; i++)
        actions += legal[i];
    group->features =
        memory_resize(group->features, features + 1, sizeof *group->features);
    group->actions = memory_resize(group->actions, actions + 1, sizeof *group->actions);
    group->shares = memory_resize(group->shares, actions + 1, sizeof *group->shares);
}

static bool add_group(train_rows_t *rows, hid_t file, row_group_t which, int variant,
                      const train_targets_t *targets, failure_t *error) {
    static const char *const names[ROW_GROUPS] = {"train", "validation"};
    train_group_t *group = &rows->groups[which];
    block_t block = {0};
    bool ok = read_block(file, names[which], targets->later, &block, error);
    for (size_t i = 0; ok && i < block.rows; i++)
        ok = row_is_valid(rows->variants[variant].game, &block, i) ||
             error_set(error, "row %zu of its group \"%s\" has values out of range", i,
                       names[which]);
    if (ok) {
        grow(group, &block);
        for (size_t i = 0; i < block.rows; i++)
            add_row(group, &block, i, variant, targets);
        group->features =
            memory_resize(group->features, group->first_feature[group->count] + 1,
                          sizeof *group->features);
    }
    for (int i = 0; i < COLUMNS; i++)
        free(block.values[i]);
    return ok;
}

bool train_rows_add(train_rows_t *rows, const char *path, const train_targets_t *targets,
                    failure_t *error) {
    bool damaged;
    hid_t file = hdf5_open(path, &damaged, error);
    if (file < 0)
        return false;
    const int variant = read_variant(rows, file, error);
    bool ok = variant >= 0;
    for (int i = 0; ok && i < ROW_GROUPS; i++)
        ok = add_group(rows, file, (row_group_t)i, variant, targets, error);
    failure_t why;
    if (!ok && hdf5_read_failed(path, &why))
        *error = why;
    else if (!ok)
        error_prefix(error, "%s", path);
    H5Fclose(file);
    return ok;
}

static void drop_first(train_group_t *group, size_t count) {
    const size_t left = group->count - count;
    if (count == 0)
        return;
    const size_t features = group->first_feature[count],
                 actions = group->first_action[count],
                 features_left = group->first_feature[group->count] - features,
                 actions_left = group->first_action[group->count] - actions;
    memmove(group->rows, group->rows + count, left * sizeof *group->rows);
    memmove(group->features, group->features + features,
            features_left * sizeof *group->features);
    memmove(group->actions, group->actions + actions,
            actions_left * sizeof *group->actions);
    memmove(group->shares, group->shares + actions, actions_left * sizeof *group->shares);
    for (size_t i = 0; i <= left; i++) {
        group->first_feature[i] = group->first_feature[i + count] - features;
        group->first_action[i] = group->first_action[i + count] - actions;
    }
    group->count = left;
}

void train_rows_drop(train_rows_t *rows, const size_t counts[ROW_GROUPS]) {
    for (int i = 0; i < ROW_GROUPS; i++)
        drop_first(&rows->groups[i], counts[i]);
}
