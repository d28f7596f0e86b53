/* The journal: added entries are read back; torn, damaged and foreign ones are not. */
#include "selfplay/config/run_config.h"
#include "selfplay/play/run_game.h"
#include "selfplay/run/journal.h"
#include "selfplay/store/record.h"
#include "tests/support/unit.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { GAMES = 6, SHARD = 7, FIRST = SHARD * GAMES };

static run_config_t config;
static char *config_text;
static record_t games[GAMES];
static char folder[] = "/tmp/fulcrum-journal-XXXXXX";

static int set_up(void **state) {
    static const char text[] = "{\"game\": \"seesaw\", \"variant\": {\"size\": 2}, "
                               "\"games\": 100, \"search\": {\"simulations\": 8}}";
    failure_t error;
    (void)state;
    if (!run_config_parse(&config, text, "test", NULL, 0, &error))
        return -1;
    config_text = run_config_text(&config);
    play_t *play = play_new(&config);
    for (uint64_t i = 0; i < GAMES; i++) {
        record_init(&games[i], config.game);
        play_game(play, FIRST + i, &games[i], NULL, NULL);
    }
    play_free(play);
    return mkdtemp(folder) ? 0 : -1;
}

static int tear_down(void **state) {
    (void)state;
    for (int i = 0; i < GAMES; i++)
        record_clear(&games[i]);
    free(config_text);
    run_config_clear(&config);
    return rmdir(folder);
}

static journal_t *open_journal(void) {
    return journal_new(folder, SHARD, config_text, config.game);
}

static void add(journal_t *journal, int i) {
    failure_t error;
    assert_true(journal_add(journal, (uint64_t)(FIRST + i), &games[i], &error));
}

/* Reads as another process would; returns how many games are complete and correct. */
static int read_back(record_t known[GAMES]) {
    journal_t *journal = open_journal();
    int whole = 0;
    for (int i = 0; i < GAMES; i++)
        record_init(&known[i], config.game);
    assert_true(journal_read(journal, FIRST, GAMES, known, NULL));
    journal_free(journal);
    for (int i = 0; i < GAMES; i++)
        if (journal_is_whole(&known[i])) {
            size_t bytes = record_image_bytes(&games[i]);
            unsigned char *a = memory_new(bytes, 1), *b = memory_new(bytes, 1);
            assert_int_equal(record_image_bytes(&known[i]), bytes);
            record_write_image(&games[i], a);
            record_write_image(&known[i], b);
            assert_memory_equal(a, b, bytes);
            free(a);
            free(b);
            whole++;
        }
    return whole;
}

static int count_whole(void) {
    record_t known[GAMES];
    int whole = read_back(known);
    for (int i = 0; i < GAMES; i++)
        record_clear(&known[i]);
    return whole;
}

/* The journal's only file. */
static void path_of_file(char path[512]) {
    char journal[256];
    snprintf(journal, sizeof journal, "%s/journal/shard-%06d", folder, SHARD);
    DIR *open = opendir(journal);
    assert_non_null(open);
    path[0] = 0;
    for (struct dirent *found; (found = readdir(open)) != NULL;)
        if (found->d_name[0] != '.')
            snprintf(path, 512, "%s/%s", journal, found->d_name);
    closedir(open);
    assert_true(path[0] != 0);
}

static void finish(journal_t *journal) {
    char path[256];
    journal_remove(journal);
    journal_free(journal);
    snprintf(path, sizeof path, "%s/journal", folder);
    assert_int_equal(rmdir(path), 0);
}

static void add_counts(void *context, uint64_t shard, const journal_count_t *count) {
    journal_count_t *sum = context;
    (void)shard;
    sum->shards += count->shards;
    sum->whole += count->whole;
    sum->parts += count->parts;
    sum->bytes += count->bytes;
}

static journal_count_t count_entries(const char *text) {
    journal_count_t sum = {0};
    assert_true(journal_survey(folder, text, config.game, add_counts, &sum, NULL));
    return sum;
}

static void test_read_what_was_added(void **state) {
    (void)state;
    journal_t *journal = open_journal();
    assert_int_equal(count_whole(), 0);
    for (int i = GAMES - 1; i >= 0; i -= 2) {
        add(journal, i);
        add(journal, i); /* twice does no harm */
    }
    assert_int_equal(count_whole(), GAMES / 2);
    journal_count_t count = count_entries(config_text);
    assert_int_equal(count.shards, 1);
    assert_int_equal(count.whole, GAMES / 2);
    assert_int_equal(count.parts, 0);
    finish(journal);
    assert_int_equal(count_whole(), 0);
}

