/* The engine protocol, from the engine's side: an input is the lines of a session
 * (mcts/engine/PROTOCOL.md). Inputs with numbers over 99 are skipped: the search would
 * use them as budgets. */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/fuzz_files.h"

#include "core/base/process/line_channel.h"
#include "mcts/engine/engine_session.h"
#include "mcts/play/session_server.h"
#include "mcts/search/agent.h"

#include <ctype.h>
#include <fcntl.h>
#include <unistd.h>

/* Whether a number may be over 99: it has three digits or an exponent. */
static bool has_large_number(const uint8_t *data, size_t size) {
    size_t digits = 0;
    for (size_t i = 0; i < size; i++) {
        bool is_exponent = digits > 0 && (data[i] == 'e' || data[i] == 'E');
        digits = isdigit(data[i]) ? digits + 1 : 0;
        if (digits > 2 || is_exponent)
            return true;
    }
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static agent_t agent;
    failure_t error = {""};
    line_channel_t channel;
    if (has_large_number(data, size))
        return 0;
    if (!*agent.name)
        REQUIRE(agent_parse(&agent, "{\"search\": {\"simulations\": 8}}", "target", NULL,
                            0, &error));
    int in = open(fuzz_file("engine", data, size), O_RDONLY);
    int out = open("/dev/null", O_WRONLY);
    REQUIRE(in >= 0 && out >= 0);
    line_channel_init(&channel, in, out, ENGINE_MAX_LINE);
    bool ok = session_server_run(&agent, &channel, &error);
    REQUIRE(ok == !error.message[0]);
    line_channel_clear(&channel);
    close(in);
    close(out);
    return 0;
}
