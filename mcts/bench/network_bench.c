#include "mcts/bench/network_bench.h"

#include "mcts/evaluate/convolution/network_inference.h"
#include "mcts/evaluate/integer/integer_inference.h"
#include "mcts/search/search.h"
#include "mcts/search/search_batch.h"

#include <stdlib.h>

enum {
    POSITIONS = 256,
    SIMULATIONS = 200, /* per search with a convolutional network */
    PAIR_SIZE = 32,
    HIDDEN = 64,
    POOL_EVERY = 3
};

struct network_bench {
    const game_t *game;
    network_t *own; /* these are NULL if the network is from a file */
    integer_network_t *own_integer;
    search_config_t config;
    network_inference_t *inference;         /* NULL: it is an integer network */
    integer_inference_t *integer_inference; /* or the reverse */
    int batch, next;                        /* of the positions */
    state_t states[POSITIONS];
    evaluation_t *evaluations;
    search_t *searches[PLAYOUT_SLOTS];
    uint64_t starts;
};

/* Takes positions from playouts. */
static void draw_positions(network_bench_t *bench) {
    const game_t *game = bench->game;
    pcg32_t rng = pcg32_for(1, 0, 0, PCG_FOR_BENCH);
    state_t state = {0};
    game_start(game, &state);
    for (int i = 0; i < POSITIONS; i++) {
        action_t actions[GAME_MAX_LEGAL];
        int count = game_legal(game, &state, actions);
        bench->states[i] = state;
        game_apply(game, &state, actions[pcg32_below(&rng, (uint32_t)count)]);
        if (game_outcome(game, &state).over)
            game_start(game, &state);
    }
}

/* "128": an integer network with random weights; or its file; false: neither. */
static bool find_integer_network(network_bench_t *bench, const char *name,
                                 failure_t *error) {
    network_choice_t *choice = &bench->config.evaluator.network;
    const char *p = name;
    long units;
    bool is_random = text_read_number(&p, INTEGER_MAX_UNITS, &units) && !*p;
    if (!is_random && !integer_network_is_in(name))
        return false;
    bench->config.evaluator.kind = EVALUATOR_INTEGER;
    if (is_random) {
        bench->own_integer = integer_network_new(bench->game, (int)units, error);
        if (bench->own_integer)
            integer_network_randomize(bench->own_integer, 1);
        choice->integer = bench->own_integer;
    } else {
        choice->integer = integer_network_open(name, error);
    }
    if (choice->integer && integer_network_fits(choice->integer, bench->game, error))
        bench->integer_inference =
            integer_inference_new(choice->integer, bench->game, integer_kernels_best());
    return true;
}

/* "64x6": random weights; anything else is a file. */
static bool find_network(network_bench_t *bench, const network_bench_options_t *options,
                         failure_t *error) {
    network_choice_t *choice = &bench->config.evaluator.network;
    const game_class_t *class = bench->game->class;
    const char *p = options->network;
    long channels, blocks;
    snprintf(choice->weights, sizeof choice->weights, "%s", options->network);
    if (text_read_number(&p, NETWORK_MAX_CHANNELS, &channels) && *p++ == 'x' &&
        text_read_number(&p, NETWORK_MAX_BLOCKS, &blocks) && !*p) {
        bool has_pairs =
            class->networks.planes && planes_class_shape(class).pair_heads > 0;
        architecture_t architecture = {.channels = (int)channels,
                                       .blocks = (int)blocks,
                                       .pool_every = POOL_EVERY,
                                       .pair_size = has_pairs ? PAIR_SIZE : 0,
                                       .hidden = HIDDEN};
        bench->own = network_new(class, &architecture, error);
        if (bench->own)
            network_randomize(bench->own, 1);
        choice->opened = bench->own;
    } else {
        choice->opened = network_open(options->network, error);
    }
    return choice->opened != NULL;
}

static bool settle_instructions(network_bench_t *bench,
                                const network_bench_options_t *options,
                                failure_t *error) {
    network_choice_t *choice = &bench->config.evaluator.network;
    choice->instructions = options->instructions;
    return network_instructions_settle(&choice->instructions, "--instructions", error);
}