/* The first positions of a game, as if it was stopped. */
typedef struct patience {
    int num_actions;
} patience_t;

static bool stop_later(void *context, uint32_t simulations) {
    patience_t *patience = context;
    (void)simulations;
    return --patience->num_actions > 0;
}

static void test_parts_go_on(void **state) {
    (void)state;
    play_t *play = play_new(&config);
    journal_t *journal = open_journal();
    record_t known[GAMES];
    failure_t error;
    for (int num_actions = 1; num_actions <= 3; num_actions++) {
        record_t part;
        patience_t patience = {num_actions};
        record_init(&part, config.game);
        assert_false(play_game(play, FIRST, &part, stop_later, &patience));
        assert_int_equal(part.rows[TABLE_POSITIONS], num_actions);
        assert_true(journal_add(journal, FIRST, &part, &error));
        record_clear(&part);
    }
    assert_int_equal(read_back(known), 0);
    assert_int_equal(known[0].rows[TABLE_POSITIONS], 3);
    journal_count_t count = count_entries(config_text);
    assert_int_equal(count.whole, 0);
    assert_int_equal(count.parts, 1);

    assert_true(play_game(play, FIRST, &known[0], NULL, NULL));
    assert_true(journal_add(journal, FIRST, &known[0], &error));
    for (int i = 0; i < GAMES; i++)
        record_clear(&known[i]);
    assert_int_equal(count_whole(), 1); /* equal to the game that was not stopped */
    play_free(play);
    finish(journal);
}

/* Every length that a kill can leave: complete entries are read, and no others. */
static void test_torn_files(void **state) {
    (void)state;
    char path[512];
    struct stat status;
    journal_t *journal = open_journal();
    off_t ends[3] = {0};
    for (int i = 0; i < 3; i++) {
        add(journal, i);
        path_of_file(path);
        assert_int_equal(stat(path, &status), 0);
        ends[i] = status.st_size;
    }
    for (off_t size = ends[2]; size >= 0; size -= 1 + size / 97) {
        assert_int_equal(truncate(path, size), 0);
        int expected = (size >= ends[0]) + (size >= ends[1]) + (size >= ends[2]);
        assert_int_equal(count_whole(), expected);
    }
    finish(journal);
}

/* An entry that no legal game can have written is ignored, though its checksum is right.
 */
static void test_what_was_not_played(void **state) {
    (void)state;
    record_t *record = &games[0];
    uint8_t *where[] = {record_u8(record, POSITIONS_STATE),
                        (uint8_t *)record_u16(record, POSITIONS_CHOSEN),
                        (uint8_t *)record_u32(record, POSITIONS_LEGAL),
                        (uint8_t *)record_i64(record, POSITIONS_FIRST_LEGAL),
                        (uint8_t *)record_u16(record, LEGAL_ACTION),
                        (uint8_t *)record_i64(record, GAMES_ID),
                        (uint8_t *)record_i64(record, GAMES_FIRST_POSITION),
                        (uint8_t *)record_u32(record, GAMES_DECISIONS),
                        record_u8(record, GAMES_WINNER),
                        record_u8(record, GAMES_REASON)};
    journal_t *journal = open_journal();
    for (size_t i = 0; i < sizeof where / sizeof where[0]; i++) {
        *where[i] ^= 0x55;
        add(journal, 0);
        *where[i] ^= 0x55;
        assert_int_equal(count_whole(), 0);
    }
    add(journal, 0);
    assert_int_equal(count_whole(), 1);
    finish(journal);
}

/* Rows that the entry does not hold take no memory, and what the system cannot read is
 * not taken for absent. */
static void test_false_rows_and_failed_reads(void **state) {
    (void)state;
    const size_t large = (size_t)1 << 46; /* bytes of an image that is never read */
    const uint64_t rows[TABLE_COUNT] = {1, large - 1, large - 1};
    record_t record;
    failure_t error;
    struct rlimit limits, few;
    record_init(&record, config.game);
    assert_false(record_read_image(&record, (const unsigned char *)rows, large));
    assert_int_equal(record.rows[TABLE_POSITIONS], 0);

    journal_t *journal = open_journal();
    add(journal, 0);
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &limits), 0);
    few = limits;
    few.rlim_cur = 4; /* one more than standard error, if that: the folder */
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
    assert_false(journal_read(journal, FIRST, 1, &record, &error));
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &limits), 0);
    assert_true(error_is_of_system(&error));
    assert_non_null(strstr(error.message, "cannot be read: Too many open files"));
    record_clear(&record);
    finish(journal);
}

