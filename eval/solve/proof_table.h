/* proof_table.h - results of questions: a hash table of fixed size.
 * Use: proof_table_t table; proof_table_init(&table, game, megabytes);
 *      if (proof_table_find(&table, &question, hash, &proof)) { ... }
 *      proof_table_put(&table, &question, hash, proof, work);
 *      proof_table_clear(&table);
 * Every entry holds its complete state, so that questions are never confused: answers are
 * exact, without a chance of colliding keys. Buckets of four; when one is full, the entry
 * that took the least work is replaced.
 * Owns: its memory, allocated once.   Threads: one table, one thread.
 */
#ifndef EVAL_PROOF_TABLE_H
#define EVAL_PROOF_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct game game_t;           /* core/game/game.h */
typedef struct win_query win_query_t; /* eval/solve/win_query.h */

/* The least number of positions still to be proven won (or not won) for the attacker
 * before the answer is yes (or no); 0: that is the answer. */
enum { PROOF_INFINITE = 1 << 30, PROOF_LONG = UINT16_MAX };
typedef struct proof_numbers {
    uint32_t yes, no;
    /* With yes = 0, an upper bound on the length of the attacker's win: turns where the
     * game counts them, else actions. PROOF_LONG: no bound is known. */
    uint16_t length;
} proof_numbers_t;

typedef struct proof_table {
    const game_t *game;
    unsigned char *entries;
    size_t entry_bytes, buckets, used; /* used: entries */
} proof_table_t;

void proof_table_init(proof_table_t *table, const game_t *game, size_t megabytes);
void proof_table_clear(proof_table_t *table);
size_t proof_table_entries(const proof_table_t *table);

bool proof_table_find(const proof_table_t *table, const win_query_t *question,
                      uint64_t hash, proof_numbers_t *proof);
/* work: positions searched for it. */
void proof_table_put(proof_table_t *table, const win_query_t *question, uint64_t hash,
                     proof_numbers_t proof, uint64_t work);

#endif
