#include "selfplay/run/journal.h"

#include "core/base/build_info.h"
#include "core/base/clock.h"
#include "core/base/files/file.h"
#include "core/base/files/process_name.h"
#include "core/base/files/publish.h"
#include "selfplay/config/run_config.h"
#include "selfplay/run/run_folder.h"
#include "selfplay/store/record.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

enum { HEADING_BYTES = 256 };

/* A file begins with a line that identifies its readers, padded with zeros; then the
 * entries. */
struct journal {
    const game_t *game;
    char run_folder[FILE_PATH], folder[FILE_PATH];
    char heading[HEADING_BYTES];
    int file;      /* this process's; -1: not made yet */
    off_t written; /* bytes of whole entries */
    double synced; /* when */
};

/* Precedes the image of a record. Numbers are in native byte order. */
typedef struct entry {
    uint32_t checksum; /* CRC-32 of the rest, including the image */
    uint32_t whole;    /* 1: a complete game; 0: a part */
    uint64_t id;
    uint64_t bytes; /* of the image */
} entry_t;

/* --- Names -------------------------------------------------------------------------- */

/* Reading, which the system may prevent. */
typedef struct attempt {
    bool failed;
    const char *folder; /* for the message */
    failure_t *error;
} attempt_t;

/* By errno. What no longer exists was removed by the process that published the shard. */
static void note_failure(attempt_t *attempt) {
    if (errno != ENOENT && errno != ENOTDIR && errno != ESTALE) {
        attempt->failed = true;
        error_set_system(attempt->error, attempt->folder, "a journal cannot be read");
    }
}

typedef void (*visit_t)(void *context, const char *path, const char *name);

/* Visits everything in a folder, which may be missing. */
static void for_each(const char *folder, attempt_t *attempt, visit_t visit,
                     void *context) {
    file_names_t names;
    char path[FILE_PATH];
    if (!file_names_list(&names, folder))
        note_failure(attempt);
    for (size_t i = 0; i < names.count; i++)
        if (file_path(path, NULL, "%s/%s", folder, names.of[i]))
            visit(context, path, names.of[i]);
    file_names_clear(&names);
}

/* Visits the folders of a run's shards. */
static void for_each_shard(const char *run_folder, attempt_t *attempt, visit_t visit,
                           void *context) {
    char path[FILE_PATH];
    if (file_path(path, NULL, "%s/journal", run_folder))
        for_each(path, attempt, visit, context);
}

/* What files begin with that this program can go on from. */
static void write_heading(char heading[HEADING_BYTES], const char *config_text,
                          const game_t *game) {
    memset(heading, 0, HEADING_BYTES);
    snprintf(heading, HEADING_BYTES,
             "fulcrum journal of %s, %s, schema %d, %s rules %d, configuration %016llx\n",
             build_program, build_instructions, SCHEMA_VERSION, game->class->name,
             game->class->rules_version,
             (unsigned long long)run_config_hash(config_text));
}

journal_t *journal_new(const char *run_folder, uint64_t shard, const char *config_text,
                       const game_t *game) {
    journal_t *journal = memory_new(1, sizeof *journal);
    journal->game = game;
    journal->file = -1;
    REQUIRE(file_path(journal->folder, NULL, "%s/journal/shard-%06llu", run_folder,
                      (unsigned long long)shard));
    snprintf(journal->run_folder, sizeof journal->run_folder, "%s", run_folder);
    write_heading(journal->heading, config_text, game);
    return journal;
}

/* --- What entries hold -------------------------------------------------------------- */

/* The row of the game, if there is one. */
static bool has_valid_row(const record_t *record, uint64_t id) {
    if (record->rows[TABLE_GAMES] == 0)
        return true;
    return record->rows[TABLE_GAMES] == 1 && record->rows[TABLE_POSITIONS] > 0 &&
           record_i64(record, GAMES_ID)[0] == (int64_t)id &&
           record_i64(record, GAMES_FIRST_POSITION)[0] == 0 &&
           record_u32(record, GAMES_DECISIONS)[0] == record->rows[TABLE_POSITIONS] &&
           record_u8(record, GAMES_WINNER)[0] <= NOBODY &&
           record_u8(record, GAMES_WINNER_SIDE)[0] <= NOBODY &&
           record_u8(record, GAMES_REASON)[0] < REASON_COUNT;
}

/* Whether a row has this position and exactly its legal actions, which have to begin at
 * *legal, and chose one of them. */
