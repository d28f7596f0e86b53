#define _GNU_SOURCE /* memfd_create */
#include "mcts/engine/engine_session.h"

#include "core/base/build_info.h"
#include "core/base/c_locale.h"
#include "core/base/clock.h"
#include "core/base/json.h"
#include "core/base/plain_text.h"
#include "core/base/process/child_process.h"
#include "core/base/process/line_channel.h"
#include "core/game/game.h"
#include "mcts/engine/engine_messages.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define WAIT_S 0.2 /* between checks whether to keep waiting */
#define END_S 1.0  /* for a program to exit after closing its output */

struct engine_session {
    engine_program_t program; /* with the name and version that it reports */
    char label[ENGINE_LABEL + ENGINE_NAME];
    child_process_t child; /* id 0: a socket instead */
    int connection, memory;
    line_channel_t channel;
    cJSON *can;       /* from its answer to hello */
    int64_t requests; /* so far */
    char request[24]; /* the last request */
    char game[64 + GAME_VARIANT_TEXT];
    bool broken, has_quit;
    bool is_over; /* the process has been reaped and its channel closed */
};

bool engine_session_blame(engine_session_t *session, engine_fault_t fault,
                          engine_problem_t *problem, const char *format, ...) {
    char text[1500];
    va_list arguments;
    locale_t before = c_locale_enter();
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    uselocale(before);
    session->broken = session->broken || fault != ENGINE_REFUSED;
    problem->fault = fault;
    return error_set(&problem->failure, "%s %s", session->label, text);
}

/* --- Start and end ------------------------------------------------------------------ */

static bool start(engine_session_t *session, engine_problem_t *problem) {
    char **words = engine_program_words(&session->program);
    bool started =
        child_process_start(&session->child, words, session->memory, &problem->failure);
    engine_program_free_words(words);
    session->connection = session->child.channel;
    if (!started)
        problem->fault = ENGINE_NOT_STARTED;
    return started;
}

static bool join(engine_session_t *session, engine_problem_t *problem) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    _Static_assert(sizeof address.sun_path >= ENGINE_SOCKET, "room for a path");
    memcpy(address.sun_path, session->program.socket, sizeof session->program.socket);
    session->connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (session->connection >= 0 &&
        connect(session->connection, (const struct sockaddr *)&address, sizeof address) ==
            0)
        return true;
    problem->fault = ENGINE_NOT_STARTED;
    return error_set(&problem->failure, "%s: no engine at this socket: %s",
                     session->program.socket, strerror(errno));
}

/* Copies a name from the answer; false: there is no valid one. */
static bool copy_name(const cJSON *answer, const char *key, char name[ENGINE_NAME]) {
    const char *text =
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(answer, key));
    if (!text || !plain_text_is_line(text, ENGINE_NAME))
        return false;
    memset(name, 0, ENGINE_NAME);
    memcpy(name, text, strlen(text));
    return true;
}

static bool learn(engine_session_t *session, cJSON *answer, engine_problem_t *problem) {
    engine_program_t reported = session->program, *given = &session->program;
    int64_t version;
    if (!json_integer(cJSON_GetObjectItemCaseSensitive(answer, "protocol"), INT_MIN,
                      INT_MAX, &version))
        return engine_session_blame(session, ENGINE_GARBLED, problem,
                                    "does not report which \"protocol\" it speaks");
    if (version != ENGINE_PROTOCOL)
        return engine_session_blame(session, ENGINE_GARBLED, problem,
                                    "speaks version %d of the protocol; expected version "
                                    "%d",
                                    (int)version, ENGINE_PROTOCOL);
    if (!copy_name(answer, "name", reported.name) ||
        !copy_name(answer, "version", reported.version))
        return engine_session_blame(
            session, ENGINE_GARBLED, problem,
            "must report its \"name\" and \"version\", each a text of 1 to %d "
            "bytes, " PLAIN_TEXT_ALLOWED,
            ENGINE_NAME - 1);
    if ((*given->name && strcmp(given->name, reported.name) != 0) ||
        (*given->version && strcmp(given->version, reported.version) != 0))
        return engine_session_blame(session, ENGINE_GARBLED, problem,
                                    "reports that it is %s %s, but %s %s is configured",
                                    reported.name, reported.version, given->name,
                                    given->version);
    *given = reported;
    session->can = cJSON_DetachItemFromObjectCaseSensitive(answer, "can");
    return true;
}

static bool greet(engine_session_t *session, const engine_patience_t *patience,
                  engine_problem_t *problem) {
    cJSON *hello = engine_request("hello");
    json_add_number(hello, "protocol", ENGINE_PROTOCOL);
    cJSON_AddStringToObject(hello, "program", build_program);
    cJSON *answer = engine_session_ask(session, hello, patience, problem);
    bool ok = answer && learn(session, answer, problem);
    cJSON_Delete(answer);
    return ok;
}

