/* network_onednn_processor.h - which instructions oneDNN can use on this machine.
 * Use: only by network_instructions.c.
 * Without oneDNN, when building or when running, there are none.
 * Threads: all are for one thread, before any network is run.
 */
#ifndef MCTS_NETWORK_ONEDNN_PROCESSOR_H
#define MCTS_NETWORK_ONEDNN_PROCESSOR_H

#include "mcts/evaluate/convolution/network_instructions.h"

/* Built with oneDNN, and its library is on this machine. */
bool network_onednn_is_installed(void);

/* Whether that is so and the processor has these instructions. */
bool network_onednn_has(network_instructions_t instructions);

/* Limits the library to them, for the rest of the program; false: it refused. */
bool network_onednn_bound(network_instructions_t instructions);

#endif
