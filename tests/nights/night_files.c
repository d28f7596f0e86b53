/* Simulated replacements of code that is too slow or cannot be switched: files of games
 * without the HDF5 library, searches that take simulated time, teams of one thread. The
 * linker redirects the program's calls here (--wrap). The envelope, and all code that
 * publishes files, are the program's own. */
#include "core/base/files/file.h"
#include "core/base/files/publish.h"
#include "core/base/json.h"
#include "mcts/search/search.h"
#include "mcts/search/search_batch.h"
#include "selfplay/config/run_config.h"
#include "selfplay/store/envelope.h"
#include "selfplay/store/games_file.h"
#include "selfplay/store/games_writer.h"
#include "selfplay/store/record.h"
#include "selfplay/store/shard.h"
#include "tests/nights/night_plants.h"
#include "tests/nights/night_world.h"

#include <cjson/cJSON.h>
#include <dirent.h>
#include <fcntl.h>
#include <omp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

/* NOLINTBEGIN(bugprone-reserved-identifier): the linker's names */
#define WRAP(result, name, ...)                                                          \
    result __wrap_##name(__VA_ARGS__);                                                   \
    result __wrap_##name(__VA_ARGS__)

/* --- Files of games ----------------------------------------------------------------- */

/* After the envelope; the texts and the record's image follow. */
typedef struct contents {
    char start[8];
    uint32_t config, present, record; /* bytes of each; present: 0 if absent */
    producer_t maker;
} contents_t;

static const char start[8] = "standin";

static unsigned char *make_image(const record_t *record, const char *config,
                                 const producer_t *maker, const char *present,
                                 size_t *size) {
    contents_t contents;
    memset(&contents, 0, sizeof contents);
    memcpy(contents.start, start, sizeof start);
    contents.config = (uint32_t)strlen(config) + 1;
    contents.present = present ? (uint32_t)strlen(present) + 1 : 0;
    contents.record = (uint32_t)record_image_bytes(record);
    memcpy(contents.maker.program, maker->program, strlen(maker->program));
    memcpy(contents.maker.compiler, maker->compiler, strlen(maker->compiler));
    memcpy(contents.maker.instructions, maker->instructions, strlen(maker->instructions));
    *size = ENVELOPE_BYTES + sizeof contents + contents.config + contents.present +
            contents.record;
    unsigned char *image = memory_new(*size, 1), *at = image + ENVELOPE_BYTES;
    memcpy(at, &contents, sizeof contents);
    at += sizeof contents;
    memcpy(at, config, contents.config);
    at += contents.config;
    if (present)
        memcpy(at, present, contents.present);
    record_write_image(record, at + contents.present);
    return image;
}

/* A planted fault: the journals of a shard's file. */
static void remove_journals(const char *path) {
    char journal[OPEN_PATH], file[3 * OPEN_PATH];
    const char *slash = strrchr(path, '/');
    snprintf(journal, sizeof journal, "%.*s/journal/%.12s", (int)(slash - path), path,
             slash + 1);
    DIR *open = opendir(journal);
    for (struct dirent *entry; open && (entry = readdir(open)) != NULL;) {
        snprintf(file, sizeof file, "%s/%s", journal, entry->d_name);
        unlink(file);
    }
    if (open)
        closedir(open);
}

WRAP(bool, shard_prepare, const char *path, const record_t *record, const char *config,
     const producer_t *maker, char unfinished[FILE_PATH], size_t *size,
     failure_t *error) {
    if (planted == PLANT_JOURNAL_GOES_FIRST)
        remove_journals(path);
    unsigned char *image = make_image(record, config, maker, NULL, size);
    envelope_write(image, *size);
    bool written = publish_write(path, image, *size, unfinished, error);
    free(image);
    return written;
}

/* --- Reading ------------------------------------------------------------------------ */

/* Records of open files; a file's handle is its index. */
enum { MOST_FILES = 64 };
static record_t *open_records[MOST_FILES];