static bool is_position(const record_t *record, size_t row, const state_t *state,
                        size_t *legal) {
    const game_t *game = record->game;
    size_t bytes = (size_t)game->packed_bytes;
    unsigned char packed[GAME_PACKED_BYTES];
    action_t actions[GAME_MAX_LEGAL];
    size_t count = record_u32(record, POSITIONS_LEGAL)[row];
    game_pack(game, state, packed);
    if (memcmp(record_u8(record, POSITIONS_STATE) + row * bytes, packed, bytes) != 0 ||
        record_i64(record, POSITIONS_FIRST_LEGAL)[row] != (int64_t)*legal ||
        count > record->rows[TABLE_LEGAL] - *legal ||
        count != (size_t)game_legal(game, state, actions))
        return false;
    for (size_t i = 0; i < count; i++)
        if (record_u16(record, LEGAL_ACTION)[*legal + i] != actions[i])
            return false;
    *legal += count;
    return game_find_action(actions, (int)count,
                            record_u16(record, POSITIONS_CHOSEN)[row]) >= 0;
}

/* Whether the record is one game, or the beginning of one, played by the rules: the file
 * has no other checks. id: its number. */
static bool is_played(const record_t *record, uint64_t id) {
    state_t state = {0};
    size_t legal = 0;
    if (!has_valid_row(record, id))
        return false;
    game_start(record->game, &state);
    for (size_t row = 0; row < record->rows[TABLE_POSITIONS]; row++) {
        if (!is_position(record, row, &state, &legal))
            return false;
        game_apply(record->game, &state, record_u16(record, POSITIONS_CHOSEN)[row]);
    }
    return legal == record->rows[TABLE_LEGAL];
}

/* --- Reading ------------------------------------------------------------------------ */

/* Not by mapping: another machine may truncate or remove a file while it is being read,
 * and a missing mapped page is a signal where this is a short read. */
static bool read_at(attempt_t *attempt, int file, void *to, size_t size, off_t offset) {
    ssize_t got = file_read_at(file, to, size, offset);
    if (got < 0)
        note_failure(attempt);
    return got == (ssize_t)size;
}

/* Opens a regular file and finds its size; -1 if it is none, or on an error. */
static int open_file(attempt_t *attempt, const char *path, off_t *size) {
    struct stat status;
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    bool is_open = file >= 0 && fstat(file, &status) == 0;
    if (!is_open)
        note_failure(attempt);
    if (is_open && S_ISREG(status.st_mode)) {
        *size = status.st_size;
        return file;
    }
    if (file >= 0)
        close(file);
    return -1;
}

/* Whether a file has the heading. */
static bool has_heading(attempt_t *attempt, int file, const char *heading) {
    char found[HEADING_BYTES];
    return read_at(attempt, file, found, sizeof found, 0) &&
           memcmp(found, heading, sizeof found) == 0;
}

/* The header of an entry; false if the file is too short for it and the image. */
static bool read_entry(attempt_t *attempt, int file, off_t size, off_t offset,
                       entry_t *entry) {
    off_t left = size - offset - (off_t)sizeof *entry;
    return left >= 0 && read_at(attempt, file, entry, sizeof *entry, offset) &&
           entry->bytes <= (uint64_t)left;
}

typedef struct reading {
    attempt_t attempt;
    const journal_t *journal;
    uint64_t first, count;
    record_t *records;
    unsigned char *image; /* of the entry at hand */
    size_t capacity;
} reading_t;

/* The image of an entry; false if it is damaged. */
static bool read_image(reading_t *reading, int file, off_t offset, const entry_t *entry) {
    size_t bytes = (size_t)entry->bytes, checked = sizeof entry->checksum;
    reading->image = memory_grow(reading->image, &reading->capacity, bytes, 1);
    if (!read_at(&reading->attempt, file, reading->image, bytes,
                 offset + (off_t)sizeof *entry))
        return false;
    unsigned long checksum =
        crc32_z(0, (const unsigned char *)entry + checked, sizeof *entry - checked);
    return crc32_z(checksum, reading->image, bytes) == entry->checksum;
}

static void take_entry(reading_t *reading, const entry_t *entry) {
    if (entry->id < reading->first || entry->id - reading->first >= reading->count)
        return;
    record_t *known = &reading->records[entry->id - reading->first], found;
    record_init(&found, reading->journal->game);
    if (!record_read_image(&found, reading->image, (size_t)entry->bytes))
        return;
    if (!is_played(&found, entry->id)) {
        record_clear(&found);
        return;
    }
    bool better = !journal_is_whole(known) &&
                  (journal_is_whole(&found) ||
                   found.rows[TABLE_POSITIONS] > known->rows[TABLE_POSITIONS]);
    record_clear(better ? known : &found);
    if (better)
        *known = found;
}

