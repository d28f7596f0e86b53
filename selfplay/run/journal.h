/* journal.h - stores the games of an incomplete shard.
 * Use: journal_t *journal = journal_new(folder, shard, config_text, game);
 *      journal_read(journal, first, count, records, &error);     the stored games
 *      journal_add(journal, id, &record, &error);        a complete game, or part of one
 *      journal_remove(journal);                          when the shard is published
 *      journal_free(journal);
 * RUN/journal/shard-000007/WRITER holds the entries of one process (WRITER is its name by
 * process_name.h), each with its length and checksum, so that an entry being written at a
 * kill is ignored. Any process reads the entries of all. A record without a row of games
 * is a part: the positions of a game up to some action. An entry survives a kill of its
 * process, and a machine crash once it has been synced, which journal_add does when the
 * last sync is JOURNAL_SYNC_S old. Entries of another configuration, program or version
 * are ignored: those games are played again.
 */
#ifndef SELFPLAY_JOURNAL_H
#define SELFPLAY_JOURNAL_H

#include "core/base/error.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct game game_t;     /* core/game/game.h */
typedef struct record record_t; /* selfplay/store/record.h */

#define JOURNAL_SYNC_S 10.0

typedef struct journal journal_t;

journal_t *journal_new(const char *run_folder, uint64_t shard, const char *config_text,
                       const game_t *game);
void journal_free(journal_t *journal); /* syncs; NULL is fine */

/* Fills in what is stored of the games first ... first+count-1, of several parts the
 * longest; the records must be initialised, and stay empty if nothing is stored. False if
 * the system could not read a journal: its games are not to be played again. */
bool journal_read(const journal_t *journal, uint64_t first, uint64_t count,
                  record_t *records, failure_t *error);

/* Whether a record holds a complete game. */
bool journal_is_whole(const record_t *record);

bool journal_add(journal_t *journal, uint64_t id, const record_t *record,
                 failure_t *error);

/* Removes the shard's journals of all processes. */
void journal_remove(journal_t *journal);

/* Counts of a run's journals, without reading the games: of entries as journal_read takes
 * them, and of all bytes. */
typedef struct journal_count {
    uint64_t shards;
    uint64_t whole; /* games, each counted once */
    uint64_t parts; /* games stored only in part */
    uint64_t bytes;
} journal_count_t;

/* Called for each shard with a journal; count->shards is 1, or 0 without entries. False
 * if the system could not read one, which is counted as far as it was read. */
typedef void (*journal_visit_t)(void *context, uint64_t shard,
                                const journal_count_t *count);
bool journal_survey(const char *run_folder, const char *config_text, const game_t *game,
                    journal_visit_t visit, void *context, failure_t *error);

/* Removes the journals of published shards; is_published(context, shard). */
void journal_sweep(const char *run_folder, bool (*is_published)(void *, uint64_t),
                   void *context);

#endif
