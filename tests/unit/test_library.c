/* libfulcrum: the functions of fulcrum.h agree with the program's own; many games at once
 * agree with games one by one; searches agree with an agent's, for any threads and
 * batches; recorded games; errors are reported and do not end the process. */
#include "tests/support/unit.h"

#include "core/game/planes.h"
#include "mcts/search/agent.h"
#include "mcts/search/search.h"
#include "mcts/search/search_result.h"
#include "selfplay/config/run_config.h"
#include "selfplay/library/fulcrum.h"
#include "selfplay/run/run.h"
#include "selfplay/run/workers/run_workers.h"
#include "selfplay/store/schema.h"
#include "tests/support/variants.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static fulcrum_game_t *make(const char *name, const char *variant) {
    fulcrum_game_t *game = fulcrum_game_new(name, variant);
    if (!game)
        fail_msg("%s", fulcrum_error());
    return game;
}

static fulcrum_numbers_t numbers_of(const fulcrum_game_t *game) {
    fulcrum_numbers_t numbers = {.size = sizeof numbers};
    assert_int_equal(fulcrum_game_numbers(game, &numbers), FULCRUM_OK);
    return numbers;
}

/* --- Games and states --------------------------------------------------------------- */

/* One game: every function compared with the program's own. */
static void compare_game(const test_variant_t *variant) {
    fulcrum_game_t *game = make(variant->game, variant->variant);
    game_t *own = test_variant_game(variant);
    fulcrum_numbers_t numbers = numbers_of(game);
    fulcrum_state_t state, read;
    state_t own_state = {0};
    unsigned char packed[GAME_PACKED_BYTES], own_packed[GAME_PACKED_BYTES];
    action_t actions[GAME_MAX_LEGAL], own_actions[GAME_MAX_LEGAL];
    char text[FULCRUM_POSITION_TEXT], own_text[GAME_POSITION_TEXT];
    pcg32_t rng = pcg32_for(21, 0, 0, PCG_FOR_TEST);
    uint8_t *mask = memory_new((size_t)numbers.num_actions, 1);
    assert_int_equal(numbers.num_actions, own->num_actions);
    assert_string_equal(fulcrum_game_fact(game, FULCRUM_VARIANT), own->variant_text);
    assert_int_equal(fulcrum_state_start(game, &state), FULCRUM_OK);
    game_start(own, &own_state);
    for (;;) {
        int count = fulcrum_legal(game, &state, actions);
        assert_int_equal(count, game_legal(own, &own_state, own_actions));
        assert_memory_equal(actions, own_actions, (size_t)count * sizeof *actions);
        game_write_position(own, &own_state, POSITION_FULL, own_text);
        assert_int_equal(fulcrum_position_text(game, &state, text, sizeof text),
                         strlen(own_text));
        assert_string_equal(text, own_text);
        assert_int_equal(fulcrum_position_read(game, text, &read), FULCRUM_OK);
        assert_memory_equal(&read, &state, sizeof read);
        fulcrum_pack(game, &state, packed);
        game_pack(own, &own_state, own_packed);
        assert_memory_equal(packed, own_packed, (size_t)numbers.packed_bytes);
        assert_int_equal(fulcrum_unpack(game, packed, &read), FULCRUM_OK);
        assert_memory_equal(&read, &state, sizeof read);
        assert_int_equal(fulcrum_outcome(game, &state).over, count == 0);
        if (count == 0)
            break;
        assert_int_equal(fulcrum_player(game, &state), game_player(own, &own_state));
        fulcrum_legal_mask(game, &state, 1, mask);
        for (int i = 0; i < count; i++)
            assert_int_equal(mask[actions[i]], 1);
        int action = actions[pcg32_below(&rng, (uint32_t)count)];
        assert_true(fulcrum_action_text(game, action, text, sizeof text) > 0);
        assert_int_equal(fulcrum_action_read(game, &state, text), action);
        assert_int_equal(fulcrum_apply(game, &state, action), FULCRUM_OK);
        game_apply(own, &own_state, (action_t)action);
    }
    outcome_t end = game_outcome(own, &own_state);
    assert_int_equal(fulcrum_outcome(game, &state).winner, end.winner);
    assert_string_equal(fulcrum_reason(fulcrum_outcome(game, &state).reason),
                        reason_names[end.reason]);
    free(mask);
    game_free(own);
    fulcrum_game_free(game);
}

