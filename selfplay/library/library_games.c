/* The part of fulcrum.h for recorded games: the files that a path names, read in
 * sequence, a few thousand positions at a time. The first file stays open, as the others
 * borrow the game of its header. */
#include "selfplay/library/library_error.h"
#include "selfplay/library/library_game.h"
#include "selfplay/run/shard_files.h"
#include "selfplay/store/games_file.h"
#include "selfplay/store/record.h"

#include <stdlib.h>

_Static_assert((int)FULCRUM_U8 == (int)TYPE_U8 && (int)FULCRUM_U16 == (int)TYPE_U16 &&
                   (int)FULCRUM_U32 == (int)TYPE_U32 &&
                   (int)FULCRUM_I64 == (int)TYPE_I64 &&
                   (int)FULCRUM_U64 == (int)TYPE_U64 && (int)FULCRUM_F32 == (int)TYPE_F32,
               "types of columns");

struct fulcrum_games {
    shard_files_t files;
    games_file_t first; /* files.paths[0] */
    games_file_t later; /* files.paths[at], at > 0 */
    bool has_first, has_later, has_record;
    size_t at; /* the file that is read */
    fulcrum_game_t game;
    record_t record;
    int64_t count;
};

static _Noreturn void throw_file(const failure_t *error) {
    library_throw(FULCRUM_NO_FILE, error->message);
}

static void close_later(fulcrum_games_t *games) {
    if (games->has_later)
        games_file_close(&games->later);
    games->has_later = false;
}

/* Opens file `at`, not the first. */
static void open_later(fulcrum_games_t *games) {
    failure_t error;
    close_later(games);
    if (!games_file_open(&games->later, games->files.paths[games->at],
                         &games->first.header, GAMES_FILE_PART, &error))
        throw_file(&error);
    games->has_later = true;
}

static void open_first(fulcrum_games_t *games) {
    failure_t error;
    if (!games_file_open(&games->first, games->files.paths[0], NULL, GAMES_FILE_PART,
                         &error))
        throw_file(&error);
    games->has_first = true;
}

static void count_games(fulcrum_games_t *games) {
    games->count = (int64_t)games->first.rows[TABLE_GAMES];
    for (games->at = 1; games->at < games->files.count; games->at++) {
        open_later(games);
        games->count += (int64_t)games->later.rows[TABLE_GAMES];
    }
    close_later(games);
    games->at = 0;
}

typedef struct opening {
    const char *path;
    fulcrum_games_t *games;
} opening_t;

static void open_games(void *context) {
    opening_t *opening = context;
    failure_t error;
    fulcrum_games_t *games = opening->games = memory_new(1, sizeof *games);
    library_lock_files();
    if (!shard_files_add(&games->files, opening->path, &error))
        throw_file(&error);
    open_first(games);
    games->game = library_game_around(games->first.header.game);
    count_games(games);
    record_init(&games->record, games->first.header.game);
    games->has_record = true;
}

FULCRUM_API fulcrum_games_t *fulcrum_games_open(const char *path) {
    opening_t opening = {.path = path};
    if (!LIBRARY_GIVEN(path))
        return NULL;
    if (library_run(open_games, &opening) == FULCRUM_OK)
        return opening.games;
    int status = fulcrum_error_status();
    failure_t failure;
    error_set(&failure, "%s", fulcrum_error());
    fulcrum_games_close(opening.games);
    return library_fail_null((fulcrum_status_t)status, failure.message);
}

static void close_games(void *context) {
    fulcrum_games_t *games = context;
    library_lock_files();
    close_later(games);
    if (games->has_record)
        record_clear(&games->record);
    if (games->has_first)
        games_file_close(&games->first);
    shard_files_clear(&games->files);
}

FULCRUM_API void fulcrum_games_close(fulcrum_games_t *games) {
    if (!games)
        return;
    (void)library_run(close_games, games);
    free(games);
}

FULCRUM_API const fulcrum_game_t *fulcrum_games_game(const fulcrum_games_t *games) {
    if (!LIBRARY_GIVEN(games))
        return NULL;
    return &games->game;
}

FULCRUM_API const char *fulcrum_games_config(const fulcrum_games_t *games) {
    if (!LIBRARY_GIVEN(games))
        return NULL;
    return games->first.header.config;
}

FULCRUM_API int64_t fulcrum_games_count(const fulcrum_games_t *games) {
    if (!LIBRARY_GIVEN(games))
        return FULCRUM_WRONG_CALL;
    return games->count;
}

typedef struct reading {
    fulcrum_games_t *games;
    int64_t count;
} reading_t;

static void read_next(void *context) {
    reading_t *reading = context;
    fulcrum_games_t *games = reading->games;
    failure_t error;
    library_lock_files();
    while (games->at < games->files.count) {
        if (games->at > 0 && !games->has_later)
            open_later(games);
        reading->count = games_file_next(games->at > 0 ? &games->later : &games->first,
                                         &games->record, &error);
        if (reading->count < 0)
            throw_file(&error);
        if (reading->count > 0)
            return;
        close_later(games);
        games->at++;
    }
}

FULCRUM_API int64_t fulcrum_games_next(fulcrum_games_t *games) {
    if (!LIBRARY_GIVEN(games))
        return FULCRUM_WRONG_CALL;
    reading_t reading = {.games = games};
    int status = library_run(read_next, &reading);
    return status == FULCRUM_OK ? reading.count : status;
}

static void rewind_games(void *context) {
    fulcrum_games_t *games = context;
    library_lock_files();
    close_later(games);
    record_empty(&games->record);
    games_file_rewind(&games->first);
    games->at = 0;
}

FULCRUM_API int fulcrum_games_rewind(fulcrum_games_t *games) {
    if (!LIBRARY_GIVEN(games))
        return FULCRUM_WRONG_CALL;
    return library_run(rewind_games, games);
}

FULCRUM_API int fulcrum_games_column(const fulcrum_games_t *games, int index,
                                     fulcrum_column_t *column) {
    if (!LIBRARY_GIVEN(games, column) || !LIBRARY_SIZED(column))
        return FULCRUM_WRONG_CALL;
    if (index < 0 || index >= COLUMN_COUNT)
        return 0;
    const column_t *facts = &schema_columns[index];
    fulcrum_column_t all = {
        .size = column->size,
        .path = facts->path,
        .data = games->record.data[index],
        .rows = (int64_t)games->record.rows[facts->table],
        .width = (int64_t)column_width((column_id_t)index, games->record.game),
        .type = (int32_t)facts->type,
    };
    memcpy(column, &all, column->size < sizeof all ? column->size : sizeof all);
    return 1;
}
