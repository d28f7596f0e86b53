#include "selfplay/export/export_rows.h"

#include "core/base/number.h"
#include "core/base/pcg.h"
#include "selfplay/export/export_options.h"
#include "selfplay/export/final_board.h"
#include "selfplay/export/shuffle.h"
#include "selfplay/store/game_result.h"
#include "selfplay/store/record.h"

#include <stdlib.h>

_Static_assert(sizeof(export_row_t) % sizeof(uint32_t) == 0, "visits stand behind it");

static bool is_wanted(const export_options_t *options, const record_t *record,
                      size_t row) {
    uint32_t turn = record_u32(record, POSITIONS_TURN)[row];
    return turn >= options->first_turn && turn < options->end_turn &&
           record_u32(record, POSITIONS_VISITS)[row] >= options->min_visits &&
           !(options->without_forced && record_u32(record, POSITIONS_LEGAL)[row] == 1) &&
           !(options->without_fast && !record_u8(record, POSITIONS_FULL)[row]) &&
           !(options->without_proven && record_u8(record, POSITIONS_ROOT_PROOF)[row]);
}

/* A game's random numbers depend on the game and the export's seed, not on what else is
 * exported. Slot 0 is for the positions, the others for the image of each ply. */
static pcg32_t rng_of(const export_options_t *options, const export_place_t *place,
                      uint64_t slot) {
    return pcg32_for(options->seed,
                     record_u64(place->record, GAMES_SEED)[place->game_row], slot,
                     PCG_FOR_EXPORT);
}

/* The number of rows for the images of a position. */
static bool see_images(export_walk_t *walk, export_place_t *place, export_see_t see,
                       void *context, failure_t *error) {
    const record_t *record = place->record;
    const game_t *game = record->game;
    int first = 0, end = 1;
    if (walk->options->symmetries == SYMMETRIES_ALL)
        end = game->num_symmetries;
    if (walk->options->symmetries == SYMMETRIES_RANDOM) {
        uint32_t ply = record_u32(record, POSITIONS_PLY)[place->row];
        pcg32_t rng = rng_of(walk->options, place, (uint64_t)ply + 1);
        first = (int)pcg32_below(&rng, (uint32_t)game->num_symmetries);
        end = first + 1;
    }
    size_t legal = record_u32(record, POSITIONS_LEGAL)[place->row];
    place->bytes = sizeof(export_row_t) + (size_t)game->packed_bytes +
                   legal * (sizeof(uint32_t) + sizeof(uint16_t)) +
                   (walk->options->final_board ? final_board_bytes(game) : 0);
    for (place->symmetry = first; place->symmetry < end; place->symmetry++) {
        place->key = shuffle_key(walk->options->seed, walk->rows++);
        if (!see(context, place, error))
            return false;
    }
    return true;
}

/* The selected positions of a game, or a random subset of the requested size, all subsets
 * equally likely: Knuth's selection sampling. */
static bool see_game(export_walk_t *walk, export_place_t *place, export_see_t see,
                     void *context, failure_t *error) {
    const record_t *record = place->record;
    const export_options_t *options = walk->options;
    size_t first = record_first_position(record, place->game_row);
    size_t end = first + record_u32(record, GAMES_DECISIONS)[place->game_row];
    uint32_t wanted = 0, needed = options->per_game;
    for (size_t row = first; row < end; row++)
        wanted += is_wanted(options, record, row);
    if (wanted == 0)
        return true;
    walk->games[place->group]++;
    pcg32_t rng = rng_of(options, place, 0);
    if (needed == 0 || needed > wanted)
        needed = wanted;
    for (place->row = first; needed > 0; place->row++) {
        if (!is_wanted(options, record, place->row))
            continue;
        if (pcg32_below(&rng, wanted--) >= needed)
            continue;
        needed--;
        if (!see_images(walk, place, see, context, error))
            return false;
    }
    return true;
}

bool export_walk(export_walk_t *walk, const record_t *record, int source,
                 export_see_t see, void *context, failure_t *error) {
    const uint8_t *reasons = record_u8(record, GAMES_REASON);
    double share = walk->options->validation;
    for (size_t row = 0; row < record->rows[TABLE_GAMES]; row++) {
        if (walk->options->without_cut_off && reasons[row] == REASON_CUT_OFF)
            continue;
        export_place_t place = {.record = record,
                                .game_row = row,
                                .source = source,
                                .later = walk->options->later,
                                .final_board = walk->final_board};
        place.group =
            record_is_validation(record, row, share) ? GROUP_VALIDATION : GROUP_TRAIN;
        if (!see_game(walk, &place, see, context, error))
            return false;
    }
    return true;
}

const unsigned char *export_row_final_board(const export_row_t *row, const game_t *game) {
    return export_row_state(row) + game->packed_bytes;
}

/* --- A row -------------------------------------------------------------------------- */

/* The mean of this root's value and the later ones of its game, each with `later` times
 * the weight of the one before; the remaining weight, `later` to the power of their
 * number, goes to the result. Positions without a search are skipped. */
