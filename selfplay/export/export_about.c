#include "selfplay/export/export_about.h"

#include "core/base/build_info.h"
#include "core/base/files/hdf5_attributes.h"
#include "core/base/json.h"
#include "core/game/features.h"
#include "core/game/planes.h"
#include "selfplay/export/export_columns.h"
#include "selfplay/export/export_options.h"
#include "selfplay/export/final_board.h"
#include "selfplay/export/symmetry_maps.h"
#include "selfplay/store/games_header.h"

#include <cjson/cJSON.h>
#include <stdlib.h>

enum { SIDES = 2 };

/* Places are those of planes and final boards. */
static bool has_places(const export_layout_t *layout) {
    return layout->options->planes || layout->options->final_board;
}

bool export_about_check(const export_layout_t *layout, failure_t *error) {
    const export_options_t *options = layout->options;
    const game_t *game = layout->game;
    if (!game->class->networks.planes && (has_places(layout) || options->features))
        return error_set(error,
                         "%s has no planes and no outputs: --planes, --features and "
                         "--final-board need them",
                         game->class->name);
    if (options->symmetries == SYMMETRIES_MAPS) {
        symmetry_maps_t maps;
        if (!symmetry_maps_make(&maps, game, has_places(layout), options->features,
                                error))
            return false;
        symmetry_maps_clear(&maps);
    }
    return !options->final_board || final_board_is_known(game, error);
}

/* --- Tables ------------------------------------------------------------------------- */

/* An array of dimensions that end with 0. */
static bool write_array(hid_t file, const char *name, hid_t type, const void *values,
                        size_t a, size_t b, size_t c) {
    const hsize_t dimensions[] = {a, b, c};
    return hdf5_write_dataset(file, name, type, type,
                              c > 0   ? 3
                              : b > 0 ? 2
                                      : 1,
                              dimensions, values);
}

/* The network output of each action, for either side to move. */
static bool write_heads(hid_t file, const game_t *game) {
    enum { NUMBERS = 4 };
    size_t actions = (size_t)game->num_actions;
    int32_t *heads = memory_new(SIDES * NUMBERS * actions, sizeof *heads), *next = heads;
    for (int side = 0; side < SIDES; side++)
        for (size_t action = 0; action < actions; action++, next += NUMBERS) {
            policy_output_t output = planes_output(game, side, (action_t)action);
            next[0] = output.kind;
            next[1] = output.head;
            next[2] = output.from;
            next[3] = output.to;
        }
    bool written =
        write_array(file, "heads", H5T_STD_I32LE, heads, SIDES, actions, NUMBERS);
    free(heads);
    return written;
}

/* The number under which a side sees each action, as it sees the planes. */
static bool write_seen_actions(hid_t file, const game_t *game) {
    const size_t actions = (size_t)game->num_actions;
    action_t *seen = memory_new(SIDES * actions, sizeof *seen);
    for (int side = 0; side < SIDES; side++)
        features_seen_actions(game, side, seen + side * game->num_actions);
    bool written =
        hdf5_write_number(file, "planes_version", (uint64_t)planes_shape(game).version) &&
        write_array(file, "actions_seen", H5T_STD_U16LE, seen, SIDES, actions, 0);
    free(seen);
    return written;
}

/* What a learner needs for the planes (mcts/evaluate/convolution/NETWORK.md). */
static bool write_planes(hid_t file, const game_t *game) {
    planes_shape_t shape = planes_shape(game);
    float scales[PLANES_MAX];
    for (int p = 0; p < shape.planes; p++)
        scales[p] = planes_scale(game, p);
    return hdf5_write_number(file, "planes", (uint64_t)shape.planes) &&
           hdf5_write_number(file, "cell_heads", (uint64_t)shape.cell_heads) &&
           hdf5_write_number(file, "pair_heads", (uint64_t)shape.pair_heads) &&
           hdf5_write_number(file, "whole_heads", (uint64_t)shape.whole_heads) &&
           write_array(file, "plane_scales", H5T_IEEE_F32LE, scales, (size_t)shape.planes,
                       0, 0) &&
           write_heads(file, game);
}

/* What a learner needs for the features (mcts/evaluate/integer/INTEGER.md). */
static bool write_features(hid_t file, const game_t *game) {
    const size_t count = (size_t)features_count(game);
    uint16_t seen[FEATURES_MAX];
    features_seen_all(game, 1, seen);
    return hdf5_write_number(file, "features_version",
                             (uint64_t)features_version(game)) &&
           hdf5_write_number(file, "features", count) &&
           write_array(file, "features_seen", H5T_STD_U16LE, seen, count, 0, 0);
}

/* Tables for a learner to make images of rows. */
static bool write_symmetries(hid_t file, const export_layout_t *layout) {
    const game_t *game = layout->game;
    bool features = layout->options->features;
    size_t count = (size_t)game->num_symmetries;
    symmetry_maps_t maps;
    failure_t error;
    if (!symmetry_maps_make(&maps, game, has_places(layout), features, &error))
        return false;
    bool written =
        write_array(file, "symmetry_sides", H5T_STD_U8LE, maps.sides, count, 0, 0) &&
        write_array(file, "symmetry_actions", H5T_STD_U16LE, maps.actions, count,
                    (size_t)game->num_actions, 0) &&
        (!has_places(layout) ||
         write_array(file, "symmetry_places", H5T_STD_U16LE, maps.places, count, SIDES,
                     final_board_bytes(game))) &&
        (!features || write_array(file, "symmetry_features", H5T_STD_U16LE, maps.features,
                                  count, SIDES, (size_t)features_count(game)));
    symmetry_maps_clear(&maps);
    return written;
}

/* --- All ---------------------------------------------------------------------------- */

static bool write_options(hid_t file, const export_options_t *options) {
    char *text = json_lines(export_options_json(options));
    bool written = hdf5_write_text(file, "options", text);
    free(text);
    return written;
}

bool export_about_write(hid_t file, const export_layout_t *layout) {
    const export_options_t *options = layout->options;
    const game_t *game = layout->game;
    return hdf5_write_text(file, "format", EXPORT_FORMAT) &&
           hdf5_write_number(file, "schema_version", EXPORT_VERSION) &&
           games_header_write_game(file, game) &&
           hdf5_write_number(file, "num_symmetries", (uint64_t)game->num_symmetries) &&
           hdf5_write_number(file, "max_legal", layout->max_legal) &&
           write_options(file, options) &&
           hdf5_write_text(file, "program", build_program) &&
           (!has_places(layout) ||
            (hdf5_write_number(file, "height", (uint64_t)planes_shape(game).height) &&
             hdf5_write_number(file, "width", (uint64_t)planes_shape(game).width))) &&
           (!options->planes || write_planes(file, game)) &&
           (!options->features || write_features(file, game)) &&
           (!(options->planes || options->features) || write_seen_actions(file, game)) &&
           (options->symmetries != SYMMETRIES_MAPS || write_symmetries(file, layout));
}