static void test_games(void **unused) {
    (void)unused;
    for (int i = 0; i < test_variant_count; i += 9)
        compare_game(&test_variants[i]);
    assert_int_equal(fulcrum_api_version(), FULCRUM_API_VERSION);
    assert_string_equal(fulcrum_game_name(0), game_classes[0]->name);
    assert_null(fulcrum_game_name(game_class_count));
    fulcrum_game_t *json = make("seesaw", " {\"size\": 3, \"swap\": true}");
    assert_non_null(strstr(fulcrum_game_fact(json, FULCRUM_VARIANT), "size=3"));
    assert_non_null(strstr(fulcrum_game_fact(json, FULCRUM_VARIANT), "swap=true"));
    fulcrum_game_free(json);
}

static void test_networks_and_symmetries(void **unused) {
    (void)unused;
    fulcrum_game_t *game = make("seesaw", "size=3");
    game_t *own = test_variant_game(&(test_variant_t){"seesaw", "size=3"});
    fulcrum_numbers_t numbers = numbers_of(game);
    fulcrum_state_t states[2], image, again;
    uint16_t actions[GAME_MAX_LEGAL];
    fulcrum_state_start(game, &states[0]);
    states[1] = states[0];
    fulcrum_legal(game, &states[0], actions);
    fulcrum_apply_legal(game, &states[1], actions[0]);
    size_t size = planes_bytes(own);
    assert_int_equal(size, numbers.planes * numbers.planes_height * numbers.planes_width);
    uint8_t *bytes = memory_new(2, size), *own_bytes = memory_new(1, size);
    float *floats = memory_new(2 * size, sizeof *floats);
    uint64_t bits[2 * 64], own_bits[64];
    assert_int_equal(fulcrum_planes(game, states, 2, bytes), FULCRUM_OK);
    assert_int_equal(fulcrum_planes_float(game, states, 2, floats), FULCRUM_OK);
    assert_true(numbers.features_words <= 64);
    assert_int_equal(fulcrum_features(game, states, 2, bits), FULCRUM_OK);
    for (int i = 0; i < 2; i++) {
        const state_t *state = (const state_t *)(const void *)&states[i];
        planes_write(own, state, own_bytes);
        assert_memory_equal(bytes + (size_t)i * size, own_bytes, size);
        own->features.write(own, state, own_bits);
        assert_memory_equal(bits + i * numbers.features_words, own_bits,
                            (size_t)numbers.features_words * sizeof *bits);
    }
    size_t places = size / (size_t)numbers.planes;
    for (size_t i = 0; i < 2 * size; i++) {
        float scale = fulcrum_plane_scale(game, (int)(i % size / places));
        assert_true(floats[i] == (float)bytes[i] * scale);
    }
    uint8_t sides[2];
    fulcrum_output_t outputs[2];
    assert_int_equal(fulcrum_sides(game, states, 2, sides), FULCRUM_OK);
    assert_int_equal(sides[0], 0);
    assert_int_equal(sides[1], 1);
    assert_int_equal(fulcrum_seen_actions(game, 1, actions), FULCRUM_OK);
    for (int action = 0; action < numbers.num_actions; action++) {
        fulcrum_policy_output(game, &states[1], action, &outputs[1]);
        fulcrum_policy_output(game, &states[0], actions[action], &outputs[0]);
        assert_memory_equal(&outputs[0], &outputs[1], sizeof *outputs);
    }
    assert_int_equal(fulcrum_seen_actions(game, 2, actions), FULCRUM_WRONG_CALL);
    fulcrum_legal(game, &states[0], actions);
    for (int s = 0; s < numbers.num_symmetries; s++) {
        int moved = fulcrum_symmetry_action(game, s, actions[0]);
        fulcrum_symmetry(game, s, &states[0], &image);
        assert_int_equal(fulcrum_apply(game, &image, moved), FULCRUM_OK);
        fulcrum_symmetry(game, s, &states[1], &again);
        assert_memory_equal(&image, &again, sizeof image);
    }
    free(bytes);
    free(own_bytes);
    free(floats);
    game_free(own);
    fulcrum_game_free(game);
}

