/* games_file.h - reads files of games of any size, some games at a time.
 * Use: games_file_t file; record_t record;
 *      if (games_file_open(&file, path, NULL, GAMES_FILE_WHOLE, &error)) {
 *          record_init(&record, file.header.game);
 *          while ((count = games_file_next(&file, &record, &error)) > 0) ...   in order
 *          games_file_read(&file, first, 100, GAMES_FILE_BATCH, &record, &error)
 *          games_file_close(&file);
 *      }
 * A record read is self-contained: its first position is row 0. Data are checked: rows of
 * games, positions and actions fit together, and values are valid; with the last batch
 * also the checksums of the columns, if all games have been read in order.
 * Threads: as hdf5_values.h; file.queue decompresses (chunk_reader.h).
 * Errors: file.damaged: the file is at fault, not the system or the file's version.
 */
#ifndef SELFPLAY_GAMES_FILE_H
#define SELFPLAY_GAMES_FILE_H

#include "core/base/error.h"
#include "selfplay/store/chunks/chunk_reader.h"
#include "selfplay/store/games_header.h"
#include "selfplay/store/schema.h"

#include <hdf5.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct record record_t;         /* selfplay/store/record.h */
typedef struct task_queue task_queue_t; /* core/base/process/task_queue.h */

/* Default number of positions read at once. */
enum { GAMES_FILE_BATCH = 1 << 13 };

typedef enum {
    GAMES_FILE_WHOLE, /* the envelope is checked first, so all bytes are read */
    GAMES_FILE_PART   /* a large file is not read completely (envelope_check) */
} games_file_use_t;

typedef struct games_file {
    char *path;
    games_header_t header;
    char *present; /* of a merged file: "0:500 700:1000", the games it holds; or NULL */
    uint64_t bytes;
    uint64_t rows[TABLE_COUNT];
    bool damaged;
    /* Set before reading by a caller that checks every number itself and reports the game
     * (verify); otherwise numbers that no search can have are an error. */
    bool any_numbers;
    /* Set before reading to decompress with the threads of a queue; or NULL. */
    task_queue_t *queue;
    hid_t handle, datasets[COLUMN_COUNT];
    chunk_reader_t columns[COLUMN_COUNT];
    uint64_t checksums[COLUMN_COUNT]; /* the expected ones */
    uint32_t sums[COLUMN_COUNT];      /* of the games before next[TABLE_GAMES] */
    uint64_t next[TABLE_COUNT];       /* rows after the games read in order so far */
} games_file_t;

/* expected: the required header; its game is borrowed, so it has to outlive the file.
 * NULL: any header. */
bool games_file_open(games_file_t *file, const char *path, const games_header_t *expected,
                     games_file_use_t use, failure_t *error);
void games_file_close(games_file_t *file);

/* Reads games from row `first` on into an empty record: at least one, at most most_games,
 * and at most most_positions positions unless a single game has more. */
bool games_file_read(games_file_t *file, uint64_t first, uint64_t most_games,
                     uint64_t most_positions, record_t *record, failure_t *error);

/* Clears the record and reads the next games into it; returns how many, 0 at the end, -1
 * on an error. */
int64_t games_file_next(games_file_t *file, record_t *record, failure_t *error);

/* Finds the row of the game with a number; ids ascend. */
typedef enum { GAME_FOUND, GAME_NOT_THERE, GAME_UNREADABLE } game_found_t;
game_found_t games_file_find(games_file_t *file, uint64_t id, uint64_t *row,
                             failure_t *error);

/* The number of the game in a row. */
bool games_file_id(games_file_t *file, uint64_t row, int64_t *id, failure_t *error);

/* The attribute that lists the games of a merged file. */
#define GAMES_FILE_PRESENT "games"

#endif
