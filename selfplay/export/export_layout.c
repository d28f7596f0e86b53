#include "selfplay/export/export_layout.h"

#include "core/game/features.h"
#include "core/game/planes.h"
#include "selfplay/export/export_options.h"
#include "selfplay/export/export_rows.h"
#include "selfplay/export/final_board.h"

#define TO_MOVER "for the player to move"

const export_dataset_t export_datasets[EXPORT_DATASETS] = {
    [EXPORT_STATE] = {"state", EXPORT_U8, "the position, packed as the game packs it"},
    [EXPORT_SIDE] = {"side", EXPORT_U8, "side to move"},
    [EXPORT_PLAYER] = {"player", EXPORT_U8, "player to move"},
    [EXPORT_OUTCOME] = {"outcome", EXPORT_U8,
                        "how the game ended " TO_MOVER ": 0 lost, 1 drawn, 2 won"},
    [EXPORT_VALUE_RESULT] = {"value_result", EXPORT_F32,
                             "score of the game " TO_MOVER ": 0, 0.5 or 1"},
    [EXPORT_VALUE_ROOT] = {"value_root", EXPORT_F32,
                           "score that the search expected " TO_MOVER ", 0 to 1"},
    [EXPORT_VALUE_MIX] = {"value_mix", EXPORT_F32,
                          "mix * value_root + (1 - mix) * value_result"},
    [EXPORT_VALUE_LATER] = {"value_later", EXPORT_F32,
                            "mean of value_root here and later in the game, each with "
                            "`later` times the weight before it, then of value_result"},
    [EXPORT_ROOT_PROOF] = {"root_proof", EXPORT_U8,
                           "what the search proved " TO_MOVER
                           ": 0 nothing, 1 lost, 2 drawn, 3 won"},
    [EXPORT_ROOT_VISITS] = {"root_visits", EXPORT_U32,
                            "visits of the root, the sum over its actions"},
    [EXPORT_FULL] = {"full", EXPORT_U8,
                     "1: the search had the whole budget, its visits are a policy "
                     "target; 0: a small one, or nobody searched"},
    [EXPORT_SURPRISE] = {"surprise", EXPORT_F32,
                         "divergence of the policy target from the priors, in nats"},
    [EXPORT_CHOSEN] = {"chosen", EXPORT_U16, "action that was played"},
    [EXPORT_TURNS_LEFT] = {"turns_left", EXPORT_U32,
                           "turns of either player from this one to the end"},
    [EXPORT_REASON] = {"reason", EXPORT_U8,
                       "how the game ended, an index into the attribute reasons"},
    [EXPORT_AGENT] = {"agent", EXPORT_U8,
                      "agent of the player to move, as in games/agent of its run"},
    [EXPORT_SOURCE] = {"source", EXPORT_U16, "row of its run in /sources"},
    [EXPORT_GAME] = {"game", EXPORT_I64, "number of its game in the run"},
    [EXPORT_PLY] = {"ply", EXPORT_U32, "actions before it in the game"},
    [EXPORT_TURN] = {"turn", EXPORT_U32, "whole turns before it"},
    [EXPORT_SYMMETRY] = {"symmetry", EXPORT_U8,
                         "which image of the position this is; 0: as it was played"},
    [EXPORT_LEGAL] = {"legal", EXPORT_U16, "number of legal actions"},
    [EXPORT_PLANES] = {"planes", EXPORT_U8,
                       "what a network is shown: planes x height x width bytes, to be "
                       "multiplied by plane_scales"},
    [EXPORT_FEATURES] = {"features", EXPORT_U16,
                         "numbers of the features that are on, as the mover sees them, "
                         "ascending; behind them 65535"},
    [EXPORT_FINAL_BOARD] =
        {"final_board", EXPORT_U8,
         "what stands at each place at the end: 0 no piece, 1 the "
         "mover's, 2 the enemy's, 3 nobody's; 255 no cell, or not known"},
    [EXPORT_FIRST_LEGAL] = {"first_legal", EXPORT_I64,
                            "row of its first legal action in action and visits"},
    [EXPORT_SPARSE_ACTION] = {"action", EXPORT_U16,
                              "action numbers, ascending within a position"},
    [EXPORT_SPARSE_VISITS] = {"visits", EXPORT_U32, "visits of that action"},
    [EXPORT_PADDED_ACTION] = {"action", EXPORT_U16,
                              "action numbers, ascending; 0 from column legal on"},
    [EXPORT_PADDED_VISITS] = {"visits", EXPORT_U32,
                              "visits of that action; 0 from column legal on"},
    [EXPORT_DENSE_POLICY] = {"policy", EXPORT_F16,
                             "share of the visits of each action; 0 where illegal"},
    [EXPORT_DENSE_MASK] = {"legal_mask", EXPORT_U8,
                           "which actions are legal: bit a % 8 of byte a / 8"},
};

