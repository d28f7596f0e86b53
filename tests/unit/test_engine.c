/* The protocol of outside programs, both sides in one process: requests to the server,
 * and possible answers of a program at a socket. */
#include "tests/support/unit.h"

#include "core/base/json.h"
#include "core/base/process/line_channel.h"
#include "core/base/text.h"
#include "mcts/engine/engine_player.h"
#include "mcts/engine/engine_program.h"
#include "mcts/engine/engine_session.h"
#include "mcts/evaluate/evaluator_choice.h"
#include "mcts/evaluate/process/process_evaluator.h"
#include "mcts/play/session_server.h"
#include "mcts/search/agent.h"
#include "mcts/search/search_result.h"
#include "tests/support/variants.h"

#include <cjson/cJSON.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static void assert_says(const char *text, const char *words) {
    if (!strstr(text, words))
        fail_msg("no \"%s\" in: %s", words, text);
}

/* --- The server --------------------------------------------------------------------- */

/* The server's answers to lines; the caller frees them. */
static char *served(const char *lines, size_t size, size_t most, bool *ok,
                    failure_t *error) {
    FILE *in = tmpfile(), *out = tmpfile();
    char *text = memory_new(1 << 20, 1);
    line_channel_t channel;
    agent_t agent;
    assert_true(agent_default(&agent, NULL, 0, error));
    agent.search.simulations = 20;
    assert_int_equal(fwrite(lines, 1, size, in), size);
    rewind(in);
    line_channel_init(&channel, fileno(in), fileno(out), most);
    *ok = session_server_run(&agent, &channel, error);
    line_channel_clear(&channel);
    assert_true(pread(fileno(out), text, (1 << 20) - 1, 0) >= 0);
    fclose(in);
    fclose(out);
    return text;
}

/* Malformed lines end the session; requests after a "go" are answered after it, and
 * "quit" ends the session. */
static void test_server_lines(void **unused) {
#define SEESAW "{\"id\": 1, \"request\": \"game\", \"game\": \"seesaw\"}\n"
#define LONG_GO "{\"id\": 2, \"request\": \"go\", \"time_ms\": 60000}\n"
    static const struct {
        const char *lines;
        size_t size, most;
        const char *error, *says; /* error NULL: it ends well */
    } cases[] = {
        {"{}\0\n", 4, 100, "a request with a byte 0 in it", ""},
        {"{\"request\": \"stop\"}\n{", 21, 100,
         "the requests end in the middle of a line", "{}"},
        {"{\"request\": \"stop\"}\n", 20, 10, "a request of more than ", ""},
        {"\n\n", 2, 100, NULL, ""},
        {SEESAW LONG_GO "{\"id\": 3, \"request\": \"quit\"}\n", 0, 1000, NULL,
         "{\"id\":3}"},
        {SEESAW LONG_GO
         "{\"id\": 3, \"request\": \"stop\"}\n{\"id\": 4, \"request\": \"no\"}\n",
         0, 1000, NULL, "{\"id\":3}\n{\"id\":4,\"error\":\"no such request: no\"}"},
        {SEESAW "{\"id\": 2, \"request\": \"go\"}\n{\"id\": 3, \"request\": 5}\n", 0,
         1000, NULL, "{\"id\":3,\"error\":"},
        {SEESAW "{\"id\": 2, \"request\": \"go\"}\n", 0, 1000, NULL,
         "{\"id\":2,\"action\":"},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t size = cases[i].size ? cases[i].size : strlen(cases[i].lines);
        failure_t error = {""};
        bool ok;
        char *text = served(cases[i].lines, size, cases[i].most, &ok, &error);
        if (ok != !cases[i].error)
            fail_msg("%s: %s", cases[i].lines, error.message);
        assert_says(text, cases[i].says);
        if (cases[i].error)
            assert_says(error.message, cases[i].error);
        free(text);
    }
}

/* Reads one answer and disconnects. */
static void *read_once(void *context) {
    char answer[256];
    int joined = *(int *)context;
    assert_true(read(joined, answer, sizeof answer) > 0);
    close(joined);
    return NULL;
}

