#include "mcts/bench/network_bench.h"

#include "mcts/evaluate/convolution/network_inference.h"
#include "mcts/evaluate/weights_file.h"
#include "mcts/search/search.h"
#include "mcts/search/search_batch.h"
#include "mcts/select/selection_rules.h"

#include <stdlib.h>

enum { POSITIONS = 256, BATCHED_SIMULATIONS = 200 /* per search in batches */ };

struct network_bench {
    const game_t *game;
    weights_t *own; /* NULL: of a file */
    search_config_t config;
    evaluator_t *evaluator;
    network_inference_t *bare; /* NULL: it has no convolutions */
    int batch, next;           /* of the positions */
    state_t states[POSITIONS];
    leaf_t *leaves;
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

static const evaluator_class_t *class_of(const network_bench_t *bench) {
    return evaluator_choice_class(&bench->config.evaluator);
}

/* Random weights, if the text is a size that a kind has; or those of a file. */
static const weights_t *find_weights(network_bench_t *bench, const char *which,
                                     failure_t *error) {
    *error->message = 0;
    for (int i = 0; i < EVALUATOR_CLASSES && !bench->own && !*error->message; i++)
        if (evaluator_classes[i]->random) {
            bench->own = evaluator_classes[i]->random(which, bench->game, error);
            if (bench->own)
                bench->own->class = evaluator_classes[i];
        }
    return bench->own || *error->message ? bench->own : weights_open(which, error);
}

static bool find_network(network_bench_t *bench, const network_bench_options_t *options,
                         failure_t *error) {
    evaluator_choice_t *choice = &bench->config.evaluator;
    const weights_t *weights = find_weights(bench, options->network, error);
    if (!weights || !weights_fit(weights, bench->game, error))
        return false;
    evaluator_choice_take(choice, weights);
    choice->network.instructions = options->instructions;
    return evaluator_choice_bind(choice, bench->game, "--network", error);
}

/* The evaluator is measured without its cache. */
static void make_evaluator(network_bench_t *bench) {
    evaluator_choice_t choice = bench->config.evaluator;
    choice.network.cache_mb = 0;
    bench->evaluator = evaluator_choice_make(&choice, bench->game, bench->batch);
    bench->leaves = memory_new((size_t)bench->batch, sizeof *bench->leaves);
    if (class_of(bench) == &convolution_evaluator)
        bench->bare = network_inference_new(
            network_of(choice.network.opened), bench->game,
            (network_instructions_t)choice.network.instructions, bench->batch, NULL);
}

network_bench_t *network_bench_new(const game_t *game,
                                   const network_bench_options_t *options,
                                   failure_t *error) {
    network_bench_t *bench = memory_new(1, sizeof *bench);
    bench->game = game;
    bench->batch = options->batch;
    keyset_set_defaults(&search_keys, &bench->config);
    bench->config.selection = SELECTION_PUCT;
    bench->config.fpu = FPU_REDUCTION;
    if (!find_network(bench, options, error)) {
        network_bench_free(bench);
        return NULL;
    }
    bench->config.simulations =
        class_of(bench)->is_batched ? BATCHED_SIMULATIONS : options->simulations;
    make_evaluator(bench);
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
    evaluator_free(bench->evaluator);
    network_inference_free(bench->bare);
    weights_free(bench->own);
    free(bench->leaves);
    free(bench);
}

/* In game order. */
uint64_t network_bench_evaluate(network_bench_t *bench) {
    leaf_t *leaves[NETWORK_MAX_BATCH];
    for (int i = 0; i < bench->batch; i++) {
        leaves[i] = &bench->leaves[i];
        game_copy(bench->game, &leaves[i]->state,
                  &bench->states[bench->next++ % POSITIONS]);
    }
    evaluator_run(bench->evaluator,
                  &(leaf_batch_t){.leaves = leaves, .count = bench->batch});
    return (uint64_t)bench->batch;
}

uint64_t network_bench_bare(network_bench_t *bench) {
    network_trunk_t *trunk = bench->bare ? network_inference_trunk(bench->bare) : NULL;
    if (!trunk || !trunk->run_bare)
        return 0;
    trunk->run_bare(trunk, bench->batch);
    return (uint64_t)bench->batch;
}

/* From the start position, like searches with playouts (bench_work.h); with a cache from
 * another position each, so that it is hit little from one search to the next. */
static void start(network_bench_t *bench, search_t *search) {
    uint64_t number = bench->starts++;
    state_t state = {0};
    game_start(bench->game, &state);
    search_start(
        search, class_of(bench)->is_batched ? &bench->states[number % POSITIONS] : &state,
        pcg32_for(1, number, 0, PCG_FOR_BENCH));
}

static search_t *next_search(void *context, int place, search_t *done) {
    network_bench_t *bench = context;
    if (done)
        return NULL;
    start(bench, bench->searches[place]);
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
    if (class_of(bench)->is_batched)
        return 0;
    start(bench, bench->searches[0]);
    search_run(bench->searches[0], UINT32_MAX);
    return search_simulations(bench->searches[0]);
}

void network_bench_describe(const network_bench_t *bench, text_t *out) {
    class_of(bench)->describe(&bench->config.evaluator, out);
    if (class_of(bench)->is_batched)
        text_add(out, ", batches of %d", bench->batch);
}