static bool is_policy(const export_layout_t *layout, export_dataset_id_t id) {
    switch (layout->options->policy) {
    case POLICY_SPARSE:
        return id >= EXPORT_FIRST_LEGAL && id <= EXPORT_SPARSE_VISITS;
    case POLICY_PADDED:
        return id == EXPORT_PADDED_ACTION || id == EXPORT_PADDED_VISITS;
    case POLICY_DENSE:
        return id == EXPORT_DENSE_POLICY || id == EXPORT_DENSE_MASK;
    case POLICY_COUNT:
        break;
    }
    return false;
}

bool export_dataset_exists(const export_layout_t *layout, export_dataset_id_t id) {
    if (id >= EXPORT_FIRST_LEGAL)
        return is_policy(layout, id);
    return !(id == EXPORT_PLANES && !layout->options->planes) &&
           !(id == EXPORT_FEATURES && !layout->options->features) &&
           !(id == EXPORT_FINAL_BOARD && !layout->options->final_board) &&
           !(id == EXPORT_VALUE_RESULT && !layout->options->value_result) &&
           !(id == EXPORT_VALUE_ROOT && !layout->options->value_root) &&
           !(id == EXPORT_VALUE_MIX && !layout->options->value_mix) &&
           !(id == EXPORT_VALUE_LATER && !layout->options->value_later);
}

bool export_dataset_is_flat(export_dataset_id_t id) {
    return id == EXPORT_SPARSE_ACTION || id == EXPORT_SPARSE_VISITS;
}

bool export_dataset_is_wide(export_dataset_id_t id) {
    return id == EXPORT_STATE || id == EXPORT_PLANES || id == EXPORT_FEATURES ||
           id == EXPORT_FINAL_BOARD || id >= EXPORT_PADDED_ACTION;
}

static size_t mask_bytes(const game_t *game) {
    return ((size_t)game->num_actions + 7) / 8;
}

size_t export_dataset_width(const export_layout_t *layout, export_dataset_id_t id) {
    if (id == EXPORT_STATE)
        return (size_t)layout->game->packed_bytes;
    if (id == EXPORT_PLANES)
        return planes_bytes(layout->game);
    if (id == EXPORT_FEATURES)
        return (size_t)features_most(layout->game);
    if (id == EXPORT_FINAL_BOARD)
        return final_board_bytes(layout->game);
    if (id == EXPORT_PADDED_ACTION || id == EXPORT_PADDED_VISITS)
        return layout->max_legal > 0 ? layout->max_legal : 1;
    if (id == EXPORT_DENSE_POLICY)
        return (size_t)layout->game->num_actions;
    return id == EXPORT_DENSE_MASK ? mask_bytes(layout->game) : 1;
}

size_t export_type_bytes(export_type_t type) {
    static const uint8_t bytes[EXPORT_TYPES] = {
        [EXPORT_U8] = 1,  [EXPORT_U16] = 2, [EXPORT_U32] = 4,
        [EXPORT_I64] = 8, [EXPORT_F16] = 2, [EXPORT_F32] = 4};
    return bytes[type];
}

size_t export_dataset_bytes(const export_layout_t *layout, export_dataset_id_t id) {
    return export_dataset_width(layout, id) * export_type_bytes(export_datasets[id].type);
}

uint16_t export_half(float share) {
    uint32_t bits;
    REQUIRE(share >= 0 && share <= 1);
    memcpy(&bits, &share, sizeof bits);
    if (share < 0x1p-14F) /* a multiple of 2^-24; the product is exact */
        return (uint16_t)(share * 0x1p24F + 0x1p23F - 0x1p23F);
    /* Round to nearest, ties to even; a carry propagates into the exponent. */
    bits += 0xfff + ((bits >> 13) & 1);
    return (uint16_t)((bits >> 13) - ((127 - 15) << 10));
}

static void fill_dense(const game_t *game, const export_row_t *row,
                       unsigned char *bytes) {
    const uint32_t *visits = export_row_visits(row);
    const uint16_t *actions = export_row_actions(row);
    uint64_t total = 0;
    memset(bytes, 0, (size_t)game->num_actions * sizeof(uint16_t));
    for (int i = 0; i < row->legal; i++)
        total += visits[i];
    for (int i = 0; i < row->legal && total > 0; i++) {
        uint16_t share = export_half((float)visits[i] / (float)total);
        memcpy(bytes + actions[i] * sizeof share, &share, sizeof share);
    }
}

static void fill_mask(const game_t *game, const export_row_t *row, unsigned char *bytes) {
    const uint16_t *actions = export_row_actions(row);
    memset(bytes, 0, mask_bytes(game));
    for (int i = 0; i < row->legal; i++)
        bytes[actions[i] / 8] |= (unsigned char)(1 << actions[i] % 8);
}

