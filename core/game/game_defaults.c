/* Defaults for the functions that a game's table omits. */
#include "core/base/plain_text.h"
#include "core/game/features.h"
#include "core/game/game.h"
#include "core/game/grid_text.h"
#include "core/game/planes.h"
#include "core/game/playout.h"

/* --- Rules -------------------------------------------------------------------------- */

static void start_empty(const game_t *game, void *state) {
    memset(state, 0, (size_t)game->state_bytes);
}

static bool one_cell_has_changed(const game_t *game, const void *state) {
    uint8_t before[GAME_MAX_CELLS], now[GAME_MAX_CELLS];
    state_t start;
    int changed = 0;
    if (game_side(game, state) != 1)
        return false;
    game_start(game, &start);
    game_contents(game, &start, before);
    game_contents(game, state, now);
    for (int cell = 0; cell < game->cells; cell++)
        changed += before[cell] != now[cell];
    return changed == 1;
}

/* --- Board -------------------------------------------------------------------------- */

static bool is_about_cell(const game_t *game, action_t action) {
    return game->num_actions >= game->cells && action < game->cells;
}

static int cell_of_action(const game_t *game, action_t action,
                          uint8_t cells[GAME_ACTION_CELLS]) {
    if (!is_about_cell(game, action))
        return 0;
    cells[0] = (uint8_t)action;
    return 1;
}

static void image_of_cells(const game_t *game, int symmetry, const void *state,
                           void *image) {
    uint8_t contents[GAME_MAX_CELLS], images[GAME_MAX_CELLS];
    failure_t error;
    if (symmetry == 0) {
        memcpy(image, state, (size_t)game->state_bytes);
        return;
    }
    game_contents(game, state, contents);
    for (int cell = 0; cell < game->cells; cell++)
        images[game->board.symmetry_cell(game, symmetry, cell)] = contents[cell];
    bool is_image_a_position =
        game->board.set_contents(game, images, game_side(game, state), image, &error);
    REQUIRE(is_image_a_position);
}

static action_t image_of_action(const game_t *game, int symmetry, action_t action) {
    return symmetry == 0 || !is_about_cell(game, action)
               ? action
               : (action_t)game->board.symmetry_cell(game, symmetry, action);
}

static bool exchanges_nothing(const game_t *game, int symmetry) {
    (void)game, (void)symmetry;
    return false;
}

/* --- Networks ----------------------------------------------------------------------- */

static void write_planes_of_cells(const game_t *game, const void *state,
                                  uint8_t *planes) {
    uint8_t contents[GAME_MAX_CELLS];
    int side = game_side(game, state);
    game_contents(game, state, contents);
    for (int cell = 0; cell < game->cells; cell++) {
        int owner = contents[cell] & CELL_OWNER;
        planes[cell] = 1;
        if (owner == CELL_OF_NOBODY)
            planes[CELLS_PLANE_NOBODY * game->cells + cell] = 1;
        else if (owner != CELL_EMPTY) {
            bool is_own = owner == CELL_OF_SIDE0 + side;
            planes[(is_own ? CELLS_PLANE_OWN : CELLS_PLANE_ENEMY) * game->cells + cell] =
                1;
        }
    }
}

static policy_output_t output_of_place(const game_t *game, int side, action_t action) {
    (void)side;
    if (action < game->cells)
        return (policy_output_t){.kind = OUTPUT_CELL, .from = action};
    return (policy_output_t){.kind = OUTPUT_WHOLE,
                             .head = (uint8_t)(action - game->cells)};
}

/* --- Features ----------------------------------------------------------------------- */

/* One group per content, with a feature per cell. A kind has four contents, the first of
 * them without an owner; the empty cell, kind 0 without an owner, is no feature. */
static int count_groups(const game_t *game) {
    int kinds = ((int)strlen(game->board.letters) + CELL_OWNER) / CELL_KIND;
    return kinds * CELL_KIND - 1;
}

static void write_contents(const game_t *game, const void *state, uint64_t *bits) {
    uint8_t contents[GAME_MAX_CELLS];
    int groups = count_groups(game);
    memset(bits, 0, (size_t)features_words(game) * sizeof *bits);
    game_contents(game, state, contents);
    for (int cell = 0; cell < game->cells; cell++) {
        int feature = (contents[cell] - 1) * game->cells + cell;
        if (contents[cell] != CELL_EMPTY && contents[cell] <= groups)
            bits[feature / 64] |= UINT64_C(1) << feature % 64;
    }
}

