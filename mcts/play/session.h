/* session.h - a game so far and the searches that play it: what the engine protocol, play
 * pages and `fulcrum play` have in common.
 * Use: session_t session;  session_init(&session, game, NULL);
 *      session_set_agent(&session, 0, &agent, "FILE", &error)     and player 1
 *      session_search(&session, session_moment(&session, seed), 0, 0, &error)
 *      while (!search_run_piece(session.thinking->search)) ...
 *      session_found_t found;  session_decide(&session, &found);
 *      session_play(&session, found.result.actions[found.chosen]);
 *      session_clear(&session);
 * Both searches follow the game, so that those with search.reuse keep their trees.
 * Undone actions can be replayed until another one is played instead.
 * Errors: playing an action that is not legal, or after the end, is a REQUIRE.
 */
#ifndef MCTS_SESSION_H
#define MCTS_SESSION_H

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/game/game.h"
#include "core/game/perft.h"
#include "mcts/search/agent.h"
#include "mcts/search/search_result.h"

#include <stdio.h>

typedef struct search search_t; /* mcts/search/search.h */

/* Who plays a side, or gives hints to the person who does. */
typedef struct session_seat {
    bool has_agent;
    agent_t agent;                /* bound */
    search_t *search;             /* NULL: not yet */
    int64_t simulations, time_ms; /* of that search */
} session_seat_t;

typedef struct session {
    const game_t *game;
    state_t start, state;   /* the first position and the current one */
    uint32_t count, length; /* actions in effect; including undone ones */
    uint32_t turn;          /* complete turns played */
    size_t capacity;
    action_t *actions; /* `length` of them */
    int resigned;      /* the player who has resigned, or NOBODY */
    session_seat_t seats[2];
    bool is_shared;           /* seats[0] plays both sides, in one tree */
    session_seat_t *thinking; /* whose search has begun; NULL: none */
    agent_moment_t moment;    /* of that search */
    double began;             /* clock_seconds() */
} session_t;

/* start: NULL for the game's own. */
void session_init(session_t *session, const game_t *game, const state_t *start);
void session_clear(session_t *session);

/* --- The game ----------------------------------------------------------------------- */

/* Begins anew from a position; agents stay. */
void session_begin(session_t *session, const state_t *start);
void session_play(session_t *session, action_t action);

/* Undoes or replays actions until `count` are in effect; also revokes a resignation. */
void session_go_to(session_t *session, uint32_t count);

/* The player to move. */
int session_player(const session_t *session);

/* The legal actions; 0 after the end. */
int session_legal(const session_t *session, action_t *actions);

/* The outcome: by the rules, by max_game_length (game_outcome_at), or by resignation. */
outcome_t session_outcome(const session_t *session);

/* "North (player 2)" */
void session_write_player(const session_t *session, int player, text_t *out);

/* "North (player 2) has won: stuck", "drawn: cut off", "South (player 1) to move". */
void session_write_result(const session_t *session, text_t *out);

/* A turn, which may go on, and the positions before and after it. */
typedef struct session_turn {
    state_t before, after;
    uint32_t first, end; /* its actions */
    char text[TURN_TEXT];
} session_turn_t;

/* Steps to the next turn, from a zeroed one to the first; false: there is none. */
bool session_next_turn(const session_t *session, session_turn_t *turn);

/* Turns, two per numbered line: "  3. d4xe5-f4                c2-c4". */
void session_write_turns(const session_t *session, FILE *file);

/* --- The searches ------------------------------------------------------------------- */

/* Opens what the agent needs and starts its outside program. player: NOBODY for both, who
 * then share one tree. where: for messages. */
bool session_set_agent(session_t *session, int player, const agent_t *agent,
                       const char *where, failure_t *error);

/* The moment of the current position, for a session that is not a part of a run. */
agent_moment_t session_moment(const session_t *session, int64_t seed);

/* Begins a search for the player to move; limits of 0 are the agent's own. false: the
 * game is over, no agent plays for them, or the limits do not fit the agent. */
bool session_search(session_t *session, agent_moment_t moment, int64_t simulations,
                    int64_t time_ms, failure_t *error);

/* What the search has found so far: at least one simulation must have run. */
enum { SESSION_LINE = 6 };
typedef struct session_found {
    search_result_t result;
    int chosen;                  /* its index there */
    action_t line[SESSION_LINE]; /* expected, from the chosen action on */
    int line_length;
    double seconds;
} session_found_t;
void session_decide(const session_t *session, session_found_t *found);

#endif
