/* play_seat.h - a player at a game: a person, or an agent with its search.
 * Use: play_seat_t seat;
 *      if (!play_seat_read(&seat, "configs/agents/uct-400.json", &words, &error)) ...
 *      search_t *search = play_seat_search(&seat, game);
 *      play_seat_clear(&seat);
 * A person's seat also has an agent, for hints and analyses.
 * Owns: its search, created on first use.   Threads: one caller.
 * Errors: as agent.h.
 */
#ifndef MCTS_PLAY_SEAT_H
#define MCTS_PLAY_SEAT_H

#include "core/base/error.h"
#include "core/base/text.h"
#include "mcts/search/agent.h"

struct cli_words; /* option_table.h */

typedef struct play_seat {
    bool person;
    agent_t agent;
    search_t *search; /* NULL: not yet */
} play_seat_t;

/* text: "human", "search" (agent_default), a file, or "key=value ..."; the words then
 * override keys of its agent, including a person's agent. */
bool play_seat_read(play_seat_t *seat, const char *text, const struct cli_words *words,
                    failure_t *error);

/* "human" or an agent's object, as from play_seat_json; removes the object's "name".
 * where: for messages. */
bool play_seat_read_json(play_seat_t *seat, cJSON *json, const struct cli_words *words,
                         const char *where, failure_t *error);
cJSON *play_seat_json(const play_seat_t *seat); /* the caller deletes it */
void play_seat_clear(play_seat_t *seat);

const char *play_seat_name(const play_seat_t *seat);

/* "1 s an action", "400 simulations an action": its searches' budget. */
void play_seat_write_budget(const play_seat_t *seat, text_t *out);

search_t *play_seat_search(play_seat_t *seat, const game_t *game);

#endif
