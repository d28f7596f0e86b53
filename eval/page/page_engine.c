#include "eval/page/page_engine.h"

#include "core/base/memory_stream.h"
#include "core/base/number.h"
#include "core/game/board_drawing.h"
#include "eval/render/board_svg.h"
#include "mcts/evaluate/evaluator_choice.h"
#include "mcts/evaluate/weights_file.h"
#include "mcts/play/transcript.h"
#include "mcts/search/agent.h"
#include "mcts/search/search.h"

#include <stdlib.h>

typedef struct seat {
    agent_t agent;
    search_t *search; /* NULL: not yet */
} seat_t;

struct page_engine {
    game_t *game; /* NULL: none is open */
    transcript_t transcript;
    board_drawing_t board;
    seat_t seats[2];
    weights_t *network; /* NULL: none was given */
    seat_t *thinking;   /* the seat that searches; NULL: none */
    agent_moment_t moment;
    char *answer;
};

/* --- Answers ------------------------------------------------------------------------ */

static void put_text(FILE *out, const char *text) {
    fputc('"', out);
    for (; *text; text++)
        if (*text == '\n')
            fputs("\\n", out);
        else if (*text == '"' || *text == '\\')
            fprintf(out, "\\%c", *text);
        else
            fputc(*text, out);
    fputc('"', out);
}

static void put_action(FILE *out, const game_t *game, action_t action) {
    char text[GAME_ACTION_TEXT];
    game_write_action(game, action, text);
    put_text(out, text);
}

/* As further members of a list. */
static void put_cells(FILE *out, const game_t *game, action_t action) {
    uint8_t cells[GAME_ACTION_CELLS];
    int count = game_action_cells(game, action, cells);
    for (int i = 0; i < count; i++)
        fprintf(out, ",%d", cells[i]);
}

static void put_legal(FILE *out, const page_engine_t *engine) {
    action_t actions[GAME_MAX_LEGAL];
    const transcript_t *transcript = &engine->transcript;
    bool over = transcript_outcome(transcript).over;
    int count = over ? 0 : game_legal(engine->game, &transcript->state, actions);
    fputs("\"legal\":[", out);
    for (int i = 0; i < count; i++) {
        fputs(i ? ",[" : "[", out);
        put_action(out, engine->game, actions[i]);
        put_cells(out, engine->game, actions[i]);
        fputc(']', out);
    }
    fputs("],", out);
}

/* Writes a member: the cells selected by a test of before and now. */
static void put_chosen(FILE *out, const char *name, const bool *chosen, int cells) {
    bool is_first = true;
    fprintf(out, "\"%s\":[", name);
    for (int cell = 0; cell < cells; cell++)
        if (chosen[cell]) {
            fprintf(out, "%s%d", is_first ? "" : ",", cell);
            is_first = false;
        }
    fputs("],", out);
}

/* Effects of the actions from `first` on cells beyond those they name: pieces that
 * disappeared, and pieces that appeared or changed elsewhere. */
static void put_changes(FILE *out, const page_engine_t *engine, uint32_t first) {
    const transcript_t *transcript = &engine->transcript;
    const game_t *game = engine->game;
    cell_drawing_t before[GAME_MAX_CELLS], now[GAME_MAX_CELLS];
    bool named[GAME_MAX_CELLS] = {false}, lost[GAME_MAX_CELLS], fell[GAME_MAX_CELLS];
    uint8_t cells[GAME_ACTION_CELLS];
    state_t state = {0};
    game_copy(game, &state, &transcript->start);
    for (uint32_t i = 0; i < first; i++)
        game_apply(game, &state, transcript->actions[i]);
    for (uint32_t i = first; i < transcript->count; i++)
        for (int k = game_action_cells(game, transcript->actions[i], cells); k > 0; k--)
            named[cells[k - 1]] = true;
    board_draw_cells(game, &state, before);
    board_draw_cells(game, &transcript->state, now);
    for (int cell = 0; cell < game->cells; cell++) {
        int was = before[cell].piece, is = now[cell].piece;
        bool moved = named[cell] && was == CELL_OF_SIDE0 + game_side(game, &state);
        lost[cell] = was != CELL_EMPTY && is == CELL_EMPTY && !moved;
        fell[cell] = is != CELL_EMPTY && !named[cell] &&
                     memcmp(&before[cell], &now[cell], sizeof now[cell]) != 0;
    }
    put_chosen(out, "lost", lost, game->cells);
    put_chosen(out, "fell", fell, game->cells);
}

