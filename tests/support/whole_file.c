#include "tests/support/whole_file.h"

#include "selfplay/store/games_file.h"
#include "selfplay/store/shard.h"

#include <stdlib.h>

bool whole_file_write(const char *path, const record_t *record, const char *config,
                      size_t *size, failure_t *error) {
    char unfinished[PUBLISH_PATH];
    producer_t maker;
    producer_this_program(&maker);
    return shard_prepare(path, record, config, &maker, unfinished, size, error) &&
           publish_finish(unfinished, path, error);
}

/* Reads all games; those of a virtual file are read one source at a time. */
static bool read_all(whole_file_t *whole, games_file_t *file, failure_t *error) {
    record_t *record = &whole->record, part;
    bool ok = true;
    record_init(record, file->header.game);
    record_init(&part, file->header.game);
    while (ok && record->rows[TABLE_GAMES] < file->rows[TABLE_GAMES]) {
        size_t first = record->rows[TABLE_GAMES];
        ok = games_file_read(file, first, UINT64_MAX, UINT64_MAX,
                             first == 0 ? record : &part, error);
        if (ok && first > 0) {
            record_append(record, &part);
            record_empty(&part);
        }
    }
    record_clear(&part);
    if (!ok)
        record_clear(record);
    return ok;
}

bool whole_file_read(whole_file_t *whole, const char *path, failure_t *error) {
    games_file_t file;
    *whole = (whole_file_t){0};
    if (!games_file_open(&file, path, NULL, GAMES_FILE_WHOLE, error))
        return false;
    bool ok = read_all(whole, &file, error);
    if (ok) {
        whole->game = file.header.game;
        whole->config = file.header.config;
        whole->maker = file.header.maker;
        whole->rules_version = file.header.rules_version;
        whole->file_bytes = (int64_t)file.bytes;
        file.header.borrowed = true; /* by the file, which ends here */
    }
    games_file_close(&file);
    return ok;
}

void whole_file_clear(whole_file_t *whole) {
    if (whole->game)
        record_clear(&whole->record);
    game_free(whole->game);
    free(whole->config);
    *whole = (whole_file_t){0};
}
