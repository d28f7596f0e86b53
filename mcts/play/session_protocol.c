#include "mcts/play/session_protocol.h"

#include "core/base/build_info.h"
#include "core/base/json.h"
#include "mcts/engine/engine_messages.h"
#include "mcts/engine/engine_session.h"
#include "mcts/evaluate/process/process_evaluator.h"
#include "mcts/play/session_json.h"
#include "mcts/search/search.h"
#include "mcts/tree/value.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_POSITIONS = 4096 /* of one "evaluate" */ };

struct session_protocol {
    const agent_t *agent; /* NULL: none */
    game_t *game;         /* NULL: none yet */
    session_t session;
    evaluator_t *evaluator; /* for "evaluate"; NULL: none yet */
    bool has_quit;
    /* What is being answered: */
    const cJSON *request;
    cJSON *id; /* NULL: none */
    cJSON *answer;
    failure_t error;
};

static const cJSON *item_of(const session_protocol_t *protocol, const char *key) {
    return cJSON_GetObjectItemCaseSensitive(protocol->request, key);
}

/* Reads a whole number of an object; a missing one leaves *number unchanged. */
static bool read_whole(session_protocol_t *protocol, const cJSON *object, const char *key,
                       int64_t least, int64_t most, int64_t *number) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    return !item || json_integer(item, least, most, number) ||
           error_set(&protocol->error,
                     "\"%s\" must be a whole number from %" PRId64 " to %" PRId64, key,
                     least, most);
}

/* --- The game and who plays it ------------------------------------------------------ */

static bool answer_hello(session_protocol_t *protocol) {
    static const char *const can[] = {"go",   "evaluate", "actions",
                                      "stop", "agent",    "show"};
    const char *version = strchr(build_program, ' '); /* "fulcrum 0.1.0 (abcdef0)" */
    json_add_number(protocol->answer, "protocol", ENGINE_PROTOCOL);
    cJSON_AddStringToObject(protocol->answer, "name", "fulcrum");
    cJSON_AddStringToObject(protocol->answer, "version",
                            version ? version + 1 : build_program);
    cJSON_AddItemToObject(protocol->answer, "can",
                          cJSON_CreateStringArray(can, sizeof can / sizeof *can));
    return true;
}

static void forget_game(session_protocol_t *protocol) {
    evaluator_free(protocol->evaluator);
    protocol->evaluator = NULL;
    session_clear(&protocol->session);
    game_free(protocol->game);
    protocol->game = NULL;
}

static bool answer_game(session_protocol_t *protocol) {
    failure_t *error = &protocol->error;
    game_t *game = session_read_game(protocol->request, error);
    if (!game)
        return false;
    forget_game(protocol);
    protocol->game = game;
    session_init(&protocol->session, game, NULL);
    if (!protocol->agent || session_set_agent(&protocol->session, NOBODY, protocol->agent,
                                              protocol->agent->name, error))
        return true;
    forget_game(protocol);
    return false;
}

static bool answer_agent(session_protocol_t *protocol) {
    int64_t player = NOBODY + 1;
    agent_t agent;
    failure_t *error = &protocol->error;
    if (!cJSON_IsObject(item_of(protocol, "agent")))
        return error_set(error, "\"agent\" must be an object");
    if (!read_whole(protocol, protocol->request, "player", 1, 2, &player))
        return false;
    cJSON *json = cJSON_Duplicate(item_of(protocol, "agent"), true);
    bool ok =
        agent_read_json(&agent, json, "agent", NULL, 0, error) &&
        (!agent_program(&agent) ||
         error_set(error, "an agent in a request starts no outside program")) &&
        session_set_agent(&protocol->session, (int)player - 1, &agent, "agent", error);
    cJSON_Delete(json);
    if (ok) {
        evaluator_free(protocol->evaluator);
        protocol->evaluator = NULL;
    }
    return ok;
}

/* --- Positions ---------------------------------------------------------------------- */

static bool answer_position(session_protocol_t *protocol) {
    if (!session_read_position(&protocol->session, protocol->request, &protocol->error))
        return false;
    session_add_outcome(&protocol->session, protocol->answer);
    return true;
}