/* The game so far: texts, movers, and the cells of the last turn. */
static void put_played(FILE *out, const page_engine_t *engine) {
    const transcript_t *transcript = &engine->transcript;
    const game_t *game = engine->game;
    uint8_t *movers = memory_new(transcript->count + 1, 1);
    state_t state = {0};
    game_copy(game, &state, &transcript->start);
    fputs("\"played\":[", out);
    for (uint32_t i = 0; i < transcript->count; i++) {
        movers[i] = (uint8_t)game_player(game, &state);
        fputs(i ? "," : "", out);
        put_action(out, game, transcript->actions[i]);
        game_apply(game, &state, transcript->actions[i]);
    }
    fputs("],\"movers\":[", out);
    for (uint32_t i = 0; i < transcript->count; i++)
        fprintf(out, "%s%d", i ? "," : "", movers[i]);
    uint32_t first = transcript->count;
    while (first > 0 && movers[first - 1] == movers[transcript->count - 1])
        first--;
    fprintf(out, "],\"last\":[%u", transcript->count - first);
    for (uint32_t i = first; i < transcript->count; i++)
        put_cells(out, game, transcript->actions[i]);
    fprintf(out, "],\"length\":%u,\"resigned\":%d,", transcript->length,
            transcript->resigned == NOBODY ? 0 : transcript->resigned + 1);
    put_changes(out, engine, first);
    free(movers);
}

static void put_board(FILE *out, const page_engine_t *engine) {
    cell_drawing_t cells[GAME_MAX_CELLS];
    char *svg = NULL;
    size_t size;
    board_draw_cells(engine->game, &engine->transcript.state, cells);
    fputs("\"cells\":[", out);
    for (int cell = 0; cell < engine->game->cells; cell++)
        fprintf(out, "%s[%d,%d,%d]", cell ? "," : "", cells[cell].piece,
                cells[cell].ground, cells[cell].number);
    fputs("],\"svg\":", out);
    FILE *stream = memory_stream_open(&svg, &size);
    board_svg_position(&engine->board, "board", cells, "", stream);
    memory_stream_close(stream);
    put_text(out, svg);
    free(svg);
}

static void put_turns(FILE *out, const page_engine_t *engine) {
    char *turns = NULL;
    size_t size;
    FILE *stream = memory_stream_open(&turns, &size);
    transcript_write_turns(&engine->transcript, stream);
    memory_stream_close(stream);
    fputs("\"turns\":", out);
    put_text(out, turns);
    fputc(',', out);
    free(turns);
}

static void put_standing(FILE *out, const page_engine_t *engine) {
    const transcript_t *transcript = &engine->transcript;
    char result[256], position[GAME_POSITION_TEXT];
    text_t text = text_into(result, sizeof result);
    transcript_write_result(transcript, &text);
    game_write_position(engine->game, &transcript->state, POSITION_FULL, position);
    fprintf(out, "{\"player\":%d,\"side\":%d,\"over\":%s,\"result\":",
            game_player(engine->game, &transcript->state),
            game_side(engine->game, &transcript->state),
            transcript_outcome(transcript).over ? "true" : "false");
    put_text(out, result);
    fputs(",\"position\":", out);
    put_text(out, position);
    fputc(',', out);
    put_legal(out, engine);
    put_played(out, engine);
    put_turns(out, engine);
    put_board(out, engine);
    fputc('}', out);
}

