#include "mcts/play/session_server.h"

#include "core/base/json.h"
#include "core/base/process/line_channel.h"
#include "mcts/engine/engine_session.h"
#include "mcts/play/session_protocol.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#define FOREVER_S 1e9 /* to wait for a request, or for the client to read an answer */

typedef struct server {
    line_channel_t *channel;
    session_protocol_t *protocol;
    int ahead;         /* requests that arrived during a search, not yet answered */
    int stops;         /* "stop" among them */
    bool quit_is_next; /* the first of them is "quit" */
} server_t;

/* Whether a line of requests is this one. */
static bool is_request(const char *line, size_t length, const char *what) {
    char *copy = memory_new(length + 1, 1);
    memcpy(copy, line, length);
    cJSON *request = json_parse(copy, "request", NULL);
    const char *name =
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(request, "request"));
    bool is = name && strcmp(name, what) == 0;
    cJSON_Delete(request);
    free(copy);
    return is;
}

/* Whether the search is to end: on a "stop" anywhere in the requests that have arrived,
 * on a "quit" that is the next of them, or when the client is gone. They are answered
 * after the search, in order; the end of input alone does not end it. */
static bool is_stopped(server_t *server) {
    const char *line;
    size_t length;
    while (line_channel_peek(server->channel, &line, &length)) {
        server->stops += is_request(line, length, "stop");
        server->quit_is_next |= server->ahead++ == 0 && is_request(line, length, "quit");
    }
    return server->stops > 0 || server->quit_is_next ||
           !line_channel_has_reader(server->channel);
}

static bool answer_line(server_t *server, const char *line, failure_t *error) {
    if (server->ahead > 0) {
        server->ahead--;
        server->stops -= is_request(line, strlen(line), "stop");
    }
    if (!*line)
        return true;
    char *text = session_protocol_answer(server->protocol, line);
    while (!text)
        text = session_protocol_continue(server->protocol, is_stopped(server));
    size_t length = strlen(text) + 1;
    const char *left = text;
    text[length - 1] = '\n';
    line_status_t status = line_channel_write(server->channel, &left, &length, FOREVER_S);
    free(text);
    return status == LINE_READY || session_protocol_has_quit(server->protocol) ||
           error_set(error, "the client no longer reads the answers");
}

/* Reports why there is no line. Returns false. */
static bool line_error(line_status_t status, failure_t *error) {
    if (status == LINE_LONG)
        return error_set(error, "a request of more than %d bytes", ENGINE_MAX_LINE);
    return error_set(error, status == LINE_ZERO ? "a request with a byte 0 in it"
                            : status == LINE_HALF
                                ? "the requests end in the middle of a line"
                                : "requests cannot be read");
}

bool session_server_run(const agent_t *agent, line_channel_t *channel, failure_t *error) {
    server_t server = {.channel = channel, .protocol = session_protocol_new(agent)};
    bool ok = true;
    while (ok && !session_protocol_has_quit(server.protocol)) {
        char *line;
        line_status_t status = line_channel_read(channel, FOREVER_S, &line);
        if (status == LINE_ENDED)
            break;
        ok = status == LINE_READY ? answer_line(&server, line, error)
                                  : line_error(status, error);
    }
    session_protocol_free(server.protocol);
    return ok;
}