static void read_file(void *context, const char *path, const char *name) {
    reading_t *reading = context;
    (void)name;
    entry_t entry;
    attempt_t *attempt = &reading->attempt;
    off_t offset = HEADING_BYTES, size;
    int file = open_file(attempt, path, &size);
    if (file < 0)
        return;
    if (has_heading(attempt, file, reading->journal->heading))
        while (read_entry(attempt, file, size, offset, &entry) &&
               read_image(reading, file, offset, &entry)) {
            take_entry(reading, &entry);
            offset += (off_t)(sizeof entry + entry.bytes);
        }
    close(file);
}

bool journal_read(const journal_t *journal, uint64_t first, uint64_t count,
                  record_t *records, failure_t *error) {
    reading_t reading = {.attempt = {.folder = journal->folder, .error = error},
                         .journal = journal,
                         .first = first,
                         .count = count,
                         .records = records};
    for_each(journal->folder, &reading.attempt, read_file, &reading);
    free(reading.image);
    return !reading.attempt.failed;
}

/* --- Writing ------------------------------------------------------------------------ */

static bool write_failed(journal_t *journal, size_t bytes, failure_t *error) {
    return publish_failed(journal->folder, "its journal cannot be written", bytes, error);
}

static bool own_path(const journal_t *journal, char path[FILE_PATH], failure_t *error) {
    return file_path(path, error, "%s/%s", journal->folder, process_name());
}

/* False, with errno: it cannot be created, or its heading cannot be written. */
static bool open_new(journal_t *journal, const char *path) {
    journal->file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0666);
    if (journal->file < 0)
        return false;
    journal->synced = clock_seconds();
    journal->written = lseek(journal->file, 0, SEEK_END);
    if (journal->written > 0) /* an earlier journal of this process for the shard */
        return true;
    if (file_write(journal->file, journal->heading, HEADING_BYTES)) {
        journal->written = HEADING_BYTES;
        return true;
    }
    int reason = errno;
    (void)!ftruncate(journal->file, 0);
    close(journal->file);
    journal->file = -1;
    errno = reason;
    return false;
}

/* Creates this process's file. The process that publishes the shard may remove the folder
 * before the file is created in it, or the file before its heading is written: then try
 * again. */
static bool make_file(journal_t *journal, failure_t *error) {
    char path[FILE_PATH];
    if (!own_path(journal, path, error))
        return false;
    for (int attempt = 0; attempt < 3; attempt++) {
        if (!publish_folder_below(journal->run_folder, journal->folder, error))
            return false;
        if (open_new(journal, path))
            return true;
        if (errno != ENOENT && errno != ESTALE)
            break;
    }
    return write_failed(journal, HEADING_BYTES, error);
}

/* If another machine has published the shard and removed its journals, there is nothing
 * to write to over NFS: then a new file is created, which yet another one may remove. */
static bool append(journal_t *journal, const void *bytes, size_t size, failure_t *error) {
    enum { REMOVALS = 10 };
    for (int removals = 0; !file_write(journal->file, bytes, size); removals++) {
        if (errno != ESTALE || removals == REMOVALS)
            return write_failed(journal, size, error);
        close(journal->file);
        journal->file = -1;
        if (!make_file(journal, error))
            return false;
    }
    return true;
}

bool journal_is_whole(const record_t *record) {
    return record->rows[TABLE_GAMES] == 1;
}

bool journal_add(journal_t *journal, uint64_t id, const record_t *record,
                 failure_t *error) {
    if (journal->file < 0 && !make_file(journal, error))
        return false;
    size_t bytes = sizeof(entry_t) + record_image_bytes(record);
    unsigned char *buffer = memory_new(bytes, 1);
    entry_t entry = {
        .whole = journal_is_whole(record), .id = id, .bytes = bytes - sizeof(entry_t)};
    memcpy(buffer, &entry, sizeof entry);
    record_write_image(record, buffer + sizeof entry);
    size_t checked = sizeof entry.checksum;
    entry.checksum = (uint32_t)crc32_z(0, buffer + checked, bytes - checked);
    memcpy(buffer, &entry, checked);
    bool written = append(journal, buffer, bytes, error);
    free(buffer);
    if (!written) { /* anything after a torn entry would be unreadable */
        if (journal->file >= 0)
            (void)!ftruncate(journal->file, journal->written);
        return false;
    }
    journal->written += (off_t)bytes;
    if (clock_seconds() - journal->synced > JOURNAL_SYNC_S) {
        (void)fdatasync(journal->file);
        journal->synced = clock_seconds();
    }
    return true;
}

