/* The counts of tests/suites/perft.csv (a copy of the rules' table), by the fast games.
 */
#include "tests/support/unit.h"

#include "core/game/perft.h"

#include <stdio.h>
#include <stdlib.h>

enum { MAX_KEYS = 8, LINE = 256 };

typedef struct row {
    char game[16], variant[96], kind[16];
    int depth;
    unsigned long long count;
} row_t;

static uint64_t count_row(row_t *row) {
    char *keys[MAX_KEYS];
    int num_keys = 0;
    for (char *key = strtok(row->variant, ";"); key; key = strtok(NULL, ";"))
        keys[num_keys++] = key;
    failure_t error;
    game_t *game = game_new(row->game, keys, num_keys, &error);
    if (!game)
        fail_msg("%s", error.message);
    state_t state;
    game_start(game, &state);
    uint64_t count = strcmp(row->kind, "turns") == 0
                         ? perft_turns(game, &state, row->depth)
                         : perft_actions(game, &state, row->depth);
    game_free(game);
    return count;
}

static void test_all_rows(void **unused) {
    (void)unused;
    FILE *file = fopen("tests/suites/perft.csv", "r");
    assert_non_null(file);
    char line[LINE];
    int rows = 0, known = 0;
    while (fgets(line, sizeof line, file)) {
        row_t row;
        if (sscanf(line, "%15[^,],%95[^,],%15[^,],%d,%llu", row.game, row.variant,
                   row.kind, &row.depth, &row.count) != 5)
            continue;
        rows++;
        if (!game_class_find(row.game, NULL))
            continue;
        known++;
        assert_int_equal(count_row(&row), row.count);
    }
    fclose(file);
    assert_true(rows > 70);
    assert_true(known > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_all_rows)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