static void flip(const char *path, long byte, int bit) {
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    fseek(file, byte, SEEK_SET);
    int value = fgetc(file);
    fseek(file, byte, SEEK_SET);
    fputc(value ^ 1 << bit, file);
    fclose(file);
}

/* A changed bit loses its entry and those after it, but never gives a wrong game. */
static void test_changed_bits(void **state) {
    (void)state;
    char path[512];
    struct stat status;
    journal_t *journal = open_journal();
    for (int i = 0; i < 3; i++)
        add(journal, i);
    path_of_file(path);
    assert_int_equal(stat(path, &status), 0);
    for (long byte = 0; byte < status.st_size; byte += 1 + byte / 50) {
        flip(path, byte, (int)(byte % 8));
        assert_in_range(count_whole(), 0, 2); /* which compares each with the truth */
        flip(path, byte, (int)(byte % 8));
    }
    assert_int_equal(count_whole(), 3);
    finish(journal);
}

/* While this process reads a file, another may truncate it, on a full disk, or remove it
 * when publishing the shard. */
static void test_cut_while_read(void **state) {
    (void)state;
    char path[512];
    struct stat status;
    journal_t *journal = open_journal();
    for (int i = 0; i < GAMES; i++)
        add(journal, i);
    path_of_file(path);
    assert_int_equal(stat(path, &status), 0);
    size_t size = (size_t)status.st_size;
    char *bytes = memory_new(size, 1);
    int file = open(path, O_RDWR);
    assert_int_equal(pread(file, bytes, size, 0), status.st_size);
    pid_t cutter = fork();
    if (cutter == 0) {
        alarm(60); /* should this process end before it ends that one */
        for (off_t kept = 0;; kept = (kept + 977) % (off_t)size)
            if (ftruncate(file, kept) != 0 ||
                pwrite(file, bytes, size, 0) != status.st_size)
                _exit(1);
    }
    assert_true(cutter > 0);
    for (int i = 0; i < 3000; i++)
        assert_in_range(count_whole(), 0, GAMES); /* each as it was written */
    kill(cutter, SIGKILL);
    assert_int_equal(waitpid(cutter, NULL, 0), cutter);
    close(file);
    free(bytes);
    finish(journal);
}

/* Nor counted, as their games will be played again. */
static void test_foreign_files_are_not_read(void **state) {
    (void)state;
    journal_t *journal = open_journal();
    add(journal, 0);
    run_config_t other;
    failure_t error;
    char word[] = "seed=2", *words[] = {word};
    assert_true(run_config_parse(&other, config_text, "test", words, 1, &error));
    char *other_text = run_config_text(&other);
    journal_t *theirs = journal_new(folder, SHARD, other_text, other.game);
    record_t known[GAMES];
    for (int i = 0; i < GAMES; i++)
        record_init(&known[i], other.game);
    assert_true(journal_read(theirs, FIRST, GAMES, known, NULL));
    for (int i = 0; i < GAMES; i++) {
        assert_int_equal(known[i].rows[TABLE_POSITIONS], 0);
        record_clear(&known[i]);
    }
    journal_free(theirs);
    assert_int_equal(count_entries(config_text).whole, 1);
    journal_count_t count = count_entries(other_text);
    assert_int_equal(count.shards, 0);
    assert_int_equal(count.whole, 0);
    assert_true(count.bytes > 0);
    free(other_text);
    run_config_clear(&other);
    finish(journal);
}

static bool is_seven(void *context, uint64_t shard) {
    (void)context;
    return shard == 7;
}

static bool is_eight(void *context, uint64_t shard) {
    (void)context;
    return shard == 8;
}

static void test_sweep(void **state) {
    (void)state;
    char path[256];
    journal_t *journal = open_journal();
    add(journal, 0);
    journal_sweep(folder, is_eight, NULL);
    assert_int_equal(count_whole(), 1);
    journal_sweep(folder, is_seven, NULL);
    assert_int_equal(count_whole(), 0);
    journal_free(journal);
    snprintf(path, sizeof path, "%s/journal", folder);
    assert_int_equal(rmdir(path), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read_what_was_added),
        cmocka_unit_test(test_parts_go_on),
        cmocka_unit_test(test_torn_files),
        cmocka_unit_test(test_what_was_not_played),
        cmocka_unit_test(test_false_rows_and_failed_reads),
        cmocka_unit_test(test_changed_bits),
        cmocka_unit_test(test_cut_while_read),
        cmocka_unit_test(test_foreign_files_are_not_read),
        cmocka_unit_test(test_sweep),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
