/* run_game.h - one game of a run: game i, the same wherever and whenever.
 * Use: play_t *play = play_new(&config);
 *      play_game(play, i, &record, NULL, NULL);
 *      play_free(play);
 * One agent plays itself, or two play a match (run_config.h), after an opening
 * (opening.h). Each search and each choice has its own random numbers, from (run seed, i,
 * ply), so that a game that was stopped goes on from its positions alone as if it never
 * had been; but with search.reuse a search goes on from the tree of the one before, and
 * such a game has to begin again (play_can_go_on).
 * Owns: a play owns its agents' searches; the configuration is borrowed.
 * Threads: one play and record a thread; the configuration is shared.
 * An agent that is an outside program is asked for its actions within play_next. What
 * goes wrong there (engine_session.h) is no result: the game has not ended.
 * Errors: play_problem; play_game says whether it came to the end.
 */
#ifndef SELFPLAY_RUN_GAME_H
#define SELFPLAY_RUN_GAME_H

#include <stdbool.h>
#include <stdint.h>

typedef struct record record_t;                   /* selfplay/store/record.h */
typedef struct run_config run_config_t;           /* selfplay/run/run_config.h */
typedef struct search search_t;                   /* mcts/search/search.h */
typedef struct engine_patience engine_patience_t; /* mcts/engine/engine_session.h */
typedef struct engine_problem engine_problem_t;   /* mcts/engine/engine_session.h */

typedef struct play play_t;

play_t *play_new(const run_config_t *config);
void play_free(play_t *play); /* NULL is fine */

/* Called with the simulations since its last call: after every action, and within one
 * every PLAY_WATCH simulations. false: stop the game. */
enum { PLAY_WATCH = 128 };
typedef bool (*play_watcher_t)(void *context, uint32_t simulations);

/* Plays game `id` to its end and adds it to the record. Where the record's last positions
 * belong to no ended game, they are the game's beginning, and it is continued after them
 * (play_can_go_on). False: the watcher (which may be NULL) stopped it, or an outside
 * program has failed; then the record
 * holds the positions so far, with which a later call goes on. */
bool play_game(play_t *play, uint64_t id, record_t *record, play_watcher_t watcher,
               void *context);

/* The same in steps, for who plays many games side by side:
 *      play_begin(play, id, &record);
 *      while ((search = play_next(play))) { ... run it to its end; play_decide(play); }
 * play_next gives the started search of the next action; NULL: the game is over and
 * ended in the record, or there is a problem. Left before that, the record holds the
 * positions so far. */
void play_begin(play_t *play, uint64_t id, record_t *record);
search_t *play_next(play_t *play);
void play_decide(play_t *play);

/* What was wrong with an outside program in the play_next before; NULL: nothing. */
const engine_problem_t *play_problem(const play_t *play);

/* Is asked while an outside program is waited for. */
void play_set_patience(play_t *play, engine_patience_t patience);

/* Whether a game of a run can go on from its positions. */
bool play_can_go_on(const run_config_t *config);

#endif
