/* Searches with leaves evaluated in batches find what each finds alone: self-play games
 * at several places, against the same games one after the other. */
#include "mcts/search/search.h"
#include "mcts/tree/value.h"
#include "tests/support/unit.h"

#include "mcts/evaluate/evaluator.h"
#include "mcts/search/search_batch.h"
#include "mcts/select/selection_rules.h"
#include "tests/support/variants.h"

enum { GAMES = 12, PLIES = 6 };

/* One game: its current position, and the results of its searches. */
typedef struct played {
    state_t state;
    uint64_t ply, sum;
} played_t;

typedef struct table {
    const game_t *game;
    search_t *searches[PLAYOUT_SLOTS];
    int at[PLAYOUT_SLOTS]; /* the game that a place plays */
    played_t games[GAMES];
    int begun;
} table_t;

static void start_search(table_t *table, search_t *search, int number) {
    const played_t *played = &table->games[number];
    search_start(search, &played->state,
                 pcg32_for(7, (uint64_t)number, played->ply, PCG_FOR_TEST));
}

/* Adds the search's result to the game and plays its action; false: the game is over. */
static bool play_action(table_t *table, search_t *search, int number) {
    played_t *played = &table->games[number];
    search_result_t result;
    search_read(search, &result);
    for (int i = 0; i < result.count; i++) {
        uint32_t value;
        memcpy(&value, &result.values[i], sizeof value);
        played->sum = mix64(played->sum ^ result.visits[i]);
        played->sum = mix64(played->sum ^ ((uint64_t)value << 8 | result.bounds[i]));
    }
    played->sum = mix64(
        played->sum ^ ((uint64_t)result.simulations << 8 | (uint64_t)search_end(search)));
    action_t action = result.actions[search_best(&result)];
    search_advance(search, action);
    game_apply(table->game, &played->state, action);
    return ++played->ply < PLIES && !game_outcome(table->game, &played->state).over;
}

/* A place's next search: of its game, or of the next game. */
static search_t *next_search(void *context, int place, search_t *done) {
    table_t *table = context;
    search_t *search = table->searches[place];
    if (!done || !play_action(table, done, table->at[place])) {
        do {
            if (table->begun == GAMES)
                return NULL;
            table->at[place] = table->begun++;
        } while (game_outcome(table->game, &table->games[table->at[place]].state).over);
        search_forget(search);
    }
    start_search(table, search, table->at[place]);
    return search;
}

static void init_table(table_t *table, const game_t *game, const search_config_t *config,
                       int places) {
    *table = (table_t){.game = game};
    for (int i = 0; i < places; i++)
        table->searches[i] = search_new(game, config);
    for (int i = 0; i < GAMES; i++)
        test_random_position(game, 8, (uint64_t)i, i * 3, &table->games[i].state);
}

static void free_searches(table_t *table) {
    for (int i = 0; i < PLAYOUT_SLOTS; i++)
        search_free(table->searches[i]);
}

static void play_alone(table_t *table) {
    search_t *search = next_search(table, 0, NULL);
    while (search) {
        search_run(search, UINT32_MAX);
        search = next_search(table, 0, search);
    }
}

static void compare(const game_t *game, const search_config_t *config, int places) {
    static table_t alone, beside;
    init_table(&alone, game, config, 1);
    play_alone(&alone);
    init_table(&beside, game, config, places);
    search_batch_run(
        game,
        &(search_feed_t){.places = places, .next = next_search, .context = &beside});
    for (int i = 0; i < GAMES; i++) {
        assert_int_equal(beside.games[i].ply, alone.games[i].ply);
        if (beside.games[i].sum != alone.games[i].sum)
            fail_msg("%s: game %d is another one with %d places", game->variant_text, i,
                     places);
    }
    free_searches(&alone);
    free_searches(&beside);
}

static search_config_t make_config(int kind) {
    search_config_t config;
    keyset_set_defaults(&search_keys, &config);
    config.simulations = 60 + 40 * (kind % 3);
    config.memory_mb = 1 + kind % 7;
    config.selection = kind % 2 ? SELECTION_PUCT : SELECTION_UCT;
    config.fpu = kind % 3;
    config.expand_after = 1 + kind % 2;
    config.solve = kind % 5 != 1;
    config.root_selection = kind % 4 == 3 ? ROOT_GUMBEL : ROOT_SAME;
    config.reuse = kind % 4 == 1;
    config.stop_when_settled = kind % 4 == 2;
    config.max_nodes = kind % 6 == 4 ? 40 : 0;
    config.noise_weight = kind % 4 == 1 ? 0.25 : 0;
    config.amaf_reference = kind % 6 == 0 ? 1 + kind % 11 : 0;
    return config;
}