void journal_free(journal_t *journal) {
    if (!journal)
        return;
    if (journal->file >= 0) {
        (void)fdatasync(journal->file);
        close(journal->file);
    }
    free(journal);
}

/* --- Removing ----------------------------------------------------------------------- */

static void remove_file(void *context, const char *path, const char *name) {
    (void)context;
    (void)name;
    unlink(path);
}

static void remove_folder(const char *path) {
    attempt_t ignored = {0};
    for_each(path, &ignored, remove_file, NULL);
    rmdir(path);
}

void journal_remove(journal_t *journal) {
    char path[FILE_PATH];
    if (journal->file >= 0) {
        close(journal->file);
        if (own_path(journal, path, NULL))
            unlink(path);
    }
    journal->file = -1;
    if (rmdir(journal->folder) != 0 && errno != ENOENT) /* others' journals */
        remove_folder(journal->folder);
}

typedef struct sweeping {
    bool (*is_published)(void *, uint64_t);
    void *context;
} sweeping_t;

static void sweep_shard(void *context, const char *path, const char *name) {
    sweeping_t *sweeping = context;
    uint64_t shard;
    if (run_folder_shard_of(name, "", &shard) &&
        sweeping->is_published(sweeping->context, shard))
        remove_folder(path);
}

void journal_sweep(const char *run_folder, bool (*is_published)(void *, uint64_t),
                   void *context) {
    sweeping_t sweeping = {is_published, context};
    attempt_t ignored = {0};
    for_each_shard(run_folder, &ignored, sweep_shard, &sweeping);
}

/* --- Counting ----------------------------------------------------------------------- */

typedef struct seen {
    uint64_t id;
    bool whole;
} seen_t;

/* The entries in the journals of one shard. */
typedef struct survey {
    attempt_t attempt;
    journal_visit_t visit;
    void *context;
    char heading[HEADING_BYTES];
    journal_count_t count; /* of the shard */
    seen_t *entries;
    size_t used, capacity;
} survey_t;

static void note_entry(survey_t *survey, const entry_t *entry) {
    survey->entries = memory_grow(survey->entries, &survey->capacity, survey->used + 1,
                                  sizeof *survey->entries);
    survey->entries[survey->used++] = (seen_t){entry->id, entry->whole == 1};
}

/* By game, its complete entries first. */
static int compare_seen(const void *a, const void *b) {
    const seen_t *x = a, *y = b;
    return x->id != y->id ? (x->id < y->id ? -1 : 1) : y->whole - x->whole;
}

/* Each game once. */
static void count_games(survey_t *survey) {
    seen_t *entries = survey->entries;
    if (survey->used > 0)
        qsort(entries, survey->used, sizeof *entries, compare_seen);
    for (size_t i = 0; i < survey->used; i++)
        if (i == 0 || entries[i].id != entries[i - 1].id)
            (*(entries[i].whole ? &survey->count.whole : &survey->count.parts))++;
}

/* Headers only: the game's bytes are skipped, so that a survey is cheap. */
static void survey_file(void *context, const char *path, const char *name) {
    survey_t *survey = context;
    (void)name;
    entry_t entry;
    off_t offset = HEADING_BYTES, size;
    int file = open_file(&survey->attempt, path, &size);
    if (file < 0)
        return;
    survey->count.bytes += (uint64_t)size;
    if (has_heading(&survey->attempt, file, survey->heading))
        for (; read_entry(&survey->attempt, file, size, offset, &entry);
             offset += (off_t)(sizeof entry + entry.bytes))
            note_entry(survey, &entry);
    close(file);
}

static void survey_shard(void *context, const char *path, const char *name) {
    survey_t *survey = context;
    uint64_t shard;
    if (!run_folder_shard_of(name, "", &shard))
        return;
    survey->used = 0;
    survey->count = (journal_count_t){0};
    for_each(path, &survey->attempt, survey_file, survey);
    survey->count.shards = survey->used > 0;
    count_games(survey);
    survey->visit(survey->context, shard, &survey->count);
}

bool journal_survey(const char *run_folder, const char *config_text, const game_t *game,
                    journal_visit_t visit, void *context, failure_t *error) {
    survey_t survey = {.attempt = {.folder = run_folder, .error = error},
                       .visit = visit,
                       .context = context};
    write_heading(survey.heading, config_text, game);
    for_each_shard(run_folder, &survey.attempt, survey_shard, &survey);
    free(survey.entries);
    return !survey.attempt.failed;
}
