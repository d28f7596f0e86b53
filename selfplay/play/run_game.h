/* run_game.h - plays game i of a run, reproducibly.
 * Use: play_t *play = play_new(&config);
 *      play_game(play, i, &record, NULL, NULL);
 *      play_free(play);
 * One agent plays itself, or two play a match, after an opening (opening.h). Each search
 * and each choice has its own random numbers, from (run seed, i, ply), so that an
 * interrupted game can be resumed from its positions alone, with the same result; but
 * with search.reuse a search continues from the tree of the one before, and such a game
 * has to restart (play_can_go_on).
 * Errors: the failure of an outside program (play_problem) is not a result: the game has
 *      not ended.
 */
#ifndef SELFPLAY_RUN_GAME_H
#define SELFPLAY_RUN_GAME_H

#include <stdbool.h>
#include <stdint.h>

typedef struct record record_t;                   /* selfplay/store/record.h */
typedef struct run_config run_config_t;           /* selfplay/config/run_config.h */
typedef struct search search_t;                   /* mcts/search/search.h */
typedef struct engine_patience engine_patience_t; /* mcts/engine/engine_session.h */
typedef struct engine_problem engine_problem_t;   /* mcts/engine/engine_session.h */

typedef struct play play_t;

play_t *play_new(const run_config_t *config);
void play_free(play_t *play); /* NULL is fine */

/* Called with the simulations since its last call: after every action, and every
 * PLAY_WATCH simulations of a search. false: stop the game. */
enum { PLAY_WATCH = 128 };
typedef bool (*play_watcher_t)(void *context, uint32_t simulations);

/* Plays game `id` to its end and adds it to the record. If the record's last positions
 * belong to no finished game, they are the beginning of this one, which is resumed after
 * them (play_can_go_on). False: the watcher (which may be NULL) stopped it, or an outside
 * program failed; then the record holds the positions so far, for a later call to
 * resume. */
bool play_game(play_t *play, uint64_t id, record_t *record, play_watcher_t watcher,
               void *context);

/* The same in steps, to play many games concurrently:
 *      play_begin(play, id, &record);
 *      while ((search = play_next(play))) { ... run it to its end; play_decide(play); }
 * play_next returns the started search of the next action; NULL: the game is over and
 * complete in the record, or there is a problem. Until then the record holds the
 * positions so far. */
void play_begin(play_t *play, uint64_t id, record_t *record);
search_t *play_next(play_t *play);
void play_decide(play_t *play);

/* The failure of an outside program in the last play_next; NULL: none. */
const engine_problem_t *play_problem(const play_t *play);

/* The callback used while waiting for an outside program. */
void play_set_patience(play_t *play, engine_patience_t patience);

/* Whether games of a run can be resumed from their positions. */
bool play_can_go_on(const run_config_t *config);

#endif