static bool answer_actions(session_protocol_t *protocol) {
    action_t actions[GAME_MAX_LEGAL];
    int count = session_legal(&protocol->session, actions);
    cJSON_AddItemToObject(protocol->answer, "actions",
                          engine_action_list(protocol->game, actions, count));
    return true;
}

static bool answer_show(session_protocol_t *protocol) {
    session_add_display(&protocol->session, protocol->answer);
    return true;
}

/* --- Searches ----------------------------------------------------------------------- */

/* What seeds the random numbers: a run's moment, if the request has one. */
static bool read_moment(session_protocol_t *protocol, agent_moment_t *moment) {
    const int64_t most = 9007199254740991, most_plies = 999999999;
    const cJSON *run = item_of(protocol, "moment");
    int64_t seed = 1, game = 0;
    int64_t ply = protocol->session.count, turn = protocol->session.turn;
    if (run && !cJSON_IsObject(run))
        return error_set(&protocol->error, "\"moment\" must be an object");
    if (!read_whole(protocol, protocol->request, "seed", 0, most, &seed) ||
        !read_whole(protocol, run, "seed", 0, most, &seed) ||
        !read_whole(protocol, run, "game", 0, most, &game) ||
        !read_whole(protocol, run, "ply", 0, most_plies, &ply) ||
        !read_whole(protocol, run, "turn", 0, most_plies, &turn))
        return false;
    *moment = (agent_moment_t){.seed = (uint64_t)seed,
                               .game = (uint64_t)game,
                               .ply = (uint32_t)ply,
                               .turn = (uint32_t)turn};
    return true;
}

static bool answer_go(session_protocol_t *protocol) {
    const cJSON *request = protocol->request;
    int64_t simulations = 0, time_ms = 0;
    agent_moment_t moment = {0};
    return read_moment(protocol, &moment) &&
           read_whole(protocol, request, "simulations", 0, SEARCH_MOST_SIMULATIONS,
                      &simulations) &&
           read_whole(protocol, request, "time_ms", 0, 86400000, &time_ms) &&
           session_search(&protocol->session, moment, simulations, time_ms,
                          &protocol->error);
}

/* *player: who is to move, for whom the value will be. */
static bool evaluate_one(session_protocol_t *protocol, const cJSON *text, int number,
                         leaf_t *leaf, int *player) {
    failure_t *error = &protocol->error;
    if (!cJSON_IsString(text))
        return error_set(error, "a position is a text");
    if (!game_read_position(protocol->game, text->valuestring, &leaf->state, error))
        return false;
    if (game_outcome(protocol->game, &leaf->state).over)
        return error_set(error, "position %d: the game is over", number);
    *player = game_player(protocol->game, &leaf->state); /* a playout changes the leaf */
    pcg32_t rng = pcg32_for(0, (uint64_t)number, 0, PCG_FOR_SEARCH);
    leaf->rng = &rng;
    evaluator_run(protocol->evaluator, &(leaf_batch_t){.leaves = &leaf, .count = 1});
    leaf->rng = NULL;
    return !process_evaluator_failed(error);
}

static void add_evaluation(const session_protocol_t *protocol, const leaf_t *leaf,
                           int player, cJSON *values, cJSON *priors) {
    const evaluation_t *evaluation = &leaf->evaluation;
    double value = value_for_player(player, evaluation->value);
    cJSON_AddItemToArray(values, json_number(value / VALUE_ONE));
    if (!protocol->evaluator->class->has_priors)
        return;
    cJSON *list = cJSON_CreateArray();
    for (int i = 0; i < evaluation->count; i++)
        cJSON_AddItemToArray(list, json_number(evaluation->priors[i]));
    cJSON_AddItemToArray(priors, list);
}

static bool answer_evaluate(session_protocol_t *protocol) {
    const cJSON *positions = item_of(protocol, "positions"), *text;
    const session_seat_t *seat = &protocol->session.seats[0];
    int number = 0, player = 0;
    bool ok = true;
    if (!cJSON_IsArray(positions) || cJSON_GetArraySize(positions) > MOST_POSITIONS)
        return error_set(&protocol->error,
                         "\"positions\" must be a list of at most %d texts",
                         MOST_POSITIONS);
    if (!seat->has_agent)
        return error_set(&protocol->error, "no agent evaluates positions");
    if (!protocol->evaluator)
        protocol->evaluator =
            evaluator_choice_make(&seat->agent.search.evaluator, protocol->game, 1);
    cJSON *values = cJSON_AddArrayToObject(protocol->answer, "values"), *priors = NULL;
    if (protocol->evaluator->class->has_priors)
        priors = cJSON_AddArrayToObject(protocol->answer, "priors");
    leaf_t *leaf = memory_new(1, sizeof *leaf);
    cJSON_ArrayForEach(text, positions) {
        ok = ok && evaluate_one(protocol, text, number++, leaf, &player);
        if (ok)
            add_evaluation(protocol, leaf, player, values, priors);
    }
    free(leaf);
    return ok;
}