static unsigned char *read_whole(const char *path, size_t *size, failure_t *error) {
    enum { PIECE = 1 << 15 };
    int file = open(path, O_RDONLY);
    unsigned char *bytes = NULL;
    *size = 0;
    for (ssize_t got = 1; file >= 0 && got > 0; *size += (size_t)got) {
        bytes = memory_resize(bytes, *size + PIECE, 1);
        got = read(file, bytes + *size, PIECE);
        if (got < 0) {
            free(bytes);
            bytes = NULL;
            break;
        }
    }
    if (file >= 0)
        close(file);
    if (!bytes)
        error_set(error, "%s: HDF5 cannot read the file", path);
    return bytes;
}

static game_t *game_of(const char *config, failure_t *error) {
    cJSON *json = json_parse(config, "config", error);
    const char *name =
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "game"));
    const game_class_t *class = name ? game_class_find(name, error) : NULL;
    game_t *game = class ? game_new_overridden(
                               class, cJSON_GetObjectItemCaseSensitive(json, "variant"),
                               "config", "variant.", NULL, error)
                         : NULL;
    cJSON_Delete(json);
    return game;
}

static bool read_header(games_file_t *file, const contents_t *contents,
                        const char *config, const games_header_t *expected,
                        failure_t *error) {
    games_header_t *header = &file->header;
    header->maker = contents->maker;
    if (expected && strcmp(expected->config, config) != 0)
        return error_set(error, "%s: is of another configuration", file->path);
    if (expected) {
        header->game = expected->game;
        header->config = expected->config;
        header->borrowed = true;
        return true;
    }
    header->config = memory_new(strlen(config) + 1, 1);
    memcpy(header->config, config, strlen(config));
    header->game = game_of(config, error);
    return header->game != NULL;
}

static uint32_t checksum_of(const record_t *record, column_id_t id) {
    const column_t *column = &schema_columns[id];
    size_t bytes = record->rows[column->table] * column_width(id, record->game) *
                   column_type_bytes(column->type);
    return bytes > 0 ? (uint32_t)crc32_z(0, record->data[id], bytes) : 0;
}

static void take_record(games_file_t *file, const unsigned char *image, size_t size) {
    record_t *record = memory_new(1, sizeof *record);
    int place = 0;
    while (open_records[place])
        REQUIRE(++place < MOST_FILES);
    open_records[place] = record;
    file->handle = place;
    record_init(record, file->header.game);
    REQUIRE(record_read_image(record, image, size)); /* its checksum was checked */
    memcpy(file->rows, record->rows, sizeof file->rows);
    for (column_id_t id = 0; id < COLUMN_COUNT; id++)
        file->checksums[id] = checksum_of(record, id);
}

/* The file may have changed or vanished since its envelope was checked. */
static bool read_contents(games_file_t *file, const games_header_t *expected,
                          failure_t *error) {
    contents_t contents;
    size_t size;
    unsigned char *bytes = read_whole(file->path, &size, error);
    if (!bytes)
        return false;
    const size_t texts = ENVELOPE_BYTES + sizeof contents;
    bool ok = size > texts;
    if (ok)
        memcpy(&contents, bytes + ENVELOPE_BYTES, sizeof contents);
    ok = ok && memcmp(contents.start, start, sizeof start) == 0 &&
         size == texts + contents.config + contents.present + contents.record;
    if (!ok) {
        free(bytes);
        return error_set(error, "%s: HDF5 cannot open the file", file->path);
    }
    const char *config = (const char *)bytes + texts, *present = config + contents.config;
    ok = read_header(file, &contents, config, expected, error);
    if (ok && contents.present > 0) {
        file->present = memory_new(contents.present, 1);
        memcpy(file->present, present, contents.present);
    }
    file->bytes = size;
    if (ok)
        take_record(file, (const unsigned char *)present + contents.present,
                    contents.record);
    file->damaged = !ok;
    free(bytes);
    return ok;
}

WRAP(void, games_file_close, games_file_t *file) {
    if (file->handle >= 0) {
        record_clear(open_records[file->handle]);
        free(open_records[file->handle]);
        open_records[file->handle] = NULL;
    }
    games_header_clear(&file->header);
    free(file->present);
    free(file->path);
    *file = (games_file_t){.handle = -1};
}

