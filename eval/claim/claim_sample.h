/* claim_sample.h - the complete games of a bundle: those with the least values of a fixed
 * function of their checksums, so that nobody chose them.
 * Use: claim_sample_t sample = {0};
 *      claim_sample_offer(&sample, &place, &record, row, &error)     every game
 *      char *bytes = claim_sample_pack(&sample, &size);              sample.jsonl.gz
 *      claim_sample_unpack(&sample, bytes, size, &error) ...         and back
 *      claim_sample_is_of(&sample, about, &table, &error) ...
 *      claim_sample_clear(&sample);
 * One line per game, in the order of the table: {"run": "side-4/25/self-play", "game":
 * {...}}, the game in the format of `fulcrum show --json`: every position with its
 * search.
 * Owns: the lines.   Threads: one sample, one thread.
 * Errors: is_of: games other than those, or games that contradict the rules or the table.
 */
#ifndef EVAL_CLAIM_SAMPLE_H
#define EVAL_CLAIM_SAMPLE_H

#include "core/base/error.h"

#include <stddef.h>
#include <stdint.h>

typedef struct claim_about claim_about_t; /* eval/claim/claim_about.h */
typedef struct claim_table claim_table_t; /* eval/claim/claim_table.h */
typedef struct record record_t;           /* selfplay/store/record.h */

#define CLAIM_SAMPLE_FILE "sample.jsonl.gz"
enum { CLAIM_SAMPLE_GAMES = 20 };

typedef struct claim_place {
    const char *run; /* its name */
    size_t row;      /* in the table */
    uint64_t checksum;
} claim_place_t;

typedef struct claim_whole {
    uint64_t rank;
    size_t row;
    char *line;
} claim_whole_t;

typedef struct claim_sample {
    claim_whole_t games[CLAIM_SAMPLE_GAMES];
    int count;
} claim_sample_t;

bool claim_sample_offer(claim_sample_t *sample, const claim_place_t *place,
                        const record_t *record, size_t row, failure_t *error);
char *claim_sample_pack(claim_sample_t *sample, size_t *size);
void claim_sample_clear(claim_sample_t *sample);

bool claim_sample_unpack(claim_sample_t *sample, const char *bytes, size_t size,
                         failure_t *error);
/* Sets the games' rows in the table. */
bool claim_sample_is_of(claim_sample_t *sample, const claim_about_t *about,
                        const claim_table_t *table, failure_t *error);

/* The line of the game in a row of the table; NULL: not in the sample. claim_sample_line:
 * that of a recorded game, for the caller to free. */
const char *claim_sample_find(const claim_sample_t *sample, size_t row);
char *claim_sample_line(const char *run, const record_t *record, size_t row,
                        failure_t *error);

#endif
