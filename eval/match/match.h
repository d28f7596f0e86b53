/* match.h - the score of a match of two agents: pairs of games in order, and when a
 * sequential test is decided.
 * Use: match_t match;  match_init(&match, &test);            test: NULL for none
 *      match_add(&match, &record);          games in order, whole pairs: each file
 *      match_clear(&match);
 * A pair is games 2k and 2k+1: one opening, the seats exchanged. Everything is from the
 * point of view of agent A, the first of the configuration. The test is updated after
 * every pair; pairs after the deciding one count only as `later`, so that the result does
 * not depend on what else was played.
 * Owns: the hashes of pairs; _clear releases them.
 * Threads: one match, one thread.   Errors: half a pair is a REQUIRE.
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
typedef struct result result_t; /* core/base/table/result.h */
typedef struct run run_t;       /* selfplay/run/run.h */

enum { MATCH_WIN, MATCH_DRAW, MATCH_LOSS, MATCH_RESULTS };

typedef struct match {
    const sprt_t *test;
    sprt_state_t state; /* GO_ON without a test */
    bool had_test;      /* one that may have ended its games, perhaps of another call */
    outcome_counts_t pairs;
    outcome_counts_t first_player; /* player 1's points of each pair, whichever agent */
    uint64_t seats[2][MATCH_RESULTS]; /* A's results as player 0, and as player 1 */
    uint64_t cut_off;                 /* games; counted among the draws */
    uint64_t later;                   /* pairs after the deciding one */
    uint64_t *hashes; /* of pairs; equal for a game and its mirror images */
    size_t num_hashes, capacity;
} match_t;

void match_init(match_t *match, const sprt_t *test);
void match_clear(match_t *match);
void match_add(match_t *match, const record_t *record);

duplicates_t match_duplicates(const match_t *match);

/* Scores of A as a table, with 95 % intervals, widened by duplicates (mirror images count
 * as one): fixed-sample intervals of a match that is whole and had no sequential test,
 * else those that hold whenever it ends. An infinite Elo (A won or lost everything) is
 * null in JSON, and so is the end of its interval on that side. whole: nothing is left to
 * play. */
result_t *match_result(const match_t *match, const run_t *run, bool whole);

#endif