/* --- Many games at once ------------------------------------------------------------- */

enum { ENVS = 7 };

typedef struct shown {
    fulcrum_env_arrays_t arrays;
    fulcrum_env_t *env;
    int64_t actions[ENVS];
} shown_t;

static void show(shown_t *shown, const fulcrum_game_t *game, int threads) {
    fulcrum_numbers_t numbers = numbers_of(game);
    size_t planes = (size_t)numbers.planes * (size_t)numbers.planes_height *
                    (size_t)numbers.planes_width;
    shown->arrays = (fulcrum_env_arrays_t){
        .size = sizeof shown->arrays,
        .planes = memory_new(ENVS, planes),
        .planes_float = memory_new(ENVS * planes, sizeof(float)),
        .mask = memory_new(ENVS, (size_t)numbers.num_actions),
        .legal = memory_new(ENVS * (size_t)numbers.max_legal, sizeof(uint16_t)),
        .num_legal = memory_new(ENVS, sizeof(int32_t)),
        .player = memory_new(ENVS, 1),
        .reward = memory_new(ENVS * 2, sizeof(float)),
        .done = memory_new(ENVS, 1),
        .winner = memory_new(ENVS, 1),
        .reason = memory_new(ENVS, 1),
        .length = memory_new(ENVS, sizeof(uint32_t)),
    };
    memset(shown->arrays.mask, 0xa5, (size_t)ENVS * (size_t)numbers.num_actions);
    shown->env = fulcrum_env_new(game, ENVS, &shown->arrays, 5, threads);
    assert_non_null(shown->env);
}

static void hide(shown_t *shown) {
    fulcrum_env_arrays_t *arrays = &shown->arrays;
    void *all[] = {arrays->planes, arrays->planes_float, arrays->mask,   arrays->legal,
                   arrays->player, arrays->num_legal,    arrays->reward, arrays->done,
                   arrays->winner, arrays->reason,       arrays->length};
    fulcrum_env_free(shown->env);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        free(all[i]);
}

/* The data shown for game i agree with its state. */
static void check_shown(const shown_t *shown, const fulcrum_game_t *game, int i,
                        const fulcrum_state_t *state) {
    fulcrum_numbers_t numbers = numbers_of(game);
    const fulcrum_env_arrays_t *arrays = &shown->arrays;
    size_t actions = (size_t)numbers.num_actions;
    size_t planes = (size_t)numbers.planes * (size_t)numbers.planes_height *
                    (size_t)numbers.planes_width;
    uint8_t *bytes = memory_new(planes + actions, 1);
    uint16_t legal[GAME_MAX_LEGAL];
    assert_memory_equal(&fulcrum_env_states(shown->env)[i], state, sizeof *state);
    fulcrum_planes(game, state, 1, bytes);
    assert_memory_equal(arrays->planes + (size_t)i * planes, bytes, planes);
    fulcrum_legal_mask(game, state, 1, bytes);
    assert_memory_equal(arrays->mask + (size_t)i * actions, bytes, actions);
    assert_int_equal(arrays->num_legal[i], fulcrum_legal(game, state, legal));
    assert_memory_equal(arrays->legal + i * numbers.max_legal, legal,
                        (size_t)arrays->num_legal[i] * sizeof *legal);
    assert_int_equal(arrays->player[i], fulcrum_player(game, state));
    free(bytes);
}

