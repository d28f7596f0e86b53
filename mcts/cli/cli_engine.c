/* fulcrum engine: serves actions and evaluations to other programs. */
#include "core/base/process/line_channel.h"
#include "core/cli/cli.h"
#include "mcts/cli/mcts_commands.h"
#include "mcts/engine/engine_session.h"
#include "mcts/play/session_server.h"
#include "mcts/search/agent.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

typedef struct call {
    cli_words_t agent, dotted;
    const char *socket;
} call_t;

static const option_t options[] = {
    OPTION_FILE("socket", 0, "PATH", call_t, socket,
                "Serve this Unix socket, one client at a time, instead of standard "
                "input and output"),
};

static bool read_agent(const call_t *call, agent_t *agent, failure_t *error) {
    const cli_words_t *dotted = &call->dotted;
    bool ok =
        call->agent.count > 0
            ? agent_load(agent, call->agent.words[0], dotted->words, dotted->count, error)
            : agent_default(agent, dotted->words, dotted->count, error);
    if (ok && agent_is_engine(agent))
        return error_set(error, "%s: is itself an outside program", agent->name);
    return ok;
}

static bool serve(const agent_t *agent, int in, int out, failure_t *error) {
    line_channel_t channel;
    line_channel_init(&channel, in, out, ENGINE_MAX_LINE);
    bool ok = session_server_run(agent, &channel, error);
    line_channel_clear(&channel);
    return ok;
}

/* An error in one conversation does not end the server. */
static bool serve_socket(const agent_t *agent, const char *path, failure_t *error) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path)
        return error_set(error, "--socket: %s: has more than %zu bytes", path,
                         sizeof address.sun_path - 1);
    memcpy(address.sun_path, path, strlen(path) + 1);
    int listening = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listening < 0 ||
        bind(listening, (const struct sockaddr *)&address, sizeof address) != 0 ||
        listen(listening, 8) != 0) {
        error_set(error, "--socket: %s: %s", path, strerror(errno));
        if (listening >= 0)
            close(listening);
        return false;
    }
    for (;;) {
        failure_t wrong;
        int joined = accept(listening, NULL, NULL);
        if (joined < 0 && errno != EINTR && errno != ECONNABORTED)
            return error_set(error, "--socket: %s: %s", path, strerror(errno));
        if (joined < 0)
            continue;
        if (!serve(agent, joined, joined, &wrong))
            cli_message("%s", wrong.message);
        close(joined);
    }
}

static int run(void *data) {
    const call_t *call = data;
    agent_t agent;
    failure_t error;
    bool ok = read_agent(call, &agent, &error) &&
              (call->socket ? serve_socket(&agent, call->socket, &error)
                            : serve(&agent, STDIN_FILENO, STDOUT_FILENO, &error));
    return ok ? EXIT_DONE : cli_fail(&error);
}

const command_t engine_command = {
    .name = "engine",
    .summary = "serve actions and evaluations to other programs",
    .description = "Answer requests, one JSON object per line, on standard input and "
                   "output: set the "
                   "game and position, list legal actions, choose an action, evaluate "
                   "positions. The "
                   "protocol is the one that fulcrum uses with outside programs: "
                   "mcts/engine/PROTOCOL.md.",
    .notes = "Without an agent file it uses the search of `fulcrum play`, one second per "
             "action. A request's budget overrides the agent's. The socket file must not "
             "exist yet, and is not removed when the program ends.",
    .arguments = {ARGUMENT("AGENT.json", WORD_FILE, 0, 1, call_t, agent, NULL),
                  ARGUMENT("search.KEY=value", WORD_DOTTED, 0, 0, call_t, dotted, NULL)},
    .groups = {{.options = options, .count = OPTION_COUNT(options)}},
    .call_bytes = sizeof(call_t),
    .run = run,
};
