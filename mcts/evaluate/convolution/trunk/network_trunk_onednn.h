/* network_trunk_onednn.h - the trunk with oneDNN version 2 (version 3 has other
 * descriptors). Without it (FULCRUM_ONEDNN is not defined) there is none.
 * Use: only by network_inference.c.
 * Activations keep the layout that the library chooses for the blocks; cells off the
 * board are cleared after each layer. We provide the scratch memory, so that a run
 * allocates nothing. The library uses one thread: the order of its sums would depend on
 * their number, and one evaluator per thread is faster.
 * Owns, threads: as network_trunk.h.
 * Errors: rejects an implementation named ref (hundreds of times slower) and an
 *      unsupported layout.
 */
#ifndef MCTS_NETWORK_TRUNK_ONEDNN_H
#define MCTS_NETWORK_TRUNK_ONEDNN_H

#include "core/base/error.h"
#include "mcts/evaluate/convolution/network.h"
#include "mcts/evaluate/convolution/network_instructions.h"
#include "mcts/evaluate/convolution/trunk/network_trunk.h"

network_trunk_t *network_trunk_onednn_new(const network_t *network,
                                          const network_trunk_board_t *board,
                                          network_instructions_t instructions, int batch,
                                          failure_t *error);

#endif
