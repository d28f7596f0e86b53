/* A simulation allocates nothing: all allocations of the program are counted, by
 * functions that replace the C library's (glibc), or by the address sanitizer. */
#include "mcts/search/search.h"
#include "tests/support/unit.h"

#include "mcts/search/search_batch.h"
#include "mcts/select/selection_rules.h"
#include "tests/support/integer_search.h"
#include "tests/support/variants.h"

#include <stdlib.h>

static unsigned long allocations;

#if defined(__SANITIZE_ADDRESS__)
#define HAS_ADDRESS_SANITIZER
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_ADDRESS_SANITIZER
#endif
#endif

#ifdef HAS_ADDRESS_SANITIZER
void __sanitizer_malloc_hook(const volatile void *memory, size_t size);

void __sanitizer_malloc_hook(const volatile void *memory, size_t size) {
    (void)memory;
    (void)size;
    allocations++;
}
#else
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);

void *malloc(size_t size) {
    allocations++;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    allocations++;
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
    allocations++;
    return __libc_realloc(memory, size);
}
#endif

enum { PLACES = 2, ROUNDS = 3 };

typedef struct rounds {
    const game_t *game;
    search_t *searches[PLACES];
    int begun[PLACES];
    unsigned long before; /* allocations until each place had finished a search */
} rounds_t;

/* Some searches from the start at each place; the first ones create evaluators. */
static search_t *next_search(void *context, int place, search_t *done) {
    rounds_t *rounds = context;
    search_t *search = rounds->searches[place];
    state_t state = {0};
    if (done && rounds->begun[0] + rounds->begun[1] == PLACES)
        rounds->before = allocations;
    else if (done)
        assert_int_equal(allocations, rounds->before);
    if (rounds->begun[place]++ == ROUNDS)
        return NULL;
    game_start(rounds->game, &state);
    search_forget(search);
    search_start(search, &state,
                 pcg32_for(1, (uint64_t)rounds->begun[place], 0, PCG_FOR_TEST));
    return search;
}

static void count_in_search(const game_t *game, const search_config_t *config) {
    state_t state = {0};
    search_result_t result;
    unsigned long before = allocations;
    search_t *search = search_new(game, config);
    assert_true(allocations > before); /* or nothing is counted */
    game_start(game, &state);
    for (uint64_t ply = 0; ply < 6 && !game_outcome(game, &state).over; ply++) {
        search_start(search, &state, pcg32_for(1, 0, ply, PCG_FOR_TEST));
        before = allocations;
        search_run(search, UINT32_MAX);
        assert_int_equal(allocations, before);
        search_read(search, &result);
        action_t action = result.actions[search_best(&result)];
        search_advance(search, action);
        game_apply(game, &state, action);
    }
    rounds_t rounds = {game, {search, search_new(game, config)}, {0}, 0};
    search_batch_run(
        game,
        &(search_feed_t){.places = PLACES, .next = next_search, .context = &rounds});
    assert_int_equal(rounds.begun[0] + rounds.begun[1], PLACES * (ROUNDS + 1));
    for (int i = 0; i < PLACES; i++)
        search_free(rounds.searches[i]);
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
        config.amaf_reference = i % 3 == 1 ? 10 : 0;
        count_in_search(game, &config);
        game_free(game);
    }
}

static void test_searches_by_integer_networks_do_not_allocate(void **unused) {
    (void)unused;
    for (int i = 0; i < test_variant_count; i++) {
        game_t *game = test_variant_game(&test_variants[i]);
        integer_network_t *network = test_integer_network(game, 64, (uint64_t)i);
        search_config_t config = test_integer_config(network, 200);
        config.reuse = i % 2;
        config.noise_weight = i % 3 ? 0 : 0.25;
        count_in_search(game, &config);
        integer_network_free(network);
        game_free(game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_searches_do_not_allocate),
        cmocka_unit_test(test_searches_by_integer_networks_do_not_allocate)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
