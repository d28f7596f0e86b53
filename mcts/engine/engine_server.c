#include "mcts/engine/engine_server.h"

#include "core/base/build_info.h"
#include "core/base/clock.h"
#include "core/base/json.h"
#include "core/base/process/line_channel.h"
#include "mcts/engine/engine_messages.h"
#include "mcts/engine/engine_session.h"
#include "mcts/engine/served_position.h"
#include "mcts/evaluate/process/process_evaluator.h"
#include "mcts/search/agent.h"
#include "mcts/search/search.h"
#include "mcts/tree/value.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define FOREVER_S 1e9 /* to wait for a request, or for the client to read an answer */
enum { MOST_POSITIONS = 4096 /* of one "evaluate" */ };

typedef struct server {
    const agent_t *agent;
    line_channel_t *channel;
    game_t *game; /* NULL: none yet */
    agent_t bound;
    search_t *search;       /* NULL: none with this budget */
    evaluator_t *evaluator; /* for "evaluate"; NULL: none yet */
    served_position_t position;
    int ahead;         /* requests that arrived during a search, not yet answered */
    int stops;         /* "stop" among them */
    bool quit_is_next; /* the first of them is "quit" */
    bool quits;
} server_t;

static const cJSON *item_of(const cJSON *request, const char *key) {
    return cJSON_GetObjectItemCaseSensitive(request, key);
}

/* --- Requests ----------------------------------------------------------------------- */

static bool answer_hello(cJSON *answer) {
    const char *version = strchr(build_program, ' '); /* "fulcrum 0.1.0 (abcdef0)" */
    json_add_number(answer, "protocol", ENGINE_PROTOCOL);
    cJSON_AddStringToObject(answer, "name", "fulcrum");
    cJSON_AddStringToObject(answer, "version", version ? version + 1 : build_program);
    cJSON_AddItemToObject(
        answer, "can",
        cJSON_CreateStringArray(
            (const char *const[]){"go", "evaluate", "actions", "stop"}, 4));
    return true;
}

static void forget_search(server_t *server) {
    search_free(server->search);
    server->search = NULL;
}

static void forget_game(server_t *server) {
    forget_search(server);
    evaluator_free(server->evaluator);
    served_position_clear(&server->position);
    game_free(server->game);
    server->evaluator = NULL;
    server->game = NULL;
}

static bool answer_game(server_t *server, const cJSON *request, failure_t *error) {
    const cJSON *name = item_of(request, "game"), *variant = item_of(request, "variant");
    if (!cJSON_IsString(name))
        return error_set(error, "\"game\" must be the name of a game");
    const game_class_t *class = game_class_find(name->valuestring, error);
    game_t *game =
        class ? game_new_overridden(class, variant, "game", "variant.", NULL, error)
              : NULL;
    if (!game)
        return false;
    forget_game(server);
    server->game = game;
    server->bound = *server->agent;
    served_position_init(&server->position, game);
    if (agent_bind(&server->bound, game, server->bound.name, error) &&
        agent_start_program(&server->bound, game, server->bound.name, error))
        return true;
    forget_game(server);
    return false;
}

static bool answer_position(server_t *server, const cJSON *request, cJSON *answer,
                            failure_t *error) {
    served_position_t *position = &server->position;
    action_t newer[GAME_MAX_LEGAL];
    int count = 0;
    if (!served_position_read(position, request, newer, &count, error))
        return false;
    if (server->search && count < 0)
        search_forget(server->search);
    for (int i = 0; server->search && i < count; i++)
        search_advance(server->search, newer[i]);
    served_position_describe(position, answer);
    return true;
}

static bool answer_actions(server_t *server, cJSON *answer) {
    action_t actions[GAME_MAX_LEGAL];
    int count = game_legal(server->game, &server->position.state, actions);
    cJSON_AddItemToObject(answer, "actions",
                          engine_action_list(server->game, actions, count));
    return true;
}

/* --- go ----------------------------------------------------------------------------- */

/* Reads a whole number from a request; a missing one leaves *number unchanged. */
static bool read_whole(const cJSON *request, const char *key, int64_t most,
                       int64_t *number, failure_t *error) {
    const cJSON *item = item_of(request, key);
    return !item || json_integer(item, 0, most, number) ||
           error_set(error, "\"%s\" must be a whole number from 0 to %" PRId64, key,
                     most);
}

