/* whole_file.h - writes and reads a complete file of games: small ones, for tests.
 * Use: whole_file_write(path, &record, config, &bytes, &error);
 *      whole_file_t whole;
 *      if (whole_file_read(&whole, path, &error)) { ... whole.record ... }
 *      whole_file_clear(&whole);
 * Errors: as games_file.h.
 */
#ifndef TESTS_WHOLE_FILE_H
#define TESTS_WHOLE_FILE_H

#include "core/base/error.h"
#include "selfplay/store/games_header.h"
#include "selfplay/store/record.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct whole_file {
    record_t record;
    game_t *game;
    char *config; /* the run's */
    producer_t maker;
    int64_t file_bytes;
    int rules_version;
} whole_file_t;

/* config: of the run; *bytes: the size of the file. */
bool whole_file_write(const char *path, const record_t *record, const char *config,
                      size_t *bytes, failure_t *error);

bool whole_file_read(whole_file_t *whole, const char *path, failure_t *error);
void whole_file_clear(whole_file_t *whole);

#endif
