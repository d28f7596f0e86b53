#include "selfplay/export/export_columns.h"

#include "core/base/table/result.h"
#include "core/game/features.h"
#include "core/game/planes.h"
#include "selfplay/export/export_options.h"
#include "selfplay/export/export_rows.h"
#include "selfplay/export/final_board.h"

#include <string.h>

/* --- Widths ------------------------------------------------------------------------- */

static size_t state_width(const export_layout_t *layout) {
    return (size_t)layout->game->packed_bytes;
}

static size_t planes_width(const export_layout_t *layout) {
    return planes_bytes(layout->game);
}

static size_t features_width(const export_layout_t *layout) {
    return (size_t)features_most(layout->game);
}

static size_t board_width(const export_layout_t *layout) {
    return final_board_bytes(layout->game);
}

static size_t legal_width(const export_layout_t *layout) {
    return layout->max_legal > 0 ? layout->max_legal : 1;
}

static size_t actions_width(const export_layout_t *layout) {
    return (size_t)layout->game->num_actions;
}

static size_t mask_width(const export_layout_t *layout) {
    return ((size_t)layout->game->num_actions + 7) / 8;
}

/* --- Values ------------------------------------------------------------------------- */

static void fill_state(const export_source_t *source, void *bytes) {
    memcpy(bytes, export_row_state(source->row), state_width(source->layout));
}

/* The root's value has this share, the result of the game the rest. */
static void fill_value(const export_row_t *row, double share_of_root, void *bytes) {
    float value = (float)(share_of_root * (double)row->root_value +
                          (1 - share_of_root) * row->outcome / 2);
    memcpy(bytes, &value, sizeof value);
}

static void fill_result(const export_source_t *source, void *bytes) {
    fill_value(source->row, 0, bytes);
}

static void fill_mix(const export_source_t *source, void *bytes) {
    fill_value(source->row, source->layout->options->mix, bytes);
}

static void fill_first_legal(const export_source_t *source, void *bytes) {
    memcpy(bytes, &source->first_legal, sizeof source->first_legal);
}

static state_t state_of(const export_source_t *source) {
    state_t state = {0};
    failure_t error;
    bool ok =
        game_unpack(source->layout->game, export_row_state(source->row), &state, &error);
    REQUIRE(ok); /* the row was made of it */
    return state;
}

static void fill_planes(const export_source_t *source, void *bytes) {
    state_t state = state_of(source);
    planes_write(source->layout->game, &state, bytes);
}

/* As the mover sees them. */
static void fill_features(const export_source_t *source, void *bytes) {
    const game_t *game = source->layout->game;
    state_t state = state_of(source);
    uint16_t on[FEATURES_MAX];
    size_t room = (size_t)features_most(game) * sizeof *on;
    int count = features_list_seen(game, source->row->side, &state, on);
    size_t used = (size_t)count * sizeof *on;
    REQUIRE(used <= room);
    memset(bytes, 0xff, room);
    memcpy(bytes, on, used);
}

static void fill_board(const export_source_t *source, void *bytes) {
    const game_t *game = source->layout->game;
    memcpy(bytes, export_row_final_board(source->row, game), final_board_bytes(game));
}

/* The values of the legal actions; padded: zeros up to the most. */
static void fill_legal(const export_source_t *source, const void *values, size_t size,
                       void *bytes) {
    if (source->layout->options->policy == POLICY_PADDED)
        memset(bytes, 0, legal_width(source->layout) * size);
    memcpy(bytes, values, source->row->legal * size);
}

static void fill_actions(const export_source_t *source, void *bytes) {
    fill_legal(source, export_row_actions(source->row), sizeof(uint16_t), bytes);
}