/* When the client is gone, the search and the session end. */
static void test_server_without_a_reader(void **unused) {
    static const char lines[] = SEESAW LONG_GO;
    int in[2], out[2];
    pthread_t reader;
    line_channel_t channel;
    agent_t agent;
    failure_t error = {""};
    (void)unused;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, in), 0);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, out), 0);
    assert_true(agent_default(&agent, NULL, 0, &error));
    assert_int_equal(write(in[1], lines, strlen(lines)), strlen(lines));
    assert_int_equal(pthread_create(&reader, NULL, read_once, &out[1]), 0);
    line_channel_init(&channel, in[0], out[0], ENGINE_MAX_LINE);
    assert_false(session_server_run(&agent, &channel, &error));
    assert_string_equal(error.message, "the client no longer reads the answers");
    line_channel_clear(&channel);
    pthread_join(reader, NULL);
    close(in[0]);
    close(in[1]);
    close(out[0]);
}

/* Input that cannot be read at all. */
static void test_server_of_a_folder(void **unused) {
    line_channel_t channel;
    agent_t agent;
    failure_t error = {""};
    int folder = open("/", O_RDONLY);
    (void)unused;
    assert_true(folder >= 0 && agent_default(&agent, NULL, 0, &error));
    line_channel_init(&channel, folder, folder, ENGINE_MAX_LINE);
    assert_false(session_server_run(&agent, &channel, &error));
    assert_string_equal(error.message, "requests cannot be read");
    line_channel_clear(&channel);
    close(folder);
}

/* --- A program at a socket ---------------------------------------------------------- */

/* A wrong answer to a request: an object without its "id"; "=" and a literal text; ""
 * closes the connection; "?" is silence. */
typedef struct fault {
    const char *request, *answer;
} fault_t;

static char socket_path[] = "/tmp/fulcrum-engine-XXXXXX/socket";
static fault_t fault; /* changed while nobody is connected that looks at it */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void set_fault(const char *request, const char *answer) {
    pthread_mutex_lock(&lock);
    fault = (fault_t){request, answer};
    pthread_mutex_unlock(&lock);
}

/* The right answer, without its "id". */
static void expected_answer(const char *what, const cJSON *request, char answer[512]) {
    static char first[64];
    const cJSON *legal = cJSON_GetObjectItemCaseSensitive(request, "legal");
    if (strcmp(what, "position") == 0)
        snprintf(first, sizeof first, "%s", cJSON_GetStringValue(legal->child));
    snprintf(answer, 512, "{}");
    if (strcmp(what, "hello") == 0)
        snprintf(answer, 512,
                 "{\"protocol\": 1, \"name\": \"peer\", \"version\": \"2\", \"can\": "
                 "[5, \"evaluate\", \"go\"]}");
    if (strcmp(what, "go") == 0)
        snprintf(answer, 512, "{\"action\": \"%s\", \"value\": 0.25}", first);
}

/* False: the connection is closed. */
static bool answer_line(line_channel_t *channel, const char *line) {
    char expected[512], text[8192];
    const char *left = text;
    cJSON *request = json_read(line, "test", NULL);
    const char *what =
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(request, "request"));
    int id = (int)cJSON_GetObjectItemCaseSensitive(request, "id")->valuedouble;
    bool goes_on = strcmp(what, "quit") != 0;
    expected_answer(what, request, expected);
    pthread_mutex_lock(&lock);
    const char *answer =
        fault.request && strcmp(what, fault.request) == 0 ? fault.answer : expected;
    if (*answer == '=')
        snprintf(text, sizeof text, "%s", answer + 1);
    else
        snprintf(text, sizeof text, "{\"id\": %d%s%s\n", id,
                 answer[0] && answer[1] != '}' ? ", " : "", answer[0] ? answer + 1 : "");
    goes_on = goes_on && *answer;
    bool is_silent = *answer == '?' || !*answer;
    size_t length = strlen(text);
    pthread_mutex_unlock(&lock);
    cJSON_Delete(request);
    return (is_silent || line_channel_write(channel, &left, &length, 10) == LINE_READY) &&
           goes_on;
}

