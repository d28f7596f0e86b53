/* The choice between the ways to compute a trunk. */
#include "mcts/evaluate/network_trunk_onednn.h"

network_trunk_t *network_trunk_new(const network_t *network,
                                   const network_trunk_board_t *board,
                                   network_instructions_t instructions, int batch,
                                   failure_t *error) {
    REQUIRE(instructions != INSTRUCTIONS_AUTO && batch >= 1);
    return instructions == INSTRUCTIONS_PORTABLE
               ? network_trunk_portable_new(network, board, batch)
               : network_trunk_onednn_new(network, board, instructions, batch, error);
}
