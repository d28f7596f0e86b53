#include "mcts/evaluate/process/evaluation_exchange.h"

#include "core/base/json.h"
#include "mcts/engine/engine_messages.h"
#include "mcts/evaluate/evaluation_logits.h"
#include "mcts/evaluate/process/evaluation_memory.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <unistd.h>

bool exchange_offer_memory(engine_session_t *session, const evaluation_memory_t *memory,
                           const engine_patience_t *patience, engine_problem_t *problem) {
    char path[64];
    cJSON *json = engine_request("memory");
    snprintf(path, sizeof path, "/proc/%ld/fd/%d", (long)getpid(),
             engine_session_memory(session));
    cJSON_AddStringToObject(json, "path", path);
    json_add_number(json, "bytes", memory->size);
    json_add_number(json, "buffers", memory->buffers);
    json_add_number(json, "batch", memory->batch);
    cJSON_AddItemToObject(json, "arrays", evaluation_memory_json(memory));
    cJSON *answer = engine_session_ask(session, json, patience, problem);
    cJSON_Delete(answer);
    return answer != NULL;
}

/* A position as text, from its packed form. */
static cJSON *position_text(const evaluation_memory_t *memory, int buffer, int row) {
    char text[GAME_POSITION_TEXT];
    state_t state = {0};
    bool ok =
        game_unpack(memory->game, evaluation_memory_row(memory, ARRAY_STATE, buffer, row),
                    &state, NULL);
    REQUIRE(ok);
    game_write_position(memory->game, &state, POSITION_FULL, text);
    return cJSON_CreateString(text);
}

/* Its legal actions, from the memory. */
static cJSON *legal_texts(const evaluation_memory_t *memory, int buffer, int row) {
    action_t actions[GAME_MAX_LEGAL];
    uint16_t count;
    memcpy(&count, evaluation_memory_row(memory, ARRAY_COUNT, buffer, row), sizeof count);
    memcpy(actions, evaluation_memory_row(memory, ARRAY_LEGAL, buffer, row),
           count * sizeof *actions);
    return engine_action_list(memory->game, actions, count);
}

bool exchange_send(const exchange_t *exchange, bool in_memory, int64_t *number,
                   engine_problem_t *problem) {
    cJSON *json = engine_request("evaluate");
    json_add_number(json, "count", exchange->rows);
    if (in_memory) {
        json_add_number(json, "buffer", exchange->buffer);
    } else {
        cJSON *positions = cJSON_AddArrayToObject(json, "positions");
        cJSON *legal = cJSON_AddArrayToObject(json, "legal");
        for (int row = 0; row < exchange->rows; row++) {
            const evaluation_memory_t *memory = exchange->memory;
            cJSON_AddItemToArray(positions, position_text(memory, exchange->buffer, row));
            cJSON_AddItemToArray(legal, legal_texts(memory, exchange->buffer, row));
        }
    }
    return engine_session_send(exchange->session, json, number, problem);
}

static uint16_t count_of(const exchange_t *exchange, int row) {
    uint16_t count;
    memcpy(&count,
           evaluation_memory_row(exchange->memory, ARRAY_COUNT, exchange->buffer, row),
           sizeof count);
    return count;
}

/* Stores a list of one number per legal action of a row in the memory. */
static bool store_policy(const exchange_t *exchange, int row, const cJSON *list) {
    unsigned char *to =
        evaluation_memory_row(exchange->memory, ARRAY_POLICY, exchange->buffer, row);
    int count = count_of(exchange, row);
    if (cJSON_GetArraySize(list) != count)
        return false;
    const cJSON *item;
    cJSON_ArrayForEach(item, list) {
        float logit = (float)item->valuedouble;
        if (!cJSON_IsNumber(item))
            return false;
        memcpy(to, &logit, sizeof logit);
        to += sizeof logit;
    }
    return true;
}

