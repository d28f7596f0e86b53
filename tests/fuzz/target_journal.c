/* Journals of a run of Seesaw 2. An input begins with a letter:
 *   e  entries, each: flags (1: wrong checksum, 2: whole, 4: as long as its bytes, not as
 *      an image), the game (from 0; 4 are read), the number of rows of each of the three
 *      tables, and the image's bytes up to a newline, padded with zeros
 *   b  bytes after a valid heading
 *   any other: the rest is the complete file */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/fuzz_files.h"

#include "core/base/files/process_name.h"
#include "selfplay/config/run_config.h"
#include "selfplay/run/journal.h"
#include "selfplay/store/record.h"

#include <stdlib.h>
#include <unistd.h>
#include <zlib.h>

enum { SHARD = 7, GAMES = 4, FIRST = SHARD * GAMES, HEADING = 256, ROOM = 1 << 16 };

static run_config_t config;
static char *config_text;
static unsigned char heading[HEADING], file[ROOM];
static size_t used;

static journal_t *open_journal(void) {
    return journal_new(fuzz_folder(), SHARD, config_text, config.game);
}

/* Takes the heading from a journal written by journal.c. */
static void set_up(void) {
    static const char text[] = "{\"game\": \"seesaw\", \"variant\": {\"size\": 2}}";
    failure_t error;
    record_t record;
    size_t size;
    char name[256];
    if (config_text)
        return;
    REQUIRE(run_config_parse(&config, text, "target", NULL, 0, &error));
    config_text = run_config_text(&config);
    journal_t *journal = open_journal();
    record_init(&record, config.game);
    REQUIRE(journal_add(journal, FIRST, &record, &error));
    record_clear(&record);
    snprintf(name, sizeof name, "journal/shard-%06d/%s", SHARD, process_name());
    unsigned char *bytes = fuzz_read_file(fuzz_path(name), &size);
    REQUIRE(size >= HEADING);
    memcpy(heading, bytes, HEADING);
    free(bytes);
    REQUIRE(unlink(fuzz_path(name)) == 0);
    journal_free(journal);
}

static void add(const void *bytes, size_t size) {
    size = size < ROOM - used ? size : ROOM - used;
    if (size > 0)
        memcpy(file + used, bytes, size);
    used += size;
}

/* As in journal.c. */
typedef struct entry {
    uint32_t checksum, whole;
    uint64_t id, bytes;
} entry_t;

static size_t image_bytes(const uint64_t rows[TABLE_COUNT]) {
    size_t size = sizeof(uint64_t[TABLE_COUNT]);
    for (column_id_t id = 0; id < COLUMN_COUNT; id++)
        size += rows[schema_columns[id].table] * column_width(id, config.game) *
                column_type_bytes(schema_columns[id].type);
    return size;
}

static void add_entry(fuzz_input_t *input) {
    enum { WRONG = 1, WHOLE = 2, AS_FOLLOWS = 4, MOST_ROWS = 32 };
    uint8_t flags = fuzz_take_byte(input);
    entry_t entry = {.whole = (flags & WHOLE) != 0,
                     .id = FIRST + (uint64_t)fuzz_take_byte(input)};
    uint64_t rows[TABLE_COUNT];
    for (table_t table = 0; table < TABLE_COUNT; table++)
        rows[table] = fuzz_take_byte(input) % MOST_ROWS;
    char *line = fuzz_take_line(input);
    size_t length = line ? strlen(line) : 0;
    size_t size = sizeof rows + length;
    if (!(flags & AS_FOLLOWS))
        size = image_bytes(rows);
    unsigned char *image = memory_new(size, 1);
    memcpy(image, rows, sizeof rows);
    size_t taken = length < size - sizeof rows ? length : size - sizeof rows;
    if (taken > 0)
        memcpy(image + sizeof rows, line, taken);
    entry.bytes = size;
    size_t checked = sizeof entry.checksum;
    unsigned long sum =
        crc32_z(0, (const unsigned char *)&entry + checked, sizeof entry - checked);
    entry.checksum = (uint32_t)crc32_z(sum, image, size) ^ (flags & WRONG);
    add(&entry, sizeof entry);
    add(image, size);
    free(image);
    free(line);
}

/* Appends the records that were read, as a run does. */
static void check_records(const record_t records[GAMES]) {
    record_t all;
    record_init(&all, config.game);
    for (int i = 0; i < GAMES; i++)
        if (journal_is_whole(&records[i]))
            record_append(&all, &records[i]);
    record_clear(&all);
}

static void count(void *context, uint64_t shard, const journal_count_t *found) {
    uint64_t *whole = context;
    REQUIRE(shard == SHARD);
    *whole += found->whole;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_input_t input = {data, size};
    record_t records[GAMES];
    uint64_t whole = 0;
    char name[64];
    set_up();
    uint8_t letter = fuzz_take_byte(&input);
    used = letter == 'e' || letter == 'b' ? HEADING : 0;
    memcpy(file, heading, sizeof heading);
    while (letter == 'e' && input.size > 0)
        add_entry(&input);
    add(input.data, letter == 'e' ? 0 : input.size);
    snprintf(name, sizeof name, "journal/shard-%06d/other", SHARD);
    fuzz_file(name, file, used);
    journal_t *journal = open_journal();
    for (int i = 0; i < GAMES; i++)
        record_init(&records[i], config.game);
    (void)journal_read(journal, FIRST, GAMES, records, NULL);
    journal_free(journal);
    check_records(records);
    for (int i = 0; i < GAMES; i++)
        record_clear(&records[i]);
    (void)journal_survey(fuzz_folder(), config_text, config.game, count, &whole, NULL);
    return 0;
}