WRAP(bool, games_file_open, games_file_t *file, const char *path,
     const games_header_t *expected, games_file_use_t use, failure_t *error) {
    *file = (games_file_t){.handle = -1};
    file->path = memory_new(strlen(path) + 1, 1);
    memcpy(file->path, path, strlen(path));
    bool ok = envelope_check(path, use == GAMES_FILE_PART, &file->damaged, error) &&
              read_contents(file, expected, error);
    bool damaged = file->damaged;
    if (!ok) {
        __wrap_games_file_close(file);
        file->damaged = damaged;
    }
    return ok;
}

WRAP(bool, games_file_read, games_file_t *file, uint64_t first, uint64_t most_games,
     uint64_t most_positions, record_t *record, failure_t *error) {
    uint64_t left = file->rows[TABLE_GAMES] - first;
    (void)most_positions, (void)error;
    REQUIRE(first < file->rows[TABLE_GAMES]);
    record_append_games(record, open_records[file->handle], (size_t)first,
                        (size_t)(most_games < left ? most_games : left));
    return true;
}

WRAP(int64_t, games_file_next, games_file_t *file, record_t *record, failure_t *error) {
    uint64_t first = file->next[TABLE_GAMES], left = file->rows[TABLE_GAMES] - first;
    (void)error;
    record_empty(record);
    if (left == 0)
        return 0;
    record_append_games(record, open_records[file->handle], (size_t)first, (size_t)left);
    file->next[TABLE_GAMES] += left;
    return (int64_t)left;
}

WRAP(bool, games_file_id, games_file_t *file, uint64_t row, int64_t *id,
     failure_t *error) {
    (void)error;
    *id = record_i64(open_records[file->handle], GAMES_ID)[row];
    return true;
}

WRAP(bool, games_header_check, const games_header_t *header, hid_t file, const char *path,
     failure_t *error) {
    (void)header, (void)file, (void)path, (void)error;
    return true;
}

/* --- Files larger than memory ------------------------------------------------------- */

struct games_writer {
    char *path;
    record_t record;
    uint64_t rows[TABLE_COUNT];
};

WRAP(games_writer_t *, games_writer_new, const char *path, const game_t *game,
     task_queue_t *queue) {
    games_writer_t *writer = memory_new(1, sizeof *writer);
    (void)queue;
    writer->path = memory_new(strlen(path) + 1, 1);
    memcpy(writer->path, path, strlen(path));
    record_init(&writer->record, game);
    return writer;
}

WRAP(void, games_writer_free, games_writer_t *writer) {
    if (!writer)
        return;
    record_clear(&writer->record);
    free(writer->path);
    free(writer);
}

WRAP(bool, games_writer_add, games_writer_t *writer, const record_t *record) {
    record_append(&writer->record, record);
    return true;
}

WRAP(const uint64_t *, games_writer_rows, const games_writer_t *writer) {
    return writer->record.rows;
}

WRAP(uint32_t, games_writer_checksum, const games_writer_t *writer, column_id_t id) {
    return checksum_of(&writer->record, id);
}

/* Like the HDF5 library: writes in several pieces, syncs nothing. */
WRAP(bool, games_writer_finish, games_writer_t *writer, const char *config,
     const producer_t *maker, const char *present) {
    enum { PIECE = 2000 };
    size_t size;
    unsigned char *image = make_image(&writer->record, config, maker, present, &size);
    int file = open(writer->path, O_RDWR);
    bool written = file >= 0;
    for (size_t at = 0; written && at < size; at += PIECE)
        written = file_write(file, image + at, size - at < PIECE ? size - at : PIECE);
    if (file >= 0)
        written = close(file) == 0 && written;
    free(image);
    return written;
}

WRAP(void, games_writer_save, const games_writer_t *writer, FILE *out) {
    size_t size = record_image_bytes(&writer->record);
    unsigned char *image = memory_new(size, 1);
    record_write_image(&writer->record, image);
    fwrite(&size, sizeof size, 1, out);
    fwrite(image, 1, size, out);
    free(image);
}

