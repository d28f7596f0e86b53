/* match.h - what a match of two agents has come to: pairs of games in their order, and
 * when a sequential test is decided.
 * Use: match_t match;  match_init(&match, &test);            test: NULL for none
 *      match_add(&match, &record);          games in order, whole pairs: each file
 *      match_clear(&match);
 * Of games that come in another order, by shards:
 *      match_order_t order; match_order_init(&order, &test, num_shards);
 *      if (!match_order_add(&order, shard, &record)) ... decided: no more is needed
 *      match_order_clear(&order);
 * A pair are games 2k and 2k+1: one opening, the seats exchanged. Everything is from the
 * point of view of agent A, the first of the configuration. The test is asked after every
 * pair; pairs after the one that decides it are counted as `later` and nowhere else, so
 * that the result is the same whatever was played besides.
 * Owns: the hashes of pairs; _clear releases them.
 * Threads: one match, one thread.   Errors: none; half a pair is a REQUIRE.
 */
#ifndef EVAL_MATCH_H
#define EVAL_MATCH_H

#include "core/stats/duplicates.h"
#include "core/stats/outcome_counts.h"
#include "eval/stats/sprt.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct record record_t; /* selfplay/store/record.h */

enum { MATCH_WIN, MATCH_DRAW, MATCH_LOSS, MATCH_RESULTS };

typedef struct match {
    const sprt_t *test;
    sprt_state_t state; /* GO_ON without a test */
    outcome_counts_t pairs;
    outcome_counts_t first_player;    /* player 1's points of each pair, whoever it was */
    uint64_t seats[2][MATCH_RESULTS]; /* of A as player 0, and as player 1 */
    uint64_t cut_off;                 /* games, which are among the draws */
    uint64_t later;                   /* pairs */
    uint64_t *hashes; /* of pairs; mirror images of a game have the same */
    size_t num_hashes, capacity;
} match_t;

void match_init(match_t *match, const sprt_t *test);
void match_clear(match_t *match);
void match_add(match_t *match, const record_t *record);

duplicates_t match_duplicates(const match_t *match);

/* The same for shards in any order: only whether it is decided. */
typedef struct match_order {
    const sprt_t *test;
    outcome_counts_t pairs;
    uint8_t **results; /* by shard: half points of A in its pairs; NULL: not there yet */
    size_t *counts;    /* of them */
    uint64_t num_shards, next;
    bool decided;
} match_order_t;

void match_order_init(match_order_t *order, const sprt_t *test, uint64_t num_shards);
void match_order_clear(match_order_t *order);
bool match_order_add(match_order_t *order, uint64_t shard, const record_t *record);

#endif
