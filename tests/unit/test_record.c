/* Records and files of games: files hold the games that were played, and other files are
 * rejected. */
#include "selfplay/config/run_config.h"
#include "tests/support/unit.h"
#include "tests/support/whole_file.h"

#include "core/base/files/file.h"
#include "core/base/files/publish.h"
#include "selfplay/play/run_game.h"
#include "selfplay/store/envelope.h"
#include "tests/support/test_folder.h"
#include "tests/support/variants.h"

#include <stdlib.h>
#include <unistd.h>
#include <zlib.h>

static void path_of(const char *name, char path[256]) {
    snprintf(path, 256, "%s/%s", test_folder, name);
}

static void load_config(run_config_t *config, const char *json, char **words, int count) {
    char path[256];
    failure_t error;
    path_of("config.json", path);
    assert_true(publish_file(path, json, strlen(json), &error));
    if (!run_config_load(config, path, words, count, &error))
        fail_msg("%s", error.message);
}

static void play_games(const run_config_t *config, uint64_t first, uint64_t end,
                       record_t *record) {
    play_t *play = play_new(config);
    record_init(record, config->game);
    for (uint64_t id = first; id < end; id++)
        assert_true(play_game(play, id, record, NULL, NULL));
    play_free(play);
}

static void check_same(const record_t *a, const record_t *b) {
    for (table_t table = 0; table < TABLE_COUNT; table++)
        assert_int_equal(a->rows[table], b->rows[table]);
    assert_int_equal(a->game->packed_bytes, b->game->packed_bytes);
    for (column_id_t id = 0; id < COLUMN_COUNT; id++)
        assert_memory_equal(a->data[id], b->data[id],
                            a->rows[schema_columns[id].table] *
                                column_width(id, a->game) *
                                column_type_bytes(schema_columns[id].type));
}

/* Replays a recorded game by the rules and compares everything that they determine. */
static void replay(const record_t *record, size_t game_row) {
    const game_t *game = record->game;
    size_t first = record_first_position(record, game_row);
    size_t count = record_u32(record, GAMES_DECISIONS)[game_row];
    state_t state = {0};
    game_start(game, &state);
    for (size_t row = first; row < first + count; row++) {
        action_t actions[GAME_MAX_LEGAL];
        state_t unpacked = {0};
        failure_t error;
        uint64_t visits = 0;
        size_t legal = record_first_legal(record, row);
        int num_legal = game_legal(game, &state, actions);
        assert_true(game_unpack(
            game, record_u8(record, POSITIONS_STATE) + row * (size_t)game->packed_bytes,
            &unpacked, &error));
        assert_true(game_equal(game, &state, &unpacked));
        assert_int_equal(record_u8(record, POSITIONS_SIDE)[row], game_side(game, &state));
        assert_int_equal(record_u8(record, POSITIONS_PLAYER)[row],
                         game_player(game, &state));
        assert_int_equal(record_u32(record, POSITIONS_PLY)[row], row - first);
        assert_int_equal(record_u32(record, POSITIONS_LEGAL)[row], num_legal);
        assert_memory_equal(record_u16(record, LEGAL_ACTION) + legal, actions,
                            (size_t)num_legal * sizeof *actions);
        for (int i = 0; i < num_legal; i++)
            visits += record_u32(record, LEGAL_VISITS)[legal + (size_t)i];
        assert_int_equal(visits, record_u32(record, POSITIONS_VISITS)[row]);
        game_apply(game, &state, record_u16(record, POSITIONS_CHOSEN)[row]);
    }
    outcome_t outcome = game_outcome(game, &state);
    assert_true(outcome.over);
    assert_int_equal(record_u8(record, GAMES_WINNER)[game_row], outcome.winner);
    assert_int_equal(record_u8(record, GAMES_REASON)[game_row], outcome.reason);
    if (outcome.winner != NOBODY) {
        int exchanged = game_side(game, &state) != game_player(game, &state);
        assert_int_equal(record_u8(record, GAMES_WINNER_SIDE)[game_row],
                         outcome.winner ^ exchanged);
    }
}

#define CONFIG                                                                           \
    "{\"game\": \"seesaw\", \"variant\": {\"size\": 3, \"swap\": true}, \"games\": 12, " \
    "\"search\": {\"simulations\": 40}}"

static void test_games_replay(void **unused) {
    (void)unused;
    run_config_t config;
    record_t record;
    load_config(&config, CONFIG, NULL, 0);
    play_games(&config, 0, 12, &record);
    assert_int_equal(record.rows[TABLE_GAMES], 12);
    for (size_t row = 0; row < 12; row++)
        replay(&record, row);
    record_clear(&record);
    run_config_clear(&config);
}

/* Game i does not depend on earlier games, and differs from all others. */
static void test_game_depends_on_its_number_alone(void **unused) {
    (void)unused;
    char reuse[] = "search.reuse=true", *words[] = {reuse};
    for (int with_reuse = 0; with_reuse < 2; with_reuse++) {
        run_config_t config;
        record_t together, alone, joined;
        load_config(&config, CONFIG, words, with_reuse);
        play_games(&config, 0, 6, &together);
        record_init(&joined, config.game);
        for (uint64_t id = 0; id < 6; id++) {
            play_games(&config, id, id + 1, &alone);
            record_append(&joined, &alone);
            record_clear(&alone);
        }
        check_same(&together, &joined);
        record_clear(&together);
        record_clear(&joined);
        run_config_clear(&config);
    }
}

