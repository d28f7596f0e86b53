/* games_file.h - reading the games of a file, some at a time, however large the file is.
 * Use: games_file_t file; record_t record;
 *      if (games_file_open(&file, path, NULL, GAMES_FILE_WHOLE, &error)) {
 *          record_init(&record, file.header.game);
 *          games_file_read(&file, first, 100, GAMES_FILE_BATCH, &record, &error)
 *          games_file_close(&file);
 *      }
 * Or all of it, batch by batch:
 *      while ((count = games_file_next(&file, &record, &error)) > 0) ...
 * A record that is read stands on its own: its first position is row 0 of the record.
 * What is read is checked: that rows of games, positions and actions fit together, and
 * that values stand for something. The checksums of the columns are checked when all
 * games have been read in order, with the last batch. A file that merge --virtual made
 * holds the names of others: the games are read from these files, each with its envelope
 * and of the same run, never through HDF5's virtual datasets, which show zeros where a
 * file is missing.
 * Owns: games_file_close releases everything; records are the caller's.
 * Threads: as hdf5_values.h; file.queue unpacks what is read (chunk_reader.h).
 * Errors: cannot be opened; no file of games; damaged; another schema, configuration or
 *      version of the rules; each one message with the path. file.damaged then says
 *      whether the file is at fault (and not the system, nor its age).
 */
#ifndef SELFPLAY_GAMES_FILE_H
#define SELFPLAY_GAMES_FILE_H

#include "core/base/error.h"
#include "selfplay/store/chunks/chunk_reader.h"
#include "selfplay/store/games_header.h"
#include "selfplay/store/games_source.h"
#include "selfplay/store/schema.h"

#include <hdf5.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct record record_t;         /* selfplay/store/record.h */
typedef struct task_queue task_queue_t; /* selfplay/run/task_queue.h */

/* Positions that are read at once when nobody says otherwise. */
enum { GAMES_FILE_BATCH = 1 << 13 };

typedef enum {
    GAMES_FILE_WHOLE, /* the envelope is checked first, so all bytes are read */
    GAMES_FILE_PART   /* a large file is not read to its end (envelope_check) */
} games_file_use_t;

typedef struct games_file {
    char *path;
    games_header_t header;
    char *present; /* of a merged file: "0:500 700:1000", the games it holds; or NULL */
    uint64_t bytes;
    uint64_t rows[TABLE_COUNT];
    bool damaged;
    /* Set before reading by who looks at every number itself and says which game is wrong
     * (verify); others are given none that a search cannot have. */
    bool any_numbers;
    /* Set before reading by who has threads, which then unpack what is read; or NULL. */
    task_queue_t *queue;
    hid_t handle, datasets[COLUMN_COUNT];
    chunk_reader_t columns[COLUMN_COUNT]; /* of a file that is not virtual */
    uint64_t checksums[COLUMN_COUNT];     /* what they have to be */
    uint32_t sums[COLUMN_COUNT];          /* of the games before next[TABLE_GAMES] */
    uint64_t next[TABLE_COUNT];           /* rows behind the games read in order so far */
    games_sources_t sources;              /* of a virtual file */
    uint64_t open_source;
    struct games_file *source; /* sources.of[open_source], or NULL */
} games_file_t;

/* expected: what the file has to be header; it lends its game and has to outlive the
 * file. NULL: anything. */
bool games_file_open(games_file_t *file, const char *path, const games_header_t *expected,
                     games_file_use_t use, failure_t *error);
void games_file_close(games_file_t *file);

/* Reads games from row `first` on into an empty record: at least one, at most most_games,
 * and no more than most_positions as long as one game has no more. Of a virtual file,
 * games of one source. */
bool games_file_read(games_file_t *file, uint64_t first, uint64_t most_games,
                     uint64_t most_positions, record_t *record, failure_t *error);

/* Empties the record and reads the next games into it: how many; 0 at the end, -1 for an
 * error. */
int64_t games_file_next(games_file_t *file, record_t *record, failure_t *error);

/* The next games are the first again. */
void games_file_rewind(games_file_t *file);

/* The row of the game with a number; ids ascend. Both the row and whether it is there. */
typedef enum { GAME_FOUND, GAME_NOT_THERE, GAME_UNREADABLE } game_found_t;
game_found_t games_file_find(games_file_t *file, uint64_t id, uint64_t *row,
                             failure_t *error);

/* The number of the game in a row. */
bool games_file_id(games_file_t *file, uint64_t row, int64_t *id, failure_t *error);

/* The attribute that says which games a merged file holds. */
#define GAMES_FILE_PRESENT "games"

#endif