static void compare_env(const char *name, const char *variant, int steps) {
    fulcrum_game_t *game = make(name, variant);
    fulcrum_state_t states[ENVS];
    shown_t one, two;
    int ended = 0;
    show(&one, game, 1);
    show(&two, game, 2);
    for (int i = 0; i < ENVS; i++)
        fulcrum_state_start(game, &states[i]);
    for (int step = 0; step < steps; step++) {
        for (int i = 0; i < ENVS; i++)
            check_shown(&one, game, i, &states[i]);
        fulcrum_env_sample(one.env, one.actions);
        fulcrum_env_sample(two.env, two.actions);
        assert_memory_equal(one.actions, two.actions, sizeof one.actions);
        assert_int_equal(fulcrum_env_step(one.env, one.actions), FULCRUM_OK);
        assert_int_equal(fulcrum_env_step(two.env, two.actions), FULCRUM_OK);
        for (int i = 0; i < ENVS; i++) {
            assert_int_equal(fulcrum_apply(game, &states[i], (int)one.actions[i]),
                             FULCRUM_OK);
            fulcrum_outcome_t outcome = fulcrum_outcome(game, &states[i]);
            float first = outcome.winner == FULCRUM_NOBODY ? 0.0f
                          : outcome.winner == 0            ? 1.0f
                                                           : -1.0f;
            assert_int_equal(one.arrays.done[i], outcome.over);
            assert_int_equal(one.arrays.winner[i], outcome.winner);
            assert_int_equal(one.arrays.reason[i], outcome.reason);
            assert_true(one.arrays.reward[2 * i] == first &&
                        one.arrays.reward[2 * i + 1] == -first);
            ended += outcome.over;
            if (outcome.over)
                fulcrum_state_start(game, &states[i]);
        }
    }
    assert_true(ended > 0);
    fulcrum_state_t before = fulcrum_env_states(one.env)[ENVS - 1];
    one.actions[0] = numbers_of(game).num_actions;
    assert_int_equal(fulcrum_env_step(one.env, one.actions), FULCRUM_WRONG_CALL);
    assert_non_null(strstr(fulcrum_error(), "game 0: action"));
    assert_memory_equal(&before, &fulcrum_env_states(one.env)[ENVS - 1], sizeof before);
    assert_int_equal(fulcrum_env_set(one.env, 1, &states[3]), FULCRUM_OK);
    check_shown(&one, game, 1, &states[3]);
    assert_int_equal(fulcrum_env_reset(one.env), FULCRUM_OK);
    fulcrum_state_start(game, &states[0]);
    for (int i = 0; i < ENVS; i++)
        check_shown(&one, game, i, &states[0]);
    hide(&one);
    hide(&two);
    fulcrum_game_free(game);
}

static void test_env(void **unused) {
    (void)unused;
    compare_env("seesaw", "size=2", 200);
    compare_env("cascade", "size=3 swap=true", 100);
    compare_env("seega", "size=5", 220);
}

/* --- Search ------------------------------------------------------------------------- */

enum { POSITIONS = 11, ROOM = 128 /* for the actions of a small board */ };

typedef struct found {
    int64_t chosen[POSITIONS];
    float value[POSITIONS], policy[POSITIONS * ROOM];
    uint32_t visits[POSITIONS * ROOM];
    int32_t num_legal[POSITIONS];
    uint8_t proof[POSITIONS];
} found_t;

static fulcrum_found_t arrays_of(found_t *found) {
    memset(found, 0, sizeof *found);
    return (fulcrum_found_t){.size = sizeof(fulcrum_found_t),
                             .chosen = found->chosen,
                             .value = found->value,
                             .proof = found->proof,
                             .num_legal = found->num_legal,
                             .of_action = found->visits,
                             .policy = found->policy};
}

