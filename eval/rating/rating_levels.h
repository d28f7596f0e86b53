/* rating_levels.h - levels of play: how many agents, each beating the one before, stand
 * above the weakest.
 * Use: rating_levels_t *levels = rating_levels_new(rating, RATING_LEVELS_SURE);
 *      levels->level[agent], levels->chain[i], levels->count ...
 *      rating_levels_free(levels);
 * A level is a step: an agent that scores LEVEL_SCORE or more against one of the level
 * below, in the games of those two; the weakest by its rating has level 0. It should be a
 * player at random (one simulation, without proofs: configs/agents/). An agent's level is
 * that of the longest chain of such steps up to it; agents of a chain are in the order of
 * their ratings. Between the agents that are rated there may be others, so a game has at
 * least so many levels.
 * SEEN: scores as they are, which luck makes too many. SURE: the lower ends of their
 * intervals of 95 %, each for itself (outcome_counts.h; pairs that came again count
 * once).
 * Owns: the lists; the rating is borrowed.   Threads: pure.   Errors: none.
 * Source: S. Tavener, UCT skill ladders for small games, 2020, and the levels of play in
 *      the reports of Ai Ai ("strong beats weak 60 % of the time").
 */
#ifndef EVAL_RATING_LEVELS_H
#define EVAL_RATING_LEVELS_H

typedef struct rating rating_t; /* eval/rating/rating.h */

#define LEVEL_SCORE 0.6

typedef enum { RATING_LEVELS_SEEN, RATING_LEVELS_SURE } rating_levels_kind_t;

typedef struct rating_levels {
    int *level; /* of agents, from 0; -1: no chain leads to them */
    int *chain; /* agents of a longest chain; the first is the weakest of all */
    int count;  /* of its steps: levels above the weakest */
} rating_levels_t;

rating_levels_t *rating_levels_new(const rating_t *rating, rating_levels_kind_t kind);
void rating_levels_free(rating_levels_t *levels);

#endif