/* --- The game ----------------------------------------------------------------------- */

/* Drops the searches: they do not know the position, or belong to another game. */
static void forget(page_engine_t *engine) {
    engine->thinking = NULL;
    for (int i = 0; i < 2; i++) {
        search_free(engine->seats[i].search);
        engine->seats[i].search = NULL;
    }
}

static void begin(page_engine_t *engine, const state_t *start) {
    forget(engine);
    transcript_clear(&engine->transcript);
    transcript_init(&engine->transcript, engine->game, start);
}

static bool ask_open(page_engine_t *engine, const char *words, failure_t *error) {
    char name[64];
    int length = (int)strcspn(words, " ");
    state_t start = {0};
    snprintf(name, sizeof name, "%.*s", length, words);
    game_t *game = game_of_text(name, words + length, error);
    if (!game)
        return false;
    forget(engine);
    weights_free(engine->network);
    engine->network = NULL;
    transcript_clear(&engine->transcript);
    game_free(engine->game);
    engine->game = game;
    board_draw(game, &engine->board);
    game_start(game, &start);
    begin(engine, &start);
    return true;
}

static bool ask_start(page_engine_t *engine, const char *words, failure_t *error) {
    state_t start = {0};
    if (!game_read_position(engine->game, *words ? words : NULL, &start, error))
        return false;
    begin(engine, &start);
    return true;
}

static bool ask_play(page_engine_t *engine, const char *words, failure_t *error) {
    action_t action;
    if (transcript_outcome(&engine->transcript).over)
        return error_set(error, "the game is over");
    if (!game_read_action(engine->game, &engine->transcript.state, words, &action, error))
        return false;
    engine->thinking = NULL;
    for (int i = 0; i < 2; i++)
        if (engine->seats[i].search)
            search_advance(engine->seats[i].search, action);
    transcript_play(&engine->transcript, action);
    return true;
}

static bool read_count(const char *words, long most, long *count, failure_t *error) {
    return (text_read_number(&words, most, count) && !*words) ||
           error_set(error, "expected a whole number up to %ld", most);
}

static bool ask_go(page_engine_t *engine, const char *words, failure_t *error) {
    long count;
    if (!read_count(words, (long)engine->transcript.length, &count, error))
        return false;
    forget(engine);
    if (engine->transcript.resigned != NOBODY) {
        uint32_t now = engine->transcript.count;
        if (!transcript_back(&engine->transcript))
            engine->transcript.resigned = NOBODY;
        transcript_go_to(&engine->transcript, now);
    }
    transcript_go_to(&engine->transcript, (uint32_t)count);
    return true;
}

static bool ask_resign(page_engine_t *engine, const char *words, failure_t *error) {
    (void)words;
    transcript_t *transcript = &engine->transcript;
    if (transcript_outcome(transcript).over)
        return error_set(error, "the game is over");
    engine->thinking = NULL;
    transcript->resigned = game_player(engine->game, &transcript->state);
    return true;
}

static bool ask_position(page_engine_t *engine, const char *words, failure_t *error) {
    (void)engine, (void)words, (void)error;
    return true;
}

/* --- Searches ----------------------------------------------------------------------- */

static bool ask_seat(page_engine_t *engine, const char *words, failure_t *error) {
    agent_t agent;
    if ((*words != '1' && *words != '2') || words[1] != ' ')
        return error_set(error, "a player is 1 or 2");
    if (!agent_read_line(&agent, words + 2, error))
        return false;
    const evaluator_class_t *class = evaluator_choice_class(&agent.search.evaluator);
    if (!class || !class->is_exact)
        return error_set(error, "a page cannot run this evaluator");
    if (class->format && (!engine->network || engine->network->class != class))
        return error_set(error, "no weights of an integer network are loaded");
    agent.search.evaluator.network.opened = engine->network;
    seat_t *seat = &engine->seats[*words - '1'];
    engine->thinking = NULL;
    search_free(seat->search);
    *seat = (seat_t){.agent = agent};
    return true;
}