static int fill_positions(const fulcrum_game_t *game, fulcrum_state_t *states) {
    uint16_t actions[GAME_MAX_LEGAL];
    fulcrum_state_start(game, &states[0]);
    for (int i = 1; i < POSITIONS; i++) {
        states[i] = states[i - 1];
        int count = fulcrum_legal(game, &states[i], actions);
        fulcrum_apply_legal(game, &states[i], actions[i * 7 % count]);
        if (fulcrum_outcome(game, &states[i]).over)
            return i;
    }
    return POSITIONS;
}

/* Searches of the library find what an agent finds, with every number of threads. */
static void test_search(void **unused) {
    (void)unused;
    static const char config[] = "{\"search\": {\"simulations\": 30}}";
    fulcrum_game_t *game = make("cascade", "size=4");
    game_t *own = test_variant_game(&(test_variant_t){"cascade", "size=4"});
    fulcrum_state_t states[POSITIONS];
    int count = fill_positions(game, states);
    assert_true(own->num_actions <= ROOM);
    found_t *found = memory_new(2, sizeof *found);
    agent_t agent;
    failure_t error;
    search_result_t *result = memory_new(1, sizeof *result);
    const fulcrum_moments_t moments = {.size = sizeof moments, .seed = 9};
    for (int threads = 1; threads <= 2; threads++) {
        fulcrum_found_t arrays = arrays_of(&found[threads - 1]);
        fulcrum_search_t *search = fulcrum_search_new(game, config, NULL, threads);
        assert_non_null(search);
        for (int again = 0; again < 2; again++)
            assert_int_equal(fulcrum_search_run(search, states, count, &moments, &arrays),
                             FULCRUM_OK);
        fulcrum_search_free(search);
    }
    assert_memory_equal(&found[0], &found[1], sizeof *found);
    assert_true(agent_parse(&agent, config, "test", NULL, 0, &error));
    for (int i = 0; i < count; i++) {
        search_t *search = agent_search_new(&agent, own);
        agent_moment_t moment = {.seed = 9, .game = (uint64_t)i};
        int chosen = agent_choose(
            &agent, search, (const state_t *)(const void *)&states[i], moment, result);
        assert_int_equal(found->chosen[i], result->actions[chosen]);
        assert_int_equal(found->num_legal[i], result->count);
        assert_memory_equal(found->visits + i * own->max_legal, result->visits,
                            (size_t)result->count * sizeof *result->visits);
        assert_true(found->value[i] == result->root_value);
        search_free(search);
    }
    free(result);
    free(found);
    game_free(own);
    fulcrum_game_free(game);
}

typedef struct seen {
    int calls, leaves, stop_at, refused;
    float value;
    fulcrum_search_t *search;
} seen_t;

/* Every position has the same value to its mover; priors fall with the action's number.
 * Tries to run and to free the search that calls it. */
static int evaluate(void *context, const fulcrum_leaves_t *leaves) {
    seen_t *seen = context;
    const fulcrum_found_t found = {.size = sizeof found};
    int status = fulcrum_search_run(seen->search, leaves->states, 1, NULL, &found);
    seen->refused += status == FULCRUM_WRONG_CALL;
    fulcrum_search_free(seen->search);
    seen->refused +=
        strstr(fulcrum_error(), "fulcrum_search_free: the search is") != NULL;
    seen->leaves += leaves->count;
    for (int i = 0; i < leaves->count; i++) {
        leaves->values[i] = seen->value;
        for (int a = 0; a < leaves->num_actions; a++)
            leaves->priors[i * leaves->num_actions + a] = 1 / (1 + (float)a);
    }
    return ++seen->calls == seen->stop_at;
}

