/* network_bench.h - how fast a network of either kind is, and what of a convolutional one
 * is the library's.
 * Use: network_bench_t *bench = network_bench_new(game, &options, &error);
 *      network_bench_evaluate(bench);      a batch of positions, from states to priors
 *      network_bench_bare(bench);          the library's convolutions for as many
 *      network_bench_search(bench);      8 searches, their leaves in batches
 *      network_bench_search_alone(bench);      one, by an integer network
 *      network_bench_free(bench);
 * Each returns how many: positions, positions, simulations; 0: there is no library.
 * Owns: a network with random weights where no file is named; its positions and searches.
 * Threads: one caller.   Errors: of new alone, as network_inference.h and
 *      integer_network.h.
 */
#ifndef MCTS_NETWORK_BENCH_H
#define MCTS_NETWORK_BENCH_H

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/game/game.h"

typedef struct network_bench network_bench_t;

typedef struct network_bench_options {
    /* A file of weights; random ones: "CHANNELSxBLOCKS", or "UNITS" of an integer
     * network. */
    const char *network;
    int instructions; /* network_instructions_t */
    int batch;
    int simulations; /* of a search with an integer network */
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