static void *converse(void *context) {
    int joined = *(int *)context;
    line_channel_t channel;
    char *line;
    free(context);
    line_channel_init(&channel, joined, joined, ENGINE_MAX_LINE);
    while (line_channel_read(&channel, 60, &line) == LINE_READY &&
           answer_line(&channel, line))
        continue;
    line_channel_clear(&channel);
    close(joined);
    return NULL;
}

static void *listen_for_ever(void *context) {
    int listening = *(int *)context;
    for (int joined; (joined = accept(listening, NULL, NULL)) >= 0;) {
        pthread_t thread;
        int *its = memory_new(1, sizeof *its); /* the conversation frees it */
        *its = joined;
        pthread_create(&thread, NULL, converse, its);
        pthread_detach(thread);
    }
    return NULL;
}

static int start_peer(void **unused) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    pthread_t thread;
    char *slash = strrchr(socket_path, '/');
    static int listening;
    (void)unused;
    listening = socket(AF_UNIX, SOCK_STREAM, 0);
    *slash = 0;
    if (!mkdtemp(socket_path))
        return -1;
    *slash = '/';
    memcpy(address.sun_path, socket_path, sizeof socket_path);
    return bind(listening, (struct sockaddr *)&address, sizeof address) != 0 ||
           listen(listening, 8) != 0 ||
           pthread_create(&thread, NULL, listen_for_ever, &listening) != 0 ||
           pthread_detach(thread) != 0;
}

static int end_peer(void **unused) {
    (void)unused;
    unlink(socket_path);
    *strrchr(socket_path, '/') = 0;
    return rmdir(socket_path);
}

static engine_choice_t at_socket(void) {
    engine_choice_t choice = {
        .program = {.start_ms = 10000, .timeout_ms = 10000, .may_start = true}};
    memcpy(choice.program.socket, socket_path, sizeof socket_path);
    return choice;
}

static bool goes_on_until_go(void *context) {
    (void)context;
    return false;
}

/* One action of the program at the start of a game. */
static bool choose(const engine_choice_t *choice, const engine_patience_t *patience,
                   search_result_t *result, int *chosen, engine_problem_t *problem) {
    test_variant_t variant = {"seesaw", "size=2"};
    game_t *game = test_variant_game(&variant);
    state_t state = {0};
    game_start(game, &state);
    const engine_turn_t turn = {.state = &state, .seed = 1};
    engine_player_t *player = engine_player_new(choice, game);
    bool ok = engine_player_choose(player, &turn, patience, result, chosen, problem);
    engine_player_free(player);
    game_free(game);
    return ok;
}

