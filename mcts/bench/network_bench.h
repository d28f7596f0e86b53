/* network_bench.h - the speed of a network, and the library's share for a convolutional
 * one.
 * Use: network_bench_t *bench = network_bench_new(game, &options, &error);
 *      network_bench_evaluate(bench);      a batch of positions, from states to priors
 *      network_bench_bare(bench);          the library's convolutions for as many
 *      network_bench_search(bench);        8 searches, with leaves in batches
 *      network_bench_search_alone(bench);  one search, of a network without batches
 *      network_bench_free(bench);
 * Each returns its number of positions or simulations; 0: not available.
 * Errors: of new: those of evaluator_choice.h and weights_file.h.
 */
#ifndef MCTS_NETWORK_BENCH_H
#define MCTS_NETWORK_BENCH_H

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/game/game.h"

typedef struct network_bench network_bench_t;

typedef struct network_bench_options {
    const char *network; /* a weights file, or a size for random weights */
    int instructions;    /* network_instructions_t */
    int batch;
    int simulations; /* per search that needs no batches */
} network_bench_options_t;

network_bench_t *network_bench_new(const game_t *game,
                                   const network_bench_options_t *options,
                                   failure_t *error);
void network_bench_free(network_bench_t *bench); /* NULL is fine */

uint64_t network_bench_evaluate(network_bench_t *bench);
uint64_t network_bench_bare(network_bench_t *bench);
uint64_t network_bench_search(network_bench_t *bench);
uint64_t network_bench_search_alone(network_bench_t *bench);

/* "64 channels, 6 blocks, avx512, batches of 8"; "integer, 128 units, avx2" */
void network_bench_describe(const network_bench_t *bench, text_t *out);

#endif