network_bench_t *network_bench_new(const game_t *game,
                                   const network_bench_options_t *options,
                                   failure_t *error) {
    network_bench_t *bench = memory_new(1, sizeof *bench);
    bench->game = game;
    bench->batch = options->batch;
    keyset_set_defaults(&search_keys, &bench->config);
    bench->config.evaluator.kind = EVALUATOR_NETWORK;
    bench->config.selection = SELECTION_PUCT;
    bench->config.fpu = FPU_REDUCTION;
    bench->config.simulations = SIMULATIONS;
    bench->evaluations = memory_new((size_t)options->batch, sizeof *bench->evaluations);
    if (find_integer_network(bench, options->network, error)) {
        bench->config.simulations = options->simulations;
    } else if (find_network(bench, options, error) &&
               settle_instructions(bench, options, error)) {
        const network_choice_t *choice = &bench->config.evaluator.network;
        bench->inference = network_inference_new(
            choice->opened, game, (network_instructions_t)choice->instructions,
            options->batch, error);
    }
    if (!bench->inference && !bench->integer_inference) {
        network_bench_free(bench);
        return NULL;
    }
    draw_positions(bench);
    for (int i = 0; i < PLAYOUT_SLOTS; i++)
        bench->searches[i] = search_new(game, &bench->config);
    return bench;
}

void network_bench_free(network_bench_t *bench) {
    if (!bench)
        return;
    for (int i = 0; i < PLAYOUT_SLOTS; i++)
        search_free(bench->searches[i]);
    network_inference_free(bench->inference);
    integer_inference_free(bench->integer_inference);
    network_free(bench->own);
    integer_network_free(bench->own_integer);
    free(bench->evaluations);
    free(bench);
}

/* One position at a time, in game order. */
static uint64_t evaluate_integer(network_bench_t *bench) {
    for (int i = 0; i < POSITIONS; i++)
        integer_inference_run(bench->integer_inference, &bench->states[i],
                              bench->evaluations);
    return POSITIONS;
}

uint64_t network_bench_evaluate(network_bench_t *bench) {
    if (bench->integer_inference)
        return evaluate_integer(bench);
    const state_t *states[NETWORK_MAX_BATCH];
    evaluation_t *evaluations[NETWORK_MAX_BATCH];
    for (int i = 0; i < bench->batch; i++) {
        states[i] = &bench->states[bench->next++ % POSITIONS];
        evaluations[i] = &bench->evaluations[i];
    }
    network_inference_run(bench->inference, states, bench->batch, evaluations);
    return (uint64_t)bench->batch;
}

uint64_t network_bench_bare(network_bench_t *bench) {
    network_trunk_t *trunk =
        bench->inference ? network_inference_trunk(bench->inference) : NULL;
    if (!trunk || !trunk->run_bare)
        return 0;
    trunk->run_bare(trunk, bench->batch);
    return (uint64_t)bench->batch;
}

/* From the start position, like searches with playouts (bench_work.h). */
static void start_integer(const network_bench_t *bench, search_t *search,
                          uint64_t number) {
    state_t state = {0};
    game_start(bench->game, &state);
    search_start(search, &state, pcg32_for(1, number, 0, PCG_FOR_BENCH));
}

/* With a convolutional network each search has another position, so that the cache hits
 * little from one search to the next. */
static search_t *next_search(void *context, int place, search_t *done) {
    network_bench_t *bench = context;
    if (done)
        return NULL;
    uint64_t number = bench->starts++;
    if (bench->integer_inference)
        start_integer(bench, bench->searches[place], number);
    else
        search_start(bench->searches[place], &bench->states[number % POSITIONS],
                     pcg32_for(1, number, 0, PCG_FOR_BENCH));
    return bench->searches[place];
}

uint64_t network_bench_search(network_bench_t *bench) {
    uint64_t simulations = 0;
    search_batch_run(
        bench->game,
        &(search_feed_t){.places = PLAYOUT_SLOTS, .next = next_search, .context = bench});
    for (int i = 0; i < PLAYOUT_SLOTS; i++)
        simulations += search_simulations(bench->searches[i]);
    return simulations;
}

uint64_t network_bench_search_alone(network_bench_t *bench) {
    if (!bench->integer_inference)
        return 0;
    start_integer(bench, bench->searches[0], bench->starts++);
    search_run(bench->searches[0], UINT32_MAX);
    return search_simulations(bench->searches[0]);
}

void network_bench_describe(const network_bench_t *bench, text_t *out) {
    const network_choice_t *choice = &bench->config.evaluator.network;
    if (choice->integer) {
        text_add(out, "integer, %d units, %s", choice->integer->units,
                 integer_kernels_best()->name);
        return;
    }
    const architecture_t *a = &choice->opened->architecture;
    text_add(out, "%d channels, %d blocks, %s, batches of %d", a->channels, a->blocks,
             network_instructions_names[choice->instructions], bench->batch);
}