static void test_player(void **unused) {
    static const struct {
        fault_t fault;
        const char *says;
        engine_fault_t kind;
    } cases[] = {
        {{"hello", "{}"}, "does not report which \"protocol\"", ENGINE_GARBLED},
        {{"hello", "{\"protocol\": \"1\"}"}, "does not report which", ENGINE_GARBLED},
        {{"hello", "{\"protocol\": 1, \"name\": \"x\"}"}, "must report", ENGINE_GARBLED},
        {{"hello", "{\"protocol\": 1, \"name\": \"a\\nb\", \"version\": \"1\"}"},
         "must report its \"name\"",
         ENGINE_GARBLED},
        {{"hello", ""}, "has closed the connection; last request: hello", ENGINE_CRASHED},
        {{"game", "{\"error\": 5}"}, "refuses game: no reason", ENGINE_REFUSED},
        {{"position", "={\"id\": \n"},
         "answered position with \"{\"id\": \"",
         ENGINE_GARBLED},
        {{"go", "{}"}, "without a text as \"action\"", ENGINE_GARBLED},
        {{"go", "{\"action\": \"x\", \"value\": -1}"},
         "no number from 0 to 1",
         ENGINE_GARBLED},
        {{"go", "{\"action\": \"x\", \"value\": \"1\"}"},
         "no number from",
         ENGINE_GARBLED},
        {{"go", "{\"action\": \"x\"}"},
         "chose \"x\", which is not legal",
         ENGINE_ILLEGAL},
        {{"go", "={\"id\": 0}\n"}, "without the request's \"id\"", ENGINE_GARBLED},
        {{"go", "={\"id\": \"4\"}\n"}, "without the request's \"id\"", ENGINE_GARBLED},
        {{"go", "={\"id\": 1}\n"},
         "answered request 1, which was already answered",
         ENGINE_GARBLED},
        {{"go", ""}, "has closed the connection; last request: go", ENGINE_CRASHED},
    };
    engine_choice_t choice = at_socket();
    search_result_t result;
    engine_problem_t problem = {.failure = {""}};
    int chosen = -1;
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        set_fault(cases[i].fault.request, cases[i].fault.answer);
        if (choose(&choice, NULL, &result, &chosen, &problem))
            fail_msg("taken: %s", cases[i].fault.answer);
        assert_says(problem.failure.message, cases[i].says);
        assert_int_equal(problem.fault, cases[i].kind);
    }
    choice.program.timeout_ms = 20;
    set_fault("go", "?");
    assert_false(choose(&choice, NULL, &result, &chosen, &problem));
    assert_says(problem.failure.message, "has not answered go within 0.02 s");
    assert_null(strstr(problem.failure.message, "a part of a line"));
    set_fault("go", "={\"id\"");
    assert_false(choose(&choice, NULL, &result, &chosen, &problem));
    assert_says(problem.failure.message, "within 0.02 s (only a part of a line)");
    assert_int_equal(problem.fault, ENGINE_TIMED_OUT);
    set_fault("hello", "?");
    const engine_patience_t none = {goes_on_until_go, NULL};
    assert_false(choose(&choice, &none, &result, &chosen, &problem));
    assert_says(problem.failure.message,
                "was answering hello when the command was stopped");
    assert_int_equal(problem.fault, ENGINE_STOPPED);
    set_fault(NULL, NULL);
    choice.program.timeout_ms = 10000;
    assert_true(choose(&choice, NULL, &result, &chosen, &problem));
    assert_int_equal(chosen, 0);
    assert_true(result.root_value == 0.25f);
}

/* A program that reports a name other than the given one, or that does not play. An idle
 * session is reused for the same program with the same limits. */
static void test_choice(void **unused) {
    test_variant_t variant = {"seesaw", "size=2"};
    game_t *game = test_variant_game(&variant);
    engine_choice_t choice = at_socket(), other = choice;
    failure_t error = {""};
    (void)unused;
    set_fault(NULL, NULL);
    assert_true(engine_player_start(&choice, game, "there", &error));
    assert_string_equal(choice.program.name, "peer");
    assert_string_equal(choice.program.version, "2");
    set_fault("hello", ""); /* new sessions cannot begin */
    assert_true(engine_player_start(&choice, game, "there", &error));
    other.program.timeout_ms = 9999;
    assert_false(engine_player_start(&other, game, "there", &error));
    assert_says(error.message, "has closed the connection");
    other = choice;
    other.program.start_ms = 9999;
    assert_false(engine_player_start(&other, game, "there", &error));
    set_fault(NULL, NULL);
    other = choice;
    memcpy(other.program.name, "mine", 5);
    assert_false(engine_player_start(&other, game, "there", &error));
    assert_says(error.message, "there: engine ");
    assert_says(error.message, "reports that it is peer 2, but mine 2 is configured");
    other = choice;
    memcpy(other.program.version, "3", 2);
    assert_false(engine_player_start(&other, game, "there", &error));
    assert_says(error.message, "reports that it is peer 2, but peer 3 is configured");
    set_fault("hello", "{\"protocol\": 1, \"name\": \"peer\", \"version\": \"2\"}");
    other = at_socket();
    other.program.timeout_ms = 9999;
    assert_false(engine_player_start(&other, game, "there", &error));
    assert_says(error.message, "does not play: its \"can\" lacks \"go\"");
    set_fault("game", "{\"error\": \"no\"}");
    other.program.timeout_ms = 9998;
    assert_false(engine_player_start(&other, game, "there", &error));
    assert_says(error.message, "refuses game: no");
    set_fault(NULL, NULL);
    game_free(game);
}

/* --- An evaluator ------------------------------------------------------------------- */