/* The first row->legal values of a row, padded with zeros. */
static void fill_padded(const export_layout_t *layout, const export_row_t *row,
                        const void *values, size_t value_bytes, unsigned char *bytes) {
    size_t used = row->legal * value_bytes, all = layout->max_legal * value_bytes;
    memcpy(bytes, values, used);
    memset(bytes + used, 0, all - used);
}

static state_t state_of(const game_t *game, const export_row_t *row) {
    state_t state = {0};
    failure_t error;
    bool ok = game_unpack(game, export_row_state(row), &state, &error);
    REQUIRE(ok); /* the row was made of it */
    return state;
}

static void fill_planes(const game_t *game, const export_row_t *row,
                        unsigned char *bytes) {
    state_t state = state_of(game, row);
    planes_write(game, &state, bytes);
}

static void fill_features(const game_t *game, const export_row_t *row,
                          unsigned char *bytes) {
    state_t state = state_of(game, row);
    uint64_t bits[FEATURES_WORDS], seen[FEATURES_WORDS] = {0};
    uint16_t on[FEATURES_MAX];
    size_t room = (size_t)features_most(game) * sizeof *on;
    features_write(game, &state, bits);
    int count = features_list(bits, features_words(game), on);
    for (int i = 0; i < count; i++) {
        int feature = features_seen(game, row->side, on[i]);
        seen[feature / 64] |= UINT64_C(1) << feature % 64;
    }
    count = features_list(seen, features_words(game), on);
    size_t used = (size_t)count * sizeof *on;
    REQUIRE(used <= room);
    memcpy(bytes, on, used);
    memset(bytes + used, 0xff, room - used);
}

static float value_of(const export_row_t *row, double share_of_root) {
    return (float)(share_of_root * (double)row->root_value +
                   (1 - share_of_root) * row->outcome / 2);
}

/* Datasets with one number per row. */
static void fill_number(const export_layout_t *layout, export_dataset_id_t id,
                        const export_row_t *row, unsigned char *bytes) {
    const float values[] = {value_of(row, 0), row->root_value,
                            value_of(row, layout->options->mix)};
    const void *const numbers[] = {
        [EXPORT_SIDE] = &row->side,
        [EXPORT_PLAYER] = &row->player,
        [EXPORT_OUTCOME] = &row->outcome,
        [EXPORT_VALUE_RESULT] = &values[0],
        [EXPORT_VALUE_ROOT] = &values[1],
        [EXPORT_VALUE_MIX] = &values[2],
        [EXPORT_VALUE_LATER] = &row->later_value,
        [EXPORT_ROOT_PROOF] = &row->root_proof,
        [EXPORT_ROOT_VISITS] = &row->root_visits,
        [EXPORT_FULL] = &row->full,
        [EXPORT_SURPRISE] = &row->surprise,
        [EXPORT_CHOSEN] = &row->chosen,
        [EXPORT_TURNS_LEFT] = &row->turns_left,
        [EXPORT_REASON] = &row->reason,
        [EXPORT_AGENT] = &row->agent,
        [EXPORT_SOURCE] = &row->source,
        [EXPORT_GAME] = &row->game,
        [EXPORT_PLY] = &row->ply,
        [EXPORT_TURN] = &row->turn,
        [EXPORT_SYMMETRY] = &row->symmetry,
        [EXPORT_LEGAL] = &row->legal,
    };
    memcpy(bytes, numbers[id], export_type_bytes(export_datasets[id].type));
}

void export_dataset_fill(const export_layout_t *layout, export_dataset_id_t id,
                         const export_row_t *row, int64_t first_legal,
                         unsigned char *bytes) {
    if (id == EXPORT_STATE)
        memcpy(bytes, export_row_state(row), (size_t)layout->game->packed_bytes);
    else if (id == EXPORT_PLANES)
        fill_planes(layout->game, row, bytes);
    else if (id == EXPORT_FEATURES)
        fill_features(layout->game, row, bytes);
    else if (id == EXPORT_FINAL_BOARD)
        memcpy(bytes, export_row_final_board(row, layout->game),
               final_board_bytes(layout->game));
    else if (id == EXPORT_FIRST_LEGAL)
        memcpy(bytes, &first_legal, sizeof first_legal);
    else if (id == EXPORT_SPARSE_ACTION)
        memcpy(bytes, export_row_actions(row), row->legal * sizeof(uint16_t));
    else if (id == EXPORT_SPARSE_VISITS)
        memcpy(bytes, export_row_visits(row), row->legal * sizeof(uint32_t));
    else if (id == EXPORT_PADDED_ACTION)
        fill_padded(layout, row, export_row_actions(row), sizeof(uint16_t), bytes);
    else if (id == EXPORT_PADDED_VISITS)
        fill_padded(layout, row, export_row_visits(row), sizeof(uint32_t), bytes);
    else if (id == EXPORT_DENSE_POLICY)
        fill_dense(layout->game, row, bytes);
    else if (id == EXPORT_DENSE_MASK)
        fill_mask(layout->game, row, bytes);
    else
        fill_number(layout, id, row, bytes);
}
