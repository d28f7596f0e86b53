#include "mcts/play/play_table.h"

#include "core/terminal/terminal.h"
#include "mcts/evaluate/process/process_evaluator.h"
#include "mcts/play/saved_game.h"
#include "mcts/search/search.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <unistd.h>

#define HUMAN "human"

void play_table_clear(play_table_t *table) {
    session_clear(&table->session);
}

/* --- Seats -------------------------------------------------------------------------- */

/* "key=value ..." and then the table's words. */
static bool read_words(const play_table_t *table, agent_t *agent, const char *text,
                       failure_t *error) {
    char *copy = text_copy(text);
    size_t most = strlen(text) / 2 + 1 + (size_t)table->num_words;
    char **words = memory_new(most, sizeof *words);
    int count = text_split(copy, words, (int)most);
    for (int i = 0; i < table->num_words; i++)
        words[count++] = table->words[i];
    bool ok = agent_default(agent, words, count, error);
    free(words);
    free(copy);
    return ok;
}

/* Hints, values and lines need a search. */
static bool seat(play_table_t *table, int player, const agent_t *agent, const char *where,
                 failure_t *error) {
    if (agent_is_engine(agent))
        return error_set(error,
                         "%s: an outside program plays in match, rate and study, not at "
                         "the terminal",
                         agent->name);
    return session_set_agent(&table->session, player, agent, where, error);
}

bool play_table_seat(play_table_t *table, int player, const char *who, failure_t *error) {
    agent_t agent;
    bool ok, is_person = strcmp(who, HUMAN) == 0;
    table->is_person[player] = is_person;
    if (is_person || strcmp(who, "search") == 0 || strchr(who, '='))
        ok = read_words(table, &agent, strchr(who, '=') ? who : "", error);
    else if (access(who, F_OK) == 0)
        ok = agent_load(&agent, who, table->words, table->num_words, error);
    else
        ok = error_set(error,
                       "no player \"%.200s\": a player is human, search, an agent file, "
                       "or key=value words",
                       who);
    return ok && seat(table, player, &agent, who, error);
}

bool play_table_seat_saved(play_table_t *table, int player, const cJSON *who,
                           const char *path, failure_t *error) {
    char where[1024], label[ENGINE_LABEL];
    agent_t agent;
    if (cJSON_IsString(who) && strcmp(who->valuestring, HUMAN) == 0)
        return play_table_seat(table, player, HUMAN, error);
    snprintf(where, sizeof where, "%.900s: player %d", path, player + 1);
    if (!cJSON_IsObject(who))
        return error_set(error, "%s: must hold one JSON object {...}", where);
    cJSON *json = cJSON_Duplicate(who, true);
    bool ok = agent_read_json(&agent, json, where, table->words, table->num_words, error);
    cJSON_Delete(json);
    const engine_program_t *program = ok ? agent_program(&agent) : NULL;
    if (!program || agent_is_engine(&agent))
        return ok && seat(table, player, &agent, where, error);
    engine_program_label(program, label);
    return error_set(error,
                     "%s: searches with an outside program, \"%s\", which a saved game "
                     "does not start: name the player, with --player1 or --player2",
                     where, label);
}

bool play_table_person_moves(const play_table_t *table) {
    return table->is_person[session_player(&table->session)];
}

/* --- Playing ------------------------------------------------------------------------ */

void play_table_think(play_table_t *table, session_found_t *found, bool *stopped) {
    session_t *session = &table->session;
    failure_t error;
    bool begun =
        session_search(session, session_moment(session, table->seed), 0, 0, &error);
    REQUIRE(begun);
    *stopped = false;
    while (!*stopped && !search_run_piece(session->thinking->search))
        *stopped = terminal_take_interrupt();
    session_decide(session, found);
}

bool play_table_play(play_table_t *table, action_t action, failure_t *error) {
    if (process_evaluator_failed(error))
        return false;
    session_play(&table->session, action);
    table->changed = true;
    return !table->save_path || play_table_save(table, table->save_path, error);
}

bool play_table_undo(play_table_t *table) {
    session_t *session = &table->session;
    uint32_t before = session->count, to = before;
    if (session->resigned == NOBODY) {
        do
            session_go_to(session, to > 0 ? --to : 0);
        while (to > 0 && !play_table_person_moves(table));
        if (to == before || !play_table_person_moves(table)) {
            session_go_to(session, before);
            return false;
        }
    }
    session_go_to(session, to); /* revokes a resignation, too */
    return table->changed = true;
}

bool play_table_redo(play_table_t *table) {
    session_t *session = &table->session;
    if (session->count == session->length || session->resigned != NOBODY)
        return false;
    do
        session_go_to(session, session->count + 1);
    while (session->count < session->length && !session_outcome(session).over &&
           !play_table_person_moves(table));
    return table->changed = true;
}

void play_table_resign(play_table_t *table) {
    table->session.resigned = session_player(&table->session);
    table->changed = true;
}

/* --- Saving ------------------------------------------------------------------------- */

static cJSON *players_json(const play_table_t *table) {
    cJSON *players = cJSON_CreateArray();
    for (int i = 0; i < 2; i++) {
        cJSON *who =
            table->is_person[i] ? cJSON_CreateString(HUMAN) : cJSON_CreateObject();
        if (!table->is_person[i])
            agent_write_json(&table->session.seats[i].agent, who);
        cJSON_AddItemToArray(players, who);
    }
    return players;
}

bool play_table_save(play_table_t *table, const char *path, failure_t *error) {
    if (strlen(path) >= sizeof table->own_path)
        return error_set(error, "%.100s...: the path is too long", path);
    if (strcmp(path, table->own_path) != 0 && access(path, F_OK) == 0)
        return error_set(error, "%s: already exists; choose another name", path);
    cJSON *players = players_json(table);
    bool saved = saved_game_write(path, &table->session, players, table->seed, error);
    if (saved) {
        snprintf(table->own_path, sizeof table->own_path, "%s", path);
        table->changed = false;
    }
    return saved;
}
