/* network_onednn_processor.h - which instructions oneDNN can use on this machine.
 * Use: only by network_instructions.c.
 * Without oneDNN (FULCRUM_ONEDNN is not defined) there are none.
 * Threads: bound is for one thread, before any network is run.
 */
#ifndef MCTS_NETWORK_ONEDNN_PROCESSOR_H
#define MCTS_NETWORK_ONEDNN_PROCESSOR_H

#include "mcts/evaluate/convolution/network_instructions.h"

bool network_onednn_is_built(void);

/* Whether the processor has these instructions; asks the processor, not the library. */
bool network_onednn_has(network_instructions_t instructions);

/* Limits the library to them, for the rest of the program; false: it refused. */
bool network_onednn_bound(network_instructions_t instructions);

#endif