static bool set_budget(server_t *server, const cJSON *request, failure_t *error) {
    search_config_t *search = &server->bound.search;
    int64_t simulations = 0, time_ms = 0; /* 0: the agent's own */
    int64_t before = search->simulations, before_ms = search->time_ms;
    if (!read_whole(request, "simulations", SEARCH_MOST_SIMULATIONS, &simulations,
                    error) ||
        !read_whole(request, "time_ms", 86400000, &time_ms, error))
        return false;
    *search = server->agent->search;
    search->evaluator = server->bound.search.evaluator;
    if (time_ms > 0) {
        search->time_ms = time_ms;
        search->simulations = SEARCH_MOST_SIMULATIONS;
    }
    if (simulations > 0)
        search->simulations = simulations;
    if (!search_config_check_ends(search, "go", error))
        return false;
    if (search->simulations != before || search->time_ms != before_ms)
        forget_search(server);
    if (!server->search)
        server->search = agent_search_new(&server->bound, server->game);
    return true;
}

/* What seeds the random numbers: a run's moment, if the request has one. */
static bool read_moment(const server_t *server, const cJSON *request,
                        agent_moment_t *moment, failure_t *error) {
    const int64_t most = 9007199254740991, most_plies = 999999999;
    const cJSON *run = item_of(request, "moment");
    int64_t seed = 1, game = 0, ply = server->position.num_played, turn = ply;
    if (run && !cJSON_IsObject(run))
        return error_set(error, "\"moment\" must be an object");
    if (!read_whole(request, "seed", most, &seed, error) ||
        !read_whole(run, "seed", most, &seed, error) ||
        !read_whole(run, "game", most, &game, error) ||
        !read_whole(run, "ply", most_plies, &ply, error) ||
        !read_whole(run, "turn", most_plies, &turn, error))
        return false;
    *moment = (agent_moment_t){.seed = (uint64_t)seed,
                               .game = (uint64_t)game,
                               .ply = (uint32_t)ply,
                               .turn = (uint32_t)turn};
    return true;
}

