#include "selfplay/run/games_reader.h"

#include "selfplay/run/shard_files.h"

static bool open_next(games_reader_t *reader, failure_t *error) {
    games_file_t *file = &reader->file;
    const games_header_t *expected = reader->header.game ? &reader->header : NULL;
    const char *path = reader->files.paths[reader->next];
    if (!run_file_open(file, path, expected, reader->use, error))
        return false;
    reader->is_open = true;
    reader->next++;
    reader->bytes += file->bytes;
    if (expected) {
        producer_add(&reader->header.maker, &file->header.maker);
        return true;
    }
    reader->header = file->header;
    file->header.borrowed = true; /* by the file, from now on */
    record_init(&reader->record, reader->header.game);
    return run_config_parse(&reader->config, reader->header.config, path, NULL, 0, error);
}

bool games_reader_open(games_reader_t *reader, const char *path, games_file_use_t use,
                       failure_t *error) {
    *reader = (games_reader_t){.use = use};
    return shard_files_add(&reader->files, path, error) && open_next(reader, error);
}

static void close_file(games_reader_t *reader) {
    if (reader->is_open)
        games_file_close(&reader->file);
    reader->is_open = false;
}

int64_t games_reader_next(games_reader_t *reader, failure_t *error) {
    for (;;) {
        if (!reader->is_open && reader->next == reader->files.count) {
            record_clear(&reader->record);
            return 0;
        }
        if (!reader->is_open && !open_next(reader, error))
            return -1;
        reader->file.queue = reader->queue;
        int64_t count = games_file_next(&reader->file, &reader->record, error);
        if (count != 0)
            return count;
        close_file(reader);
    }
}

void games_reader_rewind(games_reader_t *reader) {
    close_file(reader);
    record_empty(&reader->record);
    reader->next = 0;
    reader->bytes = 0;
}

int64_t games_reader_count(games_reader_t *reader, failure_t *error) {
    int64_t games = 0;
    games_reader_rewind(reader);
    while (reader->next < reader->files.count) {
        if (!open_next(reader, error))
            return -1;
        games += (int64_t)reader->file.rows[TABLE_GAMES];
        close_file(reader);
    }
    games_reader_rewind(reader);
    return games;
}

void games_reader_close(games_reader_t *reader) {
    close_file(reader);
    if (reader->header.game)
        record_clear(&reader->record);
    games_header_clear(&reader->header);
    run_config_clear(&reader->config);
    shard_files_clear(&reader->files);
    *reader = (games_reader_t){0};
}
