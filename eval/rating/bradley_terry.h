/* bradley_terry.h - ratings of many agents from their games against each other, with the
 * advantage of moving first and the share of draws as parameters.
 * Use: bradley_terry_t *fit = bradley_terry_fit(agents, results, count, &prior);
 *      fit->rating[i], bradley_terry_deviation(fit, i), ...   bradley_terry_free(fit);
 * Model: with d = rating of the first mover + advantage - rating of the second, in
 * natural units (400 / ln 10 Elo), a game is won, drawn or lost by the first mover as
 *     exp(d / 2)  :  exp(draw)  :  exp(-d / 2).
 * Of agents equal but for who moves first that is Davidson's model of ties, with an order
 * effect as in Davidson and Beaver but one that leaves draws likeliest where d is 0.
 * Scores are its sufficient statistics: a draw is worth half a win. Without draws d is
 * the usual Elo difference; with draws the same d makes a score nearer to 1/2.
 * Prior: normal around 0 for each rating, the advantage and the draw parameter, weak. It
 * keeps ratings finite where nobody has lost, and what the games leave open is as wide
 * as the prior. `groups` says where that is: more than one, and ratings of different
 * groups have been compared by the prior alone, as no points were won in one direction.
 * Anchor: the mean of all ratings is 0, and covariances are of ratings less that mean. A
 * difference of two ratings depends on no anchor. Where ratings are given, two or more,
 * the games do not move these, and an agent that has played them alone is where these
 * games put it: who else is rated moves it by the advantage and the share of draws only,
 * which all have in common. Given ratings have no error; the prior of others is around
 * their mean.
 * Correlated games: the two of a pair share an opening. For ratings that evens
 * them out, and intervals that take them as independent are too wide; for the advantage
 * of moving first, which is the opening's too, they are too narrow. Lines of results in
 * the same cluster may correlate in any way: the covariance is then that of fits that
 * leave out one cluster each (bradley_terry_clusters.h), and intervals have Student's
 * quantile for one less than the clusters (of moving first, than the clusters that its
 * spread is as good as). Where there are several groups, the model's is
 * added: where all was won clusters do not differ. Ratings are the same bits on
 * every machine: what is played next may depend on them. The same game twice is to count
 * once (duplicates.h): counts may be fractions.
 * Owns: the fit, until freed.   Threads: pure.   Errors: none; numbers of agents out of
 * range are REQUIREd away.
 * What is estimated: the ratings of which the mean result of all games, over openings as
 * they are drawn, would be fitted best. Where openings are worth much to a seat they are
 * less far apart than the ratings behind any one opening.
 * Source: Bradley and Terry 1952; Davidson 1970; Davidson and Beaver 1977; Ford 1957 for
 *      groups; Newton's method on a concave likelihood.
 */
#ifndef EVAL_BRADLEY_TERRY_H
#define EVAL_BRADLEY_TERRY_H

#include <stdbool.h>

#define BRADLEY_TERRY_ELO 173.71779276130073 /* of a natural unit: 400 / ln 10 */

/* Games in which `first` moved first, counted from its point of view. Lines of the same
 * cluster above 0 stand next to each other; 0: the games are independent. All lines are
 * in clusters or none is. */
typedef struct bradley_terry_result {
    int first, second, cluster;
    double won, drawn, lost;
} bradley_terry_result_t;

/* Standard deviations; the draw parameter's is in natural units. */
typedef struct bradley_terry_prior {
    double rating_elo, advantage_elo, draw;
} bradley_terry_prior_t;

/* 1000 Elo, 500 Elo, 3. */
extern const bradley_terry_prior_t bradley_terry_weak_prior;

typedef struct bradley_terry {
    int agents;
    double *rating;     /* Elo, of mean 0, but where some are given */
    double advantage;   /* Elo that moving first is worth */
    double draw;        /* natural units: equals draw a share of e^draw / (e^draw + 2) */
    double *covariance; /* agents + 2 square: ratings, advantage (Elo), draw */
    int groups, *group; /* of agents that are compared by games both ways; from 0 */
    bool robust;        /* the covariance is from clusters */
    int *clusters; /* of each parameter, agents + 2: those it rests on; 0 unless robust */
    int even_clusters;     /* as how many the worth of moving first rests on */
    int steps;             /* of Newton's method */
    double log_likelihood; /* without the prior */
} bradley_terry_t;

enum { BRADLEY_TERRY_MAX_AGENTS = 1000 };

/* given: in Elo, of each agent, NAN where games are to say it; NULL: all are. */
bradley_terry_t *bradley_terry_fit(int agents, const bradley_terry_result_t *results,
                                   int count, const bradley_terry_prior_t *prior,
                                   const double *given);
void bradley_terry_free(bradley_terry_t *fit);

/* From now on the ratings are such that this agent's is `elo`, and covariances those of
 * ratings less its own. */
void bradley_terry_anchor(bradley_terry_t *fit, int agent, double elo);

/* Standard errors in Elo: of a rating against the mean of all (or the anchor), with the
 * number of agents of the advantage, and of the difference of two ratings. */
double bradley_terry_deviation(const bradley_terry_t *fit, int agent);
double bradley_terry_difference_deviation(const bradley_terry_t *fit, int a, int b);

/* Half of an interval: of a parameter (agents: the advantage, agents + 1: draws, in
 * natural units), and of a difference of ratings. */
double bradley_terry_half_width(const bradley_terry_t *fit, int parameter, double level);
double bradley_terry_difference_half_width(const bradley_terry_t *fit, int a, int b,
                                           double level);

/* How likely a is the stronger of two: 1/2 for a itself. */
double bradley_terry_superiority(const bradley_terry_t *fit, int a, int b);

/* The chances that `first`, moving first, wins, draws, loses against `second`. */
void bradley_terry_chances(const bradley_terry_t *fit, int first, int second,
                           double chances[3]);

#endif
