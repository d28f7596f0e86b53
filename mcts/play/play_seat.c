#include "mcts/play/play_seat.h"

#include "core/base/text.h"
#include "core/cli/option_table.h"
#include "mcts/search/search.h"

#include <cjson/cJSON.h>
#include <unistd.h>

#define HUMAN "human"

static bool read_words(agent_t *agent, const char *text, const cli_words_t *words,
                       failure_t *error) {
    enum { MOST_WORDS = 64 };
    char copy[1024], *all[MOST_WORDS];
    snprintf(copy, sizeof copy, "%s", text);
    int count = text_split(copy, all, MOST_WORDS);
    if (strlen(text) >= sizeof copy || count + words->count > MOST_WORDS)
        return error_set(error,
                         "the agent has too many key=value words, or they are too long");
    for (int i = 0; i < words->count; i++)
        all[count++] = words->words[i];
    return agent_default(agent, all, count, error);
}

/* Hints, values and lines need a search. */
static bool check_searches(const play_seat_t *seat, failure_t *error) {
    return !agent_is_engine(&seat->agent) ||
           error_set(error,
                     "%s: an outside program plays in match, rate and study, not at the "
                     "terminal",
                     seat->agent.name);
}

/* Somebody else may have saved the game. */
static bool check_starts_nothing(play_seat_t *seat, const char *where, failure_t *error) {
    const engine_program_t *program = agent_program(&seat->agent);
    char label[ENGINE_LABEL];
    if (!program)
        return true;
    engine_program_label(program, label);
    return error_set(error,
                     "%s: searches with an outside program, \"%s\", which a saved game "
                     "does not start: name the player, with --player1 or --player2",
                     where, label);
}

bool play_seat_read(play_seat_t *seat, const char *text, const cli_words_t *words,
                    failure_t *error) {
    *seat = (play_seat_t){.person = strcmp(text, HUMAN) == 0};
    if (seat->person || strcmp(text, "search") == 0)
        return read_words(&seat->agent, "", words, error);
    if (strchr(text, '='))
        return read_words(&seat->agent, text, words, error);
    if (access(text, F_OK) == 0)
        return agent_load(&seat->agent, text, words->words, words->count, error) &&
               check_searches(seat, error);
    return error_set(error,
                     "no player \"%.200s\": a player is human, search, an agent file, "
                     "or key=value words",
                     text);
}

bool play_seat_read_json(play_seat_t *seat, cJSON *json, const cli_words_t *words,
                         const char *where, failure_t *error) {
    if (cJSON_IsString(json) && strcmp(json->valuestring, HUMAN) == 0)
        return play_seat_read(seat, HUMAN, words, error);
    *seat = (play_seat_t){0};
    if (!cJSON_IsObject(json))
        return error_set(error, "%s: must hold one JSON object {...}", where);
    return agent_read_json(&seat->agent, json, where, words->words, words->count,
                           error) &&
           check_searches(seat, error) && check_starts_nothing(seat, where, error);
}

cJSON *play_seat_json(const play_seat_t *seat) {
    if (seat->person)
        return cJSON_CreateString(HUMAN);
    cJSON *json = cJSON_CreateObject();
    agent_write_json(&seat->agent, json);
    return json;
}

void play_seat_clear(play_seat_t *seat) {
    search_free(seat->search);
    *seat = (play_seat_t){0};
}

const char *play_seat_name(const play_seat_t *seat) {
    return seat->person ? HUMAN : seat->agent.name;
}

void play_seat_write_budget(const play_seat_t *seat, text_t *out) {
    const search_config_t *search = &seat->agent.search;
    if (search->time_ms > 0)
        text_add(out, "%g s an action", (double)search->time_ms / 1000);
    else if (search->max_nodes > 0)
        text_add(out, "%lld node%s an action", (long long)search->max_nodes,
                 TEXT_PLURAL(search->max_nodes));
    else
        text_add(out, "%lld simulation%s an action", (long long)search->simulations,
                 TEXT_PLURAL(search->simulations));
}

search_t *play_seat_search(play_seat_t *seat, const game_t *game) {
    if (!seat->search)
        seat->search = agent_search_new(&seat->agent, game);
    return seat->search;
}
