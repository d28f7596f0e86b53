/* bradley_terry.h - ratings of agents from their games against each other, with the
 * advantage of moving first and the share of draws as parameters.
 * Use: bradley_terry_t *fit = bradley_terry_fit(agents, results, count, &prior, NULL);
 *      fit->rating[i], bradley_terry_deviation(fit, i), ...   bradley_terry_free(fit);
 * Model: with d = rating of the first mover + advantage - rating of the second, in
 * natural units (400 / ln 10 Elo), a game is won, drawn or lost by the first mover as
 *     exp(d / 2)  :  exp(draw)  :  exp(-d / 2).
 * For agents that are equal except for who moves first, this is Davidson's model of ties;
 * the order effect is as in Davidson and Beaver, except that draws stay likeliest where d
 * is 0. Scores are sufficient statistics: a draw is worth half a win. Without draws d is
 * the usual Elo difference; with draws, the same d gives a score nearer to 1/2.
 * Prior: a weak normal around 0 for each rating, the advantage and the draw parameter. It
 * keeps ratings finite where an agent won or lost all its games; what the games do not
 * determine is as wide as the prior. `groups` shows where: if there is more than one,
 * ratings of different groups are compared by the prior alone, as no points were won in
 * one direction.
 * Anchor: the mean of all ratings is 0, and covariances are those of ratings minus that
 * mean. A difference of two ratings does not depend on the anchor. If two or more ratings
 * are given, the games do not move them, and an agent that has played only those is rated
 * by these games: other agents affect it only through the advantage and the share of
 * draws, which are common to all. Given ratings have no error; the prior of the others is
 * around their mean.
 * Correlated games: the two games of a pair share an opening. For ratings this evens out
 * openings, and intervals that treat games as independent are too wide; for the advantage
 * of moving first, which also depends on the opening, they are too narrow. Results in the
 * same cluster may correlate in any way: the covariance is then that of fits that leave
 * out one cluster each (bradley_terry_clusters.c), and intervals use Student's quantile
 * with one degree of freedom less than clusters (for moving first, than its effective
 * number of clusters). With several groups, the model's covariance is added, because
 * clusters in which all games were won do not differ. Ratings are bit-identical on every
 * machine: the choice of further games may depend on them. Repeated games should count
 * once (duplicates.h), so counts may be fractions.
 * Owns: the fit, until freed.   Errors: the number of agents is
 * checked by REQUIRE.
 * What is estimated: the ratings that best fit the mean result of all games over openings
 * as they are drawn. Where openings help one seat much, these are closer together than
 * the ratings given any one opening.
 * Source: Bradley and Terry 1952; Davidson 1970; Davidson and Beaver 1977; Ford 1957 for
 *      groups; Newton's method on a concave likelihood.
 */
#ifndef EVAL_BRADLEY_TERRY_H
#define EVAL_BRADLEY_TERRY_H

#include <stdbool.h>

#define BRADLEY_TERRY_ELO 173.71779276130073 /* of a natural unit: 400 / ln 10 */

/* Games in which `first` moved first, counted from its point of view. Results of the same
 * cluster above 0 are adjacent; 0: the games are independent. Either all results are in
 * clusters or none. */
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
    double *rating;     /* Elo, with mean 0 unless some are given */
    double advantage;   /* of moving first, in Elo */
    double draw;        /* natural units: equals draw a share of e^draw / (e^draw + 2) */
    double *covariance; /* agents + 2 square: ratings, advantage (Elo), draw */
    int groups, *group; /* of agents compared by points won both ways; from 0 */
    bool robust;        /* the covariance is from clusters */
    int *clusters;      /* behind each parameter (agents + 2); 0 unless robust */
    int even_clusters;  /* effective number of clusters behind the advantage */
    int steps;          /* of Newton's method */
    double log_likelihood; /* without the prior */
} bradley_terry_t;

enum { BRADLEY_TERRY_MAX_AGENTS = 1000 };

/* given: Elo of each agent, NAN where it is to be estimated; NULL: estimate all. */
bradley_terry_t *bradley_terry_fit(int agents, const bradley_terry_result_t *results,
                                   int count, const bradley_terry_prior_t *prior,
                                   const double *given);
void bradley_terry_free(bradley_terry_t *fit);

/* Shifts all ratings so that this agent's is `elo`; covariances become those of ratings
 * minus this one. */
void bradley_terry_anchor(bradley_terry_t *fit, int agent, double elo);

/* Standard errors in Elo: of a rating relative to the mean of all (or the anchor), or of
 * the advantage if `agent` is the number of agents; and of the difference of two
 * ratings. */
double bradley_terry_deviation(const bradley_terry_t *fit, int agent);
double bradley_terry_difference_deviation(const bradley_terry_t *fit, int a, int b);

/* Half-width of the interval of a parameter (agents: the advantage, agents + 1: draws, in
 * natural units), and of a difference of ratings. */
double bradley_terry_half_width(const bradley_terry_t *fit, int parameter, double level);
double bradley_terry_difference_half_width(const bradley_terry_t *fit, int a, int b,
                                           double level);

/* The likelihood that a is stronger than b; 1/2 if they are the same. */
double bradley_terry_superiority(const bradley_terry_t *fit, int a, int b);

/* The probabilities that `first`, moving first, wins, draws or loses against `second`. */
void bradley_terry_chances(const bradley_terry_t *fit, int first, int second,
                           double chances[3]);

#endif
