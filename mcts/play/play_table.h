/* play_table.h - a game between two seats: playing, undoing, saving, loading.
 * Use: play_table_t table; play_table_init(&table, game, &start, seed);
 *      table.seats[0] = ...; table.seats[1] = ...;
 *      play_table_search(&table, seat, &thought);       then thought.action
 *      play_table_play(&table, action, &error);
 *      play_table_clear(&table);
 * Both searches follow the game (search_advance), so those with search.reuse keep their
 * trees.
 * Owns: the transcript and the seats' searches; the game is borrowed.
 * Threads: one caller.   Errors: as saved_game.h.
 */
#ifndef MCTS_PLAY_TABLE_H
#define MCTS_PLAY_TABLE_H

#include "core/base/error.h"
#include "core/game/game.h"
#include "mcts/play/play_seat.h"
#include "mcts/play/transcript.h"
#include "mcts/tree/bounds.h"

typedef struct play_table {
    const game_t *game;
    transcript_t transcript;
    play_seat_t seats[2]; /* of player 1 and player 2 */
    int64_t seed;
    const char *save_path; /* saved after every action; NULL: none */
    char own_path[1024];   /* the file last saved to or loaded from */
    bool changed;          /* since last saved, or since the start */
} play_table_t;

void play_table_init(play_table_t *table, const game_t *game, const state_t *start,
                     int64_t seed);
void play_table_clear(play_table_t *table);

/* The player to move, and their seat. */
int play_table_player(const play_table_t *table);
play_seat_t *play_table_seat(play_table_t *table);

/* The result of a search of the current position. */
typedef struct play_thought {
    action_t action; /* the agent's choice */
    double value;    /* of the action, to the player to move */
    proof_t proof;
    uint32_t visits, simulations; /* of the root; simulations run */
    double seconds;
    bool stopped; /* by Ctrl-C */
} play_thought_t;

/* Searches with the seat's agent, until done or Ctrl-C. */
void play_table_search(play_table_t *table, play_seat_t *seat, play_thought_t *thought);

/* Plays an action; false: it was played, but could not be saved. */
bool play_table_play(play_table_t *table, action_t action, failure_t *error);

/* Goes back to the position before a person's last action, or forward to their next one;
 * false: there is none, and nothing is changed. */
bool play_table_undo(play_table_t *table);
bool play_table_redo(play_table_t *table);

/* Goes back to the start; redo restores the actions. */
void play_table_restart(play_table_t *table);
void play_table_resign(play_table_t *table);

/* An existing file that is not this game's own is an error: nothing is overwritten. */
bool play_table_save(play_table_t *table, const char *path, failure_t *error);

/* Loads the actions of a file, which must hold a game of this variant. */
bool play_table_load(play_table_t *table, const char *path, failure_t *error);

#endif
