/* claim_table.h - the table of a claim: one row per game, which identifies the game and
 * from which all figures of a study are computed.
 * Use: claim_table_t table = {0};
 *      claim_table_begin_run(&table);                          runs in their order
 *      claim_table_add(&table, &run, record, row);             games from 0 on
 *      char *bytes = claim_table_pack(&table, &size);          games.csv.gz; free
 *      claim_packed_t packed = {bytes, size, runs, games};     and back
 *      claim_table_unpack(&table, &packed, "games", &error) ...
 *      claim_table_clear(&table);
 * games.csv.gz has one line per game: the number of its run (in claim.json), of the game,
 * the checksum, its hash (game_result.h), winner (0, 1, 2 nobody),
 * reason (FORMAT.md), turns, actions, orientation (orientation.h), swap (0: player 2 had
 * no choice, 1: did not exchange sides, 2: did), and the actions of its first turn. The
 * checksum is the first 64 bits of the SHA-256 of the game's actions, 16 bits each,
 * little-endian, and one byte each for winner and reason.
 * A packed table is a single gzip member with nothing behind it. Unpacking takes memory
 * for valid rows only, and stops at the first other one, or at more games than claimed.
 * Owns: the rows.   Threads: one table, one thread.
 * Errors: unpack: malformed bytes, with the line.
 */
#ifndef EVAL_CLAIM_TABLE_H
#define EVAL_CLAIM_TABLE_H

#include "core/base/error.h"
#include "eval/study/study_run.h"
#include "selfplay/store/game_result.h"

#include <stddef.h>
#include <stdint.h>

#define CLAIM_TABLE_FILE "games.csv.gz"

typedef struct claim_row {
    game_result_t seen; /* first_agent is 0: the number of the game determines it */
    uint64_t checksum;
    size_t first_turn; /* in table.actions */
    uint32_t length;   /* of the first turn; 0: the game ended in it */
} claim_row_t;

typedef struct claim_table {
    claim_row_t *rows;
    size_t count, capacity;
    uint16_t *actions; /* of first turns */
    size_t num_actions, room;
    size_t *runs; /* the first row of each */
    int num_runs;
} claim_table_t;

void claim_table_clear(claim_table_t *table);
void claim_table_begin_run(claim_table_t *table);

/* A recorded game, as the run sees it. */
void claim_table_add(claim_table_t *table, const study_run_t *run, const record_t *record,
                     size_t row);

/* Rows of a run, and how many. */
const claim_row_t *claim_table_run(const claim_table_t *table, int run, size_t *count);

/* In what two tables disagree about a game; NULL: in nothing. */
const char *claim_row_difference(const claim_table_t *a, const claim_row_t *x,
                                 const claim_table_t *b, const claim_row_t *y);

/* The table as games.csv.gz, and its text, for the caller to free; any text by gzip. */
char *claim_table_pack(const claim_table_t *table, size_t *size);
char *claim_table_text(const claim_table_t *table, size_t *length);
char *claim_gzip(const char *text, size_t length, size_t *size);

/* The limit of games.csv.gz for so many games, in bytes. */
size_t claim_table_most(uint64_t games);

/* games.csv.gz of a bundle that claims so many games and runs. */
typedef struct claim_packed {
    const char *bytes;
    size_t size;
    int num_runs;
    uint64_t games;
} claim_packed_t;
bool claim_table_unpack(claim_table_t *table, const claim_packed_t *packed,
                        const char *where, failure_t *error);

#endif
