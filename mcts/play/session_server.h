/* session_server.h - `fulcrum engine`: a session that answers requests line by line.
 * Use: line_channel_t channel; line_channel_init(&channel, 0, 1, ENGINE_MAX_LINE);
 *      bool ok = session_server_run(&agent, &channel, &error);
 * One conversation, until "quit" or the end of input.
 * Errors: a line that is too long, a client that is gone.
 */
#ifndef MCTS_SESSION_SERVER_H
#define MCTS_SESSION_SERVER_H

#include "core/base/error.h"

#include <stdbool.h>

typedef struct agent agent_t;               /* mcts/search/agent.h */
typedef struct line_channel line_channel_t; /* core/base/process/line_channel.h */

bool session_server_run(const agent_t *agent, line_channel_t *channel, failure_t *error);

#endif
