/* Images of records. An input: two bytes for the game (fuzz.h), a letter, then
 *   s  the number of rows of each of the three tables (a byte each), and their bytes,
 *      padded with zeros: a valid image, which must round-trip
 *   any other: the rest, which may or may not be an image */
#include "tests/fuzz/fuzz.h"

#include "selfplay/store/record.h"

#include <stdlib.h>

/* An image of a record is read and written back unchanged, or rejected with no rows
 * kept. */
static bool check_image(const game_t *game, const unsigned char *image, size_t size) {
    record_t record;
    record_init(&record, game);
    bool read = record_read_image(&record, image, size);
    if (read) {
        REQUIRE(record_image_bytes(&record) == size);
        unsigned char *again = memory_new(size, 1);
        record_write_image(&record, again);
        REQUIRE(memcmp(image, again, size) == 0);
        free(again);
    }
    for (table_t table = 0; table < TABLE_COUNT; table++)
        REQUIRE(read || record.rows[table] == 0);
    record_clear(&record);
    return read;
}

static void check_made(const game_t *game, fuzz_input_t *input) {
    uint64_t rows[TABLE_COUNT];
    size_t size = sizeof rows;
    for (table_t table = 0; table < TABLE_COUNT; table++)
        rows[table] = fuzz_take_byte(input);
    for (column_id_t id = 0; id < COLUMN_COUNT; id++)
        size += rows[schema_columns[id].table] * column_width(id, game) *
                column_type_bytes(schema_columns[id].type);
    unsigned char *image = memory_new(size, 1);
    memcpy(image, rows, sizeof rows);
    for (size_t i = sizeof rows; i < size; i++)
        image[i] = fuzz_take_byte(input);
    REQUIRE(check_image(game, image, size));
    REQUIRE(!check_image(game, image, size - 1));
    free(image);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_input_t input = {data, size};
    const game_t *game = fuzz_take_game(&input);
    if (fuzz_take_byte(&input) == 's') {
        check_made(game, &input);
    } else {
        unsigned char *image =
            memory_new(input.size + 1, 1); /* aligned as for the reader */
        if (input.size > 0)
            memcpy(image, input.data, input.size);
        check_image(game, image, input.size);
        free(image);
    }
    return 0;
}