WRAP(games_writer_t *, games_writer_resume, const char *path, const game_t *game,
     task_queue_t *queue, FILE *in) {
    games_writer_t *writer = __wrap_games_writer_new(path, game, queue);
    size_t size = 0;
    bool ok = fread(&size, sizeof size, 1, in) == 1 && size < 1 << 24;
    unsigned char *image = memory_new(size + 1, 1);
    ok = ok && fread(image, 1, size, in) == size &&
         record_read_image(&writer->record, image, size);
    free(image);
    if (ok)
        return writer;
    __wrap_games_writer_free(writer);
    return NULL;
}

WRAP(bool, games_writer_reads_back, const games_writer_t *writer, games_file_t *file) {
    record_t record;
    size_t games = 0;
    failure_t ignored;
    int64_t count;
    record_init(&record, writer->record.game);
    while ((count = __wrap_games_file_next(file, &record, &ignored)) > 0)
        games += (size_t)count;
    record_clear(&record);
    return games == writer->record.rows[TABLE_GAMES];
}

/* --- Searches ----------------------------------------------------------------------- */

/* Every search takes simulated time, and the feed is asked after each. */
WRAP(void, search_batch_run, const game_t *game, const search_feed_t *feed) {
    search_t *searches[SEARCH_BATCH_PLACES] = {0};
    process_t *process = process_now();
    (void)game;
    for (int i = 0; i < feed->places; i++)
        searches[i] = feed->next(feed->context, i, NULL);
    for (bool goes_on = true; goes_on;) {
        goes_on = false;
        for (int i = 0; i < feed->places; i++) {
            if (!searches[i])
                continue;
            goes_on = true;
            search_run(searches[i], UINT32_MAX);
            const world_traits_t *traits = world_traits(process_world(process));
            const bool is_slow = process_node(process) <= traits->slow_nodes;
            process_sleep(world_real(process_world(process), 0, is_slow ? 20 : 2) *
                          traits->search_s);
            if (process_is_killed(process) ||
                (feed->watch && !feed->watch(feed->context)))
                return;
            searches[i] = feed->next(feed->context, i, searches[i]);
        }
    }
}

/* --- Messages ----------------------------------------------------------------------- */

int __real_cli_fail(const failure_t *error);
WRAP(int, cli_fail, const failure_t *error) {
    if (!process_now())
        return __real_cli_fail(error);
    process_say(error->message);
    return 2;
}

PRINTF_LIKE(1, 2) WRAP(void, message, const char *format, ...) {
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (process_now())
        process_say(text);
}

/* --- Teams of one thread ------------------------------------------------------------ */

/* gcc's library */
WRAP(void, GOMP_parallel, void (*body)(void *), void *data, unsigned threads,
     unsigned flags) {
    (void)threads, (void)flags;
    body(data);
}
WRAP(void, GOMP_critical_name_start, void **name) {
    (void)name;
}
WRAP(void, GOMP_critical_name_end, void **name) {
    (void)name;
}

/* clang's library */
typedef void (*microtask_t)(int *, int *, ...);
WRAP(void, __kmpc_fork_call, void *where, int count, microtask_t body, ...) {
    void *given[4] = {0};
    int zero = 0;
    va_list arguments;
    (void)where;
    REQUIRE(count <= 4);
    va_start(arguments, body);
    for (int i = 0; i < count; i++)
        given[i] = va_arg(arguments, void *);
    va_end(arguments);
    body(&zero, &zero, given[0], given[1], given[2], given[3]);
}
WRAP(void, __kmpc_critical, void *where, int thread, void *lock) {
    (void)where, (void)thread, (void)lock;
}
WRAP(void, __kmpc_end_critical, void *where, int thread, void *lock) {
    (void)where, (void)thread, (void)lock;
}

/* both */
WRAP(int, omp_get_thread_num, void) {
    return 0;
}
WRAP(int, omp_get_max_threads, void) {
    return 1;
}
/* NOLINTEND(bugprone-reserved-identifier) */