static void fill_visits(const export_source_t *source, void *bytes) {
    fill_legal(source, export_row_visits(source->row), sizeof(uint32_t), bytes);
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

static void fill_policy(const export_source_t *source, void *bytes) {
    const export_row_t *row = source->row;
    const uint32_t *visits = export_row_visits(row);
    const uint16_t *actions = export_row_actions(row);
    uint16_t *shares = bytes;
    uint64_t total = 0;
    memset(bytes, 0, actions_width(source->layout) * sizeof *shares);
    for (int i = 0; i < row->legal; i++)
        total += visits[i];
    for (int i = 0; i < row->legal && total > 0; i++)
        shares[actions[i]] = export_half((float)visits[i] / (float)total);
}

static void fill_mask(const export_source_t *source, void *bytes) {
    const uint16_t *actions = export_row_actions(source->row);
    unsigned char *mask = bytes;
    memset(mask, 0, mask_width(source->layout));
    for (int i = 0; i < source->row->legal; i++)
        mask[actions[i] / 8] |= (unsigned char)(1 << actions[i] % 8);
}

/* --- The table ---------------------------------------------------------------------- */

#define FIELD(name) .field = offsetof(export_row_t, name)
#define WITH(option, name) .with = (option), .flag = offsetof(export_options_t, name)
#define POLICY(name, form) .with = "--policy " name, .forms = 1U << (form)
#define ROWS "(N)"
#define TO_MOVER "for the player to move"

const export_column_t export_columns[EXPORT_COLUMNS] = {
    {"state", EXPORT_U8, "(N, B)", "the position, packed as the game packs it",
     .width = state_width, .fill = fill_state},
    {"side", EXPORT_U8, ROWS, "side to move", FIELD(side)},
    {"player", EXPORT_U8, ROWS, "player to move", FIELD(player)},
    {"outcome", EXPORT_U8, ROWS,
     "how the game ended " TO_MOVER ": 0 lost, 1 drawn, 2 won", FIELD(outcome)},
    {"value_result", EXPORT_F32, ROWS, "score of the game " TO_MOVER ": 0, 0.5 or 1",
     WITH("--value result", value_result), .fill = fill_result},
    {"value_root", EXPORT_F32, ROWS,
     "score that the search expected " TO_MOVER ", 0 to 1",
     WITH("--value root", value_root), FIELD(root_value)},
    {"value_mix", EXPORT_F32, ROWS, "mix * value_root + (1 - mix) * value_result",
     WITH("--value mix:SHARE", value_mix), .fill = fill_mix},
    {"value_later", EXPORT_F32, ROWS,
     "mean of value_root here and later in the game, each with `later` times the weight "
     "before it, then of value_result",
     WITH("--value later:SHARE", value_later), FIELD(later_value)},
    {"root_proof", EXPORT_U8, ROWS,
     "what the search proved " TO_MOVER ": 0 nothing, 1 lost, 2 drawn, 3 won",
     FIELD(root_proof)},
    {"root_visits", EXPORT_U32, ROWS, "visits of the root, the sum over its actions",
     FIELD(root_visits)},
    {"full", EXPORT_U8, ROWS,
     "1: the search had the whole budget, its visits are a policy target; 0: a small "
     "one, or nobody searched",
     FIELD(full)},
    {"surprise", EXPORT_F32, ROWS,
     "divergence of the policy target from the priors, in nats", FIELD(surprise)},
    {"chosen", EXPORT_U16, ROWS, "action that was played", FIELD(chosen)},
    {"turns_left", EXPORT_U32, ROWS, "turns of either player from this one to the end",
     FIELD(turns_left)},
    {"reason", EXPORT_U8, ROWS, "how the game ended, an index into the attribute reasons",
     FIELD(reason)},
    {"agent", EXPORT_U8, ROWS,
     "agent of the player to move, as in games/agent of its run", FIELD(agent)},
    {"source", EXPORT_U16, ROWS, "row of its run in /sources", FIELD(source)},
    {"game", EXPORT_I64, ROWS, "number of its game in the run", FIELD(game)},
    {"ply", EXPORT_U32, ROWS, "actions before it in the game", FIELD(ply)},
    {"turn", EXPORT_U32, ROWS, "whole turns before it", FIELD(turn)},
    {"symmetry", EXPORT_U8, ROWS,
     "which image of the position this is; 0: as it was played", FIELD(symmetry)},
    {"legal", EXPORT_U16, ROWS, "number of legal actions", FIELD(legal)},
    {"planes", EXPORT_U8, "(N, P*H*W)",
     "what a network is shown: planes x height x width bytes, to be multiplied by "
     "plane_scales",
     WITH("--planes", planes), .width = planes_width, .fill = fill_planes},
    {"features", EXPORT_U16, "(N, M)",
     "numbers of the features that are on, as the mover sees them, ascending; behind "
     "them 65535",
     WITH("--features", features), .width = features_width, .fill = fill_features},
    {"final_board", EXPORT_U8, "(N, H*W)",
     "what stands at each place at the end: 0 no piece, 1 the mover's, 2 the enemy's, 3 "
     "nobody's; 255 no cell, or not known",
     WITH("--final-board", final_board), .width = board_width, .fill = fill_board},
    {"first_legal", EXPORT_I64, ROWS,
     "row of its first legal action in action and visits",
     POLICY("sparse", POLICY_SPARSE), .fill = fill_first_legal},
    {"action", EXPORT_U16, "(L)", "action numbers, ascending within a position",
     POLICY("sparse", POLICY_SPARSE), .fill = fill_actions},
    {"visits", EXPORT_U32, "(L)", "visits of that action",
     POLICY("sparse", POLICY_SPARSE), .fill = fill_visits},
    {"action", EXPORT_U16, "(N, W)", "action numbers, ascending; 0 from column legal on",
     POLICY("padded", POLICY_PADDED), .width = legal_width, .fill = fill_actions},
    {"visits", EXPORT_U32, "(N, W)", "visits of that action; 0 from column legal on",
     POLICY("padded", POLICY_PADDED), .width = legal_width, .fill = fill_visits},
    {"policy", EXPORT_F16, "(N, A)",
     "share of the visits of each action; 0 where illegal", POLICY("dense", POLICY_DENSE),
     .width = actions_width, .fill = fill_policy},
    {"legal_mask", EXPORT_U8, "(N, A/8)",
     "which actions are legal: bit a % 8 of byte a / 8", POLICY("dense", POLICY_DENSE),
     .width = mask_width, .fill = fill_mask},
};

bool export_column_exists(const export_column_t *column,
                          const export_options_t *options) {
    bool flag = true;
    if (column->flag > 0)
        memcpy(&flag, (const unsigned char *)options + column->flag, sizeof flag);
    return flag && (!column->forms || column->forms >> options->policy & 1);
}

bool export_column_is_flat(const export_column_t *column) {
    return column->shape[1] == 'L';
}

size_t export_column_width(const export_column_t *column, const export_layout_t *layout) {
    return column->width ? column->width(layout) : 1;
}

size_t export_type_bytes(export_type_t type) {
    static const uint8_t bytes[] = {[EXPORT_U8] = 1,  [EXPORT_U16] = 2, [EXPORT_U32] = 4,
                                    [EXPORT_I64] = 8, [EXPORT_F16] = 2, [EXPORT_F32] = 4};
    return bytes[type];
}

size_t export_column_bytes(const export_column_t *column, const export_layout_t *layout) {
    return export_column_width(column, layout) * export_type_bytes(column->type);
}

void export_column_fill(const export_column_t *column, const export_source_t *source,
                        void *bytes) {
    if (column->fill)
        column->fill(source, bytes);
    else
        memcpy(bytes, (const unsigned char *)source->row + column->field,
               export_type_bytes(column->type));
}

static void add_type(figures_t *figures, const void *row) {
    static const char *const names[] = {"u8", "u16", "u32", "i64", "f16", "f32"};
    figures_add_word(figures, names[((const export_column_t *)row)->type]);
}

void export_columns_table(result_t *result) {
    static const figure_column_t columns[] = {
        {FIGURE_WORD, "name", "Dataset", NULL, FIGURE_FIELD(export_column_t, name)},
        {FIGURE_WORD, "shape", "Shape", NULL, FIGURE_FIELD(export_column_t, shape)},
        {FIGURE_WORD, "type", "Type", NULL, .add = add_type},
        {FIGURE_WORD, "with", "With", NULL, FIGURE_FIELD(export_column_t, with)},
        {FIGURE_WORD, "meaning", "Meaning", NULL, FIGURE_FIELD(export_column_t, meaning)},
    };
    figures_t *table = result_table(result, "columns", NULL, columns,
                                    sizeof columns / sizeof columns[0]);
    for (int i = 0; i < EXPORT_COLUMNS; i++)
        figures_row(table, &export_columns[i]);
}
