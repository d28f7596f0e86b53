/* transcript.h - the record of a game during play: actions, undone actions, result.
 * Use: transcript_t transcript; transcript_init(&transcript, game, &start);
 *      transcript_play(&transcript, action);       transcript_back(&transcript);
 *      outcome_t outcome = transcript_outcome(&transcript);
 *      transcript_clear(&transcript);
 * Undone actions can be replayed (transcript_forth) until another action is played
 * instead.
 * Owns: its memory; the game is borrowed.   Threads: one caller.
 * Errors: an action that is not legal, or after the end, is a REQUIRE.
 */
#ifndef MCTS_TRANSCRIPT_H
#define MCTS_TRANSCRIPT_H

#include "core/base/text.h"
#include "core/game/game.h"

#include <stdio.h>

typedef struct transcript {
    const game_t *game;
    state_t start, state;   /* the first position and the current one */
    uint32_t count, length; /* actions in effect; including undone ones */
    uint32_t turn;          /* complete turns played */
    action_t *actions;      /* `length` of them */
    int resigned;           /* the player who has resigned, or NOBODY */
} transcript_t;

void transcript_init(transcript_t *transcript, const game_t *game, const state_t *start);
void transcript_clear(transcript_t *transcript);

void transcript_play(transcript_t *transcript, action_t action);

/* Undoes the last action, or redoes the next undone one; false: there is none. Undoing
 * also revokes a resignation. */
bool transcript_back(transcript_t *transcript);
bool transcript_forth(transcript_t *transcript);

/* Goes to where `count` actions have been played, by undoing or redoing. */
void transcript_go_to(transcript_t *transcript, uint32_t count);

/* The outcome: by the rules, by max_game_length (game_outcome_at), or by resignation. */
outcome_t transcript_outcome(const transcript_t *transcript);

/* "North (player 2) has won: stuck", "drawn: cut off", "South (player 1) to move". */
void transcript_write_result(const transcript_t *transcript, text_t *out);

/* Turns, two per numbered line: "  3. d4xe5-f4                c2-c4". */
void transcript_write_turns(const transcript_t *transcript, FILE *file);

#endif