static void test_same_as_alone(void **unused) {
    (void)unused;
    for (int i = 0; i < test_variant_count; i++) {
        game_t *game = test_variant_game(&test_variants[i]);
        search_config_t config = make_config(i);
        failure_t error;
        if (!search_config_check(&config, "test", &error))
            fail_msg("%s", error.message);
        compare(game, &config, 1 + i % PLAYOUT_SLOTS);
        game_free(game);
    }
}

/* A feed whose watch stops everything in the middle of a search. */
static bool stop_at_once(void *context) {
    ((table_t *)context)->begun = GAMES;
    return false;
}

/* Searches with AMAF, whose playouts are recorded, are watched, too. */
static void test_watched(void **unused) {
    (void)unused;
    const int64_t references[] = {0, 5};
    for (int i = 0; i < 2; i++) {
        static table_t table;
        test_variant_t variant = {"cascade", "size=4"};
        game_t *game = test_variant_game(&variant);
        search_config_t config = make_config(0);
        config.simulations = 100000;
        config.memory_mb = 64;
        config.amaf_reference = references[i];
        init_table(&table, game, &config, 2);
        search_batch_run(game, &(search_feed_t){.places = 2,
                                                .next = next_search,
                                                .watch = stop_at_once,
                                                .context = &table});
        uint32_t nodes = search_memory(table.searches[0]).nodes;
        assert_true(nodes > 1 && nodes < 1000);
        free_searches(&table);
        game_free(game);
    }
}

/* A place whose searches never end: only the watch can. */
static search_t *next_for_ever(void *context, int place, search_t *done) {
    table_t *table = context;
    (void)done;
    assert_true(table->begun++ < 1000);
    start_search(table, table->searches[place], 0);
    return table->searches[place];
}

/* Searches with fewer simulations than there are between two checks, too. */
static void test_short_searches_are_watched(void **unused) {
    (void)unused;
    const int64_t references[] = {0, 5};
    for (int i = 0; i < 2; i++) {
        static table_t table;
        test_variant_t variant = {"cascade", "size=8"};
        game_t *game = test_variant_game(&variant);
        search_config_t config = make_config(0);
        config.simulations = 50;
        config.amaf_reference = references[i];
        init_table(&table, game, &config, 1);
        search_batch_run(game, &(search_feed_t){.places = 1,
                                                .next = next_for_ever,
                                                .watch = stop_at_once,
                                                .context = &table});
        assert_int_equal(table.begun, GAMES); /* the watch was asked */
        free_searches(&table);
        game_free(game);
    }
}

/* Leaves evaluated by the caller. */
static void test_leaf_by_leaf(void **unused) {
    (void)unused;
    test_variant_t variant = {"seesaw", "size=3 max_turns=30"};
    game_t *game = test_variant_game(&variant);
    search_config_t config = make_config(0);
    config.amaf_reference = 0;
    search_t *search = search_new(game, &config);
    search_result_t whole, again;
    state_t start = {0};
    leaf_t *leaf;
    uint32_t leaves = 0;
    game_start(game, &start);
    search_start(search, &start, pcg32_seed(3, 4));
    assert_true(search_run(search, UINT32_MAX));
    search_read(search, &whole);
    search_start(search, &start, pcg32_seed(3, 4));
    for (; (leaf = search_next_leaf(search)); leaves++) {
        assert_false(game_outcome(game, &leaf->state).over);
        playout_t playout = game_playout(game, &leaf->state, leaf->rng);
        leaf->evaluation.value = value_of_winner(playout.outcome.winner);
    }
    search_read(search, &again);
    assert_true(leaves > 0 && leaves <= again.simulations);
    assert_int_equal(again.simulations, whole.simulations);
    assert_int_equal(search_simulations(search), whole.simulations);
    assert_memory_equal(again.visits, whole.visits,
                        (size_t)whole.count * sizeof whole.visits[0]);
    /* A different evaluation gives a different search. */
    search_start(search, &start, pcg32_seed(3, 4));
    while ((leaf = search_next_leaf(search)))
        leaf->evaluation.value = VALUE_ONE;
    search_read(search, &again);
    assert_true(again.root_value > whole.root_value);
    search_free(search);
    game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_same_as_alone),
                                       cmocka_unit_test(test_watched),
                                       cmocka_unit_test(test_short_searches_are_watched),
                                       cmocka_unit_test(test_leaf_by_leaf)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
