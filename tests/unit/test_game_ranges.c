/* Ranges of games: written as games arrive, read back, searched. */
#include "selfplay/store/game_ranges.h"
#include "tests/support/unit.h"

#include <string.h>

static void test_joined(void **unused) {
    (void)unused;
    game_ranges_t ranges;
    game_ranges_init(&ranges);
    assert_string_equal(game_ranges_text(&ranges), "none");
    game_ranges_add(&ranges, 3, 3); /* none */
    game_ranges_add(&ranges, 3, 5);
    game_ranges_add(&ranges, 5, 9); /* goes on */
    game_ranges_add(&ranges, 12, 13);
    assert_string_equal(game_ranges_text(&ranges), "3:9 12:13");
    assert_int_equal(ranges.games, 7);
}

/* More ranges than fit end in "...". */
static void test_full(void **unused) {
    (void)unused;
    game_ranges_t ranges;
    uint64_t place, games = 0;
    game_ranges_init(&ranges);
    for (uint64_t first = 0; first < 100000; first += 10, games += 3)
        game_ranges_add(&ranges, first, first + 3);
    const char *text = game_ranges_text(&ranges);
    assert_int_equal(ranges.games, games);
    assert_string_equal(text + strlen(text) - 4, " ...");
    assert_true(game_ranges_find(text, 12, &place));
    assert_int_equal(place, 5);
    assert_false(game_ranges_find(text, 99992, &place)); /* behind what is written */
}

static void test_found(void **unused) {
    (void)unused;
    static const char *const damaged[] = {"", "x", "5", "5x9", "5:", "5:x", "9:5", "5:5"};
    uint64_t place;
    assert_true(game_ranges_find("2:4 7:9", 8, &place));
    assert_int_equal(place, 3);
    assert_false(game_ranges_find("2:4 7:9", 5, &place));
    for (size_t i = 0; i < sizeof damaged / sizeof damaged[0]; i++)
        assert_false(game_ranges_find(damaged[i], 5, &place));
}

static void test_read(void **unused) {
    (void)unused;
    static const char *const wrong[] = {"",    "5",    ":9",  "5:",          "9:5",
                                        "5:5", "5:9x", "5-9", "0:1000000001"};
    uint64_t first, end;
    assert_true(game_ranges_read("0:1000000000", &first, &end));
    assert_true(first == 0 && end == 1000000000);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(game_ranges_read(wrong[i], &first, &end));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_joined), cmocka_unit_test(test_full),
        cmocka_unit_test(test_found), cmocka_unit_test(test_read)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
