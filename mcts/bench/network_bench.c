#include "mcts/bench/network_bench.h"

#include "mcts/evaluate/network_inference.h"
#include "mcts/search/search.h"
#include "mcts/search/search_batch.h"

#include <stdlib.h>

enum {
    POSITIONS = 256,
    SIMULATIONS = 200, /* of a search */
    PAIR_SIZE = 32,
    HIDDEN = 64,
    POOL_EVERY = 3
};

struct network_bench {
    const game_t *game;
    network_t *own; /* NULL: the network is of a file */
    search_config_t config;
    network_inference_t *inference;
    int batch, next; /* of the positions */
    state_t states[POSITIONS];
    evaluation_t *evaluations;
    search_t *searches[PLAYOUT_SLOTS];
    uint64_t starts;
};

/* Positions of playouts. */
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
    bench->config.evaluator.network.instructions = options->instructions;
    if (find_network(bench, options, error) &&
        network_instructions_settle(&bench->config.evaluator.network.instructions,
                                    "--instructions", error)) {
        const network_choice_t *choice = &bench->config.evaluator.network;
        bench->inference = network_inference_new(
            choice->opened, game, (network_instructions_t)choice->instructions,
            options->batch, error);
    }
    if (!bench->inference) {
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
    network_free(bench->own);
    free(bench->evaluations);
    free(bench);
}

uint64_t network_bench_evaluate(network_bench_t *bench) {
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
    network_trunk_t *trunk = network_inference_trunk(bench->inference);
    if (!trunk->run_bare)
        return 0;
    trunk->run_bare(trunk, bench->batch);
    return (uint64_t)bench->batch;
}

/* Another position for each search, so that the cache finds little from one to the next.
 */
static search_t *next_search(void *context, int place, search_t *done) {
    network_bench_t *bench = context;
    if (done)
        return NULL;
    uint64_t number = bench->starts++;
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

void network_bench_describe(const network_bench_t *bench, text_t *out) {
    const network_choice_t *choice = &bench->config.evaluator.network;
    const architecture_t *a = &choice->opened->architecture;
    text_add(out, "%d channels, %d blocks, %s, batches of %d", a->channels, a->blocks,
             network_instructions_names[choice->instructions], bench->batch);
}
