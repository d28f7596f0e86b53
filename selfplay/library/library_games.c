/* The part of fulcrum.h for recorded games: the files that a path names, read in
 * sequence, a few thousand positions at a time. */
#include "selfplay/library/library_error.h"
#include "selfplay/library/library_game.h"
#include "selfplay/run/games_reader.h"

#include <stdlib.h>

_Static_assert((int)FULCRUM_U8 == (int)TYPE_U8 && (int)FULCRUM_U16 == (int)TYPE_U16 &&
                   (int)FULCRUM_U32 == (int)TYPE_U32 &&
                   (int)FULCRUM_I64 == (int)TYPE_I64 &&
                   (int)FULCRUM_U64 == (int)TYPE_U64 && (int)FULCRUM_F32 == (int)TYPE_F32,
               "types of columns");

struct fulcrum_games {
    games_reader_t reader;
    fulcrum_game_t game;
    int64_t count;
};

static _Noreturn void throw_file(const failure_t *error) {
    library_throw(FULCRUM_NO_FILE, error->message);
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
    if (!games_reader_open(&games->reader, opening->path, GAMES_FILE_PART, &error))
        throw_file(&error);
    games->game = library_game_around(games->reader.header.game);
    games->count = games_reader_count(&games->reader, &error);
    if (games->count < 0)
        throw_file(&error);
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
    games_reader_close(&games->reader);
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
    return games->reader.header.config;
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
    failure_t error;
    library_lock_files();
    reading->count = games_reader_next(&reading->games->reader, &error);
    if (reading->count < 0)
        throw_file(&error);
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
    games_reader_rewind(&games->reader);
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
        .data = games->reader.record.data[index],
        .rows = (int64_t)games->reader.record.rows[facts->table],
        .width = (int64_t)column_width((column_id_t)index, games->reader.record.game),
        .type = (int32_t)facts->type,
    };
    memcpy(column, &all, column->size < sizeof all ? column->size : sizeof all);
    return 1;
}
