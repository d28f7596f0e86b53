/* rating.h - ratings of the agents of many matches: the fit, what stands behind it, and
 * in which order they are.
 * Use: rating_t *rating = rating_new(&games, NULL);    after rating_games_cluster()
 *      rating->fit->rating[agent], rating_interval(rating, agent), ...
 *      rating_free(rating);
 * Model and prior: bradley_terry.h. Every game counts once in the ratings; how sure they
 * are comes from clusters of correlated games (rating_games.h): the same games again
 * widen the intervals, to those of the effective number. That wants RATING_CLUSTERS
 * clusters, and as many with the agent. With fewer the spread of openings is not known:
 * intervals are infinite, and errors, which take the games as independent and each
 * pairing's as no more than its effective number, serve for choosing games alone.
 * Anchors: without one the mean of all is 0; one moves all ratings alike; two or more are
 * held as they are given, and each other agent is rated by its own games
 * (bradley_terry.h), so that those who are rated in other calls with the same anchors
 * stand on the same scale.
 * Owns: the fit and the lists; the games are borrowed.   Threads: pure.   Errors: none.
 */
#ifndef EVAL_RATING_H
#define EVAL_RATING_H

#include "core/base/interval.h"
#include "core/stats/duplicates.h"
#include "eval/rating/bradley_terry_check.h"
#include "eval/rating/rating_games.h"

#include <stdint.h>

typedef struct bradley_terry bradley_terry_t; /* eval/rating/bradley_terry.h */

enum { RATING_CLUSTERS = 6 };
#define RATING_LEVEL 0.95 /* of all intervals */
#define RATING_ALARM 0.01 /* p below which a pairing does not fit */

/* A rating that is given, and of whom. */
typedef struct rating_anchor {
    char *name;
    double elo;
} rating_anchor_t;

typedef struct rating_anchors {
    rating_anchor_t *list;
    int count;
} rating_anchors_t;

/* All games of two agents, a's number the lower; or of one against itself. */
typedef struct rating_pairing {
    int a, b;
    uint64_t results[2][RATING_RESULTS]; /* of who moved first: a, and b */
    duplicates_t pairs;
    bradley_terry_pairing_t check; /* p: 1 of one against itself */
} rating_pairing_t;

/* Of one agent against all others, itself not among them. */
typedef struct rating_record {
    uint64_t games, won, drawn;
} rating_record_t;

typedef struct rating {
    const rating_games_t *games;
    bradley_terry_t *fit;
    rating_pairing_t *pairings; /* by a, then b */
    int num_pairings;
    rating_record_t *records; /* of agents */
    int *order;               /* of agents, the strongest first */
    int *group;         /* of agents: those that games compare, from 1 in that order */
    duplicates_t pairs; /* all of them */
    double *given;      /* of agents: Elo, or NAN */
    int num_given;      /* 0: the mean is 0 */
} rating_t;

/* anchors: NULL or empty: none; those who have no games here are passed over. */
rating_t *rating_new(const rating_games_t *games, const rating_anchors_t *anchors);
void rating_free(rating_t *rating); /* NULL is fine */

/* Whether there are clusters enough for an interval of a parameter: an agent, or, with
 * the number of agents, of moving first. */
bool rating_has_interval(const rating_t *rating, int parameter);

/* In Elo; of moving first; and the share of draws of equals, 0 to 1. */
estimate_t rating_interval(const rating_t *rating, int agent);
estimate_t rating_advantage(const rating_t *rating);
estimate_t rating_draws(const rating_t *rating);

/* The largest standard error of a rating; 0 for one agent. */
double rating_largest_error(const rating_t *rating);

#endif
