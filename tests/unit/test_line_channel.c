/* Lines over a socket whose two sides both write before they read: nobody waits for ever,
 * lines are shown before they are read, and what is kept has a bound. */
#include "tests/support/unit.h"

#include "core/base/process/line_channel.h"

#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MOST = 1000, LINES = 20000 };
static const char one[] = "one of many lines\n";

static void write_lines(line_channel_t *channel, int count) {
    for (int i = 0; i < count; i++) {
        const char *left = one;
        size_t length = strlen(one);
        assert_int_equal(line_channel_write(channel, &left, &length, 60), LINE_READY);
    }
}

static void read_lines(line_channel_t *channel, int count) {
    char *line;
    for (int i = 0; i < count; i++) {
        assert_int_equal(line_channel_read(channel, 60, &line), LINE_READY);
        assert_int_equal(strlen(line), strlen(one) - 1);
    }
}

static void *write_all_first(void *context) {
    line_channel_t channel;
    line_channel_init(&channel, *(int *)context, *(int *)context, LINES * sizeof one);
    write_lines(&channel, LINES);
    read_lines(&channel, LINES);
    line_channel_clear(&channel);
    return NULL;
}

/* The other side keeps all that arrives while it writes; this side answers line by line,
 * and keeps little. */
static void test_both_write(void **unused) {
    int ends[2];
    pthread_t other;
    line_channel_t channel;
    (void)unused;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    line_channel_init(&channel, ends[0], ends[0], MOST);
    assert_int_equal(pthread_create(&other, NULL, write_all_first, &ends[1]), 0);
    for (int i = 0; i < LINES; i++) {
        read_lines(&channel, 1);
        write_lines(&channel, 1);
    }
    pthread_join(other, NULL);
    assert_in_range(channel.capacity, 1, 4 * LINE_CHANNEL_AHEAD * MOST + 4096);
    line_channel_clear(&channel);
    close(ends[0]);
    close(ends[1]);
}

/* Each line is shown once, in order, and read afterwards. */
static void test_peek(void **unused) {
    int ends[2];
    line_channel_t channel;
    const char *shown;
    size_t length;
    char *line;
    (void)unused;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    line_channel_init(&channel, ends[0], ends[0], MOST);
    assert_false(line_channel_peek(&channel, &shown, &length));
    assert_int_equal(write(ends[1], "a\nbc\nd", 6), 6);
    assert_true(line_channel_peek(&channel, &shown, &length));
    assert_memory_equal(shown, "a\n", length + 1);
    assert_int_equal(line_channel_read(&channel, 0, &line), LINE_READY);
    assert_string_equal(line, "a");
    assert_true(line_channel_peek(&channel, &shown, &length));
    assert_memory_equal(shown, "bc\n", length + 1);
    assert_false(line_channel_peek(&channel, &shown, &length));
    assert_true(line_channel_has_line(&channel));
    assert_int_equal(line_channel_read(&channel, 0, &line), LINE_READY);
    assert_string_equal(line, "bc");
    assert_false(line_channel_has_line(&channel));
    assert_int_equal(line_channel_read(&channel, 0, &line), LINE_LATE);
    assert_int_equal(line_channel_waiting(&channel), 1);
    line_channel_clear(&channel);
    close(ends[0]);
    close(ends[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_both_write),
        cmocka_unit_test(test_peek),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
