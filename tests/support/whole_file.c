#include "tests/support/whole_file.h"

#include "core/base/files/file.h"
#include "core/base/files/publish.h"
#include "selfplay/store/games_file.h"
#include "selfplay/store/shard.h"

#include <stdlib.h>

bool whole_file_write(const char *path, const record_t *record, const char *config,
                      size_t *size, failure_t *error) {
    char unfinished[FILE_PATH];
    producer_t maker;
    producer_this_program(&maker);
    return shard_prepare(path, record, config, &maker, unfinished, size, error) &&
           publish_finish(unfinished, path, error);
}

static bool read_all(whole_file_t *whole, games_file_t *file, failure_t *error) {
    record_t *record = &whole->record;
    record_init(record, file->header.game);
    if (file->rows[TABLE_GAMES] == 0 ||
        games_file_read(file, 0, UINT64_MAX, UINT64_MAX, record, error))
        return true;
    record_clear(record);
    return false;
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