static float later_value(const export_place_t *place, uint8_t player, uint8_t outcome) {
    const record_t *record = place->record;
    size_t end = record_first_position(record, place->game_row) +
                 record_u32(record, GAMES_DECISIONS)[place->game_row];
    double sum = 0, weight = 1;
    for (size_t row = place->row; row < end && weight > 0; row++) {
        if (record_u32(record, POSITIONS_VISITS)[row] == 0 &&
            record_u8(record, POSITIONS_ROOT_PROOF)[row] == 0)
            continue;
        double value = (double)record_f32(record, POSITIONS_ROOT_VALUE)[row];
        bool same = record_u8(record, POSITIONS_PLAYER)[row] == player;
        sum += weight * (1 - place->later) * (same ? value : 1 - value);
        weight *= place->later;
    }
    return (float)(sum + weight * outcome / 2);
}

/* The legal actions of the image, by ascending number, with their visits. */
static void turn_legal(const export_place_t *place, uint32_t *visits, uint16_t *actions,
                       int legal) {
    const game_t *game = place->record->game;
    uint64_t pairs[GAME_MAX_LEGAL];
    for (int i = 0; i < legal; i++) {
        action_t action = game_symmetry_action(game, place->symmetry, actions[i]);
        pairs[i] = (uint64_t)action << 32 | visits[i];
    }
    qsort(pairs, (size_t)legal, sizeof pairs[0], number_compare);
    for (int i = 0; i < legal; i++) {
        actions[i] = (uint16_t)(pairs[i] >> 32);
        visits[i] = (uint32_t)pairs[i];
    }
}

/* Turns a row into its image. The mover is mapped to the mover, so that values for the
 * player to move are unchanged. */
static bool turn_row(const export_place_t *place, export_row_t *row, uint32_t *visits,
                     uint16_t *actions, unsigned char *packed, failure_t *error) {
    const game_t *game = place->record->game;
    state_t state = {0}, image = {0};
    if (!game_unpack(game, packed, &state, error))
        return error_prefix(error, "game %lld, ply %u", (long long)row->game, row->ply);
    game_symmetry(game, place->symmetry, &state, &image);
    game_pack(game, &image, packed);
    row->side = (uint8_t)game_side(game, &image);
    row->player = (uint8_t)game_player(game, &image);
    row->chosen = game_symmetry_action(game, place->symmetry, row->chosen);
    turn_legal(place, visits, actions, row->legal);
    return true;
}

bool export_row_make(const export_place_t *place, export_row_t *row, failure_t *error) {
    const record_t *record = place->record;
    size_t at = place->row, first = record_first_legal(record, at);
    size_t legal = record_u32(record, POSITIONS_LEGAL)[at];
    size_t packed_bytes = (size_t)record->game->packed_bytes;
    if (legal == 0 || legal > GAME_MAX_LEGAL)
        return error_set(error, "a position with %zu legal actions", legal);
    *row = (export_row_t){
        .game = record_i64(record, GAMES_ID)[place->game_row],
        .ply = record_u32(record, POSITIONS_PLY)[at],
        .turn = record_u32(record, POSITIONS_TURN)[at],
        .root_visits = record_u32(record, POSITIONS_VISITS)[at],
        .root_value = record_f32(record, POSITIONS_ROOT_VALUE)[at],
        .surprise = record_f32(record, POSITIONS_SURPRISE)[at],
        .full = record_u8(record, POSITIONS_FULL)[at],
        .source = (uint16_t)place->source,
        .chosen = record_u16(record, POSITIONS_CHOSEN)[at],
        .legal = (uint16_t)legal,
        .symmetry = (uint8_t)place->symmetry,
        .side = record_u8(record, POSITIONS_SIDE)[at],
        .player = record_u8(record, POSITIONS_PLAYER)[at],
        .root_proof = record_u8(record, POSITIONS_ROOT_PROOF)[at],
        .reason = record_u8(record, GAMES_REASON)[place->game_row],
    };
    row->turns_left = record_u32(record, GAMES_TURNS)[place->game_row] - row->turn;
    row->agent = record_u8(record, GAMES_AGENT)[2 * place->game_row + (row->player & 1)];
    row->outcome = (uint8_t)half_points(record_u8(record, GAMES_WINNER)[place->game_row],
                                        row->player);
    row->later_value = later_value(place, row->player, row->outcome);
    uint32_t *visits = (uint32_t *)(row + 1);
    uint16_t *actions = (uint16_t *)(visits + legal);
    unsigned char *packed = (unsigned char *)(actions + legal);
    for (size_t i = 0; i < legal; i++)
        visits[i] = record_u32(record, LEGAL_VISITS)[first + i] -
                    record_u32(record, LEGAL_PRUNED)[first + i];
    memcpy(actions, record_u16(record, LEGAL_ACTION) + first, legal * sizeof *actions);
    memcpy(packed, record_u8(record, POSITIONS_STATE) + at * packed_bytes, packed_bytes);
    if (place->symmetry != 0 && !turn_row(place, row, visits, actions, packed, error))
        return false;
    return !place->final_board || final_board_write(place->final_board, place, row->side,
                                                    packed + packed_bytes, error);
}
