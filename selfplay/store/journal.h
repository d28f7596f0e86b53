/* journal.h - games of a shard that is not whole yet, kept while it grows.
 * Use: journal_t *journal = journal_new(folder, shard, config_text, game);
 *      journal_read(journal, first, count, records);     what there is of its games
 *      journal_add(journal, id, &record, &error);        a whole game, or a part of one
 *      journal_remove(journal);                          when the shard is published
 *      journal_free(journal);
 * RUN/journal/shard-000007/WRITER holds entries of one process (WRITER is its name by
 * process_name.h), one after the other, each with its length and checksum: what was being
 * written at a kill is no entry. Any process reads what all have left. A record without a
 * row of games is a part: the positions of a game up to some action.
 * An entry survives a kill of its process as soon as journal_add has returned. It
 * survives a crash of the machine once it has been synced, where the file system syncs a
 * new file's name with it, as most do: journal_add syncs when the last sync is
 * JOURNAL_SYNC_S old.
 * Entries of another configuration, program or version are not read: those games are
 * played again, which costs time but never a game.
 * Owns: journal_free closes the file; records are the caller's.
 * Threads: one journal, one thread at a time.
 * Errors: add: cannot be created or written (a full disk); the entry is not there then.
 *      read: none; what is damaged or foreign is not there.
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

/* Fills in what is known of the games first ... first+count-1; each record has been
 * initialised and stays empty where nothing is known. Of several parts the longest. */
void journal_read(const journal_t *journal, uint64_t first, uint64_t count,
                  record_t *records);

/* Whether a record holds its game to the end. */
bool journal_is_whole(const record_t *record);

bool journal_add(journal_t *journal, uint64_t id, const record_t *record,
                 failure_t *error);

/* Takes the shard's journals away, of all processes. */
void journal_remove(journal_t *journal);

/* What the journals of a run hold, without reading the games. */
typedef struct journal_count {
    uint64_t shards;
    uint64_t whole; /* games, each once, whoever kept them */
    uint64_t parts; /* games of which there is only a part */
    uint64_t bytes;
} journal_count_t;

/* Of each shard that has a journal; count->shards is 1, or 0 for no entry. */
typedef void (*journal_visit_t)(void *context, uint64_t shard,
                                const journal_count_t *count);
void journal_survey(const char *run_folder, journal_visit_t visit, void *context);

/* Takes away the journals of shards that are published; is_published(context, shard). */
void journal_sweep(const char *run_folder, bool (*is_published)(void *, uint64_t),
                   void *context);

#endif
