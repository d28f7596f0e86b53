/* network_trunk_onednn.h - the trunk by oneDNN: the one place that uses the library, version
 * 2 (version 3 has other descriptors). Without it (FULCRUM_ONEDNN is not defined) there are
 * no instructions but `portable`.
 * Use: network_inference.c and network_instructions.c alone.
 * Activations keep the layout that the library chooses for the blocks; cells off the board
 * are cleared after each layer. Scratch memory is ours, so that nothing is allocated in a
 * run. The library is told to use one thread: the order of its sums would depend on their
 * number, and evaluators side by side are faster.
 * Owns, threads: as network_trunk.h.
 * Errors: an implementation named ref (hundreds of times slower) or a layout that is not
 *      known is refused.
 */
#ifndef MCTS_TRUNK_ONEDNN_H
#define MCTS_TRUNK_ONEDNN_H

#include "mcts/evaluate/network_trunk.h"

bool network_trunk_onednn_is_built(void);

/* Whether the processor has these instructions; asks the processor, not the library. */
bool network_trunk_onednn_has(network_instructions_t instructions);

/* Bounds the library to them, for the rest of the program; false: it would not. */
bool network_trunk_onednn_bound(network_instructions_t instructions);

network_trunk_t *network_trunk_onednn_new(const network_t *network,
                                          const network_trunk_board_t *board,
                                          network_instructions_t instructions, int batch,
                                          failure_t *error);

#endif
