/* record_check.h - checks that a record is one game, or the beginning of one, played by
 * the rules: for files without other checks (journal.h).
 * Use: if (record_is_played(&record, id)) ... continue from its last position
 * The rows of games, positions and actions have to fit together; every position must be
 * reached by the actions before it, with all its legal actions, one of which was played.
 */
#ifndef SELFPLAY_RECORD_CHECK_H
#define SELFPLAY_RECORD_CHECK_H

#include <stdbool.h>
#include <stdint.h>

typedef struct record record_t; /* selfplay/store/record.h */

/* id: the number that the record has to have if it holds the complete game. */
bool record_is_played(const record_t *record, uint64_t id);

#endif
