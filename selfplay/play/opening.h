/* opening.h - openings: the actions before the agents begin.
 * Use: search_t *judge = opening_judge_new(&config);  action_t actions[OPENING_MAX];
 *      int count = opening_draw(&config, number, judge, actions);
 * First a line of opening.actions (opening_lines.h), then random turns of either side,
 * each action uniform among those that do not end the game; if there is none, the opening
 * ends early. With opening.tries over 1, that many are drawn, and the one that a playout
 * search finds most even is played. An opening depends only on rules, run seed, opening.…
 * and its number; both games of a pair have the same number.
 */
#ifndef SELFPLAY_OPENING_H
#define SELFPLAY_OPENING_H

#include "core/game/game.h"
#include "selfplay/config/opening_lines.h"
#include "selfplay/config/run_config.h"

#include <stdint.h>

typedef struct search search_t; /* mcts/search/search.h */

/* The opening of a game of a run. */
static inline uint64_t opening_number(const run_config_t *config, uint64_t game) {
    return config->num_agents > 1 ? game / 2 : game;
}

/* The search that measures how even an opening is; NULL if not needed. search_free. */
search_t *opening_judge_new(const run_config_t *config);

/* Writes the actions of opening `number`; returns how many. */
int opening_draw(const run_config_t *config, uint64_t number, search_t *judge,
                 action_t actions[OPENING_MAX]);

#endif