static int run_given(const fulcrum_game_t *game, seen_t *seen, int batch,
                     found_t *found) {
    fulcrum_state_t states[POSITIONS];
    int count = fill_positions(game, states);
    fulcrum_found_t arrays = arrays_of(found);
    const fulcrum_evaluator_t evaluator = {
        .size = sizeof evaluator, .evaluate = evaluate, .context = seen, .batch = batch};
    fulcrum_search_t *search =
        fulcrum_search_new(game, "search.simulations=20", &evaluator, 2);
    assert_non_null(search);
    assert_non_null(strstr(fulcrum_search_config(search), "\"given\""));
    seen->search = search;
    int status = fulcrum_search_run(search, states, count, NULL, &arrays);
    assert_int_equal(seen->refused, 2 * seen->calls);
    fulcrum_search_free(search);
    return status;
}

static void test_own_evaluator(void **unused) {
    (void)unused;
    fulcrum_game_t *game = make("cascade", "size=4");
    found_t *found = memory_new(2, sizeof *found);
    seen_t alone = {.value = 0.5f}, batched = {.value = 0.5f};
    assert_int_equal(run_given(game, &alone, 1, &found[0]), FULCRUM_OK);
    assert_int_equal(run_given(game, &batched, 64, &found[1]), FULCRUM_OK);
    assert_memory_equal(&found[0], &found[1], sizeof *found);
    assert_int_equal(alone.leaves, batched.leaves);
    assert_true(alone.calls > 2 * batched.calls);
    seen_t stops = {.value = 0.5f, .stop_at = 3}, wrong = {.value = 1.5f};
    assert_int_equal(run_given(game, &stops, 8, found), FULCRUM_STOPPED);
    assert_int_equal(stops.calls, 3);
    assert_int_equal(run_given(game, &wrong, 8, found), FULCRUM_WRONG_CALL);
    assert_non_null(strstr(fulcrum_error(), "value is not from 0 to 1"));
    free(found);
    fulcrum_game_free(game);
}

/* --- Recorded games ----------------------------------------------------------------- */

/* Replays all games of a run, twice; the actions of each lead to its result. */
static int replay(fulcrum_games_t *games) {
    const fulcrum_game_t *game = fulcrum_games_game(games);
    const void *data[64] = {NULL};
    int64_t count;
    int all = 0;
    while ((count = fulcrum_games_next(games)) > 0) {
        fulcrum_column_t column = {.size = sizeof column};
        for (int i = 0; fulcrum_games_column(games, i, &column); i++) {
            data[i] = column.data;
            assert_int_equal(column.rows == count,
                             strncmp(column.path, "games/", 6) == 0);
        }
        const int64_t *first = data[GAMES_FIRST_POSITION];
        const uint32_t *actions = data[GAMES_DECISIONS];
        for (int64_t g = 0; g < count; g++, all++) {
            fulcrum_state_t state;
            fulcrum_state_start(game, &state);
            for (int64_t row = first[g]; row < first[g] + actions[g]; row++)
                assert_int_equal(
                    fulcrum_apply(game, &state,
                                  ((const uint16_t *)data[POSITIONS_CHOSEN])[row]),
                    FULCRUM_OK);
            assert_int_equal(fulcrum_outcome(game, &state).winner,
                             ((const uint8_t *)data[GAMES_WINNER])[g]);
        }
    }
    assert_int_equal(count, 0);
    return all;
}

static void test_recorded_games(void **unused) {
    (void)unused;
    static const char text[] = "{\"game\": \"seesaw\", \"variant\": {\"size\": 2}, "
                               "\"games\": 5, \"shard_games\": 2, "
                               "\"search\": {\"simulations\": 8}}";
    char folder[] = "/tmp/fulcrum-library-XXXXXX", command[64];
    failure_t error;
    run_config_t config;
    run_t run;
    workers_order_t order = {.end = 5, .share = TASK_SHARE_ALL, .quiet = true};
    workers_result_t result;
    assert_non_null(mkdtemp(folder));
    assert_true(run_config_parse(&config, text, "test", NULL, 0, &error));
    assert_true(run_open(&run, &config, folder, &error));
    assert_true(workers_play(&run, &order, &result, &error));
    workers_result_clear(&result);
    run_close(&run);
    run_config_clear(&config);
    fulcrum_games_t *games = fulcrum_games_open(folder);
    if (!games)
        fail_msg("%s", fulcrum_error());
    assert_int_equal(fulcrum_games_count(games), 5);
    assert_non_null(strstr(fulcrum_games_config(games), "\"seesaw\""));
    assert_int_equal(replay(games), 5);
    assert_int_equal(fulcrum_games_rewind(games), FULCRUM_OK);
    assert_int_equal(replay(games), 5);
    fulcrum_games_close(games);
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
    assert_null(fulcrum_games_open(folder));
    assert_int_equal(fulcrum_error_status(), FULCRUM_NO_FILE);
}

