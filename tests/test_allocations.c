/* No simulation allocates: the linker sends every call of our code for memory through
 * here (tests/CMakeLists.txt). */
#include "tests/unit.h"

#include "mcts/search.h"
#include "tests/variants.h"

#include <stdlib.h>

static unsigned long allocations;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);

void *__wrap_malloc(size_t size) {
    allocations++;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
    allocations++;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size) {
    allocations++;
    return __real_realloc(memory, size);
}

static void count_in_search(const game_t *game, const search_config_t *config) {
    state_t state = {0};
    search_result_t result;
    unsigned long before = allocations;
    search_t *search = search_new(game, config);
    assert_true(allocations > before); /* or nothing is counted */
    before = allocations;
    game_start(game, &state);
    for (uint64_t ply = 0; ply < 6 && !game_outcome(game, &state).over; ply++) {
        search_start(search, &state, pcg32_for(1, 0, ply, PCG_FOR_TEST));
        search_run(search, UINT32_MAX);
        search_read(search, &result);
        action_t action = result.actions[search_best(&result)];
        search_advance(search, action);
        game_apply(game, &state, action);
    }
    assert_int_equal(allocations, before);
    search_free(search);
}

static void test_searches_do_not_allocate(void **unused) {
    (void)unused;
    for (int i = 0; i < test_variant_count; i++) {
        game_t *game = test_variant_game(&test_variants[i]);
        search_config_t config;
        keyset_set_defaults(&search_keys, &config);
        config.simulations = 200;
        config.memory_mb = 16;
        config.reuse = i % 2;
        config.selection = i % 3 ? SELECTION_UCT : SELECTION_PUCT;
        count_in_search(game, &config);
        game_free(game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_searches_do_not_allocate)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