/* Whether a line of requests is this one. */
static bool is_request(const char *line, size_t length, const char *what) {
    char *copy = memory_new(length + 1, 1);
    memcpy(copy, line, length);
    cJSON *request = json_parse(copy, "request", NULL);
    const cJSON *name = item_of(request, "request");
    bool is = cJSON_IsString(name) && strcmp(name->valuestring, what) == 0;
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

static void add_found(const server_t *server, const search_result_t *result, int chosen,
                      double seconds, cJSON *answer) {
    char text[GAME_ACTION_TEXT];
    game_write_action(server->game, result->actions[chosen], text);
    cJSON_AddStringToObject(answer, "action", text);
    json_add_number(answer, "value", (double)result->root_value);
    json_add_number(answer, "simulations", result->simulations);
    json_add_number(answer, "seconds", seconds);
    cJSON *list = cJSON_AddArrayToObject(answer, "actions");
    for (int i = 0; i < result->count; i++) {
        cJSON *row = cJSON_CreateObject();
        game_write_action(server->game, result->actions[i], text);
        cJSON_AddStringToObject(row, "action", text);
        json_add_number(row, "visits", result->visits[i]);
        json_add_number(row, "value", (double)result->values[i]);
        cJSON_AddItemToArray(list, row);
    }
}

static bool answer_go(server_t *server, const cJSON *request, cJSON *answer,
                      failure_t *error) {
    search_result_t result;
    agent_moment_t moment = {0};
    double start = clock_seconds();
    if (server->position.outcome.over)
        return error_set(error, "the game is over in this position");
    if (!read_moment(server, request, &moment, error) ||
        !set_budget(server, request, error))
        return false;
    agent_start(server->search, &server->position.state, moment);
    while (!search_run_piece(server->search) && !process_evaluator_failed(error) &&
           !is_stopped(server))
        continue;
    if (process_evaluator_failed(error))
        return false;
    int chosen = agent_decide(&server->bound, server->search, moment, &result);
    add_found(server, &result, chosen, clock_seconds() - start, answer);
    return true;
}

/* --- evaluate ----------------------------------------------------------------------- */

static void add_evaluation(const server_t *server, const leaf_t *leaf,
                           const state_t *state, cJSON *values, cJSON *priors) {
    const evaluation_t *evaluation = &leaf->evaluation;
    int player = game_player(server->game, state);
    double value = value_for_player(player, evaluation->value);
    cJSON_AddItemToArray(values, json_number(value / VALUE_ONE));
    if (!server->evaluator->class->has_priors)
        return;
    cJSON *list = cJSON_CreateArray();
    for (int i = 0; i < evaluation->count; i++)
        cJSON_AddItemToArray(list, json_number(evaluation->priors[i]));
    cJSON_AddItemToArray(priors, list);
}

static bool evaluate_one(const server_t *server, const cJSON *text, int number,
                         leaf_t *leaf, failure_t *error) {
    state_t state = {0};
    if (!cJSON_IsString(text))
        return error_set(error, "a position is a text");
    if (!game_read_position(server->game, text->valuestring, &state, error))
        return false;
    if (game_outcome(server->game, &state).over)
        return error_set(error, "position %d: the game is over", number);
    pcg32_t rng = pcg32_for(0, (uint64_t)number, 0, PCG_FOR_SEARCH);
    game_copy(server->game, &leaf->state, &state);
    leaf->rng = &rng;
    evaluator_run(server->evaluator, &(leaf_batch_t){.leaves = &leaf, .count = 1});
    leaf->rng = NULL;
    return !process_evaluator_failed(error);
}

static bool answer_evaluate(server_t *server, const cJSON *request, cJSON *answer,
                            failure_t *error) {
    const cJSON *positions = item_of(request, "positions"), *text;
    int count = cJSON_GetArraySize(positions), number = 0;
    if (!cJSON_IsArray(positions) || count > MOST_POSITIONS)
        return error_set(error, "\"positions\" must be a list of at most %d texts",
                         MOST_POSITIONS);
    if (!server->evaluator)
        server->evaluator =
            evaluator_choice_make(&server->bound.search.evaluator, server->game, 1);
    leaf_t *leaf = memory_new(1, sizeof *leaf);
    cJSON *values = cJSON_AddArrayToObject(answer, "values"), *priors = NULL;
    if (server->evaluator->class->has_priors)
        priors = cJSON_AddArrayToObject(answer, "priors");
    bool ok = true;
    cJSON_ArrayForEach(text, positions) {
        state_t state = {0};
        ok = ok && evaluate_one(server, text, number++, leaf, error) &&
             game_read_position(server->game, text->valuestring, &state, error);
        if (ok)
            add_evaluation(server, leaf, &state, values, priors);
    }
    free(leaf);
    return ok;
}

/* --- The conversation --------------------------------------------------------------- */

static bool answer_request(server_t *server, const char *what, const cJSON *request,
                           cJSON *answer, failure_t *error) {
    if (strcmp(what, "hello") == 0)
        return answer_hello(answer);
    if (strcmp(what, "stop") == 0) { /* the search has ended already */
        server->stops -= server->stops > 0;
        return true;
    }
    if (strcmp(what, "quit") == 0)
        return server->quits = true;
    if (strcmp(what, "game") == 0)
        return answer_game(server, request, error);
    static const char *const of_games[] = {"position", "actions", "go", "evaluate"};
    int which = 0;
    while (which < 4 && strcmp(what, of_games[which]) != 0)
        which++;
    if (which == 4)
        return error_set(error, "no such request: %.40s", what);
    if (!server->game)
        return error_set(error, "%s: needs a \"game\" request first", what);
    return which == 0   ? answer_position(server, request, answer, error)
           : which == 1 ? answer_actions(server, answer)
           : which == 2 ? answer_go(server, request, answer, error)
                        : answer_evaluate(server, request, answer, error);
}

static cJSON *answer_line(server_t *server, const char *line) {
    failure_t error;
    cJSON *answer = cJSON_CreateObject();
    cJSON *request = json_parse(line, "request", &error);
    const cJSON *id = item_of(request, "id"), *what = item_of(request, "request");
    bool ok = request != NULL;
    if (cJSON_IsNumber(id))
        cJSON_AddItemToObject(answer, "id", cJSON_Duplicate(id, false));
    if (request && !cJSON_IsString(what))
        ok = error_set(&error, "\"request\" must name a request");
    ok = ok && answer_request(server, what->valuestring, request, answer, &error);
    if (!ok) {
        cJSON *refusal = cJSON_CreateObject();
        if (cJSON_IsNumber(id))
            cJSON_AddItemToObject(refusal, "id", cJSON_Duplicate(id, false));
        cJSON_AddStringToObject(refusal, "error", error.message);
        cJSON_Delete(answer);
        answer = refusal;
    }
    cJSON_Delete(request);
    return answer;
}

static bool write_answer(server_t *server, cJSON *answer) {
    char *text = json_line(answer);
    size_t length = strlen(text) + 1;
    const char *left = text;
    text[length - 1] = '\n';
    bool written =
        line_channel_write(server->channel, &left, &length, FOREVER_S) == LINE_READY;
    free(text);
    return written;
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

static bool answer_next(server_t *server, char *line, failure_t *error) {
    return !*line || write_answer(server, answer_line(server, line)) || server->quits ||
           error_set(error, "the client no longer reads the answers");
}

bool engine_server_run(const agent_t *agent, line_channel_t *channel, failure_t *error) {
    server_t server = {.agent = agent, .channel = channel};
    bool ok = true;
    while (ok && !server.quits) {
        char *line;
        line_status_t status = line_channel_read(channel, FOREVER_S, &line);
        if (status == LINE_ENDED)
            break;
        server.ahead -= server.ahead > 0;
        ok = status == LINE_READY ? answer_next(&server, line, error)
                                  : line_error(status, error);
    }
    forget_game(&server);
    return ok;
}