static bool ask_think(page_engine_t *engine, const char *words, failure_t *error) {
    const transcript_t *transcript = &engine->transcript;
    double seed;
    bool is_whole;
    const char *end = number_read(words, &seed, &is_whole);
    if (!end || *end || !is_whole || seed < 0)
        return error_set(error, "expected a seed: a whole number below 2^53");
    if (transcript_outcome(transcript).over)
        return error_set(error, "the game is over");
    seat_t *seat = &engine->seats[game_player(engine->game, &transcript->state)];
    if (seat->agent.search.simulations == 0)
        return error_set(error, "no search plays for this player");
    engine->moment = (agent_moment_t){
        .seed = (uint64_t)seed, .ply = transcript->count, .turn = transcript->turn};
    if (!seat->search)
        seat->search = agent_search_new(&seat->agent, engine->game);
    agent_start(seat->search, &transcript->state, engine->moment);
    engine->thinking = seat;
    return true;
}

static void put_effort(FILE *out, const page_engine_t *engine, bool done) {
    fprintf(out, "{\"done\":%s,\"simulations\":%u}", done ? "true" : "false",
            search_simulations(engine->thinking->search));
}

static bool ask_more(page_engine_t *engine, const char *words, FILE *out,
                     failure_t *error) {
    long count;
    if (!read_count(words, INT32_MAX, &count, error))
        return false;
    put_effort(out, engine, search_run(engine->thinking->search, (uint32_t)count));
    return true;
}