/* --- Lines -------------------------------------------------------------------------- */

static bool answer_stop(session_protocol_t *protocol) {
    (void)protocol; /* the search has ended already */
    return true;
}

static bool answer_quit(session_protocol_t *protocol) {
    return protocol->has_quit = true;
}

static const struct {
    const char *name;
    bool (*answer)(session_protocol_t *protocol);
    bool needs_game;
} requests[] = {
    {"hello", answer_hello, false},
    {"game", answer_game, false},
    {"agent", answer_agent, true},
    {"position", answer_position, true},
    {"actions", answer_actions, true},
    {"show", answer_show, true},
    {"go", answer_go, true},
    {"stop", answer_stop, false},
    {"evaluate", answer_evaluate, true},
    {"quit", answer_quit, false},
};

static bool carry_out(session_protocol_t *protocol) {
    const char *what = cJSON_GetStringValue(item_of(protocol, "request"));
    if (!what)
        return error_set(&protocol->error, "\"request\" must name a request");
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
        if (strcmp(what, requests[i].name) == 0)
            return requests[i].needs_game && !protocol->game
                       ? error_set(&protocol->error, "%s: needs a \"game\" request first",
                                   what)
                       : requests[i].answer(protocol);
    return error_set(&protocol->error, "no such request: %.40s", what);
}

static void begin_answer(session_protocol_t *protocol) {
    cJSON_Delete(protocol->answer);
    protocol->answer = cJSON_CreateObject();
    cJSON_AddItemToObject(protocol->answer, "id", cJSON_Duplicate(protocol->id, false));
}

static char *end_answer(session_protocol_t *protocol, bool ok) {
    if (!ok) {
        begin_answer(protocol);
        cJSON_AddStringToObject(protocol->answer, "error", protocol->error.message);
    }
    char *line = json_line(protocol->answer);
    protocol->answer = NULL;
    protocol->session.thinking = NULL;
    return line;
}

char *session_protocol_answer(session_protocol_t *protocol, const char *line) {
    cJSON *request = json_parse(line, "request", &protocol->error);
    protocol->request = request;
    protocol->session.thinking = NULL;
    cJSON_Delete(protocol->id);
    protocol->id = cJSON_IsNumber(item_of(protocol, "id"))
                       ? cJSON_DetachItemFromObjectCaseSensitive(request, "id")
                       : NULL;
    begin_answer(protocol);
    bool ok = request && carry_out(protocol);
    cJSON_Delete(request);
    return ok && protocol->session.thinking ? NULL : end_answer(protocol, ok);
}

char *session_protocol_continue(session_protocol_t *protocol, bool stop) {
    bool done = search_run_piece(protocol->session.thinking->search);
    bool ok = !process_evaluator_failed(&protocol->error);
    if (ok && !done && !stop)
        return NULL;
    if (ok)
        session_add_found(&protocol->session, protocol->answer);
    return end_answer(protocol, ok);
}

uint32_t session_protocol_simulations(const session_protocol_t *protocol) {
    return search_simulations(protocol->session.thinking->search);
}

const game_t *session_protocol_game(const session_protocol_t *protocol) {
    return protocol->game;
}

bool session_protocol_has_quit(const session_protocol_t *protocol) {
    return protocol->has_quit;
}

session_protocol_t *session_protocol_new(const agent_t *agent) {
    session_protocol_t *protocol = memory_new(1, sizeof *protocol);
    protocol->agent = agent;
    return protocol;
}

void session_protocol_free(session_protocol_t *protocol) {
    if (!protocol)
        return;
    forget_game(protocol);
    cJSON_Delete(protocol->answer);
    cJSON_Delete(protocol->id);
    free(protocol);
}
