#include "eval/match/match.h"

#include "core/base/pcg.h"
#include "selfplay/store/game_hash.h"
#include "selfplay/store/record.h"

#include <stdlib.h>

/* A's result of a game: MATCH_WIN, ... */
static int result_of(const record_t *record, size_t row) {
    uint8_t winner = record_u8(record, GAMES_WINNER)[row];
    const uint8_t *agents = record_u8(record, GAMES_AGENT) + 2 * row;
    return winner == NOBODY ? MATCH_DRAW : agents[winner] == 0 ? MATCH_WIN : MATCH_LOSS;
}

static int points_of_a(const record_t *record, size_t row) {
    return 2 - result_of(record, row);
}

static int points_of_player1(const record_t *record, size_t row) {
    return half_points(record_u8(record, GAMES_WINNER)[row], 0);
}

static void require_pairs(const record_t *record) {
    size_t games = record->rows[TABLE_GAMES];
    REQUIRE(games % 2 == 0 && (games == 0 || record_i64(record, GAMES_ID)[0] % 2 == 0));
}

/* --- In order ----------------------------------------------------------------------- */

void match_init(match_t *match, const sprt_t *test) {
    *match = (match_t){.test = test,
                       .pairs = outcome_counts_of_pairs(),
                       .first_player = outcome_counts_of_pairs()};
}

void match_clear(match_t *match) {
    free(match->hashes);
    *match = (match_t){0};
}

static void add_hash(match_t *match, uint64_t hash) {
    if (match->num_hashes == match->capacity) {
        match->capacity = match->capacity ? 2 * match->capacity : 1024;
        match->hashes =
            memory_resize(match->hashes, match->capacity, sizeof *match->hashes);
    }
    match->hashes[match->num_hashes++] = hash;
}

static void add_pair(match_t *match, const record_t *record, size_t row) {
    for (size_t game = row; game < row + 2; game++) {
        int seat = record_u8(record, GAMES_AGENT)[2 * game] == 0 ? 0 : 1;
        match->seats[seat][result_of(record, game)]++;
        match->cut_off += record_u8(record, GAMES_REASON)[game] == REASON_CUT_OFF;
    }
    outcome_counts_add(&match->pairs,
                       points_of_a(record, row) + points_of_a(record, row + 1));
    outcome_counts_add(&match->first_player, points_of_player1(record, row) +
                                                 points_of_player1(record, row + 1));
    add_hash(match,
             mix64(record_game_hash(record, row)) ^ record_game_hash(record, row + 1));
    if (match->test)
        match->state = sprt_state(match->test, &match->pairs);
}

void match_add(match_t *match, const record_t *record) {
    require_pairs(record);
    for (size_t row = 0; row < record->rows[TABLE_GAMES]; row += 2)
        if (match->state == SPRT_GO_ON)
            add_pair(match, record, row);
        else
            match->later++;
}

duplicates_t match_duplicates(const match_t *match) {
    return duplicates_of(match->hashes, match->num_hashes);
}

/* --- In any order ------------------------------------------------------------------- */

void match_order_init(match_order_t *order, const sprt_t *test, uint64_t num_shards) {
    *order = (match_order_t){
        .test = test, .pairs = outcome_counts_of_pairs(), .num_shards = num_shards};
    order->results = memory_new(num_shards, sizeof *order->results);
    order->counts = memory_new(num_shards, sizeof *order->counts);
}

void match_order_clear(match_order_t *order) {
    for (uint64_t shard = 0; shard < order->num_shards; shard++)
        free(order->results[shard]);
    free(order->results);
    free(order->counts);
    *order = (match_order_t){0};
}

bool match_order_add(match_order_t *order, uint64_t shard, const record_t *record) {
    REQUIRE(shard < order->num_shards);
    require_pairs(record);
    size_t count = record->rows[TABLE_GAMES] / 2;
    if (!order->results[shard]) {
        order->results[shard] = memory_new(count, 1);
        order->counts[shard] = count;
        for (size_t pair = 0; pair < count; pair++)
            order->results[shard][pair] = (uint8_t)(points_of_a(record, 2 * pair) +
                                                    points_of_a(record, 2 * pair + 1));
    }
    while (order->test && !order->decided && order->next < order->num_shards &&
           order->results[order->next]) {
        for (size_t pair = 0; pair < order->counts[order->next] && !order->decided;
             pair++) {
            outcome_counts_add(&order->pairs, order->results[order->next][pair]);
            order->decided = sprt_state(order->test, &order->pairs) != SPRT_GO_ON;
        }
        order->next++;
    }
    return !order->decided;
}
