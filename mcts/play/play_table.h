/* play_table.h - a session between people and agents: seats, undoing, saving.
 * Use: play_table_t table;  session_init(&table.session, game, &start);
 *      play_table_seat(&table, 0, "human", &error)    and player 1
 *      play_table_think(&table, &found, &error);
 *      play_table_play(&table, action, &error);
 *      play_table_clear(&table);
 * A person's seat also has an agent, for hints and analyses.
 * Errors: as agent.h and saved_game.h.
 */
#ifndef MCTS_PLAY_TABLE_H
#define MCTS_PLAY_TABLE_H

#include "core/base/error.h"
#include "core/game/game.h"
#include "mcts/play/session.h"

typedef struct cJSON cJSON; /* cjson/cJSON.h */

typedef struct play_table {
    session_t session;
    bool is_person[2];  /* of player 1 and player 2 */
    char *const *words; /* "key=value", for both agents; borrowed */
    int num_words;
    int64_t seed;
    const char *save_path; /* saved after every action; NULL: none */
    char own_path[1024];   /* the file last saved to or loaded from */
    bool changed;          /* since last saved, or since the start */
} play_table_t;

void play_table_clear(play_table_t *table);

/* who: "human", "search" (agent_default), a file, or "key=value ...". */
bool play_table_seat(play_table_t *table, int player, const char *who, failure_t *error);

/* A player of a saved game, which starts no outside program. */
bool play_table_seat_saved(play_table_t *table, int player, const cJSON *who,
                           const char *path, failure_t *error);

bool play_table_person_moves(const play_table_t *table);

/* Searches with the agent of the player to move, until done or Ctrl-C, which `*stopped`
 * then says. */
void play_table_think(play_table_t *table, session_found_t *found, bool *stopped);

/* Plays an action; false: it was played, but could not be saved. */
bool play_table_play(play_table_t *table, action_t action, failure_t *error);

/* Goes back to the position before a person's last action, or forward to their next one;
 * false: there is none, and nothing is changed. */
bool play_table_undo(play_table_t *table);
bool play_table_redo(play_table_t *table);
void play_table_resign(play_table_t *table);

/* An existing file that is not this game's own is an error: nothing is overwritten. */
bool play_table_save(play_table_t *table, const char *path, failure_t *error);

#endif
