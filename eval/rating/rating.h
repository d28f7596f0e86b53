/* rating.h - ratings of the agents of many matches: the fit, the data behind it, and the
 * order of the agents.
 * Use: rating_t *rating = rating_new(&games, NULL);    after rating_games_cluster()
 *      rating->fit->rating[agent], rating_interval(rating, agent), ...
 *      rating_free(rating);
 * Model and prior: bradley_terry.h. Every game counts once in the ratings; uncertainty is
 * computed from clusters of correlated games (rating_games.h): repeated games widen the
 * intervals to those of the effective number. This requires RATING_CLUSTERS clusters in
 * all, and as many with the agent. With fewer, the spread of openings is unknown:
 * intervals are infinite, and standard errors, which treat the games as independent and
 * count each pairing as no more than its effective number, are only for choosing games.
 * Anchors: without one, the mean of all ratings is 0; a single one shifts all ratings
 * alike; two or more keep their given ratings, and each other agent is rated by its own
 * games (bradley_terry.h), so that agents rated by other commands with the same anchors
 * are on the same scale.
 * Owns: the fit and the lists; the games are borrowed.   Threads: pure.
 */
#ifndef EVAL_RATING_H
#define EVAL_RATING_H

#include "core/base/interval.h"
#include "core/stats/duplicates.h"
#include "core/stats/outcome_counts.h"
#include "eval/rating/rating_games.h"

#include <stdint.h>

typedef struct bradley_terry bradley_terry_t; /* eval/rating/bradley_terry.h */
typedef struct result result_t;               /* core/base/table/result.h */

enum { RATING_CLUSTERS = 6 };
#define RATING_ALARM 0.01 /* a pairing with p below this does not fit */

/* A given rating and its agent. */
typedef struct rating_anchor {
    char name[RATING_NAME];
    double elo;
} rating_anchor_t;

enum { RATING_ANCHORS = 100 };
typedef struct rating_anchors {
    rating_anchor_t list[RATING_ANCHORS];
    int count;
} rating_anchors_t;

/* All games of two agents, a the lower number; or of one agent against itself. Where one
 * rating each does not explain the results, as when A beats B, B beats C and C beats A,
 * scores differ from those expected. p takes the ratings as given, though they were
 * fitted to these games, too: false alarms are rarer than p. */
typedef struct rating_pairing {
    int a, b;
    uint64_t results[2][RATING_RESULTS]; /* of the first mover: a, and b */
    outcome_counts_t points;             /* of a: one trial per pair */
    duplicates_t pairs;
    double score, expected; /* of a, per game; by the ratings */
    double error;           /* standard error of the score */
    double p; /* of the ratings, adjusted for all pairings; 1 for one against itself */
} rating_pairing_t;

/* Of one agent against all others, excluding itself. */
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
    int *group;         /* by agent: those compared by games, from 1 in that order */
    duplicates_t pairs; /* all of them */
    double *given;      /* by agent: Elo, or NAN */
    int num_given;      /* 0: the mean is 0 */
} rating_t;

/* anchors: NULL or empty: none; anchors without games here are ignored. */
rating_t *rating_new(const rating_games_t *games, const rating_anchors_t *anchors);
void rating_free(rating_t *rating); /* NULL is fine */

/* Whether there are enough clusters for an interval of a parameter: of an agent, or of
 * moving first if `parameter` is the number of agents. */
bool rating_has_interval(const rating_t *rating, int parameter);

/* An agent's rating and the advantage of moving first, in Elo; and the share of draws
 * between equals, 0 to 1. */
estimate_t rating_interval(const rating_t *rating, int agent);
estimate_t rating_advantage(const rating_t *rating);
estimate_t rating_draws(const rating_t *rating);

/* The largest standard error of a rating; 0 for one agent. */
double rating_largest_error(const rating_t *rating);

/* Tables of agents in the order of their ratings, with caveats: agents not compared by
 * games, repeated or cut-off games, matches ended by a sequential test, pairings whose
 * score the ratings do not explain. superiority: the table of superiority is text, too.
 * For programs also superiority[i][k], the likelihood that agent i is stronger than k,
 * and covariance, in the order of `parameters`: the agents', advantage (Elo), draw
 * (natural units). */
result_t *rating_result(const rating_t *rating, bool superiority);

#endif
