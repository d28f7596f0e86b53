#include "mcts/play/play_table.h"

#include "core/base/clock.h"
#include "core/terminal/terminal.h"
#include "mcts/evaluate/process/process_evaluator.h"
#include "mcts/play/saved_game.h"
#include "mcts/search/search.h"

#include <cjson/cJSON.h>
#include <unistd.h>

void play_table_init(play_table_t *table, const game_t *game, const state_t *start,
                     int64_t seed) {
    *table = (play_table_t){.game = game, .seed = seed};
    transcript_init(&table->transcript, game, start);
}

void play_table_clear(play_table_t *table) {
    transcript_clear(&table->transcript);
    for (int i = 0; i < 2; i++)
        play_seat_clear(&table->seats[i]);
}

int play_table_player(const play_table_t *table) {
    return game_player(table->game, &table->transcript.state);
}

play_seat_t *play_table_seat(play_table_t *table) {
    return &table->seats[play_table_player(table)];
}

void play_table_search(play_table_t *table, play_seat_t *seat, play_thought_t *thought) {
    const transcript_t *transcript = &table->transcript;
    agent_moment_t moment = {.seed = (uint64_t)table->seed,
                             .ply = transcript->count,
                             .turn = transcript->turn};
    search_t *search = play_seat_search(seat, table->game);
    search_result_t result;
    double start = clock_seconds();
    agent_start(search, &transcript->state, moment);
    *thought = (play_thought_t){0};
    while (!thought->stopped && !search_run_piece(search))
        thought->stopped = terminal_take_interrupt();
    int chosen = agent_decide(&seat->agent, search, moment, &result);
    thought->action = result.actions[chosen];
    thought->value = (double)result.values[chosen];
    thought->proof = bounds_proof(result.bounds[chosen]);
    thought->visits = result.root_visits;
    thought->simulations = result.simulations;
    thought->seconds = clock_seconds() - start;
}

/* After a change of position that the searches have not followed. */
static void forget(play_table_t *table) {
    for (int i = 0; i < 2; i++)
        if (table->seats[i].search)
            search_forget(table->seats[i].search);
    table->changed = true;
}

bool play_table_play(play_table_t *table, action_t action, failure_t *error) {
    if (process_evaluator_failed(error))
        return false;
    for (int i = 0; i < 2; i++)
        if (table->seats[i].search)
            search_advance(table->seats[i].search, action);
    transcript_play(&table->transcript, action);
    table->changed = true;
    return !table->save_path || play_table_save(table, table->save_path, error);
}

static bool person_to_move(const play_table_t *table) {
    return table->seats[play_table_player(table)].person;
}

bool play_table_undo(play_table_t *table) {
    transcript_t *transcript = &table->transcript;
    uint32_t count = transcript->count;
    if (transcript->resigned != NOBODY) {
        transcript->resigned = NOBODY;
        table->changed = true;
        return true;
    }
    while (transcript_back(transcript) && !person_to_move(table))
        continue;
    bool found = transcript->count < count && person_to_move(table);
    if (found)
        forget(table);
    else
        transcript_go_to(transcript, count);
    return found;
}

bool play_table_redo(play_table_t *table) {
    transcript_t *transcript = &table->transcript;
    bool found = transcript_forth(transcript);
    while (found && !transcript_outcome(transcript).over && !person_to_move(table) &&
           transcript_forth(transcript))
        continue;
    if (found)
        forget(table);
    return found;
}

void play_table_restart(play_table_t *table) {
    transcript_back(&table->transcript); /* a resignation, too */
    transcript_go_to(&table->transcript, 0);
    forget(table);
}

void play_table_resign(play_table_t *table) {
    table->transcript.resigned = play_table_player(table);
    table->changed = true;
}

bool play_table_save(play_table_t *table, const char *path, failure_t *error) {
    if (strlen(path) >= sizeof table->own_path)
        return error_set(error, "%.100s...: the path is too long", path);
    if (strcmp(path, table->own_path) != 0 && access(path, F_OK) == 0)
        return error_set(error, "%s: already exists; choose another name", path);
    cJSON *players = cJSON_CreateArray();
    for (int i = 0; i < 2; i++)
        cJSON_AddItemToArray(players, play_seat_json(&table->seats[i]));
    bool saved = saved_game_write(path, &table->transcript, players, table->seed, error);
    cJSON_Delete(players);
    if (saved) {
        snprintf(table->own_path, sizeof table->own_path, "%s", path);
        table->changed = false;
    }
    return saved;
}

bool play_table_load(play_table_t *table, const char *path, failure_t *error) {
    saved_game_t saved;
    if (!saved_game_read(&saved, path, error))
        return false;
    const game_t *game = table->game;
    bool ok = saved.game->class == game->class &&
              strcmp(saved.game->variant_text, game->variant_text) == 0;
    if (ok) {
        transcript_t *from = &saved.transcript, *to = &table->transcript;
        transcript_clear(to);
        transcript_init(to, game, &from->start);
        for (uint32_t i = 0; i < from->count; i++)
            transcript_play(to, from->actions[i]);
        to->resigned = from->resigned;
        forget(table);
        snprintf(table->own_path, sizeof table->own_path, "%s", path);
        table->changed = false;
    } else {
        error_set(error, "%s: is a game of %s %s; quit and run: fulcrum play --load %s",
                  path, saved.game->class->name, saved.game->variant_text, path);
    }
    saved_game_clear(&saved);
    return ok;
}