static void test_file_round_trip(void **unused) {
    (void)unused;
    run_config_t config;
    record_t record;
    whole_file_t whole;
    failure_t error;
    char path[256];
    size_t bytes = 0;
    load_config(&config, CONFIG, NULL, 0);
    play_games(&config, 0, 12, &record);
    char *text = run_config_text(&config);
    path_of("games.h5", path);
    assert_true(whole_file_write(path, &record, text, &bytes, &error));
    if (!whole_file_read(&whole, path, &error))
        fail_msg("%s", error.message);
    assert_int_equal(whole.file_bytes, bytes);
    assert_string_equal(whole.config, text);
    assert_string_equal(whole.game->variant_text, config.game->variant_text);
    check_same(&record, &whole.record);
    whole_file_clear(&whole);
    record_clear(&record);
    /* A file may have no games. */
    record_init(&record, config.game);
    assert_true(whole_file_write(path, &record, text, &bytes, &error));
    assert_true(whole_file_read(&whole, path, &error));
    assert_int_equal(whole.record.rows[TABLE_GAMES], 0);
    whole_file_clear(&whole);
    free(text);
    run_config_clear(&config);
}

/* A byte changed or missing anywhere is detected. */
static void test_damaged_files(void **unused) {
    (void)unused;
    run_config_t config;
    record_t record;
    failure_t error;
    char path[256], damaged[256];
    size_t bytes = 0;
    load_config(&config, CONFIG, NULL, 0);
    play_games(&config, 0, 2, &record);
    char *text = run_config_text(&config);
    path_of("whole.h5", path);
    path_of("damaged.h5", damaged);
    assert_true(whole_file_write(path, &record, text, &bytes, &error));
    unsigned char *image = malloc(bytes);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fread(image, 1, bytes, file), bytes);
    fclose(file);
    for (size_t at = 0; at < bytes; at += bytes / (size_t)(60 + test_effort(240)) + 1) {
        whole_file_t whole;
        unsigned char before = image[at];
        image[at] ^= 0x55;
        assert_true(publish_file(damaged, image, bytes, &error));
        if (whole_file_read(&whole, damaged, &error)) {
            assert_true(at < ENVELOPE_BYTES); /* behind the line of text nothing counts */
            check_same(&record, &whole.record);
            whole_file_clear(&whole);
        }
        image[at] = before;
        assert_true(publish_file(damaged, image, at, &error));
        assert_false(whole_file_read(&whole, damaged, &error));
        assert_non_null(strstr(error.message, "damaged.h5"));
    }
    free(image);
    free(text);
    record_clear(&record);
    run_config_clear(&config);
}

static void test_foreign_files(void **unused) {
    (void)unused;
    whole_file_t whole;
    failure_t error;
    char path[256];
    path_of("text.h5", path);
    assert_true(publish_file(path, "hello", 5, &error));
    assert_false(whole_file_read(&whole, path, &error));
    assert_non_null(strstr(error.message, "not a file of recorded games"));
    assert_false(whole_file_read(&whole, test_folder, &error));
    path_of("missing.h5", path);
    assert_false(whole_file_read(&whole, path, &error));
    assert_non_null(strstr(error.message, "missing.h5"));
}

/* The same games on every machine, compiler and instruction set, and in every version: a
 * change here changes all runs' games and must be intended. */
static void test_golden_games(void **unused) {
    (void)unused;
    static const struct {
        const char *config;
        uint32_t checksum; /* CRC-32 of all visits of game 1 */
    } golden[] = {
        {"{\"game\": \"seesaw\", \"search\": {\"simulations\": 30}}", 0x8b49e93b},
        {"{\"game\": \"seesaw\", \"variant\": {\"size\": 5, \"swap\": true}, \"search\": "
         "{\"simulations\": 30, \"selection\": \"puct\", \"fpu\": \"reduction\"}, "
         "\"noise\": {\"weight\": 0.25}, \"temperature\": {\"end\": 0.5}}",
         0xaa391294},
        {"{\"game\": \"situ\", \"search\": {\"simulations\": 60, \"reuse\": true, "
         "\"uct_exploration\": 0.45}}",
         0x4a1b8704},
        {"{\"game\": \"seega\", \"search\": {\"simulations\": 30, "
         "\"uct_exploration\": 0.45}}",
         0xde1ac208},
        {"{\"game\": \"cascade\", \"search\": {\"simulations\": 30, \"root\": "
         "\"gumbel\", \"uct_exploration\": 0.45}}",
         0x9c3f2b31},
    };
    for (size_t i = 0; i < sizeof golden / sizeof golden[0]; i++) {
        run_config_t config;
        record_t record;
        load_config(&config, golden[i].config, NULL, 0);
        play_games(&config, 1, 2, &record);
        size_t bytes = record.rows[TABLE_LEGAL] * sizeof(uint32_t);
        uint32_t checksum =
            (uint32_t)crc32_z(0, (const void *)record_u32(&record, LEGAL_VISITS), bytes);
        if (checksum != golden[i].checksum)
            fail_msg("%s: 0x%08x", golden[i].config, checksum);
        record_clear(&record);
        run_config_clear(&config);
    }
}

/* FORMAT.md names every dataset. */
static void test_format_is_documented(void **unused) {
    (void)unused;
    failure_t error;
    char *text = file_read_text("selfplay/store/FORMAT.md", &error);
    if (!text)
        fail_msg("%s", error.message);
    for (column_id_t id = 0; id < COLUMN_COUNT; id++) {
        char name[64];
        snprintf(name, sizeof name, "`%s`", schema_columns[id].path);
        if (!strstr(text, name))
            fail_msg("selfplay/store/FORMAT.md does not name %s", name);
    }
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games_replay),
        cmocka_unit_test(test_game_depends_on_its_number_alone),
        cmocka_unit_test(test_golden_games),
        cmocka_unit_test(test_file_round_trip),
        cmocka_unit_test(test_damaged_files),
        cmocka_unit_test(test_foreign_files),
        cmocka_unit_test(test_format_is_documented),
    };
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
