/* engine_server.h - `fulcrum engine`: a search that answers the requests of PROTOCOL.md.
 * Use: line_channel_t channel; line_channel_init(&channel, 0, 1, ENGINE_MAX_LINE);
 *      bool ok = engine_server_run(&agent, &channel, &error);
 * One conversation, until "quit" or the end of input. A request that cannot be carried
 * out is answered with an "error", and the conversation continues.
 * Owns: game and search of the conversation; agent and channel are borrowed.
 * Threads: one conversation, one thread.
 * Errors: a line that is too long, a client that is gone, an outside evaluator that
 * fails.
 */
#ifndef MCTS_ENGINE_SERVER_H
#define MCTS_ENGINE_SERVER_H

#include "core/base/error.h"

#include <stdbool.h>

typedef struct agent agent_t;               /* mcts/search/agent.h */
typedef struct line_channel line_channel_t; /* core/base/process/line_channel.h */

bool engine_server_run(const agent_t *agent, line_channel_t *channel, failure_t *error);

#endif