static int content_seen(const game_t *game, int feature) {
    int content = feature / game->cells + 1, cell = feature % game->cells;
    int owner = content & CELL_OWNER;
    if (owner == CELL_OF_SIDE0 || owner == CELL_OF_SIDE1)
        content ^= CELL_OF_SIDE0 ^ CELL_OF_SIDE1;
    return (content - 1) * game->cells + cell;
}

static int image_of_content(const game_t *game, int symmetry, int feature) {
    int group = feature / game->cells, cell = feature % game->cells;
    return group * game->cells + game->board.symmetry_cell(game, symmetry, cell);
}

static void content_meaning(const game_t *game, int feature, text_t *out) {
    static const char *const owners[] = {"without an owner", "own", "enemy", "nobody's"};
    int content = feature / game->cells + 1;
    text_add(out, "%s", owners[content & CELL_OWNER]);
    if (content >= CELL_KIND)
        text_add(out, " of kind %d", content / CELL_KIND);
    text_add(out, ", ");
    game_write_cell(game, feature % game->cells, out);
}

static void fill_features(game_t *game) {
    game_features_t *features = &game->features;
    if (!features->write)
        *features = (game_features_t){
            .version = features->version,
            .count = count_groups(game) * game->cells,
            .most = game->cells,
            .write = write_contents,
            .seen = content_seen,
            .image = game->board.symmetry_cell ? image_of_content : NULL,
            .meaning = content_meaning};
    if (features->version == 0)
        features->version = 1;
}

/* --- Completeness ------------------------------------------------------------------- */

static bool needs(const game_t *game, bool there, const char *what, failure_t *error) {
    return there || error_set(error, "%s: %s is missing", game->class->name, what);
}

/* Texts that every command prints. */
static bool has_plain_texts(const game_class_t *class, failure_t *error) {
    enum { MOST_NAME = 64 };
    const char *const lines[] = {class->title, class->side_names[0],
                                 class->side_names[1]};
    for (int i = 0; i < 3; i++)
        if (!plain_text_is_line(lines[i], MOST_NAME))
            return error_set(error,
                             "%s: title and side_names must be " PLAIN_TEXT_ALLOWED
                             ", of 1 to %d bytes",
                             class->name, MOST_NAME - 1);
    return plain_text_is_lines(class->guide) ||
           error_set(error,
                     "%s: guide must be lines of valid UTF-8 without control characters, "
                     "each ended by a newline",
                     class->name);
}

static bool has_what_has_no_default(const game_t *game, failure_t *error) {
    const game_rules_t *rules = &game->rules;
    const game_class_t *class = game->class;
    return needs(game, class->title, "title", error) &&
           needs(game, class->side_names[0] && class->side_names[1], "side_names",
                 error) &&
           needs(game, class->guide, "guide", error) && has_plain_texts(class, error) &&
           needs(game, class->rules_version > 0, "rules_version", error) &&
           needs(game, rules->legal, "rules.legal", error) &&
           needs(game, rules->apply, "rules.apply", error) &&
           needs(game, rules->side, "rules.side", error) &&
           needs(game, rules->outcome, "rules.outcome", error) &&
           needs(game, game->board.contents, "board.contents", error) &&
           needs(game, game->cells > 0, "the number `cells`", error) &&
           needs(game, game->num_actions > 0, "the number `num_actions`", error) &&
           needs(game, game->state_bytes > 0, "the number `state_bytes`", error) &&
           needs(game, game->max_game_length > 0, "the number `max_game_length`", error);
}

/* Whether what the defaults of texts and symmetries build on is there, or not needed. */
static bool has_contents_or_texts(const game_t *game, failure_t *error) {
    const game_text_t *text = &game->text;
    const game_board_t *board = &game->board;
    bool writes_all = text->write_position && text->read_position && text->pack &&
                      text->unpack && text->check && game->packed_bytes > 0;
    bool has_symmetries = game->num_symmetries <= 1 || board->symmetry ||
                          (board->symmetry_cell && board->set_contents);
    return needs(game, board->set_contents || writes_all,
                 "board.set_contents, or each of text.write_position, read_position, "
                 "pack, unpack, check and the number `packed_bytes`",
                 error) &&
           needs(game, has_symmetries,
                 "board.symmetry, or symmetry_cell and set_contents", error) &&
           needs(game,
                 game->num_symmetries <= 1 || board->symmetry_action ||
                     (board->symmetry_cell && game->num_actions >= game->cells),
                 "board.symmetry_action, or symmetry_cell with an action for each cell,",
                 error);
}

