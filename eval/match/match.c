#include "eval/match/match.h"

#include "selfplay/store/game_result.h"
#include "selfplay/store/record.h"

#include <stdlib.h>

static void require_pairs(const record_t *record) {
    size_t games = record->rows[TABLE_GAMES];
    REQUIRE(games % 2 == 0 && (games == 0 || record_i64(record, GAMES_ID)[0] % 2 == 0));
}

void match_init(match_t *match, const sprt_t *test) {
    *match = (match_t){.test = test,
                       .pairs = outcome_counts_of_pairs(),
                       .first_player = outcome_counts_of_pairs()};
}

void match_clear(match_t *match) {
    free(match->hashes);
    *match = (match_t){0};
}

static void add_pair(match_t *match, const record_t *record, size_t row) {
    game_result_t pair[2];
    int points = 0, first_player = 0;
    for (int i = 0; i < 2; i++) {
        pair[i] = game_result_of(record, row + (size_t)i);
        int points_of_a = game_result_points_of_agent(&pair[i]);
        match->seats[pair[i].first_agent][MATCH_LOSS - points_of_a]++;
        match->cut_off += pair[i].reason == REASON_CUT_OFF;
        points += points_of_a;
        first_player += game_result_points(&pair[i]);
    }
    outcome_counts_add(&match->pairs, points);
    outcome_counts_add(&match->first_player, first_player);
    match->hashes = memory_grow(match->hashes, &match->capacity, match->num_hashes + 1,
                                sizeof *match->hashes);
    match->hashes[match->num_hashes++] =
        game_result_pair_hash(pair[0].hash, pair[1].hash);
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