/* --- What is wrong ------------------------------------------------------------------ */

static void wrong(int status, const char *message) {
    assert_int_equal(status, FULCRUM_WRONG_CALL);
    assert_int_equal(fulcrum_error_status(), FULCRUM_WRONG_CALL);
    if (!strstr(fulcrum_error(), message))
        fail_msg("\"%s\" does not say \"%s\"", fulcrum_error(), message);
}

static void misuse(void *unused) {
    (void)unused;
    REQUIRE(error_program() == NULL);
}

static void ask_for_all(void *unused) {
    (void)unused;
    free(memory_new(SIZE_MAX / 16, 8));
}

static void catch_in_turn(void *context) {
    assert_int_equal(error_catch(misuse, NULL, context), CATCH_MISUSE);
    error_throw("the second");
}

static void test_errors(void **unused) {
    (void)unused;
    fulcrum_state_t state, before;
    failure_t error;
    fulcrum_game_t *game = make("seesaw", "size=2");
    assert_null(fulcrum_game_new("seasaw", NULL));
    wrong(FULCRUM_WRONG_CALL, "did you mean \"seesaw\"");
    assert_null(fulcrum_game_new("seesaw", "size=99"));
    wrong(FULCRUM_WRONG_CALL, "allowed: whole number from 2 to 6");
    assert_null(fulcrum_game_new("seesaw", "{\"size\": }"));
    assert_null(fulcrum_search_new(game, "search.simulation=3", NULL, 1));
    wrong(FULCRUM_WRONG_CALL, "search.simulations");
    assert_null(fulcrum_search_new(game,
                                   "search.evaluator=network search.selection=puct "
                                   "network.weights=/nowhere.h5",
                                   NULL, 1));
    assert_int_equal(fulcrum_error_status(), FULCRUM_NO_FILE);
    fulcrum_state_start(game, &state);
    before = state;
    wrong(fulcrum_apply(game, &state, -1), "is not from 0 to");
    wrong(fulcrum_apply(game, &state, numbers_of(game).num_actions - 1), "is not legal");
    assert_memory_equal(&state, &before, sizeof state);
    wrong(fulcrum_position_read(game, "nonsense", &state), "nonsense");
    wrong(fulcrum_action_read(game, &state, "zz"), "zz");
    wrong(fulcrum_symmetry(game, 99, &state, &state), "symmetry 99");
    assert_null(fulcrum_plane_meaning(game, 999));
    assert_int_equal(error_catch(misuse, NULL, &error), CATCH_MISUSE);
    assert_non_null(strstr(error.message, "error_program() == NULL"));
    assert_int_equal(error_catch(ask_for_all, NULL, &error), CATCH_MEMORY);
    assert_non_null(strstr(error.message, "out of memory"));
    assert_int_equal(error_catch(catch_in_turn, &error, &error), CATCH_THROWN);
    assert_string_equal(error.message, "the second");
    assert_false(error_is_caught());
    fulcrum_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games),
        cmocka_unit_test(test_networks_and_symmetries),
        cmocka_unit_test(test_env),
        cmocka_unit_test(test_search),
        cmocka_unit_test(test_own_evaluator),
        cmocka_unit_test(test_recorded_games),
        cmocka_unit_test(test_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
