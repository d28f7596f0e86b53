#include "mcts/evaluate/integer/integer_transfer.h"

#include "core/game/features.h"
#include "core/game/planes.h"

#include <stdlib.h>
#include <string.h>

enum { MEANING = 128, NO_CELL = -1 };

/* What a feature is about. */
typedef struct fact {
    char group[MEANING]; /* its meaning, without the cell */
    int cell;
} fact_t;

/* What an action does; rank: among those of the same cells. */
typedef struct deed {
    int count, rank;
    uint8_t cells[GAME_ACTION_CELLS];
    char text[GAME_ACTION_TEXT];
} deed_t;

/* A game, as far as transfer compares it. */
typedef struct board {
    const game_t *game;
    double x[GAME_MAX_CELLS], y[GAME_MAX_CELLS]; /* of a cell, on the grid */
    double width, height;                        /* between the outermost cells */
    fact_t *facts;
    deed_t *deeds;
} board_t;

/* --- Reading a game ----------------------------------------------------------------- */

static void place_cells(board_t *board) {
    const game_t *game = board->game;
    uint16_t places[GAME_MAX_CELLS];
    const bool known = planes_places(game, 0, places);
    for (int cell = 0; cell < game->cells; cell++) {
        const int place = known ? places[cell] : cell;
        const int row = place / game->grid_width, column = place % game->grid_width;
        board->x[cell] = column - (game->grid_width - 1) / 2.0;
        board->y[cell] = row - (game->grid_height - 1) / 2.0;
    }
    board->width = game->grid_width > 1 ? (game->grid_width - 1) / 2.0 : 1;
    board->height = game->grid_height > 1 ? (game->grid_height - 1) / 2.0 : 1;
}

static int cell_of(const game_t *game, const char *name) {
    for (int cell = 0; cell < game->cells; cell++) {
        char text[GAME_CELL_TEXT];
        text_t out = text_into(text, sizeof text);
        game_write_cell(game, cell, &out);
        if (strcmp(text, name) == 0)
            return cell;
    }
    return NO_CELL;
}

static void read_facts(board_t *board) {
    const int count = features_count(board->game);
    board->facts = memory_new((size_t)count, sizeof *board->facts);
    for (int f = 0; f < count; f++) {
        fact_t *fact = &board->facts[f];
        text_t text = text_into(fact->group, sizeof fact->group);
        features_meaning(board->game, f, &text);
        char *comma = strrchr(fact->group, ',');
        fact->cell = comma && comma[1] ? cell_of(board->game, comma + 2) : NO_CELL;
        if (fact->cell != NO_CELL)
            *comma = '\0';
    }
}

static void read_deeds(board_t *board) {
    const game_t *game = board->game;
    const size_t cells = (size_t)game->cells;
    int *ranks = memory_new((cells + 1) * (cells + 1), sizeof *ranks);
    board->deeds = memory_new((size_t)game->num_actions, sizeof *board->deeds);
    for (int a = 0; a < game->num_actions; a++) {
        deed_t *deed = &board->deeds[a];
        deed->count = game_action_cells(game, (action_t)a, deed->cells);
        const size_t first = deed->count > 0 ? deed->cells[0] : cells,
                     second = deed->count > 1 ? deed->cells[1] : cells;
        deed->rank = ranks[first * (cells + 1) + second]++;
        game_write_action(game, (action_t)a, deed->text);
    }
    free(ranks);
}

static void read_board(board_t *board, const game_t *game) {
    *board = (board_t){.game = game};
    place_cells(board);
    read_facts(board);
    read_deeds(board);
}

static void clear_board(board_t *board) {
    free(board->facts);
    free(board->deeds);
}

/* --- Counterparts ------------------------------------------------------------------- */

static double square(double x) {
    return x * x;
}

/* The cell of `from` at the same place as a cell of `to`. */
static int same_cell(const board_t *from, const board_t *to, int cell) {
    const double x = to->x[cell] * from->width / to->width,
                 y = to->y[cell] * from->height / to->height;
    int best = 0;
    double least = 1e300;
    for (int other = 0; other < from->game->cells; other++) {
        const double distance = square(from->x[other] - x) + square(from->y[other] - y);
        if (distance < least) {
            best = other;
            least = distance;
        }
    }
    return best;
}

static int same_fact(const board_t *from, const fact_t *fact, const int *cells) {
    const int cell = fact->cell == NO_CELL ? NO_CELL : cells[fact->cell];
    for (int f = 0; f < features_count(from->game); f++)
        if (from->facts[f].cell == cell && strcmp(from->facts[f].group, fact->group) == 0)
            return f;
    return -1;
}

