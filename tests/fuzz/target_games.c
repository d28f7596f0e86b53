/* Files of games: a shard and a merged file, of Seesaw 2, with contents
 * that may be wrong inside a valid envelope. An input: which file (a byte: shard,
 * merged), flags (a byte), then edits of it (fuzz_hdf5.h), the datasets being the
 * columns in the order of schema.h. Flags:
 *   1  recomputes the columns' checksums after the edits
 *   2  accepts numbers that no search produces, as `verify` does
 *   4  recomputes the configuration's hash
 *   8  opens the file for reading in part
 * Accepted games can be replayed by the rules, to the same end or to a reported fault. */
#include "tests/fuzz/fuzz_files.h"
#include "tests/fuzz/fuzz_hdf5.h"

#include "core/base/files/hdf5_attributes.h"
#include "selfplay/config/run_config.h"
#include "selfplay/merge/merge.h"
#include "selfplay/play/run_game.h"
#include "selfplay/store/envelope.h"
#include "selfplay/store/games_file.h"
#include "selfplay/store/record.h"
#include "selfplay/verify/replay.h"
#include "tests/support/whole_file.h"

#include <stdlib.h>
#include <zlib.h>

enum { SHARDS = 2, SHARD_GAMES = 2, KINDS = 2 };
enum { RIGHT_CHECKSUMS = 1, ANY_NUMBERS = 2, RIGHT_HASH = 4, IN_PART = 8 };

#define CONFIG                                                                           \
    "{\"game\": \"seesaw\", \"variant\": {\"size\": 2}, \"shard_games\": 2, "            \
    "\"search\": {\"simulations\": 4}}"

/* --- Original files ----------------------------------------------------------------- */

static struct {
    unsigned char *bytes;
    size_t size;
} originals[KINDS];

static void write_shards(char *paths[SHARDS]) {
    run_config_t config;
    failure_t error;
    REQUIRE(run_config_parse(&config, CONFIG, "target", NULL, 0, &error));
    char *text = run_config_text(&config);
    play_t *play = play_new(&config);
    for (int s = 0; s < SHARDS; s++) {
        record_t record;
        size_t bytes;
        record_init(&record, config.game);
        for (int i = 0; i < SHARD_GAMES; i++)
            REQUIRE(
                play_game(play, (uint64_t)(s * SHARD_GAMES + i), &record, NULL, NULL));
        REQUIRE(whole_file_write(paths[s], &record, text, &bytes, &error));
        record_clear(&record);
    }
    play_free(play);
    free(text);
    run_config_clear(&config);
}

static void set_up(void) {
    char first[512], second[512], *paths[SHARDS] = {first, second};
    failure_t error;
    if (originals[0].bytes)
        return;
    hdf5_be_silent();
    snprintf(first, sizeof first, "%s", fuzz_path("games/shard-000000.h5"));
    snprintf(second, sizeof second, "%s", fuzz_path("games/shard-000001.h5"));
    write_shards(paths);
    const char *files[KINDS] = {first, fuzz_path("games/merged.h5")};
    for (int kind = 0; kind < KINDS; kind++) {
        merge_options_t options = {.quiet = true, .threads = 1};
        merge_t merge;
        REQUIRE(kind == 0 ||
                merge_files(&merge, paths, SHARDS, files[kind], &options, &error));
        originals[kind].bytes = fuzz_read_file(files[kind], &originals[kind].size);
    }
}

/* --- Recomputed checksums and hashes ------------------------------------------------ */

static void settle_column(hid_t file, const char *name) {
    enum { MOST = 1 << 22 };
    hid_t dataset = H5Dopen2(file, name, H5P_DEFAULT);
    if (dataset < 0)
        return;
    hid_t type = H5Dget_type(dataset), space = H5Dget_space(dataset);
    hssize_t count = H5Sget_simple_extent_npoints(space);
    size_t width = H5Tget_size(type);
    if (count >= 0 && width <= 8 && (size_t)count <= MOST) {
        unsigned char *values = memory_new((size_t)count + 1, width);
        bool read = count == 0 ||
                    H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0;
        if (read && H5Aexists(dataset, "crc32") > 0)
            H5Adelete(dataset, "crc32");
        if (read)
            hdf5_write_number(dataset, "crc32",
                              count ? crc32_z(0, values, (size_t)count * width) : 0);
        free(values);
    }
    H5Sclose(space);
    H5Tclose(type);
    H5Dclose(dataset);
}

static void settle(const char *path, uint8_t flags) {
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    REQUIRE(file >= 0);
    for (column_id_t id = 0; (flags & RIGHT_CHECKSUMS) && id < COLUMN_COUNT; id++)
        if (H5Lexists(file, schema_columns[id].path, H5P_DEFAULT) > 0)
            settle_column(file, schema_columns[id].path);
    char *config = flags & RIGHT_HASH ? hdf5_read_text(file, "config") : NULL;
    if (config) {
        H5Adelete(file, "config_hash");
        hdf5_write_number(file, "config_hash", run_config_hash(config));
    }
    free(config);
    H5Fclose(file);
}

/* --- Invariants --------------------------------------------------------------------- */

static void check_rows(games_file_t *file) {
    run_config_t config;
    record_t record;
    failure_t error = {""};
    int64_t count;
    if (!run_config_parse(&config, file->header.config, "file", NULL, 0, &error))
        return;
    record_init(&record, file->header.game);
    while ((count = games_file_next(file, &record, &error)) > 0)
        for (size_t row = 0; row < (size_t)count; row++) {
            replay_fault_t fault = {.text = ""};
            bool ok = replay_rules(&record, row, &config, &fault);
            REQUIRE(ok || fault.text[0]);
        }
    REQUIRE((count == 0) == !error.message[0]);
    record_clear(&record);
    run_config_clear(&config);
}

static void check_file(const char *path, uint8_t flags) {
    games_file_t file;
    failure_t error = {""};
    uint64_t row;
    if (!games_file_open(&file, path, NULL,
                         flags & IN_PART ? GAMES_FILE_PART : GAMES_FILE_WHOLE, &error)) {
        REQUIRE(error.message[0]);
        return;
    }
    file.any_numbers = (flags & ANY_NUMBERS) != 0;
    (void)games_header_check(&file.header, file.handle, path, &error);
    (void)games_file_find(&file, 1, &row, &error);
    check_rows(&file);
    games_file_close(&file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *names[COLUMN_COUNT];
    fuzz_input_t input = {data, size};
    failure_t error;
    uint64_t bytes;
    set_up();
    for (column_id_t id = 0; id < COLUMN_COUNT; id++)
        names[id] = schema_columns[id].path;
    int kind = fuzz_take_byte(&input) % KINDS;
    uint8_t flags = fuzz_take_byte(&input);
    const char *path =
        fuzz_file("games/edited.h5", originals[kind].bytes, originals[kind].size);
    fuzz_edit_hdf5(path, &input, names, COLUMN_COUNT);
    settle(path, flags);
    REQUIRE(envelope_file(path, &bytes, &error));
    check_file(path, flags);
    return 0;
}
