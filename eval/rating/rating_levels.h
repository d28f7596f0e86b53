/* rating_levels.h - levels of play: the longest chain of agents, each beating the one
 * before, above the weakest.
 * Use: rating_levels_t *levels = rating_levels_new(rating, RATING_LEVELS_SURE);
 *      levels->level[agent], levels->chain[i], levels->count ...
 *      rating_levels_free(levels);
 * Each level is one step: an agent that scores LEVEL_SCORE or more against an agent of
 * the level below, in the games between the two; the agent with the lowest rating has
 * level 0. It should play at random (one simulation, without proofs: configs/agents/). An
 * agent's level is that of the longest chain of such steps up to it; agents of a chain
 * are in the order of their ratings. There may be other agents between those rated, so
 * the game has at least this many levels.
 * SEEN: by the scores observed, where chance makes the number of levels too large. SURE:
 * by the lower ends of their 95 % intervals, each on its own (outcome_counts.h; repeated
 * pairs count once).
 * Owns: the lists; the rating is borrowed.   Threads: pure.
 * Source: S. Tavener, UCT skill ladders for small games, 2020, and the levels of play in
 *      the reports of Ai Ai ("strong beats weak 60 % of the time").
 */
#ifndef EVAL_RATING_LEVELS_H
#define EVAL_RATING_LEVELS_H

typedef struct rating rating_t; /* eval/rating/rating.h */

#define LEVEL_SCORE 0.6

typedef enum { RATING_LEVELS_SEEN, RATING_LEVELS_SURE } rating_levels_kind_t;

typedef struct rating_levels {
    int *level; /* by agent, from 0; -1: no chain reaches it */
    int *chain; /* agents of a longest chain; the first is the weakest of all */
    int count;  /* its steps: levels above the weakest */
} rating_levels_t;

rating_levels_t *rating_levels_new(const rating_t *rating, rating_levels_kind_t kind);
void rating_levels_free(rating_levels_t *levels);

#endif
