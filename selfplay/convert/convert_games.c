#include "selfplay/convert/convert_games.h"

#include "core/base/files/publish.h"
#include "core/base/process/contained.h"
#include "selfplay/convert/convert.h"
#include "selfplay/convert/old_games.h"
#include "selfplay/run/run_config.h"
#include "selfplay/run/stop.h"
#include "selfplay/store/envelope.h"
#include "selfplay/store/game_ranges.h"
#include "selfplay/store/games_file.h"
#include "selfplay/store/games_writer.h"
#include "selfplay/store/record.h"

#include <inttypes.h>

static const contained_limits_t limits = {.seconds = 3600, .memory = 1 << 30};

typedef struct work {
    const char *from, *to;
} work_t;

/* Each game once, in ascending order. */
static bool add_ranges(game_ranges_t *ranges, const char *path, const record_t *record,
                       failure_t *error) {
    const int64_t *ids = record_i64(record, GAMES_ID);
    for (size_t i = 0; i < record->rows[TABLE_GAMES]; i++) {
        if (ids[i] < 0 || ids[i] >= RUN_MAX_GAMES || (uint64_t)ids[i] < ranges->end)
            return error_set(error, "%s: holds game %" PRId64 " out of order", path,
                             ids[i]);
        game_ranges_add(ranges, (uint64_t)ids[i], (uint64_t)ids[i] + 1);
    }
    return true;
}

static bool copy_games(const work_t *work, old_games_t *old, games_writer_t *writer,
                       game_ranges_t *ranges, failure_t *error) {
    record_t record;
    int64_t count = 0;
    bool right = true;
    record_init(&record, old_games_header(old)->game);
    while (right && (count = old_games_next(old, &record, error)) > 0) {
        right = add_ranges(ranges, work->from, &record, error);
        if (right && !games_writer_add(writer, &record))
            right = publish_cannot_write(work->to, work->to, error);
    }
    record_clear(&record);
    return right && count == 0;
}

/* In the child process, which has one thread. */
static bool write_new(void *context, failure_t *error) {
    const work_t *work = context;
    bool all[COLUMN_COUNT];
    producer_t maker, this_program;
    game_ranges_t ranges;
    uint64_t bytes;
    for (column_id_t id = 0; id < COLUMN_COUNT; id++)
        all[id] = true;
    old_games_t *old = old_games_open(work->from, error);
    if (!old)
        return false;
    const games_header_t *header = old_games_header(old);
    game_ranges_init(&ranges);
    producer_this_program(&this_program);
    maker = header->maker;
    producer_add(&maker, &this_program);
    games_writer_t *writer = games_writer_new(work->to, header->game, all, NULL);
    bool right = writer || publish_cannot_write(work->to, work->to, error);
    right = right && copy_games(work, old, writer, &ranges, error);
    if (right &&
        !games_writer_finish(writer, header->config, &maker, game_ranges_text(&ranges)))
        right = publish_cannot_write(work->to, work->to, error);
    games_writer_free(writer);
    old_games_close(old);
    return right && envelope_file(work->to, &bytes, error);
}

/* With all checks of reading a file. */
static bool read_new(const char *from, const char *to, convert_result_t *result,
                     failure_t *error) {
    games_file_t file;
    record_t record;
    int64_t count = 0;
    if (!games_file_open(&file, to, NULL, GAMES_FILE_WHOLE, error))
        return error_prefix(error, "%s", from);
    bool right = games_header_check(&file.header, file.handle, to, error);
    record_init(&record, file.header.game);
    while (right && (right = stop_goes_on(error)) &&
           (count = games_file_next(&file, &record, error)) > 0) {
        result->games += (uint64_t)count;
        result->positions += record.rows[TABLE_POSITIONS];
    }
    record_clear(&record);
    games_file_close(&file);
    result->files++;
    return (right && count == 0) || error_prefix(error, "%s", from);
}

/* Reads the old file, which may have no envelope. */
static bool lacks_pruned(void *context, failure_t *error) {
    const work_t *work = context;
    old_games_t *old = old_games_open(work->from, error);
    if (!old)
        return false;
    bool lacks = !old_games_has(old, LEGAL_PRUNED);
    old_games_close(old);
    return lacks || error_set(error, "%s: is already in the current version", work->from);
}

bool convert_games_file(const char *from, const char *to, bool *is_early,
                        convert_result_t *result, failure_t *error) {
    work_t work = {from, to};
    failure_t ignored;
    *is_early = contained_call(from, &limits, lacks_pruned, &work, &ignored);
    return contained_call(from, &limits, write_new, &work, error) &&
           stop_goes_on(error) && read_new(from, to, result, error);
}
