/* record_check.h - whether a record is one game, or the beginning of one, played by the
 * rules: for what comes from a file that no other check has seen (journal.h).
 * Use: if (record_is_played(&record, id)) ... go on from its last position
 * The rows of games, positions and actions fit together; every position is what the
 * actions before it lead to, with all its legal actions, one of which was played.
 * Threads: pure.   Errors: none.
 */
#ifndef SELFPLAY_RECORD_CHECK_H
#define SELFPLAY_RECORD_CHECK_H

#include <stdbool.h>
#include <stdint.h>

typedef struct record record_t; /* selfplay/store/record.h */

/* id: the number of the game, which a record that holds it to its end has to have. */
bool record_is_played(const record_t *record, uint64_t id);

#endif