static int count_whole_heads(const planes_class_t *planes) {
    int count = 0;
    while (count < PLANES_MAX_HEADS && planes->whole_heads[count])
        count++;
    return count;
}

static bool numbers_go_together(const game_t *game, failure_t *error) {
    const game_networks_t *networks = &game->networks;
    int places = game->grid_height * game->grid_width;
    bool draws_itself = game->text.write_cell && game->drawing.draw_board &&
                        game->drawing.picture && game->text.write_position;
    if (game->packed_bytes < 0 || game->max_legal < 0 || game->num_symmetries < 0 ||
        game->grid_height < 0 || game->grid_width < 0)
        return error_set(error, "%s: a number of game_t is negative", game->class->name);
    if (game->cells > GAME_MAX_CELLS || game->state_bytes > GAME_STATE_BYTES ||
        game->packed_bytes > GAME_PACKED_BYTES || game->max_legal > GAME_MAX_LEGAL ||
        game->num_actions >= ACTION_NONE)
        return error_set(error, "%s: too large for the limits of game_table.h",
                         game->class->name);
    if (places != game->cells && !draws_itself)
        return error_set(error, "%s: the grid has %d places for %d cells",
                         game->class->name, places, game->cells);
    if (networks->planes && !networks->write_planes && places != game->cells)
        return needs(game, false,
                     "networks.write_planes, which a grid other than the board requires,",
                     error);
    if (networks->planes && !networks->policy_output &&
        game->num_actions > places + count_whole_heads(networks->planes))
        return needs(game, false,
                     "networks.policy_output, which more actions than places and "
                     "whole-board heads require,",
                     error);
    return true;
}

/* --- Filling in --------------------------------------------------------------------- */

#define FILL(field, value) ((field) = (field) ? (field) : (value))

static void fill_numbers(game_t *game) {
    FILL(game->packed_bytes, game->board.set_contents ? 1 + game->cells : 0);
    FILL(game->max_legal, game->num_actions);
    FILL(game->num_symmetries, 1);
    if (game->grid_height == 0) {
        game->grid_height = 1;
        game->grid_width = game->cells;
    }
}

static void fill_calls(game_t *game) {
    FILL(game->rules.start, start_empty);
    FILL(game->rules.player, game->rules.side);
    FILL(game->rules.playout, playout_generic);
    FILL(game->rules.first_turn_just_over, one_cell_has_changed);
    FILL(game->board.letters, ".xo");
    FILL(game->board.action_cells, cell_of_action);
    FILL(game->board.symmetry, image_of_cells);
    FILL(game->board.symmetry_action, image_of_action);
    FILL(game->board.symmetry_exchanges_sides, exchanges_nothing);
    FILL(game->text.write_cell, grid_write_cell);
    FILL(game->text.write_position, grid_write_position);
    FILL(game->text.read_position, grid_read_position);
    FILL(game->text.write_action, grid_write_action);
    FILL(game->text.read_action, grid_read_action);
    FILL(game->text.pack, grid_pack);
    FILL(game->text.unpack, grid_unpack);
    FILL(game->text.check, grid_check);
    FILL(game->drawing.draw_board, grid_draw_board);
    FILL(game->drawing.picture, grid_picture);
    FILL(game->networks.write_planes, write_planes_of_cells);
    FILL(game->networks.policy_output, output_of_place);
}

bool game_complete(game_t *game, failure_t *error) {
    fill_numbers(game);
    if (!has_what_has_no_default(game, error) || !has_contents_or_texts(game, error) ||
        !numbers_go_together(game, error))
        return false;
    fill_calls(game);
    fill_features(game);
    if (game->features.count > FEATURES_MAX - FEATURES_OF_PIE_RULE)
        return error_set(error, "%s: %d features are too many: define a smaller set",
                         game->class->name, game->features.count);
    return true;
}