/* How unlike the steps of two actions of two cells are. */
static double unlike(const board_t *from, const deed_t *a, const board_t *to,
                     const deed_t *b) {
    const double x = from->x[a->cells[1]] - from->x[a->cells[0]],
                 y = from->y[a->cells[1]] - from->y[a->cells[0]];
    return square(x - (to->x[b->cells[1]] - to->x[b->cells[0]])) +
           square(y - (to->y[b->cells[1]] - to->y[b->cells[0]]));
}

static int same_deed(const board_t *from, const board_t *to, const deed_t *deed,
                     const int *cells) {
    int best = -1;
    double least = 1e300;
    for (int a = 0; a < from->game->num_actions; a++) {
        const deed_t *other = &from->deeds[a];
        if (other->count != deed->count || other->rank != deed->rank)
            continue;
        if (deed->count == 0 ? strcmp(other->text, deed->text) != 0
                             : other->cells[0] != cells[deed->cells[0]])
            continue;
        const double distance = deed->count < 2 ? 0 : unlike(from, other, to, deed);
        if (distance < least) {
            best = a;
            least = distance;
        }
    }
    return best;
}

/* --- Weights ------------------------------------------------------------------------ */

static void copy_row(const integer_network_t *from, int row, integer_network_t *to,
                     int into, integer_tensor_name_t name) {
    const tensor_t *source = &from->weights.tensors[name],
                   *target = &to->weights.tensors[name];
    const size_t width = source->rank > 1 ? (size_t)source->dimensions[1] : 1;
    for (size_t k = 0; k < width; k++)
        tensor_set(target, (size_t)into * width + k,
                   (int32_t)tensor_word(source, (size_t)row * width + k));
}

static void copy_all(const integer_network_t *from, integer_network_t *to,
                     integer_tensor_name_t name) {
    const tensor_t *source = &from->weights.tensors[name];
    for (size_t k = 0; k < source->count; k++)
        tensor_set(&to->weights.tensors[name], k, (int32_t)tensor_word(source, k));
}

static void transfer_variant(const integer_network_t *from, const board_t *source,
                             integer_network_t *to, int variant, const board_t *target) {
    const variant_rows_t *out = &to->rows->variants[variant],
                         *in = &from->rows->variants[0];
    int cells[GAME_MAX_CELLS];
    for (int cell = 0; cell < target->game->cells; cell++)
        cells[cell] = same_cell(source, target, cell);
    for (int f = 0; f < features_count(target->game); f++) {
        const int like = same_fact(source, &target->facts[f], cells);
        if (like >= 0)
            copy_row(from, in->features[0][like], to, out->features[0][f],
                     INTEGER_FEATURES_WEIGHT);
    }
    for (int a = 0; a < target->game->num_actions; a++) {
        const int like = same_deed(source, target, &target->deeds[a], cells);
        if (like < 0)
            continue;
        copy_row(from, in->actions[0][like], to, out->actions[0][a],
                 INTEGER_POLICY_WEIGHT);
        copy_row(from, in->actions[0][like], to, out->actions[0][a], INTEGER_POLICY_BIAS);
    }
}

/* The bias, and the rules of the variant that is copied. */
static void transfer_bias(const integer_network_t *from, integer_network_t *to) {
    const int16_t *weights = integer_network_values(from, INTEGER_FEATURES_WEIGHT),
                  *bias = integer_network_values(from, INTEGER_FEATURES_BIAS);
    const variant_rows_t *in = &from->rows->variants[0];
    for (int unit = 0; unit < from->units; unit++) {
        int sum = bias[unit];
        for (int i = 0; i < in->num_rules; i++)
            sum += weights[in->rules[i] * from->units + unit];
        tensor_set(&to->weights.tensors[INTEGER_FEATURES_BIAS], (size_t)unit, sum);
    }
}

integer_network_t *integer_transfer(const integer_network_t *from,
                                    const game_t *const *games, int count,
                                    failure_t *error) {
    board_t source, target;
    if (games[0]->class != from->rows->game) {
        error_set(error, "the network plays %s, not %s", from->rows->game->name,
                  games[0]->class->name);
        return NULL;
    }
    integer_network_t *to = integer_network_of_variants(games, count, from->units, error);
    game_t *game =
        to ? game_of_text(from->rows->game->name, from->rows->variants[0].text, error)
           : NULL;
    if (!game) {
        integer_network_free(to);
        return NULL;
    }
    read_board(&source, game);
    for (int v = 0; v < count; v++) {
        read_board(&target, games[v]);
        transfer_variant(from, &source, to, v, &target);
        clear_board(&target);
    }
    clear_board(&source);
    game_free(game);
    transfer_bias(from, to);
    copy_all(from, to, INTEGER_HIDDEN_BIAS);
    copy_all(from, to, INTEGER_HIDDEN_WEIGHT);
    copy_all(from, to, INTEGER_VALUE_BIAS);
    copy_all(from, to, INTEGER_VALUE_WEIGHT);
    integer_network_settle(to);
    if (integer_network_check(to, error))
        return to;
    integer_network_free(to);
    return NULL;
}