/* Indices of the result, the most visited first. */
static void sort_by_visits(const search_result_t *result, int *order) {
    for (int i = 0; i < result->count; i++) {
        int at = i;
        for (; at > 0 && result->visits[i] > result->visits[order[at - 1]]; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

static void put_searched(FILE *out, const game_t *game, const search_result_t *result) {
    int order[GAME_MAX_LEGAL];
    sort_by_visits(result, order);
    fputs("\"searched\":[", out);
    for (int i = 0; i < result->count; i++) {
        int at = order[i];
        fputs(i ? ",[" : "[", out);
        put_action(out, game, result->actions[at]);
        fprintf(out, ",%u,%.6f", result->visits[at], (double)result->values[at]);
        put_cells(out, game, result->actions[at]);
        fputc(']', out);
    }
    fputs("]}", out);
}

static bool ask_found(page_engine_t *engine, const char *words, FILE *out,
                      failure_t *error) {
    enum { LINE = 6 };
    static const char *const proofs[] = {[PROOF_NONE] = "none",
                                         [PROOF_LOSS] = "lost",
                                         [PROOF_DRAW] = "drawn",
                                         [PROOF_WIN] = "won"};
    const seat_t *seat = engine->thinking;
    search_result_t result;
    action_t line[LINE];
    (void)words;
    if (search_simulations(seat->search) == 0 &&
        search_end(seat->search) == SEARCH_GOES_ON) /* a reused tree may suffice */
        return error_set(error, "no simulations have been run");
    int chosen = agent_decide(&seat->agent, seat->search, engine->moment, &result);
    fputs("{\"action\":", out);
    put_action(out, engine->game, result.actions[chosen]);
    fprintf(out, ",\"value\":%.6f,\"proof\":\"%s\",\"visits\":%u,\"simulations\":%u",
            (double)result.values[chosen], proofs[bounds_proof(result.bounds[chosen])],
            result.root_visits, result.simulations);
    int length = search_line(seat->search, result.actions[chosen], line, LINE);
    fputs(",\"line\":[", out);
    for (int i = 0; i < length; i++) {
        fputs(i ? "," : "", out);
        put_action(out, engine->game, line[i]);
    }
    fputs("],", out);
    put_searched(out, engine->game, &result);
    return true;
}

/* --- Lines -------------------------------------------------------------------------- */

/* Requests answered by the state of the game, and those with their own answers. */
typedef struct request {
    const char *name;
    bool (*stand)(page_engine_t *engine, const char *words, failure_t *error);
    bool (*answer)(page_engine_t *engine, const char *words, FILE *out, failure_t *error);
} request_t;

static bool answer_seat(page_engine_t *engine, const char *words, FILE *out,
                        failure_t *error) {
    return ask_seat(engine, words, error) && fputs("{}", out) >= 0;
}

static bool answer_think(page_engine_t *engine, const char *words, FILE *out,
                         failure_t *error) {
    bool begun = ask_think(engine, words, error);
    if (begun)
        put_effort(out, engine, false);
    return begun;
}

static const request_t requests[] = {
    {"open", ask_open, NULL},     {"start", ask_start, NULL},
    {"play", ask_play, NULL},     {"go", ask_go, NULL},
    {"resign", ask_resign, NULL}, {"position", ask_position, NULL},
    {"seat", NULL, answer_seat},  {"think", NULL, answer_think},
    {"more", NULL, ask_more},     {"found", NULL, ask_found},
};

static bool carry_out(page_engine_t *engine, const char *line, FILE *out,
                      failure_t *error) {
    size_t length = strcspn(line, " ");
    const char *words = line + length + strspn(line + length, " ");
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++) {
        const request_t *request = &requests[i];
        if (strlen(request->name) != length || strncmp(request->name, line, length) != 0)
            continue;
        if (!engine->game && request->stand != ask_open)
            return error_set(error, "no game is open");
        bool of_search = request->answer == ask_more || request->answer == ask_found;
        if (of_search && !engine->thinking)
            return error_set(error, "no search is running");
        if (request->answer)
            return request->answer(engine, words, out, error);
        if (!request->stand(engine, words, error))
            return false;
        put_standing(out, engine);
        return true;
    }
    return error_set(error, "unknown request \"%.40s\"", line);
}

static const char *finish(page_engine_t *engine, FILE *out, char **text, bool ok,
                          const failure_t *error) {
    if (!ok) {
        fputs("{\"error\":", out);
        put_text(out, error->message);
        fputc('}', out);
    }
    memory_stream_close(out);
    free(engine->answer);
    engine->answer = *text;
    return engine->answer;
}

const char *page_engine_ask(page_engine_t *engine, const char *line) {
    failure_t error;
    char *text = NULL;
    size_t size;
    FILE *out = memory_stream_open(&text, &size);
    bool ok = carry_out(engine, line, out, &error);
    return finish(engine, out, &text, ok, &error);
}

static bool take_weights(page_engine_t *engine, const unsigned char *bytes, size_t size,
                         failure_t *error) {
    if (!engine->game)
        return error_set(error, "no game is open");
    weights_t *network = weights_read(bytes, size, error);
    if (!network || !weights_fit(network, engine->game, error)) {
        weights_free(network);
        return false;
    }
    forget(engine);
    engine->seats[0] = engine->seats[1] = (seat_t){0};
    weights_free(engine->network);
    engine->network = network;
    return true;
}

const char *page_engine_weights(page_engine_t *engine, const unsigned char *bytes,
                                size_t size) {
    failure_t error;
    char *text = NULL;
    size_t length;
    FILE *out = memory_stream_open(&text, &length);
    bool ok = take_weights(engine, bytes, size, &error);
    if (ok)
        fputs("{}", out);
    return finish(engine, out, &text, ok, &error);
}

page_engine_t *page_engine_new(void) {
    return memory_new(1, sizeof(page_engine_t));
}

void page_engine_free(page_engine_t *engine) {
    if (!engine)
        return;
    forget(engine);
    transcript_clear(&engine->transcript);
    weights_free(engine->network);
    game_free(engine->game);
    free(engine->answer);
    free(engine);
}