static bool store_row(const exchange_t *exchange, int row, const cJSON *value,
                      const cJSON *policy, engine_problem_t *problem) {
    float score = cJSON_IsNumber(value) ? (float)value->valuedouble : (float)NAN;
    memcpy(evaluation_memory_row(exchange->memory, ARRAY_VALUE, exchange->buffer, row),
           &score, sizeof score);
    return (cJSON_IsArray(policy) && store_policy(exchange, row, policy)) ||
           engine_session_blame(
               exchange->session, ENGINE_GARBLED, problem,
               "answered evaluate without a number for each legal action "
               "of position %d",
               row);
}

static bool store_answer(exchange_t *exchange, const cJSON *answer,
                         engine_problem_t *problem) {
    const cJSON *values = cJSON_GetObjectItemCaseSensitive(answer, "values");
    const cJSON *priors = cJSON_GetObjectItemCaseSensitive(answer, "priors");
    const cJSON *policies =
        priors ? priors : cJSON_GetObjectItemCaseSensitive(answer, "logits");
    exchange->are_priors = priors != NULL;
    if (cJSON_GetArraySize(values) != exchange->rows ||
        cJSON_GetArraySize(policies) != exchange->rows)
        return engine_session_blame(exchange->session, ENGINE_GARBLED, problem,
                                    "answered evaluate without %d \"values\" and "
                                    "\"logits\" or \"priors\"",
                                    exchange->rows);
    const cJSON *value = values->child, *policy = policies->child;
    for (int row = 0; row < exchange->rows; row++) {
        if (!store_row(exchange, row, value, policy, problem))
            return false;
        value = value->next;
        policy = policy->next;
    }
    return true;
}

bool exchange_receive(exchange_t *exchange, bool in_memory, cJSON *answer,
                      engine_problem_t *problem) {
    bool ok = in_memory || store_answer(exchange, answer, problem);
    cJSON_Delete(answer);
    return ok;
}

/* The session belongs to another thread, so the error is reported without it. */
static bool wrong_number(engine_problem_t *problem, int row, const char *what,
                         double number) {
    problem->fault = ENGINE_GARBLED;
    return error_set(&problem->failure,
                     "the evaluator answered evaluate with the %s %g for position %d of "
                     "the batch",
                     what, number, row);
}

/* Unrounded, so that our own evaluations come back unchanged. */
static bool set_priors(evaluation_t *evaluation, const float *priors, int row,
                       engine_problem_t *problem) {
    uint32_t sum = 0;
    for (int i = 0; i < evaluation->count; i++) {
        if (!(priors[i] >= 0 && priors[i] <= UINT16_MAX))
            return wrong_number(problem, row, "prior", (double)priors[i]);
        evaluation->priors[i] = (uint16_t)priors[i];
        sum += evaluation->priors[i];
    }
    return sum > 0 || wrong_number(problem, row, "sum of priors", 0);
}

bool exchange_read(const exchange_t *exchange, int row, leaf_t *leaf,
                   engine_problem_t *problem) {
    const evaluation_memory_t *memory = exchange->memory;
    evaluation_t *evaluation = &leaf->evaluation;
    float value, logits[GAME_MAX_LEGAL];
    memcpy(&value, evaluation_memory_row(memory, ARRAY_VALUE, exchange->buffer, row),
           sizeof value);
    memcpy(logits, evaluation_memory_row(memory, ARRAY_POLICY, exchange->buffer, row),
           (size_t)evaluation->count * sizeof *logits);
    if (!(value >= 0 && value <= 1))
        return wrong_number(problem, row, "value", (double)value);
    for (int i = 0; i < evaluation->count; i++)
        if (!isfinite(logits[i]))
            return wrong_number(problem, row, "logit", (double)logits[i]);
    evaluation_set_score(evaluation, game_player(memory->game, &leaf->state),
                         (double)value);
    if (exchange->are_priors)
        return set_priors(evaluation, logits, row, problem);
    evaluation_set_logits(evaluation, logits);
    return true;
}