engine_session_t *engine_session_new(const engine_program_t *program,
                                     const engine_patience_t *patience,
                                     engine_problem_t *problem) {
    char label[ENGINE_LABEL];
    REQUIRE(program->may_start);
    engine_session_t *session = memory_new(1, sizeof *session);
    session->program = *program;
    session->connection = -1;
    session->memory = memfd_create("fulcrum", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (session->memory >= 0) /* or the program could truncate it while it is read */
        (void)fcntl(session->memory, F_ADD_SEALS, F_SEAL_SHRINK);
    engine_program_label(program, label);
    snprintf(session->label, sizeof session->label, "engine %s", label);
    bool ok = *program->command ? start(session, problem) : join(session, problem);
    session->broken = !ok;
    line_channel_init(&session->channel, session->connection, session->connection,
                      ENGINE_MAX_LINE);
    if (ok && greet(session, patience, problem))
        return session;
    engine_session_free(session, 0);
    return NULL;
}

void engine_session_quit(engine_session_t *session) {
    int64_t number;
    engine_problem_t ignored;
    if (session->broken || session->has_quit)
        return;
    engine_session_send(session, engine_request("quit"), &number, &ignored);
    shutdown(session->connection, SHUT_WR);
    session->has_quit = true;
}

static void end_connection(engine_session_t *session, double seconds) {
    if (session->child.id > 0 && session->broken)
        child_process_kill(&session->child);
    else if (session->child.id > 0)
        child_process_end(&session->child, seconds);
    else if (session->connection >= 0)
        close(session->connection);
}

void engine_session_free(engine_session_t *session, double seconds) {
    if (!session)
        return;
    engine_session_quit(session);
    if (!session->is_over)
        end_connection(session, seconds);
    if (session->memory >= 0)
        close(session->memory);
    line_channel_clear(&session->channel);
    cJSON_Delete(session->can);
    free(session);
}

const engine_program_t *engine_session_program(const engine_session_t *session) {
    return &session->program;
}

bool engine_session_can(const engine_session_t *session, const char *what) {
    const cJSON *word;
    cJSON_ArrayForEach(word, session->can) {
        if (cJSON_IsString(word) && strcmp(word->valuestring, what) == 0)
            return true;
    }
    return false;
}

bool engine_session_is_broken(const engine_session_t *session) {
    return session->broken;
}

bool engine_session_wait(const engine_session_t *session, double seconds) {
    struct pollfd ready = {.fd = session->connection, .events = POLLIN};
    return poll(&ready, 1, (int)(seconds * 1000)) != 0;
}

bool engine_session_has_line(const engine_session_t *session) {
    return line_channel_has_line(&session->channel);
}

int engine_session_memory(const engine_session_t *session) {
    return session->memory;
}

/* --- Requests and answers ----------------------------------------------------------- */

/* The program has closed its output: reports how it ended. */
static bool blame_end(engine_session_t *session, const char *where,
                      engine_problem_t *problem) {
    char text[128];
    text_t out = text_into(text, sizeof text);
    session->broken = true;
    if (session->is_over) {
        text_add(&out, "has ended");
    } else if (session->child.id > 0 && child_process_has_ended(&session->child, END_S)) {
        child_process_kill(&session->child);
        child_process_write_end(&session->child, &out);
        session->is_over = true;
    } else if (session->child.id > 0) {
        text_add(&out, "has closed its output");
    } else {
        text_add(&out, "has closed the connection");
    }
    return engine_session_blame(session, ENGINE_CRASHED, problem,
                                "%s%s; last request: %s", text, where, session->request);
}

static bool blame_line(engine_session_t *session, line_status_t status,
                       engine_problem_t *problem) {
    if (status == LINE_ENDED || status == LINE_HALF)
        return blame_end(session, status == LINE_HALF ? " in the middle of a line" : "",
                         problem);
    if (status == LINE_LONG)
        return engine_session_blame(session, ENGINE_GARBLED, problem,
                                    "answered %s with a line of more than %d bytes",
                                    session->request, ENGINE_MAX_LINE);
    if (status == LINE_ZERO)
        return engine_session_blame(session, ENGINE_GARBLED, problem,
                                    "answered %s with a line with a byte 0 in it",
                                    session->request);
    return engine_session_blame(session, ENGINE_CRASHED, problem, "cannot be read: %s",
                                strerror(errno));
}

/* Time limit in seconds for the answer to the last request. */
static double limit_of(const engine_session_t *session) {
    bool is_first = strcmp(session->request, "hello") == 0 ||
                    strcmp(session->request, "game") == 0 ||
                    strcmp(session->request, "memory") == 0;
    return (double)(is_first ? session->program.start_ms : session->program.timeout_ms) /
           1000;
}

/* The program may have ended although a process that it started holds its output open. */
static bool has_ended(engine_session_t *session) {
    return session->child.id > 0 && !session->is_over &&
           child_process_has_ended(&session->child, 0);
}

static bool write_request(engine_session_t *session, const char *text, size_t length,
                          engine_problem_t *problem) {
    double end = clock_seconds() + limit_of(session);
    for (;;) {
        line_status_t status =
            line_channel_write(&session->channel, &text, &length, WAIT_S);
        if (status == LINE_READY)
            return true;
        if (status != LINE_LATE)
            return blame_line(session, status, problem);
        if (has_ended(session))
            return blame_line(session, LINE_ENDED, problem);
        if (clock_seconds() > end)
            return engine_session_blame(session, ENGINE_TIMED_OUT, problem,
                                        "does not read its requests (%s)",
                                        session->request);
    }
}

bool engine_session_send(engine_session_t *session, cJSON *request, int64_t *number,
                         engine_problem_t *problem) {
    const cJSON *what = cJSON_GetObjectItemCaseSensitive(request, "request");
    *number = ++session->requests;
    snprintf(session->request, sizeof session->request, "%s", what->valuestring);
    json_add_number(request, "id", *number);
    char *text = json_line(request);
    size_t length = strlen(text);
    text[length] = '\n'; /* replaces the terminator */
    bool written = write_request(session, text, length + 1, problem);
    free(text);
    return written;
}

/* Parses an answer; NULL with the problem. */
static cJSON *read_answer(engine_session_t *session, const char *line, int64_t *number,
                          engine_problem_t *problem) {
    failure_t wrong;
    char shown[80];
    cJSON *answer = json_parse(line, "the answer", &wrong);
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(answer, "id");
    if (json_integer(id, 1, session->requests, number))
        return answer;
    plain_text_copy(shown, sizeof shown, line, strlen(line));
    if (answer)
        engine_session_blame(session, ENGINE_GARBLED, problem,
                             "answered %s without the request's \"id\": %s",
                             session->request, shown);
    else
        engine_session_blame(session, ENGINE_GARBLED, problem,
                             "answered %s with \"%s\": %s", session->request, shown,
                             wrong.message);
    cJSON_Delete(answer);
    return NULL;
}

/* Whether an answer is an error: {"error": "..."}. */
static bool is_refusal(engine_session_t *session, const cJSON *answer,
                       engine_problem_t *problem) {
    const cJSON *error = cJSON_GetObjectItemCaseSensitive(answer, "error");
    char shown[500] = "no reason";
    if (!error)
        return false;
    if (cJSON_IsString(error))
        plain_text_copy(shown, sizeof shown, error->valuestring,
                        strlen(error->valuestring));
    engine_session_blame(session, ENGINE_REFUSED, problem, "refuses %s: %s",
                         session->request, shown);
    return true;
}

cJSON *engine_session_receive(engine_session_t *session, double seconds, int64_t *number,
                              engine_problem_t *problem) {
    char *line;
    line_status_t status = line_channel_read(&session->channel, seconds, &line);
    problem->fault = ENGINE_FINE;
    if (status == LINE_LATE && has_ended(session)) {
        status = line_channel_read(&session->channel, 0, &line); /* its last words */
        status = status == LINE_LATE ? LINE_ENDED : status;
    }
    if (status != LINE_READY) {
        if (status != LINE_LATE)
            blame_line(session, status, problem);
        return NULL;
    }
    cJSON *answer = read_answer(session, line, number, problem);
    if (answer && is_refusal(session, answer, problem)) {
        cJSON_Delete(answer);
        return NULL;
    }
    return answer;
}

static bool wait_on(engine_session_t *session, double start,
                    const engine_patience_t *patience, engine_problem_t *problem) {
    double limit = limit_of(session);
    if (patience && !patience->goes_on(patience->context))
        return engine_session_blame(session, ENGINE_STOPPED, problem,
                                    "was answering %s when the command was stopped",
                                    session->request);
    if (clock_seconds() - start < limit)
        return true;
    size_t waiting = line_channel_waiting(&session->channel);
    return engine_session_blame(session, ENGINE_TIMED_OUT, problem,
                                waiting > 0
                                    ? "has not answered %s within %g s (only a part of a "
                                      "line)"
                                    : "has not answered %s within %g s",
                                session->request, limit);
}

cJSON *engine_session_ask(engine_session_t *session, cJSON *request,
                          const engine_patience_t *patience, engine_problem_t *problem) {
    int64_t number, answered;
    double start = clock_seconds();
    if (!engine_session_send(session, request, &number, problem))
        return NULL;
    for (;;) {
        cJSON *answer = engine_session_receive(session, WAIT_S, &answered, problem);
        if (answer && answered == number)
            return answer;
        if (answer) {
            engine_session_blame(session, ENGINE_GARBLED, problem,
                                 "answered request %lld, which was already answered",
                                 (long long)answered);
            cJSON_Delete(answer);
            return NULL;
        }
        if (problem->fault != ENGINE_FINE || !wait_on(session, start, patience, problem))
            return NULL;
    }
}

bool engine_session_game(engine_session_t *session, const game_t *game,
                         const engine_patience_t *patience, engine_problem_t *problem) {
    char name[sizeof session->game];
    snprintf(name, sizeof name, "%s %s", game->class->name, game->variant_text);
    if (strcmp(name, session->game) == 0)
        return true;
    session->game[0] = 0;
    cJSON *answer =
        engine_session_ask(session, engine_request_game(game), patience, problem);
    if (answer)
        memcpy(session->game, name, sizeof name);
    cJSON_Delete(answer);
    return answer != NULL;
}