/* {"values": [VALUE], KIND: [[FIRST, 0, 0, ...]]} for a position of so many actions. */
static const char *evaluation(const char *value, const char *kind, const char *first,
                              int count) {
    static char answer[8192];
    text_t out = text_into(answer, sizeof answer);
    text_add(&out, "{\"values\": [%s], \"%s\": [[%s", value, kind, first);
    for (int i = 1; i < count; i++)
        text_add(&out, ", 0");
    text_add(&out, "]]}");
    return answer;
}

/* Evaluates the start of a game; returns success. */
static bool evaluate(const game_t *game, const char *answer, leaf_t *leaf,
                     failure_t *error) {
    engine_choice_t choice = at_socket();
    evaluator_choice_t process = {.kind = EVALUATOR_GIVEN,
                                  .given = &process_evaluator,
                                  .process = {.program = choice.program, .batch = 4}};
    state_t state = {0};
    set_fault("evaluate", answer);
    if (!evaluator_choice_start(&process, game, "there", error))
        return false;
    evaluator_t *evaluator = evaluator_choice_make(&process, game, 1);
    game_start(game, &state);
    game_copy(game, &leaf->state, &state);
    evaluator_run(evaluator, &(leaf_batch_t){.leaves = &leaf, .count = 1});
    evaluator_free(evaluator);
    return !process_evaluator_failed(error);
}

static void test_evaluator(void **unused) {
    test_variant_t variant = {"seesaw", "size=2"};
    game_t *game = test_variant_game(&variant);
    state_t state = {0};
    action_t actions[GAME_MAX_LEGAL];
    leaf_t *leaf = memory_new(1, sizeof *leaf);
    failure_t error = {""};
    (void)unused;
    game_start(game, &state);
    int count = game_legal(game, &state, actions);
    const struct {
        const char *value, *kind, *first;
        int count;
        const char *says; /* NULL: it is right */
    } cases[] = {
        {"0.5, 0.5", "logits", "0", count, "without 1 \"values\" and"},
        {"0.5", "logits", "1", count, NULL},
        {"0.5", "logit", "0", count, "without 1 \"values\" and"},
        {"0.5", "logits", "0", count - 1,
         "without a number for each legal action of position 0"},
        {"0.5", "logits", "\"0\"", count, "without a number for each legal"},
        {"0.5", "logits", "0], [0", count, "without 1 \"values\" and"},
        {"\"0.5\"", "logits", "0", count, "the value nan for position 0"},
        {"-0.5", "logits", "0", count, "the value -0.5 for position 0"},
        {"1.5", "logits", "0", count, "the value 1.5 for position 0"},
        {"0.5", "logits", "1e99", count, "the logit inf for position 0"},
        {"0.5", "priors", "-1", count, "the prior -1 for position 0"},
        {"0.5", "priors", "65536", count, "the prior 65536 for position 0"},
        {"0.5", "priors", "0", count, "the sum of priors 0 for position 0"},
        {"0.25", "priors", "7", count, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *answer =
            evaluation(cases[i].value, cases[i].kind, cases[i].first, cases[i].count);
        bool ok = evaluate(game, answer, leaf, &error);
        if (ok != !cases[i].says)
            fail_msg("%s: %s", answer, ok ? "taken" : error.message);
        if (!ok)
            assert_says(error.message, cases[i].says);
    }
    assert_int_equal(leaf->evaluation.priors[0], 7); /* of the last one */
    assert_int_equal(leaf->evaluation.priors[1], 0);
    assert_false(evaluate(game, "{\"values\": [0.5], \"logits\": [5]}", leaf, &error));
    assert_says(error.message, "without a number for each legal action");
    assert_false(evaluate(game, "", leaf, &error));
    assert_says(error.message, "has closed the connection; last request: evaluate");
    free(leaf);
    game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_server_lines),
        cmocka_unit_test(test_server_without_a_reader),
        cmocka_unit_test(test_server_of_a_folder),
        cmocka_unit_test(test_player),
        cmocka_unit_test(test_choice),
        cmocka_unit_test(test_evaluator),
    };
    return cmocka_run_group_tests(tests, start_peer, end_peer);
}
